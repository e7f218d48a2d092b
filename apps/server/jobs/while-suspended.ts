import type { Task } from 'graphile-worker';
import { isSuspended } from '../access/suspension.ts';
import type { JobServices } from './job-services.ts';

/** How soon a task looks again whether its organization is suspended still, in minutes. */
const again = 10;

const isClosed = ({ database }: JobServices, payload: unknown): Promise<boolean> => {
  const { organization_id } = payload as { organization_id?: number | null };
  return organization_id
    ? database.inOrganization({ organization_id }, (tx) => isSuspended(tx, organization_id))
    : Promise.resolve(false);
};

/** The same task, which comes back later while its organization is suspended. */
export const waitingTask =
  (services: JobServices, task: Task): Task =>
  async (payload, helpers) => {
    if (!(await isClosed(services, payload))) return task(payload, helpers);
    const runAt = new Date(Date.now() + again * 60_000);
    const { task_identifier, flags } = helpers.job;
    await helpers.addJob(task_identifier, payload, { runAt, flags: Object.keys(flags ?? {}) });
  };

/** The same run of a job; while its organization is suspended it is left, and its row waits until that is over. */
export const waitingRun =
  (services: JobServices, task: Task): Task =>
  async (payload, helpers) => {
    if (!(await isClosed(services, payload))) await task(payload, helpers);
  };
