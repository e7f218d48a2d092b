import { z } from 'zod';

/** A day of the calendar, `YYYY-MM-DD`; years before 1000 are typing mistakes. */
export const calendarDate = (ask = 'Enter a date like 03/14/1985') =>
  z.iso.date(ask).refine((date) => date >= '1000', ask);

/** The days on which weeks can begin. */
export type WeekStart = 'sunday' | 'monday';

/**
 * What words such as "last week" count from: the day it is, `YYYY-MM-DD`, the day on which weeks begin, and the month in
 * which fiscal years begin, 1 for January.
 */
export type Calendar = { today: string; weekStartsOn: WeekStart; fiscalYearStartMonth: number };

/** The numbers of the weekdays, 0 for Sunday to 6 for Saturday, in the order of the week. */
export const weekdaysFrom = (weekStartsOn: WeekStart): readonly number[] =>
  weekStartsOn === 'monday' ? [1, 2, 3, 4, 5, 6, 0] : [0, 1, 2, 3, 4, 5, 6];

/** The months in order, January first. */
export const monthNames: readonly string[] = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** The date that is `days` after `date`, or before it when `days` is negative. */
export const addDays = (date: string, days: number) =>
  new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);

export const dateFormats = [
  'date',
  'short_date',
  'month_year',
  'alpha_date',
  'alpha_month_year',
  'quarter',
  'dow',
  'year',
] as const;
export type DateFormat = (typeof dateFormats)[number];

/** A date as people read it: 03/14/1985, unless another format is asked for. */
export const formatDate = (date: string, format: DateFormat = 'date'): string => {
  const [year = '', month = '', day = ''] = date.split('-');
  switch (format) {
    case 'date':
      return `${month}/${day}/${year}`;
    case 'short_date':
      return `${month}/${day}/${year.slice(2)}`;
    case 'month_year':
      return `${month}/${year}`;
    case 'alpha_date':
      return inWords(date, { month: 'long', day: 'numeric', year: 'numeric' });
    case 'alpha_month_year':
      return inWords(date, { month: 'long', year: 'numeric' });
    case 'quarter':
      return `Q${Math.ceil(Number(month) / 3)} ${year}`;
    case 'dow':
      return inWords(date, { weekday: 'long' });
    case 'year':
      return year;
  }
};

export const timeFormats = ['24-hour', '12-hour'] as const;
export type TimeFormat = (typeof timeFormats)[number];

/** A time of day as people type it (9, 9am, 09:00 AM, 17:00) as `HH:mm`; null when it is none. */
export const readTime = (text: string): string | null => {
  const [, hours = '', minutes = '00', half] =
    /^(\d{1,2})(?:[:.]?(\d{2}))?\s*(?:([ap])\.?(?:m\.?)?)?$/i.exec(text.trim()) ?? [];
  const hour = Number(hours);
  const isTime = hours && Number(minutes) < 60 && (half ? hour >= 1 && hour <= 12 : hour < 24);
  if (!isTime) return null;
  const ofDay = half ? (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : hour;
  return `${String(ofDay).padStart(2, '0')}:${minutes}`;
};

/** A time of day, `HH:mm`, as people read it: 17:00, or 05:00 PM. */
export const formatTime = (time: string, format: TimeFormat = '24-hour'): string => {
  if (format === '24-hour') return time;
  const [hours, minutes] = time.split(':');
  const hour = Number(hours);
  return `${String(hour % 12 || 12).padStart(2, '0')}:${minutes} ${hour < 12 ? 'AM' : 'PM'}`;
};

/** What to say of text that is no time of day. */
export const askForTime = (format: TimeFormat = '24-hour'): string =>
  `Enter a time like ${formatTime(format === '24-hour' ? '17:00' : '09:00', format)}`;

const inWords = (date: string, parts: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', { ...parts, timeZone: 'UTC' }).format(new Date(date));
