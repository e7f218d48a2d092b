import { sql } from 'kysely';
import type { Sort } from '#contract/kit/list.ts';
import type { Action, Entity } from '#contract/kit/privileges.ts';
import type { DB } from './db.ts';
import type { Member, MemberContext } from './handlers.ts';
import { invalid, Problem } from './problem.ts';
import {
  checkVersion,
  findRow,
  insertRow,
  listRows,
  type Order,
  pageRows,
  type RecordTable,
  type Row,
  removeRow,
  type Source,
  updateRow,
  type Where,
} from './rows.ts';

/** A list that is asked for whole may hold this many; beyond, it must be asked for by pages. */
const wholeListLimit = 5000;

/**
 * What a resource says about itself. Whatever does not fit in here is a reason to write the handler by hand.
 * Wire types are checked against the contract when the answer leaves, so they are not repeated here.
 */
export type Serving<T extends RecordTable> = {
  table: T;
  /** Which rows the caller may do this with. */
  scope: (caller: Member, action: Action) => Where<T>;
  /** The conditions of a list's search and filters. Throw a Problem for what cannot be asked. */
  filter: (asked: Asked, context: MemberContext) => Where<T>[];
  /** Rows to search instead of the whole table's, for searches that have an index of their own. */
  source?: (query: string | undefined) => Source | null;
  /** The columns that lists need; all of them unless given. */
  columns?: readonly (keyof Row<T> & string)[];
  /** The columns behind the names that the list may be sorted by, and the usual order, as SQL. */
  order: { by: Order; usual: string[] };
  /** What was sent -> columns to save. `before` is absent on create. Throw a Problem to refuse. */
  write: (sent: Record<string, unknown>, context: MemberContext, before?: Row<T>) => object | Promise<object>;
  /** What must follow a write in other tables. */
  written?: (row: Row<T>, sent: Record<string, unknown>, context: MemberContext, before?: Row<T>) => Promise<void>;
  /** Rows -> what the caller may see of them, for lists and single records alike. */
  present: (rows: Row<T>[], context: MemberContext, whole: boolean) => object[] | Promise<object[]>;
  /** What must go before a row can be deleted, or why it cannot. */
  removing?: (row: Row<T>, context: MemberContext) => Promise<void>;
};

/** What a list is asked for; the last two where its route takes them. */
export type Asked = {
  query?: string | undefined;
  filters?: Record<string, unknown> | undefined;
  conditions?: { and: object[] } | undefined;
  category?: number | undefined;
};
type Listed = { query: Asked & { sort?: Sort | undefined; page_size?: number | undefined } };
type Paged = Listed & { params: { page: number } };
type One = { params: { id: number } };
type Sent = { body: Record<string, unknown> & { lock_version?: number | undefined } };

/** The row that a request names: not_found unless the caller may read it, forbidden unless they may do this with it. */
export const findFor = async <T extends RecordTable>(
  { table, scope }: Pick<Serving<T>, 'table' | 'scope'>,
  id: number,
  { tx, caller, action }: Pick<MemberContext, 'tx' | 'caller' | 'action'>,
): Promise<Row<T>> => {
  const { organization } = caller;
  const row = await findRow(tx, table, organization.id, id, scope(caller, 'read'));
  if (action === 'read' || caller.everything) return row;
  await findRow(tx, table, organization.id, id, scope(caller, action)).catch((error) => {
    throw error instanceof Problem && error.code === 'not_found' ? new Problem('forbidden') : error;
  });
  return row;
};

/** The handlers of crudRoutes(), read from a resource's answers. */
export const crud = <T extends RecordTable>(resource: { entity: Entity }, serving: Serving<T>) => {
  const { table, scope, filter, source, columns, order, write, written, present, removing } = serving;

  const listing = (context: MemberContext, asked: Asked) => ({
    table,
    organization_id: context.caller.organization.id,
    conditions: [scope(context.caller, 'read'), ...filter(asked, context)],
    source: source?.(asked.query) ?? null,
    columns,
    order: order.by,
    usual: order.usual,
  });
  const shown = async (row: Row<T>, context: MemberContext) => (await present([row], context, true))[0] as never;

  return {
    list: async ({ query }: Listed, context: MemberContext) => {
      const rows = await listRows(context.tx, listing(context, query), { sort: query.sort, limit: wholeListLimit });
      return { data: (await present(rows, context, false)) as never };
    },
    page: async ({ query, params }: Paged, context: MemberContext) => {
      const { rows, metadata } = await pageRows(context.tx, listing(context, query), {
        sort: query.sort,
        page: params.page,
        page_size: query.page_size,
      });
      return { data: (await present(rows, context, false)) as never, metadata };
    },
    show: async ({ params }: One, context: MemberContext) => shown(await findFor(serving, params.id, context), context),
    create: async ({ body }: Sent, context: MemberContext) => {
      const row = await insertRow(context.tx, table, context.caller.organization.id, await write(body, context));
      await written?.(row, body, context);
      return shown(row, context);
    },
    update: async ({ params, body: { lock_version, ...sent } }: One & Sent, context: MemberContext) => {
      const before = await findFor(serving, params.id, context);
      const row = await updateRow(context.tx, table, before, lock_version, await write(sent, context, before));
      await written?.(row, sent, context, before);
      return shown(row, context);
    },
    remove: async (
      { params, body }: One & { body?: { lock_version?: number | undefined } | undefined },
      context: MemberContext,
    ) => {
      const row = await findFor(serving, params.id, context);
      await checkVersion(context.tx, table, row as never, body?.lock_version);
      await removing?.(row, context);
      await removeRow(context.tx, table, row, body?.lock_version);
      await context.tx
        .deleteFrom('record_permissions')
        .where('organization_id', '=', context.caller.organization.id)
        .where('entity', '=', resource.entity)
        .where('record_id', '=', params.id)
        .execute();
    },
  };
};

/** Refuses a change to what cannot be changed once it is saved. */
export const unchanged = (sent: unknown, stored: unknown, path: string, message: string): void => {
  if (sent !== undefined && sent !== stored) throw invalid(path, message);
};

/** The words of a search; every one must be found, wherever it stands (R2). Compare them by `like kit.pattern(word)`. */
export const words = (query: string | undefined): string[] => (query ?? '').split(/[\s,]+/).filter(Boolean);

/** The usual search of small tables: every word somewhere in the folded name, or the record's number. */
export const named =
  <T extends keyof DB>(query: string | undefined, column = 'sort_name'): Where<T> =>
  (eb) => {
    const asked = words(query);
    if (asked.length === 0) return null;
    const inName = asked.map((word) => sql<boolean>`${sql.raw(column)} like kit.pattern(${word})`);
    const [first] = asked;
    if (asked.length > 1 || !/^\d{1,15}$/.test(first as string)) return eb.and(inName);
    return eb.or([...inName, sql<boolean>`id = ${Number(first)}`]);
  };
