import type { Issue } from '#contract/kit/issues.ts';
import { todayIn } from '#server/kit/calendar.ts';

type Dates = { dob?: string | undefined; dod?: string | null | undefined };

/** Birth and death lie in the past of the organization's calendar, and in that order; what is wrong with them. */
export const dateIssues = (sent: Dates, timeZone: string, before?: Dates): Issue[] => {
  const today = todayIn(timeZone);
  const { dob, dod } = { ...before, ...sent };
  const issues: Issue[] = [];
  if (sent.dob && sent.dob > today) issues.push({ path: 'dob', message: 'Date of birth must be in the past' });
  if (sent.dob && sent.dob < '1900-01-01') issues.push({ path: 'dob', message: 'Enter a date of birth after 1900' });
  if (sent.dod && sent.dod > today) issues.push({ path: 'dod', message: 'Date deceased must not be in the future' });
  else if (dod && dob && dod < dob)
    issues.push({ path: 'dod', message: 'Date deceased must not be before the date of birth' });
  return issues;
};
