import { createHash } from 'node:crypto';
import { byBell } from '../notifications/bell-channel.ts';
import type { JobServices } from './job-services.ts';

type Over = { organization_id: number; job_id: number; run: number; user_id: number };

/** Names the end of a run for good, as a UUID. */
const endOf = ({ organization_id, job_id, run }: Over): string =>
  createHash('md5').update(`job ${organization_id} ${job_id} ${run}`).digest('hex');

/**
 * Tells who had a job done that it is over, in sentences without names of people, which lead to its log: that of all jobs
 * where it has none of its own. Telling it twice tells it once.
 */
export const tellOfJob = (
  { database }: JobServices,
  over: Over,
  { text, url = '/organization/jobs' }: { text: string; url?: string },
): Promise<void> =>
  database.inOrganization({ organization_id: over.organization_id }, async (tx) => {
    await byBell(tx, {
      organization_id: over.organization_id,
      kind: 'job',
      event_id: endOf(over),
      about: null,
      user_ids: [over.user_id],
      text,
      url,
    });
  });
