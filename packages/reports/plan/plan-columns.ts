import {
  type Aggregate,
  type Catalogue,
  type Column,
  isDate,
  isField,
  isNumeric,
  type ReportType,
  type ResultType,
} from '../columns.ts';
import { comparisonName } from '../comparisons.ts';
import type { FunctionMode, ReportDefinition, ReportField } from '../definition.ts';
import {
  type Formula,
  type FormulaKind,
  formulaKindOf,
  formulaProblem,
  kindOfFormula,
  lettersOf,
  parseFormula,
  placeOf,
} from '../formula.ts';
import { aggregateName, countedRows, countsHouseholds, needsFunction, reportKinds } from '../kinds.ts';
import { periodOf, resultOfPeriod } from '../periods.ts';
import { isPercentage, type Share, sharable } from '../shares.ts';
import { findColumn } from './find-column.ts';
import { type PlanColumn, plainColumn } from './plan.ts';
import { type ConditionContext, changes, planConditions, type Say } from './plan-conditions.ts';
import { planElapsed } from './plan-elapsed.ts';
import { planGroup } from './plan-group.ts';
import { withTops } from './plan-top.ts';
import { type Over, withWindow } from './plan-window.ts';

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
const keepsUnit: readonly (Aggregate | null)[] = [null, 'first', 'last', 'min', 'max', 'avg', 'median', 'sum'];

/** Whether the numbers of a column are in percent: by its function, or as the report below has them. */
const isInPercent = (column: Column | undefined, agg: Aggregate | null, share: Share | null): boolean =>
  isPercentage({ agg, share }) || (column?.percent === true && keepsUnit.includes(agg));

/** Whether a formula adds up or compares percentages: what it comes to is in percent, too. */
const isOfPercents = (formula: Formula, isPercentAt: (place: number) => boolean): boolean =>
  'at' in formula
    ? isPercentAt(formula.at)
    : (formula.sign === '+' || formula.sign === '-') &&
      isOfPercents(formula.left, isPercentAt) &&
      isOfPercents(formula.right, isPercentAt);

const shareWords: Record<Share, string> = { total: 'percent of total', group: 'percent of the group' };

/** @param rows what the function counts, in the plural */
const usualLabel = (
  column: Column | undefined,
  { agg, share, compare, rows }: Pick<PlanColumn, 'agg' | 'share' | 'compare'> & { rows: string },
): string => {
  const isHouseholds = agg === 'count_households';
  const label = isHouseholds ? 'Households' : (column?.label ?? 'Removed column');
  const words = [
    ...(agg && !isHouseholds ? [named.includes(agg) ? agg : aggregateName(agg, rows).toLowerCase()] : []),
    ...(share ? [shareWords[share]] : []),
    ...(compare ? [comparisonName(compare).toLowerCase()] : []),
  ];
  return words.length > 0 ? `${label} (${words.join(', ')})` : label;
};

const gone = 'This column no longer exists. Choose another.';

const missing = ({ form }: ReportField, { forms }: Catalogue, path: string): [path: string, message: string] =>
  form === null || forms.some(({ id }) => id === form)
    ? [`${path}.field`, gone]
    : [`${path}.form`, 'Choose a form that you can use in this report'];

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
  { form, by }: ReportField,
  path: string,
  { catalogue, say }: ConditionContext,
): Column | null | undefined => {
  if (!by) return null;
  const column = findColumn(catalogue, { form, field: by, type: 'field' });
  if (column && isDate(column.result)) return column;
  say(`${path}.by`, column ? `Choose a date: ${column.label} isn’t a date` : 'Choose a date of this form');
  return undefined;
};

type Mode = { definition: ReportDefinition; mode: FunctionMode };

const planColumn = (
  one: ReportField,
  path: string,
  { reading, definition, mode }: Mode & { reading: ConditionContext },
): PlanColumn => {
  const { report_type } = definition;
  const { say, catalogue } = reading;
  const { key, form, type, component, formatter, hidden } = one;
  const blank = { ...plainColumn, key, formatter, hidden };
  if (type === 'operation') {
    for (const name of (['bands', 'elapsed', 'each_option', 'top'] as const).filter((name) => one[name]))
      say(`${path}.${name}`, 'Leave this out: a formula doesn’t have it');
    return { ...blank, label: one.label ?? one.formula?.split('').join(' ') ?? '', column: null, result: 'number' };
  }
  const found = findColumn(catalogue, { form, field: one.field as string, type });
  const timed = found ? planElapsed(one, { column: found, path }, { ...reading, definition }) : null;
  const shown = one.elapsed && found ? timed?.column : found;
  const { functionKey, isBuiltOnReport } = reportKinds[report_type];
  const agg = mode === 'agg' ? one[functionKey] : null;
  const isGroup = mode === 'agg' && agg === null;
  const { column, bands, eachOf } = planGroup(one, { column: shown, isGroup, say, path });
  if (!found) say(...missing(one, catalogue, path));
  if (one.agg_query && !isBuiltOnReport)
    say(`${path}.agg_query`, 'Leave this out: only a report with a source report has it');
  const problem = aggProblem(agg, column, report_type);
  if (problem) say(`${path}.${functionKey}`, problem);
  const by = isTimed(agg) ? planBy(one, path, reading) : null;
  if (one.by && !isTimed(agg)) say(`${path}.by`, 'Leave this out: only First and Last are ordered by a date');
  const share = agg && sharable.includes(agg) ? (one.share ?? null) : null;
  if (one.share && !share) say(`${path}.share`, 'Leave this out: only counts and sums can be shown as a percentage');
  const compare = (agg && one.compare) || null;
  if (one.compare && !agg) say(`${path}.compare`, 'Leave this out: only a function of a column can be compared');
  if (column?.changing && mode === 'agg') say(`${path}.field`, changes(column.label));
  if (component && column && column.result !== 'address')
    say(`${path}.component`, `Leave this out: ${column.label} isn’t an address`);
  const isPart = component !== null && column?.result === 'address';
  const period = isGroup && column ? periodOf(column.result, formatter?.output ?? column.format) : null;
  const result = bands ? 'scale' : period ? resultOfPeriod[period] : (column?.result ?? 'text');
  const rows = column ? countedRows(definition, column, reading.forms.length) : '';
  return {
    ...blank,
    label: one.label ?? usualLabel(column, { agg, share, compare, rows }),
    // Without its date, the first is unknown. A date that the caller can't read would show through the value.
    column: by === undefined ? null : column && by?.restricted ? { ...column, restricted: true } : (column ?? null),
    elapsed: timed?.elapsed ?? null,
    bands,
    eachOf,
    component: isPart ? component : null,
    agg: problem ? null : agg,
    share: problem ? null : share,
    compare: problem ? null : compare,
    isPercent: !problem && compare?.as !== 'percent' && isInPercent(column, agg, share),
    filters: agg && one.filters ? planConditions(one.filters.and, `${path}.filters`, reading) : [],
    by: by ?? null,
    period,
    result: resultAfter(agg, isPart ? 'text' : result),
  };
};

