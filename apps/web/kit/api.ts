import type { Errors } from '#contract/kit/issues.ts';
import { type AnyRequestInput, addressOf, payloadOf } from '#contract/kit/request.ts';
import { type Answer, draftsHeader, type RequestInput, type RouteSpec } from '#contract/kit/route.ts';
import { problems } from '#contract/problems.ts';
import { absenceWords } from '#web/parts/absence.ts';
import { received } from '#web/parts/sent-file.ts';
import { isOffline } from '#web/ui/arrival.ts';
import { connection } from './connection.ts';
import { upload } from './upload.ts';

/** A call that failed: what the server said, or an `Unreached`. */
export class ApiError extends Error {
  readonly status: number;
  readonly errors: Errors;
  readonly requestId: string | undefined;

  constructor(status: number, errors: Errors, requestId?: string) {
    super(Object.values(errors).flat()[0] ?? 'Error');
    this.status = status;
    this.errors = errors;
    this.requestId = requestId;
  }
}

/** A call that nobody answered: status 400, or that of what stands before the server. Whether it was done is not known. */
export class Unreached extends ApiError {
  readonly why: 'offline' | 'unreachable';

  constructor(why: 'offline' | 'unreachable', status = 400) {
    super(status, { base: [absenceWords[why].call] });
    this.why = why;
  }
}

export type Options = {
  signal?: AbortSignal;
  /** No person started this call: it does not keep the session alive. */
  background?: boolean;
  /** The same key for a repeated POST: it is written once. */
  idempotencyKey?: string;
  /** The drafts of which this call makes an end, when it succeeds. */
  drafts?: readonly string[];
  /** The call goes on when the page goes: at most some 60 KB. */
  keepalive?: boolean;
  /** Told how much of the files is on its way, 0 to 100. */
  onProgress?: (percent: number) => void;
};

const failureOf = async (response: Response): Promise<ApiError> => {
  const sent = (await response.json().catch(() => null)) as { errors?: Errors; request_id?: string } | null;
  // Not the server's own words: what stands before it found nobody there.
  if (!sent?.errors && [502, 503, 504].includes(response.status)) return new Unreached('unreachable', response.status);
  return new ApiError(response.status, sent?.errors ?? { base: [problems.internal.message] }, sent?.request_id);
};

/**
 * Calls a route of the contract. Throws ApiError; a 401 also ends the session here, and what was to be read is read
 * when the page goes on.
 * @param sent path parameters, query, body and files, as the route types them; the organization is added
 */
export const call = async <R extends RouteSpec>(
  route: R,
  sent: RequestInput<R>,
  { signal, background, idempotencyKey, drafts = [], keepalive, onProgress }: Options = {},
): Promise<Answer<R>> => {
  const { body, headers } = payloadOf(sent as AnyRequestInput);
  const caller = connection();
  const token = caller.token();
  const request = {
    method: route.method,
    headers: {
      ...headers,
      ...(token && route.access !== 'public' ? { authorization: `Bearer ${token}` } : {}),
      ...(background ? { 'x-background': '1' } : {}),
      ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
      ...(drafts.length > 0 ? { [draftsHeader]: drafts.join(' ') } : {}),
    },
    ...(body === undefined ? {} : { body }),
    ...(signal ? { signal } : {}),
    ...(keepalive ? { keepalive } : {}),
  };
  const address = addressOf(route, sent as AnyRequestInput, caller.organization);
  const isUpload = onProgress && body instanceof FormData;
  const response = await (isUpload ? upload(address, { ...request, body }, onProgress) : fetch(address, request)).catch(
    (error: unknown) => {
      if (error instanceof DOMException && error.name === 'AbortError') throw error;
      throw new Unreached(isOffline() ? 'offline' : 'unreachable');
    },
  );
  const renewed = response.headers.get('authorization')?.replace(/^Bearer /, '');
  if (renewed) caller.renew(renewed);
  if (!response.ok) {
    if (response.status === 401 && route.access !== 'public') {
      caller.refused(token);
      // What was being loaded for somebody is loaded once they have signed in again.
      if (route.method === 'GET' && !background && (await caller.settled(signal)))
        return call(route, sent, signal ? { signal } : {});
    }
    throw await failureOf(response);
  }
  return (await received(response, route.download)) as Answer<R>;
};
