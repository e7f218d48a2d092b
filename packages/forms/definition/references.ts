import type { CalculationVariable } from './calculation.ts';
import type { FieldSettings } from './field-settings.ts';
import type { Rule, RuleAction, RuleCondition, ScopedConditions } from './rule.ts';

/** What definitions refer to: a record by its ID, or an option by the ID of its field and its value. */
export type Reference =
  | { thing: 'field' | 'calculation' | 'form' | 'form_field' | 'report' | 'permission_group'; id: number }
  | { thing: 'option'; id: number; value: string };

/** Returns the ID to write in place of the one that a reference has. */
export type Renumber = (reference: Reference) => number;

/**
 * Returns what is stored, with each ID as `renumber` returns it. There is one such function for each kind of definition:
 * it answers what the definition refers to, and makes the definition of a copy.
 */
export type Walk<T> = (stored: T, renumber: Renumber) => T;

/** Returns what a definition refers to, in its order. */
export const referencesIn = <T>(walk: Walk<T>, stored: T): Reference[] => {
  const found: Reference[] = [];
  walk(stored, (reference) => {
    found.push(reference);
    return reference.id;
  });
  return found;
};

/** Returns the IDs of one kind of thing that a definition refers to, each once. */
export const idsIn = <T>(walk: Walk<T>, stored: T, thing: Reference['thing']): Set<number> =>
  new Set(referencesIn(walk, stored).flatMap((one) => (one.thing === thing ? [one.id] : [])));

/** The IDs in a copy by those in the original, for each kind of thing that the copy has its own of. */
export type Numbers = { [T in Exclude<Reference['thing'], 'option'>]?: ReadonlyMap<number, number> };

/** Returns the `renumber` that follows these numbers; what is not in them keeps its ID. */
export const renumberedBy =
  (numbers: Numbers): Renumber =>
  ({ thing, id }) =>
    (thing === 'option' ? undefined : numbers[thing]?.get(id)) ?? id;

type Comparison = { field_name: string; op?: string; value?: unknown };

/** The operators that compare with whole values, as an option has one. Several choices contain an option, or do not. */
const ofOptions = new Set(['EQ', 'NEQ', 'IN', 'NIN', 'CONTAINS', 'NCONTAINS']);

const visitOptions = (field_id: number, values: unknown, renumber: Renumber): void => {
  for (const value of [values].flat())
    if (value !== null && value !== undefined) renumber({ thing: 'option', id: field_id, value: String(value) });
};

/** Calls `renumber` for the options of a field that a condition on it compares with. */
export const visitComparedOptions = (field_id: number, { op, value }: Comparison, renumber: Renumber): void => {
  if (op !== undefined && ofOptions.has(op)) visitOptions(field_id, value, renumber);
};

/** A condition on the answer to a field, or on the result of a calculation, which it names by its ID as text. */
const inNamed =
  (thing: 'field' | 'calculation') =>
  <C extends Comparison>(one: C, renumber: Renumber): C => {
    // In the scope `self` any other name stands for the field that the rule acts on. What is not stored yet is negative.
    if (!/^-?\d+$/.test(one.field_name)) return one;
    const id = Number(one.field_name);
    if (thing === 'field') visitComparedOptions(id, one, renumber);
    return { ...one, field_name: String(renumber({ thing, id })) };
  };

const inGroups = <C extends Comparison>(one: C, renumber: Renumber): C => {
  if (one.field_name !== 'groups' || one.value === null || one.value === undefined) return one;
  const numbered = (value: unknown) => renumber({ thing: 'permission_group', id: Number(value) });
  return { ...one, value: Array.isArray(one.value) ? one.value.map(numbered) : numbered(one.value) };
};

const asItIs = <C>(one: C): C => one;

/** How the conditions of each scope name what they are about. */
const inScope: Record<ScopedConditions['scope'], <C extends Comparison>(one: C, renumber: Renumber) => C> = {
  form: inNamed('field'),
  self: inNamed('field'),
  calculator: inNamed('calculation'),
  administrator: inGroups,
  client: asItIs,
  response: asItIs,
};

/** Maps the list under `and` or `or`. */
const mapGroup = <G extends object>(group: G, map: (one: never) => unknown): G =>
  Object.fromEntries(Object.entries(group).map(([word, list]) => [word, (list as never[]).map(map)])) as G;

/** The condition of a rule or of a notification, whatever its scopes. */
export const inCondition: Walk<RuleCondition> = (condition, renumber) =>
  mapGroup(condition, ({ scope, conditions }: ScopedConditions) => ({
    scope,
    conditions: mapGroup(conditions, (one: Comparison) => inScope[scope](one, renumber)),
  }));

