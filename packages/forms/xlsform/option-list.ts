import type { FieldOption } from '../field-types/field-type.ts';
import { maxLabel, shortName } from './names.ts';

/** So much of a text is told. */
const maxTold = 1000;
const told = (text: string) => (text.length > maxTold ? `${text.slice(0, maxTold)}…` : text);

/**
 * Adds a choice to a list. A label that is too long is cut, and a name that is leaves the choice out, because answers and
 * conditions go by it.
 * @returns what to tell of it; null where all of it was taken
 */
export const addOption = (
  options: Map<string, FieldOption>,
  { value, label }: { value: string; label: string },
): string | null => {
  if (value.length > maxLabel)
    return `A choice is left out: its name is longer than ${maxLabel} characters: ${told(value)}`;
  const short = shortName(label);
  options.set(value, { value, label: short, position: options.size });
  return short === label ? null : `The label of ${value} is cut to ${maxLabel} characters: ${told(label)}`;
};
