import type { Reading } from './use-typed.ts';

const pad = (value: number, length = 2) => String(value).padStart(length, '0');

/** "1985-03-04" as "03/04/1985"; no date is "Never". Calendar dates have no zone and are never shifted. */
export function formatDate(date: string | null | undefined): string {
  if (!date) return 'Never';
  const [year, month, day] = date.split('-');
  return `${month}/${day}/${year}`;
}

const clocks = new Map<string | undefined, Intl.DateTimeFormat>();

/** Making one takes far longer than using it. */
const clockOf = (timeZone: string | undefined): Intl.DateTimeFormat => {
  const made = clocks.get(timeZone);
  const clock =
    made ??
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      year: '2-digit',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      hour12: true,
    });
  if (!made) clocks.set(timeZone, clock);
  return clock;
};

/** An instant as "MM/DD/YY hh:mm A" in a time zone (the browser's if absent); none is "Never". */
export function formatDateTime(instant: string | null | undefined, timeZone?: string): string {
  if (!instant) return 'Never';
  const parts = clockOf(timeZone).formatToParts(new Date(instant));
  const part = Object.fromEntries(parts.map(({ type, value }) => [type, value]));
  return `${part.month}/${part.day}/${part.year} ${part.hour}:${part.minute} ${part.dayPeriod}`;
}

/** The time of day of an instant, such as "10:42 AM", in a time zone. */
export const formatTime = (instant: string, timeZone: string): string =>
  formatDateTime(instant, timeZone).slice(9).replace(/^0/, '');

/** An instant that is not long ago: "today 10:42 AM", else with its date. */
export function formatMoment(instant: string, timeZone: string, now = new Date().toISOString()): string {
  const [day, today] = [instant, now].map((one) => formatDateTime(one, timeZone).slice(0, 8));
  return `${day === today ? 'today' : day} ${formatTime(instant, timeZone)}`;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** "just now", "5 min ago", "3 h ago", "2 d ago"; null once it is a week old, or in the future. */
export function formatAgo(instant: string, now: number): string | null {
  const age = now - new Date(instant).getTime();
  if (age < -MINUTE || age >= 7 * DAY) return null;
  if (age < MINUTE) return 'just now';
  if (age < HOUR) return `${Math.floor(age / MINUTE)} min ago`;
  if (age < DAY) return `${Math.floor(age / HOUR)} h ago`;
  return `${Math.floor(age / DAY)} d ago`;
}

const HOW = 'Enter a date like 03/14/1985';

/**
 * Reads a date as people type it: 03/04/1985, 3/4/85, 03-04-1985, 3.4.1985, 1985-03-04. Two digits of a year mean the
 * year nearest to today that is not more than 20 years ahead, or not ahead at all when the date lies in the `past`.
 */
export function readDate(text: string, { past = false, today = new Date() } = {}): Reading<string> {
  const trimmed = text.trim();
  if (!trimmed) return { value: null };
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(trimmed);
  const typed = /^(\d{1,2})([/.\- ])(\d{1,2})\2(\d{4}|\d{2})$/.exec(trimmed);
  if (!iso && !typed) return { value: null, problem: HOW };
  const month = Number(iso ? iso[2] : typed![1]);
  const day = Number(iso ? iso[3] : typed![3]);
  let year = Number(iso ? iso[1] : typed![4]);
  if (typed?.[4]?.length === 2) year = nearYear([year, month, day], past, today);
  const date = new Date(Date.UTC(2000, 0, 1));
  date.setUTCFullYear(year, month - 1, day);
  if (date.getUTCMonth() !== month - 1) return { value: null, problem: HOW };
  return { value: `${pad(year, 4)}-${pad(month)}-${pad(day)}` };
}

function nearYear([digits, month, day]: [number, number, number], past: boolean, today: Date): number {
  const limit = new Date(today.getFullYear() + (past ? 0 : 20), today.getMonth(), today.getDate());
  const century = Math.floor(limit.getFullYear() / 100) * 100;
  const year = century + digits;
  return new Date(year, month - 1, day) > limit ? year - 100 : year;
}

/** A time zone as people choose and read it: "America/Los Angeles". */
export function formatZone(timeZone: string): string {
  return timeZone.replaceAll('_', ' ');
}
