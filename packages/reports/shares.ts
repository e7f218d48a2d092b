import type { Aggregate } from './columns.ts';

/** What a figure can be a percentage of: of all rows, or of those that are alike in every group but the last. */
export const shares = { total: 'Percent of total', group: 'Percent of the group' } as const;
export type Share = keyof typeof shares;
/** The functions whose figures have parts. */
export const sharable: readonly Aggregate[] = ['count', 'count_distinct', 'count_households', 'sum', 'count_true'];

/** Whether the numbers of a column are in percent: 40 is 40 %. */
export const isPercentage = ({ agg, share }: { agg: Aggregate | null; share?: Share | null | undefined }): boolean =>
  share != null || agg === 'percent' || agg === 'percent_true';
