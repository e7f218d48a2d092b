import { formatTime, readTime } from '../calendar.ts';
import { momentsOf, offsetAt } from '../time-zones.ts';

/** When a form may be filled in by strangers. Times of day and weekdays are those of the organization's zone. */
export type PublishWindow = {
  is_active: boolean;
  /** Null: not published. */
  published_at: string | null;
  /** Open until then; null: without end. */
  expired_at: string | null;
  /** 0 is Sunday; empty is every day. */
  dow: readonly number[];
  /** Such as 09:00 AM. Null: from the beginning of the day. */
  time_start: string | null;
  /** Null: to the end of the day. Not after the start: until that time of the next day. */
  time_end: string | null;
};

export type Change = { at: string; opens: boolean };

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
/** Minutes of a day. */
const wholeDay = 24 * 60;

/** A time of day as it is kept, 09:00 AM; null for text that is none. */
export const normalTime = (text: string): string | null => {
  const time = readTime(text);
  return time && formatTime(time, '12-hour');
};

const minutesOf = (text: string | null, otherwise: number): number => {
  const time = text === null ? null : readTime(text);
  if (time === null) return otherwise;
  const [hours, minutes] = time.split(':');
  return Number(hours) * 60 + Number(minutes);
};

/** From which minute of the day to which. */
const hoursOf = ({ time_start, time_end }: Pick<PublishWindow, 'time_start' | 'time_end'>) => ({
  from: minutesOf(time_start, 0),
  to: minutesOf(time_end, wholeDay),
});

/** Whether the clock on the wall, as milliseconds of a day without zones, is within the weekdays and hours. */
const isWithinHours = (window: PublishWindow, wall: number): boolean => {
  const { from, to } = hoursOf(window);
  const at = new Date(wall);
  const minutes = at.getUTCHours() * 60 + at.getUTCMinutes();
  const weekday = at.getUTCDay();
  const isOn = (one: number) => window.dow.length === 0 || window.dow.includes(one);
  if (to > from) return isOn(weekday) && minutes >= from && minutes < to;
  // Overnight, it belongs to the weekday on which it starts.
  return (isOn(weekday) && minutes >= from) || (isOn((weekday + 6) % 7) && minutes < to);
};

/** From when to when of a day, in minutes of the clock on the wall. */
export type Hours = { from: number; to: number };

/** The hours of a week, from Sunday on, in which it is open by weekdays and hours, whatever start and end say. */
export const weekOf = (window: Pick<PublishWindow, 'dow' | 'time_start' | 'time_end'>): Hours[][] => {
  const { from, to } = hoursOf(window);
  const isOn = (one: number) => window.dow.length === 0 || window.dow.includes(one);
  return Array.from({ length: 7 }, (_, weekday) => {
    if (to > from) return isOn(weekday) ? [{ from, to }] : [];
    const morning = isOn((weekday + 6) % 7) && to > 0 ? [{ from: 0, to }] : [];
    return isOn(weekday) ? [...morning, { from, to: wholeDay }] : morning;
  });
};

const isOpenAt = (window: PublishWindow, timeZone: string, at: number): boolean =>
  window.is_active &&
  window.published_at !== null &&
  Date.parse(window.published_at) <= at &&
  (window.expired_at === null || at < Date.parse(window.expired_at)) &&
  isWithinHours(window, at + offsetAt(at, timeZone));

/** Whether the form is open at a moment. That the form itself is active is another matter. */
export const isOpen = (window: PublishWindow, timeZone: string, at: string): boolean =>
  isOpenAt(window, timeZone, Date.parse(at));

/** For how long who has begun may still send once it closed. */
export const grace = 60 * minute;

/** Whether it is open, or was less than `grace` ago. */
export const takesLate = (window: PublishWindow, timeZone: string, at: string): boolean => {
  // Hours change at whole minutes of the clock, so that no minute of being open is stepped over.
  for (let ago = 0; ago <= grace; ago += minute) {
    if (isOpenAt(window, timeZone, Date.parse(at) - ago)) return true;
  }
  return false;
};

/** The moment in a stretch at which the clocks of a zone are changed; null when they are not. */
const clockChange = (from: number, to: number, timeZone: string): number | null => {
  const before = offsetAt(from, timeZone);
  if (before === offsetAt(to, timeZone)) return null;
  let [early, late] = [from, to];
  while (late - early > 1000) {
    const middle = Math.floor((early + late) / 2000) * 1000;
    if (offsetAt(middle, timeZone) === before) early = middle;
    else late = middle;
  }
  return late;
};

/** So many days hold each weekday twice, on one side at least of a change of the clocks. */
const ahead = 16;

/** The next moment at which it opens or closes by itself; null when it stays as it is. */
export const nextChange = (window: PublishWindow, timeZone: string, after: string): Change | null => {
  const { published_at, expired_at } = window;
  if (!window.is_active || published_at === null) return null;
  const now = Date.parse(after);
  const start = Math.max(now, Date.parse(published_at));
  const today = Math.floor((start + offsetAt(start, timeZone)) / day) * day;
  const { from, to } = hoursOf(window);
  const days = Array.from({ length: ahead }, (_, index) => today + (index - 1) * day);
  const moments = [
    Date.parse(published_at),
    ...(expired_at === null ? [] : [Date.parse(expired_at)]),
    ...days.flatMap((one) => [
      ...momentsOf(one + from * minute, timeZone),
      ...momentsOf(one + to * minute, timeZone),
      ...momentsOf(one, timeZone),
      ...[clockChange(one - day, one, timeZone)].filter((at) => at !== null),
    ]),
  ];
  const isNow = isOpenAt(window, timeZone, now);
  const at = moments
    .filter((one) => one > now)
    .toSorted((a, b) => a - b)
    .find((one) => isOpenAt(window, timeZone, one) !== isNow);
  return at === undefined ? null : { at: new Date(at).toISOString(), opens: !isNow };
};
