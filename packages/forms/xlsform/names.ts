import { fold } from '../words/fold.ts';

const longest = 60;

/** A name that an XLSForm takes: small letters, digits and underscores, a letter first. */
export const identifier = (text: string): string => {
  const plain = fold(text);
  const words = plain.replaceAll(/[^a-z0-9]+/g, '_').slice(0, longest);
  return words.replace(/^[^a-z]+/, '').replace(/_$/, '') || 'question';
};

/** A name like `wanted` that is not taken yet; it is from now on. */
export const freeName = (wanted: string, taken: Set<string>): string => {
  let name = wanted;
  for (let count = 2; taken.has(name); count += 1) name = `${wanted}_${count}`;
  taken.add(name);
  return name;
};

/** The longest name of a field and label of an option, in characters. */
export const maxLabel = 255;

/** A label as the name of a field: cut, with an ellipsis, when it is too long. */
export const shortName = (label: string): string =>
  label.length <= maxLabel ? label : `${label.slice(0, maxLabel - 1).trim()}…`;
