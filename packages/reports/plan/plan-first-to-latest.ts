import { type Column, isNumeric, type ResultType } from '../columns.ts';
import type { ReportField } from '../definition.ts';
import {
  directions,
  type FirstToLatest,
  firstToLatestLabel,
  firstToLatestResult,
  unknownDirection,
} from '../first-to-latest.ts';
import { reportKinds } from '../kinds.ts';
import type { EndsValue, PlanColumn, PlanWindow } from './plan.ts';
import { type ConditionContext, changes, type Say } from './plan-conditions.ts';

/** What the first and the latest answer can't be shown of. */
const unordered: readonly ResultType[] = ['choices', 'file', 'address'];

/** The forms of a report that can be compared so: those of people whose responses are rows, with their windows. */
type Comparable = Pick<ConditionContext, 'report_type' | 'rowForms'> & { windows: ReadonlyMap<number, PlanWindow> };

const problemOf = (
  column: Column,
  { show, better }: FirstToLatest,
  { report_type, rowForms, windows }: Comparable,
): [path: string, message: string] | null => {
  const form = column.form ?? 0;
  if (!reportKinds[report_type].forms?.matchesResponses || !rowForms.includes(form))
    return ['', 'Leave this out: only answers to a client form that gives the rows can be compared'];
  if (windows.get(form)?.reduces !== 'compare')
    return ['', `Compare the first and latest responses of this form to show this of ${column.label}`];
  if (column.changing) return ['', changes(column.label)];
  if ((show === 'change' || show === 'direction') && !isNumeric(column.result))
    return ['.show', `Choose First or Latest: ${column.label} isn’t a number`];
  if (unordered.includes(column.result)) return ['', `Leave this out: ${column.label} can’t be compared`];
  return better && show !== 'direction'
    ? ['.better', 'Leave this out: only “Improved, same or worse” needs to know what is better']
    : null;
};

const shownOf = (column: Column, show: FirstToLatest['show']): Column => {
  const result = firstToLatestResult(show, column.result);
  const own = { ...column, label: firstToLatestLabel(column, show), result };
  if (show === 'first' || show === 'latest') return own;
  const { options: _, whole, percent, ...rest } = own;
  if (show === 'change') return { ...rest, ...(whole && { whole }), ...(percent && { percent }) };
  const options = Object.entries(directions).map(([value, label]) => ({ value, label }));
  return { ...rest, options, unknown: unknownDirection };
};

/**
 * What a column shows of the first and the latest answer of each person, whose responses its form's window compares; null
 * where that can't be known.
 */
export const planFirstToLatest = (
  { first_to_latest, elapsed }: ReportField,
  { column, path }: { column: Column; path: string },
  { say, ...compared }: Comparable & { say: Say },
): { column: Column; over: PlanColumn['over'] } | null => {
  if (!first_to_latest) return null;
  const { show, better } = first_to_latest;
  const problem: ReturnType<typeof problemOf> = elapsed
    ? ['', 'Leave this out: the time between two dates is known of each response']
    : problemOf(column, first_to_latest, compared);
  if (problem) {
    say(`${path}.first_to_latest${problem[0]}`, problem[1]);
    return null;
  }
  const over: Record<FirstToLatest['show'], EndsValue> = {
    ...{ first: 'first', latest: 'latest', change: 'change' },
    direction: better === 'lower' ? 'lower_is_better' : 'higher_is_better',
  };
  return { column: shownOf(column, show), over: over[show] };
};
