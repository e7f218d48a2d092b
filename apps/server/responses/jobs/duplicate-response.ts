import { holds } from '#server/access/demands.ts';
import { memberNow, organizationWith } from '#server/access/members.ts';
import { type FinishedRun, type Job, JobFailed, type JobMail } from '#server/jobs/run-job.ts';
import type { Tx } from '#server/kit/db.ts';
import { Problem } from '#server/kit/problem.ts';
import type { Jobs } from '#server/schema/background-work.ts';
import { duplicateFor, peopleToCopyFor, responseToDuplicate } from '../duplicate.ts';

const refused = 'No copy was made: the person who requested it can no longer duplicate this response.';

/**
 * Duplicates a response for other people, in one transaction that also says that the job is over, so that no copy is
 * made twice. What the person may do is asked anew: people whom they may not see any more are left out, and counted.
 */
const work: Job<'duplicate_response'>['work'] = (
  { database, keys },
  payload,
  { job_id: _, progress, finish, ...scope },
) => {
  const { response_id, client_ids } = payload;
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
    await finish(tx, people.length);
  });
};

/** Says how many copies there are: no names of people, and no answers. */
const write = async (
  tx: Tx,
  { form_id, client_ids }: Jobs['duplicate_response'],
  { state, done }: FinishedRun,
): Promise<JobMail | null> => {
  const form = await tx.selectFrom('forms').select('name').where('id', '=', form_id).executeTakeFirst();
  if (!form || state === 'failed') return null;
  const left = client_ids.length - done;
  return {
    subject: `Your copies of a response to ${form.name} are ready`,
    paragraphs: [
      `${done === 1 ? '1 copy was' : `${done} copies were`} made. No one was notified.`,
      ...(left > 0
        ? [`${left === 1 ? '1 person was' : `${left} people were`} left out because you can no longer see them.`]
        : []),
    ],
    action: { label: 'Open People', path: '/organization/clients' },
    footer: 'You’re receiving this email because you requested the copies.',
  };
};

export const duplicateResponse: Job<'duplicate_response'> = {
  work,
  unfinished: 'No copy was made.',
  finished: 'The copies of a response were made.',
  mail: { write },
};
