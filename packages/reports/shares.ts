import type { Aggregate } from './columns.ts';

/**
 * What a figure can be a percentage of: of all rows, of those that are alike in every group but the last, or of what it
 * is to come to.
 */
export const shares = {
  total: 'Percent of total',
  group: 'Percent of the group',
  target: 'Percent of target',
} as const;
export type Share = keyof typeof shares;
/** The percentages of which each figure is a part. */
export type PartOf = Exclude<Share, 'target'>;
/** The functions whose figures have parts. */
export const sharable: readonly Aggregate[] = ['count', 'count_distinct', 'count_households', 'sum', 'count_true'];

/** What to say of a target; null where figures can come to it. */
export const targetProblem = (target: number): string | null => {
  if (!(target >= 1e-6)) return 'Enter a target above 0';
  return target <= 1e15 ? null : 'Enter a target of at most 1,000,000,000,000,000';
};

/** Whether the numbers of a column are in percent: 40 is 40 %. */
export const isPercentage = ({ agg, share }: { agg: Aggregate | null; share?: Share | null | undefined }): boolean =>
  share != null || agg === 'percent' || agg === 'percent_true';
