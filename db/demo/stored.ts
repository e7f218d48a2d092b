import { evaluate } from '#forms/answers/evaluate.ts';
import type { Answers } from '#forms/definition/answer.ts';
import type { FieldTypeName } from '#forms/field-types/field-type.ts';
import { fieldType } from '#forms/field-types/index.ts';
import type { EvaluationContext } from '#forms/logic/context.ts';
import type { FormDefinition } from '#server/forms/definitions.ts';
import { storedResults } from '#server/responses/values.ts';
import type { LoadedForm } from './load-forms.ts';

/** The answers of a field type for the words that stand for them in the demo, where something has an id by now. */
export type AnswerLookups = Partial<Record<FieldTypeName, (named: string) => unknown>>;

type Context = EvaluationContext & { known?: AnswerLookups };

/** What a response keeps of named answers, by the rules of its form; throws when they break one. */
export const stored = (
  form: FormDefinition & LoadedForm,
  named: Record<string, unknown>,
  { known = {}, ...context }: Context,
): { answers: Answers; calculation_results: unknown; result_versions: unknown } => {
  const types = new Map(form.form_fields.map(({ field_id, field_type }) => [field_id, field_type]));
  const given = Object.fromEntries(
    Object.entries(named).map(([entry, value]) => {
      const field_id = form.field_ids[entry]!;
      const answerFor = known[types.get(field_id)!];
      return [field_id, answerFor && typeof value === 'string' ? answerFor(value) : value];
    }),
  );
  const { answers, calculations, issues } = evaluate(form, { given, saved: null, context });
  if (issues.length)
    throw new Error(`${form.name}: ${issues.map(({ path, message }) => `${path} ${message}`).join(', ')}`);
  const { calculation_results, result_versions } = storedResults(form, { answers, calculations });
  return {
    answers,
    calculation_results: JSON.parse(calculation_results),
    result_versions: JSON.parse(result_versions),
  };
};

/** What the typed columns of a form hold for some answers. */
export const slotValues = ({ slots }: FormDefinition, answers: Answers): Record<string, unknown> =>
  Object.fromEntries(
    slots.flatMap(({ field_id, slot, field_type }) => {
      const value = answers[field_id];
      return value === undefined ? [] : [[slot, fieldType(field_type).slotValue(value)]];
    }),
  );
