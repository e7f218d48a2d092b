import type { WeekStart } from '#forms/calendar.ts';
import type { EvaluationContext } from '#forms/logic/context.ts';
import { todayIn } from '#web/kit/formats.ts';

/** What of an organization tells which day it is, and which days "this week" has. */
export type OrganizationCalendar = { time_zone: string; week_starts_on: WeekStart; fiscal_year_start_month: number };

/** What rules and calculations count from: the organization's calendar, and the moment. */
export const clockOf = ({
  time_zone,
  week_starts_on,
  fiscal_year_start_month,
}: OrganizationCalendar): EvaluationContext => ({
  today: todayIn(time_zone),
  weekStartsOn: week_starts_on,
  fiscalYearStartMonth: fiscal_year_start_month,
  now: new Date().toISOString(),
  timeZone: time_zone,
});
