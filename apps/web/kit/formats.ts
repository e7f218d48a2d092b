import { ageOn } from '#contract/age.ts';
import { formatDateTime } from '#web/ui/dates.ts';

/** A calendar date as MM/DD/YYYY; "Never" when there is none. */
export const showDate = (date: string | null | undefined): string =>
  date ? `${date.slice(5, 7)}/${date.slice(8, 10)}/${date.slice(0, 4)}` : 'Never';

/** A moment as MM/DD/YY hh:mm A in a time zone; "Never" when there is none. */
export const showDateTime = (moment: string | null | undefined, timeZone: string): string =>
  formatDateTime(moment, timeZone);

/** Today in a time zone, as YYYY-MM-DD. */
export const todayIn = (timeZone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format();

/** "Rivera, Ana M." for lists. */
export const listName = (person: { first_name: string; middle_name?: string | null; last_name: string }): string =>
  `${person.last_name}, ${person.first_name}${person.middle_name ? ` ${person.middle_name.charAt(0)}.` : ''}`;

/** "Ana M. Rivera" for headings. */
export const fullName = (person: {
  first_name: string | null;
  middle_name?: string | null;
  last_name: string | null;
}): string =>
  [person.first_name, person.middle_name && `${person.middle_name.charAt(0)}.`, person.last_name]
    .filter(Boolean)
    .join(' ');

/** "Rivera, Ana" for a colleague who recorded something; "System" where nobody did. */
export const colleagueName = (person: { first_name: string | null; last_name: string | null } | null): string =>
  person ? [person.last_name, person.first_name].filter(Boolean).join(', ') : 'System';

/** "03/14/1985 (41 y)", or "01/07/1958, died 02/02/2025 (67 y)". */
export const showLife = ({ dob, dod }: { dob: string; dod: string | null }, today: string): string =>
  dod ? `${showDate(dob)}, died ${showDate(dod)} (${ageOn(dob, dod)} y)` : `${showDate(dob)} (${ageOn(dob, today)} y)`;

/** A sentence or a name with a capital at its start. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** "1 form", "3 forms", "1,204 responses"; `many` where it is not the word with an s. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
