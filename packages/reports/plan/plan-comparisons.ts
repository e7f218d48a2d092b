import { type Column, isDate, isNumeric } from '../columns.ts';
import { comparesDays, isOfPeriod } from '../comparisons.ts';
import { conditionsIn, type ReportCondition } from '../conditions.ts';
import type { ReportDefinition } from '../definition.ts';
import { type Formula, withColumnsAs } from '../formula.ts';
import { reportKinds } from '../kinds.ts';
import type { AskedParameter } from '../parameters.ts';
import {
  type Alternatives,
  columnsOf,
  type Plan,
  type PlanColumn,
  type PlanCondition,
  type PlanSources,
  plainColumn,
} from './plan.ts';
import { type ConditionContext, planConditions } from './plan-conditions.ts';

type PlanPart = Pick<Plan, 'columns' | 'conditions'>;
type Reading = Omit<ConditionContext, 'catalogue'> & { catalogue: PlanSources };

const nameOf = ({ named }: PlanCondition): string => named ?? 'a column that you can’t view';
const isPeriod = (one: PlanCondition): boolean => isOfPeriod(one.column, one);

/** Conditions of which those on periods hold in one of these; null is their own. */
const inPeriods = (
  conditions: readonly Alternatives[],
  periods: NonNullable<PlanCondition['periods']>,
): Alternatives[] => conditions.map((all) => all.map((one) => (isPeriod(one) ? { ...one, periods } : one)));

/** Why a report can't be compared with an earlier period; null when it can. */
const reportProblem = (
  columns: readonly PlanColumn[],
  { report_type, settings, window }: ReportDefinition,
  { rowForms }: Pick<Reading, 'rowForms'>,
): string | null => {
  const { latestAnswers, needsField } = reportKinds[report_type];
  if (latestAnswers || (needsField && !settings.all_answers))
    return 'Leave this out: reports on latest answers can’t compare periods';
  if (settings.include_people_without_responses)
    return 'Leave this out: reports that include people without responses can’t compare periods';
  if (rowForms.some((form) => window?.order_fields?.[form]?.some((one) => one.function)))
    return 'Leave this out: reports with one response for each person can’t compare periods';
  if (columns.some(({ agg, share }) => share || agg === 'percent'))
    return 'Leave this out: reports with percentages of a whole can’t compare periods';
  return rowForms.length > 1 ? 'Leave this out: only reports on one form can compare periods' : null;
};

/** The columns that a condition is about: of one that the report computes, those that this reads. */
const readBy = (columns: readonly PlanColumn[], { column }: PlanCondition): Column[] => {
  if (!column) return [];
  const computed = column.computed && columns.find(({ key }) => key === column.field);
  return computed ? columnsOf(computed) : [column];
};

/** Why a figure can't be compared with that of an earlier period; null when it can. */
const figureProblem = (
  { one, filters }: { one: PlanColumn; filters: readonly Alternatives[] },
  { columns, conditions }: PlanPart,
): string | null => {
  const all = [...conditions, ...filters].flat();
  const [period, other] = all.filter(isPeriod);
  if (!period) return 'Add a condition with a period, such as this quarter. The period before it is compared.';
  if ([...conditions, ...filters].some((each) => each.length > 1 && each.includes(period)))
    return `Make the condition on ${nameOf(period)} one by itself: a period in “any of these” can’t be compared`;
  const read = readBy(columns, period);
  const isOfSame = (each: PlanCondition) =>
    each.column && isDate(each.column.result) && readBy(columns, each).some((column) => read.includes(column));
  const beside = other ?? all.find((each) => each !== period && comparesDays(each) && isOfSame(each));
  if (beside) return `Use one period: there are conditions on ${nameOf(period)} and on ${nameOf(beside)}`;
  if (one.compare?.as !== 'value' && !isNumeric(one.result))
    return 'Choose “Previous period” or “Same period last year”: only numbers can change';
  const isAlong = columns.some(({ agg, formula, column }) => !agg && !formula && column && read.includes(column));
  return isAlong && conditions.flat().includes(period)
    ? `Group by something else: a report grouped by ${nameOf(period)} can’t compare its periods`
    : null;
};

