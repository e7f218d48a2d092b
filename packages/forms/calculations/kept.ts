import type { Answers } from '../definition/answer.ts';
import {
  type Calculation,
  type CalculationValue,
  calculationTypes,
  dependenciesOf,
} from '../definition/calculation.ts';
import type { FormField } from '../definition/form-definition.ts';

/** Results that stay as an earlier version of their calculations gave them, as long as the response does. */
export type KeptResults = {
  /** Whether they stand beside these answers. */
  stand: (answerOf: (field_id: number) => unknown) => boolean;
  results: ReadonlyMap<number, CalculationValue>;
};

/** The version of the results of a calculation: another one where anything differs that decides them. */
export type ResultVersion = {
  current: string;
  /** The version of results that were stored before results named one; null for a calculation that is newer. */
  first: string | null;
};

/** What a response stores of its calculations: results and their versions, both by the ID of the calculation. */
export type StoredResults = {
  calculation_results: Record<string, CalculationValue>;
  result_versions: Record<string, string>;
};

/** A form as far as the versions of its results need it. */
export type VersionedForm = {
  calculations: readonly Calculation[];
  result_versions: ReadonlyMap<number, ResultVersion>;
};

/**
 * The calculations whose stored results follow from an earlier version: their own, or that of one that they count with.
 */
export const formerResults = (
  { calculations, result_versions: versions }: VersionedForm,
  { calculation_results, result_versions }: StoredResults,
): Set<number> => {
  const isOther = ({ id }: Calculation) => {
    const version = versions.get(id);
    return id in calculation_results && (result_versions[id] ?? version?.first) !== version?.current;
  };
  const others = new Set(calculations.filter(isOther).map(({ id }) => id));
  return new Set([...withDependents(calculations, others)].filter((id) => id in calculation_results));
};

/** These calculations and those whose results follow from theirs. */
export const withDependents = (calculations: readonly Calculation[], ids: ReadonlySet<number>): Set<number> => {
  const found = new Set(ids);
  for (let size = -1; size < found.size; ) {
    size = found.size;
    for (const one of calculations) if (dependenciesOf(one).some((id) => found.has(id))) found.add(one.id);
  }
  return found;
};

/**
 * Results to keep beside the answers that they were stored with. They stand while no answer differs that a calculation
 * could count with: what an earlier version counted with isn't known any more.
 */
export const keepResults = (
  form_fields: readonly Pick<FormField, 'field_id' | 'field'>[],
  stored: { answers: Answers; results: ReadonlyMap<number, CalculationValue> },
): KeptResults => {
  const kinds: readonly string[] = calculationTypes;
  const operands = form_fields.filter(({ field }) => kinds.includes(field.data_type)).map(({ field_id }) => field_id);
  const text = (value: unknown) => JSON.stringify(value ?? null);
  return {
    stand: (answerOf) => operands.every((id) => text(answerOf(id)) === text(stored.answers[id])),
    results: stored.results,
  };
};
