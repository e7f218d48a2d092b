import type { z } from 'zod';
import type { clientForm } from '#contract/resources/client-forms.ts';
import type { Field } from '#forms/field-types/field-type.ts';
import { fieldType } from '#forms/field-types/index.ts';
import { checkable } from './files.ts';
import type { Filling } from './filling.ts';

/** What a response holds, by field: what changing it begins with. */
export const answersOf = ({
  answers,
}: {
  answers: Pick<z.output<typeof clientForm>['answers'][number], 'field_id' | 'value'>[];
}): Record<string, unknown> => Object.fromEntries(answers.map(({ field_id, value }) => [field_id, value]));

const textOf = (field: Field) => (value: unknown) => {
  const type = fieldType(field.field_type);
  const answer = checkable(value);
  return type.isBlank(answer) || typeof answer === 'symbol' ? '—' : type.text(answer, field);
};

/** How the dialog that compares two versions names each question, and tells its answers. */
export const toldAnswers = (filling: Filling) =>
  Object.fromEntries(
    filling.entries().map(({ field_id, field }) => [field_id, { label: field.name, text: textOf(field) }]),
  );
