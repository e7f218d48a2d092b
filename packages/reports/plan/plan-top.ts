import { isNumeric, type ResultType } from '../columns.ts';
import type { ReportField } from '../definition.ts';
import { isTopCount, topWords } from '../top.ts';
import type { PlanColumn } from './plan.ts';
import type { Say } from './plan-conditions.ts';

/** What holds words; numbers and dates are put together in bands and periods. */
const words: readonly ResultType[] = ['text', 'choice', 'scale', 'choices', 'address', 'file', 'record', 'user'];

const isGroup = ({ agg, formula }: PlanColumn): boolean => agg === null && formula === null;

/** Whether the groups of a column that come to most can be shown by themselves. */
export const canHaveTop = (one: PlanColumn): boolean =>
  isGroup(one) && one.column !== null && !one.period && !one.bands && words.includes(one.result);

/** Whether the figures of a column tell which groups come to most: they are numbers, known of each group by itself. */
export const tellsMost = ({ agg, formula, compare, share, result }: PlanColumn): boolean =>
  agg !== null && formula === null && compare === null && share !== 'group' && isNumeric(result);

type Top = NonNullable<ReportField['top']>;

/** What is wrong with the top of a column, and where; null where nothing is. */
const topProblem = (one: PlanColumn, { count, by }: Top, telling: readonly PlanColumn[]) => {
  if (!isTopCount(count)) return ['.count', topWords] as const;
  if (!isGroup(one)) return ['', 'Leave this out: only groups have a top'] as const;
  if (one.column && !canHaveTop(one))
    return ['', 'Leave this out: only words, choices, members and records have a top'] as const;
  const isThere = by ? telling.some(({ key }) => key === by) : telling.length > 0;
  const choose = 'Choose a column with a function that gives numbers, to tell which groups come first';
  return isThere ? null : ([telling.length > 0 ? '.by' : '', choose] as const);
};

/** Returns the columns, those of which the top is shown with the column that tells it. */
export const withTops = (columns: PlanColumn[], fields: readonly ReportField[], say: Say): PlanColumn[] => {
  const telling = columns.filter(tellsMost);
  return columns.map((one, index) => {
    const { top, type } = fields[index] as ReportField;
    if (!top || type === 'operation') return one;
    const problem = topProblem(one, top, telling);
    if (problem) say(`fields.${index}.top${problem[0]}`, problem[1]);
    const by = top.by ?? telling[0]?.key;
    const isKnown = !problem && by && one.column && !one.column.restricted;
    return isKnown ? { ...one, top: { count: top.count, by } } : one;
  });
};
