import { dateFormats, formatDate, timeFormats } from '#forms/calendar.ts';
import type { Formatter } from '#forms/definition/calculation.ts';
import { type AddressComponent, addressComponents, type ResultType } from '#reports/columns.ts';

type Option = { value: string; label: string };

const numbers: { label: string; formatter: Formatter }[] = [
  { label: 'Whole number', formatter: { format: 'integer' } },
  { label: 'Decimal, 2 places', formatter: { format: 'float', precision: 2 } },
  { label: 'Currency, $', formatter: { format: 'currency', currency: '$' } },
  { label: 'Currency, €', formatter: { format: 'currency', currency: '€' } },
];

/** A day by which formats are shown. */
const example = '2026-03-14';
const days = dateFormats.map((output) => ({
  label: output === 'date' ? 'MM/DD/YYYY' : formatDate(example, output),
  formatter: { output },
}));
const times = timeFormats.map((timestamp) => ({
  label: timestamp === '24-hour' ? '17:00' : '5:00 PM',
  formatter: { timestamp },
}));

const usual = 'usual';
const keyOf = (formatter: Formatter) => JSON.stringify(Object.entries(formatter).filter(([, value]) => value != null));

/** A format as the value of a select. */
export const formatKey = (formatter: Formatter | null): string =>
  formatter && keyOf(formatter) !== '[]' ? keyOf(formatter) : usual;

/** The format that a select's value stands for; null is the usual one. */
export const formatAt = (key: string): Formatter | null =>
  key === usual ? null : (Object.fromEntries(JSON.parse(key)) as Formatter);

const optionsOf = (formats: { label: string; formatter: Formatter }[]): Option[] => [
  { value: usual, label: 'As recorded' },
  ...formats.map(({ label, formatter }) => ({ value: keyOf(formatter), label })),
];

/** How what a column holds may be shown; none where there is but one way. */
export const formatOptions = (result: ResultType): Option[] => {
  if (result === 'number') return optionsOf(numbers);
  if (result === 'date' || result === 'timestamp') return optionsOf(days);
  return result === 'time' ? optionsOf(times) : [];
};

const partWords: Record<AddressComponent, string> = {
  text: 'As one text',
  streetAddress: 'Street',
  unitNumber: 'Unit',
  city: 'City',
  state: 'State',
  postalCode: 'Postal code',
};

/** An address, or a part of it. */
export const componentOptions: Option[] = [
  { value: '', label: 'Whole address' },
  ...addressComponents.map((part) => ({ value: part, label: partWords[part] })),
];
