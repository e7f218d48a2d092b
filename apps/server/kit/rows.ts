// Over 300 lines: the plain verbs that every record table shares. crud() is built from these, and so are handlers of one's
// own.
//
// Kysely cannot follow a table name that is a type parameter, so the queries below are written once against a
// stand-in table, and the casts are kept in this file. What goes in and what comes out are fully typed.
import {
  type DeleteQueryBuilder,
  type DeleteResult,
  type Expression,
  expressionBuilder,
  type InsertObject,
  type RawBuilder,
  type Selectable,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
  type UpdateObject,
} from 'kysely';
import { pageSize, type Sort } from '#contract/kit/list.ts';
import { fetchedAhead } from './cursor.ts';
import { type DB, once, type Tx } from './db.ts';
import { Problem } from './problem.ts';

/** What every row of a record table has. */
type IdentityColumns = { organization_id: number; id: number; lock_version: number };
type RecordColumnName = keyof IdentityColumns | 'created_at' | 'updated_at';
export type RecordTable = { [T in keyof DB]: RecordColumnName extends keyof DB[T] ? T : never }[keyof DB];
export type Row<T extends RecordTable> = Selectable<DB[T]> & IdentityColumns;
/** Columns to save. What a new row must have besides is refused by the database. */
export type Columns<T extends RecordTable> = UpdateObject<DB, T>;

/** A row to add, as far as the application fills it. */
export type NewRow<T extends RecordTable> = InsertObject<DB, T>;

declare const about: unique symbol;
/**
 * A condition on a table's rows. It stands in any query that has the table in it under its own name, and names its
 * columns with the table where the query has others too.
 */
export type Where<T extends keyof DB> = Expression<SqlBool> & { readonly [about]?: T };

/** The condition that always holds: PostgreSQL leaves it out of its plans. */
export const always: Expression<SqlBool> = sql<SqlBool>`true`;

/** Builds conditions on a table's rows. */
export const conditionOn = <T extends keyof DB>(_: T) => expressionBuilder<DB, T>();

/** Compares a column of ids with any of these: `.where('id', '=', among(ids))`. */
export const among = (ids: readonly (number | string | null | undefined)[]) => sql<number>`any(${ids}::bigint[])`;

/** Holds records of a table until the transaction ends, in the order of their ids: what others are saving of them is waited for. */
export const hold = async (
  { tx, organization_id }: { tx: Pick<Tx, 'selectFrom'>; organization_id: number },
  table: string,
  ids: readonly number[],
): Promise<void> => {
  if (ids.length === 0) return;
  await tx
    .selectFrom(table as StandIn)
    .select('id')
    .where('organization_id', '=', organization_id)
    .where('id', '=', among(ids))
    .orderBy('id')
    .forUpdate()
    .execute();
};

type OrganizationTable = { [T in keyof DB]: 'organization_id' extends keyof DB[T] ? T : never }[keyof DB];

/** The rows of a table that belong to the caller's organization, to select, join and narrow down as any query. */
export const ofOrganization = <T extends OrganizationTable>(
  tx: Pick<Tx, 'selectFrom'>,
  table: T,
  { organization }: { organization: { id: number } },
): SelectQueryBuilder<DB, T, object> =>
  from(tx, table as StandIn).where(
    `${table}.organization_id` as `${StandIn}.organization_id`,
    '=',
    organization.id,
  ) as unknown as SelectQueryBuilder<DB, T, object>;

/** Deletes rows of an organization, in any transaction: narrow it down to which. */
export const deleteOf = <T extends OrganizationTable>(
  tx: Pick<Tx, 'deleteFrom'>,
  table: T,
  organization_id: number,
): DeleteQueryBuilder<DB, T, DeleteResult> =>
  tx.deleteFrom(table as StandIn).where('organization_id', '=', organization_id) as unknown as DeleteQueryBuilder<
    DB,
    T,
    DeleteResult
  >;

type StandIn = 'clients';
const from = (tx: Pick<Tx, 'selectFrom'>, table: RecordTable) => tx.selectFrom(table as StandIn);

/** A function that answers the ids of the rows to list, instead of the whole table's: an indexed search. */
export type Source = RawBuilder<{ id: number }>;

/**
 * Has what follows planned for its values. Of the plan that suits all of them the server thinks after five times, and it
 * suits neither ten thousand grants nor the two thousand people whom a search finds.
 */
