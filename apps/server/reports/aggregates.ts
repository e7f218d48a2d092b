import { sql } from 'kysely';
import type { Aggregate } from '#reports/columns.ts';
import type { Sql } from './relation.ts';

/**
 * What an aggregate works on, all of the rows of a group: the column, which rows count, and their time. Where groups of
 * several levels are computed at once, `levels` is what the levels differ in. Where a row is in several groups, `once` is
 * which rows the whole of a percentage counts.
 */
export type AggregateInput = {
  value: Sql;
  filter: Sql | null;
  recorded: readonly Sql[];
  levels?: Sql | null;
  once?: Sql | null;
};

const where = (filter: Sql | null): Sql => (filter ? sql` filter (where ${filter})` : sql``);
const and = (one: Sql, filter: Sql | null): Sql => sql` filter (where ${one}${filter ? sql` and ${filter}` : sql``})`;

const count = (value: Sql, filter: Sql | null): Sql => sql`count(${value})${where(filter)}`;
const share = (part: Sql, whole: Sql): Sql => sql`(100 * ${part})::float8 / nullif(${whole}, 0)`;

/** The value that is not blank of whoever came first in an order. */
export const foremost = ({ value, filter, recorded }: AggregateInput, way: 'asc' | 'desc'): Sql => {
  // What goes by a date that is gone has no order, and no value.
  const order = recorded.length > 0 ? recorded.map((one) => sql`${one} ${sql.raw(way)} nulls last`) : [sql`null`];
  return sql`(array_agg(${value} order by ${sql.join(order)})${and(sql`${value} is not null`, filter)})[1]`;
};

/** An aggregate of a group's rows. Of nothing it is null, and a count is 0. */
export const aggregateSql = (agg: Aggregate, of: AggregateInput): Sql => {
  const { value, filter } = of;
  switch (agg) {
    case 'count':
      return count(value, filter);
    case 'count_distinct':
    case 'count_households':
      return sql`count(distinct ${value})${where(filter)}`;
    case 'sum':
    case 'avg':
      return sql`${sql.raw(agg)}(${value}::float8)${where(filter)}`;
    case 'min':
    case 'max':
      return sql`${sql.raw(agg)}(${value})${where(filter)}`;
    case 'median':
      return sql`percentile_cont(0.5) within group (order by ${value}::float8)${where(filter)}`;
    case 'percent':
      // A condition says which part is meant, of all that there is.
      return share(
        count(value, filter),
        sql`sum(${count(value, of.once ?? null)}) over (${of.levels ? sql`partition by ${of.levels}` : sql``})`,
      );
    case 'first':
      return foremost(of, 'asc');
    case 'last':
      return foremost(of, 'desc');
    case 'count_true':
      return sql`count(*)${and(value, filter)}`;
    case 'percent_true':
      return share(sql`count(*)${and(value, filter)}`, count(value, filter));
  }
};
