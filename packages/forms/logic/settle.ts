import { runCalculations } from '../calculations/run.ts';
import type { Answers } from '../definition/answer.ts';
import type { CalculationValue } from '../definition/calculation.ts';
import type { FormDefinition, FormField } from '../definition/form-definition.ts';
import { isMoment, type RuleAction } from '../definition/rule.ts';
import { fieldType } from '../field-types/index.ts';
import { act, type Round } from './act.ts';
import { type Budget, newBudget, Overload } from './budget.ts';
import { type CompiledForm, compiledForm, type FieldState, fillsItself } from './compile.ts';
import type { EvaluationContext } from './context.ts';
import { type Look, look, newReader, newResultReader } from './look.ts';

/** Whether each rule holds, for each of its actions. */
export type Outcomes = readonly (readonly boolean[])[];

/** What a rule filled in, or emptied with null, at the moment when its condition became true. */
export type RuleWrite = { value: unknown; by: string };

/** What is needed to tell the moments at which conditions become true. */
export type Moments = {
  /** Which rules held until now; null when nothing was answered yet, as in a new response. */
  before: Outcomes | null;
  /** The fields that somebody answered: nothing is filled into them. */
  answered: ReadonlySet<number>;
  /** The fields whose answers stand: nor are they emptied. */
  standing: ReadonlySet<number>;
};

/** What the rules run over. */
export type RulesInput = {
  /** What is answered now, by field id. */
  answers: Answers;
  /** What locked fields keep. */
  stored: Answers;
  context: EvaluationContext;
  /** Without it nothing is filled in or emptied. */
  moments?: Moments | undefined;
};

export type RulesResult = {
  /** The answers that count: without those of hidden fields, with those that rules set. */
  answers: Answers;
  states: ReadonlyMap<number, FieldState>;
  calculations: ReadonlyMap<number, CalculationValue>;
  /** Which rules held when they came to rest last; those before, when they never did. */
  outcomes: Outcomes | null;
  /** What became of fields at a moment, whether or not it counts now, by field id. */
  written: ReadonlyMap<number, RuleWrite>;
  /** Why the rules came to no end, in a sentence; null when they did. */
  problem: string | null;
};

export const contradiction = 'The rules of this form contradict each other.';
export const overload =
  'The rules of this form take too long to evaluate. Ask the person who manages the form to use fewer or shorter conditions.';

/** What a round costs beside its comparisons: for each field that rules move, each rule, and each calculation they see. */
const [entryCost, ruleCost, calculationCost] = [1, 1, 50];

/** Rounds beyond one for each rule, after which rules that still change something contradict each other. */
const roundLimit = 20;

/** The outcomes of a round: of each rule, and whether each field shows by its own setting. */
type RoundOutcomes = { rules: Outcomes; shows: readonly (boolean | null)[] };

/**
 * Whether the rules hold now. A rule keeps its outcome while no answer changed that it looks at.
 * @param changed the fields whose answers are others than they were when the outcomes were those of `before`
 */
const outcomesOf = (
  { rules, shows }: CompiledForm,
  sees: Look,
  { before, changed }: { before: RoundOutcomes | null; changed: ReadonlySet<number> },
): RoundOutcomes => ({
  rules: rules.map(({ reads, condition, kept, isOfTarget, actions }, place) => {
    const held = before?.rules[place];
    if (held && reads?.isDisjointFrom(changed)) return held;
    if (isOfTarget) return actions.map(({ field_id }) => sees.holdsFor(condition, kept, field_id));
    return new Array<boolean>(actions.length).fill(sees.holdsFor(condition, kept, 0));
  }),
  shows: shows.map(({ conditions, reads }, place) => {
    const met = before?.shows[place];
    return met !== undefined && reads?.isDisjointFrom(changed) ? met : sees.meets(conditions);
  }),
});

