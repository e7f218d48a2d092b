import { dayIn, type Holding } from './world.ts';

const dayMs = 86_400_000;

/** What a format puts together, and what that holds. */
const kinds: Record<string, { kind: string; holding: Holding }> = {
  date: { kind: 'day', holding: 'date' },
  short_date: { kind: 'day', holding: 'date' },
  alpha_date: { kind: 'day', holding: 'date' },
  month_year: { kind: 'month', holding: 'date' },
  alpha_month_year: { kind: 'month', holding: 'date' },
  quarter: { kind: 'quarter', holding: 'date' },
  year: { kind: 'year', holding: 'date' },
  week: { kind: 'week', holding: 'date' },
  iso_week: { kind: 'iso_week', holding: 'date' },
  dow: { kind: 'dow', holding: 'number' },
  date_hour: { kind: 'date_hour', holding: 'timestamp' },
  hour: { kind: 'hour', holding: 'number' },
  time: { kind: 'time', holding: 'time' },
};
const ofTime = ['date_hour', 'hour', 'time'];
const minute = { kind: 'minute', holding: 'timestamp' as const };

/** By what a column of dates or moments is grouped; null for any other. */
export const groupingOf = (holding: Holding, format: string | null | undefined) => {
  if (holding === 'timestamp') return format ? kinds[format]! : minute;
  if (holding !== 'date') return null;
  return kinds[!format || ofTime.includes(format) ? 'date' : format]!;
};

const clockIn = (timeZone: string, at: string): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(new Date(at));

const moved = (day: string, days: number) => new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);

/** The period of a value that is not blank. */
export const grouped = (kind: string, value: string, timeZone: string): unknown => {
  const isMoment = value.includes('T');
  const day = isMoment ? dayIn(timeZone, value) : value;
  const weekday = new Date(day).getUTCDay();
  const [year = '', month = ''] = day.split('-');
  switch (kind) {
    case 'minute':
      return `${value.slice(0, 16)}:00.000Z`;
    // Every zone of the tests is whole hours from UTC.
    case 'date_hour':
      return `${value.slice(0, 13)}:00:00.000Z`;
    case 'hour':
      return Number(clockIn(timeZone, value).slice(0, 2));
    case 'time':
      return clockIn(timeZone, value);
    case 'dow':
      return weekday;
    case 'week':
      return moved(day, -weekday);
    case 'iso_week':
      return moved(day, -((weekday + 6) % 7));
    case 'month':
      return `${year}-${month}-01`;
    case 'quarter':
      return `${year}-${String(Number(month) - ((Number(month) - 1) % 3)).padStart(2, '0')}-01`;
    case 'year':
      return `${year}-01-01`;
    default:
      return day;
  }
};

/** The period after one of the same kind, for those that stand in a line. */
const next: Record<string, (value: string) => string> = {
  date_hour: (value) => new Date(Date.parse(value) + 3_600_000).toISOString(),
  day: (value) => moved(value, 1),
  week: (value) => moved(value, 7),
  iso_week: (value) => moved(value, 7),
  month: (value) => `${moved(value, 31).slice(0, 7)}-01`,
  quarter: (value) => `${moved(value, 92).slice(0, 7)}-01`,
  year: (value) => `${Number(value.slice(0, 4)) + 1}-01-01`,
};

export const isInLine = (kind: string): boolean => kind in next || kind === 'dow' || kind === 'hour';

/** All periods from the first to the last of some; none when there are more than a thousand. */
export const lineFrom = (kind: string, values: readonly unknown[]): unknown[] => {
  if (kind === 'dow' || kind === 'hour') return Array.from({ length: kind === 'dow' ? 7 : 24 }, (_, at) => at);
  const [first, last] = [values.map(String).toSorted()[0], values.map(String).toSorted().at(-1)];
  const line: unknown[] = [];
  for (let one = first; one !== undefined && one <= (last as string); one = next[kind]!(one)) {
    line.push(one);
    if (line.length > 1000) return [];
  }
  return line;
};
