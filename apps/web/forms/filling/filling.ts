// Over 300 lines: the state of a form that is being filled in has one place, and nothing else changes it.
import type { Errors } from '#contract/kit/issues.ts';
import { evaluate } from '#forms/answers/evaluate.ts';
import { type Answers, checkAnswer } from '#forms/definition/answer.ts';
import type { Calculation, CalculationValue } from '#forms/definition/calculation.ts';
import type { FormDefinition, FormField } from '#forms/definition/form-definition.ts';
import { fieldType } from '#forms/field-types/index.ts';
import { compiledForm, type FieldState, fillsItself } from '#forms/logic/compile.ts';
import type { EvaluationContext } from '#forms/logic/context.ts';
import { type Outcomes, type Settled, settle } from '#forms/logic/settle.ts';
import type { FormError } from '#web/ui/error-summary.tsx';
import { beside, inSummaryOf } from './error-words.ts';
import { checkable, holdsFiles, parted, problemHere } from './files.ts';
import { reasonsOf, whyAsked } from './why-asked.ts';

/** A question as it stands: its answer, what is wrong with it, and what the rules of the form make of it. */
export type QuestionState = {
  value: unknown;
  error: string | null;
  state: FieldState;
  /** The answers that the form gives the field's api_parameters. */
  parameters?: Record<string, unknown>;
  /** Where the answer comes from that nobody has touched yet: an earlier response, or the rule that suggests it. */
  source?: string;
  rule?: string;
  /** Why it is asked, where it is not always asked. */
  why?: string;
};

/** What goes to the server: answers, and the files that stand for answers. */
export type Sent = { answers: SentAnswer[]; files: Record<string, File[]> };
/** `settled` says that the rules which fill in and empty had their say here: it stands. */
type SentAnswer = { field_id: number; value: unknown; settled?: true };

export type Result = { calculation: Calculation; value: CalculationValue };

/** What the screen shows of the form as a whole; it changes seldom, a question at each key. */
export type Overview = {
  /** The questions that the rules show now, presentation among them. */
  visibleFields: FormField[];
  /** Required questions without an answer. */
  missing: FormField[];
  answered: number;
  isDirty: boolean;
  /** The errors of the last attempt to save that still stand. */
  errors: FormError[];
  results: Result[];
  /** Why the rules of the form came to no end, in a sentence. */
  problem: string | null;
};

/** The id of a question's control, which is also the path of its errors. */
export const pathOf = (field_id: number | string): string => `answers.${field_id}`;

const sameState = (a: FieldState, b: FieldState): boolean =>
  a === b ||
  (a.hidden === b.hidden &&
    a.required === b.required &&
    a.locked === b.locked &&
    a.heldBy === b.heldBy &&
    a.options?.map(({ value }) => value).join('\0') === b.options?.map(({ value }) => value).join('\0'));

/** Whether the answer is not the person's to give. */
const isHeld = ({ locked, heldBy }: FieldState) => locked || heldBy !== null;

/** What a part of the screen listens to: a question, the form as a whole, or that somebody typed anything at all. */
type Topic = number | 'overview' | 'typing';

const nobody: ReadonlySet<number> = new Set();

/**
 * The answers while a form is being filled in. After each change the rules of the form run; each question subscribes
 * to its own answer and state, so that a key press draws one question again, however many there are.
 */
