import { sql } from 'kysely';
import { memberNow } from '../access/members.ts';
import { mayCopyResponses } from '../forms/copying.ts';
import type { Tx } from '../kit/db.ts';
import { systemMail } from '../kit/mail/template.ts';
import { originOf } from '../kit/origins.ts';
import type { JobServices } from './worker.ts';

type Payload = {
  organization_id: number;
  form_id: number;
  copy_id: number;
  user_id: number;
  impersonator_id: number | null;
};

const batch = 500;

/** Columns of the typed slots, in the words of the statement that copies them. */
const slotColumns = async (tx: Tx): Promise<string> => {
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute
     where attrelid = 'response_slots'::regclass and attname ~ '^[bdnsm][0-9]{2}$' and not attisdropped`.execute(tx);
  return rows.map(({ name }) => name).join(', ');
};

/** The calculations of the copy, by those of the form: both in their order. */
const calculationsOf = async (tx: Tx, { organization_id, form_id, copy_id }: Payload) => {
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
const copyAll = async (tx: Tx, payload: Payload): Promise<number> => {
  const { organization_id, form_id, copy_id } = payload;
  const columns = sql.raw(await slotColumns(tx));
  const calculations = await calculationsOf(tx, payload);
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
            updated_by_id: payload.user_id,
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
      select organization_id, ${copy_id}, pair.new, client_id, completed_at, ${columns}
        from response_slots join ${pairs} on pair.old = response_slots.id
       where organization_id = ${organization_id} and form_id = ${form_id}`.execute(tx);
    // Who may open a response by itself may open its copy, and nobody else (R30a).
    await sql`
      insert into record_permissions (organization_id, entity, record_id, user_id, permission_group_id, actions)
      select organization_id, entity, pair.new, user_id, permission_group_id, actions
        from record_permissions join ${pairs} on pair.old = record_id
       where organization_id = ${organization_id} and entity = 'client_forms'`.execute(tx);
    await sql`
      insert into response_files (organization_id, response_id, file_id)
      select organization_id, pair.new, file_id from response_files join ${pairs} on pair.old = response_id
       where organization_id = ${organization_id}`.execute(tx);
    copied += read.length;
    if (read.length < batch) return copied;
    last = read.at(-1)?.id ?? last;
  }
};

/**
 * Copies the responses of a form to its copy, in one transaction, so that a job that is run again copies nothing
 * twice; then tells who asked for it (R58), and may still copy them at that moment. Notifications are not sent about
 * copies.
 */
export const copyResponses = async ({ database, mailer, config }: JobServices, payload: Payload): Promise<void> => {
  const { organization_id, form_id, copy_id, user_id, impersonator_id } = payload;
  const scope = { organization_id, user_id, impersonator_id, inBulk: true };
  const done = await database.inOrganization(scope, async (tx) => {
    const organization = await tx
      .selectFrom('organizations')
      .select(['id', 'name', 'slug', 'time_zone', 'owner_id'])
      .where('id', '=', organization_id)
      .executeTakeFirstOrThrow();
    const named = (id: number) =>
      tx
        .selectFrom('forms')
        .select(['name', 'form_type'])
        .where('organization_id', '=', organization_id)
        .where('id', '=', id)
        .executeTakeFirst();
    const [form, copy] = [await named(form_id), await named(copy_id)];
    const member = await memberNow(tx, organization, user_id);
    const mayStill = form && member && mayCopyResponses(member, form);
    const asker = await tx.selectFrom('users').select('email').where('id', '=', user_id).executeTakeFirstOrThrow();
    const isDone = await tx
      .selectFrom('responses')
      .select('id')
      .where('organization_id', '=', organization_id)
      .where('form_id', '=', copy_id)
      .where('copied_from_id', 'is not', null)
      .limit(1)
      .executeTakeFirst();
    // The copy was deleted meanwhile, or the mail alone failed and the job runs again.
    if (!copy) return null;
    const isRefused = !isDone && !mayStill;
    const count = isDone || isRefused ? null : await copyAll(tx, payload);
    return { ...asker, name: copy.name, slug: organization.slug, isRefused, count };
  });
  if (!done) return;
  await mailer.send({
    id: `copy-${organization_id}-${copy_id}`,
    ...systemMail({
      to: done.email,
      ...told(done),
      action: { label: 'Open the form', url: `${originOf(config, done.slug)}/organization/forms/${copy_id}` },
      footer: 'You get this mail because you asked for the copy.',
    }),
  });
};

/** What the mail says; `count` is null when the responses were copied by an earlier run. */
const told = ({ name, isRefused, count }: { name: string; isRefused: boolean; count: number | null }) => {
  if (isRefused)
    return {
      subject: `The copy ${name} has no responses`,
      paragraphs: ['No response was copied: meanwhile you may not copy the responses of everybody any more.'],
    };
  const responses =
    count === null
      ? 'The responses were'
      : count === 1
        ? '1 response was'
        : `${count.toLocaleString('en-US')} responses were`;
  return { subject: `The copy ${name} is finished`, paragraphs: [`${responses} copied, and nobody was notified.`] };
};
