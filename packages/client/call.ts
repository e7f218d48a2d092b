import type { Errors } from '#contract/kit/issues.ts';
import { type AnyRequestInput, addressOf, payloadOf } from '#contract/kit/request.ts';
import type { RouteSpec } from '#contract/kit/route.ts';

/** Where Hearth is, whose API it is, and the key. */
export type Connection = {
  /** Such as `https://demo.hearth.example.org`. */
  origin: string;
  /** The slug of the organization. */
  organization: string;
  /** As it was shown when the API credential was made. */
  apiKey: string;
  /** How often a call is tried whose failure may pass; 3 unless given. */
  tries?: number;
};

export type Options = {
  signal?: AbortSignal;
  /** The same key for a repeated POST: it is written once. Without one each call has its own. */
  idempotencyKey?: string;
};

/** A call that failed: the server's status and words, by field; `base` holds what is about no field. */
export class HearthError extends Error {
  override name = 'HearthError';
  /** 0 when nobody answered. */
  readonly status: number;
  readonly errors: Errors;
  /** By which the operator finds the call in the log. */
  readonly requestId: string | null;

  constructor(status: number, errors: Errors, requestId: string | null = null) {
    super(Object.values(errors).flat()[0] ?? `Hearth answered ${status}`);
    this.status = status;
    this.errors = errors;
    this.requestId = requestId;
  }
}

/** What may be better in a moment: too many calls, and what stands before the server or the server itself being away. */
const passing = new Set([0, 429, 502, 503, 504]);

/** In milliseconds: what is waited at most before another try. */
const maxWait = 60_000;

/** As long as the server says, else a second, two, four. */
const waitBefore = (attempt: number, retryAfter: string | null): Promise<void> => {
  const seconds = retryAfter && /^\d{1,5}$/.test(retryAfter) ? Number(retryAfter) : 2 ** (attempt - 1);
  return new Promise((done) => setTimeout(done, Math.min(seconds * 1000, maxWait)));
};

const failureOf = async (response: Response): Promise<HearthError> => {
  const sent = (await response.json().catch(() => null)) as { errors?: Errors; request_id?: string } | null;
  const errors = sent?.errors ?? { base: [`Hearth answered ${response.status}`] };
  return new HearthError(response.status, errors, sent?.request_id ?? null);
};

const unreached = (reason: unknown): HearthError =>
  new HearthError(0, { base: [`Hearth could not be reached: ${reason instanceof Error ? reason.message : reason}`] });

const received = async (response: Response, { download }: RouteSpec): Promise<unknown> => {
  if (download) return response.blob();
  return response.status === 204 ? undefined : response.json();
};

/**
 * Calls routes over a connection. What may be repeated, which a POST may by its key, is tried again when the failure may
 * pass. Throws HearthError.
 */
export const callOver =
  ({ origin, organization, apiKey, tries = 3 }: Connection) =>
  async (route: RouteSpec, sent: AnyRequestInput, { signal, idempotencyKey }: Options): Promise<unknown> => {
    const { body, headers } = payloadOf(sent);
    const address = new URL(addressOf(route, sent, organization), origin).href;
    const request = {
      method: route.method,
      headers: {
        ...headers,
        authorization: `Bearer ${apiKey}`,
        ...(route.method === 'POST' ? { 'idempotency-key': idempotencyKey ?? crypto.randomUUID() } : {}),
      },
      ...(body === undefined ? {} : { body }),
      ...(signal ? { signal } : {}),
    };
    for (let attempt = 1; ; attempt++) {
      const response = await fetch(address, request).catch((reason: unknown) => {
        if (signal?.aborted) throw reason;
        return unreached(reason);
      });
      if (response instanceof Response && response.ok) return received(response, route);
      const failure = response instanceof Response ? await failureOf(response) : response;
      // A PUT or DELETE that was done already would be told as a conflict, or as not found.
      const isRepeatable = route.method === 'GET' || (route.method === 'POST' && !route.secret);
      if (!isRepeatable || !passing.has(failure.status) || attempt >= tries) throw failure;
      await waitBefore(attempt, response instanceof Response ? response.headers.get('retry-after') : null);
    }
  };