/** What all rules, each by what it sees, make of the fields: later ones win. */
const runRules = (compiled: CompiledForm, sees: Look, outcomes: RoundOutcomes): Round => {
  const round: Round = { states: new Map(), assigned: new Map() };
  const stateOf = (field_id: number) => round.states.get(field_id) ?? (compiled.base.get(field_id) as FieldState);
  for (const [place, { field_id }] of compiled.shows.entries())
    if (outcomes.shows[place] === false) round.states.set(field_id, { ...stateOf(field_id), hidden: true });
  for (const [place, rule] of compiled.rules.entries())
    for (const [index, action] of rule.actions.entries()) {
      const entry = compiled.byId.get(action.field_id);
      if (!entry || !outcomes.rules[place]?.[index] || isMoment(action)) continue;
      sees.spend(1);
      const state = stateOf(action.field_id);
      const { assigned } = round;
      const next = act({ action, rule }, { ...entry, state }, { assigned, offers: sees.offers });
      round.states.set(action.field_id, next);
    }
  return round;
};

/** A field that fills itself takes the one option that is left, and has no answer when there is none. */
const autopopulatedAnswer = ({ field }: FormField, { options }: FieldState, answer: unknown): unknown => {
  const offered = (options ?? field.field_options).filter(({ hidden }) => !hidden).map(({ value }) => value);
  if (offered.length === 1) return String(offered[0]);
  return offered.some((value) => String(value) === answer) ? answer : null;
};

type Overlay = ReadonlyMap<number, unknown>;

/** The fields whose answers differ between two rounds. */
const changesBetween = (before: Overlay, after: Overlay, given: (id: number) => unknown): Set<number> => {
  const valueIn = (overlay: Overlay, id: number) => (overlay.has(id) ? overlay.get(id) : given(id));
  return new Set(
    [...before.keys(), ...after.keys()].filter((id) => !Object.is(valueIn(before, id), valueIn(after, id))),
  );
};

const valueIn = (from: Answers, id: number) => (Object.hasOwn(from, id) ? from[id] : null);

/** The work of one settling: rounds until nothing changes, and what is done once at the moments between them. */
const settling = (form: FormDefinition, { answers, stored, context }: RulesInput) => {
  const compiled = compiledForm(form);
  const written = new Map<number, RuleWrite>();
  const reader = newReader(compiled);
  const given = (id: number) => (written.has(id) ? (written.get(id) as RuleWrite).value : valueIn(answers, id));
  let round: Round = { states: new Map(), assigned: new Map() };
  /** The answers that count otherwise than as they are given; and without what rules keep. */
  let [counted, bare]: [Overlay, Overlay] = [new Map(), new Map()];
  const overlay = () => {
    const [all, without] = [new Map<number, unknown>(), new Map<number, unknown>()];
    for (const entry of compiled.moved) {
      const id = entry.field_id;
      const state = round.states.get(id) ?? (compiled.base.get(id) as FieldState);
      if (state.hidden) without.set(id, null);
      else if (state.locked) without.set(id, valueIn(stored, id));
      else if (fillsItself(entry)) without.set(id, autopopulatedAnswer(entry, state, given(id)));
      if (!state.hidden && round.assigned.has(id)) all.set(id, round.assigned.get(id));
      else if (without.has(id)) all.set(id, without.get(id));
    }
    [counted, bare] = [all, without];
  };
  const answerOf = (id: number) => (counted.has(id) ? counted.get(id) : given(id));
  const calculations = () => runCalculations(form.calculations, answerOf, context);
  const byId = new Map(form.calculations.map((calculation) => [calculation.id, calculation]));
  const sees = (budget: Budget): Look => {
    const results = compiled.scopes.has('calculator') ? calculations() : null;
    const calculated = newResultReader(byId, results);
    const bareOf = (id: number) => (bare.has(id) ? bare.get(id) : given(id));
    return look(compiled, { context, counted: answerOf, bare: bareOf, calculated, reader }, budget);
  };
  overlay();

  let outcomes: RoundOutcomes | null = null;
  let changed = new Set<number>();
  return {
    compiled,
    written,
    given,
    answerOf,
    calculations,
    states: () => round.states,
    outcomes: (): Outcomes => outcomes?.rules ?? [],
    /** Lets the rules run until a round changes nothing. Answers whether they came to rest. */
    rest: (budget: Budget): boolean => {
      const limit = roundLimit + compiled.rules.length + compiled.shows.length;
      const rereads = compiled.scopes.has('calculator') ? form.calculations.length : 0;
      for (let count = 0; count < limit; count++) {
        budget.spend(entryCost * compiled.moved.length + ruleCost * compiled.rules.length + calculationCost * rereads);
        const seen = sees(budget);
        outcomes = outcomesOf(compiled, seen, { before: outcomes, changed });
        round = runRules(compiled, seen, outcomes);
        const [countedBefore, bareBefore] = [counted, bare];
        overlay();
        changed = changesBetween(countedBefore, counted, given).union(changesBetween(bareBefore, bare, given));
        // Rules that see the same answers again do the same again.
        if (changed.size === 0) return true;
      }
      return false;
    },
    /** Takes answers that a moment wrote. The rules begin anew: where they rest follows from what is given alone. */
    write: (made: ReadonlyMap<number, RuleWrite>) => {
      for (const [id, one] of made) written.set(id, one);
      round = { states: new Map(), assigned: new Map() };
      outcomes = null;
      overlay();
    },
  };
};

