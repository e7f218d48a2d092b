import { sql } from 'kysely';
import type { Jobs, Tasks } from '../schema/background-work.ts';
import type { Tx } from './db.ts';

/** Adds a task that runs after the commit, and never when there is none. */
export type Enqueue = <K extends keyof Tasks>(task: K, payload: Tasks[K]) => Promise<void>;

/** A job that waits for a worker. */
export type StartedJob = { id: number; state: 'enqueued' };

/** What a task is given when it runs: its payload, with the organization in whose transaction it was added. */
export type InOrganization<K extends keyof Tasks> = Tasks[K] & { organization_id: number };

/** Adds a job in the caller's name, which runs after the commit; it can be followed by its id. */
export type StartJob = <K extends keyof Jobs>(kind: K, payload: Jobs[K]) => Promise<StartedJob>;

/** A run of a job, as the queue holds it. */
export type QueuedRun = { job_id: number; run: number };

/** How often the queue tries a run before the job counts as failed: for a minute and a half. */
const attempts = 5;

/** @see Enqueue */
export const enqueueIn =
  (tx: Tx): Enqueue =>
  async (task, payload) => {
    await sql`select kit.add_job(${task}, ${JSON.stringify(payload)}::jsonb)`.execute(tx);
  };

/** Hands a run of a job to the queue. The transaction is in the job's organization. */
export const enqueueRun = async (tx: Tx, kind: string, queued: QueuedRun): Promise<void> => {
  await sql`select kit.add_job(${kind}, ${JSON.stringify(queued)}::jsonb, ${attempts}::integer)`.execute(tx);
};

/** @see StartJob. Who asks, and for whom, is that of the transaction. */
export const startJobIn =
  (tx: Tx): StartJob =>
  async (kind, payload) => {
    const { id, run } = await tx
      .insertInto('jobs')
      .values({ organization_id: sql<number>`kit.organization_id()`, kind, payload: JSON.stringify(payload) })
      .returning(['id', 'run'])
      .executeTakeFirstOrThrow();
    await enqueueRun(tx, kind, { job_id: id, run });
    return { id, state: 'enqueued' };
  };
