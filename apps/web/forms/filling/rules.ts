import { isAskedLater } from '#forms/answers/asked-later.ts';
import type { Answers } from '#forms/definition/answer.ts';
import type { FormField } from '#forms/definition/form-definition.ts';
import { fieldType } from '#forms/field-types/index.ts';
import { compiledForm, type FieldState, fillsItself, isFilledIn } from '#forms/logic/compile.ts';
import type { EvaluationContext } from '#forms/logic/context.ts';
import { type Outcomes, settle } from '#forms/logic/settle.ts';
import { checkable } from './files.ts';
import { type FillingState, isHeld, type QuestionState, sameList, withEntries, without } from './state.ts';
import { withErrors } from './summary.ts';
import { reasonsOf, whyAsked } from './why-asked.ts';

/** What is given, as the rules of the server know it. */
export const checkables = ({ form, given }: Pick<FillingState, 'form' | 'given'>): Answers =>
  Object.fromEntries(compiledForm(form).entries.map(({ field_id }) => [field_id, checkable(given.get(field_id))]));

type RulesRun = {
  context: EvaluationContext;
  /** Which rules held until now; null before anything was answered. */
  before: Outcomes | null;
  /** The fields whose answers the rules leave as they are. */
  standing?: ReadonlySet<number>;
};

/** Runs the rules over what is given; what they fill in and empty is given from then on. */
export const runRules = (
  state: Omit<FillingState, 'settled'>,
  { context, before, standing = new Set() }: RulesRun,
): FillingState => {
  const settled = settle(state.form, {
    answers: checkables(state),
    stored: state.saved ?? {},
    context,
    moments: { before, answered: new Set([...state.changed, ...state.filled.keys()]), standing },
  });
  const { written } = settled;
  if (written.size === 0) return { ...state, settled };
  const ids = [...written.keys()];
  const suggestions = [...written].flatMap(([id, { value, by }]) => (value === null ? [] : [[id, by] as const]));
  return withErrors(
    {
      ...state,
      settled,
      given: withEntries(
        state.given,
        [...written].map(([id, { value }]) => [id, value]),
      ),
      changed: state.changed.difference(written),
      filled: without(state.filled, ...ids),
      suggested: withEntries(without(state.suggested, ...ids), suggestions),
      ruled: state.ruled.union(written),
      summary: without(state.summary, ...ids),
    },
    ids.map((id) => [id, null]),
  );
};

const stateOf = ({ settled, saved }: FillingState, entry: FormField, context: EvaluationContext): FieldState => {
  const state = settled.states.get(entry.field_id) as FieldState;
  return state.required && isAskedLater(entry, context, saved?.[entry.field_id])
    ? { ...state, required: false }
    : state;
};

const sameState = (a: FieldState, b: FieldState): boolean =>
  a === b ||
  (a.hidden === b.hidden &&
    a.required === b.required &&
    a.locked === b.locked &&
    a.heldBy === b.heldBy &&
    a.options?.map(({ value }) => value).join('\0') === b.options?.map(({ value }) => value).join('\0'));

const parametersOf = ({ settled }: FillingState, { parameters_mapping }: FormField) => {
  const names = Object.entries(parameters_mapping);
  if (names.length === 0) return undefined;
  return Object.fromEntries(names.map(([name, field_id]) => [name, settled.answers[field_id] ?? null]));
};

/** The entries that the rules show now. */
const shownBy = ({ form, settled }: FillingState): FormField[] =>
  compiledForm(form).entries.filter(({ field_id }) => !settled.states.get(field_id)?.hidden);

/** Of the questions that are not always asked those that are asked now, with why. */
const whysNow = (state: FillingState): Map<number, string> => {
  const { form, settled, given } = state;
  const reasons = reasonsOf(compiledForm(form));
  const whys = new Map<number, string>();
  const shown = reasons.size > 0 ? shownBy(state) : [];
  const answer = (id: number) => settled.answers[id] ?? given.get(id);
  for (const entry of shown) {
    const asked = { reasons, outcomes: settled.outcomes ?? [], answer };
    const why = reasons.has(entry.field_id) && whyAsked(entry, shown, asked);
    if (why) whys.set(entry.field_id, why);
  }
  return whys;
};

