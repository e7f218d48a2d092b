import { sql } from 'kysely';
import type { Entity } from '#contract/kit/privileges.ts';
import type { Evaluation } from '#forms/answers/evaluate.ts';
import type { Answers } from '#forms/definition/answer.ts';
import type { FormDefinition } from '#server/forms/definitions.ts';
import { usesIn } from '#server/forms/records.ts';
import { slotValues, storedResults, titleOf } from '#server/forms/save.ts';
import { among, type Row } from '#server/kit/rows.ts';
import type { ImportContext } from './importing.ts';

type Writing = Pick<ImportContext, 'tx' | 'caller'>;

/** A response that was checked, as it is to be written; `before` is what is stored of it. */
export type WrittenResponse = Pick<Evaluation, 'answers' | 'calculations'> & {
  before: Row<'responses'> | null;
  client_id: number | null;
  /** Undefined: now, or as it was. */
  completed_at: string | undefined;
};

type Stored = { id: number; client_id: number | null; completed_at: string; answers: Answers };

/** What becomes of rows: one parameter, however many they are. */
const rowsOf = (rows: readonly object[]) => sql`${JSON.stringify(rows)}::jsonb`;

/** The typed columns of a form, in the words of a statement: their names, and with their types. */
const slotColumns = (form: FormDefinition) => {
  const slots = slotValues(form, {});
  return {
    names: slots.map(({ slot }) => sql.ref(slot)),
    typed: slots.map(({ slot, type }) => sql`${sql.ref(slot)} ${sql.raw(type)}`),
  };
};

const slotRow = (form: FormDefinition, { id, client_id, completed_at, answers }: Stored) => ({
  id,
  client_id,
  completed_at,
  ...Object.fromEntries(slotValues(form, answers).map(({ slot, value }) => [slot, value])),
});

const listed = (parts: ReturnType<typeof sql>[]) => sql.join(parts);

/** Writes the typed columns of new responses. */
const insertSlots = async ({ tx, caller }: Writing, form: FormDefinition, stored: Stored[]): Promise<void> => {
  const { names, typed } = slotColumns(form);
  const keys = [sql`id bigint`, sql`client_id bigint`, sql`completed_at timestamptz`];
  const own = [sql.ref('id'), sql.ref('client_id'), sql.ref('completed_at')];
  await sql`
    insert into response_slots (organization_id, form_id, ${listed([...own, ...names])})
    select ${caller.organization.id}::bigint, ${form.id}::bigint, ${listed([...own, ...names])}
      from jsonb_to_recordset(${rowsOf(stored.map((one) => slotRow(form, one)))}) as given (${listed([...keys, ...typed])})
    returning id`.execute(tx);
};

/** Notes which records responses hold. */
const insertUses = async ({ tx, caller }: Writing, form: FormDefinition, stored: Stored[]): Promise<void> => {
  const organization_id = caller.organization.id;
  const uses = stored.flatMap(({ id, answers }) =>
    [...usesIn(form, answers)].map(([field_id, record_id]) => ({
      organization_id,
      record_id,
      response_id: id,
      field_id,
    })),
  );
  if (uses.length === 0) return;
  await sql`
    insert into record_uses (organization_id, record_id, response_id, field_id)
    select ${organization_id}::bigint, record_id, response_id, field_id
      from jsonb_to_recordset(${rowsOf(uses)}) as given (record_id bigint, response_id bigint, field_id bigint)
    returning id`.execute(tx);
};

/** Records many responses at once. Nobody is notified. */
export const insertResponses = async (
  writing: Writing,
  form: FormDefinition,
  writes: WrittenResponse[],
): Promise<void> => {
  if (writes.length === 0) return;
  const { tx, caller } = writing;
  const given = writes.map(({ client_id, answers, calculations, completed_at }, place) => ({
    place,
    client_id,
    answers,
    calculation_results: JSON.parse(storedResults(form, calculations)),
    completed_at: completed_at ?? null,
    title: client_id === null ? titleOf(form, answers) : null,
  }));
  const { rows } = await sql<{ id: number; client_id: number | null; completed_at: string }>`
    insert into responses (organization_id, form_id, client_id, administrator_id, updated_by_id, completed_at, answers,
      calculation_results, title)
    select ${caller.organization.id}::bigint, ${form.id}::bigint, client_id, ${caller.person.id}::bigint,
           ${caller.person.id}::bigint, coalesce(completed_at, now()), answers, calculation_results, title
      from jsonb_to_recordset(${rowsOf(given)}) as given (place integer, client_id bigint, answers jsonb,
        calculation_results jsonb, completed_at timestamptz, title text)
     order by place
    returning id, client_id, completed_at`.execute(tx);
  // Ids are given in the order of the rows, whatever the order in which they are told.
  const stored = rows
    .toSorted((a, b) => a.id - b.id)
    .map((row, place) => ({ ...row, answers: writes[place]?.answers as Answers }));
  if (stored.some(({ client_id }, place) => client_id !== writes[place]?.client_id))
    throw new Error('The new responses do not come in the order of their rows');
  await insertSlots(writing, form, stored);
  await insertUses(writing, form, stored);
};

