import { type Aggregate, type Column, isDate, isNumeric, type ReportType, type ResultType } from '../columns.ts';
import { comparisonName } from '../comparisons.ts';
import type { FunctionMode, ReportDefinition, ReportField } from '../definition.ts';
import { aggregateName, countedRows, countsHouseholds, reportKinds } from '../kinds.ts';
import { isPercentage, type Share, sharable, shares, targetProblem } from '../shares.ts';
import { findColumn } from './find-column.ts';
import type { PlanColumn } from './plan.ts';
import { type ConditionContext, changes, planConditions, type Say } from './plan-conditions.ts';

const counting: readonly Aggregate[] = [
  ...(['count', 'count_distinct', 'count_households'] as const),
  ...(['percent', 'count_true', 'percent_true'] as const),
];
const adding: readonly Aggregate[] = ['sum', 'avg', 'median'];

/** What an aggregate holds of what. */
const resultAfter = (agg: Aggregate | null, result: ResultType): ResultType => {
  if (agg && (counting.includes(agg) || adding.includes(agg))) return 'number';
  return (agg === 'min' || agg === 'max') && isNumeric(result) ? 'number' : result;
};

const ordered: readonly ResultType[] = ['number', 'scale', 'date', 'time', 'timestamp'];

/** Whether an aggregate can do nothing with what a column holds, and counts what it leaves out. */
export const leavesOut = (agg: Aggregate | null, result: ResultType): boolean =>
  agg !== null &&
  ((adding.includes(agg) && !isNumeric(result)) || ((agg === 'min' || agg === 'max') && !ordered.includes(result)));

/** The functions whose names are words, as columns are called by them. */
const named: readonly Aggregate[] = ['count', 'sum', 'avg', 'min', 'max', 'median', 'first', 'last'];

/** Functions that leave percentages what they are. */
const keepsPercent: readonly (Aggregate | null)[] = [null, 'first', 'last', 'min', 'max', 'avg', 'median', 'sum'];

/** Whether the numbers of a column are in percent: by its function, or as the report below has them. */
const isInPercent = (column: Column | undefined, agg: Aggregate | null, share: Share | null): boolean =>
  isPercentage({ agg, share }) || (column?.percent === true && keepsPercent.includes(agg));

type LabelParts = { agg: Aggregate | null; share: Share | null; compare: PlanColumn['compare'] };

/** @param rows what the function counts, in the plural */
export const usualLabel = (
  name: string | undefined,
  { agg, share, compare, rows }: LabelParts & { rows: string },
): string => {
  const isHouseholds = agg === 'count_households';
  const label = isHouseholds ? 'Households' : (name ?? 'Removed column');
  const words = [
    ...(agg && !isHouseholds ? [named.includes(agg) ? agg : aggregateName(agg, rows).toLowerCase()] : []),
    ...(share ? [shares[share].toLowerCase()] : []),
    ...(compare ? [comparisonName(compare).toLowerCase()] : []),
  ];
  return words.length > 0 ? `${label} (${words.join(', ')})` : label;
};

const aggProblem = (agg: Aggregate | null, column: Column | undefined, report_type: ReportType): string | null => {
  if (!column) return null;
  if ((agg === 'count_true' || agg === 'percent_true') && column.result !== 'boolean')
    return `Choose another function: ${column.label} isn’t a yes or no column`;
  if (agg === 'count_households' && !countsHouseholds(column, report_type))
    return 'Choose another function: only Household ID can be counted as households';
  return null;
};

const isTimed = (agg: Aggregate | null): boolean => agg === 'first' || agg === 'last';

/** The date that a function goes by; undefined where there is none of that name. */
const planBy = (
  by: ReportField['by'],
  { form, path }: { form: number | null; path: string },
  { catalogue, say }: ConditionContext,
): Column | null | undefined => {
  if (!by) return null;
  const column = findColumn(catalogue, { form, field: by, type: 'field' });
  if (column && isDate(column.result)) return column;
  say(`${path}.by`, column ? `Choose a date: ${column.label} isn’t a date` : 'Choose a date of this form');
  return undefined;
};

/** What a column is to come to; null where it can't have that. */
export const planTarget = (
  { target, share }: ReportField,
  { isFigure, result, path, say }: { isFigure: boolean; result: ResultType; path: string; say: Say },
): PlanColumn['target'] => {
  if (target == null) {
    if (share === 'target') say(`${path}.target`, 'Enter a target');
    return null;
  }
  const problem = !isFigure
    ? 'Leave this out: only a function or a formula has a target'
    : isNumeric(result)
      ? targetProblem(target)
      : 'Leave this out: only numbers have a target';
  if (problem) say(`${path}.target`, problem);
  return problem ? null : { value: target, isPercent: share === 'target' };
};

/** What a definition does with its rows. */
export type Mode = { definition: ReportDefinition; mode: FunctionMode };

/** What a function is of: what a column shows, undefined where that is gone, and what that holds; `read` by a formula. */
type Subject = { column: Column | undefined; result: ResultType; path: string; read?: readonly Column[] };

/** The function of a column, null for none, and all that tells what it gives. */
export const planFunction = (
  one: ReportField,
  { column, result, path, read }: Subject,
  { reading, definition, mode }: Mode & { reading: ConditionContext },
) => {
  const { say } = reading;
  const { functionKey, isBuiltOnReport } = reportKinds[definition.report_type];
  const agg = mode === 'agg' ? one[functionKey] : null;
  if (one.agg_query && !isBuiltOnReport)
    say(`${path}.agg_query`, 'Leave this out: only a report with a source report has it');
  const problem = aggProblem(agg, column, definition.report_type);
  if (problem) say(`${path}.${functionKey}`, problem);
  const by = isTimed(agg) ? planBy(one.by, { form: column?.form ?? one.form, path }, reading) : null;
  if (one.by && !isTimed(agg)) say(`${path}.by`, 'Leave this out: only First and Last are ordered by a date');
  const ofTarget = one.share === 'target' ? one.share : null;
  const part = agg && sharable.includes(agg) && one.share !== 'target' ? (one.share ?? null) : null;
  if (one.share && !part && !ofTarget)
    say(`${path}.share`, 'Leave this out: only counts and sums can be shown as a percentage');
  const compare = (agg && one.compare) || null;
  if (one.compare && !agg) say(`${path}.compare`, 'Leave this out: only a function of a column can be compared');
  if (column?.changing && mode === 'agg') say(`${path}.field`, changes(column.label));
  const after = resultAfter(agg, result);
  const target = planTarget(one, { isFigure: agg !== null, result: after, path, say });
  const rows = column ? countedRows(definition, read ?? [column], reading.rowForms.length) : '';
  const share = part ?? ofTarget;
  return {
    label: one.label ?? usualLabel(column?.label, { agg, share, compare, rows }),
    // Without its date, the first is unknown. A date that the caller can't read would show through the value.
    column: by === undefined ? null : column && by?.restricted ? { ...column, restricted: true } : (column ?? null),
    agg: problem ? null : agg,
    share: problem ? null : part,
    target: problem ? null : target,
    compare: problem ? null : compare,
    isPercent: !problem && compare?.as !== 'percent' && isInPercent(column, agg, share),
    filters: agg && one.filters ? planConditions(one.filters, `${path}.filters`, reading) : [],
    by: by ?? null,
    result: target?.isPercent ? 'number' : after,
  } satisfies Partial<PlanColumn>;
};
