import type { ReportField } from '#reports/definition.ts';
import { isInLine } from '#reports/periods.ts';
import type { PlanColumn } from '#reports/plan/plan.ts';
import { type ReportValues, withField, withSettings } from './draft.ts';

/** Whether a report shows no periods, of which there may be many without records. */
export const hasNoPeriods = (columns: readonly PlanColumn[]): boolean =>
  columns.every(({ period }) => !period || !isInLine(period));

/**
 * With a column whose groups are known without records. They are shown whether or not anything is in them, unless that
 * was decided before.
 * @param isAlone whether no periods would be shown with them
 */
export const withGroups = (
  values: ReportValues,
  key: string,
  { change, isAlone }: { change: Partial<ReportField>; isAlone: boolean },
): ReportValues => {
  const isFirst = isAlone && values.settings.empty_groups === undefined;
  return withField(isFirst ? withSettings(values, { empty_groups: true }) : values, key, change);
};
