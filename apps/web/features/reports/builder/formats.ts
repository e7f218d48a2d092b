import { dateFormats, timeFormats, type WeekStart } from '#forms/calendar.ts';
import { type AddressComponent, addressComponents, type ResultType } from '#reports/columns.ts';
import type { ReportFormatter } from '#reports/definition.ts';
import type { MomentFormat } from '#reports/moment-formats.ts';
import { formatMoment, type Period, periodOf } from '#reports/periods.ts';

type Option = { value: string; label: string };

const numbers: { label: string; formatter: ReportFormatter }[] = [
  { label: 'Whole number', formatter: { format: 'integer' } },
  { label: 'Whole number, 1,234', formatter: { format: 'integer', grouping: true } },
  { label: 'Decimal, 1 place', formatter: { format: 'float', precision: 1 } },
  { label: 'Decimal, 2 places', formatter: { format: 'float', precision: 2 } },
  { label: 'Percent, 0.25 as 25%', formatter: { format: 'percent', precision: 0 } },
  { label: 'Percent, 0.25 as 25.0%', formatter: { format: 'percent', precision: 1 } },
  { label: 'Ratio, 2.5 : 1', formatter: { format: 'ratio', precision: 1 } },
  { label: 'Currency, $', formatter: { format: 'currency', currency: '$' } },
  { label: 'Currency, €', formatter: { format: 'currency', currency: '€' } },
];

/** A moment by which formats are shown. */
const example = { day: '2026-03-14', time: '09:05' };
const shownIn = (output: MomentFormat) => ({
  label: output === 'date' ? 'MM/DD/YYYY' : formatMoment(example, output),
  formatter: { output },
});
/** Weeks by the day on which they begin, the organization's own first. */
const weeksFrom = (weekStartsOn: WeekStart) =>
  weekStartsOn === 'monday' ? (['iso_week', 'week'] as const) : (['week', 'iso_week'] as const);
const days = (weekStartsOn: WeekStart) => [...dateFormats, ...weeksFrom(weekStartsOn)].map(shownIn);
const ofTheDay = (['date_hour', 'time', 'hour'] as const).map(shownIn);
const times = timeFormats.map((timestamp) => ({
  label: timestamp === '24-hour' ? '17:00' : '5:00 PM',
  formatter: { timestamp },
}));

const usual = 'usual';
/** Beside the formats of a date: the time until another one. */
export const elapsedOption = { value: 'elapsed', label: 'Time until another date' };
const keyOf = (formatter: ReportFormatter) =>
  JSON.stringify(Object.entries(formatter).filter(([, value]) => value != null));

/** A format as the value of a select. */
export const formatKey = (formatter: ReportFormatter | null): string =>
  formatter && keyOf(formatter) !== '[]' ? keyOf(formatter) : usual;

/** The format that a select's value stands for; null is the usual one. */
export const formatAt = (key: string): ReportFormatter | null =>
  key === usual ? null : (Object.fromEntries(JSON.parse(key)) as ReportFormatter);

const optionsOf = (formats: { label: string; formatter: ReportFormatter }[]): Option[] => [
  { value: usual, label: 'As recorded' },
  ...formats.map(({ label, formatter }) => ({ value: keyOf(formatter), label })),
];

/**
 * How what a column holds may be shown; none where there is but one way.
 * @param weekStartsOn of the organization, whose weeks stand first
 */
export const formatOptions = (result: ResultType, weekStartsOn: WeekStart): Option[] => {
  if (result === 'number') return optionsOf(numbers);
  if (result === 'date') return optionsOf(days(weekStartsOn));
  if (result === 'timestamp') return optionsOf([...days(weekStartsOn), ...ofTheDay]);
  return result === 'time' ? optionsOf(times) : [];
};

/** How numbers that are in percent may be shown. */
export const percentageOptions: Option[] = [
  { value: usual, label: 'Percent, 12.3%' },
  ...[
    { label: 'Percent, 12%', precision: 0 },
    { label: 'Percent, 12.34%', precision: 2 },
  ].map(({ label, precision }) => ({ value: keyOf({ format: 'percent', precision }), label })),
];

/** The option of a percentage's format: others than percent only tell how many decimals it has. */
export const percentageKey = (formatter: ReportFormatter | null): string => {
  const precision = formatter?.precision ?? (formatter?.format === 'integer' ? 0 : 1);
  return precision === 1 ? usual : keyOf({ format: 'percent', precision });
};

/** What dates can be grouped by, each with a format that shows it. */
type PeriodOption = Option & { value: MomentFormat };
const weekLabels = { week: 'Week (Sunday to Saturday)', iso_week: 'Week (Monday to Sunday)' };
const dayPeriods = (weekStartsOn: WeekStart): PeriodOption[] => [
  { value: 'date', label: 'Day' },
  ...weeksFrom(weekStartsOn).map((value) => ({ value, label: weekLabels[value] })),
  { value: 'alpha_month_year', label: 'Month' },
  { value: 'quarter', label: 'Quarter' },
  { value: 'year', label: 'Year' },
  { value: 'dow', label: 'Day of the week' },
];
const periodsOfTheDay: PeriodOption[] = [
  { value: 'date_hour', label: 'Hour' },
  { value: 'hour', label: 'Hour of the day' },
  { value: 'time', label: 'Time of day' },
];

/**
 * The periods by which a column can be grouped; none of what holds no days or moments.
 * @param weekStartsOn of the organization, whose weeks stand first
 */
export const periodOptions = (result: ResultType | undefined, weekStartsOn: WeekStart): PeriodOption[] => {
  if (result === 'date') return dayPeriods(weekStartsOn);
  return result === 'timestamp' ? [...dayPeriods(weekStartsOn), ...periodsOfTheDay] : [];
};

/** The option of a period; null where none is offered for it, as for single minutes. */
export const periodOption = (
  result: ResultType,
  options: readonly PeriodOption[],
  period: Period | null,
): MomentFormat | null => options.find(({ value }) => periodOf(result, value) === period)?.value ?? null;

const partWords: Record<AddressComponent, string> = {
  text: 'Full text',
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
