import { type Answers, type CheckedAnswer, checkAnswer } from '../definition/answer.ts';
import type { CalculationValue } from '../definition/calculation.ts';
import type { FormDefinition, FormField } from '../definition/form-definition.ts';
import { fieldType } from '../field-types/index.ts';
import type { Issue } from '../issue.ts';
import { compiledForm, type FieldState, fillsItself, isFilledIn } from '../logic/compile.ts';
import type { EvaluationContext } from '../logic/context.ts';
import { overload, type RulesResult, settle } from '../logic/settle.ts';
import { isAskedLater } from './asked-later.ts';

export type Evaluation = {
  /** What to store. */
  answers: Answers;
  issues: Issue[];
  /** The ids of the fields that are asked. */
  visibleFields: ReadonlySet<number>;
  /** The results of the form's calculations, by their ids. */
  calculations: ReadonlyMap<number, CalculationValue>;
};

/** What a response is to hold. */
export type EvaluationInput = {
  given: Answers;
  /** What is stored; null for a new response. */
  saved: Answers | null;
  context: EvaluationContext;
  /** The fields that were answered after the rules had emptied them. */
  standing?: ReadonlySet<number>;
};

const none: ReadonlySet<number> = new Set();

/**
 * Decides what a response holds once `given` is laid over what is stored, the same in the browser and on the server.
 * A blank answer takes the stored one away, a field that `given` does not name keeps it, a hidden field has none, a
 * locked one keeps the stored one, a field that a rule keeps has what the rule says, and answers of fields that have
 * left the form stay. What rules do once they do when their condition holds now and did not hold of what is stored:
 * they fill in what `given` does not name, and empty all but what stands. Every issue is told; nothing is thrown.
 */
export const evaluate = (form: FormDefinition, given: EvaluationInput): Evaluation => {
  const steps = evaluation(form, given);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
};

/** The same in steps, none of which takes long: between them somebody else may have the machine. */
export function* evaluation(
  form: FormDefinition,
  { given, saved, context, standing = none }: EvaluationInput,
): Generator<void, Evaluation> {
  const { entries, byId, moments: once } = compiledForm(form);
  const hasMoments = once.length > 0;
  const stored = saved ?? {};
  const checked = new Map<number, CheckedAnswer>();
  yield;
  for (const entry of entries) {
    checked.set(entry.field_id, laidOver(entry, { given, stored, context }));
    yield;
  }
  const laid = Object.fromEntries(
    entries.map(({ field_id }) => {
      const { value, message } = checked.get(field_id) as CheckedAnswer;
      // What cannot be stored still decides what else is asked.
      return [field_id, message ? given[field_id] : value];
    }),
  );
  const before = saved && hasMoments ? settle(form, { answers: saved, stored: saved, context }) : null;
  yield;
  const answered = new Set(entries.map(({ field_id }) => field_id).filter((id) => Object.hasOwn(given, String(id))));
  const moments = { before: before?.outcomes ?? null, answered, standing };
  const settled: RulesResult =
    before?.problem === overload
      ? before
      : settle(form, { answers: laid, stored, context, moments: hasMoments ? moments : undefined });
  yield;
  const visible = entries.filter(({ field_id }) => !settled.states.get(field_id)?.hidden);
  const results: (CheckedAnswer & { entry: FormField })[] = [];
  for (const entry of visible) {
    const state = settled.states.get(entry.field_id) as FieldState;
    const value = settled.answers[entry.field_id];
    const isOfRule = state.heldBy !== null || settled.written.has(entry.field_id);
    const before = isOfRule
      ? // What a rule keeps was checked with the rule, and stays when its option is removed.
        checkAnswer(entry, value, { today: context.today, stored: state.heldBy === null ? undefined : value })
      : { ...(fillsItself(entry) ? {} : checked.get(entry.field_id)), value };
    results.push({
      entry,
      ...(isKept(state) ? { value } : resultOf(entry, state, { ...before, stored: stored[entry.field_id], context })),
    });
    yield;
  }
  const kept = Object.entries(stored).filter(([id]) => !byId.has(Number(id)));

  return {
    answers: Object.fromEntries([
      ...kept,
      ...results.filter(({ value }) => value !== undefined).map(({ entry, value }) => [entry.field_id, value]),
    ]),
    issues: [
      ...(settled.problem ? [{ path: 'base', message: settled.problem }] : []),
      ...results.flatMap(({ entry, message }) => (message ? [issueAt(entry.field_id, message)] : [])),
      ...Object.keys(given)
        .filter((id) => !byId.has(Number(id)))
        .map((id) => issueAt(id, 'This field is not on the form')),
    ],
    visibleFields: new Set(visible.map((entry) => entry.field_id)),
    calculations: settled.calculations,
  };
}

/** The person cannot change it, so they are not asked to mend it. */
const isKept = ({ locked, heldBy }: FieldState) => locked && heldBy === null;

const laidOver = (
  entry: FormField,
  { given, stored, context }: { given: Answers; stored: Answers; context: EvaluationContext },
): CheckedAnswer => {
  const id = String(entry.field_id);
  const before = Object.hasOwn(stored, id) ? stored[id] : undefined;
  return Object.hasOwn(given, id)
    ? checkAnswer(entry, given[id], { stored: before, today: context.today })
    : { value: before };
};

const resultOf = (
  entry: FormField,
  state: FieldState,
  { stored, context, ...found }: CheckedAnswer & { stored: unknown; context: EvaluationContext },
): CheckedAnswer => {
  const { field } = entry;
  const { required, options } = state;
  const type = fieldType(field.field_type);
  if (found.message) return found;
  // What a rule or the field itself fills in isn't up to anybody.
  if (options && !isFilledIn(entry, state) && !isAmong(options, found.value, stored))
    return { ...found, message: 'Choose one of the options' };
  if (!required || !type.isAnswerable || isFilledIn(entry, state)) return found;
  if (isAskedLater(entry, context, stored)) return found;
  const isAnswered = !type.isBlank(found.value) && type.fulfils(found.value, field);
  return isAnswered ? found : { ...found, message: type.ask(field) };
};

/** Whether what was chosen is still offered, or was chosen before. */
const isAmong = (options: readonly { value: unknown }[], value: unknown, stored: unknown): boolean => {
  const kept = new Set([...options.map((option) => String(option.value)), ...[stored].flat().map(String)]);
  return value === undefined || [value].flat().every((one) => kept.has(String(one)));
};

const issueAt = (id: string | number, message: string): Issue => ({ path: `answers.${id}`, message });
