import { type RawBuilder, sql } from 'kysely';
import { once } from '#server/kit/db.ts';
import { Problem } from '#server/kit/problem.ts';
import type { ReportContext } from './context.ts';

const tooLong = 'The report took too long. Narrow it with a date filter.';
const tooLarge = 'A calculated column came to a number that is too large. Change its formula.';

/** For how long one statement of a report may work, in milliseconds. */
const timeoutMs = 25_000;

export type Row = Record<string, unknown>;

/** Has the statements that follow end when they work for too long. */
export const withTimeout = ({ tx }: Pick<ReportContext, 'tx'>): Promise<unknown> =>
  sql`set local statement_timeout = ${sql.raw(String(timeoutMs))}`.execute(tx);

/** Sends one statement of a report: there are as many as there are reports, so each is planned for itself. */
export const ask = async <R = Row>({ tx }: Pick<ReportContext, 'tx'>, statement: RawBuilder<unknown>): Promise<R[]> => {
  try {
    return (await sql<R>`${sql.raw(once)}${statement}`.execute(tx)).rows;
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === '57014') throw new Problem('too_slow', { base: [tooLong] });
    if (code === '22003' || code === '22008') throw new Problem('invalid', { base: [tooLarge] });
    throw error;
  }
};
