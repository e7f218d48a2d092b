import { z } from 'zod';

/** A day of the calendar, `YYYY-MM-DD`; years before 1000 are typing mistakes. */
export const calendarDate = (ask = 'Enter a date like 03/14/1985') =>
  z.iso.date(ask).refine((date) => date >= '1000', ask);

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

const inWords = (date: string, parts: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', { ...parts, timeZone: 'UTC' }).format(new Date(date));
