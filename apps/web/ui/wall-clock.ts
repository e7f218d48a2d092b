import { clockParts, zonedFormat } from './zoned-format.ts';

const minute = 60_000;
const day = 86_400_000;

const formatOf = zonedFormat({
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** Returns what clocks in a time zone show at a moment (ISO 8601), as YYYY-MM-DDTHH:mm. */
export const wallClockOf = (moment: string | number, zone: string): string => {
  const parts = clockParts(formatOf(zone), moment);
  return `${parts.year?.padStart(4, '0')}-${parts.month}-${parts.day}T${parts.hour}:${parts.minute}`;
};

const offsetAt = (at: number, zone: string): number =>
  Date.parse(`${wallClockOf(at, zone)}Z`) - Math.floor(at / minute) * minute;

/**
 * Returns the moment (ISO 8601) at which clocks in a time zone show `wallClock`, YYYY-MM-DDTHH:mm. Of the hour that
 * comes twice in autumn it is the first; in the hour that spring leaves out, the clock is read as if not yet put forward.
 */
export const momentAt = (wallClock: string, zone: string): string => {
  const wall = Date.parse(`${wallClock}Z`);
  const [before, after] = [offsetAt(wall - day, zone), offsetAt(wall + day, zone)];
  const found = [wall - before, wall - after].filter((at) => at + offsetAt(at, zone) === wall);
  return new Date(found.length > 0 ? Math.min(...found) : wall - before).toISOString();
};
