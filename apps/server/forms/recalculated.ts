import { isDeepStrictEqual } from 'node:util';
import { type KeptResults, keepResults } from '#forms/calculations/kept.ts';
import { ageing, runCalculations } from '#forms/calculations/run.ts';
import { type Answers, checkAnswer } from '#forms/definition/answer.ts';
import type { CalculationValue } from '#forms/definition/calculation.ts';
import { compiledForm } from '#forms/logic/compile.ts';
import type { EvaluationContext } from '#forms/logic/context.ts';
import { settle } from '#forms/logic/settle.ts';
import type { FormDefinition } from './definitions.ts';
import type { ScoredResponse } from './kept-results.ts';

/** The results that a response has, but for those of some calculations, whatever its answers become. */
const others = (
  form: FormDefinition,
  { answers, calculation_results }: ScoredResponse,
  ids: ReadonlySet<number>,
): KeptResults => {
  const results = Object.entries(calculation_results).map(([id, value]) => [Number(id), value] as const);
  const kept = keepResults(form.form_fields, { answers, results: new Map(results.filter(([id]) => !ids.has(id))) });
  return { ...kept, stand: () => true };
};

/** Lays results of the present versions over those that a response has. */
const over = (form: FormDefinition, stored: ScoredResponse, found: ReadonlyMap<number, CalculationValue>) => {
  const changing = ageing(form.calculations);
  const [results, versions] = [{ ...stored.calculation_results }, { ...stored.result_versions }];
  for (const [id, value] of found) {
    if (changing.has(id)) {
      delete results[id];
      delete versions[id];
      continue;
    }
    results[id] = value;
    versions[id] = form.result_versions.get(id)?.current ?? '';
  }
  return { calculation_results: results, result_versions: versions };
};

/**
 * What a response stores of its calculations once it has the results that it lacks. The others stay.
 * @param ids the calculations of which blank results count as missing; null where none do
 */
export const withMissing = (
  form: FormDefinition,
  stored: ScoredResponse,
  { ids, context }: { ids: ReadonlySet<number> | null; context: EvaluationContext },
) => {
  const lacks = (id: number) => {
    const value = stored.calculation_results[id];
    return ids ? ids.has(id) && value == null : value === undefined;
  };
  const missing = new Set(form.calculations.map(({ id }) => id).filter(lacks));
  const kept = others(form, stored, missing);
  const results = runCalculations(form.calculations, (id) => stored.answers[id] ?? null, { ...context, kept });
  return over(form, stored, new Map([...results].filter(([id]) => missing.has(id))));
};

/**
 * What a response holds once some calculations are worked out again: their results, and the answers that rules give by
 * results. What somebody answered stays, also where it is no longer asked.
 */
export const recalculated = (
  form: FormDefinition,
  stored: ScoredResponse,
  { ids, context }: { ids: ReadonlySet<number>; context: EvaluationContext },
): ScoredResponse => {
  const { answers } = stored;
  const kept = others(form, stored, ids);
  const next = compiledForm(form).scopes.has('calculator')
    ? ruledAnswers(form, answers, { context, before: others(form, stored, new Set()), after: kept })
    : answers;
  const results = runCalculations(form.calculations, (id) => next[id] ?? null, { ...context, kept });
  return { answers: next, ...over(form, stored, new Map([...results].filter(([id]) => ids.has(id)))) };
};

const none: ReadonlySet<number> = new Set();

/** The answers with those that rules give otherwise by the new results than by the old ones. */
const ruledAnswers = (
  form: FormDefinition,
  answers: Answers,
  { context, before, after }: { context: EvaluationContext; before: KeptResults; after: KeptResults },
): Answers => {
  const was = settle(form, { answers, stored: answers, context: { ...context, kept: before } });
  const wasHeld = (id: number) => (was.states.get(id)?.heldBy ?? null) !== null;
  const own = Object.fromEntries(Object.entries(answers).filter(([id]) => !wasHeld(Number(id))));
  const is = settle(form, {
    answers: own,
    stored: own,
    context: { ...context, kept: after },
    moments: { before: was.outcomes, answered: none, standing: none },
  });
  if (was.problem || is.problem) return answers;
  const next = { ...answers };
  for (const entry of form.form_fields) {
    const id = entry.field_id;
    const state = is.states.get(id);
    const isHeld = (state?.heldBy ?? null) !== null;
    if (state?.hidden || !(wasHeld(id) || isHeld || is.written.has(id))) continue;
    const [given, gives] = [was.answers[id], is.answers[id]];
    if (isDeepStrictEqual(given, gives)) continue;
    // What somebody answered before there was the rule isn't the rule's to take.
    if (gives === undefined && !isDeepStrictEqual(given, answers[id])) continue;
    const { value, message } = checkAnswer(entry, gives, { today: context.today });
    if (message) continue;
    if (value === undefined) delete next[id];
    else next[id] = value;
  }
  return next;
};
