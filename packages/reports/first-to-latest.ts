import { z } from 'zod';
import { oneOf } from '#forms/field-types/metadata.ts';
import type { Column, ResultType } from './columns.ts';

/** What a column shows of the first and the latest answer of a person to one question, with the words of screens. */
export const firstToLatestValues = {
  first: 'First',
  latest: 'Latest',
  change: 'Change',
  direction: 'Improved, same or worse',
} as const;
export type FirstToLatestValue = keyof typeof firstToLatestValues;

const betterWays = ['higher', 'lower'] as const;

/** The first and the latest answer of a person compared, as a report keeps it. */
export const firstToLatest = z.strictObject({
  show: oneOf(Object.keys(firstToLatestValues) as [FirstToLatestValue, ...FirstToLatestValue[]]),
  /** Which numbers are better; higher ones where nothing is said. */
  better: oneOf(betterWays).nullish(),
});
export type FirstToLatest = z.output<typeof firstToLatest>;

/** Whether people got better, in the order in which they are shown. */
export const directions = { improved: 'Improved', same: 'Same', worse: 'Worse' } as const;

/** What stands in place of the direction of who answered once or never. */
export const unknownDirection = 'Fewer than two answers';

/** What such a column holds, of a question that holds `result`. */
export const firstToLatestResult = (show: FirstToLatestValue, result: ResultType): ResultType => {
  if (show === 'direction') return 'choice';
  return show === 'change' ? 'number' : result;
};

/** What such a column is called: "Score, change". */
export const firstToLatestLabel = ({ label }: Pick<Column, 'label'>, show: FirstToLatestValue): string =>
  `${label}, ${firstToLatestValues[show].toLowerCase()}`;
