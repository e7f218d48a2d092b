import { memberNow, organizationWith } from '../access/members.ts';
import type { Tx } from '../kit/db.ts';
import type { InOrganization } from '../kit/enqueue.ts';
import { systemMail } from '../kit/mail/template.ts';
import { originOf } from '../kit/origins.ts';
import { waysOf } from '../notifications/preferences.ts';
import type { Jobs } from '../schema/background-work.ts';
import type { JobServices } from './job-services.ts';
import type { FinishedRun, Job } from './run-job.ts';

type JobOf = (kind: string) => Job<keyof Jobs> | undefined;

const readRun = async (tx: Tx, { organization_id, job_id, run }: InOrganization<'job_mail'>) => {
  const job = await tx
    .selectFrom('jobs')
    .innerJoin('organizations', 'organizations.id', 'jobs.organization_id')
    .innerJoin('users', 'users.id', 'jobs.user_id')
    .select(['jobs.kind', 'jobs.payload', 'jobs.state', 'jobs.done', 'jobs.error', 'jobs.created_at', 'jobs.user_id'])
    .select(['organizations.slug', 'organizations.time_zone', 'users.email'])
    .where('jobs.id', '=', job_id)
    .where('jobs.run', '=', run)
    .where('jobs.state', 'in', ['succeeded', 'failed'])
    .executeTakeFirst();
  if (!job || !(await memberNow(tx, await organizationWith(tx, organization_id), job.user_id))) return null;
  return { ...job, organization_id, job_id, run };
};

const wantsMail = async (tx: Tx, { organization_id, user_id }: FinishedRun) =>
  (await waysOf(tx, { organization_id, kind: 'job' }, [user_id]))(user_id).mail === 'each';

/**
 * Emails the person who started a job how it ended, in the words of its kind. Sends nothing to someone who left the
 * organization or turned these emails off, or about a run that has been started again.
 */
export const jobMail =
  (jobOf: JobOf) =>
  async ({ database, mailer, config }: JobServices, payload: InOrganization<'job_mail'>): Promise<void> => {
    const { organization_id, job_id, run } = payload;
    const found = await database.inOrganization({ organization_id }, async (tx) => {
      const job = await readRun(tx, payload);
      const mail = job && jobOf(job.kind)?.mail;
      if (!job || !mail || !(mail.isAlwaysSent || (await wantsMail(tx, job)))) return null;
      const words = await mail.write(tx, job.payload, job);
      return words && { words, job };
    });
    if (!found) return;
    const { job, words } = found;
    const { action, isOnPlatform, ...text } = words;
    const url = `${originOf(config, isOnPlatform ? null : job.slug)}${action.path}`;
    await mailer.send({
      id: `job-${organization_id}-${job_id}-${job.state === 'succeeded' ? 'done' : `failed-${run}`}`,
      ...systemMail({ to: job.email, ...text, action: { label: action.label, url } }),
    });
  };
