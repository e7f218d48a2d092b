import { type Band, bandsOf, bandsProblem } from '../bands.ts';
import { type Column, isNumeric } from '../columns.ts';
import type { ReportField } from '../definition.ts';
import type { PlanColumn } from './plan.ts';
import type { Say } from './plan-conditions.ts';

type GroupContext = { column: Column; isGroup: boolean; path: string; say: Say };

/** The bands that a column's numbers are shown in; null where they can't be. */
const planBands = (starts: readonly number[], { column, isGroup, say, path }: GroupContext): readonly Band[] | null => {
  const problem = !isGroup
    ? 'Leave this out: only groups have bands'
    : isNumeric(column.result)
      ? bandsProblem(starts)
      : `Leave this out: ${column.label} isn’t a number`;
  if (problem) say(`${path}.bands`, problem);
  return problem ? null : bandsOf(starts, column.whole === true);
};

/** Whether each option of a column has a group of its own. */
const planEachOption = ({ column, isGroup, say, path }: GroupContext): boolean => {
  const problem = !isGroup
    ? 'Leave this out: only groups have one row for each option'
    : column.result === 'choices'
      ? null
      : `Leave this out: ${column.label} doesn’t take several choices`;
  if (problem) say(`${path}.each_option`, problem);
  return problem === null;
};

/** How rows are put together by a column: in bands, or by each option. A single option is a choice. */
export const planGroup = (
  { bands, each_option }: Pick<ReportField, 'bands' | 'each_option'>,
  { column, ...more }: Omit<GroupContext, 'column'> & { column: Column | undefined },
): { column: Column | undefined; bands: readonly Band[] | null; eachOf: Column | null } => {
  if (!column) return { column, bands: null, eachOf: null };
  const context = { ...more, column };
  const isEach = each_option === true && planEachOption(context);
  return {
    column: isEach ? { ...column, result: 'choice' } : column,
    bands: bands ? planBands(bands, context) : null,
    eachOf: isEach ? column : null,
  };
};

/** The options of a column whose groups are shown whether or not anybody chose them; undefined where these aren't known. */
export const optionsOfGroup = ({ column, period, bands, top, result }: PlanColumn): Column['options'] => {
  const isChoice = result === 'choice' || result === 'scale';
  const isOwn = !period && !bands && !top && result === column?.result;
  return isChoice && isOwn && !column.worded && !column.restricted ? column.options : undefined;
};
