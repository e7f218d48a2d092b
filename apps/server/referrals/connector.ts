import { z } from 'zod';
import type { ReferralPart } from '#contract/resources/referral-system.ts';
import { pendingStatus } from '#contract/resources/referral-system.ts';
import type { AllowedOrigin } from '#server/kit/outgoing/allowed-origins.ts';
import { type Call, callJson } from '#server/kit/outgoing/call-json.ts';
import { CallFailed } from '#server/kit/outgoing/connect.ts';
import { WrongStatus } from '#server/kit/outgoing/read-json.ts';
import { Problem } from '#server/kit/problem.ts';

/** Where a referral system is, and as whom it is called. */
export type ReferralSystem = {
  base_url: string;
  api_key: string;
  case_worthy_organization_id: string;
  /** The servers that may be called. */
  allowed: readonly AllowedOrigin[];
};

/** The referral system cannot be used now: it is down, slow, closed to us, or says what makes no sense. */
export class SystemDown extends Problem {
  /** What was wrong, for who sets it up. */
  readonly reason: string;

  constructor(reason: string) {
    super('referrals_down');
    this.reason = reason;
  }
}

/** The referral system understood, and does not do it. */
export class Refused extends Problem {
  /** Whether the same may be taken later. */
  readonly isForNow: boolean;

  constructor(message: string, isForNow: boolean) {
    super('invalid', { base: [message] });
    this.isForNow = isForNow;
  }
}

/** In milliseconds: how long a call may take, and how long a reading waits before it is tried again. */
export type Pace = { time: number; between: number };
const usualPace: Pace = { time: 10_000, between: 250 };
/** A reading is tried again so often. Nothing that writes is: who sends it decides. */
const retries = 2;

/** Without the one sign that no text in the database may hold. */
const storable = (value: string | number) => String(value).replaceAll('\0', '');
const words = (most: number) => z.string().max(most).transform(storable);
const key = z.union([z.string().min(1).max(255), z.number()]).transform(storable);
const optional = (most: number) =>
  words(most)
    .nullish()
    .transform((value) => value || null);
const moment = z
  .string()
  .refine((value) => !Number.isNaN(Date.parse(value)))
  // What has happened there has happened by now, also where its clock says otherwise.
  .transform((value) => new Date(Math.min(Math.max(Date.parse(value), 0), Date.now())).toISOString());
const maxAtOnce = 1000;
const list = <Z extends z.ZodType>(one: Z) => z.object({ data: z.array(one).max(maxAtOnce) });

const person = z.object({
  entity_id: key,
  first_name: words(255),
  middle_name: optional(255),
  last_name: words(255),
  birth_date: optional(10),
});
const status = z.object({ text: words(255), value: key });
const answered = z.object({
  referral_id: key,
  referral_status: optional(255).transform((value) => value ?? pendingStatus),
  status_updated_at: moment.nullish().transform((value) => value ?? new Date().toISOString()),
});
const listed = z.object({
  provider_referral_id: key,
  referral_date: words(30).transform((value) => value.slice(0, 10)),
  referral_status: optional(255),
  status_updated_at: moment.nullish().transform((value) => value ?? null),
  service_type: optional(255),
  to_organization: optional(255),
  from_organization: optional(255),
  referral_reason: optional(10_000),
  notes: optional(10_000),
});
const page = list(listed).extend({ metadata: z.object({ total_pages: z.int().min(0) }) });

export type ReferralSummary = z.output<typeof listed>;
export type ReferralReply = z.output<typeof answered>;

/** What is told of a person of whom a record is made. */
export type NewPerson = {
  first_name: string;
  middle_name: string | null;
  last_name: string;
  birth_date: string;
  gender: string;
  email: string | null;
  cell_phone: string | null;
  home_phone: string | null;
  work_phone: string | null;
};
/** What is told of a referral. */
export type NewReferral = Partial<Record<ReferralPart, string | null>> & {
  entity_id: string;
  referral_date: string;
  external_id: string;
};
/** Which referrals are asked for, as the list of Hearth is. */
export type AskedReferrals = {
  begin_date?: string | undefined;
  end_date?: string | undefined;
  from_organization?: string | undefined;
  to_organization?: string | undefined;
};

/** A list goes on for so many pages at most, and takes so long at most. */
const maxPages = 50;
const maxTime = 60_000;

/** What the referral system says of why it refuses, as one line; null where it says nothing that reads so. */
const reasonIn = (said: unknown): string | null => {
  const reason = z
    .object({ message: z.string() })
    .or(z.object({ error: z.string() }))
    .safeParse(said).data;
  if (!reason) return null;
  const text = 'message' in reason ? reason.message : reason.error;
  return (
    text
      .replace(/[\p{C}\s]+/gu, ' ')
      .trim()
      .slice(0, 200) || null
  );
};

