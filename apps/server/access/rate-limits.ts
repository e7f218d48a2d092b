import { sql } from 'kysely';
import type { Tx } from '../kit/db.ts';
import { Problem } from '../kit/problem.ts';
import { takeTurn } from '../kit/take-turn.ts';

export type Limit = { kind: string; most: number; minutes: number };
type SpacedLimit = Limit & { secondsApart: number };

/**
 * How often something may be attempted: calls of a program, guesses at a password, what one network or one stranger may
 * ask for, and what makes the server ask another one. Attempts are counted in the database, so that several processes
 * share them.
 */
export const limits = {
  /** Of an account, from one network. */
  signIn: { kind: 'sign_in', most: 10, minutes: 15 },
  /** From one network, at whatever accounts. */
  signInFrom: { kind: 'sign_in_from', most: 100, minutes: 15 },
  /** At an account, from wherever it was not signed in to before: beyond it, one attempt in so many seconds is let through. */
  signInAt: { kind: 'sign_in_at', most: 20, minutes: 15, secondsApart: 5 },
  /** Of one account, from one network. */
  passwordReset: { kind: 'password_reset', most: 5, minutes: 60 },
  passwordResetFrom: { kind: 'password_reset_from', most: 30, minutes: 60 },
  /** Mails to one account, whoever asks for them. */
  passwordResetMail: { kind: 'password_reset_mail', most: 5, minutes: 60 },
  currentPassword: { kind: 'current_password', most: 10, minutes: 15 },
  secondFactor: { kind: 'second_factor', most: 20, minutes: 60 },
  emailChange: { kind: 'email_change', most: 5, minutes: 60 },
  keyRotation: { kind: 'key_rotation', most: 10, minutes: 15 },
  lookups: { kind: 'lookups', most: 60, minutes: 1 },
  /** Asked of the service that suggests addresses, of one organization; the operator says how many in a day. */
  addressesOf: { kind: 'addresses_of', most: 120, minutes: 1 },
  addressesOfDay: { kind: 'addresses_of_day', most: 5000, minutes: 24 * 60 },
  invitations: { kind: 'invitations', most: 200, minutes: 24 * 60 },
  /** Of one person, by one organization. */
  invitationsOf: { kind: 'invitations_of', most: 5, minutes: 24 * 60 },
  /** Questions of one organization to another one. */
  affiliationsOf: { kind: 'affiliations_of', most: 5, minutes: 24 * 60 },
  /** From one network: opening links of public forms on one host, whether or not they open any. */
  publicOpen: { kind: 'public_open', most: 120, minutes: 1 },
  /** Of one public form, from one network: sending it, sending files to it, keeping it for later. */
  publicSubmit: { kind: 'public_submit', most: 30, minutes: 10 },
  publicUpload: { kind: 'public_upload', most: 60, minutes: 10 },
  publicKeep: { kind: 'public_keep', most: 60, minutes: 10 },
  publicMail: { kind: 'public_mail', most: 5, minutes: 60 },
  /** Mails with a code to one address, whoever asks for them. */
  publicMailTo: { kind: 'public_mail_to', most: 5, minutes: 60 },
  /** Guesses at a code, from one network. */
  publicResume: { kind: 'public_resume', most: 10, minutes: 15 },
  /** Files that one person keeps with drafts: what is removed again takes space until the next sweep. */
  draftFiles: { kind: 'draft_files', most: 200, minutes: 60 },
  /** Files that are made in the background for one person. */
  exports: { kind: 'exports', most: 10, minutes: 60 },
  /** Which organization an address belongs to, asked from one network; the web application asks once a page. */
  host: { kind: 'host', most: 120, minutes: 1 },
  hostLogo: { kind: 'host_logo', most: 120, minutes: 1 },
} as const satisfies Record<string, Limit | SpacedLimit>;

