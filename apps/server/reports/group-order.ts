import { sql } from 'kysely';
import type { ResultType } from '#reports/columns.ts';
import { between, type Cell, named } from './cells.ts';
import { holdsOwn } from './read.ts';
import { ref, type Sql, sortedByLabel } from './relation.ts';
import { sortedBy } from './sorted.ts';

const collated = (result: ResultType, value: Sql): Sql =>
  ['text', 'choice', 'choices', 'time', 'address', 'file'].includes(result) ? sql`${value} collate "C"` : value;

/**
 * By what choices are ordered as the options of their question stand, of rows that are called `name`: several choices by
 * the places of all, and last what is no option. Of other cells nothing.
 */
export const optionOrder = (cell: Cell, name: string): Sql[] => {
  const { column } = cell.one;
  if (!column?.options || column.restricted || !holdsOwn(cell)) return [];
  const options = column.options.map(({ value }) => String(value));
  const value = ref(`${name}.${named.value(cell.at)}`);
  const placeOf = (text: Sql) =>
    sql`coalesce(array_position(${options}::text[], ${text}), ${options.length + 1}::integer)`;
  const places = sql`array(select ${placeOf(sql`item`)}
    from unnest(string_to_array(${value}, ${between})) with ordinality items (item, turn) order by turn)`;
  const place = cell.one.result === 'choices' ? places : placeOf(sql`${value}::text`);
  return [sql`case when ${value} is not null then ${place} end`];
};

/** By what groups are ordered, of rows that are called `name`: members and records by the names that people see, others by value. */
export const groupOrder = ({ one, at, column }: Cell, name: string): Sql[] => {
  const value = ref(`${name}.${named.value(at)}`);
  if (one.result === 'user' && column.words) return [sortedBy({ ...column, plain: value }, 'user'), value];
  if (one.result === 'record' && column.shown) return [sortedByLabel(ref(`${name}.${named.shown(at)}`)), value];
  return [collated(one.result, value)];
};