/** A question as the rules leave it; the same object as before where nothing about it changed. */
const questionOf = (
  state: FillingState,
  entry: FormField,
  { why, context }: { why: string | undefined; context: EvaluationContext },
): QuestionState => {
  const { field_id } = entry;
  const before = state.questions.get(field_id);
  const next = stateOf(state, entry, context);
  const own = before && sameState(before.state, next) ? before.state : next;
  const counts = isHeld(own) || fillsItself(entry);
  const value = counts ? (state.settled.answers[field_id] ?? null) : state.given.get(field_id);
  const parameters = parametersOf(state, entry);
  const source = state.filled.get(field_id);
  const rule = state.suggested.get(field_id);
  const isSame =
    before?.state === own &&
    Object.is(before.value, value) &&
    before.source === source &&
    before.rule === rule &&
    before.why === why &&
    JSON.stringify(before.parameters) === JSON.stringify(parameters);
  if (isSame) return before;
  return {
    value,
    state: own,
    error: before?.error ?? null,
    ...(parameters ? { parameters } : {}),
    ...(source ? { source } : {}),
    ...(rule ? { rule } : {}),
    ...(why ? { why } : {}),
  };
};

const isBlank = ({ field }: FormField, { value, state }: QuestionState): boolean =>
  state.hidden || fieldType(field.field_type).isBlank(value);

const isMissing = (entry: FormField, question: QuestionState): boolean => {
  const { value, state } = question;
  const type = fieldType(entry.field.field_type);
  const isNeeded = state.required && type.isAnswerable && !state.hidden && !isFilledIn(entry, state);
  return isNeeded && (isBlank(entry, question) || !type.fulfils(value, entry.field));
};

/** The set with, or without, each of these; the same set where nothing changes. */
const withMembers = (set: ReadonlySet<number>, members: readonly (readonly [number, boolean])[]) => {
  const others = members.filter(([id, isIn]) => set.has(id) !== isIn);
  if (others.length === 0) return set;
  const next = new Set(set);
  for (const [id, isIn] of others) next[isIn ? 'add' : 'delete'](id);
  return next;
};

/** Takes what the rules made of the answers into the questions, and into what is told of the form as a whole. */
export const drawQuestions = (state: FillingState, context: EvaluationContext, isOtherForm = false): FillingState => {
  const { form, settled, questions } = state;
  const whys = whysNow(state);
  const fresh: { entry: FormField; question: QuestionState }[] = [];
  let isOther = isOtherForm;
  for (const entry of compiledForm(form).entries) {
    const { field_id } = entry;
    const before = questions.get(field_id);
    const question = questionOf(state, entry, { why: whys.get(field_id), context });
    if (question === before) continue;
    fresh.push({ entry, question });
    if (before?.state.hidden !== question.state.hidden) isOther = true;
  }
  const results = form.calculations.map((calculation) => ({
    calculation,
    value: settled.calculations.get(calculation.id) ?? null,
  }));
  const isAsBefore =
    results.length === state.results.length && results.every(({ value }, at) => value === state.results[at]?.value);
  return {
    ...state,
    questions: withEntries(
      questions,
      fresh.map(({ entry, question }) => [entry.field_id, question]),
    ),
    visible: isOther ? sameList(state.visible, shownBy(state)) : state.visible,
    missing: withMembers(
      state.missing,
      fresh.map(({ entry, question }) => [entry.field_id, isMissing(entry, question)]),
    ),
    answered: withMembers(
      state.answered,
      fresh.map(({ entry, question }) => [entry.field_id, !isBlank(entry, question)]),
    ),
    results: isAsBefore ? state.results : results,
  };
};
