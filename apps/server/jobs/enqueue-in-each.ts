import { type Enqueue, enqueueIn } from '../kit/enqueue.ts';
import type { JobServices } from './job-services.ts';

/** Enqueues something in each of these organizations, in a transaction of its own. */
export const enqueueInEach = async (
  { database }: JobServices,
  organizations: readonly { organization_id: number }[],
  add: (enqueue: Enqueue) => Promise<void>,
): Promise<void> => {
  for (const { organization_id } of organizations)
    await database.inOrganization({ organization_id }, (tx) => add(enqueueIn(tx)));
};
