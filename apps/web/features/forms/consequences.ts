import { listed } from '#web/access/access-record.ts';
import type { FormValues } from './draft.ts';

/** More names than this would hide what is said of them. */
const maxNamed = 3;

const listOfNames = (names: string[]): string =>
  listed(names.length > maxNamed ? [...names.slice(0, maxNamed), `${names.length - maxNamed} more`] : names);

/** What becomes of the answers that a form has, once it is saved with these changes. */
export const consequencesOf = (saved: FormValues, now: FormValues): string[] => {
  const before = new Map(saved.entries.map((entry) => [entry.field_id, entry]));
  const after = new Set(now.entries.map(({ field_id }) => field_id));
  const gone = saved.entries.filter(({ field_id }) => !after.has(field_id)).map(({ field }) => field.name);
  const required = now.entries
    .filter(({ field_id, is_required }) => is_required && before.get(field_id)?.is_required === false)
    .map(({ field }) => field.name);
  return [
    ...(gone.length > 0
      ? [
          `${listOfNames(gone)} ${gone.length === 1 ? 'is' : 'are'} removed. The answers stay with their responses, under “No longer on this form”.`,
        ]
      : []),
    ...(required.length > 0
      ? [
          `${listOfNames(required)} ${required.length === 1 ? 'is' : 'are'} now required. Responses without an answer need one when someone edits them.`,
        ]
      : []),
    ...(saved.active && !now.active
      ? ['The form becomes inactive. Its responses stay, but no one can add new ones.']
      : []),
  ];
};