const inAction: Walk<RuleAction> = (action, renumber) => {
  const { type, field_id, payload } = action;
  if (type === 'set') visitOptions(field_id, payload?.value, renumber);
  if (type === 'filter')
    for (const one of Object.values(payload?.conditions ?? {}).flat())
      if (one.field_name === 'value') visitComparedOptions(field_id, one, renumber);
  return { ...action, field_id: renumber({ thing: 'field', id: field_id }) };
};

/** A rule of a form. */
export const inRule = <R extends Pick<Rule, 'condition' | 'actions'>>(rule: R, renumber: Renumber): R => ({
  ...rule,
  condition: inCondition(rule.condition, renumber),
  actions: rule.actions.map((one) => inAction(one, renumber)),
});

/** The variables of a calculation. */
export const inVariables = <V extends Pick<CalculationVariable, 'record_type' | 'record_id'>>(
  variables: readonly V[],
  renumber: Renumber,
): V[] =>
  variables.map((variable) => {
    const { record_type, record_id } = variable;
    if (record_id === null || record_id === undefined) return variable;
    const thing = record_type === 'Calculation' ? 'calculation' : 'field';
    return { ...variable, record_id: renumber({ thing, id: record_id }) };
  });

/** The texts of a form in another language, whose keys name its fields. */
export const inTranslations = <T>(texts: Readonly<Record<string, T>>, renumber: Renumber): Record<string, T> =>
  Object.fromEntries(
    Object.entries(texts).map(([key, text]) => {
      const [, id, rest] = /^field\.(-?\d+)\.(.+)$/s.exec(key) ?? [];
      return [id ? `field.${renumber({ thing: 'field', id: Number(id) })}.${rest}` : key, text];
    }),
  );

/** Fields by what they give: a parameter of an endpoint, or a part of a referral. */
export const inMapping = <M extends Readonly<Record<string, number | null | undefined>>>(
  mapping: M,
  renumber: Renumber,
): M =>
  Object.fromEntries(
    Object.entries(mapping).map(([name, id]) => [name, id ? renumber({ thing: 'field', id }) : id]),
  ) as M;

type Source = NonNullable<FieldSettings['pre_populate']>;

const inSource: Walk<Source> = ({ form_id, form_field_id, field_id, date_field_id }, renumber) => ({
  form_id: renumber({ thing: 'form', id: form_id }),
  form_field_id: renumber({ thing: 'form_field', id: form_field_id }),
  field_id: renumber({ thing: 'field', id: field_id }),
  ...(date_field_id === undefined
    ? {}
    : { date_field_id: date_field_id && renumber({ thing: 'field', id: date_field_id }) }),
});

/** What a form says about one of its fields. */
export const inSettings: Walk<FieldSettings> = (settings, renumber) =>
  settings.pre_populate ? { ...settings, pre_populate: inSource(settings.pre_populate, renumber) } : settings;

type FormEntry = {
  field_id: number;
  settings?: FieldSettings | undefined;
  parameters_mapping?: Record<string, number>;
};

/** A field's place on a form. */
export const inEntry = <E extends FormEntry>(entry: E, renumber: Renumber): E => ({
  ...entry,
  field_id: renumber({ thing: 'field', id: entry.field_id }),
  ...(entry.settings && { settings: inSettings(entry.settings, renumber) }),
  ...(entry.parameters_mapping && { parameters_mapping: inMapping(entry.parameters_mapping, renumber) }),
});

/** The settings of a field itself: from where it takes earlier answers, and when it shows. */
export const inMetadata = <M extends Readonly<Record<string, unknown>>>(metadata: M, renumber: Renumber): M => {
  const { pre_populate, show_when } = metadata;
  return {
    ...metadata,
    ...(typeof pre_populate === 'object' &&
      pre_populate && { pre_populate: inSource(pre_populate as Source, renumber) }),
    ...(typeof show_when === 'object' &&
      show_when && { show_when: mapGroup(show_when, (one: Comparison) => inScope.form(one, renumber)) }),
  };
};

type StoredNotification = {
  conditions: RuleCondition | null;
  recipient_field_ids: number[];
  recipient_group_ids: number[];
  scoped_fields: number[];
};

/** A notification of a form. */
export const inNotification = <N extends StoredNotification>(notification: N, renumber: Renumber): N => {
  const { conditions, recipient_field_ids, recipient_group_ids, scoped_fields } = notification;
  const numbered = (thing: 'field' | 'permission_group', ids: number[]) => ids.map((id) => renumber({ thing, id }));
  return {
    ...notification,
    conditions: conditions && inCondition(conditions, renumber),
    recipient_field_ids: numbered('field', recipient_field_ids),
    recipient_group_ids: numbered('permission_group', recipient_group_ids),
    scoped_fields: numbered('field', scoped_fields),
  };
};