export const createFilling = (
  definition: FormDefinition,
  /** What the response has already; null for a new one. */
  begun: Answers | null,
  context: () => EvaluationContext,
) => {
  let form = definition;
  let { entries, byId, moments } = compiledForm(form);
  let reasons = reasonsOf(compiledForm(form));
  let saved = begun;
  let outgoing: Sent | undefined;
  /** What was typed, chosen or stored, whether or not the rules let it count. */
  let given = new Map<number, unknown>();
  let settled: Settled;
  const questions = new Map<number, QuestionState>();
  const listeners = new Map<Topic, Set<() => void>>();
  let changed = new Set<number>();
  /** Where answers come from that were filled in and not touched. */
  let filled = new Map<number, string>();
  /** What rules filled in and nobody touched since, with the names of the rules. */
  let suggested = new Map<number, string>();
  /** The fields that rules filled in or emptied, whatever was done with them since. */
  let ruled = new Set<number>();
  /** Which rules held when they ran last; null before anything was answered. */
  let outcomes: Outcomes | null = null;
  let isDirty = false;
  let missing = new Set<number>();
  let answered = new Set<number>();
  /** The questions of which the error summary tells. */
  let inSummary = new Set<number>();
  let general: FormError[] = [];
  let overview: Overview = {
    visibleFields: [],
    missing: [],
    answered: 0,
    isDirty: false,
    errors: [],
    results: [],
    problem: null,
  };

  const tell = (topic: Topic) => {
    for (const listener of listeners.get(topic) ?? []) listener();
  };
  const stateOf = (field_id: number) => settled.states.get(field_id) as FieldState;

  const survey = () => {
    const errors = [
      ...general,
      ...overview.visibleFields.flatMap(({ field_id, field }) => {
        const error = inSummary.has(field_id) && questions.get(field_id)?.error;
        return error ? [{ id: pathOf(field_id), message: inSummaryOf(field, error) }] : [];
      }),
    ];
    const isSaid = JSON.stringify(errors) === JSON.stringify(overview.errors);
    overview = {
      ...overview,
      missing: overview.visibleFields.filter(({ field_id }) => missing.has(field_id)),
      answered: answered.size,
      isDirty,
      // The same list as long as it says the same: what shows it need not be drawn again.
      errors: isSaid ? overview.errors : errors,
    };
    tell('overview');
  };

  /** Notes whether a question is answered; tells whether that changed. */
  const count = ({ field_id, field }: FormField, { value, state }: QuestionState): boolean => {
    const type = fieldType(field.field_type);
    const isBlank = state.hidden || type.isBlank(value);
    const isNeeded = state.required && type.isAnswerable && !state.hidden && !isHeld(state);
    const isMissing = isNeeded && (isBlank || !type.fulfils(value, field));
    const before = `${missing.has(field_id)} ${answered.has(field_id)}`;
    missing[isMissing ? 'add' : 'delete'](field_id);
    answered[isBlank ? 'delete' : 'add'](field_id);
    return before !== `${missing.has(field_id)} ${answered.has(field_id)}`;
  };

  const setError = (field_id: number, error: string | null) => {
    const before = questions.get(field_id);
    if (!before || before.error === error) return false;
    questions.set(field_id, { ...before, error });
    tell(field_id);
    return true;
  };

  const parametersOf = ({ parameters_mapping }: FormField): Record<string, unknown> | undefined => {
    const names = Object.entries(parameters_mapping);
    if (names.length === 0) return undefined;
    return Object.fromEntries(names.map(([name, field_id]) => [name, settled.answers[field_id] ?? null]));
  };

  const stored = (): Answers => saved ?? {};
  const checkables = (): Answers =>
    Object.fromEntries(entries.map(({ field_id }) => [field_id, checkable(given.get(field_id))]));

  /** Runs the rules over what is given; what they fill in and empty, but for what stands, is given from then on. */
  const runRules = (standing: ReadonlySet<number>) => {
    const answered = new Set([...changed, ...filled.keys()]);
    settled = settle(form, {
      answers: checkables(),
      stored: stored(),
      context: context(),
      moments: { before: outcomes, answered, standing },
    });
    ({ outcomes } = settled);
    for (const [id, { value, by }] of settled.written) {
      given.set(id, value);
      for (const topic of [changed, filled]) topic.delete(id);
      if (value === null) suggested.delete(id);
      else suggested.set(id, by);
      ruled.add(id);
      setError(id, null);
    }
  };

  /** Of the questions that are not always asked those that are asked now, with why. */
  const whysNow = (): Map<number, string> => {
    const shown = reasons.size > 0 ? entries.filter(({ field_id }) => !stateOf(field_id).hidden) : [];
    const answer = (id: number) => settled.answers[id] ?? given.get(id);
    const whys = new Map<number, string>();
    for (const entry of shown) {
      const why = reasons.has(entry.field_id) && whyAsked(entry, shown, { reasons, outcomes: outcomes ?? [], answer });
      if (why) whys.set(entry.field_id, why);
    }
    return whys;
  };

  /** Takes what the rules made of the answers: tells the questions that changed; answers whether the whole did. */
  const takeSettled = (isOtherForm = false): boolean => {
    let isOther = isOtherForm || settled.problem !== overview.problem;
    const whys = whysNow();
    for (const entry of entries) {
      const { field_id } = entry;
      const before = questions.get(field_id);
      const next = stateOf(field_id);
      const state = before && sameState(before.state, next) ? before.state : next;
      const counts = isHeld(state) || fillsItself(entry);
      const value = counts ? (settled.answers[field_id] ?? null) : given.get(field_id);
      const parameters = parametersOf(entry);
      const source = filled.get(field_id);
      const rule = suggested.get(field_id);
      const why = whys.get(field_id);
      const isSame =
        before?.state === state &&
        Object.is(before.value, value) &&
        before.source === source &&
        before.rule === rule &&
        before.why === why &&
        JSON.stringify(before.parameters) === JSON.stringify(parameters);
      if (isSame) continue;
      if (before?.state.hidden !== state.hidden) isOther = true;
      const one = {
        value,
        state,
        error: before?.error ?? null,
        ...(parameters ? { parameters } : {}),
        ...(source ? { source } : {}),
        ...(rule ? { rule } : {}),
        ...(why ? { why } : {}),
      };
      questions.set(field_id, one);
      if (count(entry, one)) isOther = true;
      tell(field_id);
    }
    const results = form.calculations.map((calculation) => ({
      calculation,
      value: settled.calculations.get(calculation.id) ?? null,
    }));
    const isAsBefore = results.every(({ value }, index) => value === overview.results[index]?.value);
    const shown = isOther ? entries.filter(({ field_id }) => !stateOf(field_id).hidden) : overview.visibleFields;
    const isAsShown =
      shown.length === overview.visibleFields.length && shown.every((one, at) => one === overview.visibleFields[at]);
    overview = {
      ...overview,
      // The same list as long as it holds the same: what draws it need not be drawn again.
      visibleFields: isAsShown ? overview.visibleFields : shown,
      results: isAsBefore && overview.results.length === results.length ? overview.results : results,
      problem: settled.problem,
    };
    return isOther || !isAsBefore;
  };

  const run = (): boolean => {
    runRules(nobody);
    return takeSettled();
  };

  /** Runs the rules over answers to begin with. @param differing those that are others than what is stored */
  const startWith = (answers: Answers, differing: ReadonlySet<number>) => {
    changed = new Set(differing);
    filled = new Map();
    suggested = new Map();
    ruled = new Set(moments.length > 0 ? differing : []);
    given = new Map(entries.map(({ field_id }) => [field_id, answers[field_id] ?? null]));
    outcomes = saved && settle(form, { answers: saved, stored: saved, context: context() }).outcomes;
    runRules(differing);
  };

  const begin = (answers: Answers, differing: ReadonlySet<number>) => {
    outgoing = undefined;
    isDirty = differing.size > 0;
    missing = new Set();
    answered = new Set();
    inSummary = new Set();
    general = [];
    questions.clear();
    startWith(answers, differing);
    takeSettled();
    survey();
  };
  begin(stored(), nobody);

  const values = (): Answers =>
    Object.fromEntries(
      overview.visibleFields.map(({ field_id }) => [field_id, questions.get(field_id)!.value] as const),
    );

  return {
    entries: (): readonly FormField[] => entries,
    subscribe: (topic: Topic) => (listener: () => void) => {
      const all = listeners.get(topic) ?? new Set();
      listeners.set(topic, all.add(listener));
      return () => all.delete(listener);
    },
    questionState: (field_id: number): QuestionState => questions.get(field_id)!,
    overview: (): Overview => overview,
    /** Whether a question needs an answer that it has not. Its subscribers are told when that changes. */
    isMissing: (field_id: number): boolean => missing.has(field_id),
    values,

    /** Takes an answer as it is typed. Whatever was wrong with the one before is forgotten. */
    set: (entry: FormField, value: unknown): void => {
      const { field_id } = entry;
      const wasDirty = isDirty;
      const before = questions.get(field_id)!;
      // A file cannot be half typed: what is wrong with it is known at once.
      const error = holdsFiles(value) ? problemHere(value) : null;
      given.set(field_id, value);
      isDirty = true;
      filled.delete(field_id);
      suggested.delete(field_id);
      questions.set(field_id, { ...before, error });
      outgoing = undefined;
      changed.add(field_id);
      inSummary.delete(field_id);
      const isOther = run();
      // The rules may have left everything as it was, but not the error.
      if (Object.is(before.value, questions.get(field_id)!.value)) tell(field_id);
      if (isOther || !wasDirty || before.error !== null) survey();
      tell('typing');
    },

    /** Checks one answer, when the person leaves it. That it is missing is said when they save. */
    check: (entry: FormField): void => {
      const { field_id } = entry;
      const { value, error, state } = questions.get(field_id)!;
      if ((error && inSummary.has(field_id)) || isHeld(state)) return;
      const found = checkAnswer(entry, checkable(value), { stored: stored()[field_id], today: context().today });
      setError(field_id, problemHere(value) ?? found.message ?? null);
    },

    /** The answers that the rules hide now, and that will not be kept. */
    hiddenAnswers: (): FormField[] =>
      entries.filter(
        ({ field_id, field }) =>
          stateOf(field_id).hidden &&
          !suggested.has(field_id) &&
          !fieldType(field.field_type).isBlank(checkable(given.get(field_id))),
      ),

    /** Checks all answers by the rules of the server. Answers whether they may be sent. */
    checkAll: (): boolean => {
      // The rules have had their say here: they fill in and empty nothing more.
      const { issues } = evaluate(form, {
        given: checkables(),
        saved,
        context: context(),
        standing: new Set(given.keys()),
      });
      const found = new Map(issues.map(({ path, message }) => [path, message]));
      for (const { field_id, field } of entries)
        setError(field_id, problemHere(given.get(field_id)) ?? beside(field, found.get(pathOf(field_id))));
      inSummary = new Set(byId.keys());
      general = settled.problem ? [{ message: settled.problem }] : [];
      survey();
      return overview.errors.length === 0;
    },

    /** Shows what the server found fault with, each under its question where it has one. */
    refuse: (errors: Errors): void => {
      const onForm = new Set(overview.visibleFields.map(({ field_id }) => pathOf(field_id)));
      for (const { field_id, field } of overview.visibleFields)
        setError(field_id, beside(field, errors[pathOf(field_id)]?.join('. ')));
      inSummary = new Set(byId.keys());
      general = Object.entries(errors)
        .filter(([path]) => !onForm.has(path))
        .flatMap(([path, messages]) =>
          messages.map((message) => (path === 'completed_at' ? { id: path, message } : { message })),
        );
      survey();
    },

    /** What to send: every answer that was changed here and counts. The same object until another answer is changed. */
    sent: (): Sent => {
      if (outgoing) return outgoing;
      // What a rule keeps or locks is sent as it was given: a rule may look at what it keeps.
      const isSent = (id: number) => changed.has(id) || filled.has(id) || ruled.has(id);
      // A hidden field has no answer: that is said where it had one, or a rule could fill one in.
      const isTold = (id: number) => !stateOf(id).hidden || moments.length > 0 || stored()[id] != null;
      const answers = entries
        .filter(({ field_id }) => isSent(field_id) && isTold(field_id))
        .map(({ field_id }) => ({
          field_id,
          ...parted(stateOf(field_id).hidden ? null : given.get(field_id)),
          ...(ruled.has(field_id) ? { settled: true as const } : {}),
        }));
      outgoing = {
        // A file that stands alone is its own answer.
        answers: answers
          .filter(({ value, files }) => value !== null || files.length === 0)
          .map(({ files: _, ...answer }) => answer),
        files: Object.fromEntries(
          answers.filter(({ files }) => files.length > 0).map(({ field_id, files }) => [`answers[${field_id}]`, files]),
        ),
      };
      return outgoing;
    },

    /** Fills in answers from elsewhere where there are none. They count as untouched until somebody changes them. */
    fill: (answers: { field_id: number; value: unknown; source: string }[]): void => {
      for (const { field_id, value, source } of answers) {
        const entry = byId.get(field_id);
        const isOpen = fieldType(entry?.field.field_type ?? 'number').isBlank(given.get(field_id));
        if (!entry || changed.has(field_id) || !(isOpen || suggested.has(field_id))) continue;
        given.set(field_id, value);
        filled.set(field_id, source);
        suggested.delete(field_id);
      }
      outgoing = undefined;
      run();
      survey();
    },

    /** Takes other answers. Those that differ from what is stored now, `from`, count as changed here. */
    replace: (answers: Answers, from: Answers | null): void => {
      saved = from;
      begin(
        answers,
        new Set(entries.map(({ field_id }) => field_id).filter((id) => (answers[id] ?? null) !== (from?.[id] ?? null))),
      );
      tell('typing');
    },

    /** What was typed, chosen or filled in and differs from what is stored, whether or not the rules let it count. */
    typed: (): Answers =>
      Object.fromEntries(
        entries
          .map(({ field_id }) => [field_id, given.get(field_id) ?? null] as const)
          .filter(([id, value]) => value !== (stored()[id] ?? null)),
      ),

    /** The answers that the response had when this began; null for a new one. */
    began: (): Answers | null => saved,

    /**
     * Goes on with the form as it is now, while somebody edits it. Answers stay, those of fields that are gone for when
     * they come back; rules that fill in and empty do so at the next answer, or, before the first one, anew.
     */
    changeForm: (next: FormDefinition): void => {
      if (next === form) return;
      form = next;
      ({ entries, byId, moments } = compiledForm(next));
      reasons = reasonsOf(compiledForm(next));
      for (const id of questions.keys()) {
        if (byId.has(id)) continue;
        questions.delete(id);
        missing.delete(id);
        answered.delete(id);
      }
      if (isDirty) {
        for (const { field_id } of entries) if (!given.has(field_id)) given.set(field_id, stored()[field_id] ?? null);
        settled = settle(form, { answers: checkables(), stored: stored(), context: context() });
        ({ outcomes } = settled);
      } else startWith(stored(), nobody);
      takeSettled(true);
      survey();
    },

    /** Nothing counts as changed any more: it has been saved. */
    settle: (): void => {
      changed = new Set();
      isDirty = false;
      survey();
    },
  };
};

export type Filling = ReturnType<typeof createFilling>;
