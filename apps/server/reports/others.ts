import { sql } from 'kysely';
import type { ResultType } from '#reports/columns.ts';
import { databaseTypes, type Sql } from './relation.ts';

/** What separates choices while they are one text: it stands in no answer. */
export const between = '\u001f';

/**
 * Of a column's groups: the values that are shown by themselves, and how many others are one group. Where some are, a
 * group without a value is one of them or not.
 */
export type Apart = { values: readonly unknown[]; others: number; isBlankApart: boolean };

const belowAll = -1e300;

/** What stands in place of a value that is one of the others: no answer is that. There are too few booleans for others. */
const standIns: Record<ResultType, string | number> = {
  text: between,
  number: belowAll,
  date: '-infinity',
  time: between,
  timestamp: '0001-01-01T00:00:00Z',
  boolean: 'false',
  choice: between,
  scale: belowAll,
  choices: between,
  address: between,
  file: between,
  record: belowAll,
  user: -1,
};

const typeOf = (result: ResultType) => sql.raw(databaseTypes[result]);

/** Whether a value is shown by itself. */
const isApart = (value: Sql, result: ResultType, { values, isBlankApart }: Apart): Sql => {
  const isIn = sql`(${value} = any(${values}::${typeOf(result)}[]))`;
  return isBlankApart ? sql`coalesce(${isIn}, true)` : sql`coalesce(${isIn}, false)`;
};

/** What all others are called as one value. */
export const otherOf = (result: ResultType): Sql => sql`${standIns[result]}::${typeOf(result)}`;

/** A value, or what stands for all others. */
export const orOther = (value: Sql, result: ResultType, apart: Apart | undefined): Sql =>
  apart && apart.others > 0
    ? sql`case when ${isApart(value, result, apart)} then ${value} else ${otherOf(result)} end`
    : value;

/** A list of choices with one for all others. */
export const itemsOrOther = (items: Sql, apart: Apart | undefined): Sql => {
  if (!apart || apart.others === 0) return items;
  const each = sql`array(select distinct ${orOther(sql`item`, 'choice', apart)} from unnest(${items}) items (item))`;
  return apart.isBlankApart ? each : sql`coalesce(nullif(${each}, '{}'), array[${otherOf('choice')}])`;
};

/** A value as it is worked with: of all others, none is known. */
export const withoutOther = (value: Sql, result: ResultType, apart: Apart | undefined): Sql =>
  apart && apart.others > 0 ? sql`nullif(${value}, ${otherOf(result)})` : value;

/** Whether a row's value stands for all others. */
export const isOther = (raw: unknown, result: ResultType): boolean =>
  raw !== null && raw !== undefined && String(raw) === String(standIns[result]);

/** The words for so many others. */
export const otherWords = (count: number): string => `Other (${count.toLocaleString('en-US')})`;
