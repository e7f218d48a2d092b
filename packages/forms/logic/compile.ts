import type { z } from 'zod';
import type { condition, conditions } from '../definition/condition.ts';
import { type FormDefinition, type FormField, inOrder } from '../definition/form-definition.ts';
import type { ConditionScope, Rule, ScopedConditions } from '../definition/rule.ts';
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
  /** The rule that sets or clears the answer, by its name. */
  heldBy: string | null;
  /** The options that a rule leaves; null for all. */
  options: FieldOption[] | null;
};

/** A rule, and which answers its condition looks at; null when it looks at calculations, which any answer may change. */
export type CompiledRule = Rule & { reads: ReadonlySet<number> | null };

/** A form made ready for its rules. */
export type CompiledForm = {
  entries: readonly FormField[];
  byId: ReadonlyMap<number, FormField>;
  rules: readonly CompiledRule[];
  /** The conditions under which fields show, from their own settings. */
  shows: readonly { field_id: number; conditions: Conditions }[];
  /** What fields are before any rule has run. */
  base: ReadonlyMap<number, FieldState>;
  autopopulated: readonly FormField[];
  /** What the conditions of the rules speak of. */
  scopes: ReadonlySet<ConditionScope>;
};

/** Whether a field takes its answer from its own options, and never from the person. */
export const fillsItself = ({ field }: FormField): boolean => field.field_type === 'autopopulate' && !isExternal(field);

/** How answers to a field are compared. */
export const kindOfField = ({ field_type, data_type }: Pick<Field, 'field_type' | 'data_type'>): Kind => {
  if (field_type === 'date' || field_type === 'checkbox') return field_type === 'date' ? 'date' : 'boolean';
  return data_type.startsWith('numeric') || field_type === 'ref-picker' ? 'number' : 'text';
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
  const [shown, hidden] = [targets(rules, 'show'), targets(rules, 'hide')];
  const [unlocked, locked] = [targets(rules, 'unlock'), targets(rules, 'lock')];
  return new Map(
    entries.map(({ field_id, is_required, settings }) => [
      field_id,
      {
        hidden: settings.hide === true || (shown.has(field_id) && !hidden.has(field_id)),
        required: is_required,
        locked: unlocked.has(field_id) && !locked.has(field_id),
        heldBy: null,
        options: null,
      },
    ]),
  );
};

const readsOf = ({ condition, actions }: Rule): Set<number> | null => {
  const groups = groupOf<ScopedConditions>(condition)?.[1] ?? [];
  if (groups.some(({ scope }) => scope === 'calculator')) return null;
  const named = groups.flatMap(({ scope, conditions }) =>
    scope === 'form' || scope === 'self'
      ? (groupOf<{ field_name: string }>(conditions)?.[1] ?? []).map(({ field_name }) => Number(field_name))
      : [],
  );
  const own = groups.some(({ scope }) => scope === 'self') ? actions.map(({ field_id }) => field_id) : [];
  return new Set([...named, ...own]);
};

const compile = (form: FormDefinition): CompiledForm => {
  const entries = inOrder(form);
  const rules = form.logic
    .map((rule, index) => ({ rule, place: rule.position ?? index }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ rule }) => ({ ...rule, reads: readsOf(rule) }));
  return {
    entries,
    byId: new Map(entries.map((entry) => [entry.field_id, entry])),
    rules,
    shows: entries.flatMap(({ field_id, field }) =>
      field.metadata.show_when ? [{ field_id, conditions: field.metadata.show_when as Conditions }] : [],
    ),
    base: baseStates(entries, rules),
    autopopulated: entries.filter(fillsItself),
    scopes: new Set(
      rules.flatMap(({ condition }) => (groupOf<ScopedConditions>(condition)?.[1] ?? []).map(({ scope }) => scope)),
    ),
  };
};

const compiled = new WeakMap<FormField[], { logic: Rule[]; form: CompiledForm }>();

/** The form made ready; once, as long as its fields and rules are the same objects. */
export const compiledForm = (form: FormDefinition): CompiledForm => {
  const known = compiled.get(form.form_fields);
  if (known && known.logic === form.logic) return known.form;
  const made = compile(form);
  compiled.set(form.form_fields, { logic: form.logic, form: made });
  return made;
};
