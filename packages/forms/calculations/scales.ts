import type { CalculationValue, DisplayUnit, Formatter, Interval } from '../definition/calculation.ts';
import type { Clock } from './clock.ts';
import { decimalsOf, roundHalfUp } from './round.ts';

/** A line of points in time: the days of the calendar, or the minutes of the day. NaN is no point. */
export type Scale = {
  /** The point that an answer stands for. */
  read(value: unknown): number;
  now(clock: Clock): number;
  add(point: number, interval: Interval): number;
  /** How far it is from one point to another; null in a unit of another scale. */
  between(from: number, to: number, format: { unit: DisplayUnit | null; formatter: Formatter }): CalculationValue;
  /** The point as it is stored; null when it cannot be. */
  write(point: number): string | null;
};

const dayLength = 86_400_000;

const writeDay = (point: number) => {
  const date = new Date(point * dayLength);
  const year = date.getUTCFullYear();
  return year >= 1000 && year <= 9999 ? date.toISOString().slice(0, 10) : null;
};

const readDay = (value: unknown) => {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value)) return Number.NaN;
  const point = Date.parse(value) / dayLength;
  return writeDay(point) === value ? point : Number.NaN;
};

/** The same day of another month, or the last day of that month when it is shorter. */
const addMonths = (point: number, months: number) => {
  const date = new Date(point * dayLength);
  const day = date.getUTCDate();
  date.setUTCMonth(date.getUTCMonth() + months + 1, 0);
  date.setUTCDate(Math.min(day, date.getUTCDate()));
  return date.getTime() / dayLength;
};

/** When so many months are completed. Whole years of a February 29 are completed on March 1 where there is no such day. */
const completedOn = (point: number, months: number): number => {
  const last = addMonths(point, months);
  const isLeapDay = months % 12 === 0 && new Date(point * dayLength).getUTCDate() === 29;
  return isLeapDay && new Date(last * dayLength).getUTCDate() === 28 ? last + 1 : last;
};

/** How often `step` months fit between two days, with the fraction of the last time. */
const stepsBetween = (from: number, to: number, step: number) => {
  const [first, last] = [new Date(from * dayLength), new Date(to * dayLength)];
  const months = (last.getUTCFullYear() - first.getUTCFullYear()) * 12 + last.getUTCMonth() - first.getUTCMonth();
  const started = Math.floor(months / step);
  const completed = completedOn(from, started * step) > to ? started - 1 : started;
  const start = completedOn(from, completed * step);
  return completed + (to - start) / (completedOn(from, (completed + 1) * step) - start);
};

const unitsBetween = (from: number, to: number, unit: DisplayUnit | null) => {
  switch (unit) {
    case 'days':
      return to - from;
    case 'weeks':
      return (to - from) / 7;
    case 'months':
      return stepsBetween(from, to, 1);
    case 'years':
      return stepsBetween(from, to, 12);
    default:
      return Number.NaN;
  }
};

/** Days, counted from 1970-01-01. */
const dates: Scale = {
  read: readDay,
  now: ({ today }) => readDay(today),
  // A day is not divided: halves of days and of months go up.
  add: (point, { magnitude, unit }) => {
    switch (unit) {
      case 'days':
        return point + Math.round(magnitude);
      case 'weeks':
        return point + Math.round(magnitude * 7);
      case 'months':
        return addMonths(point, Math.round(magnitude));
      case 'years':
        return addMonths(point, Math.round(magnitude * 12));
      default:
        return Number.NaN;
    }
  },
  // As people count age: only what is completed, unless decimals are asked for.
  between: (from, to, { unit, formatter: { precision } }) => {
    const units = from <= to ? unitsBetween(from, to, unit) : -unitsBetween(to, from, unit);
    return precision == null ? Math.trunc(units) + 0 : roundHalfUp(units, precision);
  },
  write: writeDay,
};

const minutesOfDay = 24 * 60;

/** Moves a point into the day: half past midnight comes half an hour after midnight. */
const withinDay = (point: number) => ((point % minutesOfDay) + minutesOfDay) % minutesOfDay;

const readTime = (value: unknown) => {
  if (typeof value !== 'string' || !/^([01]\d|2[0-3]):[0-5]\d$/.test(value)) return Number.NaN;
  return Number(value.slice(0, 2)) * 60 + Number(value.slice(3));
};

const twoDigits = (value: number) => String(value).padStart(2, '0');

// Making a format is far dearer than using it.
const clocks = new Map<string, Intl.DateTimeFormat>();
const clockIn = (timeZone: string) => {
  const made = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone });
  clocks.set(timeZone, made);
  return made;
};

/** Minutes, counted from midnight. What comes before another time of day is taken as on the next day. */
const times: Scale = {
  read: readTime,
  now: ({ now, timeZone }) => readTime((clocks.get(timeZone) ?? clockIn(timeZone)).format(new Date(now))),
  add: (point, { magnitude, unit }) => {
    if (unit === 'hours') return point + Math.round(magnitude * 60);
    return unit === 'minutes' ? point + Math.round(magnitude) : Number.NaN;
  },
  between: (from, to, { unit, formatter }) => {
    const minutes = withinDay(to - from);
    const [hours, rest] = [Math.floor(minutes / 60), twoDigits(minutes % 60)];
    switch (unit) {
      case 'hours':
        return roundHalfUp(minutes / 60, decimalsOf(formatter));
      case 'minutes':
        return minutes;
      case 'hh:mm':
        return `${twoDigits(hours)}:${rest}`;
      case 'h.mm':
        return `${hours}.${rest}`;
      default:
        return null;
    }
  },
  write: (point) => {
    const minutes = withinDay(point);
    return Number.isFinite(minutes) ? `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}` : null;
  },
};

export const scales = { date: dates, time: times };
