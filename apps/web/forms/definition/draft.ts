import type { z } from 'zod';
import type { fields } from '#contract/resources/fields.ts';
import { checkField, fieldDraft } from '#forms/definition/field.ts';
import { isExternal } from '#forms/field-types/endpoint.ts';
import {
  type DataType,
  type FieldOption,
  type FieldTypeName,
  type InternalOption,
  type OptionMeaning,
  optionMeanings,
} from '#forms/field-types/field-type.ts';
import { fieldType } from '#forms/field-types/index.ts';
import { fold } from '#forms/words/fold.ts';
import { ofElsewhere, settingsOf } from './settings.ts';

export type FieldRecord = z.output<typeof fields.record>;

/** An option on the screen. `key` tells rows apart; the value follows the label until somebody types one. */
export type OptionRow = { key: string; label: string; value: string; isOwnValue: boolean } & Pick<
  FieldOption,
  'hidden' | 'meaning'
>;

/** What the form of a field holds. */
export type FieldValues = {
  name: string;
  description: string;
  field_type: FieldTypeName | null;
  data_type: DataType | null;
  metadata: Record<string, unknown>;
  field_options: OptionRow[];
  /** Where a ref-picker takes its records from; the form may not be chosen yet. */
  internal_option: InternalOption | null;
  /** The version that a stored field had when the form began. */
  lock_version?: number;
};

let made = 0;

/** An empty option, or one with these words. */
export const newOption = (label = '', value = ''): OptionRow => ({
  key: `new-${made++}`,
  label,
  value,
  isOwnValue: value !== '',
});

export const emptyField = (name = ''): FieldValues => ({
  name,
  description: '',
  field_type: null,
  data_type: null,
  metadata: {},
  field_options: [],
  internal_option: null,
});

/** A stored field as its form holds it. */
export const valuesOf = ({ description, field_options, ...field }: FieldRecord): FieldValues => ({
  name: field.name,
  description: description ?? '',
  field_type: field.field_type,
  data_type: field.data_type,
  metadata: field.metadata,
  internal_option: field.internal_option,
  field_options: field_options.map(({ label, value, hidden, meaning }) => ({
    ...newOption(label, String(value)),
    // The same row whenever the record is read: a conflict compares the two.
    key: `stored-${value}`,
    ...(hidden ? { hidden } : {}),
    ...(meaning ? { meaning } : {}),
  })),
  lock_version: field.lock_version,
});

/** Whether the options of the field are its own, and so are listed on its form. */
export const hasOwnOptions = ({ field_type, metadata }: Pick<FieldValues, 'field_type' | 'metadata'>): boolean =>
  field_type !== null && fieldType(field_type).hasOptions && !isExternal({ field_type, metadata });

/** The values once another type is chosen: settings and data type stay where the new type knows them. */
export const withType = (values: FieldValues, field_type: FieldTypeName): FieldValues => {
  const { data_types, metadata, needsOptions } = fieldType(field_type);
  const { shape } = metadata;
  // A setting that the new form does not show would be carried along unseen.
  const offered = new Set(['show_when', ...settingsOf(field_type, values.metadata).map(({ key }) => key)]);
  const kept = Object.entries(values.metadata).filter(
    ([key, value]) => offered.has(key) && shape[key]?.safeParse(value).success,
  );
  const isKnown = values.data_type !== null && data_types.includes(values.data_type);
  return {
    ...values,
    field_type,
    data_type: isKnown ? values.data_type : data_types[0],
    metadata: Object.fromEntries(kept),
    field_options: needsOptions && values.field_options.length === 0 ? [newOption()] : values.field_options,
    internal_option: field_type === 'ref-picker' ? values.internal_option : null,
  };
};

/** What the values of options are. */
export type OptionKind = 'text' | 'number' | 'truth';

export const optionKindOf = (data_type: DataType | null): OptionKind => {
  if (data_type === 'boolean_array') return 'truth';
  return data_type?.startsWith('numeric') ? 'number' : 'text';
};

