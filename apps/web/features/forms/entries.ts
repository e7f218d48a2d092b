import type { z } from 'zod';
import type { askedField } from '#contract/resources/fields.ts';
import type { formField } from '#contract/resources/forms.ts';
import { checkField, type FieldDraft } from '#forms/definition/field.ts';
import { fieldType } from '#forms/field-types/index.ts';
import {
  emptyField,
  type FieldValues,
  bodyOf as fieldBodyOf,
  issuesOf as fieldIssuesOf,
  hasOwnOptions,
  optionKindOf,
  optionsOf,
  withValues,
} from '#web/forms/definition/draft.ts';

/** The ids of fields that are not saved yet: far above any that the database gives. */
const firstNewId = 2 ** 52;

/** Whether a field is made with the form when that is saved. */
export const isNewField = (field_id: number): boolean => field_id >= firstNewId;

const newFieldId = (): number => firstNewId + Math.floor(Math.random() * 2 ** 51);

export type UsableField = z.output<typeof askedField>;

/** A field on the form that is being edited. */
export type Entry = Pick<
  z.output<typeof formField>,
  'field_id' | 'is_required' | 'is_quick_view' | 'is_locked' | 'settings' | 'parameters_mapping' | 'field'
> & {
  /** The options of a new field as they are being typed, one a line; `field` has what they make. */
  option_lines?: string;
};

/** A new field with these values, which are without issues. */
export const newField = (values: FieldValues): UsableField => ({
  id: newFieldId(),
  ...checkField(fieldBodyOf(values) as FieldDraft).field,
});

/** A field that was just added: required, if it asks anything, until somebody says otherwise. */
export const entryOf = (field: UsableField): Entry => ({
  field_id: field.id,
  is_required: fieldType(field.field_type).isAnswerable,
  is_quick_view: false,
  is_locked: false,
  settings: {},
  parameters_mapping: {},
  field,
});

/** The entry of a new field; the options that it lacks are typed on the form. */
export const newEntry = (values: FieldValues): Entry => {
  const entry = entryOf(newField(values));
  return hasOwnOptions(values) ? withOptions(entry, '') : entry;
};

const valuesOfNew = ({ name, description, ...field }: UsableField, option_lines: string): FieldValues => ({
  ...emptyField(name),
  description: description ?? '',
  field_type: field.field_type,
  data_type: field.data_type,
  metadata: field.metadata,
  field_options: withValues(optionsOf(option_lines), optionKindOf(field.data_type)),
});

/** The entry of a new field with the options that are typed for it so far, one a line. */
export const withOptions = (entry: Entry, option_lines: string): Entry => ({
  ...entry,
  option_lines,
  field: { ...newField(valuesOfNew(entry.field, option_lines)), id: entry.field_id },
});

/** What is wrong with the options that are being typed, if anything. */
export const optionProblem = ({ field, option_lines }: Entry): string | null =>
  option_lines === undefined
    ? null
    : (Object.values(fieldIssuesOf(valuesOfNew(field, option_lines))).flat()[0] ?? null);

/** The entry, whose options are no longer being typed unless something is wrong with them. */
export const withOptionsDone = (entry: Entry): Entry => {
  const { option_lines, ...done } = entry;
  return option_lines === undefined || optionProblem(entry) !== null ? entry : done;
};

/** Whether the options of a field can be typed again: it is new, they are its own, and nothing is set that lines lack. */
export const canRetypeOptions = ({ field_id, field, option_lines }: Entry): boolean =>
  isNewField(field_id) &&
  option_lines === undefined &&
  field.field_options.length > 0 &&
  field.field_options.every(({ hidden }) => !hidden);

/** The entry with its options in a box again, one a line, each with its value where the label does not give it. */
export const withOptionsOpen = (entry: Entry): Entry => {
  const { field_options } = entry.field;
  const valuesIn = (one: Entry) => one.field.field_options.map(({ value }) => value).join('\n');
  const plain = withOptions(entry, field_options.map(({ label }) => label).join('\n'));
  if (valuesIn(plain) === valuesIn(entry)) return plain;
  return withOptions(entry, field_options.map(({ label, value }) => `${label}\t${value}`).join('\n'));
};

/** The fields with another one at their end. Options that are complete before it comes are done. */
export const withEntry = (entries: readonly Entry[], entry: Entry): Entry[] => [...entries.map(withOptionsDone), entry];

/** The fields once it is known that a new one has the name of a field that exists: that one is asked in its place. */
export const withKnownField = (entries: Entry[], new_id: number, field: UsableField): Entry[] => {
  if (!entries.some(({ field_id }) => field_id === new_id)) return entries;
  if (entries.some(({ field_id }) => field_id === field.id))
    return entries.filter(({ field_id }) => field_id !== new_id);
  return entries.map((entry) => (entry.field_id === new_id ? { ...entry, field_id: field.id, field } : entry));
};

/** The entry of a copy of its field, asked in the same way. */
export const copyOf = (entry: Entry): Entry => {
  const field = { ...entry.field, id: newFieldId(), name: `${entry.field.name} (copy)` };
  return { ...entry, field_id: field.id, is_locked: false, field };
};
