import { fold } from '#forms/words/fold.ts';
import type { OptionRow } from './draft.ts';

/** Returns the options that a field had: those that are kept hidden, and the `stored` ones that were just removed. */
export const formerOptions = (options: readonly OptionRow[], stored: readonly OptionRow[]): OptionRow[] => {
  const present = new Set(options.map(({ key }) => key));
  return [...options.filter(({ hidden }) => hidden), ...stored.filter(({ key }) => !present.has(key))];
};

const isCalledSame = (one: OptionRow, other: OptionRow): boolean => fold(one.label).trim() === fold(other.label).trim();

/**
 * Returns the former option that a new row would double: a hidden one with its value, or one with its label and another
 * value. Returns null if there is none, as for a row that is stored itself.
 */
export const doubledOption = (
  row: OptionRow,
  { former, stored }: { former: readonly OptionRow[]; stored: readonly OptionRow[] },
): OptionRow | null => {
  if (row.label.trim() === '' || stored.some(({ key }) => key === row.key)) return null;
  return former.find((one) => (one.value === row.value ? one.hidden : isCalledSame(one, row))) ?? null;
};

/** Returns the options with a former one offered again: in place of the row with that key, else after those offered. */
export const withRestored = (options: readonly OptionRow[], former: OptionRow, key?: string): OptionRow[] => {
  const { hidden: _, ...restored } = former;
  const others = options.filter((one) => one.key !== former.key);
  const [offered, kept] = [others.filter((one) => !one.hidden), others.filter((one) => one.hidden)];
  const place = offered.findIndex((one) => one.key === key);
  const next = place < 0 ? [...offered, restored] : offered.with(place, restored);
  return [...next, ...kept];
};

/** Returns the keys of the offered options whose label another one before them has, as imports compare labels. */
export const repeatedLabels = (options: readonly OptionRow[]): Set<string> => {
  const seen = new Set<string>();
  const repeated = options.filter(({ label, hidden }) => {
    const words = label.trim().toLowerCase();
    if (hidden || words === '') return false;
    const isRepeated = seen.has(words);
    seen.add(words);
    return isRepeated;
  });
  return new Set(repeated.map(({ key }) => key));
};
