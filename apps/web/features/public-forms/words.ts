import type { z } from 'zod';
import type { publishSetting } from '#contract/resources/public-forms.ts';
import { counted, showDate } from '#web/kit/formats.ts';
import { formatTime } from '#web/ui/dates.ts';
import { dayAndTimeOf } from '#web/ui/day-and-time.ts';

export type PublishSetting = z.output<typeof publishSetting>;

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

type SettingStatus = Pick<PublishSetting, 'status' | 'next_change' | 'is_active' | 'expired_at' | 'time_zone'>;

/** What happens next to a setting by itself, in a sentence. */
export const changeInWords = (setting: SettingStatus, isFormActive: boolean, now = new Date()): string => {
  const { status, next_change, is_active, expired_at, time_zone } = setting;
  if (status === 'not_published') return 'No start date';
  if (!isFormActive) return 'The form is inactive, so no one can fill it in';
  if (!is_active) return 'Turned off';
  if (next_change) return `${next_change.opens ? 'Opens' : 'Closes'} ${at(next_change.at, time_zone, now)}`;
  if (status === 'active') return 'Open with no end date';
  return expired_at ? `Ended ${at(expired_at, time_zone, now)}. It won’t open again` : 'It won’t open';
};
