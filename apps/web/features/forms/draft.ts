import type { Errors } from '#contract/kit/issues.ts';
import type { FieldSettings } from '#forms/definition/field-settings.ts';
import type { FormField } from '#forms/definition/form-definition.ts';
import type { Rule } from '#forms/definition/rule.ts';
import type { EditedForm, StoredCalculation } from '#web/forms/definition/edited-form.ts';
import type { FormRecord } from '#web/forms/definition/form-record.ts';
import { type Entry, isNewField, optionProblem, type UsableField } from './entries.ts';

/** What the editor holds. */
export type FormValues = {
  name: string;
  description: string;
  form_type: FormRecord['form_type'];
  redirect_url: string;
  active: boolean;
  /** The affiliations that it is shared with. */
  affiliation_ids: number[];
  entries: Entry[];
  /** In the order in which they run. */
  logic: Rule[];
  calculations: StoredCalculation[];
  /** The calculations as they were stored when the editor was opened. */
  stored_calculations: StoredCalculation[];
  /** The version that a stored form had when the editor was opened. */
  lock_version?: number;
};

export const emptyForm: FormValues = {
  name: '',
  description: '',
  form_type: 'client',
  redirect_url: '',
  active: true,
  affiliation_ids: [],
  entries: [],
  logic: [],
  calculations: [],
  stored_calculations: [],
};

/** A stored form as the editor holds it. */
export const valuesOf = ({ form_fields, calculations, ...form }: FormRecord): FormValues => ({
  name: form.name,
  description: form.description ?? '',
  form_type: form.form_type,
  redirect_url: form.redirect_url ?? '',
  active: form.active,
  affiliation_ids: form.affiliation_ids,
  entries: form_fields.map(({ id: _id, field_type: _type, position: _position, ...entry }) => entry),
  logic: inOrder(form.logic as Rule[]),
  calculations: calculations as unknown as StoredCalculation[],
  stored_calculations: calculations as unknown as StoredCalculation[],
  lock_version: form.lock_version,
});

/** The rules in the order in which they run, numbered. */
const inOrder = (rules: readonly Rule[]): Rule[] =>
  rules
    .map((rule, index) => ({ ...rule, position: rule.position ?? index }))
    .toSorted((a, b) => a.position - b.position)
    .map((rule, position) => ({ ...rule, position }));

/** The form as its rules and calculations are edited and tried on, saved or not. */
export const editedForm = (
  { entries, logic, calculations }: Pick<FormValues, 'entries' | 'logic' | 'calculations'>,
  id?: number,
): EditedForm => ({
  ...(id === undefined ? {} : { id }),
  form_fields: entries.map((entry, position) => ({ ...entry, position })) as unknown as FormField[],
  logic,
  calculations,
});

/** The entry with one of its settings changed; null takes the setting away. */
export const withSetting = (entry: Entry, key: keyof FieldSettings, value: unknown): Entry => {
  const { [key]: _before, ...rest } = entry.settings;
  return { ...entry, settings: value === null ? rest : { ...rest, [key]: value } };
};

/** The names of what the endpoint of a field must be given. */
export const parametersOf = ({ metadata: { api_parameters } }: UsableField): string[] =>
  Array.isArray(api_parameters) ? api_parameters.map(String) : [];

/** Those of them that no field of the form gives. */
export const unmapped = ({ field, parameters_mapping }: Entry, onForm: ReadonlySet<number>): string[] =>
  parametersOf(field).filter((name) => !onForm.has(parameters_mapping[name] ?? 0));

/** The fields that stand on the form, by their ids. */
export const idsOf = (entries: readonly Entry[]): ReadonlySet<number> => new Set(entries.map((one) => one.field_id));

/** The names of the fields on the form, in small letters. */
export const namesOf = (entries: readonly Entry[]): ReadonlySet<string> =>
  new Set(entries.map(({ field }) => field.name.toLowerCase()));

const mappingOf = ({ field, parameters_mapping }: Entry) =>
  Object.fromEntries(
    parametersOf(field).flatMap((name) => {
      const source = parameters_mapping[name];
      return source === undefined ? [] : [[name, source] as const];
    }),
  );

/** What was done to the calculations: each that came or was changed, and each that went. */
const changedCalculations = ({ calculations, stored_calculations }: FormValues) => {
  const stored = new Map(stored_calculations.map((one) => [one.id, one]));
  const kept = new Set(calculations.map(({ id }) => id));
  const last = Math.max(-1, ...stored_calculations.map(({ position }) => position));
  return [
    ...stored_calculations
      .filter(({ id }) => !kept.has(id))
      .map(({ id, lock_version }) => ({ id, lock_version, removed: true as const })),
    ...calculations
      .filter(({ id }) => !stored.has(id))
      .map((one, index) => ({ id: one.id, ...partsOf(one), position: last + 1 + index })),
    ...calculations.flatMap((one) => {
      const before = stored.get(one.id);
      if (!before || JSON.stringify(partsOf(before)) === JSON.stringify(partsOf(one))) return [];
      return [{ id: one.id, lock_version: before.lock_version, ...partsOf(one) }];
    }),
  ];
};

