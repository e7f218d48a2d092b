/** Six fills and six strokes (tokens.css), which keep apart for who sees no red or green, on light and on dark ground. */
const colours = 6;

/** Series differ in dash and mark as well, so that colour is never alone. */
const dashes = ['', '7 4', '2 4', '9 3 2 3', '1 5', '12 4'];

/** From the seventh on colours come again, each with another dash and mark than before. */
const apart = (look: number) => (look + Math.floor(look / colours)) % colours;

export const fillOf = (look: number): string => `var(--chart-fill-${(look % colours) + 1})`;
export const strokeOf = (look: number): string => `var(--chart-line-${(look % colours) + 1})`;

/** The dash of an edge or a line: the first is whole. */
export const dashOf = (look: number): string => dashes[apart(look)]!;

/** The dash of a line where lines are to be dashed, the first as well. */
export const dashedOf = (look: number): string => dashes[1 + (look % (dashes.length - 1))]!;

/** The mark of a series: its path around 0, 0, some ten pixels wide. */
const marks = [
  'M0-4.5a4.5 4.5 0 1 1 0 9a4.5 4.5 0 1 1 0-9Z',
  'M-4-4H4V4H-4Z',
  'M0-5L5 4H-5Z',
  'M0-5.5L5 0L0 5.5L-5 0Z',
  'M0 5L5-4H-5Z',
  'M0-3a3 3 0 1 1 0 6a3 3 0 1 1 0-6Z',
];
export const markOf = (look: number): string => marks[apart(look)]!;
