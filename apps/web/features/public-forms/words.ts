import type { z } from 'zod';
import type { publishSetting } from '#contract/resources/public-forms.ts';
import { counted, showDate } from '#web/kit/formats.ts';
import { formatTime } from '#web/ui/dates.ts';
import { dayAndTimeOf } from '#web/ui/day-and-time.ts';

export type PublishSetting = z.output<typeof publishSetting>;

export const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;

const listed = new Intl.ListFormat('en-US', { type: 'conjunction' });

/** "Every day", "Monday to Friday", "Monday and Thursday". */
const daysInWords = (dow: readonly number[]): string => {
  if (dow.length === 0 || dow.length === 7) return 'Every day';
  const names = dow.map((day) => weekdays[day] ?? '');
  const isRow = dow.length > 2 && dow.every((day, index) => index === 0 || day === dow[index - 1]! + 1);
  return isRow ? `${names[0]} to ${names.at(-1)}` : listed.format(names);
};

/** "Friday and Saturday, 08:00 PM to 06:00 AM, until 12/18/2026": when a setting is open, whatever is now. */
export const hoursInWords = ({ dow, time_start, time_end, expired_at, time_zone }: PublishSetting): string => {
  const days = daysInWords(dow);
  const hours = time_start || time_end ? `${time_start ?? '12:00 AM'} to ${time_end ?? 'midnight'}` : 'all day';
  const end = expired_at ? `, until ${showDate(dayAndTimeOf(expired_at, time_zone).date)}` : '';
  return `${days}, ${hours}${end}`;
};

export type Counts = { response_count: number; unlinked_count: number };

/** "212 responses, 3 not linked". */
export const countsInWords = ({ response_count, unlinked_count }: Counts): string =>
  `${counted(response_count, 'response')}, ${unlinked_count === 0 ? 'all linked' : `${unlinked_count.toLocaleString('en-US')} not linked`}`;

/** "today at 10:00 PM", "Monday 11/23/2026 at 09:00 AM". */
const at = (moment: string, zone: string, now: Date): string => {
  const { date } = dayAndTimeOf(moment, zone);
  const isToday = date === dayAndTimeOf(now.toISOString(), zone).date;
  const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone: zone }).format(new Date(moment));
  return `${isToday ? 'today' : `${weekday} ${showDate(date)}`} at ${formatTime(moment, zone)}`;
};

type Standing = Pick<PublishSetting, 'status' | 'next_change' | 'is_active' | 'expired_at' | 'time_zone'>;

/** What happens next to a setting by itself, in a sentence. */
export const changeInWords = (setting: Standing, isFormActive: boolean, now = new Date()): string => {
  const { status, next_change, is_active, expired_at, time_zone } = setting;
  if (status === 'not_published') return 'No start yet';
  if (!isFormActive) return 'The form is inactive: nobody can fill it in';
  if (!is_active) return 'Switched off';
  if (next_change) return `${next_change.opens ? 'Opens' : 'Closes'} ${at(next_change.at, time_zone, now)}`;
  if (status === 'active') return 'Open without end';
  return expired_at ? `Ended ${at(expired_at, time_zone, now)}. It will not open again` : 'It does not open';
};