const tooMany = (seconds: number): Problem => {
  const left = Math.ceil(seconds / 60);
  return new Problem(
    'too_many',
    { base: [`Too many attempts. Try again in ${left} ${left === 1 ? 'minute' : 'minutes'}.`] },
    Math.ceil(seconds),
  );
};

/** Lets attempts of one subject take turns. */
const turn = (tx: Tx, { kind }: Limit, subject: string): Promise<void> => takeTurn(tx, kind, subject);

type LimitUsage = { count: number; from_oldest: number; from_newest: number };

/**
 * Counts an attempt unless the limit is reached, and forgets those that count no more.
 * @returns how many there were already, and how many seconds ago the first and the last of them
 */
const counted = async (tx: Tx, { kind, most, minutes }: Limit, subject: string): Promise<LimitUsage> => {
  const since = sql`now() - make_interval(mins => ${minutes})`;
  const { rows } = await sql<LimitUsage>`
    with recent as (
      select count(*)::int as count,
             coalesce(greatest(extract(epoch from now() - min(occurred_at)), 0), 0)::float8 as from_oldest,
             coalesce(greatest(extract(epoch from now() - max(occurred_at)), 0), 0)::float8 as from_newest
        from rate_limits where kind = ${kind} and subject = ${subject} and occurred_at > ${since}),
    forgotten as (
      delete from rate_limits where kind = ${kind} and subject = ${subject} and occurred_at <= ${since}),
    added as (
      insert into rate_limits (kind, subject) select ${kind}, ${subject} from recent where count < ${most})
    select * from recent`.execute(tx);
  return rows[0] as LimitUsage;
};

/** The count in its turn: both are sent together, and the database does one after the other. */
const countInTurn = async (tx: Tx, limit: Limit, subject: string): Promise<LimitUsage> => {
  const [, recent] = await Promise.all([turn(tx, limit, subject), counted(tx, limit, subject)]);
  return recent;
};

/**
 * Counts an attempt before it is made, and refuses it when the limit is reached, so that not one more passes. What is
 * refused is not counted. Let a failed attempt keep its writes (`keeping`).
 */
export const attempted = async (tx: Tx, limit: Limit, subject: string): Promise<void> => {
  const { count: before, from_oldest } = await countInTurn(tx, limit, subject);
  if (before >= limit.most) throw tooMany(Math.max(1, limit.minutes * 60 - from_oldest));
};

/** The same without a refusal, for what must look alike whether or not it is done. @returns whether it may be done */
export const allowed = async (tx: Tx, limit: Limit, subject: string): Promise<boolean> => {
  return (await countInTurn(tx, limit, subject)).count < limit.most;
};

/** How many attempts of a subject count now. */
export const recentAttempts = async (tx: Tx, { kind, minutes }: Limit, subject: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from rate_limits
     where kind = ${kind} and subject = ${subject} and occurred_at > now() - make_interval(mins => ${minutes})`.execute(
    tx,
  );
  return rows[0]?.count ?? 0;
};

/** Counts an attempt, and beyond the limit lets one through every so many seconds. */
export const spaced = async (tx: Tx, limit: SpacedLimit, subject: string): Promise<void> => {
  const { count: before, from_newest } = await countInTurn(tx, limit, subject);
  if (before < limit.most) return;
  if (from_newest < limit.secondsApart) throw tooMany(limit.secondsApart - from_newest);
  await tx.insertInto('rate_limits').values({ kind: limit.kind, subject }).execute();
};

/** Forgets what was counted: who succeeds starts afresh. */
export const forgive = async (tx: Tx, { kind }: Limit, subject: string): Promise<void> => {
  await tx.deleteFrom('rate_limits').where('kind', '=', kind).where('subject', '=', subject).execute();
};

/** Takes back the attempt that this transaction counted: it was none. Those before it stay. */
export const takeBack = async (tx: Tx, { kind }: Limit, subject: string): Promise<void> => {
  await tx
    .deleteFrom('rate_limits')
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('occurred_at', '=', sql<string>`now()`)
    .execute();
};
