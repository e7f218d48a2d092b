import type { z } from 'zod';
import type { publishSetting } from '#contract/resources/public-forms.ts';
import { showDate } from '#web/kit/formats.ts';
import { dayAndTimeOf } from '#web/ui/day-and-time.ts';
import { numberedTitles } from './numbered-titles.ts';

type Hours = Pick<z.output<typeof publishSetting>, 'dow' | 'time_start' | 'time_end' | 'expired_at' | 'time_zone'>;

export const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;

const listed = new Intl.ListFormat('en-US', { type: 'conjunction' });

/** "Every day", "Monday to Friday", "Monday and Thursday". */
const daysInWords = (dow: readonly number[]): string => {
  if (dow.length === 0 || dow.length === 7) return 'Every day';
  const names = dow.map((day) => weekdays[day] ?? '');
  const isRow = dow.length > 2 && dow.every((day, index) => index === 0 || day === dow[index - 1]! + 1);
  return isRow ? `${names[0]} to ${names.at(-1)}` : listed.format(names);
};

/** "Friday and Saturday, 08:00 PM to 06:00 AM, until 12/18/2026": when a publish setting is open, whatever is now. */
export const hoursInWords = ({ dow, time_start, time_end, expired_at, time_zone }: Hours): string => {
  const days = daysInWords(dow);
  const hours = time_start || time_end ? `${time_start ?? '12:00 AM'} to ${time_end ?? 'midnight'}` : 'all day';
  const end = expired_at ? `, until ${showDate(dayAndTimeOf(expired_at, time_zone).date)}` : '';
  return `${days}, ${hours}${end}`;
};

/**
 * What each publish setting of a form is called, by its id: by its hours, and a number where an earlier one has the same.
 * Those that were removed are numbered after the others, so that these have the same titles where they stand alone.
 */
export const titlesOf = (
  settings: readonly (Hours & { id: number; removed?: boolean })[],
): ReadonlyMap<number, string> =>
  numberedTitles(
    settings.toSorted((a, b) => Number(a.removed ?? false) - Number(b.removed ?? false) || a.id - b.id),
    hoursInWords,
  );