/** What people decide of a calculation. */
const partsOf = (calculation: StoredCalculation) => {
  const { name, equation, calculation_type, calculation_subtype, display_unit, variables, formatter } = calculation;
  return { name, equation, calculation_type, calculation_subtype, display_unit, variables, formatter };
};

/** What is sent to the server. */
export const bodyOf = ({ entries, logic, ...form }: FormValues) => ({
  name: form.name,
  description: form.description || null,
  form_type: form.form_type,
  redirect_url: form.form_type === 'client' ? form.redirect_url || null : null,
  active: form.active,
  affiliation_ids: form.affiliation_ids,
  form_fields: entries.map((entry, position) => {
    const { field, option_lines: _lines, ...rest } = entry;
    const { id: _, ...draft } = field;
    const made = isNewField(entry.field_id) && { field: draft };
    return { ...rest, ...made, parameters_mapping: mappingOf(entry), position };
  }),
  logic: logic.map((rule, position) => ({ ...rule, position })),
  calculations: changedCalculations({ ...form, entries, logic }),
});

/** The path of the options of a field. */
export const optionsPath = (index: number): string => `form_fields.${index}.field.field_options`;

/** What is left half done in the settings of the fields, by path. The server cannot tell it from what is not wanted. */
export const issuesOf = ({ entries }: FormValues): Errors => {
  const onForm = idsOf(entries);
  return Object.fromEntries(
    entries.flatMap((entry, index) => {
      const { pre_populate } = entry.settings as FieldSettings;
      const problem = optionProblem(entry);
      return [
        ...(problem ? [[optionsPath(index), [problem]]] : []),
        ...unmapped(entry, onForm).map((name) => [
          `form_fields.${index}.parameters_mapping.${name}`,
          [`Choose the field for ${name}`],
        ]),
        ...(pre_populate && !pre_populate.field_id
          ? [[`form_fields.${index}.settings.pre_populate`, ['Choose a field to pre-populate from, or None']]]
          : []),
      ];
    }),
  );
};

const parts = ['name', 'description', 'form_type', 'redirect_url', 'active'] as const;
const flags = ['is_required', 'is_quick_view', 'is_locked'] as const;

const inKeyOrder = (record: Record<string, unknown>) =>
  JSON.stringify(Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : 1)));

/** Whether the form says something else of a field. */
export const differ = (one: Entry, other: Entry): boolean =>
  one !== other &&
  (flags.some((flag) => one[flag] !== other[flag]) ||
    inKeyOrder(one.settings) !== inKeyOrder(other.settings) ||
    inKeyOrder(one.parameters_mapping) !== inKeyOrder(other.parameters_mapping));

/** How many of the rules are other ones, or at least one where only their order is. */
const countRules = (saved: readonly Rule[], now: readonly Rule[]): number => {
  const text = ({ name, condition, actions }: Rule) => JSON.stringify({ name, condition, actions });
  const [before, after] = [new Set(saved.map(text)), new Set(now.map(text))];
  const other = Math.max(before.difference(after).size, after.difference(before).size);
  return other || (saved.map(text).join() === now.map(text).join() ? 0 : 1);
};

/**
 * How many things differ from what is saved: each part, each field, rule and calculation that came, went or changed, and
 * the order of each.
 */
export const countChanges = (saved: FormValues, now: FormValues): number => {
  const before = new Map(saved.entries.map((entry) => [entry.field_id, entry]));
  const after = new Map(now.entries.map((entry) => [entry.field_id, entry]));
  const both = [...after.keys()].filter((id) => before.has(id));
  const gone = [...before.keys()].filter((id) => !after.has(id));
  const oldOrder = [...before.keys()].filter((id) => after.has(id));
  const changed = both.filter((id) => differ(before.get(id) as Entry, after.get(id) as Entry));
  return (
    parts.filter((part) => saved[part] !== now[part]).length +
    (new Set(saved.affiliation_ids).symmetricDifference(new Set(now.affiliation_ids)).size > 0 ? 1 : 0) +
    (after.size - both.length) +
    gone.length +
    changed.length +
    (both.some((id, index) => id !== oldOrder[index]) ? 1 : 0) +
    countRules(saved.logic, now.logic) +
    changedCalculations({ ...now, stored_calculations: saved.calculations }).length
  );
};
