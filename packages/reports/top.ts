import { z } from 'zod';

const most = 100;

/** How many groups may be shown by themselves, in words. */
export const topWords = `Enter a whole number from 1 to ${most}`;

export const isTopCount = (count: number): boolean => Number.isInteger(count) && count >= 1 && count <= most;

/**
 * How many groups of a column are shown by themselves, while all others are one, as a report keeps it; and the key of
 * the column whose figures tell which these are: the first that can where none is named.
 */
export const topGroups = <K extends z.ZodType>(key: K) =>
  z.strictObject({ count: z.number(topWords).refine(isTopCount, topWords), by: key });

/** A column whose top goes by one of these columns, by their keys, or by the first that can. */
export const withTopAmong = <F extends { top?: { count: number; by?: string | null | undefined } | null | undefined }>(
  field: F,
  keys: ReadonlySet<string>,
): F => (field.top?.by && !keys.has(field.top.by) ? { ...field, top: { count: field.top.count } } : field);
