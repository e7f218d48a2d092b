import { sql } from 'kysely';
import type { Answers } from '#forms/definition/answer.ts';
import { fieldType } from '#forms/field-types/index.ts';
import { visibleInternalRecords } from '#server/access/scopes.ts';
import { type FormDefinition, type FormFieldRow, formDefinitions } from '#server/forms/definitions.ts';
import { words } from '#server/kit/crud.ts';
import type { AnsweringContext, MemberContext } from '#server/kit/handlers.ts';
import { invalid } from '#server/kit/problem.ts';
import { among, conditionOn, ofOrganization, type Row, type Where } from '#server/kit/rows.ts';

const response = conditionOn('responses');

/** Records whose title holds each of these words, as a beginning. */
export const titled = (query: string): Where<'responses'> =>
  response.and(words(query).map((word) => sql<boolean>`sort_title like kit.pattern(${word})`));

/** The records of an internal form that the caller may see, found by the words of their title and in its order. */
export const recordListing = ({ caller }: MemberContext, form_id: number, query: string | undefined) => ({
  table: 'responses' as const,
  organization_id: caller.organization.id,
  conditions: [response('form_id', '=', form_id), visibleInternalRecords(caller, 'read'), titled(query ?? '')],
  order: { title: 'sort_title', created_at: 'created_at', updated_at: 'updated_at' },
  usual: ['sort_title'],
});

type RecordLabelSource = Pick<Row<'responses'>, 'id' | 'title' | 'answers'>;

/** How pickers show a record: by the answer to the field that names it, else by its title. */
export const recordLabel = (
  { id, title, answers }: RecordLabelSource,
  field: FormFieldRow['field'] | undefined,
): string => {
  const answer = field ? (answers[field.id] ?? null) : null;
  const text = field && answer !== null ? fieldType(field.field_type).text(answer, field) : title;
  return (text || `Record ${id}`).slice(0, 255);
};

const recordIdOf = (value: unknown): number | null => {
  const { record_id } = (value ?? {}) as { record_id?: unknown };
  return Number.isSafeInteger(record_id) ? (record_id as number) : null;
};

/**
 * The answers that are records, under the words of their record: one that was chosen before stays as it was, a new
 * one must be of the field's form and open to the caller. Strangers are asked for none.
 * @param known what the response holds, and held
 */
export const pickedRecords = async (
  { tx, caller }: Pick<AnsweringContext, 'tx' | 'caller'>,
  { form_fields }: FormDefinition,
  { given, known }: { given: Answers; known: Answers[] },
): Promise<Answers> => {
  if (caller.person === null) return {};
  const answers: Answers = {};
  for (const { field_id, field } of form_fields) {
    const record_id = recordIdOf(given[field_id]);
    if (!field.internal_option || record_id === null) continue;
    const chosen = known.find((one) => recordIdOf(one[field_id]) === record_id);
    if (chosen) {
      answers[field_id] = chosen[field_id];
      continue;
    }
    const picked = (await pickableRecords({ tx, caller }, [{ field, record_id }]))(field, record_id);
    if (!picked) throw invalid(`answers.${field_id}`, 'Choose one of the records');
    answers[field_id] = picked;
  }
  return answers;
};

/** The answer that picks a record for a field; undefined where the caller may not pick that one. */
export type PickableRecords = (
  field: FormFieldRow['field'],
  record_id: number,
) => { record_id: number; label: string } | undefined;

/** Looks up many records at once that the fields of a form may pick, each under the words that name it there. */
export const pickableRecords = async (
  { tx, caller }: Pick<MemberContext, 'tx' | 'caller'>,
  picked: { field: FormFieldRow['field']; record_id: number }[],
): Promise<PickableRecords> => {
  if (picked.length === 0) return () => undefined;
  const forms = [...new Set(picked.flatMap(({ field }) => field.internal_option?.internal_form_id ?? []))];
  const rows = await ofOrganization(tx, 'responses', caller)
    .select(['id', 'title', 'answers', 'form_id'])
    .where('id', '=', among([...new Set(picked.map(({ record_id }) => record_id))]))
    .where('form_id', '=', among(forms))
    .where(visibleInternalRecords(caller, 'read'))
    .execute();
  const found = new Map(rows.map((row) => [row.id, row]));
  const definitions = await formDefinitions(tx, caller.organization.id, forms);
  return (field, record_id) => {
    const row = found.get(record_id);
    if (!row || row.form_id !== field.internal_option?.internal_form_id) return undefined;
    const entries = definitions.get(row.form_id)?.form_fields;
    const naming = entries?.find((one) => one.field_id === field.internal_option?.internal_field_id)?.field;
    return { record_id, label: recordLabel(row, naming) };
  };
};

/** Which records answers hold, by the field that picks them. */
export const usesIn = ({ form_fields }: FormDefinition, answers: Answers): Map<number, number> =>
  new Map(
    form_fields.flatMap(({ field_id, field }) => {
      const record_id = field.internal_option ? recordIdOf(answers[field_id]) : null;
      return record_id === null ? [] : [[field_id, record_id] as const];
    }),
  );