const planForValues = (tx: Tx): void => {
  // Sent without waiting: if it fails, what follows fails with it.
  sql`set local plan_cache_mode = force_custom_plan`.execute(tx).catch(() => {});
};

/** The rows to list from. The function is asked apart: it answers where it is called, and the rows may be elsewhere. */
const searched = async (tx: Tx, { table, source }: { table: RecordTable; source?: Source | null | undefined }) => {
  if (!source) return from(tx, table);
  const { rows } = await sql<{ id: number }>`select id from ${source} found`.execute(tx);
  return from(tx, table).where('id', '=', among(rows.map(({ id }) => id)));
};

/** All conditions at once, the organization's own first: without it the planner cannot use the indexes. */
const all = (organization_id: number, conditions: readonly Expression<SqlBool>[]): Expression<SqlBool> => {
  const { eb, and } = conditionOn('clients');
  return and([eb('organization_id', '=', organization_id), ...conditions]);
};

/** What rows are ordered by: a column as SQL, or an expression with values of its own. */
export type Term = string | RawBuilder<unknown>;
const termOf = (term: Term) => (typeof term === 'string' ? sql.raw(term) : term);

/** What is behind the names that a list may be sorted by. */
export type Order = Readonly<Record<string, Term>>;

export type Page = { sort?: Sort | undefined; page: number; page_size?: number | undefined };

const orderBy = (order: Order, usual: readonly Term[], sort: Sort | undefined) => {
  const chosen = sort?.map((one) => sql`${termOf(order[one.field] as Term)} ${sql.raw(one.order)} nulls last`);
  return sql.join([...(chosen?.length ? chosen : usual.map(termOf)), sql.raw('id')]);
};

/** @param usual the order when the caller asks for none */
export type Listing<T extends RecordTable> = {
  table: T;
  organization_id: number;
  conditions: readonly Where<T>[];
  /** The columns to read; all of them unless given. */
  columns?: readonly (keyof Row<T> & string)[] | undefined;
  source?: Source | null;
  order: Order;
  usual: readonly Term[];
};

const selected = (query: ReturnType<typeof from>, columns: readonly string[] | undefined) =>
  columns ? query.select(columns as never) : query.selectAll();

/** Every row that meets the conditions, in order; refuses more than `limit` of them rather than leave some out. */
export const listRows = async <T extends RecordTable>(
  tx: Tx,
  { table, source, organization_id, conditions, columns, order, usual }: Listing<T>,
  { sort, limit }: { sort?: Sort | undefined; limit: number },
): Promise<Row<T>[]> => {
  const rows = await selected(await searched(tx, { table, source }), columns)
    .where(all(organization_id, conditions))
    .orderBy(orderBy(order, usual, sort))
    .limit(limit + 1)
    .execute();
  if (rows.length > limit)
    throw new Problem('invalid', { base: [`More than ${limit} match. Request them a page at a time, at /page/1.`] });
  return rows as unknown as Row<T>[];
};

/** Every row that meets the conditions, in order, some at a time: for files. The transaction must last as long. */
export async function* everyRow<T extends RecordTable>(
  tx: Tx,
  { table, source, organization_id, conditions, columns, order, usual }: Listing<T>,
  sort: Sort | undefined,
): AsyncGenerator<Row<T>[]> {
  const rows = selected(await searched(tx, { table, source }), columns)
    .where(all(organization_id, conditions))
    .orderBy(orderBy(order, usual, sort));
  const ask = async (part: RawBuilder<unknown>) => (await sql<Row<T>>`${sql.raw(once)}${part}`.execute(tx)).rows;
  yield* fetchedAhead<Row<T>>(ask, sql`${rows}`);
}

/** One page of the rows that meet the conditions, and how many there are in all. */
export const pageRows = async <T extends RecordTable>(
  tx: Tx,
  { table, source, organization_id, conditions, columns, order, usual }: Listing<T>,
  { sort, page, page_size = pageSize }: Page,
) => {
  planForValues(tx);
  const matching = (await searched(tx, { table, source })).where(all(organization_id, conditions));
  const ordering = orderBy(order, usual, sort);
  const skipped = (page - 1) * page_size;
  const ordered = matching.select('id').orderBy(ordering);
  const chosen = (ids: Expression<number>) =>
    selected(from(tx, table), columns)
      .where('organization_id', '=', organization_id)
      .where('id', '=', ids)
      .orderBy(ordering)
      .execute();
  // What a search finds is few: it is gone through once, for the page and for how many there are.
  const found = source ? (await ordered.execute()).map(({ id }) => id) : null;
  // Skipping over keys only keeps a page far down cheap; the rows are fetched for the page itself.
  const [rows, { count }] = await Promise.all([
    chosen(
      found
        ? among(found.slice(skipped, skipped + page_size))
        : sql<number>`any(array(${ordered.limit(page_size).offset(skipped)}))`,
    ),
    found
      ? { count: found.length }
      : matching.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  ]);
  return {
    rows: rows as unknown as Row<T>[],
    metadata: { page, page_size, total_count: count, total_pages: Math.ceil(count / page_size) },
  };
};