type Deleted = Pick<Evaluation, 'answers' | 'calculations'> &
  Pick<Row<'responses'>, 'id' | 'client_id' | 'administrator_id' | 'completed_at' | 'created_at'> &
  Partial<Pick<Row<'responses'>, 'public_form_id' | 'reference' | 'language'>> & { file_ids: number[] };

/** Brings responses back that were deleted, under their ids and with their files. */
export const insertResponsesAgain = async (
  writing: Writing,
  form: FormDefinition,
  deleted: Deleted[],
): Promise<void> => {
  if (deleted.length === 0) return;
  const { tx, caller } = writing;
  const organization_id = caller.organization.id;
  const given = deleted.map(({ calculations, file_ids: _, ...row }) => ({
    ...row,
    calculation_results: JSON.parse(storedResults(form, calculations)),
    title: row.client_id === null && !row.public_form_id ? titleOf(form, row.answers) : null,
  }));
  await sql`
    insert into responses (organization_id, id, form_id, client_id, administrator_id, updated_by_id, completed_at,
      created_at, answers, calculation_results, title, public_form_id, reference, language)
    overriding system value
    select ${organization_id}::bigint, id, ${form.id}::bigint, client_id, administrator_id, ${caller.person.id}::bigint,
           completed_at, created_at, answers, calculation_results, title, public_form_id, reference, language
      from jsonb_to_recordset(${rowsOf(given)}) as given (id bigint, client_id bigint, administrator_id bigint,
        completed_at timestamptz, created_at timestamptz, answers jsonb, calculation_results jsonb, title text,
        public_form_id bigint, reference text, language text)
    returning id`.execute(tx);
  await insertSlots(writing, form, deleted);
  await insertUses(writing, form, deleted);
  const files = deleted.flatMap(({ id, file_ids }) => file_ids.map((file_id) => ({ response_id: id, file_id })));
  if (files.length > 0)
    await tx
      .insertInto('response_files')
      .values(files.map((file) => ({ organization_id, ...file })))
      .execute();
};

/** Changes many responses at once, which the transaction holds. Nobody is notified. */
export const updateResponses = async (
  writing: Writing,
  form: FormDefinition,
  writes: WrittenResponse[],
): Promise<void> => {
  if (writes.length === 0) return;
  const { tx, caller } = writing;
  const organization_id = caller.organization.id;
  const stored = writes.map(({ before, answers, completed_at }) => {
    const { id, client_id, completed_at: was } = before as Row<'responses'>;
    return { id, client_id, answers, completed_at: completed_at ?? was };
  });
  const given = writes.map(({ before, answers, calculations }, place) => ({
    ...stored[place],
    calculation_results: JSON.parse(storedResults(form, calculations)),
    title: before?.client_id === null ? titleOf(form, answers) : null,
  }));
  await sql`
    update responses
       set answers = given.answers, calculation_results = given.calculation_results, completed_at = given.completed_at,
           title = given.title, updated_by_id = ${caller.person.id}::bigint, updated_at = now(),
           lock_version = responses.lock_version + 1
      from jsonb_to_recordset(${rowsOf(given)}) as given (id bigint, answers jsonb, calculation_results jsonb,
        completed_at timestamptz, title text)
     where responses.organization_id = ${organization_id} and responses.id = given.id`.execute(tx);
  const { names, typed } = slotColumns(form);
  const columns = listed([sql`id bigint`, sql`completed_at timestamptz`, ...typed]);
  await sql`
    update response_slots
       set ${listed([sql`completed_at = given.completed_at`, ...names.map((name) => sql`${name} = given.${name}`)])}
      from jsonb_to_recordset(${rowsOf(stored.map((one) => slotRow(form, one)))}) as given (${columns})
     where response_slots.organization_id = ${organization_id} and response_slots.form_id = ${form.id}
       and response_slots.id = given.id`.execute(tx);
  if (!form.form_fields.some(({ field }) => field.internal_option)) return;
  await tx
    .deleteFrom('record_uses')
    .where('organization_id', '=', organization_id)
    .where('response_id', '=', among(stored.map(({ id }) => id)))
    .execute();
  await insertUses(writing, form, stored);
};

/** Deletes many responses at once, with the grants under which they were given by themselves. Nobody is notified. */
export const deleteResponses = async (
  { tx, caller }: Writing,
  { form_id, ids, grants }: { form_id: number; ids: number[]; grants?: Entity },
): Promise<void> => {
  if (ids.length === 0) return;
  const organization_id = caller.organization.id;
  await tx
    .deleteFrom('response_slots')
    .where('organization_id', '=', organization_id)
    .where('form_id', '=', form_id)
    .where('id', '=', among(ids))
    .execute();
  await tx
    .deleteFrom('responses')
    .where('organization_id', '=', organization_id)
    .where('id', '=', among(ids))
    .execute();
  if (grants)
    await tx
      .deleteFrom('record_permissions')
      .where('organization_id', '=', organization_id)
      .where('entity', '=', grants)
      .where('record_id', '=', among(ids))
      .execute();
};