const letterProblem = (letter: string, columns: readonly PlanColumn[], fields: readonly ReportField[]) => {
  const column = columns[placeOf(letter)];
  if (!column) return `There is no column ${letter}`;
  if (fields[placeOf(letter)]?.type === 'operation')
    return `Column ${letter} is a calculation. Use the columns in its formula instead.`;
  if (column.bands) return `Column ${letter} is shown in bands`;
  return column.column && formulaKindOf(column.result) === null
    ? `Column ${letter} has neither numbers nor dates`
    : null;
};

/** The formulas of operations, which speak of the other columns by their places. */
const withFormulas = (columns: PlanColumn[], fields: readonly ReportField[], say: Say): PlanColumn[] => {
  const kindAt = (place: number): FormulaKind => formulaKindOf((columns[place] as PlanColumn).result) ?? 'blank';
  return columns.map((column, index) => {
    const { type, formula } = fields[index] as ReportField;
    if (type !== 'operation') return column;
    const letters = formula ? lettersOf(formula) : [];
    const problem =
      formulaProblem(formula) ?? letters.map((letter) => letterProblem(letter, columns, fields)).find(Boolean);
    if (problem) {
      say(`fields.${index}.formula`, problem);
      return column;
    }
    const tree = parseFormula(formula as string);
    const isPercent = isOfPercents(tree, (place) => columns[place]?.isPercent === true);
    return { ...column, formula: tree, isPercent, result: kindOfFormula(tree, kindAt) === 'date' ? 'date' : 'number' };
  });
};

/** A household is one row: what is known of its members is worked out, and counts households by what is known of them. */
const checkMembers = (definition: ReportDefinition, columns: readonly PlanColumn[], say: Say) =>
  columns.forEach(({ column, agg, filters }, index) => {
    if (!column) return;
    if (needsFunction(definition, column)) {
      if (!agg) say(`fields.${index}.agg`, 'Choose a function: a household has several members');
      return;
    }
    filters.forEach((one, at) => {
      if (one.column && needsFunction(definition, one.column))
        say(`fields.${index}.filters.and.${at}.field_name`, 'To count households, group by columns of the household');
    });
  });

/** What the type of a report asks of its columns besides. */
const checkKind = (definition: ReportDefinition, columns: readonly PlanColumn[], say: Say) => {
  const { report_type, fields, settings } = definition;
  const { firstTable, needsField, functionKey, groupLimit } = reportKinds[report_type];
  if (firstTable && !settings.table) say('settings.table', 'Choose a table');
  const isOfField = (one: ReportField) => isField(one) || (one.elapsed?.until && isField(one.elapsed.until));
  if (needsField && !fields.some(isOfField)) say('fields', 'Choose at least one field of a form');
  checkMembers(definition, columns, say);
  const groups = fields.filter((one) => one.type !== 'operation' && !one[functionKey]);
  columns.forEach(({ share }, index) => {
    if (share === 'group' && groups.length < 2)
      say(`fields.${index}.share`, 'Choose percent of total: a percentage of the group needs two columns to group by');
  });
  if (groupLimit && groups.length > groupLimit) say('fields', `Group by at most ${groupLimit} columns`);
};

/** The columns of a report, those that cannot be found as blank ones. */
export const planColumns = (
  definition: ReportDefinition,
  { mode, over, reading }: { mode: FunctionMode; over: readonly Over[]; reading: ConditionContext },
): PlanColumn[] => {
  const { fields } = definition;
  const { say } = reading;
  fields.forEach(({ key }, index) => {
    if (fields.findIndex((one) => one.key === key) < index)
      say(`fields.${index}.key`, 'Another column already has this key');
  });
  const columns = fields.map((one, index) =>
    withWindow(planColumn(one, `fields.${index}`, { definition, mode, reading }), over),
  );
  checkKind(definition, columns, say);
  return withTops(withFormulas(columns, fields, say), fields, say);
};
