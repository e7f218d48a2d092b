import { addDays } from '#forms/calendar.ts';
import type { Draw } from './draw.ts';

export const timeZone = 'America/Los_Angeles';
/** Where its weeks and its fiscal years begin. */
export const calendar = { weekStartsOn: 'sunday', fiscalYearStartMonth: 1 } as const;

const offsets = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });

/** The moment at which clocks of the organization show this minute of a day; not for the hour when clocks change. */
export const momentAt = (day: string, minute: number, second = 0): string => {
  const name = offsets.formatToParts(new Date(`${day}T20:00:00Z`)).find(({ type }) => type === 'timeZoneName');
  const time = `${timeOfDay(minute)}:${String(second).padStart(2, '0')}`;
  return new Date(`${day}T${time}${name!.value.slice('GMT'.length)}`).toISOString();
};

const isWeekend = (day: string) => [0, 6].includes(new Date(day).getUTCDay());

/** The time of a minute of the day, `HH:mm`. */
export const timeOfDay = (minute: number): string =>
  [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':');

const times = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' });

/** The minute of the day that clocks of the organization show at a moment. */
export const minuteOf = (moment: string): number => {
  const [hours, minutes] = times.format(new Date(moment)).split(':').map(Number) as [number, number];
  return hours * 60 + minutes;
};

/** A day from `first` to `last`; a day of the weekend once in a while. */
export const drawDay = (draw: Draw, first: string, last: string): string => {
  const span = Math.max(0, Math.round((Date.parse(last) - Date.parse(first)) / 86_400_000));
  const day = addDays(first, draw.whole(0, span));
  return isWeekend(day) && span > 3 && draw.chance(0.92) ? drawDay(draw, first, last) : day;
};

/** A moment of a day at which people are at work: mostly before and after lunch, now and then in the evening. */
export const drawMoment = (draw: Draw, day: string): string => {
  const minute = {
    morning: () => draw.whole(510, 600) + draw.whole(0, 110),
    afternoon: () => draw.whole(780, 870) + draw.whole(0, 170),
    lunch: () => draw.whole(705, 785),
    evening: () => draw.whole(1050, 1240),
  }[draw.weighted({ morning: 46, afternoon: 42, lunch: 8, evening: 4 })]();
  return momentAt(day, minute, draw.whole(0, 59));
};

/** The whole years between two days. */
export const yearsBetween = (first: string, last: string): number =>
  Number(last.slice(0, 4)) - Number(first.slice(0, 4)) - (last.slice(5) < first.slice(5) ? 1 : 0);
