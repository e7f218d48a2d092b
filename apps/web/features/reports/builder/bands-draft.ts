import { type ReportValues, withField, withSettings } from './draft.ts';

/** Where bands begin, as it is typed: numbers with commas between. What is no number stands as NaN. */
export const typedStarts = (text: string): number[] =>
  text
    .split(/[\s,;]+/)
    .filter((part) => part !== '')
    .map(Number);

/** The same as text. */
export const textOfStarts = (starts: readonly number[]): string =>
  starts.map((start) => (Number.isFinite(start) ? start : '?')).join(', ');

/**
 * With a column in bands. They are shown whether or not anybody is in them, unless that was decided before.
 * @param isAlone whether no periods would be shown with them
 */
export const withBands = (
  values: ReportValues,
  key: string,
  { starts, isAlone }: { starts: number[]; isAlone: boolean },
): ReportValues => {
  const bands = starts.length > 0 ? starts : undefined;
  const isFirst = bands && isAlone && values.settings.empty_groups === undefined;
  return withField(isFirst ? withSettings(values, { empty_groups: true }) : values, key, { bands });
};