const isClosed = (code: number) => code === 401 || code === 403;
const passing = new Set([408, 409, 425, 429]);

const problemOf = (error: CallFailed): Problem => {
  if (!(error instanceof WrongStatus)) return new SystemDown(error.message);
  const { message, status: code, said } = error;
  if (code < 400 || code >= 500 || isClosed(code)) return new SystemDown(message);
  const reason = reasonIn(said);
  const sentence = reason
    ? `The DTD system didn’t accept this: ${reason}`
    : `The DTD system didn’t accept this (status ${code}). Check your entries and try again.`;
  return new Refused(sentence, passing.has(code));
};

/** Whether a reading may go better in a moment. */
const mayPass = (error: CallFailed) => !(error instanceof WrongStatus) || error.status >= 500;

/**
 * The calls that Hearth makes to a referral system, each with `Authorization: Bearer` its key and the organization's ID as
 * that system has it. Each call lasts ten seconds at most; a reading is tried twice again. All throw SystemDown when the
 * system cannot be reached, is slow, answers 401, 403, 5xx or a redirect, or something that is not what was agreed on, and
 * Refused for any other 4xx. Nothing of what is asked or answered stands in an error.
 */
export const connectTo = (system: ReferralSystem, pace: Pace = usualPace) => {
  const headers = {
    authorization: `Bearer ${system.api_key}`,
    'x-organization-id': system.case_worthy_organization_id,
  };

  const addressOf = (path: string, query: Readonly<Record<string, string | undefined>> = {}) => {
    const url = new URL(system.base_url.replace(/\/*$/, path));
    for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, value);
    return url;
  };

  const understood = <Z extends z.ZodType>(shape: Z, answer: unknown): z.output<Z> => {
    const { data, error } = shape.safeParse(answer);
    if (error)
      throw new SystemDown(
        `The server’s answer doesn’t have the agreed format: see ${error.issues[0]?.path.join('.') || 'all of it'}`,
      );
    return data;
  };

  const ask = async <Z extends z.ZodType>(shape: Z, call: Omit<Call, 'headers'>, once?: string) => {
    const sent = { ...call, headers: once === undefined ? headers : { ...headers, 'idempotency-key': once } };
    for (let left = call.method === 'GET' ? retries : 0; ; left--)
      try {
        return understood(shape, await callJson(sent, system.allowed, pace.time));
      } catch (error) {
        if (!(error instanceof CallFailed)) throw error;
        if (left === 0 || !mayPass(error)) throw problemOf(error);
        await new Promise((resolve) => setTimeout(resolve, pace.between));
      }
  };
  const read = <Z extends z.ZodType>(shape: Z, path: string, query?: Parameters<typeof addressOf>[1]) =>
    ask(shape, { method: 'GET', url: addressOf(path, query), expected: 200 });

  return {
    /** People with these names and this date of birth; none where nobody is like that. Changes nothing there. */
    findPeople: async (search: { first_name: string; last_name: string; birth_date?: string | undefined }) =>
      (await read(list(person), '/clients', search)).data,

    /** Makes a record of a person. @param once the same name makes no second one @returns its number there */
    createPerson: async (body: NewPerson, once: string): Promise<string> =>
      (
        await ask(
          z.object({ entity_id: key }),
          { method: 'POST', url: addressOf('/clients'), body, expected: 201 },
          once,
        )
      ).entity_id,

    /** The statuses that a referral can have there, as they are shown and as they are sent. */
    statuses: async () => (await read(list(status), '/referral_statuses')).data,

    /** Makes a referral. @param once the same name makes no second one @returns its number there, and its status */
    createReferral: (body: NewReferral, once: string): Promise<ReferralReply> =>
      ask(answered, { method: 'POST', url: addressOf('/referrals'), body, expected: 201 }, once),

    /** Changes the status of a referral. Sent twice, it is as if it was sent once. */
    setStatus: (referral_id: string, referral_status: string): Promise<ReferralReply> =>
      ask(answered, {
        method: 'PUT',
        url: addressOf(`/referrals/${encodeURIComponent(referral_id)}`),
        body: { referral_status },
        expected: 200,
      }),

    /** All referrals of those dates and organizations, page after page. Refuses more than fifty pages. */
    referrals: async (filters: AskedReferrals): Promise<ReferralSummary[]> => {
      const until = Date.now() + maxTime;
      const found: ReferralSummary[] = [];
      for (let number = 1; ; number++) {
        const { data, metadata } = await read(page, '/referrals', { ...filters, page: String(number) });
        found.push(...data);
        if (number >= metadata.total_pages) return found;
        if (number >= maxPages)
          throw new Refused('DTD has more referrals than can be shown. Choose fewer days.', false);
        if (Date.now() > until) throw new SystemDown('The server takes too long to send all referrals');
      }
    },
  };
};

export type Connector = ReturnType<typeof connectTo>;