/** Why figures can't be compared, by their places: as if readers had chosen a period wherever they can. */
const problemsOf = (
  { columns }: PlanPart,
  definition: ReportDefinition,
  { catalogue, parameters, ...report }: Reading,
): Map<number, string> => {
  const isOpen = ({ type, value }: AskedParameter) => type === 'period' && value === null;
  const chosen = parameters.map((one) => (isOpen(one) ? { ...one, value: 'today' } : one));
  const reading = { ...report, catalogue, parameters: chosen, say: () => undefined };
  const conditions = planConditions(definition.conditions, '', reading);
  const whole = reportProblem(columns, definition, reading);
  const asksBelow = ({ parameter }: ReportCondition) => catalogue.parameters?.some(({ key }) => key === parameter);
  return new Map(
    columns.flatMap((one, at) => {
      if (!one.compare) return [];
      const own = definition.fields[at]?.filters ?? { and: [] };
      const filters = planConditions(own, '', reading);
      const isBelow = [...conditionsIn(definition.conditions), ...conditionsIn(own)].some(asksBelow);
      const below = isBelow && 'The source report has the same period. Ask readers for one of this report alone.';
      const problem = whole ?? (below || figureProblem({ one, filters }, { columns, conditions }));
      return problem ? [[at, problem] as const] : [];
    }),
  );
};

/** Conditions that nothing can meet. */
const never = ({ column, label: named }: PlanColumn): Alternatives[] =>
  (['EMPTY', 'NEMPTY'] as const).map((op) => [{ column, named, op }]);

const change = (left: Formula, right: Formula): Formula => ({ sign: '-', left, right });

/**
 * A plan with the figures of earlier periods: rows of all periods are read, and each figure counts those of its own. A
 * change is computed from two hidden figures behind the columns. Figures without an earlier period are blank.
 */
export const withComparisons = (plan: PlanPart, definition: ReportDefinition, reading: Reading): PlanPart => {
  if (!plan.columns.some(({ compare }) => compare)) return plan;
  const problems = problemsOf(plan, definition, reading);
  for (const [at, problem] of problems) reading.say(`fields.${at}.compare`, problem);

  const own = plan.conditions.filter((all) => all.some(isPeriod));
  // Where readers chose any time, there is no earlier period.
  const isBlank = (one: PlanColumn, at: number) => problems.has(at) || ![...own, ...one.filters].flat().some(isPeriod);
  const compared = plan.columns.flatMap((one, at) =>
    one.compare && one.column && !isBlank(one, at) ? one.compare.with : [],
  );
  const hidden: PlanColumn[] = [];
  const behind = (column: PlanColumn, name: string): Formula => {
    const label = `${column.label} (${name})`;
    hidden.push({ ...column, label, key: `${column.key}:${name}`, hidden: true, compare: null, behind: column.key });
    return { at: plan.columns.length + hidden.length - 1 };
  };
  const changes = new Map<number, Formula>();
  const columns = plan.columns.map((one, at): PlanColumn => {
    if (!one.agg) return one;
    const now = { ...one, filters: compared.length > 0 ? [...one.filters, ...own] : one.filters };
    if (!one.compare || !one.column) return { ...now, compare: null };
    const blank = isBlank(one, at);
    const then = { ...one, filters: blank ? never(one) : inPeriods(now.filters, [one.compare.with]) };
    const compare = { ...one.compare, isBlank: blank };
    if (one.compare.as === 'value' && !(blank && isNumeric(one.result))) return { ...then, compare };
    const [left, right] = [behind(now, 'now'), behind(then, 'earlier')];
    // A count of nothing is 0, and what is divided by it is blank.
    const isRatio = blank || one.compare.as === 'percent';
    const formula: Formula = isRatio ? { sign: '/', left: change(left, right), right } : change(left, right);
    changes.set(at, formula);
    const { key, label, formatter, isPercent } = one;
    return {
      ...plainColumn,
      ...{ key, label, compare, formula, hidden: one.hidden, isPercent, result: 'number' },
      column: one.column?.restricted ? one.column : null,
      formatter: one.compare.as === 'percent' ? { ...formatter, format: 'percent' } : formatter,
    };
  });
  /** Calculations speak of figures: where they speak of a change, its figures take its place. */
  const ofFigures = (formula: Formula): Formula => withColumnsAs(formula, (at) => changes.get(at) ?? { at });
  const periods = [null, ...new Set(compared)];
  return {
    columns: [
      ...columns.map((one) => (one.formula && !one.compare ? { ...one, formula: ofFigures(one.formula) } : one)),
      ...hidden,
    ],
    conditions: compared.length > 0 ? inPeriods(plan.conditions, periods) : plan.conditions,
  };
};
