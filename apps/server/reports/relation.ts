import { type RawBuilder, sql } from 'kysely';
import type { Column, ResultType } from '#reports/columns.ts';
import type { PlanColumn } from '#reports/plan/plan.ts';
import type { Condition } from '#server/forms/condition-sql.ts';

export type Sql = RawBuilder<unknown>;

/** A column of a statement by its name. */
export const ref = (name: string): Sql => sql`${sql.ref(name)}`;
/** A value under a name. */
export const as = (value: Sql, name: string): Sql => sql`${value} as ${sql.ref(name)}`;

/** A column of a relation in SQL, and how what it gives is read. */
export type SqlColumn = {
  /**
   * As it is compared, grouped and worked with: text, float8 (ids bigint), date, timestamptz, boolean; choices as
   * text[].
   */
  plain: Sql;
  /** Whether it is an id, which an index finds. */
  isId?: boolean;
  /** Of a date: the moment at which it begins in UTC, where that is what is stored, to compare with. */
  moment?: Sql;
  /** What is read to be shown, where `plain` does not tell it all. */
  shown?: Sql;
  /** What rows are ordered by, where that is not `plain`; text by small letters. */
  sorted?: Sql;
  /** What the values stand for, where people see other words. */
  words?: ReadonlyMap<string, string>;
  /** SQL of whether a condition holds that isn't compared like `plain`; null if it is. */
  holds?: (condition: Pick<Condition, 'op' | 'value'>) => Sql | null;
  /** Whether it needs what is read dearly: `shown` is joined to the rows of a page alone, by the name of the join. */
  late?: string;
  /** What was read, as an answer. */
  read?: (raw: unknown) => unknown;
  /** A value as people read it. */
  show: (value: unknown) => string;
};

/** The ids of what a row is of, by name: where its cells lead, and what exports begin with. */
export type Keys = Readonly<Record<string, number | null>>;

/** What a type of report gives: rows within the caller's scope that meet the conditions of the plan. */
export type Relation = {
  /** `from … where …`. @param early the late joins that are needed for all rows */
  from: (early: ReadonlySet<string>) => Sql;
  /** How many `rows` there are, where less tells it than counting those of `from`. */
  count?: Sql;
  column: (column: PlanColumn, at: number) => SqlColumn;
  /** The ids of a row, read with each row that is not grouped. */
  keys: Readonly<Record<string, Sql>>;
  /** Who is behind a row, where that is not the person of its `keys`. Small numbers are counted by it. */
  person?: Sql;
  /** By what rows are told apart when everything else is alike: the person, Time Recorded, the response. */
  ties: readonly Sql[];
  /** When the response of a column was recorded, and its id: what `first` and `last` go by. */
  recorded: (column: Column) => readonly Sql[];
  /** What is joined to a page: `left join … on … = page.{key}`, by its name. */
  joins: Readonly<Record<string, Sql>>;
  /** What readers are told about the rows. */
  notes?: readonly string[];
  /** Where a cell leads. */
  link: (column: Column, keys: Keys) => string | null;
};

/** A column of a restricted form, on which the caller has no grant. */
export const restricted: SqlColumn = { plain: sql`null::text`, show: () => 'Restricted' };

/** The database types of what columns hold. */
export const databaseTypes: Record<ResultType, string> = {
  text: 'text',
  number: 'float8',
  date: 'date',
  time: 'text',
  timestamp: 'timestamptz',
  boolean: 'boolean',
  choice: 'text',
  scale: 'float8',
  choices: 'text[]',
  address: 'text',
  file: 'text',
  record: 'float8',
  user: 'bigint',
};

/** By what records and choices from elsewhere are ordered, which keep the words that were chosen. */
export const sortedByLabel = (json: Sql): Sql => sql`lower(${json} ->> 'label') collate "C"`;
