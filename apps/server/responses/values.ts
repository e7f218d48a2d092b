import { ageing } from '#forms/calculations/run.ts';
import { fieldType } from '#forms/field-types/index.ts';
import type { CheckedAnswers } from '#server/forms/answers.ts';
import type { FormDefinition } from '#server/forms/definitions.ts';

type Answers = Record<string, unknown>;

/** A typed column of a form, and the field whose answers it holds. */
export type FieldSlot = FormDefinition['slots'][number];

/** The database type of a typed column, by the letter that its name begins with. */
const columnTypes: Record<string, string> = { b: 'boolean', d: 'timestamptz', n: 'float8', s: 'text', m: 'text[]' };

/** What each typed column of a form holds for these answers. Every column is named, so that the statement is one. */
export const slotValues = ({ slots }: { slots: readonly FieldSlot[] }, answers: Answers) =>
  slots.map(({ field_id, slot, field_type }) => {
    const value = answers[field_id] ?? null;
    const type = columnTypes[slot.charAt(0)] as string;
    return { slot, type, value: value === null ? null : fieldType(field_type).slotValue(value) };
  });

/** The results that are stored: those that change with the day are worked out when they are read. */
export const storedResults = ({ calculations }: FormDefinition, results: CheckedAnswers['calculations']): string => {
  const changing = ageing(calculations);
  return JSON.stringify(Object.fromEntries([...results].filter(([id]) => !changing.has(id))));
};

/** What names a record of an internal form: the answer to its first Preview Field, or to its first field. */
export const titleOf = ({ form_fields }: FormDefinition, answers: Answers): string | null => {
  const entry = form_fields.find(({ is_quick_view }) => is_quick_view) ?? form_fields[0];
  const value = entry && (answers[entry.field_id] ?? null);
  return entry && value !== null ? fieldType(entry.field_type).text(value, entry.field).slice(0, 255) : null;
};

/** The title that is stored with a response: of a record of an internal form alone, since nothing shows another. */
export const storedTitle = (form: FormDefinition, answers: Answers): string | null =>
  form.form_type === 'internal' ? titleOf(form, answers) : null;
