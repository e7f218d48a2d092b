import { type FormDefinition, type FormField, inOrder } from '../definition/form-definition.ts';
import type { FieldTypeName, Slot, SlotValue } from '../field-types/field-type.ts';
import { fieldType } from '../field-types/index.ts';
import type { Answers } from './evaluate.ts';

/** What a new response starts with: no answer to any field of the form. */
export const blankForm = (form: FormDefinition): Answers =>
  Object.fromEntries(form.form_fields.map(({ field_id }) => [field_id, null]));

/** The typed columns of stored answers, by field id; a field that has no slot, or no answer, is left out. */
export const slotsOf = (answers: Answers, form: FormDefinition): Record<string, { slot: Slot; value: SlotValue }> =>
  Object.fromEntries(
    form.form_fields.flatMap((entry) => {
      const { slot, slotValue } = fieldType(entry.field.field_type);
      const answer = answerOf(answers, entry);
      const value = slot && answer !== null ? slotValue(answer) : null;
      return slot && value !== null ? [[entry.field_id, { slot, value }]] : [];
    }),
  );

export type DisplayedAnswer = {
  field_id: number;
  name: string;
  field_type: FieldTypeName;
  metadata: Record<string, unknown>;
  value: unknown;
  /** The answer as people read it; null when there is none. */
  display_value: string | null;
};

/** Stored answers as people read them: one entry for each field of the form, in the form's order. */
export const displayAnswers = (answers: Answers, form: FormDefinition): DisplayedAnswer[] =>
  inOrder(form).map((entry) => {
    const { name, field_type, metadata } = entry.field;
    const value = answerOf(answers, entry);
    const display_value = value === null ? null : fieldType(field_type).text(value, entry.field);
    return { field_id: entry.field_id, name, field_type, metadata, value, display_value };
  });

const answerOf = (answers: Answers, { field_id, field }: FormField) => {
  const value = Object.hasOwn(answers, field_id) ? answers[field_id] : null;
  return fieldType(field.field_type).isBlank(value) ? null : value;
};
