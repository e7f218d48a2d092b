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
    ...(saved.name.trim() === now.name.trim() ? [] : ['Existing responses will show the new name too.']),
    ...(kept.length === before.size ? [] : ['Removed options are no longer offered. Existing responses keep them.']),
    ...(kept.every(([value, label]) => after.get(value) === label)
      ? []
      : ['Renamed options change in existing responses too.']),
    ...(JSON.stringify(saved.metadata) === JSON.stringify(now.metadata)
      ? []
      : ['The new settings apply to new answers only. Existing answers stay as they are.']),
  ];
};
