import { calendarDate, readTime } from '../calendar.ts';

/** What was read of a cell, or what is wrong with it. */
export type ReadCell = { value: unknown; message?: never } | { message: string };

const askForDate = 'Write the date like 03/14/1985 or 1985-03-14';
const day = calendarDate();

const dayOf = (year: string, month: string | number, dayOfMonth: string): ReadCell => {
  const date = `${year}-${String(month).padStart(2, '0')}-${dayOfMonth.padStart(2, '0')}`;
  return day.safeParse(date).success
    ? { value: date }
    : { message: 'This day does not exist. Write it like 02/28/2026' };
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

/**
 * A date as files write it: 1985-03-14, 1985/3/14, 3/14/1985, 14.3.1985, 14-Mar-1985, or the days that a workbook counts;
 * a time of midnight behind it is none. With slashes the month comes first: a file that means it otherwise is told so at
 * the first day after the twelfth, rather than read wrong.
 */
export const readDate = (cell: string): ReadCell => {
  const text = cell.trim().replace(/[T ]00:00(:00(\.0+)?)?Z?$/, '');
  const [, year, yearMonth, yearDay] = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text) ?? [];
  if (year && yearMonth && yearDay) return dayOf(year, yearMonth, yearDay);
  const [, month, monthDay, monthYear] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text) ?? [];
  if (month && monthDay && monthYear)
    return Number(month) > 12 && Number(monthDay) <= 12
      ? { message: `There is no month ${month}. Write the month first, like 03/14/1985, or 1985-03-14` }
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

/** What a clock shows in a zone at a moment, as if that were UTC. */
const shownIn = (at: number, timeZone: string): number => {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }).formatToParts(at);
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value);
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
};

/** The moment at which clocks in a zone show this day and time. */
const momentIn = (date: string, time: string, timeZone: string): string => {
  const wanted = Date.parse(`${date}T${time}:00.000Z`);
  const first = wanted - (shownIn(wanted, timeZone) - wanted);
  return new Date(wanted - (shownIn(first, timeZone) - first)).toISOString();
};

/**
 * A moment as files write it: as JSON does, or a date with or without a time, which is that of the zone; without one it
 * is noon, which is the same day everywhere near.
 */
export const readMoment = (cell: string, timeZone: string): ReadCell => {
  const text = cell.trim();
  if (/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/.test(text)) {
    const at = Date.parse(text);
    return Number.isNaN(at) ? { message: 'This moment does not exist' } : { value: new Date(at).toISOString() };
  }
  const [, dayText = text, timeText] =
    /^(\S+?)(?:T| +)(\d{1,2}:\d{2}(?::\d{2})?(?:\s*[ap]\.?m\.?)?)$/i.exec(text) ?? [];
  const date = readDate(dayText);
  if (date.message !== undefined)
    return { message: 'Write the time like 2026-11-20T09:30:00.000Z or 11/20/2026 09:30' };
  const time = timeText === undefined ? { value: '12:00' } : readTimeOfDay(timeText);
  if (time.message !== undefined) return time;
  return { value: momentIn(String(date.value), String(time.value), timeZone) };
};
