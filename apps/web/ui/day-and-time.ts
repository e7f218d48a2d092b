import type { Option } from './choice-field.tsx';
import { momentAt, wallClockOf } from './wall-clock.ts';

/** A moment as people choose it: a day (YYYY-MM-DD) and a time (HH:mm), in a time zone. */
export type DayAndTime = { date: string | null; time: string | null };

/** The last time of a day that can be chosen: what ends on a day is there all day. */
export const lastTime = '23:45';

const labelOf = (time: string) => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return `${String(hours % 12 || 12).padStart(2, '0')}:${String(minutes).padStart(2, '0')} ${hours < 12 ? 'AM' : 'PM'}`;
};

const quarters = Array.from(
  { length: 96 },
  (_, index) => `${String(Math.floor(index / 4)).padStart(2, '0')}:${String((index % 4) * 15).padStart(2, '0')}`,
);

/** The times to choose from, every 15 minutes, and one that was chosen elsewhere. */
export const timeOptions = (chosen: string | null): Option[] =>
  (chosen === null || quarters.includes(chosen) ? quarters : [...quarters, chosen].sort()).map((value) => ({
    value,
    label: labelOf(value),
  }));

/** A moment of the wire as it reads in a time zone; null is never. */
export const dayAndTimeOf = (moment: string | null, zone: string): DayAndTime => {
  if (moment === null) return { date: null, time: null };
  const [date = null, time = null] = wallClockOf(moment, zone).split('T');
  return { date, time };
};

/** The moment of the wire; null where no day was chosen. */
export const momentOf = ({ date, time }: DayAndTime, zone: string): string | null =>
  date === null ? null : momentAt(`${date}T${time ?? lastTime}`, zone);
