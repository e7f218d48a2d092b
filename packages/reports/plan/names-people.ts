import { type Column, isDate, isField } from '../columns.ts';
import { placesIn } from '../formula.ts';
import type { Period } from '../periods.ts';
import { type Alternatives, columnsOf, type Plan, type PlanColumn, type PlanCondition } from './plan.ts';

/** Functions of which only a number of rows is known. */
const counting: readonly (string | null)[] = [
  ...['count', 'count_distinct', 'count_households'],
  ...['percent', 'count_true', 'percent_true'],
];
/** Parts of an address where many people live. */
const wideParts: readonly (string | null)[] = ['city', 'state', 'postalCode'];
/** Periods in which many people were born. */
const wide: readonly (Period | null)[] = ['month', 'quarter', 'year', 'weekday'];
/** What many people and households share, or what isn't of a person. */
const shared: readonly string[] = [
  ...['client_age', 'household_size', 'household_adults', 'household_children', 'form_name'],
];
const birthdays: readonly string[] = ['client_dob', 'client_dod'];

/** What values tell about who somebody is, from least to most. Parts of birthdays and addresses that many share tell nothing. */
const clues = ['nothing', 'birthday', 'address', 'who'] as const;
type Clue = (typeof clues)[number];
const mostOf = (all: readonly Clue[]): Clue => clues.findLast((one) => all.includes(one)) ?? 'nothing';

const ofColumn = ({ form, field, result, identifies }: Column): Clue => {
  if (identifies) return identifies;
  if (result === 'file' || field === 'response_id') return 'who';
  if (result === 'address') return 'address';
  if (form !== null || isField({ field }) || shared.includes(field)) return 'nothing';
  if (birthdays.includes(field)) return 'birthday';
  return ['choice', 'boolean', 'timestamp', 'user'].includes(result) ? 'nothing' : 'who';
};

type Context = Pick<Plan, 'columns'> & {
  /** The plan of the report below an Aggregate. */
  below: Plan | null;
};

/** What a column tells; in an Aggregate, what that column of the report below tells. */
const clueOf = (column: Column, { below }: Context): Clue => {
  if (column.restricted) return 'nothing';
  if (!below) return ofColumn(column);
  const source = below.columns.find(({ key }) => key === column.field);
  return source ? clueIn(source, { columns: below.columns, below: null }) : 'nothing';
};

/** Whether a column shows only a part or a period that many people share. */
const isWide = (clue: Clue, { agg, period, component, elapsed, bands }: PlanColumn): boolean => {
  if (clue === 'address') return wideParts.includes(component);
  if (clue !== 'birthday') return false;
  if (elapsed) return elapsed.unit === 'years' || (elapsed.unit === 'months' && bands !== null);
  return agg === null && wide.includes(period);
};

/** What the cells of a column tell. */
const clueIn = (one: PlanColumn, context: Context): Clue => {
  const { column, agg, formula, rowFormula } = one;
  if (formula) return mostOf(placesIn(formula).map((place) => clueIn(context.columns[place] as PlanColumn, context)));
  if (!column || counting.includes(agg)) return 'nothing';
  if (rowFormula) return mostOf(rowFormula.columns.map((read) => clueIn({ ...read, agg: null }, context)));
  const clue = mostOf(columnsOf(one).map((read) => clueOf(read, context)));
  return isWide(clue, one) ? 'nothing' : clue;
};

/**
 * Whether a column shows who somebody is, or what that can be computed from: a name, an ID, a birthday, an address, a file.
 * Counts of these don't, nor ages and years. What people have written in answers is taken for what it's asked for.
 */
export const namesPeople = (one: PlanColumn, context: Context): boolean => clueIn(one, context) !== 'nothing';

/** What a computed column tells in each row, before any function; null for other columns. */
const clueOfOwn = ({ computed, field }: Column, context: Context): Clue | null => {
  if (!computed) return null;
  const columns = context.columns.map((one) => ({ ...one, agg: null }));
  const own = columns.find(({ key }) => key === field);
  return own ? clueIn(own, { ...context, columns }) : 'nothing';
};

/** Whether a condition names single days rather than a period. */
const namesDays = ({ op, value }: PlanCondition): boolean =>
  op === 'IN' || op === 'NIN' || ((op === 'EQ' || op === 'NEQ') && typeof value === 'string' && /^\d/.test(value));

const asks = (one: PlanCondition, context: Context): boolean => {
  const { column, op } = one;
  if (!column || op === 'EMPTY' || op === 'NEMPTY') return false;
  const clue = clueOfOwn(column, context) ?? clueOf(column, context);
  return clue === 'birthday' && isDate(column.result) ? namesDays(one) : clue !== 'nothing';
};

/** Whether a condition asks for particular people. A condition on a period of birth doesn't. */
export const asksForSomebody = (conditions: readonly Alternatives[], context: Context): boolean =>
  conditions.flat().some((one) => asks(one, context));
