import type { Answers, EvaluationContext } from '../answers/evaluate.ts';
import type { CalculationValue } from '../calculations/calculation.ts';
import { kindOf } from '../calculations/calculation.ts';
import { runCalculations } from '../calculations/run.ts';
import type { FormDefinition, FormField } from '../definition/form-definition.ts';
import type { Rule, RuleAction, RuleCondition, ScopedConditions } from '../definition/rule.ts';
import { fieldType } from '../field-types/index.ts';
import { holds, type Kind, type Operand, type Seen } from './compare.ts';
import {
  type CompiledForm,
  type Condition,
  type Conditions,
  compiledForm,
  type FieldState,
  groupOf,
  kindOfField,
} from './compile.ts';
import { scopeColumn } from './scopes.ts';

export type Settled = {
  /** The answers that count: without those of hidden fields, with those that rules set. */
  answers: Answers;
  states: ReadonlyMap<number, FieldState>;
  calculations: ReadonlyMap<number, CalculationValue>;
  /** Whether the rules never came to rest. */
  contradicts: boolean;
};

/** Rounds beyond one for each rule, after which rules that still change something contradict each other (R47). */
const roundLimit = 20;
/** Comparisons in all, so that no form can take long. */
const comparisonLimit = 60_000;

type Read = { value: Seen; kind: Kind };

/** An answer as conditions compare it, whatever was sent in its place. */
const comparedOf = ({ field }: FormField, answer: unknown): Seen => {
  const type = fieldType(field.field_type);
  if (type.isBlank(answer)) return null;
  try {
    return type.compared(answer) ?? null;
  } catch {
    return null;
  }
};

/** All of a list or any of it; null, as soon as one of them cannot be told. */
const combined = <T>(every: boolean, parts: readonly T[], told: (part: T) => boolean | null): boolean | null => {
  let result = every;
  for (const part of parts) {
    const one = told(part);
    if (one === null) return null;
    result = every ? result && one : result || one;
  }
  return result;
};

/** One look at the answers: what the rules see in a round. */
const look = (
  compiled: CompiledForm,
  context: EvaluationContext,
  answerOf: (field_id: number) => unknown,
  calculated: (id: number) => Read | null,
  spent: { comparisons: number },
) => {
  const ofField = (field_id: number): Read | null => {
    const entry = compiled.byId.get(field_id);
    return entry ? { value: comparedOf(entry, answerOf(field_id)), kind: kindOfField(entry.field) } : null;
  };
  const read = ({ scope }: ScopedConditions, name: string, target: number): Read | null => {
    if (scope === 'form') return ofField(Number(name));
    if (scope === 'self') return ofField(compiled.byId.has(Number(name)) ? Number(name) : target);
    if (scope === 'calculator') return calculated(Number(name));
    const column = scopeColumn(scope, name);
    return column ? { value: context.scopes?.[scope]?.[name] ?? null, kind: column.kind } : null;
  };
  const meets = (conditions: Conditions, lookUp: (name: string) => Read | null): boolean | null => {
    const group = groupOf<Condition>(conditions);
    if (!group) return null;
    return combined(...group, ({ field_name, op, value }) => {
      spent.comparisons++;
      const found = lookUp(field_name);
      return found && holds(op, found.value, value as Operand, found.kind, context.today);
    });
  };
  return {
    meets: (conditions: Conditions) => meets(conditions, (name) => ofField(Number(name))),
    /** Whether a rule's condition holds, of the field that it acts on. */
    holdsFor: (condition: RuleCondition, target: number): boolean => {
      const group = groupOf<ScopedConditions>(condition);
      if (!group) return false;
      return combined(...group, (scoped) => meets(scoped.conditions, (name) => read(scoped, name, target))) ?? false;
    },
    /** Whether an option of a field is among those that a filter leaves. */
    offers: (conditions: Conditions, option: { label: string; value: string | number }, kind: Kind): boolean =>
      meets(conditions, (name) =>
        name === 'value' || name === 'label' ? { value: option[name], kind: name === 'value' ? kind : 'text' } : null,
      ) ?? true,
  };
};
type Look = ReturnType<typeof look>;

type Round = { states: Map<number, FieldState>; assigned: Map<number, unknown> };

const act = (
  { type, payload }: RuleAction,
  { name }: Rule,
  { field_id, field }: FormField,
  state: FieldState,
  { assigned }: Round,
  { offers }: Look,
): FieldState => {
  switch (type) {
    case 'hide':
    case 'show':
      return { ...state, hidden: type === 'hide' };
    case 'require':
    case 'optional':
      return { ...state, required: type === 'require' };
    case 'lock':
    case 'unlock':
      return { ...state, locked: type === 'lock' };
    case 'set':
    case 'clear':
      assigned.set(field_id, type === 'set' ? payload?.value : null);
      return { ...state, heldBy: name };
    case 'filter': {
      const { conditions } = payload ?? {};
      const kind = kindOfField(field);
      return conditions
        ? { ...state, options: field.field_options.filter((option) => offers(conditions, option, kind)) }
        : state;
    }
  }
};

/** Whether each rule holds, for each of its actions. */
type Outcomes = readonly (readonly boolean[])[];

/**
 * Whether the rules hold now. A rule keeps its outcome while no answer changed that it looks at.
 * @param changed the fields whose answers are others than they were at the outcomes before
 */
const outcomesOf = (
  { rules }: CompiledForm,
  sees: Look,
  before: Outcomes | null,
  changed: ReadonlySet<number>,
): Outcomes =>
  rules.map(({ reads, condition, actions }, place) => {
    const known = before?.[place];
    if (known && reads?.isDisjointFrom(changed)) return known;
    return actions.map(({ field_id }) => sees.holdsFor(condition, field_id));
  });

