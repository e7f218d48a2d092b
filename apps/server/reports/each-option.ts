import { sql } from 'kysely';
import type { PlanColumn } from '#reports/plan/plan.ts';
import { type Cell, type CompiledReport, named, personOf } from './cells.ts';
import { as, ref, type Sql } from './relation.ts';
import { sortedBy } from './sorted.ts';

const isEachOption = ({ eachOf, column }: PlanColumn): boolean => eachOf !== null && column?.restricted !== true;

/** Whether a row is in a group for each of its choices in this cell, so that it is in several. */
export const isUnfolded = ({ one }: Cell): boolean => isEachOption(one);

const unfoldedCells = ({ cells }: CompiledReport): Cell[] => cells.filter(isUnfolded);

/** Rows once for each choice of those cells that have a group for each; a row without a choice stays one. */
export const unfolded = (report: CompiledReport, rows: Sql): Sql => {
  const each = unfoldedCells(report);
  if (each.length === 0) return rows;
  const values = each.flatMap(({ at, column }) => {
    const item = ref(`${named.options(at)}.item`);
    const isOrdered = report.plan.order.some((one) => one.at === at);
    return [
      as(item, named.value(at)),
      as(sql`coalesce(${ref(`${named.options(at)}.turn`)}, 1)`, named.turn(at)),
      ...(isOrdered ? [as(sortedBy({ ...column, plain: item }, 'choice'), named.sorted(at))] : []),
    ];
  });
  const joins = each.map(({ at }) => {
    const name = named.options(at);
    return sql`left join lateral unnest(${ref(`rows.${name}`)}) with ordinality ${ref(name)} (item, turn) on true`;
  });
  return sql`select rows.*, ${sql.join(values)} from (${rows}) rows ${sql.join(joins, sql` `)}`;
};

/**
 * Whether a row that was unfolded is the first one of its kind, so that a number of all rows counts it once. Null where
 * every row is there once.
 * @param apart the names of groups that are told apart in what is counted: there, a row counts in each
 */
export const isOnce = (report: CompiledReport, apart: readonly string[] = []): Sql | null => {
  const turns = unfoldedCells(report)
    .filter(({ at }) => !apart.includes(named.value(at)))
    .map(({ at }) => sql`${ref(named.turn(at))} = 1`);
  return turns.length > 0 ? sql.join(turns, sql` and `) : null;
};

/**
 * Whether a report keeps what tells of few people out, and has rows in several of its groups. Options overlap: what all
 * rows come to, beside what those of each option do, tells how many chose several, or all but this one. So nothing is told
 * of all rows then.
 */
export const hidesWhole = (report: CompiledReport): boolean =>
  personOf(report) !== null && report.plan.columns.some(isEachOption);

/** Whether such a report has been left with fewer of its groups, so that its figures would tell of all rows. */
export const tellsOfWhole = (report: CompiledReport): boolean =>
  hidesWhole(report) &&
  report.plan.columns.some((one, place) => isEachOption(one) && report.cells.every(({ at }) => at !== place));
