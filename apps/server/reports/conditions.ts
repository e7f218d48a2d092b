import { sql } from 'kysely';
import type { Column } from '#reports/columns.ts';
import { inEarlierPeriod } from '#reports/comparisons.ts';
import type { Alternatives, PlanCondition } from '#reports/plan/plan.ts';
import { kindOfResult } from '#reports/plan/plan-conditions.ts';
import { type ConditionColumn, conditionSql, type Holds } from '#server/forms/condition-sql.ts';
import type { ViewerCalendar } from './context.ts';
import type { Sql, SqlColumn } from './relation.ts';

/** A condition on a column that is there and open to the caller. */
export type OpenCondition = PlanCondition & { column: Column };

/** Whether a condition can find something. */
export const isOpen = (one: PlanCondition): one is OpenCondition => one.column !== null && !one.column.restricted;

/** The moment at which a day begins in a zone: a constant, so that an index on moments finds it. */
const startOf = (day: Sql, zone: string): Sql => sql`((${day})::timestamp at time zone ${zone})`;

/** How moments lie to the days of a zone. */
const betweenDays = (moment: Sql, zone: string): Pick<ConditionColumn, 'value' | 'days'> => ({
  value: sql`(${moment} at time zone ${zone})`,
  days: {
    before: (day) => sql`${moment} < ${startOf(sql`${day}::date`, zone)}`,
    after: (day) => sql`${moment} >= ${startOf(sql`${day}::date + 1`, zone)}`,
  },
});

/** How a column is compared by the kind of its values; moments by their day in the viewer's zone. */
const comparedAs = (
  { label, result }: Column,
  { plain: value, moment, isId }: SqlColumn,
  { zone }: ViewerCalendar,
): ConditionColumn => {
  const compared: ConditionColumn = { label, kind: kindOfResult(result), value };
  switch (result) {
    case 'date':
      if (moment) return { ...compared, ...betweenDays(moment, 'UTC') };
      return {
        ...compared,
        days: {
          before: (day) => sql`${value} < ${day}::date`,
          after: (day) => sql`${value} > ${day}::date`,
        },
      };
    case 'timestamp':
      return { ...compared, ...betweenDays(value, zone) };
    case 'choices':
      return { ...compared, isMany: true };
    default:
      return isId ? { ...compared, isId } : compared;
  }
};

/** A choice among numbers as it is written, for conditions that look for a part. */
const written = ({ label }: Column, { plain }: SqlColumn): ConditionColumn => ({
  label,
  kind: 'text',
  value: sql`(${plain})::text`,
});

/**
 * Whether a row meets all conditions. Of alternatives, it must meet one. A condition on a restricted or removed column is
 * met by no row.
 */
export const allHold = (
  conditions: readonly Alternatives[],
  columnOf: (column: Column) => SqlColumn,
  viewing: ViewerCalendar,
): Sql => {
  if (conditions.length === 0) return sql`true`;
  const holdsIn = ({ column, ...comparison }: OpenCondition): Sql => {
    const found = columnOf(column);
    const isWritten = column.result === 'scale' && (comparison.op === 'CONTAINS' || comparison.op === 'NCONTAINS');
    const compared = isWritten ? written(column, found) : comparedAs(column, found, viewing);
    return found.holds?.(comparison) ?? (conditionSql(compared, comparison, viewing) as Holds);
  };
  const isMet = (one: PlanCondition): Sql => {
    if (!isOpen(one)) return sql`false`;
    const { periods } = one;
    if (periods)
      return sql`(${sql.join(
        periods.map((period) => holdsIn(period === null ? one : { ...one, ...inEarlierPeriod(one, period, viewing) })),
        sql` or `,
      )})`;
    return holdsIn(one);
  };
  const met = conditions.map((all) =>
    all.length === 1 ? isMet(all[0] as PlanCondition) : sql`(${sql.join(all.map(isMet), sql` or `)})`,
  );
  return sql`(${sql.join(met, sql` and `)})`;
};
