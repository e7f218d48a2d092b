import { addDays, type Calendar } from '#forms/calendar.ts';
import type { Operator } from '#forms/field-types/condition.ts';
import { type DayRange, presetOf, yearEarlier } from '#forms/logic/presets.ts';
import { type Column, isDate } from './columns.ts';

/** What a figure can be compared with, and how that is shown: the earlier figure, or how the figure has changed since. */
export const comparisons = {
  previous: {
    value: 'Previous period',
    change: 'Change from previous period',
    percent: '% change from previous period',
  },
  last_year: { value: 'Same period last year', change: 'Change from last year', percent: '% change from last year' },
} as const;
export type EarlierPeriod = keyof typeof comparisons;

/** A comparison of a figure with that of an earlier period. */
export type Comparison = { with: EarlierPeriod; as: keyof (typeof comparisons)[EarlierPeriod] };

/** What a column is called that compares: "Change from last year". */
export const comparisonName = ({ with: period, as }: Comparison): string => comparisons[period][as];

type DateCondition = {
  op: Operator;
  value?: string | number | boolean | null | (string | number | boolean | null)[] | undefined;
};

const isWeekday = (value: unknown) => /^(sun|mon|tues|wednes|thurs|fri|satur)day$/i.test(String(value).trim());
const ofDays: readonly Operator[] = ['EQ', 'NEQ', 'LT', 'LTE', 'GT', 'GTE', 'RANGE', 'NRANGE', 'IN', 'NIN'];

/** Whether a condition compares days with each other, instead of asking for a weekday or for none. */
export const comparesDays = ({ op, value }: DateCondition): boolean =>
  ofDays.includes(op) && ![value].flat().some(isWeekday);

/** Whether a condition is on a period, from a first to a last day, that has an earlier one. Birthdays have none. */
export const isOfPeriod = (column: Pick<Column, 'result' | 'field' | 'of'> | null, one: DateCondition): boolean =>
  column !== null &&
  isDate(column.result) &&
  (column.of ?? column).field !== 'client_dob' &&
  (one.op === 'EQ' || one.op === 'RANGE') &&
  comparesDays(one);

const daysOf = (value: unknown, calendar: Calendar): DayRange => {
  const days = presetOf(String(value), calendar);
  return days && 'first' in days ? days : { first: String(value), last: String(value) };
};

const monthsOf = (date: string): number => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1;
const firstOfMonth = (months: number): string =>
  `${String(Math.floor(months / 12)).padStart(4, '0')}-${String((months % 12) + 1).padStart(2, '0')}-01`;

/** The period before: as many whole months where it is whole months, else as many days. */
const periodBefore = ({ first, last }: DayRange): DayRange => {
  const next = addDays(last, 1);
  const before = addDays(first, -1);
  if (first.endsWith('-01') && next.endsWith('-01'))
    return { first: firstOfMonth(2 * monthsOf(first) - monthsOf(next)), last: before };
  const days = (Date.parse(next) - Date.parse(first)) / 86_400_000;
  return { first: addDays(first, -days), last: before };
};

/** The days of an earlier period. */
export const earlierDays = (days: DayRange, earlier: EarlierPeriod): DayRange =>
  earlier === 'last_year' ? yearEarlier(days) : periodBefore(days);

/** Years that calendars of records can have: before and after them, there is nothing to compare. */
const years = { first: '1000-01-01', last: '9000-12-31' };
const nothing: DateCondition = { op: 'RANGE', value: [years.last, years.first] };

/** The same condition on an earlier period. */
export const inEarlierPeriod = (
  { value }: Pick<DateCondition, 'value'>,
  earlier: EarlierPeriod,
  calendar: Calendar,
): DateCondition => {
  const ends = [value].flat();
  const days = { first: daysOf(ends[0], calendar).first, last: daysOf(ends.at(-1), calendar).last };
  if (!(days.first >= years.first && days.first <= days.last && days.last <= years.last)) return nothing;
  const { first, last } = earlierDays(days, earlier);
  if (last < years.first) return nothing;
  const isKnown = /^\d{4}-\d\d-/.test(first) && first >= years.first;
  return { op: 'RANGE', value: [isKnown ? first : years.first, last] };
};
