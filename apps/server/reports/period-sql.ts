import { sql } from 'kysely';
import type { Column } from '#reports/columns.ts';
import type { Period } from '#reports/periods.ts';
import type { PlanColumn } from '#reports/plan/plan.ts';
import type { Sql } from './relation.ts';

/** What a period is worked out from: a day, or a moment as UTC and as the clocks of the viewer's zone show it. */
export type PeriodSource = { value: Sql; local: Sql };

/** People write the years 1 to 9999: other days are none to them. */
const asDay = (value: Sql): Sql =>
  sql`(case when ${value} between date '0001-01-01' and date '9999-12-31' then ${value} end)`;

/** The source of a column that is grouped by a period. @param plain its value: a date or a timestamptz */
export const periodSource = ({ column }: Pick<PlanColumn, 'column'>, plain: Sql, zone: string): PeriodSource =>
  column?.result === 'timestamp'
    ? { value: plain, local: sql`(${plain} at time zone ${zone})` }
    : { value: plain, local: asDay(plain) };

/** The day of a date, or of a moment in a zone. @param plain the value of the column */
export const dayOf = (column: Column, plain: Sql, zone: string): Sql =>
  sql`(${periodSource({ column }, plain, zone).local})::date`;

const truncated = (unit: string, { local }: PeriodSource): Sql => sql`date_trunc(${sql.lit(unit)}, ${local})::date`;

/** The period that a day or a moment falls into: its first day or moment, or the number of its weekday or hour. */
export const inPeriod = (period: Period, source: PeriodSource, zone: string): Sql => {
  const { value, local } = source;
  switch (period) {
    case 'minute':
      return sql`date_trunc('minute', ${value})`;
    case 'date_hour':
      return sql`date_trunc('hour', ${value}, ${zone})`;
    case 'day':
      return sql`${local}::date`;
    case 'week':
      return sql`(${local}::date - extract(dow from ${local})::int)`;
    case 'iso_week':
      return truncated('week', source);
    case 'month':
    case 'quarter':
    case 'year':
      return truncated(period, source);
    case 'weekday':
      return sql`extract(dow from ${local})::float8`;
    case 'hour':
      return sql`extract(hour from ${local})::float8`;
    case 'time':
      return sql`to_char(${local}, 'HH24:MI')`;
  }
};

const steps: Partial<Record<Period, string>> = {
  date_hour: '1 hour',
  day: '1 day',
  week: '7 days',
  iso_week: '7 days',
  month: '1 month',
  quarter: '3 months',
  year: '1 year',
};

/** Every period from one to another, both included: a statement that gives each as `value`. */
export const periodsBetween = (period: Period, from: Sql, to: Sql): Sql => {
  if (period === 'weekday' || period === 'hour')
    return sql`select number::float8 as value from generate_series(0, ${sql.lit(period === 'hour' ? 23 : 6)}) number`;
  const step = sql`interval ${sql.lit(steps[period] as string)}`;
  return period === 'date_hour'
    ? sql`select one as value from generate_series(${from}::timestamptz, ${to}::timestamptz, ${step}) one`
    : sql`select one::date as value from generate_series(${from}::timestamp, ${to}::timestamp, ${step}) one`;
};
