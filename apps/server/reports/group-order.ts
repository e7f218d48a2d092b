import { sql } from 'kysely';
import type { ResultType } from '#reports/columns.ts';
import { type Cell, emittedType, named } from './cells.ts';
import { between } from './others.ts';
import { holdsOwn } from './read.ts';
import { databaseTypes, ref, type Sql, sortedByLabel } from './relation.ts';
import { sortedBy } from './sorted.ts';

const collated = (result: ResultType, value: Sql): Sql =>
  ['text', 'choice', 'choices', 'time', 'address', 'file'].includes(result) ? sql`${value} collate "C"` : value;

/**
 * By what choices are ordered as the options of their question stand, of rows that are called `name`: several choices by
 * the places of all, and last what is no option. Of other cells nothing.
 */
export const optionOrder = (cell: Cell, name: string): Sql[] => {
  const { column } = cell.one;
  if (!column?.options || column.restricted || cell.apart || !holdsOwn(cell)) return [];
  const options = column.options.map(({ value }) => String(value));
  const value = ref(`${name}.${named.value(cell.at)}`);
  const placeOf = (text: Sql) =>
    sql`coalesce(array_position(${options}::text[], ${text}), ${options.length + 1}::integer)`;
  const places = sql`array(select ${placeOf(sql`item`)}
    from unnest(string_to_array(${value}, ${between})) with ordinality items (item, turn) order by turn)`;
  const place = cell.one.result === 'choices' ? places : placeOf(sql`${value}::text`);
  return [sql`case when ${value} is not null then ${place} end`];
};

/** By what groups are ordered of which some are shown by themselves: those in turn, all others, and what has no value. */
const apartOrder = (cell: Cell, value: Sql): Sql[] => {
  if (!cell.apart) return [];
  const { values } = cell.apart;
  const type = sql.raw(databaseTypes[emittedType(cell)]);
  return [
    sql`case when ${value} is not null
      then coalesce(array_position(${values}::${type}[], ${value}), ${values.length + 1}::integer) end`,
  ];
};

/**
 * By what groups are ordered, of rows that are called `name`: those of a top in its turn, members and records by the
 * names that people see, others by value.
 */
export const groupOrder = (cell: Cell, name: string): Sql[] => {
  const value = ref(`${name}.${named.value(cell.at)}`);
  return [...apartOrder(cell, value), ...ownOrder(cell, name, value)];
};

const ownOrder = ({ one, at, column }: Cell, name: string, value: Sql): Sql[] => {
  if (one.result === 'user' && column.words) return [sortedBy({ ...column, plain: value }, 'user'), value];
  if (one.result === 'record' && column.shown) return [sortedByLabel(ref(`${name}.${named.shown(at)}`)), value];
  return [collated(one.result, value)];
};
