import { z } from 'zod';

export const maxBands = 50;
const largest = 1_000_000_000;

/** What stands in place of the band of a number that isn't known. */
export const unknownBand = 'Unknown';

const howTo = 'Enter where each band begins, with commas between: 0, 18, 60';

/** Where bands begin, as a report keeps it; bandsProblem() tells whether their order is right. */
export const bandStarts = z.array(z.number(howTo), howTo).min(1, howTo).max(maxBands, `Use at most ${maxBands} bands`);

const written = new Intl.NumberFormat('en-US', { maximumFractionDigits: 10 });

const decimals = 6;
const rounded = (value: number) => Number(value.toFixed(decimals));

/** What is wrong with where bands begin, as a sentence; null when nothing is. */
export const bandsProblem = (starts: readonly number[]): string | null => {
  if (starts.length === 0 || starts.some((start) => !Number.isFinite(start))) return howTo;
  if (starts.length > maxBands) return `Use at most ${maxBands} bands`;
  if (starts.some((start) => rounded(start) !== start)) return `Use at most ${decimals} decimals`;
  if (starts.some((start) => Math.abs(start) > largest)) return `Enter numbers up to ${written.format(largest)}`;
  const at = starts.findIndex((start, index) => index > 0 && start <= (starts[index - 1] as number));
  if (at < 0) return null;
  const [before, start] = [starts[at - 1], starts[at]].map((one) => written.format(one as number));
  return before === start
    ? `Two bands begin at ${start}. Enter each start once.`
    : `Enter the starts in ascending order: ${start} comes after ${before}`;
};

/** A band: `value` is where it begins, or of what is below all bands, less than that. */
export type Band = { value: number; label: string };

const bandLabel = (start: number, next: number | undefined, isWhole: boolean): string => {
  const from = written.format(start);
  if (next === undefined) return `${from} and over`;
  if (!isWhole) return `${from} to under ${written.format(next)}`;
  const to = written.format(next - 1);
  return from === to ? from : `${from}${start < 0 ? ' to ' : '–'}${to}`;
};

/**
 * The bands that begin at these numbers, in ascending order: first what is below all of them, last one without an end.
 * @param isWhole whether the numbers are whole: the band from 6 to under 14 is then 6–13
 */
export const bandsOf = (starts: readonly number[], isWhole: boolean): Band[] => {
  const [first = 0] = starts;
  const ends = isWhole && starts.every((start) => Number.isInteger(start));
  return [
    { value: rounded(first - 1), label: `Under ${written.format(first)}` },
    ...starts.map((value, index) => ({ value, label: bandLabel(value, starts[index + 1], ends) })),
  ];
};
