import { sql } from 'kysely';
import { memberNow, organizationWith } from '../access/members.ts';
import { mayCopyResponses } from '../forms/copying.ts';
import type { Tx } from '../kit/db.ts';
import { enqueueIn, type InOrganization, type Jobs } from '../kit/enqueue.ts';
import { systemMail } from '../kit/mail/template.ts';
import { originOf } from '../kit/origins.ts';
import { responsesOf } from './in-batches.ts';
import type { JobServices } from './job-services.ts';
import { type Job, JobFailed, type Run } from './run-job.ts';
import { wantsMailOfJobs } from './tell-of-job.ts';

declare module '../kit/enqueue.ts' {
  interface Jobs {
    copy_responses: { form_id: number; copy_id: number };
  }
  interface Tasks {
    /** `copied` is null when they could not be copied any more. */
    copy_mail: { copy_id: number; user_id: number; copied: number | null };
  }
}

type Copying = Jobs['copy_responses'] & Run;

const batch = 500;

/** Columns of the typed slots, in the words of the statement that copies them. */
const slotColumns = async (tx: Tx): Promise<string> => {
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute
     where attrelid = 'response_slots'::regclass and attname ~ '^[bdnsm][0-9]{2}$' and not attisdropped`.execute(tx);
  return rows.map(({ name }) => name).join(', ');
};

/** The calculations of the copy, by those of the form: both in their order. */
const calculationsOf = async (tx: Tx, { organization_id, form_id, copy_id }: Copying) => {
  const rows = await tx
    .selectFrom('calculations')
    .select(['id', 'form_id'])
    .where('organization_id', '=', organization_id)
    .where('form_id', 'in', [form_id, copy_id])
    .orderBy('position')
    .orderBy('id')
    .execute();
  const copies = rows.filter((one) => one.form_id === copy_id);
  return rows.filter((one) => one.form_id === form_id).map(({ id }, index) => [String(id), copies[index]?.id] as const);
};

/** Copies responses of a form to its copy, with their typed columns and files; answers how many. */
const copyAll = async (tx: Tx, copying: Copying): Promise<number> => {
  const { organization_id, form_id, copy_id, user_id, progress } = copying;
  progress(0, await responsesOf(tx, { organization_id, form_id }));
  const columns = sql.raw(await slotColumns(tx));
  const calculations = await calculationsOf(tx, copying);
  let last = 0;
  for (let copied = 0; ; ) {
    const read = await tx
      .selectFrom('responses')
      .selectAll()
      .where('organization_id', '=', organization_id)
      .where('form_id', '=', form_id)
      .where('id', '>', last)
      .orderBy('id')
      .limit(batch)
      .execute();
    const written = await Promise.all(
      read.map(({ id, answers, calculation_results, client_id, administrator_id, completed_at, title }) =>
        tx
          .insertInto('responses')
          .values({
            organization_id,
            form_id: copy_id,
            client_id,
            administrator_id,
            updated_by_id: user_id,
            completed_at,
            title,
            copied_from_id: id,
            answers: JSON.stringify(answers),
            calculation_results: JSON.stringify(
              Object.fromEntries(
                calculations
                  .filter(([id]) => id in (calculation_results as object))
                  .map(([id, copy]) => [copy, (calculation_results as Record<string, unknown>)[id]]),
              ),
            ),
          })
          .returning('id')
          .executeTakeFirstOrThrow(),
      ),
    );
    const pairs = sql`unnest(${read.map(({ id }) => id)}::bigint[], ${written.map(({ id }) => id)}::bigint[]) as pair (old, new)`;
    await sql`
      insert into response_slots (organization_id, form_id, id, client_id, completed_at, ${columns})
      select ${organization_id}::bigint, ${copy_id}::bigint, pair.new, client_id, completed_at, ${columns}
        from response_slots join ${pairs} on pair.old = response_slots.id
       where organization_id = ${organization_id} and form_id = ${form_id}
      returning id`.execute(tx);
    // Who may open a response by itself may open its copy, and nobody else.
    await sql`
      insert into record_permissions (organization_id, entity, record_id, user_id, permission_group_id, actions)
      select ${organization_id}::bigint, entity, pair.new, user_id, permission_group_id, actions
        from record_permissions join ${pairs} on pair.old = record_id
       where organization_id = ${organization_id} and entity = 'client_forms'
      returning id`.execute(tx);
    await sql`
      insert into response_files (organization_id, response_id, file_id)
      select ${organization_id}::bigint, pair.new, file_id from response_files join ${pairs} on pair.old = response_id
       where organization_id = ${organization_id}
      returning id`.execute(tx);
    await sql`
      insert into record_uses (organization_id, record_id, response_id, field_id)
      select ${organization_id}::bigint, record_id, pair.new, field_id from record_uses join ${pairs} on pair.old = response_id
       where organization_id = ${organization_id}
      returning id`.execute(tx);
    copied += read.length;
    progress(copied);
    if (read.length < batch) return copied;
    last = read.at(-1)?.id ?? last;
  }
};

/** Whether an earlier run has copied them already. */
const isCopied = async (tx: Tx, { organization_id, copy_id }: Copying): Promise<boolean> =>
  (await tx
    .selectFrom('responses')
    .select('id')
    .where('organization_id', '=', organization_id)
    .where('form_id', '=', copy_id)
    .where('copied_from_id', 'is not', null)
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** Whether who asked for it may copy the responses of everybody at this moment. */
const mayStillCopy = async (tx: Tx, { organization_id, form_id, user_id }: Copying): Promise<boolean> => {
  const organization = await organizationWith(tx, organization_id);
  const form = await tx
    .selectFrom('forms')
    .select('form_type')
    .where('organization_id', '=', organization_id)
    .where('id', '=', form_id)
    .executeTakeFirst();
  const member = await memberNow(tx, organization, user_id);
  return form !== undefined && member !== null && mayCopyResponses(member, form);
};

/**
 * Copies the responses of a form to its copy, in one transaction, so that a job that is run again copies nothing
 * twice; then has who asked for it told by mail. Throws JobFailed when they may not copy them any more.
 * Notifications are not sent about copies.
 */
const work: Job<'copy_responses'>['work'] = async ({ database }, payload, run) => {
  const copying = { ...payload, ...run };
  const { organization_id, user_id, impersonator_id, copy_id } = copying;
  const scope = { organization_id, user_id, impersonator_id, inBulk: true };
  const isRefused = await database.inOrganization(scope, async (tx) => {
    // A run that was taken for dead may still be at it: the second waits, and then finds its work done.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`copy_responses ${organization_id} ${copy_id}`}, 0))`.execute(
      tx,
    );
    const copy = await tx
      .selectFrom('forms')
      .select('id')
      .where('organization_id', '=', organization_id)
      .where('id', '=', copy_id)
      .executeTakeFirst();
    // The copy may have been deleted meanwhile.
    if (!copy || (await isCopied(tx, copying))) return false;
    const copied = (await mayStillCopy(tx, copying)) ? await copyAll(tx, copying) : null;
    await enqueueIn(tx)('copy_mail', { copy_id, user_id, copied });
    return copied === null;
  });
  if (isRefused)
    throw new JobFailed('No response was copied: who asked for it may not copy the responses of everybody any more.');
};

