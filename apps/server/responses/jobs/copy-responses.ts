import { sql } from 'kysely';
import { memberNow, organizationWith } from '#server/access/members.ts';
import { mayCopyAnswers } from '#server/forms/copy-rights.ts';
import { responsesOf } from '#server/forms/jobs/in-batches.ts';
import { type FinishedRun, type Job, JobFailed, type JobMail, type Run } from '#server/jobs/run-job.ts';
import type { Tx } from '#server/kit/db.ts';
import type { Row } from '#server/kit/rows.ts';
import { takeTurn } from '#server/kit/take-turn.ts';
import type { Jobs } from '#server/schema/background-work.ts';
import { copyResponses as copyStored } from '../copies.ts';

type CopyRun = Jobs['copy_responses'] & Run;

const batch = 500;

/** The calculations of the copy, by those of the form: both in their order. */
const calculationsOf = async (tx: Tx, { form_id, copy_id }: CopyRun) => {
  const rows = await tx
    .selectFrom('calculations')
    .select(['id', 'form_id', 'result_version', 'first_result_version'])
    .where('form_id', 'in', [form_id, copy_id])
    .orderBy('position')
    .orderBy('id')
    .execute();
  const copies = rows.filter((one) => one.form_id === copy_id);
  return rows
    .filter((one) => one.form_id === form_id)
    .map(({ id, result_version, first_result_version }, index) => {
      const copy = copies[index];
      // A result of the version that was copied is one of the version of the copy; an earlier one stays earlier.
      const versionOf = (version = first_result_version) =>
        version === result_version ? copy?.result_version : (version ?? undefined);
      return { id: String(id), copy: copy?.id, versionOf };
    });
};

/** Copies responses of a form to its copy, with their typed columns and files; answers how many. */
const copyAll = async (tx: Tx, copying: CopyRun): Promise<number> => {
  const { organization_id, form_id, copy_id, user_id, progress } = copying;
  progress(0, await responsesOf(tx, form_id));
  const calculations = await calculationsOf(tx, copying);
  const resultsOf = ({ calculation_results, result_versions }: Row<'responses'>) => {
    const there = calculations.filter(({ id, copy }) => copy !== undefined && id in calculation_results);
    return {
      calculation_results: Object.fromEntries(there.map(({ id, copy }) => [copy, calculation_results[id] ?? null])),
      result_versions: Object.fromEntries(
        there.map(({ id, copy, versionOf }) => [copy, versionOf(result_versions[id])]),
      ),
    };
  };
  let last = 0;
  for (let copied = 0; ; ) {
    const read = await tx
      .selectFrom('responses')
      .selectAll()
      // To the microsecond, as the typed columns hold it.
      .select(sql<string>`completed_at::text`.as('completed_at'))
      .where('form_id', '=', form_id)
      .where('id', '>', last)
      .orderBy('id')
      .limit(batch)
      .execute();
    const responses = read.map((row) => ({ ...row, ...resultsOf(row) }));
    await copyStored({ tx, organization_id, form_id, copy_id, user_id }, responses);
    copied += read.length;
    progress(copied);
    if (read.length < batch) return copied;
    last = read.at(-1)?.id ?? last;
  }
};

/** Whether an earlier run has copied them already. */
const isCopied = async (tx: Tx, { copy_id }: CopyRun): Promise<boolean> =>
  (await tx
    .selectFrom('responses')
    .select('id')
    .where('form_id', '=', copy_id)
    .where('copied_from_id', 'is not', null)
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** Whether who asked for it may copy the responses of everybody at this moment. */
const mayStillCopy = async (tx: Tx, { organization_id, form_id, user_id }: CopyRun): Promise<boolean> => {
  const organization = await organizationWith(tx, organization_id);
  const form = await tx.selectFrom('forms').select(['id', 'form_type']).where('id', '=', form_id).executeTakeFirst();
  const caller = await memberNow(tx, organization, user_id);
  return form !== undefined && caller !== null && mayCopyAnswers({ tx, caller }, form);
};

/**
 * Copies the responses of a form to its copy, in the transaction that ends the job, so that a job that is run again copies
 * nothing twice. Throws JobFailed when who asked for it may not copy them any more. Notifications are not sent about
 * copies.
 */
const work: Job<'copy_responses'>['work'] = async ({ database }, payload, run) => {
  const copying = { ...payload, ...run };
  const { organization_id, user_id, impersonator_id, copy_id } = copying;
  const scope = { organization_id, user_id, impersonator_id, inBulk: true };
  await database.inOrganization(scope, async (tx) => {
    // A run that was taken for dead may still be at it: the second waits, and then finds its work done.
    await takeTurn(tx, 'copy_responses', organization_id, copy_id);
    const copy = await tx.selectFrom('forms').select('id').where('id', '=', copy_id).executeTakeFirst();
    // The copy may have been deleted meanwhile.
    if (!copy || (await isCopied(tx, copying))) return;
    if (!(await mayStillCopy(tx, copying)))
      throw new JobFailed(
        'No response was copied: the person who requested it can no longer copy everyone’s responses.',
      );
    await copying.finish(tx, await copyAll(tx, copying));
  });
};

const inWords = (copied: number) =>
  copied === 1 ? '1 response was copied' : `${copied.toLocaleString('en-US')} responses were copied`;

/** Says whether the responses are there, or why not. */
const write = async (
  tx: Tx,
  { copy_id }: Jobs['copy_responses'],
  { done, error }: FinishedRun,
): Promise<JobMail | null> => {
  const copy = await tx.selectFrom('forms').select('name').where('id', '=', copy_id).executeTakeFirst();
  if (!copy) return null;
  return {
    subject: error === null ? `Your copy ${copy.name} is ready` : `The copy ${copy.name} has no responses`,
    paragraphs: [error ?? `${inWords(done)}. No one was notified.`],
    action: { label: 'Open the form', path: `/organization/forms/${copy_id}` },
    footer: 'You’re receiving this email because you requested the copy.',
  };
};

export const copyResponses: Job<'copy_responses'> = {
  work,
  unfinished: 'No response was copied.',
  finished: 'The responses of a form were copied.',
  mail: { write },
};