/** The value that an option has until somebody types one: its label in small letters, unlike those before it. */
export const proposedValue = (label: string, taken: string[], kind: OptionKind): string => {
  if (kind === 'truth') return /^\s*(no|false|not)\b/i.test(label) || taken.includes('true') ? 'false' : 'true';
  if (kind === 'number') return /^\s*-?\d+(\.\d+)?/.exec(label)?.[0].trim() ?? nextNumber(taken);
  const folded = fold(label);
  const word = folded.replace(/[^\p{L}\p{N}]+/gu, '_').replace(/^_+|_+$/g, '');
  if (!taken.includes(word)) return word;
  for (let count = 2; ; count++) if (!taken.includes(`${word}_${count}`)) return `${word}_${count}`;
};

const nextNumber = (taken: string[]) =>
  String(Math.max(0, ...taken.map(Number).filter((value) => Number.isFinite(value))) + 1);

/** The options with the values of those that follow their label worked out. */
export const withValues = (options: OptionRow[], kind: OptionKind): OptionRow[] => {
  const done: OptionRow[] = [];
  const own = options.filter(({ isOwnValue }) => isOwnValue).map(({ value }) => value);
  for (const option of options) {
    const taken = [...own, ...done.map(({ value }) => value)];
    const value = option.isOwnValue ? option.value : option.label.trim() && proposedValue(option.label, taken, kind);
    done.push({ ...option, value });
  }
  return done;
};

/** Lines that were pasted, each an option: the label, and after a tab its value. */
export const optionsOf = (text: string): OptionRow[] =>
  text
    .split(/\r?\n/)
    .map((line) => line.split('\t').map((part) => part.trim()))
    .filter(([label]) => label)
    .map(([label, value]) => newOption(label, value));

/** The options that say why there is no answer, with usual words. */
const withoutAnswer: Record<OptionMeaning, string> = {
  unknown: 'Doesn’t know',
  declined: 'Prefers not to answer',
  not_collected: 'Not collected',
};

/** The options that say why there is no answer, without those that the question has. */
export const missingMeanings = (options: readonly OptionRow[]): OptionRow[] =>
  optionMeanings
    .filter((meaning) => !options.some((one) => one.meaning === meaning && !one.hidden))
    .map((meaning) => ({ ...newOption(withoutAnswer[meaning]), meaning }));

/** The options that somebody wrote: a row that was left blank is none. */
export const written = (options: OptionRow[]): OptionRow[] =>
  options.filter(({ label, value }) => label.trim() || value.trim());

/** A setting as it is kept: null when it is blank, and without the blank lines of a list. */
const settled = (value: unknown) => {
  if (!Array.isArray(value)) return value === '' ? null : value;
  const lines = value.filter((line) => line !== '');
  return lines.length > 0 ? lines : null;
};

/** What is sent to the server. */
export const bodyOf = ({
  name,
  description,
  field_type,
  data_type,
  metadata,
  field_options,
  internal_option,
}: FieldValues) => ({
  name,
  description: description || null,
  field_type: field_type as FieldTypeName,
  data_type: data_type as DataType,
  metadata: Object.fromEntries(
    Object.entries(metadata)
      .map(([key, value]) => [key, settled(value)] as const)
      .filter(([key, value]) => value !== null && !(metadata.options_source === 'internal' && ofElsewhere.has(key))),
  ),
  field_options: hasOwnOptions({ field_type, metadata })
    ? written(field_options).map(({ label, value, hidden, meaning }, position) => ({
        label,
        value,
        position,
        ...(hidden ? { hidden } : {}),
        ...(meaning ? { meaning } : {}),
      }))
    : [],
  internal_option,
});

/** Everything that is wrong with the values, by path, as the server would say it. */
export const issuesOf = (values: FieldValues): Record<string, string[]> => {
  const parsed = fieldDraft.safeParse(bodyOf(values));
  const issues = parsed.success
    ? checkField(parsed.data).issues
    : parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
  const byPath = Object.groupBy(issues, ({ path }) => path);
  return Object.fromEntries(Object.entries(byPath).map(([path, found]) => [path, (found ?? []).map((f) => f.message)]));
};
