import { addDays, formatDate, formatTime } from '#forms/calendar.ts';
import { dayOfWeek } from '#forms/logic/presets.ts';
import type { ResultType } from './columns.ts';
import type { MomentFormat } from './moment-formats.ts';

/** What dates and time stamps are grouped by. `time` and `hour` are of the day, whichever day it is. */
export type Period =
  | 'minute'
  | 'date_hour'
  | 'day'
  | 'week'
  | 'iso_week'
  | 'month'
  | 'quarter'
  | 'year'
  | 'weekday'
  | 'hour'
  | 'time';

const periodOfFormat: Record<MomentFormat, Period> = {
  date: 'day',
  short_date: 'day',
  alpha_date: 'day',
  month_year: 'month',
  alpha_month_year: 'month',
  quarter: 'quarter',
  dow: 'weekday',
  year: 'year',
  week: 'week',
  iso_week: 'iso_week',
  date_hour: 'date_hour',
  time: 'time',
  hour: 'hour',
};

const isOfTime = (format: MomentFormat): format is 'date_hour' | 'time' | 'hour' =>
  format === 'date_hour' || format === 'time' || format === 'hour';

/** The format in which a date is shown: it has no time of day. */
const dayFormat = (format: MomentFormat | null | undefined): Exclude<MomentFormat, 'date_hour' | 'time' | 'hour'> =>
  !format || isOfTime(format) ? 'date' : format;

/**
 * What a column is grouped by in aggregate mode (R73a): rows that its format shows alike are one group. Null for what
 * holds no days or moments.
 */
export const periodOf = (result: ResultType, format: MomentFormat | null | undefined): Period | null => {
  if (result === 'date') return periodOfFormat[dayFormat(format)];
  if (result === 'timestamp') return format ? periodOfFormat[format] : 'minute';
  return null;
};

/** What a column holds once it is grouped by a period: its first day or moment, or a number of the week or the day. */
export const resultOfPeriod: Record<Period, ResultType> = {
  minute: 'timestamp',
  date_hour: 'timestamp',
  day: 'date',
  week: 'date',
  iso_week: 'date',
  month: 'date',
  quarter: 'date',
  year: 'date',
  weekday: 'number',
  hour: 'number',
  time: 'time',
};

/** The year and number of the ISO week of a day: 2026-W35. It is in the year of its Thursday. */
const isoWeek = (day: string): string => {
  const thursday = addDays(day, 4 - (dayOfWeek(day) || 7));
  const year = thursday.slice(0, 4);
  const week = Math.floor((Date.parse(thursday) - Date.parse(`${year}-01-01`)) / (7 * 86_400_000)) + 1;
  return `${year}-W${String(week).padStart(2, '0')}`;
};

/** A day as a report shows it. A week begins on Sunday; an ISO week begins on Monday. */
export const formatDay = (day: string, format: MomentFormat | null | undefined): string => {
  const shown = dayFormat(format);
  if (shown === 'iso_week') return isoWeek(day);
  if (shown === 'week') return `Week of ${formatDate(addDays(day, -dayOfWeek(day)))}`;
  return formatDate(day, shown);
};

const hourOf = (hour: number): string =>
  formatTime(`${String(hour).padStart(2, '0')}:00`, '12-hour').replace(/:00/, '');

/** A moment on a clock: its day, `YYYY-MM-DD`, and its time, `HH:mm`. */
export type LocalMoment = { day: string; time: string };

/** A time stamp as a report shows it in a format. */
export const formatMoment = ({ day, time }: LocalMoment, format: MomentFormat): string => {
  if (!isOfTime(format)) return formatDay(day, format);
  if (format === 'time') return formatTime(time, '12-hour');
  const hour = hourOf(Number(time.slice(0, 2)));
  return format === 'hour' ? hour : `${formatDate(day, 'short_date')} ${hour}`;
};

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** A value of a period that is no day and no moment, in words: a day of the week, an hour or a time of the day. */
export const formatPart = (period: Period, value: unknown): string => {
  if (period === 'weekday') return weekdays[Number(value)] ?? '';
  return period === 'hour' ? hourOf(Number(value)) : formatTime(String(value), '12-hour');
};

/** Periods that follow each other in time, so that those without rows can be shown too. */
export const isInLine = (period: Period): boolean => period !== 'minute' && period !== 'time';

/** So many periods are shown one after the other, with or without rows. */
export const maxPeriods = 1000;

/** What several of a period are called. */
export const periodNames: Record<Period, string> = {
  minute: 'minutes',
  date_hour: 'hours',
  day: 'days',
  week: 'weeks',
  iso_week: 'weeks',
  month: 'months',
  quarter: 'quarters',
  year: 'years',
  weekday: 'days of the week',
  hour: 'hours of the day',
  time: 'times of the day',
};

const lengths: Partial<Record<Period, number>> = {
  date_hour: 3_600_000,
  day: 86_400_000,
  week: 7 * 86_400_000,
  iso_week: 7 * 86_400_000,
};
const monthsIn: Partial<Record<Period, number>> = { month: 1, quarter: 3, year: 12 };

/** How many periods there are from one to another, both included. */
export const countPeriods = (period: Period, first: string | number, last: string | number): number => {
  if (typeof first === 'number' || typeof last === 'number') return period === 'weekday' ? 7 : 24;
  const [from, to] = [new Date(first), new Date(last)];
  const months = monthsIn[period];
  if (months)
    return (
      Math.floor(
        ((to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth()) / months,
      ) + 1
    );
  return Math.floor((to.getTime() - from.getTime()) / (lengths[period] as number)) + 1;
};
