import type { Calendar } from '#forms/calendar.ts';
import type { Organization } from './handlers.ts';

const clocks = new Map<string, Intl.DateTimeFormat>();

/** A moment for somebody who reads it outside of Hearth: "11/27/2026 06:22 AM Pacific Time". */
export const timeWithZone = (moment: string, timeZone: string): string => {
  const clock =
    clocks.get(timeZone) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      timeZoneName: 'longGeneric',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    });
  clocks.set(timeZone, clock);
  return clock.format(new Date(moment)).replace(',', '').replaceAll(/\s/g, ' ').replace('GMT+00:00', 'UTC');
};

const formats = new Map<string, Intl.DateTimeFormat>();

/** Today's date in a time zone, as YYYY-MM-DD. */
export const todayIn = (timeZone: string, now = new Date()): string => {
  let format = formats.get(timeZone);
  if (!format) {
    // The Canadian form of a date is the ISO one.
    format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
    formats.set(timeZone, format);
  }
  return format.format(now);
};

/** What of an organization tells which days words such as "last week" stand for. */
export type OrganizationCalendar = Pick<Organization, 'time_zone' | 'week_starts_on' | 'fiscal_year_start_month'>;

/**
 * The calendar of an organization, for words such as "last week".
 * @param zone where it is today; the organization's own, unless the days are those of a viewer
 */
export const calendarOf = (
  { time_zone, week_starts_on, fiscal_year_start_month }: OrganizationCalendar,
  zone = time_zone,
  now = new Date(),
): Calendar => ({
  today: todayIn(zone, now),
  weekStartsOn: week_starts_on,
  fiscalYearStartMonth: fiscal_year_start_month,
});
