import { ageing } from '#forms/calculations/run.ts';
import type { CalculationValue } from '#forms/definition/calculation.ts';
import { fieldType } from '#forms/field-types/index.ts';
import type { CheckedAnswers } from '#server/forms/answers.ts';
import type { FormDefinition } from '#server/forms/definitions.ts';
import { keptOf, type ScoredResponse } from '#server/forms/kept-results.ts';

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

/**
 * The results that are stored, and their versions, as JSON. Those that change with the day are worked out when they are
 * read. Results of an earlier version stay with theirs, as long as the answers do.
 * @param scored the response as it is stored, or the one that a new response takes its answers from
 */
export const storedResults = (
  form: FormDefinition,
  { answers, calculations }: Pick<CheckedAnswers, 'answers' | 'calculations'>,
  scored: ScoredResponse | null = null,
): { calculation_results: string; result_versions: string } => {
  const found = scored ? keptOf(form, scored) : undefined;
  const kept = found?.stand((id) => answers[id] ?? null) ? found.results : new Map<number, CalculationValue>();
  const changing = ageing(form.calculations);
  const stored = form.calculations.map(({ id }) => id).filter((id) => kept.has(id) || !changing.has(id));
  const versionOf = (id: number) => {
    const version = form.result_versions.get(id);
    return kept.has(id) ? (scored?.result_versions[id] ?? version?.first) : version?.current;
  };
  return {
    calculation_results: JSON.stringify(
      Object.fromEntries(stored.map((id) => [id, (kept.has(id) ? kept.get(id) : calculations.get(id)) ?? null])),
    ),
    result_versions: JSON.stringify(Object.fromEntries(stored.map((id) => [id, versionOf(id)]))),
  };
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
