import { inSentences } from '#contract/kit/in-sentences.ts';
import type { Errors } from '#contract/kit/issues.ts';
import { evaluate } from '#forms/answers/evaluate.ts';
import { type Answers, checkAnswer } from '#forms/definition/answer.ts';
import type { FormDefinition, FormField } from '#forms/definition/form-definition.ts';
import { fieldType } from '#forms/field-types/index.ts';
import { compiledForm } from '#forms/logic/compile.ts';
import type { EvaluationContext } from '#forms/logic/context.ts';
import { settle } from '#forms/logic/settle.ts';
import { beside } from './error-words.ts';
import { checkable, holdsFiles, problemHere } from './files.ts';
import { checkables, drawQuestions, runRules } from './rules.ts';
import {
  type FillingState,
  isHeld,
  type Leftover,
  type Overview,
  pathOf,
  type QuestionState,
  withEntries,
  without,
} from './state.ts';
import { withErrors, withOverview, withSummary } from './summary.ts';

/** An answer from elsewhere, and where it comes from. */
export type PrefilledAnswer = { field_id: number; value: unknown; source: string };

/** What happens to a form while it is filled in. */
export type FillingEvent =
  /** Somebody typed or chose an answer; whatever was wrong with the one before is forgotten. */
  | { type: 'answered'; field_id: number; value: unknown }
  /** Somebody left a question: its answer is checked, but for whether it is missing. */
  | { type: 'left'; entry: FormField }
  /** Somebody wants to save: all answers are checked by the rules of the server. */
  | { type: 'checked' }
  /** The server found fault with some answers, or with the form. */
  | { type: 'refused'; errors: Errors }
  /** Answers came from elsewhere: they go where there are none, and count as untouched until somebody changes them. */
  | { type: 'prefilled'; answers: readonly PrefilledAnswer[] }
  /** Other answers take the place of all; those that differ from what is stored now, `from`, count as changed here. */
  | { type: 'replaced'; answers: Answers; from: Answers | null }
  /** These answers no longer fit the form; none, once somebody agreed to leave them out. */
  | { type: 'left-over'; leftovers: readonly Leftover[] }
  /**
   * The form was edited. Answers stay, those of fields that are gone for when they come back; rules that fill in and empty
   * do so at the next answer, or, before the first one, anew.
   */
  | { type: 'form-changed'; form: FormDefinition }
  /** All answers are saved: nothing counts as changed any more. */
  | { type: 'saved' };

const nobody: ReadonlySet<number> = new Set();
const nothing: Overview = {
  visibleFields: [],
  missing: [],
  answered: 0,
  isDirty: false,
  errors: [],
  results: [],
  problem: null,
  leftovers: [],
};

type Start = Pick<FillingState, 'form' | 'saved'> & { answers: Answers; differing: ReadonlySet<number> };

/** Answers to begin with, of which nothing is known yet. @param differing those that are others than what is stored */
const answersOf = ({ form, answers, differing }: Start) => {
  const { entries, moments } = compiledForm(form);
  return {
    given: new Map(entries.map(({ field_id }) => [field_id, answers[field_id] ?? null])),
    changed: differing,
    filled: new Map<number, string>(),
    suggested: new Map<number, string>(),
    ruled: moments.length > 0 ? differing : nobody,
  };
};

/** Which rules hold of what is stored; null for a new response. */
const outcomesOf = ({ form, saved }: Pick<FillingState, 'form' | 'saved'>, context: EvaluationContext) =>
  saved && settle(form, { answers: saved, stored: saved, context }).outcomes;

const begunWith = (start: Start, context: EvaluationContext, overview: Overview): FillingState => {
  const { form, saved, differing } = start;
  const state = {
    form,
    saved,
    ...answersOf(start),
    isDirty: differing.size > 0,
    questions: new Map<number, QuestionState>(),
    visible: overview.visibleFields,
    missing: nobody,
    answered: nobody,
    results: overview.results,
    summary: new Map<number, string>(),
    general: [],
    leftovers: overview.leftovers,
    overview,
  };
  return drawQuestions(runRules(state, { context, before: outcomesOf(start, context), standing: differing }), context);
};

/** A form as somebody begins to fill it in. @param saved what the response has already; null for a new one */
export const begin = (form: FormDefinition, saved: Answers | null, context: EvaluationContext): FillingState =>
  withOverview(begunWith({ form, saved, answers: saved ?? {}, differing: nobody }, context, nothing));

const settleAgain = (state: FillingState, context: EvaluationContext): FillingState =>
  drawQuestions(runRules(state, { context, before: state.settled.outcomes }), context);

const onAnswered = (state: FillingState, field_id: number, value: unknown): FillingState => ({
  ...state,
  given: withEntries(state.given, [[field_id, value]]),
  changed: new Set(state.changed).add(field_id),
  filled: without(state.filled, field_id),
  suggested: without(state.suggested, field_id),
  summary: without(state.summary, field_id),
  isDirty: true,
  questions: new Map(state.questions).set(field_id, {
    ...(state.questions.get(field_id) as QuestionState),
    // A file cannot be half typed: what is wrong with it is known at once.
    error: holdsFiles(value) ? problemHere(value) : null,
  }),
});

