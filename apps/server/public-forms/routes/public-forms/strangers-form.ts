import type { Rule } from '#forms/definition/rule.ts';
import { isForStrangers } from '#forms/field-types/strangers.ts';
import type { FormDefinition, FormFieldRow } from '#server/forms/definitions.ts';

/** A question that strangers are not asked: nothing of it is told, no rule shows it, and it has no answer. */
const unasked = (entry: FormFieldRow): FormFieldRow => ({
  ...entry,
  is_required: false,
  settings: { hide: true },
  parameters_mapping: {},
  field: { ...entry.field, name: '', description: null, metadata: {}, field_options: [], internal_option: null },
});

/** What earlier answers fill in, and which column of a person a question stands for, is for staff. */
const toPublicEntry = (entry: FormFieldRow): FormFieldRow => {
  const { hide, minDate, maxDate } = entry.settings;
  const { pre_populate: _, ...metadata } = entry.field.metadata;
  return { ...entry, settings: { hide, minDate, maxDate }, field: { ...entry.field, metadata } };
};

const forms = new WeakMap<FormFieldRow[], Pick<FormDefinition, 'form_fields' | 'logic'>>();

/**
 * The form as a stranger fills it in: by the same rules, without what they are not asked. The same objects each time, so
 * that it is made ready once.
 */
export const strangersForm = (form: FormDefinition): FormDefinition => {
  const known = forms.get(form.form_fields);
  if (known) return { ...form, ...known };
  const left = new Set(
    form.form_fields.filter((entry) => !isForStrangers(entry.field)).map(({ field_id }) => field_id),
  );
  const made = {
    form_fields: form.form_fields.map((entry) => (left.has(entry.field_id) ? unasked(entry) : toPublicEntry(entry))),
    logic: form.logic.map((rule) => ({ ...rule, actions: rule.actions.filter(({ field_id }) => !left.has(field_id)) })),
  };
  forms.set(form.form_fields, made);
  return { ...form, ...made };
};

/** What a condition in these scopes is compared with tells of staff; on a public form it is compared with nothing. */
const ofStaff = ['administrator', 'client'];

type Group = Rule['condition'] extends infer C ? (C extends { and: (infer G)[] } ? G : never) : never;

const untold = (group: Group): Group => {
  if (!ofStaff.includes(group.scope)) return group;
  const [[kind, conditions] = ['and', []]] = Object.entries(group.conditions);
  return {
    ...group,
    conditions: { [kind]: conditions.map(({ field_name, op }) => ({ field_name, op, value: null })) },
  } as Group;
};

/** The rules as they are sent: without their names, and without what is known of staff. */
export const toldRules = (logic: readonly Rule[]): Rule[] =>
  logic.map((rule) => {
    const [[kind, groups] = ['and', []]] = Object.entries(rule.condition) as [string, Group[]][];
    return { ...rule, name: '', condition: { [kind]: groups.map(untold) } as Rule['condition'] };
  });
