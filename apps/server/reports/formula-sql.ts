import { sql } from 'kysely';
import { isNumeric, type ResultType } from '#reports/columns.ts';
import { type Formula, formulaKindOf, kindOfFormula } from '#reports/formula.ts';
import type { PlanColumn } from '#reports/plan/plan.ts';
import type { Sql } from './relation.ts';

/** A value that a formula works with; null where the reader may not see it. */
export type Operand = { value: Sql | null; result: ResultType };

/** A number, or the days since 1970 of a date or a moment in the viewer's zone. */
const inNumbers = ({ value, result }: Operand, zone: string): Sql => {
  if (value === null) return sql`null::float8`;
  if (isNumeric(result)) return sql`${value}::float8`;
  const day = result === 'timestamp' ? sql`(${value} at time zone ${zone})::date` : value;
  return sql`(${day} - date '1970-01-01')::float8`;
};

const arithmetic = (formula: Formula, at: (place: number) => Sql): Sql => {
  if ('at' in formula) return at(formula.at);
  if ('number' in formula) return sql`${formula.number}::float8`;
  const { sign, left, right } = formula;
  const [one, other] = [arithmetic(left, at), arithmetic(right, at)];
  return sign === '/' ? sql`(${one} / nullif(${other}, 0))` : sql`(${one} ${sql.raw(sign)} ${other})`;
};

/** Days are counted whole in the end, in the years 1 to 9999: others are no dates to people. */
const asDate = (days: Sql): Sql =>
  sql`case when ${days} >= -719162 and ${days} < 2932897 then date '1970-01-01' + floor(${days})::int end`;

/** What a formula comes to: a number, a date, or blank where one of its values is or it divides by 0. */
export const formulaSql = (formula: Formula, operandAt: (place: number) => Operand, zone: string): Sql => {
  const kind = kindOfFormula(formula, (place) => formulaKindOf(operandAt(place).result) ?? 'blank');
  if (kind === 'blank') return sql`null::float8`;
  const value = arithmetic(formula, (place) => inNumbers(operandAt(place), zone));
  return kind === 'date' ? asDate(value) : value;
};

/** A figure as a percentage of what it is to come to, where it is shown so. */
export const ofTarget = ({ target }: PlanColumn, value: Sql): Sql =>
  target?.isPercent ? sql`(100 * (${value})::float8 / ${target.value}::float8)` : value;
