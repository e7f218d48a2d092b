import { type RawBuilder, sql } from 'kysely';
import { nameColumns, openColumns } from '#forms/person-columns.ts';

type OpenColumn = (typeof openColumns)[number];

/** The type in SQL of each kind of column. */
const sqlTypes: Record<OpenColumn['kind'], string> = { text: 'text', choice: 'text', date: 'date', boolean: 'boolean' };

const listOf = (columns: readonly OpenColumn[], inSql: (column: OpenColumn) => string) =>
  sql.raw(columns.map(inSql).join(', '));

/** The columns of `clients` that aren't encrypted, as a list. */
export const openColumnList = listOf(openColumns, ({ key }) => key);

/** The same as columns of a set of JSON records: `first_name text, …`. */
export const openColumnTypes = listOf(openColumns, ({ key, kind }) => `${key} ${sqlTypes[kind]}`);

/** Sets them from a relation named `given`: `first_name = given.first_name, …`. */
export const openColumnsFromGiven = listOf(openColumns, ({ key }) => `${key} = given.${key}`);

/** The columns of a relation that only people served have, not the contacts in their households. */
export const clientOnlyColumns = (from: string) =>
  listOf(
    openColumns.filter((column) => !('contact' in column)),
    ({ key }) => `${from}.${key}`,
  );

/** A person's name with all its parts. @param from the relation that has them */
export const wholeNameSql = (from: string): RawBuilder<string> =>
  sql`concat_ws(' ', ${listOf(nameColumns, ({ key }) => `${from}.${key}`)})`;

/** A person's age in whole years on a day, or when they died, as `ageOn` counts it. @param from the relation that has the dates */
export const ageSql = (from: string, day: string): RawBuilder<number> =>
  sql`extract(year from age(coalesce(${sql.raw(from)}.dod, ${day}::date), ${sql.raw(from)}.dob))`;
