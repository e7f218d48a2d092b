import type { z } from 'zod';
import { type Calculation, kindOf } from '../definition/calculation.ts';
import { type FormDefinition, type FormField, inOrder } from '../definition/form-definition.ts';
import {
  type ConditionScope,
  isMoment,
  type Rule,
  type RuleAction,
  type ScopedConditions,
} from '../definition/rule.ts';
import type { condition, conditions } from '../field-types/condition.ts';
import { isExternal } from '../field-types/endpoint.ts';
import type { Field, FieldOption } from '../field-types/field-type.ts';
import type { Kind } from './compare.ts';

export type Condition = z.output<typeof condition>;

/** Conditions of which all or any must hold. */
export type Conditions = z.output<typeof conditions>;

/** What the rules make of a field. */
export type FieldState = {
  hidden: boolean;
  required: boolean;
  /** The stored answer stays, whatever is typed. */
  locked: boolean;
  /** The rule that keeps the answer as it sets it, by its name. */
  heldBy: string | null;
  /** The options that a rule leaves; null for all. */
  options: FieldOption[] | null;
};

/** What a condition looks at: the answers to these fields; null when it looks at calculations, which any may change. */
type Reads = ReadonlySet<number> | null;

export type CompiledRule = Rule & {
  reads: Reads;
  /** The fields whose answers it keeps: it sees them as they would be without the rules that keep answers. */
  kept: ReadonlySet<number>;
  /** Whether its condition speaks of the field that an action acts on, and so may hold for one and not for another. */
  isOfTarget: boolean;
};

/** A form made ready for its rules. */
export type CompiledForm = {
  entries: readonly FormField[];
  byId: ReadonlyMap<number, FormField>;
  /** The entries of which rules make something, or that are something else than open by themselves. */
  moved: readonly FormField[];
  rules: readonly CompiledRule[];
  /** The conditions under which fields show, from their own settings. */
  shows: readonly { field_id: number; conditions: Conditions; reads: Reads }[];
  /** What fields are before any rule has run. */
  base: ReadonlyMap<number, FieldState>;
  /** What the conditions of the rules speak of. */
  scopes: ReadonlySet<ConditionScope>;
  /** What rules do once, when their conditions become true, in their order, with the places of rule and action. */
  moments: readonly { action: RuleAction; by: string; place: number; index: number }[];
};

/** Whether a field takes its answer from its own options, and never from the person. */
export const fillsItself = ({ field }: FormField): boolean => field.field_type === 'autopopulate' && !isExternal(field);

/** Whether nobody can type the answer now: a rule locks it or keeps it, or the field fills itself. It's asked of nobody. */
export const isFilledIn = ({ field }: FormField, { locked, heldBy }: FieldState): boolean =>
  locked || heldBy !== null || field.field_type === 'autopopulate';

/** How answers to a field are compared. */
export const kindOfField = ({ field_type, data_type }: Pick<Field, 'field_type' | 'data_type'>): Kind => {
  if (field_type === 'date' || field_type === 'checkbox') return field_type === 'date' ? 'date' : 'boolean';
  return data_type.startsWith('numeric') || field_type === 'ref-picker' ? 'number' : 'text';
};

/** How the results of a calculation are compared. */
export const kindOfCalculation = (calculation: Calculation): Kind => {
  const kind = kindOf(calculation);
  if (kind === 'numeric') return 'number';
  return kind === 'date' ? 'date' : 'text';
};

/** `and` or `or` with its list; an expression that is neither counts as none. */
export const groupOf = <T>(
  expression: { and?: T[] } | { or?: T[] } | null | undefined,
): [every: boolean, parts: readonly T[]] | null => {
  const { and, or } = (expression ?? {}) as { and?: T[]; or?: T[] };
  if (Array.isArray(and)) return [true, and];
  return Array.isArray(or) ? [false, or] : null;
};

