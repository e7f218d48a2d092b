import { formatDate } from '../calendar.ts';
import type { FormDefinition, FormField } from '../definition/form-definition.ts';
import { asDateLimit } from '../field-types/date.ts';
import { type FieldTypeName, meaningWords } from '../field-types/field-type.ts';
import { fieldType } from '../field-types/index.ts';
import { calculationWords } from '../words/calculation-words.ts';
import type { Names } from '../words/condition-words.ts';
import { fieldWords } from '../words/field-words.ts';
import { zonedLabel } from './read-moment.ts';
import { answerLabel, type IdColumn, idColumns, momentLabel, type ResponseFileKind } from './response-file.ts';

/** What a dictionary says of a column. */
export const dictionaryLabels = [
  'Column',
  'Type',
  'How it is written',
  'Options',
  'Required',
  'Shown',
  'Rules',
  'Limits',
  'Description',
] as const;
export type DictionaryRow = readonly (string | null)[];

const ids: Record<IdColumn, readonly [type: string, written: string]> = {
  'Client ID': ['Number', 'The ID of the person'],
  'Form Response ID': ['Number', 'The ID of the response'],
  'Record ID': ['Number', 'The ID of the record'],
  'Time Recorded': ['Time stamp', 'In UTC: YYYY-MM-DDTHH:mm:ss.sssZ'],
};

const files = 'The names of the files, with | between them';
const written: Partial<Record<FieldTypeName, string>> = {
  number: 'A number with a decimal point',
  date: 'YYYY-MM-DD',
  time: 'HH:mm, from 00:00 to 23:59',
  checkbox: 'true or false',
  'select-one': 'The value of the option',
  'select-many': 'The values of the options, with | between them; a bar within a value is written \\|',
  address: 'The address on one line',
  search: 'The value of the result',
  'ref-picker': 'The ID of the record',
  attachment: files,
  signature: files,
};

const dayWords = (limit: unknown): string => {
  const { type, value } = asDateLimit(limit);
  if (type === 'today') return 'the day it is recorded';
  if (type === 'specific') return formatDate(String(value));
  const days = Math.abs(Number(value));
  return `${days} ${days === 1 ? 'day' : 'days'} ${Number(value) < 0 ? 'before' : 'after'} the day it is recorded`;
};

const limitsOf = ({ field: { field_type, metadata }, settings }: FormField): string => {
  const words = field_type === 'date' ? dayWords : String;
  const { min, max, format } = metadata;
  const all = [
    ...[min, settings.minDate].map((limit) => (limit == null ? null : `from ${words(limit)}`)),
    ...[max, settings.maxDate].map((limit) => (limit == null ? null : `to ${words(limit)}`)),
    field_type === 'number' && format ? `format ${format}` : null,
  ];
  return all.filter((one) => one !== null).join(', ');
};

const optionsOf = ({ field_type, field_options, metadata }: FormField['field']): string => {
  if (field_type === 'checkbox')
    return `true = ${metadata.checked_value ?? 'Yes'}\nfalse = ${metadata.unchecked_value ?? 'No'}`;
  return field_options
    .map(({ value, label, hidden, meaning }) => {
      const notes = [meaning && meaningWords[meaning].toLowerCase(), hidden && 'no longer offered'].filter(Boolean);
      return `${value} = ${label}${notes.length > 0 ? ` (${notes.join(', ')})` : ''}`;
    })
    .join('\n');
};

/**
 * What the columns of a file of responses mean, so that it can be read years later, with the rules of the form in words;
 * and what its calculations work out, which are not in the file.
 */
export const dictionaryOf = (
  { kind, time_zone }: { kind: ResponseFileKind; time_zone?: string | undefined },
  form: Pick<FormDefinition, 'form_fields' | 'logic' | 'calculations'>,
  names: Names,
): DictionaryRow[] => [
  ...idColumns[kind].map((column) => {
    const [label, described] =
      column === momentLabel && time_zone
        ? [zonedLabel(column, time_zone), ['Time stamp', `As clocks in ${time_zone} show it`]]
        : [column, ids[column]];
    return [label, ...described, null, null, null, null, null, null];
  }),
  ...form.form_fields
    .filter(({ field }) => fieldType(field.field_type).isAnswerable)
    .map((entry) => {
      const { field } = entry;
      const { required, shown, rules } = fieldWords(form, entry, names);
      return [
        answerLabel(entry),
        fieldType(field.field_type).title,
        written[field.field_type] ?? 'Text',
        optionsOf(field) || null,
        required.join('\n'),
        shown.join('\n'),
        rules.join('\n') || null,
        limitsOf(entry) || null,
        field.description,
      ];
    }),
  ...form.calculations.map((calculation) => [
    calculation.name,
    'Calculation',
    'Not in the file',
    null,
    null,
    null,
    null,
    null,
    calculationWords(calculation, form),
  ]),
];
