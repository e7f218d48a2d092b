import { sql } from 'kysely';
import { fieldType } from '#forms/field-types/index.ts';
import { type FormDefinition, formDefinitions } from '#server/access/form-definitions.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import { invalid } from '#server/kit/problem.ts';
import { type Row, updateRow } from '#server/kit/rows.ts';
import { checkedAnswers } from './answers.ts';

type Answers = Record<string, unknown>;
type Response = Row<'responses'>;

/** The database type of a typed column, by the letter that its name begins with. */
const columnTypes: Record<string, string> = { b: 'boolean', d: 'timestamptz', n: 'float8', s: 'text', m: 'text[]' };

/** What each typed column of a form holds for these answers. Every column is named, so that the statement is one. */
const slotValues = ({ slots }: FormDefinition, answers: Answers) =>
  slots.map(({ field_id, slot, field_type }) => {
    const value = answers[field_id] ?? null;
    const type = columnTypes[slot.charAt(0)] as string;
    return { slot, type, value: value === null ? null : fieldType(field_type).slotValue(value) };
  });

const keepFiles = async ({ tx, caller }: MemberContext, response_id: number, file_ids: number[]) => {
  if (file_ids.length === 0) return;
  const organization_id = caller.organization.id;
  await tx
    .insertInto('response_files')
    .values(file_ids.map((file_id) => ({ organization_id, response_id, file_id })))
    .execute();
};

type New = { client_id: number; form: FormDefinition; answers: Answers; file_ids: number[] };

/** Records a response whose answers were checked: the answers and their typed columns in one statement. */
export const recordResponse = async (context: MemberContext, { client_id, form, answers, file_ids }: New) => {
  const { tx, caller } = context;
  const slots = slotValues(form, answers);
  const keys = ['organization_id', 'form_id', 'id', 'client_id', 'completed_at'];
  const row = await tx
    .with('saved', (db) =>
      db
        .insertInto('responses')
        .values({
          organization_id: caller.organization.id,
          form_id: form.id,
          client_id,
          administrator_id: caller.person.id,
          updated_by_id: caller.person.id,
          answers: JSON.stringify(answers),
        })
        .returningAll(),
    )
    .with('slotted', (db) =>
      db
        .insertInto('response_slots')
        .columns([...keys, ...slots.map(({ slot }) => slot)] as never)
        .expression(
          db
            .selectFrom('saved')
            .select([
              ...(keys as never[]),
              ...slots.map(({ slot, type, value }) => sql`${value}::${sql.raw(type)}`.as(slot)),
            ]) as never,
        ),
    )
    .selectFrom('saved')
    .selectAll()
    .executeTakeFirstOrThrow();
  await keepFiles(context, row.id, file_ids);
  return row;
};

type Changes = {
  answers?: { field_id: number; value?: unknown }[] | undefined;
  completed_at?: string | undefined;
  form_id?: number | undefined;
  lock_version?: number | undefined;
};

/** Changes a response: answers that are not sent stay. Responses to an inactive form can still be corrected (R57). */
export const changeResponse = async (context: MemberContext, before: Response, changes: Changes) => {
  const { tx, caller } = context;
  if (changes.form_id !== undefined && changes.form_id !== before.form_id)
    throw invalid('form_id', 'A response stays with its form');
  if (changes.completed_at && Date.parse(changes.completed_at) > Date.now())
    throw invalid('completed_at', 'Time Recorded must not be in the future');
  const { organization_id, form_id } = before;
  const form = (await formDefinitions(tx, organization_id, [form_id])).get(form_id) as FormDefinition;
  const stored = before.answers as Answers;
  const { answers, file_ids } = await checkedAnswers(context, form, changes.answers ?? [], stored);
  const row = await updateRow(tx, 'responses', before, changes.lock_version, {
    answers: JSON.stringify(answers),
    updated_by_id: caller.person.id,
    ...(changes.completed_at ? { completed_at: changes.completed_at } : {}),
  });
  await tx
    .updateTable('response_slots')
    .set({
      completed_at: row.completed_at,
      ...Object.fromEntries(slotValues(form, answers).map(({ slot, value }) => [slot, value])),
    })
    .where('organization_id', '=', organization_id)
    .where('form_id', '=', form_id)
    .where('id', '=', row.id)
    .execute();
  await keepFiles(context, row.id, file_ids);
  return row;
};
