import { addDays } from '#forms/calendar.ts';
import { capital, showDate } from '#web/kit/formats.ts';

const ago = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' });
const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone: 'UTC' });

/** A date as people speak of it near today: "3 days ago", "Tomorrow", "Monday"; else MM/DD/YYYY. Both are YYYY-MM-DD. */
export const dueDay = (date: string, today: string): string => {
  const days = Math.round((Date.parse(date) - Date.parse(today)) / 86_400_000);
  if (days >= -6 && days <= 1) return capital(ago.format(days, 'day'));
  return days > 1 && date < addDays(today, 7) ? weekday.format(new Date(date)) : showDate(date);
};
