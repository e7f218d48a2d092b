import type { ElapsedUnit } from '#reports/elapsed.ts';
import type { Rows } from './lines.ts';
import { blank, dayIn, type World } from './world.ts';

const dayMs = 86_400_000;

/** Whole months from a day until a later one: a month has passed when its day of the month is there again. */
const monthsBetween = (from: string, until: string): number => {
  const [before, after] = [from, until].map((day) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)));
  return after! - before! - (until.slice(8, 10) < from.slice(8, 10) ? 1 : 0);
};

/** The time between two days in whole units, below zero where the later one comes first. */
const timeBetween = (from: string, until: string, unit: ElapsedUnit): number => {
  if (unit === 'days') return (Date.parse(until) - Date.parse(from)) / dayMs;
  if (until < from) return -timeBetween(until, from, unit) + 0;
  const months = monthsBetween(from, until);
  return unit === 'months' ? months : Math.floor(months / 12);
};

/** Rows with the time between their dates. */
export const withElapsed = ({ timeZone, calendar }: World, rows: Rows): Rows => {
  const dayOf = (value: unknown): string | null =>
    blank(value) ? null : String(value).includes('T') ? dayIn(timeZone, String(value)) : String(value);
  return {
    ...rows,
    lines: rows.lines.map((line) => ({
      ...line,
      value: (named) => {
        const { elapsed } = named;
        if (!elapsed) return line.value(named);
        const [from, until] = [line.value(named), elapsed.until ? line.value(elapsed.until) : calendar.today].map(
          dayOf,
        );
        return from && until ? timeBetween(from, until, elapsed.unit) : null;
      },
    })),
    holding: (named) => (named.elapsed ? 'number' : rows.holding(named)),
    options: (named) => (named.elapsed ? undefined : rows.options(named)),
    format: (named) => (named.elapsed ? null : rows.format(named)),
  };
};

/** Where the band of a number begins; of what is below all bands, one less than the first. */
export const bandOf = (starts: readonly number[], value: number): number =>
  starts.findLast((start) => start <= value) ?? starts[0]! - 1;