/** What all rules, each by what it sees, make of the fields: later ones win. */
const runRules = (compiled: CompiledForm, sees: Look, outcomes: Outcomes): Round => {
  const round: Round = { states: new Map(), assigned: new Map() };
  const stateOf = (field_id: number) => round.states.get(field_id) ?? (compiled.base.get(field_id) as FieldState);
  for (const { field_id, conditions } of compiled.shows)
    if (sees.meets(conditions) === false) round.states.set(field_id, { ...stateOf(field_id), hidden: true });
  for (const [place, rule] of compiled.rules.entries())
    for (const [index, action] of rule.actions.entries()) {
      const entry = compiled.byId.get(action.field_id);
      if (entry && outcomes[place]?.[index])
        round.states.set(action.field_id, act(action, rule, entry, stateOf(action.field_id), round, sees));
    }
  return round;
};

/** A field that fills itself takes the one option that is left, and has no answer when there is none (FI-37). */
const autopopulatedAnswer = ({ field }: FormField, { options }: FieldState, answer: unknown): unknown => {
  const offered = (options ?? field.field_options).filter(({ hidden }) => !hidden).map(({ value }) => value);
  if (offered.length === 1) return String(offered[0]);
  return offered.some((value) => String(value) === answer) ? answer : null;
};

const sameStates = (a: Map<number, FieldState>, b: Map<number, FieldState>): boolean =>
  a.size === b.size &&
  [...a].every(([id, one]) => {
    const other = b.get(id);
    return (
      other !== undefined &&
      one.hidden === other.hidden &&
      one.required === other.required &&
      one.locked === other.locked &&
      one.heldBy === other.heldBy &&
      (one.options?.length ?? -1) === (other.options?.length ?? -1)
    );
  });

/** The fields whose answers differ between two rounds. */
const changesBetween = (
  before: ReadonlyMap<number, unknown>,
  after: ReadonlyMap<number, unknown>,
  given: (id: number) => unknown,
): Set<number> => {
  const valueIn = (overlay: ReadonlyMap<number, unknown>, id: number) =>
    overlay.has(id) ? overlay.get(id) : given(id);
  return new Set(
    [...new Set([...before.keys(), ...after.keys()])].filter(
      (id) => !Object.is(valueIn(before, id), valueIn(after, id)),
    ),
  );
};

/**
 * Runs the rules of a form over answers until nothing changes any more. Each round all rules look at the same answers,
 * in which hidden fields have none; what they do is seen by the next round. Pure, and the same wherever it runs;
 * whatever the answers and the rules are, it ends and throws nothing.
 * @param answers what is answered now, by field id
 * @param stored what locked fields keep
 */
export const settle = (
  form: FormDefinition,
  answers: Answers,
  stored: Answers,
  context: EvaluationContext,
): Settled => {
  const compiled = compiledForm(form);
  const valueIn = (from: Answers, id: number) => (Object.hasOwn(from, id) ? from[id] : null);
  const spent = { comparisons: 0 };
  /** The fields whose answers count otherwise than as they are given. */
  let overlay = new Map<number, unknown>();
  for (const [id, { hidden, locked }] of compiled.base)
    if (hidden) overlay.set(id, null);
    else if (locked) overlay.set(id, valueIn(stored, id));
  let states = new Map<number, FieldState>();
  const answerOf = (id: number) => (overlay.has(id) ? overlay.get(id) : valueIn(answers, id));
  const calculations = () => runCalculations(form.calculations, answerOf, context);
  const limit = roundLimit + compiled.rules.length + compiled.shows.length;

  let outcomes: Outcomes | null = null;
  let changed = new Set<number>();
  let contradicts = true;
  for (let count = 0; count < limit && spent.comparisons < comparisonLimit; count++) {
    const results = compiled.scopes.has('calculator') ? calculations() : null;
    const calculated = (id: number): Read | null => {
      const calculation = form.calculations.find((one) => one.id === id);
      const kind = calculation && kindOf(calculation);
      return kind
        ? { value: results?.get(id) ?? null, kind: kind === 'numeric' ? 'number' : kind === 'date' ? 'date' : 'text' }
        : null;
    };
    const sees = look(compiled, context, answerOf, calculated, spent);
    outcomes = outcomesOf(compiled, sees, outcomes, changed);
    const round = runRules(compiled, sees, outcomes);
    const next = new Map<number, unknown>();
    const consider = (id: number, state: FieldState) => {
      if (state.hidden) next.set(id, null);
      else if (round.assigned.has(id)) next.set(id, round.assigned.get(id));
      else if (state.locked) next.set(id, valueIn(stored, id));
    };
    for (const [id, state] of compiled.base)
      if ((state.hidden || state.locked) && !round.states.has(id)) consider(id, state);
    for (const [id, state] of round.states) consider(id, state);
    for (const entry of compiled.autopopulated) {
      const state = round.states.get(entry.field_id) ?? (compiled.base.get(entry.field_id) as FieldState);
      if (!next.has(entry.field_id))
        next.set(entry.field_id, autopopulatedAnswer(entry, state, valueIn(answers, entry.field_id)));
    }
    changed = changesBetween(overlay, next, (id) => valueIn(answers, id));
    const isSettled = changed.size === 0 && sameStates(states, round.states);
    states = round.states;
    overlay = next;
    if (isSettled) {
      contradicts = false;
      break;
    }
  }

  const counted: Answers = {};
  for (const { field_id, field } of compiled.entries) {
    const value = answerOf(field_id);
    if (!fieldType(field.field_type).isBlank(value)) counted[field_id] = value;
  }
  return {
    answers: counted,
    states: states.size === 0 ? compiled.base : new Map([...compiled.base, ...states]),
    calculations: calculations(),
    contradicts,
  };
};
