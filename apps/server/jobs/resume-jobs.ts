import { sql } from 'kysely';
import { enqueueRun, type InOrganization } from '../kit/enqueue.ts';
import type { Jobs } from '../schema/background-work.ts';
import type { JobServices } from './job-services.ts';
import { enqueueMail, type Job } from './run-job.ts';

/** Runs in a row that may end with their worker; then the job is taken for what ends them. */
const maxLost = 3;

/** Nobody has said for two minutes that they are at it, or for a day that it waits. */
const isAbandoned = sql<boolean>`(
  state = 'running' and alive_at < now() - interval '2 minutes' or state = 'enqueued' and alive_at < now() - interval '1 day')`;

type JobOf = (kind: string) => Job<keyof Jobs> | undefined;

/**
 * Runs jobs again whose worker has died: the queue itself would wait for hours. A job that was abandoned three times has
 * failed, and people decide. Any number of workers may do this at once; one of them does it to each job.
 */
export const resumeJobs = async (services: JobServices, jobOf: JobOf = () => undefined): Promise<void> => {
  const { database } = services;
  const abandoned = await database.adminTransaction(({ tx }) =>
    tx
      .selectFrom('jobs')
      .select(['organization_id', 'id'])
      .where(isAbandoned)
      // Those of suspended organizations wait.
      .where('organization_id', 'not in', (eb) =>
        eb.selectFrom('organizations').select('organizations.id').where('suspended_at', 'is not', null),
      )
      .execute(),
  );
  for (const { organization_id, id } of abandoned) {
    const failed = await database.inOrganization({ organization_id }, async (tx) => {
      const mine = tx.updateTable('jobs').where('id', '=', id).where(isAbandoned);
      const resumed = await mine
        .set({
          state: 'enqueued',
          run: sql<number>`run + 1`,
          lost: sql<number>`lost + 1`,
          alive_at: sql<string>`now()`,
        })
        .where('lost', '<', maxLost - 1)
        .returning(['kind', 'run'])
        .executeTakeFirst();
      if (resumed) {
        await enqueueRun(tx, resumed.kind, { job_id: id, run: resumed.run });
        return;
      }
      const error = 'It was interrupted three times before it finished. Run it again, or tell your administrator.';
      return mine
        .set({ state: 'failed', error, lost: 0, run: sql<number>`run + 1`, finished_at: sql<string>`now()` })
        .returning(['kind', 'payload', 'run', 'user_id', 'impersonator_id'])
        .executeTakeFirst();
    });
    if (!failed) continue;
    const { kind, payload, run, ...who } = failed;
    const job = jobOf(kind);
    await job?.failed?.(services, payload, { organization_id, job_id: id, ...who });
    await database.inOrganization({ organization_id }, (tx) => enqueueMail(tx, job, { job_id: id, run }));
  }
};

/** Has the jobs of an organization run that waited while it was suspended. */
export const resumeWaiting = (
  { database }: JobServices,
  { organization_id }: InOrganization<'resume_waiting'>,
): Promise<void> =>
  database.inOrganization({ organization_id }, async (tx) => {
    const waiting = await tx
      .updateTable('jobs')
      .set({ alive_at: sql<string>`now()` })
      .where('state', '=', 'enqueued')
      .returning(['id', 'kind', 'run'])
      .execute();
    for (const { id, kind, run } of waiting) await enqueueRun(tx, kind, { job_id: id, run });
  });
