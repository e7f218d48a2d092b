import type { ParseResult } from './use-typed.ts';
import { clockParts, zonedFormat } from './zoned-format.ts';

const pad = (value: number, length = 2) => String(value).padStart(length, '0');

/** "1985-03-04" as "03/04/1985"; no date is "Never". Calendar dates have no zone and are never shifted. */
export function formatDate(date: string | null | undefined): string {
  if (!date) return 'Never';
  const [year, month, day] = date.split('-');
  return `${month}/${day}/${year}`;
}

const clockOf = zonedFormat({
  year: '2-digit',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hour12: true,
});

/** An instant as "MM/DD/YY hh:mm A" in a time zone (the browser's if absent); none is "Never". */
export function formatDateTime(instant: string | null | undefined, timeZone?: string): string {
  if (!instant) return 'Never';
  const part = clockParts(clockOf(timeZone), instant);
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

const MONTHS = 'janfebmaraprmayjunjulaugsepoctnovdec';

/** Month, day and year as they stand in what somebody typed; the year may be missing. Null for what is no date. */
const partsOf = (text: string): (string | undefined)[] | null => {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text) ?? /^((?:19|20)\d\d)(\d\d)(\d\d)$/.exec(text);
  if (iso) return [iso[2], iso[3], iso[1]];
  const typed =
    /^(\d\d)()(\d\d)(\d{4}|\d{2})$/.exec(text) ?? /^(\d{1,2})([/.\- ])(\d{1,2})(?:\2(\d{4}|\d{2}))?$/.exec(text);
  if (typed) return [typed[1], typed[3], typed[4]];
  const worded = /^(?:(\d{1,2}) )?([a-z]{3})[a-z]*\.?(?: (\d{1,2}))?(?:,? (\d{4}|\d{2}))?$/.exec(
    text.toLowerCase().replace(/(\d)(?:st|nd|rd|th)\b/, '$1'),
  );
  return worded && [String(MONTHS.indexOf(worded[2]!) / 3 + 1), worded[1] ?? worded[3], worded[4]];
};

/**
 * Reads a date as people type it: 03/04/1985, 3/4/85, 3/4, 03041985, 1985-03-04, Mar 4 1985, today. Without a
 * year it is this year. Two digits of a year mean the year nearest to today that is not more than 20 years ahead; in
 * the `past` neither lies ahead.
 */
export function readDate(text: string, { past = false, today = new Date() } = {}): ParseResult<string> {
  const trimmed = text.trim();
  if (!trimmed) return { value: null };
  const now = `${today.getMonth() + 1}/${today.getDate()}/${today.getFullYear()}`;
  const parts = partsOf(/^today$/i.test(trimmed) ? now : trimmed) ?? [];
  const [month, day] = [Number(parts[0]), Number(parts[1])];
  const year = yearOf([parts[2], month, day], past, today);
  const date = new Date(Date.UTC(2000, 0, 1));
  date.setUTCFullYear(year, month - 1, day);
  if (date.getUTCMonth() !== month - 1) return { value: null, problem: HOW };
  return { value: `${pad(year, 4)}-${pad(month)}-${pad(day)}` };
}

function yearOf([year, month, day]: [string | undefined, number, number], past: boolean, today: Date): number {
  if (year?.length === 4) return Number(year);
  if (year) return nearYear([Number(year), month, day], past, today);
  return today.getFullYear() - (past && new Date(today.getFullYear(), month - 1, day) > today ? 1 : 0);
}

function nearYear([digits, month, day]: [number, number, number], past: boolean, today: Date): number {
  const limit = new Date(today.getFullYear() + (past ? 0 : 20), today.getMonth(), today.getDate());
  const century = Math.floor(limit.getFullYear() / 100) * 100;
  const year = century + digits;
  return new Date(year, month - 1, day) > limit ? year - 100 : year;
}

const zoneOf = zonedFormat({ timeZoneName: 'longGeneric' });

/** A time zone as people call it, such as "Pacific Time", the browser's if absent; none for one without a name. */
const namedZone = (timeZone?: string): string | null => {
  const name = clockParts(zoneOf(timeZone), Date.now()).timeZoneName ?? '';
  return name === '' || name.startsWith('GMT') ? null : name;
};

/** A time zone as people choose and read it: "Pacific Time (Los Angeles)"; where nobody has a name for it, its own. */
export function formatZone(timeZone: string): string {
  const name = namedZone(timeZone);
  const place = timeZone.split('/').at(-1) ?? '';
  return (name === null ? timeZone : `${name} (${place})`).replaceAll('_', ' ');
}

/** A time zone beside a time: "Pacific Time"; where nobody has a name for it, its own. The browser's if absent. */
export const zoneName = (timeZone?: string): string =>
  namedZone(timeZone) ?? zoneOf(timeZone).resolvedOptions().timeZone.replaceAll('_', ' ');

/** The same for paper and whoever is elsewhere, with the time zone: "03/14/26 09:05 AM Pacific Time". */
export const formatZonedDateTime = (instant: string | null | undefined, timeZone?: string): string =>
  instant ? `${formatDateTime(instant, timeZone)} ${zoneName(timeZone)}` : formatDateTime(instant);
