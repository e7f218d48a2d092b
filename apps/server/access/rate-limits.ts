import { sql } from 'kysely';
import type { Tx } from '../kit/db.ts';
import { Problem } from '../kit/problem.ts';

export type Limit = { kind: string; most: number; minutes: number };

/**
 * The limits of R10 and R13, and of calls that make the server ask another one. They are counted in the database, so
 * that several processes share them.
 */
export const limits = {
  signIn: { kind: 'sign_in', most: 10, minutes: 15 },
  passwordReset: { kind: 'password_reset', most: 5, minutes: 60 },
  currentPassword: { kind: 'current_password', most: 10, minutes: 15 },
  secondFactor: { kind: 'second_factor', most: 20, minutes: 60 },
  emailChange: { kind: 'email_change', most: 5, minutes: 60 },
  keyRotation: { kind: 'key_rotation', most: 10, minutes: 15 },
  lookups: { kind: 'lookups', most: 60, minutes: 1 },
  invitations: { kind: 'invitations', most: 200, minutes: 24 * 60 },
} as const satisfies Record<string, Limit>;

/** Refuses when the limit is reached for this subject, and says when to try again. */
const withinLimit = async (tx: Tx, { kind, most, minutes }: Limit, subject: string): Promise<void> => {
  const recent = sql<boolean>`occurred_at > now() - make_interval(mins => ${minutes})`;
  const { count, oldest } = await tx
    .selectFrom('rate_limits')
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min('occurred_at').as('oldest')])
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where(recent)
    .executeTakeFirstOrThrow();
  if (count < most) return;
  const seconds = Math.max(1, Math.ceil((Date.parse(String(oldest)) + minutes * 60_000 - Date.now()) / 1000));
  const left = Math.ceil(seconds / 60);
  throw new Problem(
    'too_many',
    { base: [`Too many attempts. Try again in ${left} ${left === 1 ? 'minute' : 'minutes'}.`] },
    seconds,
  );
};

/**
 * Counts an attempt before it is made, and refuses it when the limit is reached. Attempts of one subject take turns
 * until their transactions end, so that not one more passes, however many come at once and to whichever process. Let a
 * failed attempt keep its writes (`keeping`).
 */
export const attempted = async (tx: Tx, limit: Limit, subject: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${limit.kind} ${subject}`}, 0))`.execute(tx);
  await withinLimit(tx, limit, subject);
  await countAgainst(tx, limit, subject);
};

/** Counts one event against a limit. */
const countAgainst = async (tx: Tx, { kind }: Limit, subject: string): Promise<void> => {
  await tx.insertInto('rate_limits').values({ kind, subject }).execute();
};

/** Forgets what was counted: a sign-in that succeeds starts afresh. */
export const forgive = async (tx: Tx, { kind }: Limit, subject: string): Promise<void> => {
  await tx.deleteFrom('rate_limits').where('kind', '=', kind).where('subject', '=', subject).execute();
};
