import { holds } from '../access/demands.ts';
import { memberNow, organizationWith } from '../access/members.ts';
import { duplicateFor, peopleToCopyFor, responseToDuplicate } from '../forms/duplicate.ts';
import { enqueueIn, type InOrganization } from '../kit/enqueue.ts';
import { systemMail } from '../kit/mail/template.ts';
import { originOf } from '../kit/origins.ts';
import { Problem } from '../kit/problem.ts';
import type { JobServices } from './job-services.ts';
import { type Job, JobFailed } from './run-job.ts';
import { wantsMailOfJobs } from './tell-of-job.ts';

declare module '../kit/enqueue.ts' {
  interface Jobs {
    duplicate_response: { form_id: number; response_id: number; client_ids: number[] };
  }
  interface Tasks {
    /** How many copies were made, and how many people were left out. */
    duplicate_mail: { form_id: number; job_id: number; user_id: number; made: number; left: number };
  }
}

const refused = 'No copy was made: who asked for it may not duplicate this response any more.';

/**
 * Duplicates a response for other people, in one transaction that also says that the job is over, so that no copy is
 * made twice. What the person may do is asked anew: people whom they may not see any more are left out, and counted.
 */
const work: Job<'duplicate_response'>['work'] = (
  { database, keys },
  payload,
  { job_id, progress, finish, ...scope },
) => {
  const { form_id, response_id, client_ids } = payload;
  const { organization_id, user_id } = scope;
  return database.inOrganization({ ...scope, inBulk: true }, async (tx) => {
    const organization = await organizationWith(tx, organization_id);
    const caller = await memberNow(tx, organization, user_id);
    if (!caller || !holds(caller, { entity: 'client_forms', action: 'write' })) throw new JobFailed(refused);
    const { source, form } = await responseToDuplicate({ tx, caller }, response_id).catch((error: unknown) => {
      throw error instanceof Problem ? new JobFailed(refused) : error;
    });
    const people = await peopleToCopyFor({ tx, caller }, client_ids);
    progress(0, people.length);
    for (const [index, client] of people.entries()) {
      await duplicateFor({ tx, caller, keys }, { source, form, client });
      progress(index + 1);
    }
    const made = people.length;
    const left = client_ids.length - made;
    await enqueueIn(tx)('duplicate_mail', { form_id, job_id, user_id, made, left });
    await finish(tx, made);
  });
};

export const duplicateResponse: Job<'duplicate_response'> = {
  work,
  unfinished: 'No copy was made.',
  finished: 'The copies of a response were made.',
};

/** Tells who asked for copies of a response how many there are: no names of people, and no answers. */
export const duplicateMail = async (
  { database, mailer, config }: JobServices,
  { organization_id, form_id, job_id, user_id, made, left }: InOrganization<'duplicate_mail'>,
): Promise<void> => {
  const found = await database.inOrganization({ organization_id }, async (tx) => {
    if (!(await wantsMailOfJobs(tx, organization_id, user_id))) return null;
    return tx
      .selectFrom('forms')
      .innerJoin('organizations', 'organizations.id', 'forms.organization_id')
      .innerJoin('users', (join) => join.on('users.id', '=', user_id))
      .select(['forms.name', 'slug', 'users.email'])
      .where('forms.organization_id', '=', organization_id)
      .where('forms.id', '=', form_id)
      .executeTakeFirst();
  });
  if (!found) return;
  await mailer.send({
    id: `duplicate-${organization_id}-${job_id}`,
    ...systemMail({
      to: found.email,
      subject: `Copies of a response to ${found.name} are finished`,
      paragraphs: [
        `${made === 1 ? '1 copy was' : `${made} copies were`} made, and nobody was notified.`,
        ...(left > 0
          ? [`${left === 1 ? '1 person was' : `${left} people were`} left out, because you may not see them any more.`]
          : []),
      ],
      action: { label: 'Open People', url: `${originOf(config, found.slug)}/organization/clients` },
      footer: 'You get this mail because you asked for the copies.',
    }),
  });
};
