import { createHash } from 'node:crypto';
import type { Tx } from '../kit/db.ts';
import { byBell } from '../notifying/bell-channel.ts';
import { waysOf } from '../notifying/preferences.ts';
import type { JobServices } from './job-services.ts';

type Over = { organization_id: number; job_id: number; run: number; user_id: number };

/** Names the end of a run for good, as a UUID. */
const endOf = ({ organization_id, job_id, run }: Over): string =>
  createHash('md5').update(`job ${organization_id} ${job_id} ${run}`).digest('hex');

/** Tells who had a job done that it is over, in a sentence without names of people. Telling it twice tells it once. */
export const tellOfJob = ({ database }: JobServices, over: Over, text: string): Promise<void> =>
  database.inOrganization({ organization_id: over.organization_id }, async (tx) => {
    await byBell(tx, {
      organization_id: over.organization_id,
      kind: 'job',
      event_id: endOf(over),
      about: null,
      user_ids: [over.user_id],
      text,
      url: '/organization/jobs',
    });
  });

/** Whether somebody wants an email of their own about a job that is over. */
export const wantsMailOfJobs = async (tx: Tx, organization_id: number, user_id: number): Promise<boolean> =>
  (await waysOf(tx, { organization_id, kind: 'job' }, [user_id]))(user_id).mail === 'each';
