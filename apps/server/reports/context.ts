import type { Calendar } from '#forms/calendar.ts';
import type { ParameterValues } from '#reports/definition.ts';
import { calendarOf } from '#server/kit/calendar.ts';
import type { Member, MemberContext } from '#server/kit/handlers.ts';

/** Whose report it is: what the compiler of reports asks of a request or a job. */
export type ReportContext = Pick<MemberContext, 'tx' | 'caller' | 'keys'> & {
  /** Counts of fewer people are kept out of what is worked out; null or nothing keeps none out. */
  small_numbers_below?: number | null;
  /** What the reader chose of what the report asks, and the report below an Aggregate. */
  parameters?: ParameterValues | undefined;
};

/** When and where it is looked at: days begin in the viewer's zone. */
export type ViewerCalendar = Calendar & { zone: string };

export const viewingOf = ({ person, organization }: Member): ViewerCalendar => {
  const zone = person.time_zone ?? organization.time_zone;
  return { zone, ...calendarOf(organization, zone) };
};
