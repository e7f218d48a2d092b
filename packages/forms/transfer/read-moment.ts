import { momentsOf, offsetAt } from '../time-zones.ts';
import { type ReadCell, readDate, readTimeOfDay } from './read-dates.ts';

/** How finely a cell tells a moment, in milliseconds. */
const fineness = { day: 86_400_000, minute: 60_000, second: 1000, millisecond: 1 } as const;
type Fineness = keyof typeof fineness;

/** What a cell says: a moment in UTC, or what the clocks of a zone show, in milliseconds as if that were UTC. */
type SaidMoment = { at: number; isUtc: boolean; to: Fineness };

const finenessOf = (text: string): Fineness => {
  if (/:\d{2}\.\d/.test(text)) return 'millisecond';
  return /:\d{2}:\d{2}/.test(text) ? 'second' : 'minute';
};

/** The seconds of a time of day, which readTimeOfDay leaves out, in milliseconds. */
const secondsIn = (text: string): number => 1000 * Number(/:\d{2}:(\d{2}(?:\.\d+)?)/.exec(text)?.[1] ?? 0);

const unreadable = 'Write the time like 2026-11-20T09:30:00.000Z or 11/20/2026 09:30';

const saidIn = (cell: string): SaidMoment | { message: string } => {
  const text = cell.trim();
  if (/^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/.test(text)) {
    const at = Date.parse(text.replace(' ', 'T'));
    return Number.isNaN(at) ? { message: 'This time doesn’t exist' } : { at, isUtc: true, to: finenessOf(text) };
  }
  const [, dayText = text, timeText] =
    /^(\S+?)(?:T| +)(\d{1,2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?(?:\s*[ap]\.?m\.?)?)$/i.exec(text) ?? [];
  const date = readDate(dayText);
  if (date.message !== undefined) return { message: unreadable };
  const midnight = Date.parse(`${date.value}T00:00:00.000Z`);
  if (timeText === undefined) return { at: midnight, isUtc: false, to: 'day' };
  const time = readTimeOfDay(timeText.replace(/\.\d+/, ''));
  if (time.message !== undefined) return time;
  const seconds = secondsIn(timeText);
  if (seconds >= 60_000) return { message: unreadable };
  const [hours, minutes] = String(time.value).split(':').map(Number) as [number, number];
  return { at: midnight + (hours * 60 + minutes) * 60_000 + seconds, isUtc: false, to: finenessOf(timeText) };
};

const clockText = (wall: number) => new Date(wall).toISOString().slice(0, 16);

const withOffset = (wall: number, offset: number): string => {
  const minutes = Math.abs(offset) / 60_000;
  const two = (number: number) => String(Math.trunc(number)).padStart(2, '0');
  return `${clockText(wall)}${offset < 0 ? '-' : '+'}${two(minutes / 60)}:${two(minutes % 60)}`;
};

/**
 * A moment as files write it: as JSON does, or a date with or without a time, which is that of the zone; without one it
 * is noon, which is the same day everywhere near. Refuses what the clocks of the zone skipped, and what they showed twice.
 */
export const readMoment = (cell: string, timeZone: string): ReadCell => {
  const said = saidIn(cell);
  if ('message' in said) return said;
  if (said.isUtc) return { value: new Date(said.at).toISOString() };
  const wall = said.to === 'day' ? said.at + fineness.day / 2 : said.at;
  const [moment, other] = momentsOf(wall, timeZone);
  const [date, time] = clockText(wall).split('T');
  if (moment === undefined)
    return { message: `The clocks were set forward on ${date}, and ${time} was skipped. Write another time.` };
  if (other === undefined) return { value: new Date(moment).toISOString() };
  const [first, second] = [moment, other]
    .toSorted((a, b) => a - b)
    .map((at) => withOffset(wall, offsetAt(at, timeZone)));
  return { message: `The clocks were set back on ${date}, and ${time} came twice. Write ${first} or ${second}.` };
};

/**
 * Whether a cell tells a moment that is stored, as finely as it tells it: spreadsheets cut seconds and what is smaller.
 * @param stored ISO 8601
 */
export const saysMoment = (cell: string, timeZone: string, stored: string): boolean => {
  const said = saidIn(cell);
  if ('message' in said) return false;
  const at = Date.parse(stored);
  const since = (said.isUtc ? at : at + offsetAt(at, timeZone)) - said.at;
  // Parts of a day, which workbooks count, come out a little before or after the second.
  return since < fineness[said.to] && since > (said.to === 'second' ? -fineness.second : -1);
};

/** A column whose cells are times of a zone: Time Recorded (America/New_York). */
export const zonedLabel = (label: string, timeZone: string): string => `${label} (${timeZone})`;

/** A label and the zone that stands behind it. Names of countries are zones too, and are not meant. */
const zoned = /^(.*) \((UTC|[A-Za-z]+(?:\/[A-Za-z0-9_+-]+)+)\)$/;

const isZone = (name: string): boolean => {
  try {
    offsetAt(0, name);
    return true;
  } catch {
    return false;
  }
};

/** The zone that a column's label names, and the label without it. */
export const splitLabel = (label: string): { label: string; zone: string | null } => {
  const [, name, zone] = zoned.exec(label) ?? [];
  return name !== undefined && zone !== undefined && isZone(zone) ? { label: name, zone } : { label, zone: null };
};