/**
 * What rules do whose conditions became true since `before`, each once: later ones win. What somebody answered is not
 * filled in, but where a rule emptied it first.
 */
const momentsSince = (
  { moments }: CompiledForm,
  { before, now }: { before: Outcomes | null; now: Outcomes },
  { answered, standing, done }: { answered: Set<number>; standing: ReadonlySet<number>; done: Set<RuleAction> },
): Map<number, RuleWrite> => {
  const made = new Map<number, RuleWrite>();
  for (const { action, by, place, index } of moments) {
    const { type, field_id, payload } = action;
    if (!now[place]?.[index] || before?.[place]?.[index] || done.has(action)) continue;
    done.add(action);
    if (type === 'set' ? answered.has(field_id) : standing.has(field_id)) continue;
    made.set(field_id, { value: type === 'set' ? payload?.value : null, by });
    if (type === 'clear') answered.delete(field_id);
  }
  return made;
};

/**
 * Runs the rules of a form over answers until nothing changes any more. Each round all rules look at the same answers,
 * in which hidden fields have none; what they do is seen by the next round. A rule that keeps an answer sees it as it
 * would be without such rules. When the rules have come to rest, those whose conditions became true fill in and empty
 * fields, once, and the rules run again. Pure but for the clock, and the same wherever it runs; whatever the answers
 * and the rules are, it ends, soon, and throws nothing.
 */
export const settle = (form: FormDefinition, { moments, ...given }: RulesInput): RulesResult => {
  const { context } = given;
  const work = settling(form, given);
  const { compiled, written } = work;
  let problem: string | null = null;
  let before = moments?.before ?? null;
  try {
    const budget = newBudget(context.timeLimit);
    const answered = new Set(moments?.answered);
    const done = new Set<RuleAction>();
    for (;;) {
      if (!work.rest(budget)) problem = contradiction;
      if (problem) break;
      const outcomes = work.outcomes();
      budget.spend(compiled.moments.length / 8);
      const made = moments
        ? momentsSince(compiled, { before, now: outcomes }, { answered, standing: moments.standing, done })
        : written;
      before = outcomes;
      if (made.size === 0) break;
      work.write(made);
    }
  } catch (error) {
    if (!(error instanceof Overload)) throw error;
    problem = overload;
  }
  const counted: Answers = {};
  for (const { field_id, field } of compiled.entries) {
    const value = work.answerOf(field_id);
    if (!fieldType(field.field_type).isBlank(value)) counted[field_id] = value;
  }
  const states = work.states();
  return {
    answers: counted,
    states: states.size === 0 ? compiled.base : new Map([...compiled.base, ...states]),
    calculations: work.calculations(),
    outcomes: before,
    written,
    problem,
  };
};
