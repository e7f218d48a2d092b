import { problems } from '#contract/problems.ts';
import type { ChosenValues } from '#contract/resources/merges.ts';
import { formatDate } from '#forms/calendar.ts';
import { memberNow, organizationWith } from '../access/members.ts';
import { todayIn } from '../kit/calendar.ts';
import type { Tx } from '../kit/db.ts';
import { enqueueIn, type InOrganization } from '../kit/enqueue.ts';
import { systemMail } from '../kit/mail/template.ts';
import { originOf } from '../kit/origins.ts';
import { Problem } from '../kit/problem.ts';
import { mergePeople } from '../people/merging/merge.ts';
import { findMergeable } from '../people/merging/mergeable.ts';
import type { JobServices } from './job-services.ts';
import { type Job, JobFailed } from './run-job.ts';
import { wantsMailOfJobs } from './tell-of-job.ts';

declare module '../kit/enqueue.ts' {
  interface Jobs {
    merge_clients: { master_client_id: number; client_ids: number[]; values: ChosenValues };
  }
  interface Tasks {
    merge_mail: { master_client_id: number; job_id: number; user_id: number; is_merged: boolean };
  }
}

/** Why a merge that was asked for is not done, in a sentence for people. */
const whyNot = ({ code, errors }: Problem): string => {
  if (code === 'not_found' || code === 'forbidden')
    return 'Nothing was merged: one of the records is gone, or who asked for it may not merge it any more.';
  const [first] = Object.values(errors).flat();
  return `Nothing was merged. ${first ?? problems[code].message}.`;
};

/** Whether an earlier run has done it, also when it was undone since. */
const isDone = async (tx: Tx, { organization_id, job_id }: { organization_id: number; job_id: number }) =>
  (await tx
    .selectFrom('merges')
    .select('id')
    .where('organization_id', '=', organization_id)
    .where('job_id', '=', job_id)
    .executeTakeFirst()) !== undefined;

/**
 * Merges people in one transaction, with the rights that who asked for it has at this moment. A run that died left
 * nothing behind; one that is repeated finds its work done. Throws JobFailed when they cannot be merged any more.
 */
const work: Job<'merge_clients'>['work'] = async ({ database, keys }, wanted, { progress, ...run }) => {
  const { organization_id, job_id, user_id, impersonator_id } = run;
  // Extended permissions do not follow: nobody has recorded anything here.
  await database.inOrganization({ organization_id, user_id, impersonator_id, inBulk: true }, async (tx) => {
    const organization = await organizationWith(tx, organization_id);
    if (await isDone(tx, run)) return;
    const caller = await memberNow(tx, organization, user_id);
    if (!caller) throw new JobFailed(whyNot(new Problem('forbidden')));
    const merging = await findMergeable({ tx, caller, keys }, wanted, { locks: true }).catch(async (error: unknown) => {
      // Two runs of this job: the other one was first.
      if (await isDone(tx, run)) return null;
      throw error instanceof Problem ? new JobFailed(whyNot(error)) : error;
    });
    if (!merging) return;
    await mergePeople(tx, merging, { caller, job_id, keys, values: wanted.values });
    const mail = { master_client_id: wanted.master_client_id, job_id, user_id, is_merged: true };
    await enqueueIn(tx)('merge_mail', mail);
  });
};

export const mergeClients: Job<'merge_clients'> = {
  work,
  unfinished: 'Nothing was merged.',
  finished: 'The merge you requested has finished.',
  failed: ({ database }, { master_client_id }, { organization_id, job_id, user_id }) =>
    database.inOrganization({ organization_id }, (tx) =>
      enqueueIn(tx)('merge_mail', { master_client_id, job_id, user_id, is_merged: false }),
    ),
};

/** Tells who asked for a merge how it ended, without a name of anybody. */
export const mergeMail = async (
  { database, mailer, config }: JobServices,
  { organization_id, master_client_id, job_id, user_id, is_merged }: InOrganization<'merge_mail'>,
): Promise<void> => {
  const job = await database.inOrganization({ organization_id }, async (tx) => {
    if (!(await wantsMailOfJobs(tx, organization_id, user_id))) return null;
    return tx
      .selectFrom('jobs')
      .innerJoin('organizations', 'organizations.id', 'jobs.organization_id')
      .innerJoin('users', (join) => join.on('users.id', '=', user_id))
      .select(['jobs.created_at', 'jobs.run', 'organizations.slug', 'organizations.time_zone', 'users.email'])
      .where('jobs.organization_id', '=', organization_id)
      .where('jobs.id', '=', job_id)
      .executeTakeFirst();
  });
  if (!job) return;
  const date = formatDate(todayIn(job.time_zone, new Date(job.created_at)));
  const outcome = is_merged
    ? `The merge you requested on ${date} has finished.`
    : `The merge you requested on ${date} could not be done. Nothing was changed.`;
  const origin = originOf(config, job.slug);
  await mailer.send({
    id: `merge-${organization_id}-${job_id}-${is_merged ? 'done' : `failed-${job.run}`}`,
    ...systemMail({
      to: job.email,
      subject: is_merged ? 'The merge you requested has finished' : 'The merge you requested could not be done',
      paragraphs: [outcome],
      action: is_merged
        ? { label: 'Open the person', url: `${origin}/organization/clients/${master_client_id}` }
        : { label: 'See why', url: `${origin}/organization/jobs` },
      footer: 'You get this mail because you asked for the merge.',
    }),
  });
};
