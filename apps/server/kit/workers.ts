import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from './db.ts';

/** What the connections of workers are called in the database, before a part that each worker has for itself. */
const called = 'hearth worker ';

/** The address of the database for one more worker: its connections carry a name, by which it is counted. */
export const asWorker = (url: string): string => {
  const address = new URL(url);
  address.searchParams.set('application_name', `${called}${randomUUID()}`);
  return address.href;
};

/** How many workers there are at this moment, busy or not: each of them is connected for as long as it lives. */
export const countWorkers = async (tx: Tx): Promise<number> => {
  const { rows } = await sql<{ workers: number }>`
    select count(distinct application_name) as workers from pg_stat_activity
     where datname = current_database() and starts_with(application_name, ${called})`.execute(tx);
  return rows[0]?.workers as number;
};
