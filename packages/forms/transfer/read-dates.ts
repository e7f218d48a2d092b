import { calendarDate, readTime } from '../calendar.ts';

/** What was read of a cell, or what is wrong with it. */
export type ReadCell = { value: unknown; message?: never } | { message: string };

const askForDate = 'Write the date like 03/14/1985 or 1985-03-14';
const day = calendarDate();

const dayOf = (year: string, month: string | number, dayOfMonth: string): ReadCell => {
  const date = `${year}-${String(month).padStart(2, '0')}-${dayOfMonth.padStart(2, '0')}`;
  return day.safeParse(date).success
    ? { value: date }
    : { message: 'This day doesn’t exist. Write it like 02/28/2026.' };
};

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
/** Days of workbooks are counted from here, so that those since March 1900 come out right. */
const workbookEpoch = Date.UTC(1899, 11, 30);
/** Counted days before this one are rather years, and those after the other rather something else. */
const [firstCounted, lastCounted] = [3_000, 110_000];

const counted = (text: string): ReadCell => {
  const days = Math.floor(Number(text));
  if (days < firstCounted || days > lastCounted) return { message: askForDate };
  return { value: new Date(workbookEpoch + days * 86_400_000).toISOString().slice(0, 10) };
};

/** The time that spreadsheets write behind a date that has none. */
const midnight = /[T ](?:0?0:00(?::00(?:\.0+)?)?Z?|12:00(?::00)? AM)$/i;

/**
 * A date as files write it: 1985-03-14, 1985/3/14, 3/14/1985, 14.3.1985, 14-Mar-1985, or the days that a workbook counts;
 * a time of midnight behind it is none. With slashes the month comes first: a file that means it otherwise is told so at
 * the first day after the twelfth, rather than read wrong.
 */
export const readDate = (cell: string): ReadCell => {
  const text = cell.trim().replace(midnight, '');
  const [, year, yearMonth, yearDay] = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text) ?? [];
  if (year && yearMonth && yearDay) return dayOf(year, yearMonth, yearDay);
  const [, month, monthDay, monthYear] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text) ?? [];
  if (month && monthDay && monthYear)
    return Number(month) > 12 && Number(monthDay) <= 12
      ? { message: `There is no month ${month}. Write the month first, like 03/14/1985, or 1985-03-14.` }
      : dayOf(monthYear, month, monthDay);
  const [, dotDay, dotMonth, dotYear] = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})$/.exec(text) ?? [];
  if (dotDay && dotMonth && dotYear) return dayOf(dotYear, dotMonth, dotDay);
  const [, wordDay, word, wordYear] = /^(\d{1,2})[- ]([a-z]{3})[- ](\d{4})$/i.exec(text) ?? [];
  const named = months.indexOf((word ?? '').toLowerCase());
  if (wordDay && wordYear && named >= 0) return dayOf(wordYear, named + 1, wordDay);
  return /^\d{4,6}(\.\d+)?$/.test(text) ? counted(text) : { message: askForDate };
};

/** A time of day as files write it: 17:00, 5:00 PM, 17:00:00, or the part of a day that a workbook counts. */
export const readTimeOfDay = (cell: string): ReadCell => {
  const text = cell.trim();
  if (/^0?\.\d+$/.test(text)) {
    const minutes = Math.round(Number(text) * 1440) % 1440;
    const [hour, minute] = [Math.floor(minutes / 60), minutes % 60];
    return { value: `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}` };
  }
  const time = readTime(text.replace(/^(\d{1,2}:\d{2}):\d{2}(?=\D*$)/, '$1'));
  return time === null ? { message: 'Write the time like 17:00 or 05:00 PM' } : { value: time };
};
