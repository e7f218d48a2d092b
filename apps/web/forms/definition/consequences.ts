import { type FieldValues, written } from './draft.ts';

const labelsOf = ({ field_options }: FieldValues) =>
  new Map(written(field_options).map(({ value, label }) => [value, label]));

/** What becomes of the answers that a field has, once it is saved with these changes. */
export const consequencesOf = (saved: FieldValues, now: FieldValues): string[] => {
  // Of an answered field these cannot change: the server refuses it, and there is nothing to agree to.
  if (saved.field_type !== now.field_type || saved.data_type !== now.data_type) return [];
  const [before, after] = [labelsOf(saved), labelsOf(now)];
  const kept = [...before].filter(([value]) => after.has(value));
  return [
    ...(saved.name.trim() === now.name.trim() ? [] : ['Responses that are recorded already show the new name.']),
    ...(kept.length === before.size
      ? []
      : ['Removed options are not offered any more. Responses that have them keep them.']),
    ...(kept.every(([value, label]) => after.get(value) === label)
      ? []
      : ['Renamed options are renamed in the responses that have them.']),
    ...(JSON.stringify(saved.metadata) === JSON.stringify(now.metadata)
      ? []
      : ['The new settings are for answers from now on. Those that are recorded already stay as they are.']),
  ];
};
