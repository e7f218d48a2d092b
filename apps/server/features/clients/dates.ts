import { todayIn } from '#server/kit/calendar.ts';
import { Problem } from '#server/kit/problem.ts';

type Dates = { dob?: string; dod?: string | null };

/** Birth and death lie in the past of the organization's calendar, and in that order (R35). */
export const checkDates = (sent: Dates, timeZone: string, before?: Dates): void => {
  const today = todayIn(timeZone);
  const { dob, dod } = { ...before, ...sent };
  const errors: Record<string, string[]> = {};
  if (sent.dob && sent.dob > today) errors.dob = ['Date of birth must be in the past'];
  if (sent.dob && sent.dob < '1900-01-01') errors.dob = ['Enter a date of birth after 1900'];
  if (sent.dod && sent.dod > today) errors.dod = ['Date deceased must not be in the future'];
  else if (dod && dob && dod < dob) errors.dod = ['Date deceased must not be before the date of birth'];
  if (Object.keys(errors).length) throw new Problem('invalid', errors);
};