const onLeft = (state: FillingState, entry: FormField, { today }: EvaluationContext): FillingState => {
  const { field_id } = entry;
  const { value, error, state: fieldState } = state.questions.get(field_id) as QuestionState;
  if ((error && state.summary.has(field_id)) || isHeld(fieldState)) return state;
  const { message } = checkAnswer(entry, checkable(value), { stored: state.saved?.[field_id], today });
  return withErrors(state, [[field_id, problemHere(value) ?? message ?? null]]);
};

const onChecked = (state: FillingState, context: EvaluationContext): FillingState => {
  const { form, saved, given, settled } = state;
  // The rules have had their say here: they fill in and empty nothing more.
  const { issues } = evaluate(form, { given: checkables(state), saved, context, standing: new Set(given.keys()) });
  const messages = new Map(issues.map(({ path, message }) => [path, message]));
  const errors = compiledForm(form).entries.map(
    ({ field_id, field }) =>
      [field_id, problemHere(given.get(field_id)) ?? beside(field, messages.get(pathOf(field_id)) ?? null)] as const,
  );
  return withSummary(state, errors, settled.problem ? [{ message: settled.problem }] : []);
};

const onRefused = (state: FillingState, errors: Errors): FillingState => {
  const { visible } = state;
  const onForm = new Set(visible.map(({ field_id }) => pathOf(field_id)));
  const general = Object.entries(errors)
    .filter(([path]) => !onForm.has(path))
    .flatMap(([path, messages]) =>
      messages.map((message) => (path === 'completed_at' ? { id: path, message } : { message })),
    );
  const under = visible.map(
    ({ field_id, field }) => [field_id, beside(field, inSentences(errors[pathOf(field_id)]))] as const,
  );
  return withSummary(state, under, general);
};

const onPrefilled = (state: FillingState, answers: readonly PrefilledAnswer[]): FillingState => {
  const { byId } = compiledForm(state.form);
  const [given, filled, suggested] = [new Map(state.given), new Map(state.filled), new Map(state.suggested)];
  for (const { field_id, value, source } of answers) {
    const entry = byId.get(field_id);
    if (!entry || state.changed.has(field_id)) continue;
    if (!fieldType(entry.field.field_type).isBlank(given.get(field_id)) && !suggested.has(field_id)) continue;
    given.set(field_id, value);
    filled.set(field_id, source);
    suggested.delete(field_id);
  }
  return { ...state, given, filled, suggested };
};

const startAgain = (state: FillingState, answers: Answers, from: Answers | null): Start => {
  const { form } = state;
  const ids = compiledForm(form).entries.map(({ field_id }) => field_id);
  const differing = new Set(ids.filter((id) => (answers[id] ?? null) !== (from?.[id] ?? null)));
  return { form, saved: from, answers, differing };
};

const onFormChanged = (before: FillingState, form: FormDefinition, context: EvaluationContext): FillingState => {
  const { entries, byId } = compiledForm(form);
  const { saved, isDirty } = before;
  const gone = [...before.questions.keys()].filter((id) => !byId.has(id));
  const state = {
    ...before,
    form,
    questions: without(before.questions, ...gone),
    missing: before.missing.difference(new Set(gone)),
    answered: before.answered.difference(new Set(gone)),
    summary: without(before.summary, ...gone),
  };
  if (!isDirty) {
    const start = { form, saved, answers: saved ?? {}, differing: nobody };
    return runRules({ ...state, ...answersOf(start) }, { context, before: outcomesOf(start, context) });
  }
  const added = entries.filter(({ field_id }) => !state.given.has(field_id));
  const given = withEntries(
    state.given,
    added.map(({ field_id }) => [field_id, saved?.[field_id] ?? null]),
  );
  const settled = settle(form, { answers: checkables({ form, given }), stored: saved ?? {}, context });
  return { ...state, given, settled };
};

const next = (state: FillingState, event: FillingEvent, context: EvaluationContext): FillingState => {
  switch (event.type) {
    case 'answered':
      return settleAgain(onAnswered(state, event.field_id, event.value), context);
    case 'left':
      return onLeft(state, event.entry, context);
    case 'checked':
      return onChecked(state, context);
    case 'refused':
      return onRefused(state, event.errors);
    case 'prefilled':
      return settleAgain(onPrefilled(state, event.answers), context);
    case 'replaced':
      return begunWith(startAgain(state, event.answers, event.from), context, state.overview);
    case 'left-over':
      return { ...state, leftovers: event.leftovers };
    case 'form-changed':
      if (event.form === state.form) return state;
      return drawQuestions(onFormChanged(state, event.form, context), context, true);
    case 'saved':
      return { ...state, changed: nobody, isDirty: false };
  }
};

/** The form after something happened. Pure: the same events at the same time make the same state. */
export const reduce = (state: FillingState, event: FillingEvent, context: EvaluationContext): FillingState =>
  withOverview(next(state, event, context), state);
