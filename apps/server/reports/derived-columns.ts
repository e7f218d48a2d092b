import { sql } from 'kysely';
import type { Band } from '#reports/bands.ts';
import type { ResultType } from '#reports/columns.ts';
import type { ElapsedUnit } from '#reports/elapsed.ts';
import { type PlanColumn, plainColumn } from '#reports/plan/plan.ts';
import type { ViewerCalendar } from './context.ts';
import { formulaSql } from './formula-sql.ts';
import { dayOf } from './period-sql.ts';
import type { Relation, Sql, SqlColumn } from './relation.ts';
import { shownAs } from './show.ts';

/**
 * The time between two days in whole units, below zero where the later day is before the earlier one. Whoever was born on
 * February 29 is a year older on March 1 of a year without that day.
 */
const timeBetween = (from: Sql, until: Sql, unit: ElapsedUnit): Sql => {
  if (unit === 'days') return sql`(${until} - ${from})::float8`;
  const age = sql`age(${until}, ${from})`;
  return unit === 'years'
    ? sql`extract(year from ${age})::float8`
    : sql`(extract(year from ${age}) * 12 + extract(month from ${age}))::float8`;
};

/** A column with the time from its date until another one of the same row, or until today where the viewer is. */
const elapsedColumn = (
  relation: Relation,
  { one, at }: { one: PlanColumn; at: number },
  { zone, today }: ViewerCalendar,
): SqlColumn => {
  const { elapsed } = one;
  if (!elapsed || one.column?.restricted) return relation.column(one, at);
  const { unit, from, until } = elapsed;
  // How often a date counts is up to its function: a household's once. The date until which it lasts is beside each.
  const own = relation.column({ ...one, column: from }, at);
  const last = until && relation.column({ ...one, ...plainColumn, column: until }, at);
  return {
    plain: timeBetween(
      dayOf(from, own.plain, zone),
      until && last ? dayOf(until, last.plain, zone) : sql`${today}::date`,
      unit,
    ),
    ...(own.late && { late: own.late }),
    show: shownAs('number', zone),
  };
};

/** A column of numbers with the band of each, by where that begins. */
const banded = ({ plain, late }: SqlColumn, bands: readonly Band[]): SqlColumn => {
  const [below, ...starts] = bands.map(({ value }) => value);
  const start = sql`(${starts}::float8[])[width_bucket(${plain}, ${starts}::float8[])]`;
  const labels = new Map(bands.map(({ value, label }) => [value, label]));
  return {
    plain: sql`case when ${plain} is not null then coalesce(${start}, ${below}::float8) end`,
    ...(late && { late }),
    show: (value) => labels.get(Number(value)) ?? String(value),
  };
};

/** A column of several choices of which a group of rows has one each; `plain` still holds all that were chosen. */
const ofEachOption = ({ plain, late, words, read, show }: SqlColumn): SqlColumn => ({
  plain,
  ...(late && { late }),
  ...(words && { words }),
  ...(read && { read: (raw) => [read([raw])].flat()[0] }),
  show: (value) => show([value]),
});

/** What a formula is of each row; blank where it is of a column that is no longer there. */
const ofRows = (
  relation: Relation,
  { formula, columns }: NonNullable<PlanColumn['rowFormula']>,
  { at, result, viewing }: { at: number; result: ResultType; viewing: ViewerCalendar },
): SqlColumn => ({
  plain: formulaSql(
    formula,
    (place) => {
      const operand = columns[place] as PlanColumn;
      return { value: elapsedColumn(relation, { one: operand, at }, viewing).plain, result: operand.result };
    },
    viewing.zone,
  ),
  show: shownAs(result, viewing.zone),
});

/** A column of a relation as the plan shows it: a formula, by each option, as the time between two dates, or in bands. */
export const derivedColumn = (
  relation: Relation,
  { one, at }: { one: PlanColumn; at: number },
  viewing: ViewerCalendar,
): SqlColumn => {
  if (one.rowFormula && one.column && !one.column.restricted)
    return ofRows(relation, one.rowFormula, { at, result: one.column.result, viewing });
  if (one.eachOf && !one.eachOf.restricted) return ofEachOption(relation.column({ ...one, column: one.eachOf }, at));
  const own = elapsedColumn(relation, { one, at }, viewing);
  return one.bands && !one.column?.restricted ? banded(own, one.bands) : own;
};
