const formats = new Map<string, Intl.DateTimeFormat>();
const formatOf = (timeZone: string): Intl.DateTimeFormat => {
  const known = formats.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formats.set(timeZone, made);
  return made;
};

/** How far the clocks of a zone are ahead of UTC at a moment, in milliseconds. */
export const offsetAt = (at: number, timeZone: string): number => {
  const parts = formatOf(timeZone).formatToParts(at);
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((one) => one.type === type)?.value);
  const shown = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
  return shown - Math.floor(at / 1000) * 1000;
};

const day = 86_400_000;

/**
 * The moments at which the clocks of a zone show this: two when they are put back over it, none when they skip it.
 * @param wall what the clocks show, in milliseconds as if that were UTC
 */
export const momentsOf = (wall: number, timeZone: string): number[] => {
  const offsets = new Set([offsetAt(wall - day, timeZone), offsetAt(wall + day, timeZone)]);
  return [...offsets].map((offset) => wall - offset).filter((at) => at + offsetAt(at, timeZone) === wall);
};
