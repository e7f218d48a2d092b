import { type ReportValues, withField } from './draft.ts';
import { withGroups } from './group-draft.ts';

/** Where bands begin, as it is typed: numbers with commas between. What is no number stands as NaN. */
export const typedStarts = (text: string): number[] =>
  text
    .split(/[\s,;]+/)
    .filter((part) => part !== '')
    .map(Number);

/** The same as text. */
export const textOfStarts = (starts: readonly number[]): string =>
  starts.map((start) => (Number.isFinite(start) ? start : '?')).join(', ');

/** With a column in bands; without any, its numbers are as they are. */
export const withBands = (
  values: ReportValues,
  key: string,
  { starts, isAlone }: { starts: number[]; isAlone: boolean },
): ReportValues =>
  starts.length > 0
    ? withGroups(values, key, { change: { bands: starts }, isAlone })
    : withField(values, key, { bands: undefined });