export const copyResponses: Job<'copy_responses'> = {
  work,
  unfinished: 'No response was copied.',
  finished: 'The responses of a form were copied.',
};

/** Tells who asked for the copy of a form that its responses are there, or why not. */
export const copyMail = async (
  { database, mailer, config }: JobServices,
  { organization_id, copy_id, user_id, copied }: InOrganization<'copy_mail'>,
): Promise<void> => {
  const copy = await database.inOrganization({ organization_id }, async (tx) => {
    if (!(await wantsMailOfJobs(tx, organization_id, user_id))) return null;
    return tx
      .selectFrom('forms')
      .innerJoin('organizations', 'organizations.id', 'forms.organization_id')
      .innerJoin('users', (join) => join.on('users.id', '=', user_id))
      .select(['forms.name', 'slug', 'users.email'])
      .where('forms.organization_id', '=', organization_id)
      .where('forms.id', '=', copy_id)
      .executeTakeFirst();
  });
  if (!copy) return;
  await mailer.send({
    id: `copy-${organization_id}-${copy_id}-${copied === null ? 'refused' : 'done'}`,
    ...systemMail({
      to: copy.email,
      ...wordsOf(copy.name, copied),
      action: { label: 'Open the form', url: `${originOf(config, copy.slug)}/organization/forms/${copy_id}` },
      footer: 'You get this mail because you asked for the copy.',
    }),
  });
};

const wordsOf = (name: string, copied: number | null) => {
  if (copied === null)
    return {
      subject: `The copy ${name} has no responses`,
      paragraphs: ['No response was copied: meanwhile you may not copy the responses of everybody any more.'],
    };
  const responses = copied === 1 ? '1 response was' : `${copied.toLocaleString('en-US')} responses were`;
  return { subject: `The copy ${name} is finished`, paragraphs: [`${responses} copied, and nobody was notified.`] };
};
