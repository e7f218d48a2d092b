import { sql } from 'kysely';
import type { Tx } from './db.ts';

/** Adds a job to the queue in this transaction: it runs after the commit, and never without one. */
export const enqueue = async (tx: Tx, task: string, payload: Record<string, unknown>): Promise<void> => {
  await sql`select kit.add_job(${task}, ${JSON.stringify(payload)}::jsonb)`.execute(tx);
};
