import { addDays, type Calendar, weekdaysFrom } from '../calendar.ts';

/** Days from the first to the last, both included, `YYYY-MM-DD`. */
export type DayRange = { first: string; last: string };

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;
const periods = ['week', 'month', 'quarter', 'year'] as const;
const lastDays = [7, 14, 30, 60, 90, 180, 365];

/** The words that stand for other days. */
const named = {
  'year to date': ({ today }) => ({ first: `${today.slice(0, 4)}-01-01`, last: today }),
  'last 12 months': (calendar) => ({ first: monthsBefore(calendar, 12), last: addDays(monthsBefore(calendar, 0), -1) }),
  'this fiscal year': (calendar) => fiscalYear(calendar, 0),
  'last fiscal year': (calendar) => fiscalYear(calendar, -1),
  'this month last year': (calendar) => yearEarlier(periodAround('month', calendar, 0)),
  'this quarter last year': (calendar) => yearEarlier(periodAround('quarter', calendar, 0)),
  'year to date last year': (calendar) =>
    yearEarlier({ first: `${calendar.today.slice(0, 4)}-01-01`, last: calendar.today }),
} satisfies Record<string, (calendar: Calendar) => DayRange>;

/** The words that stand for days as seen from today. */
export const datePresets: readonly string[] = [
  'today',
  'yesterday',
  ...lastDays.map((days) => `last ${days} days`),
  ...lastDays.map((days) => `next ${days} days`),
  ...['this', 'last', 'next'].flatMap((which) => periods.map((period) => `${which} ${period}`)),
  ...Object.keys(named),
  ...weekdays,
];

/** 0 for Sunday to 6 for Saturday. */
export const dayOfWeek = (date: string): number => new Date(date).getUTCDay();

const day = (year: number, month: number, date: number) =>
  new Date(Date.UTC(year, month, date)).toISOString().slice(0, 10);

/** The period that holds today, or the one `by` periods later. */
const periodAround = (period: (typeof periods)[number], { today, weekStartsOn }: Calendar, by: number): DayRange => {
  const [year, month] = today.split('-').map(Number) as [number, number];
  if (period === 'week') {
    const first = addDays(today, 7 * by - weekdaysFrom(weekStartsOn).indexOf(dayOfWeek(today)));
    return { first, last: addDays(first, 6) };
  }
  const months = { month: 1, quarter: 3, year: 12 }[period];
  const begin = Math.floor((month - 1) / months) * months + by * months;
  return { first: day(year, begin, 1), last: day(year, begin + months, 0) };
};

/** The first day of the month that holds today, or of the one so many months earlier. */
const monthsBefore = ({ today }: Calendar, months: number): string => {
  const [year, month] = today.split('-').map(Number) as [number, number];
  return day(year, month - 1 - months, 1);
};

/** The fiscal year that holds today, or the one `by` years later. */
const fiscalYear = ({ today, fiscalYearStartMonth }: Calendar, by: number): DayRange => {
  const [year, month] = today.split('-').map(Number) as [number, number];
  const begun = month >= fiscalYearStartMonth ? year : year - 1;
  const first = (of: number) => day(of, fiscalYearStartMonth - 1, 1);
  return { first: first(begun + by), last: addDays(first(begun + by + 1), -1) };
};

/** The same day a year earlier; of February 29 the 28th. */
const dayYearEarlier = (date: string): string => {
  const [year, month, of] = date.split('-').map(Number) as [number, number, number];
  const end = Number(day(year - 1, month, 0).slice(8));
  return day(year - 1, month - 1, Math.min(of, end));
};

/** The same days a year earlier; what ends with a month ends with it. */
export const yearEarlier = ({ first, last }: DayRange): DayRange => {
  const isEndOfMonth = addDays(last, 1).endsWith('-01');
  const [year, month] = last.split('-').map(Number) as [number, number];
  return { first: dayYearEarlier(first), last: isEndOfMonth ? day(year - 1, month, 0) : dayYearEarlier(last) };
};

const shifts: Record<string, number> = { last: -1, this: 0, next: 1 };

const weekdayOf = (words: string): number | null => {
  const index = weekdays.indexOf(words as (typeof weekdays)[number]);
  return index < 0 ? null : index;
};

/** How a preset is written: small letters, words apart. */
const normal = (value: string) => value.trim().toLowerCase().replaceAll('_', ' ');

/** Whether a value is one of the presets. */
export const isPreset = (value: unknown): boolean => typeof value === 'string' && datePresets.includes(normal(value));

/**
 * What a preset stands for: a range of days, today included where it counts from today, or the number of a day
 * of the week; null when it is none.
 */
export const presetOf = (value: string, calendar: Calendar): DayRange | { weekday: number } | null => {
  const { today } = calendar;
  const words = normal(value);
  if (!datePresets.includes(words)) return null;
  if (words === 'today') return { first: today, last: today };
  if (words === 'yesterday') return { first: addDays(today, -1), last: addDays(today, -1) };
  const weekday = weekdayOf(words);
  if (weekday !== null) return { weekday };
  if (words in named) return named[words as keyof typeof named](calendar);
  const [which = '', amount = ''] = words.split(' ');
  const period = periods.find((one) => one === amount);
  if (period) return periodAround(period, calendar, shifts[which] as number);
  const days = Number(amount) - 1;
  return which === 'last'
    ? { first: addDays(today, -days), last: today }
    : { first: today, last: addDays(today, days) };
};