type RowQuery<T extends RecordTable> = { organization_id: number; id: number; where?: Where<T> | undefined };

/** The row, when it meets the condition; else not_found, whether or not there is such a row. */
export const findRow = async <T extends RecordTable>(
  tx: Tx,
  table: T,
  { organization_id, id, where = always }: RowQuery<T>,
): Promise<Row<T>> => {
  const row = await from(tx, table)
    .selectAll()
    .where('id', '=', id)
    .where(all(organization_id, [where]))
    .executeTakeFirst();
  if (!row) throw new Problem('not_found');
  return row as unknown as Row<T>;
};

/** Adds a row and answers it as stored. */
export const insertRow = async <T extends RecordTable>(tx: Tx, table: T, values: NewRow<T>): Promise<Row<T>> =>
  (await tx
    .insertInto(table as StandIn)
    .values(values as never)
    .returningAll()
    .executeTakeFirstOrThrow()) as unknown as Row<T>;

/** A row, and the version of it that the caller saw, when they say which. */
type VersionedRow<T extends RecordTable> = { row: Row<T>; lock_version?: number | undefined };

/** Throws conflict when the caller saw another version than the one that is stored. */
export const checkVersion = async <T extends RecordTable>(
  tx: Tx,
  table: T,
  { row, lock_version }: VersionedRow<T>,
): Promise<void> => {
  if (lock_version === undefined || lock_version === row.lock_version) return;
  throw await conflict(tx, table, row);
};

/** The history's names for tables that are called otherwise there. */
const itemTypes: Partial<Record<RecordTable, string>> = { responses: 'client_forms', memberships: 'users' };

/** The conflict, with who changed the record and when. */
const conflict = async (tx: Tx, table: RecordTable, { organization_id, id }: IdentityColumns): Promise<Problem> => {
  const last = await tx
    .selectFrom('versions')
    .leftJoin('users', 'users.id', 'versions.user_id')
    .select(['users.first_name', 'users.last_name', 'versions.created_at'])
    .where('versions.organization_id', '=', organization_id)
    .where('item_type', '=', itemTypes[table] ?? table)
    .where('item_id', '=', id)
    .orderBy('versions.created_at', 'desc')
    .orderBy('versions.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const problem = new Problem('conflict');
  if (!last) return problem;
  const who = [last.first_name, last.last_name].filter(Boolean).join(' ') || 'the system';
  return new Problem('conflict', {
    base: [...(problem.errors.base ?? []), `Changed by ${who}.`],
    changed_by: [who],
    changed_at: [last.created_at],
  });
};

/** Saves only over the version that the caller saw, when they say which. History is written by trigger. */
export const updateRow = async <T extends RecordTable>(
  tx: Tx,
  table: T,
  { row, lock_version, columns }: VersionedRow<T> & { columns: Columns<T> },
): Promise<Row<T>> => {
  await checkVersion(tx, table, { row, lock_version });
  const saved = await tx
    .updateTable(table as StandIn)
    .set({ ...columns, lock_version: row.lock_version + 1, updated_at: sql`now()` } as never)
    .where('organization_id', '=', row.organization_id)
    .where('id', '=', row.id)
    .where('lock_version', '=', row.lock_version)
    .returningAll()
    .executeTakeFirst();
  if (!saved) throw await conflict(tx, table, row);
  return saved as unknown as Row<T>;
};

/** Deletes only the version that the caller saw, when they say which. */
export const removeRow = async <T extends RecordTable>(
  tx: Tx,
  table: T,
  { row, lock_version }: VersionedRow<T>,
): Promise<void> => {
  await checkVersion(tx, table, { row, lock_version });
  const { numDeletedRows } = await tx
    .deleteFrom(table as StandIn)
    .where('organization_id', '=', row.organization_id)
    .where('id', '=', row.id)
    .executeTakeFirstOrThrow();
  if (!numDeletedRows) throw new Problem('not_found');
};
