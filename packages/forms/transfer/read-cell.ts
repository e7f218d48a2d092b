import { castBoolean } from '../field-types/checkbox.ts';
import { isExternal } from '../field-types/endpoint.ts';
import type { Field, FieldOption, FieldTypeName } from '../field-types/field-type.ts';
import { parted } from './cell.ts';
import { type ReadCell, readDate, readTimeOfDay } from './read-dates.ts';

/**
 * A number as files write it: 1234.5, 1,234.5, 1.234,5, 1 234,5 or 1'234.5. What may be a thousand in one country and a
 * one in another is refused, and so is what has a sign of money or a unit.
 */
export const readNumber = (cell: string): ReadCell => {
  const text = cell
    .trim()
    .replace(/[\u00a0\u202f\u2009]/g, ' ')
    .replace(/^\u2212/, '-');
  if (/^[-+]?(\d+(\.\d*)?|\.\d+)(e[-+]?\d{1,2})?$/i.test(text)) return { value: Number(text) };
  const grouped = (separator: string, decimal: string) =>
    new RegExp(`^-?\\d{1,3}(${separator}\\d{3})+(${decimal}\\d+)?$`).test(text);
  if (/^-?\d{1,3},\d{3}$/.test(text))
    return { message: `Is this ${text.replace(',', '')} or ${text.replace(',', '.')}? Write it without a comma.` };
  const plain = grouped(',', '\\.') || grouped(`['’ ]`, '\\.') ? text.replace(/[,'’ ]/g, '') : null;
  const comma = grouped('\\.', ',') || grouped(' ', ',') || /^-?\d+,\d+$/.test(text);
  if (plain !== null) return { value: Number(plain) };
  if (comma) return { value: Number(text.replace(/[. ]/g, '').replace(',', '.')) };
  return { message: 'Write a number without a currency sign or a unit, like 1234.50' };
};

const truths = (field: Field) => {
  const { checked_value, unchecked_value } = field.metadata as { checked_value?: string; unchecked_value?: string };
  return { checked: (checked_value ?? 'yes').toLowerCase(), unchecked: (unchecked_value ?? 'no').toLowerCase() };
};

const readBoolean = (cell: string, field: Field): ReadCell => {
  const word = cell.trim().toLowerCase();
  const { checked, unchecked } = truths(field);
  if (word === checked) return { value: true };
  if (word === unchecked) return { value: false };
  const cast = castBoolean(word);
  return typeof cast === 'boolean' ? { value: cast } : { message: 'Write true or false, yes or no, 1 or 0' };
};

type OptionLookup = Record<'values' | 'spreadsheet', ReadonlyMap<string, FieldOption['value']>> & {
  labels: ReadonlyMap<string, readonly FieldOption[]>;
};
/** A spreadsheet writes true as TRUE, and 01 as 1. */
const asSpreadsheet = (value: string): string =>
  /^\d+(\.\d+)?$/.test(value) ? String(Number(value)) : value.toLowerCase();

const named = new WeakMap<readonly FieldOption[], OptionLookup>();
const optionsOf = ({ field_options }: Field): OptionLookup => {
  const known = named.get(field_options);
  if (known) return known;
  const open = field_options.filter(({ hidden }) => !hidden);
  const byForm = Map.groupBy(field_options, ({ value }) => asSpreadsheet(String(value)));
  const made = {
    values: new Map(field_options.map(({ value }) => [String(value), value])),
    labels: Map.groupBy(open, ({ label }) => label.trim().toLowerCase()),
    spreadsheet: new Map(
      [...byForm].flatMap(([form, [one, ...others]]) =>
        one && others.length === 0 ? [[form, one.value] as const] : [],
      ),
    ),
  };
  named.set(field_options, made);
  return made;
};

/** Labels may be long, and this is one line of a list. */
const short = (text: string) => text.slice(0, 80);

const askWhich = (text: string, options: readonly FieldOption[]) =>
  `Several options are called “${short(text)}”. Write the value of one: ${short(options.map(({ value }) => value).join(', '))}.`;

/** An option by its value, its label, or its value as a spreadsheet writes it; a further text where the field takes one. */
const readChoice = (cell: string, field: Field): ReadCell => {
  const text = cell.trim();
  const { values, labels, spreadsheet } = optionsOf(field);
  const [labeled, ...twins] = labels.get(text.toLowerCase()) ?? [];
  const option = values.get(text) ?? labeled?.value ?? spreadsheet.get(asSpreadsheet(text));
  if (twins.length > 0 && !values.has(text)) return { message: askWhich(text, [labeled as FieldOption, ...twins]) };
  if (option !== undefined) return { value: option };
  const isNumeric = field.data_type.startsWith('numeric');
  if (isExternal(field as never) && isNumeric) return readNumber(text);
  const isFree = isExternal(field as never) || (field.metadata as { allow_other?: boolean }).allow_other === true;
  return isFree ? { value: text } : { message: `“${short(text)}” isn’t an option of ${field.name}` };
};

const readChoices = (cell: string, field: Field): ReadCell => {
  const values: unknown[] = [];
  for (const part of parted(cell)) {
    if (part.trim() === '') continue;
    const read = readChoice(part, field);
    if (read.message !== undefined) return read;
    values.push(read.value);
  }
  return { value: values };
};

const readRecord = (cell: string): ReadCell => {
  const text = cell.trim();
  return /^[1-9]\d{0,14}(\.0+)?$/.test(text)
    ? { value: { record_id: Number(text), label: text } }
    : { message: 'Write the ID of the record' };
};

const noFiles: ReadCell = { message: 'Files can’t be imported. Leave the cell as it was downloaded, or clear it.' };
const asText = (cell: string): ReadCell => ({ value: cell });

const readers: Record<FieldTypeName, (cell: string, field: Field) => ReadCell> = {
  'freeform-short': asText,
  'freeform-long': asText,
  email: asText,
  hyperlink: asText,
  number: readNumber,
  date: readDate,
  time: readTimeOfDay,
  checkbox: readBoolean,
  'select-one': readChoice,
  'select-many': readChoices,
  autopopulate: (cell, field) => (field.field_options.length > 0 ? readChoice(cell, field) : asText(cell)),
  address: (cell) => ({ value: { text: cell } }),
  search: (cell) => ({ value: { value: cell.trim(), label: cell.trim() } }),
  'ref-picker': readRecord,
  attachment: () => noFiles,
  signature: () => noFiles,
  presentation: () => ({ message: 'This field has no answers' }),
};

/** The answer that a cell stands for, before the field itself has checked it. A blank cell stands for none. */
export const readCell = (cell: string, field: Field): ReadCell =>
  cell.trim() === '' ? { value: null } : readers[field.field_type](cell, field);
