import { formerResults, type KeptResults, keepResults, type StoredResults } from '#forms/calculations/kept.ts';
import type { Answers } from '#forms/definition/answer.ts';
import type { EvaluationContext } from '#forms/logic/context.ts';
import type { FormDefinition } from './definitions.ts';

/** A response with what is stored of its calculations. */
export type ScoredResponse = StoredResults & { answers: Answers };

/** The results of a response that earlier versions of its calculations gave; undefined where there are none. */
export const keptOf = (form: FormDefinition, stored: ScoredResponse): KeptResults | undefined => {
  const former = formerResults(form, stored);
  if (former.size === 0) return undefined;
  const { answers, calculation_results } = stored;
  const results = new Map([...former].map((id) => [id, calculation_results[id] ?? null]));
  return keepResults(form.form_fields, { answers, results });
};

/** The same moment, at which kept results of a response stand as long as its answers do. */
export const keeping = (
  context: EvaluationContext,
  form: FormDefinition,
  stored: ScoredResponse | null,
): EvaluationContext => {
  const kept = stored ? keptOf(form, stored) : undefined;
  return kept ? { ...context, kept } : context;
};
