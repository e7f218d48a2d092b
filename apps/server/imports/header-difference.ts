import { splitLabel } from '#forms/transfer/read-moment.ts';
import { fieldIdIn, momentLabel } from '#forms/transfer/response-file.ts';

const isSame = (label: string | undefined, expected: string | undefined): boolean =>
  label === expected?.trim() ||
  (label !== undefined && splitLabel(label).label === momentLabel && expected === momentLabel) ||
  (fieldIdIn(label) !== undefined && fieldIdIn(label) === fieldIdIn(expected));

/**
 * Says which column of a file is the first that is not where its download has it; null when all are. A question is known by
 * the ID in its column's name, because its name may have changed after the download.
 */
export const headerDifference = (header: readonly string[], expected: readonly string[]): string | null => {
  const length = Math.max(header.length, expected.length);
  const place = Array.from({ length }, (_, at) => at).find((at) => !isSame(header[at], expected[at]));
  if (place === undefined) return null;
  const [found, wanted] = [header[place], expected[place]];
  if (found === undefined) return `The column “${wanted}” is missing.`;
  if (wanted === undefined) return `Column ${place + 1}, “${found}”, isn’t part of this file. Remove it.`;
  return `Column ${place + 1} is “${found}”. It should be “${wanted}”.`;
};
