import { formatDate } from '#web/ui/dates.ts';

const calendars = new Map<string, Intl.DateTimeFormat>();

/** The day of an instant in a time zone, as YYYY-MM-DD. */
export const dayOf = (instant: string, timeZone: string): string => {
  const made = calendars.get(timeZone);
  // The Canadian form of a date is the ISO one.
  const calendar =
    made ?? new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  if (!made) calendars.set(timeZone, calendar);
  return calendar.format(new Date(instant));
};

/** So many days before a day, all as YYYY-MM-DD. */
export const daysBefore = (day: string, days: number): string =>
  new Date(Date.parse(day) - days * 86_400_000).toISOString().slice(0, 10);

/** What a day is called: "Today", "Yesterday", "Wednesday, 11/18/2026". */
export const dayTitle = (day: string, today: string): string => {
  if (day === today) return 'Today';
  if (day === daysBefore(today, 1)) return 'Yesterday';
  const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone: 'UTC' }).format(new Date(day));
  return `${weekday}, ${formatDate(day)}`;
};