const targets = (rules: readonly Rule[], ...types: Rule['actions'][number]['type'][]) =>
  new Set(
    rules.flatMap(({ actions }) => actions.filter(({ type }) => types.includes(type)).map(({ field_id }) => field_id)),
  );

/**
 * A field that some rule shows is hidden until it does, unless another rule hides it: then it is its own setting that
 * counts while neither holds. The same goes for unlocking.
 */
const baseStates = (entries: readonly FormField[], rules: readonly Rule[]): Map<number, FieldState> => {
  const [toShow, toHide] = [targets(rules, 'show'), targets(rules, 'hide')];
  const [unlocked, locked] = [targets(rules, 'unlock'), targets(rules, 'lock')];
  return new Map(
    entries.map(({ field_id, is_required, settings }) => [
      field_id,
      {
        hidden: settings.hide === true || (toShow.has(field_id) && !toHide.has(field_id)),
        required: is_required,
        locked: unlocked.has(field_id) && !locked.has(field_id),
        heldBy: null,
        options: null,
      },
    ]),
  );
};

const groupsOf = ({ condition }: Rule) => groupOf<ScopedConditions>(condition)?.[1] ?? [];

const readsOf = (rule: Rule): Reads => {
  const { actions } = rule;
  const groups = groupsOf(rule);
  if (groups.some(({ scope }) => scope === 'calculator')) return null;
  const readFields = groups.flatMap(({ scope, conditions }) =>
    scope === 'form' || scope === 'self' ? namesIn(conditions) : [],
  );
  const own = groups.some(({ scope }) => scope === 'self') ? actions.map(({ field_id }) => field_id) : [];
  return new Set([...readFields, ...own]);
};

const namesIn = (conditions: Conditions): number[] =>
  (groupOf<{ field_name: string }>(conditions)?.[1] ?? []).map(({ field_name }) => Number(field_name));

const compiledRule = (rule: Rule): CompiledRule => ({
  ...rule,
  reads: readsOf(rule),
  kept: new Set(
    rule.actions.filter((action) => action.type === 'set' && !isMoment(action)).map(({ field_id }) => field_id),
  ),
  isOfTarget: groupsOf(rule).some(({ scope }) => scope === 'self'),
});

const compile = (form: FormDefinition): CompiledForm => {
  const entries = inOrder(form);
  const rules = form.logic
    .map((rule, index) => ({ rule, place: rule.position ?? index }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ rule }) => compiledRule(rule));
  const base = baseStates(entries, rules);
  const conditional = new Set(
    entries.filter(({ field }) => field.metadata.show_when !== undefined).map(({ field_id }) => field_id),
  );
  const acted = new Set(rules.flatMap(({ actions }) => actions.map(({ field_id }) => field_id)));
  return {
    entries,
    moved: entries.filter((entry) => {
      const { hidden, locked } = base.get(entry.field_id) as FieldState;
      return hidden || locked || fillsItself(entry) || conditional.has(entry.field_id) || acted.has(entry.field_id);
    }),
    byId: new Map(entries.map((entry) => [entry.field_id, entry])),
    rules,
    shows: entries.flatMap(({ field_id, field }) => {
      const conditions = field.metadata.show_when as Conditions | undefined;
      return conditions ? [{ field_id, conditions, reads: new Set(namesIn(conditions)) }] : [];
    }),
    base,
    scopes: new Set(rules.flatMap((rule) => groupsOf(rule).map(({ scope }) => scope))),
    moments: rules.flatMap(({ name, actions }, place) =>
      actions.flatMap((action, index) => (isMoment(action) ? [{ action, by: name, place, index }] : [])),
    ),
  };
};

const compiled = new WeakMap<FormField[], { logic: Rule[]; form: CompiledForm }>();

/** The form made ready; once, as long as its fields and rules are the same objects. */
export const compiledForm = (form: FormDefinition): CompiledForm => {
  const before = compiled.get(form.form_fields);
  if (before && before.logic === form.logic) return before.form;
  const made = compile(form);
  compiled.set(form.form_fields, { logic: form.logic, form: made });
  return made;
};
