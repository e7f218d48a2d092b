import { expect, test } from 'vitest';
import { bandStarts, bandsOf, bandsProblem } from './bands.ts';

const labels = (starts: number[], isWhole: boolean) => bandsOf(starts, isWhole).map(({ label }) => label);

test('bands of whole numbers tell their first and last number, the others where the next one begins', () => {
  expect(labels([0, 6, 14, 15, 18], true)).toEqual(['Under 0', '0–5', '6–13', '14', '15–17', '18 and over']);
  expect(labels([0, 6.5, 18], false)).toEqual(['Under 0', '0 to under 6.5', '6.5 to under 18', '18 and over']);
  expect(labels([0, 6.5], true)).toEqual(['Under 0', '0 to under 6.5', '6.5 and over']);
  expect(labels([-10, -5, 0, 1000], true)).toEqual(['Under -10', '-10 to -6', '-5 to -1', '0–999', '1,000 and over']);
});

test('a band stands for where it begins, what is below all of them for less than that', () => {
  expect(bandsOf([0.5, 6], false).map(({ value }) => value)).toEqual([-0.5, 0.5, 6]);
  expect(bandsOf([1.1], false).map(({ value }) => value)).toEqual([0.1, 1.1]);
});

test.each<[number[], string | null]>([
  [[0, 6, 14], null],
  [[5], null],
  [[0, 18, 14], 'Enter the starts in ascending order: 14 comes after 18'],
  [[0, 18, 18], 'Two bands begin at 18. Enter each start once.'],
  [[0, Number.NaN], 'Enter where each band begins, with commas between: 0, 18, 60'],
  [[], 'Enter where each band begins, with commas between: 0, 18, 60'],
  [[0, 0.1234567], 'Use at most 6 decimals'],
  [[0, 2e9], 'Enter numbers up to 1,000,000,000'],
  [Array.from({ length: 51 }, (_, at) => at), 'Use at most 50 bands'],
])('what is wrong with bands that begin at %j is said', (starts, problem) => {
  expect(bandsProblem(starts)).toBe(problem);
});

test('10,000 bands are refused before any of them is looked at', () => {
  expect(bandStarts.safeParse(Array(10_000).fill(0)).error?.issues).toMatchObject([
    { message: 'Use at most 50 bands' },
  ]);
});
