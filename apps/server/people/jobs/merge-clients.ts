import { inSentences } from '#contract/kit/in-sentences.ts';
import { problems } from '#contract/problems.ts';
import { formatDate } from '#forms/calendar.ts';
import { memberNow, organizationWith } from '#server/access/members.ts';
import { type FinishedRun, type Job, JobFailed, type JobMail } from '#server/jobs/run-job.ts';
import { todayIn } from '#server/kit/calendar.ts';
import type { Tx } from '#server/kit/db.ts';
import { Problem } from '#server/kit/problem.ts';
import type { Jobs } from '#server/schema/background-work.ts';
import { mergePeople } from '../merging/merge.ts';
import { findMergeable } from '../merging/mergeable.ts';

/** Why a merge that was asked for is not done, in a sentence for people. */
const whyNot = ({ code, errors }: Problem): string => {
  if (code === 'not_found' || code === 'forbidden')
    return 'Nothing was merged: one of the records no longer exists, or the person who requested it can no longer merge it.';
  const [first] = Object.values(errors).flat();
  return inSentences(['Nothing was merged.', first ?? problems[code].message]);
};

/** Whether an earlier run has done it, also when it was undone since. */
const isDone = async (tx: Tx, job_id: number) =>
  (await tx.selectFrom('merges').select('id').where('job_id', '=', job_id).executeTakeFirst()) !== undefined;

/**
 * Merges people in one transaction, with the rights that who asked for it has at this moment. A run that died left
 * nothing behind; one that is repeated finds its work done. Throws JobFailed when they cannot be merged any more.
 */
const work: Job<'merge_clients'>['work'] = async ({ database, keys }, wanted, { progress, ...run }) => {
  const { organization_id, job_id, user_id, impersonator_id } = run;
  // Extended permissions do not follow: nobody has recorded anything here.
  await database.inOrganization({ organization_id, user_id, impersonator_id, inBulk: true }, async (tx) => {
    const organization = await organizationWith(tx, organization_id);
    if (await isDone(tx, job_id)) return;
    const caller = await memberNow(tx, organization, user_id);
    if (!caller) throw new JobFailed(whyNot(new Problem('forbidden')));
    const merging = await findMergeable({ tx, caller, keys }, wanted, { locks: true }).catch(async (error: unknown) => {
      // Two runs of this job: the other one was first.
      if (await isDone(tx, job_id)) return null;
      throw error instanceof Problem ? new JobFailed(whyNot(error)) : error;
    });
    if (!merging) return;
    await mergePeople(tx, merging, { caller, job_id, keys, values: wanted.values });
  });
};

/** Says how a merge ended, without a name of anybody. */
const write = async (
  _: Tx,
  { master_client_id }: Jobs['merge_clients'],
  { state, created_at, time_zone }: FinishedRun,
): Promise<JobMail> => {
  const date = formatDate(todayIn(time_zone, new Date(created_at)));
  const footer = 'You’re receiving this email because you requested the merge.';
  if (state === 'failed')
    return {
      subject: 'The merge you requested failed',
      paragraphs: [`The merge you requested on ${date} failed. Nothing was changed.`],
      action: { label: 'See why', path: '/organization/jobs' },
      footer,
    };
  return {
    subject: 'The merge you requested has finished',
    paragraphs: [`The merge you requested on ${date} has finished.`],
    action: { label: 'Open the person', path: `/organization/clients/${master_client_id}` },
    footer,
  };
};

export const mergeClients: Job<'merge_clients'> = {
  work,
  unfinished: 'Nothing was merged.',
  finished: 'The merge you requested has finished.',
  mail: { write },
};
