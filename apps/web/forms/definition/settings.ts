import { z } from 'zod';
import { words } from '#contract/kit/issues.ts';
import { asDateLimit } from '#forms/field-types/date.ts';
import { isExternal } from '#forms/field-types/endpoint.ts';
import type { FieldTypeName } from '#forms/field-types/field-type.ts';
import { fieldType } from '#forms/field-types/index.ts';
import { capital, counted, showDate } from '#web/kit/formats.ts';

/** What one setting of a field type is edited with. */
export type Setting = {
  key: string;
  label: string;
  help?: string;
  control: 'number' | 'limit' | 'text' | 'lines' | 'markdown' | 'switch' | { value: string; label: string }[];
};

type Words = {
  label: string;
  help?: Partial<Record<FieldTypeName | 'any', string>>;
  /** Where the schema does not tell. */
  control?: 'lines' | 'markdown';
};

/** The settings that the form of a field offers, in this order. Others belong to parts of the product that supply them. */
const offered: Record<string, Words> = {
  presentation_content: {
    label: 'Content',
    help: { any: 'Text between the questions' },
    control: 'markdown',
  },
  min: {
    label: 'Minimum',
    help: { 'freeform-short': 'Fewest characters', 'freeform-long': 'Fewest characters', date: 'Earliest date' },
  },
  max: {
    label: 'Maximum',
    help: { 'freeform-short': 'Most characters', 'freeform-long': 'Most characters', date: 'Latest date' },
  },
  format: { label: 'Format' },
  mask: { label: 'Mask', help: { any: '9 stands for a digit, a for a letter, * for either: (999) 999-9999' } },
  capitalization: { label: 'Capitalization' },
  checked_value: { label: 'Checked value', help: { any: 'Shown when the box is checked. Yes if left blank' } },
  unchecked_value: {
    label: 'Unchecked value',
    help: { any: 'Shown when the box isn’t checked, which then counts as an answer' },
  },
  allow_other: { label: 'Allow "Other"', help: { any: 'People can enter an answer that isn’t in the list' } },
  display_type: {
    label: 'Display type',
    help: { any: 'By default, up to seven options are listed and longer lists drop down' },
  },
  options_source: { label: 'Options source', help: { any: 'Options come from this field or from an API' } },
  source: {
    label: 'Source',
    help: { any: 'A note about where the options come from' },
  },
  api_endpoint: {
    label: 'API endpoint',
    help: { any: 'The https address that returns the options' },
  },
  api_parameters: {
    label: 'API parameters',
    help: { any: 'One name per line. Each form chooses an answer for each one' },
    control: 'lines',
  },
};

/** Settings that say something of options from elsewhere only. */
export const ofElsewhere = new Set(['api_endpoint', 'api_parameters']);

const choices: Record<string, string> = {
  dropdown: 'Drop-down list',
  radio: 'Radio buttons',
  checkboxes: 'Checkboxes',
  internal: 'This field',
  external: 'An API endpoint',
  '24-hour': '24 hours, 17:00',
  '12-hour': '12 hours, 05:00 PM',
  integer: 'Whole number',
  float: 'Decimal number',
  currency: 'Amount ($)',
  USD: 'US dollars ($)',
  EUR: 'Euros (€)',
  none: 'As typed',
  uppercase: 'UPPER CASE',
  lowercase: 'lower case',
  capitalize: 'First Letters',
  date: '03/14/1985',
  short_date: '03/14/85',
  month_year: '03/1985',
  alpha_date: 'March 14, 1985',
  alpha_month_year: 'March 1985',
  quarter: 'Q1 1985',
  dow: 'Thursday',
  year: '1985',
};

const innerOf = (schema: unknown): unknown => (schema instanceof z.ZodOptional ? innerOf(schema.unwrap()) : schema);

const choicesOf = (values: string[]) => values.map((value) => ({ value, label: choices[value] ?? words(value) }));

const controlOf = (schema: unknown): Setting['control'] | null => {
  const inner = innerOf(schema);
  if (inner instanceof z.ZodEnum) return choicesOf(inner.options.map(String));
  if (inner instanceof z.ZodBoolean) return 'switch';
  if (inner instanceof z.ZodNumber) return 'number';
  if (inner instanceof z.ZodUnion) return 'limit';
  return inner instanceof z.ZodString ? 'text' : null;
};

/** Where the schema takes any word, those that make a difference; nothing is offered where none does. */
const effective: Record<string, Partial<Record<FieldTypeName, string[]>>> = {
  display_type: { 'select-one': ['radio', 'dropdown'], 'select-many': ['checkboxes', 'dropdown'] },
  format: {},
  capitalization: {},
};

/** The settings that a field of this type, set up so far like this, is given on its form: read from the type's schema. */
export const settingsOf = (type: FieldTypeName, metadata: Record<string, unknown> = {}): Setting[] => {
  const { shape } = fieldType(type).metadata;
  return Object.entries(offered).flatMap(([key, { label, help, ...words }]) => {
    if (!shape[key] || (type === 'search' && key === 'options_source')) return [];
    if (ofElsewhere.has(key) && !isExternal({ field_type: type, metadata })) return [];
    const written = words.control ?? controlOf(shape[key]);
    const control = written === 'text' && effective[key] ? choicesOf(effective[key][type] ?? []) : written;
    if (!control || control.length === 0) return [];
    const text = help?.[type] ?? help?.any;
    return [{ key, label, control, ...(text ? { help: text } : {}) }];
  });
};

/** Where the answer of a field comes from that is to be filled in by its last answer on the same form. */
export const ownLastAnswer = 'The last answer on the same form';

/** What a field says of where and when it is asked, in words. */
const factsOfUse = ({ pre_populate, show_when }: Record<string, unknown>) => {
  const [conditions] = Object.values((show_when ?? {}) as Record<string, unknown[]>);
  return [
    ...(pre_populate
      ? [{ label: 'Pre-populate from', value: pre_populate === true ? ownLastAnswer : 'An answer on another form' }]
      : []),
    ...(conditions?.length
      ? [{ label: 'Show when', value: `${counted(conditions.length, 'condition')} on other answers` }]
      : []),
  ];
};

const isPlain = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value);

/** The settings of a field in words, as its record shows them; without the text that it gives to read. */
export const settingFacts = (type: FieldTypeName, metadata: Record<string, unknown>) => {
  const offeredHere = settingsOf(type, metadata);
  const others = Object.keys(metadata)
    .filter(
      (key) => key !== 'pre_populate' && isPlain(metadata[key]) && !offeredHere.some((setting) => setting.key === key),
    )
    .map((key): Setting => ({ key, label: capital(words(key)), control: 'text' }));
  const facts = [...offeredHere, ...others]
    .filter(({ key, control }) => control !== 'markdown' && metadata[key] !== undefined && metadata[key] !== null)
    .map(({ key, label, control }) => ({ label, value: textOf(control, metadata[key]) }));
  return [...facts, ...factsOfUse(metadata)];
};

const textOf = (control: Setting['control'], value: unknown) => {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (control === 'limit') return limitText(value);
  if (control === 'lines') return [value].flat().join(', ');
  if (typeof control === 'object') return control.find((one) => one.value === value)?.label ?? String(value);
  return String(value);
};

/** The first or the last day of a date field, in words. */
const limitText = (limit: unknown) => {
  const { type, value } = asDateLimit(limit);
  if (type === 'specific') return showDate(String(value));
  const days = Number(value ?? 0);
  if (days === 0) return 'Today';
  return `${counted(Math.abs(days), 'day')} ${days < 0 ? 'before' : 'after'} today`;
};
