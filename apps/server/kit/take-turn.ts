import { sql } from 'kysely';
import type { Tx } from './db.ts';

/** Lets transactions about one subject take turns: whoever comes later waits until this one ends, in whichever process. */
export const takeTurn = async (tx: Tx, ...subject: readonly (string | number)[]): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${subject.join(' ')}, 0))`.execute(tx);
};
