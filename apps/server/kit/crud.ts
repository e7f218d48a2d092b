import { type Expression, type SqlBool, sql } from 'kysely';
import type { z } from 'zod';
import type { Issue } from '#contract/kit/issues.ts';
import type { Search } from '#contract/kit/list.ts';
import type { Action, Entity } from '#contract/kit/privileges.ts';
import type { AnyResource } from '#contract/kit/resource.ts';
import type { Member, MemberContext } from './handlers.ts';
import { wholeListLimit } from './paged.ts';
import { NoConsent, Problem, refuse } from './problem.ts';
import {
  always,
  type Columns,
  checkVersion,
  conditionOn,
  findRow,
  insertRow,
  type Listing,
  listRows,
  type NewRow,
  pageRows,
  type RecordTable,
  type Row,
  removeRow,
  type Source,
  type Term,
  updateRow,
  type Where,
} from './rows.ts';

/** What was sent of a record: all that is needed to create one, or what changes of it. */
export type ResourceInput<R extends AnyResource> = {
  [K in keyof z.output<R['create']>]?: z.output<R['create']>[K] | undefined;
};
export type Awaitable<V> = V | Promise<V>;
/** What a write saves, and what must follow it in other tables. */
export type RowWrite<T extends RecordTable> = { columns: Columns<T>; after?: (row: Row<T>) => Promise<void> };

type Ordering<R extends AnyResource> = { by: Readonly<Record<R['sort'][number], Term>>; usual: readonly Term[] };

/** What a resource of the contract says about itself. Whatever does not fit in here is a handler written by hand. */
export type Serving<R extends AnyResource, T extends RecordTable> = {
  table: T;
  /** Which rows the caller may do this with. */
  scope: (caller: Member, action: Action) => Where<T>;
  /** The conditions of a list's search and filters. Throw a Problem for what cannot be asked. */
  filter: (search: z.output<R['query']>, context: MemberContext) => Awaitable<Where<T>[]>;
  /** Rows to search instead of the whole table's, for searches that have an index of their own. */
  source?: (query: string | undefined) => Source | null;
  /** The columns that lists need; all of them unless given. */
  columns?: readonly (keyof Row<T> & string)[];
  /** What is behind the names that the list may be sorted by, and the usual order. */
  order: Ordering<R> | ((caller: Member) => Ordering<R>);
  /**
   * What is wrong with what was sent, as far as the contract cannot know. Other fields may have been refused: what they
   * hold is missing here, also on create.
   */
  check?: (sent: ResourceInput<R>, context: MemberContext, before?: Row<T>) => Awaitable<readonly Issue[]>;
  /** What was sent -> columns to save, and what follows. `before` is absent on create. Throw a Problem to refuse. */
  write: (sent: ResourceInput<R>, context: MemberContext, before?: Row<T>) => Awaitable<RowWrite<T>>;
  /** Rows -> what the caller may see of them, by themselves. */
  serialize: (rows: Row<T>[], context: MemberContext) => Awaitable<z.input<R['record']>[]>;
  /** Rows -> what lists show of them, where that is less. */
  serializeListed?: (rows: Row<T>[], context: MemberContext) => Awaitable<z.input<R['listed']>[]>;
  /** What must go before a row can be deleted, or why it cannot. */
  removing?: (row: Row<T>, context: MemberContext) => Promise<void>;
};

export type One = { params: { id: number } };
export type WithLockVersion = { lock_version?: number | undefined };
type Removal = One & { body?: WithLockVersion | undefined };

type Serializer<I, V> = { serialize: (rows: I[], context: MemberContext) => Awaitable<V[]> };

/** Reads a row as the resource's record. */
export const showRow = async <I, V>({ serialize }: Serializer<I, V>, row: I, context: MemberContext): Promise<V> =>
  (await serialize([row], context))[0] as V;

type ScopedTable<T extends RecordTable> = { table: T; scope: (caller: Member, action: Action) => Where<T> };

/** Finds a record of a person; throws consent_required for one that would be found if the person had agreed. */
export const orNoConsent = async <R>(caller: Member, find: (who: Member) => Promise<R>): Promise<R> =>
  find(caller).catch(async (error) => {
    const { consent, ...anybody } = caller;
    if (!consent || !(error instanceof Problem && error.code === 'not_found')) throw error;
    const { client_id, id } = (await find(anybody)) as { id: number; client_id?: number | null };
    throw new NoConsent(client_id ?? id, consent.to);
  });

/**
 * The row that a request names: not_found unless the caller may read it, forbidden unless they may do this with it, and
 * consent_required where its person has not agreed to what the caller asks for.
 */
export const findFor = async <T extends RecordTable>(
  { table, scope }: ScopedTable<T>,
  id: number,
  { tx, caller, action }: Pick<MemberContext, 'tx' | 'caller' | 'action'>,
): Promise<Row<T>> => {
  const organization_id = caller.organization.id;
  const row = await orNoConsent(caller, (who) =>
    findRow(tx, table, { organization_id, id, where: scope(who, 'read') }),
  );
  if (action === 'read' || caller.everything) return row;
  await findRow(tx, table, { organization_id, id, where: scope(caller, action) }).catch((error) => {
    throw error instanceof Problem && error.code === 'not_found' ? new Problem('forbidden') : error;
  });
  return row;
};

/** Takes away the grants on a record that goes. */
export const removeGrants = async (
  { tx }: Pick<MemberContext, 'tx'>,
  entity: Entity,
  record_id: number,
): Promise<void> => {
  await tx.deleteFrom('record_permissions').where('entity', '=', entity).where('record_id', '=', record_id).execute();
};

type ListServing<T extends RecordTable, G, V> = Serializer<Row<T>, V> & {
  /** Which rows, in which order. Throw a Problem when what they belong to is not there. */
  rows: (input: G, context: MemberContext) => Awaitable<Listing<T>>;
  /** How many may be asked for at once. */
  limit?: number;
};

/** The handlers of listRoutes(). */
export const lists = <T extends RecordTable, G extends { params: object; query: Search }, V>({
  rows,
  serialize,
  limit = wholeListLimit,
}: ListServing<T, G, V>) => ({
  list: async (input: G, context: MemberContext) => {
    const { sort } = input.query;
    return { data: await serialize(await listRows(context.tx, await rows(input, context), { sort, limit }), context) };
  },
  page: async (input: G & { params: { page: number } }, context: MemberContext) => {
    const { sort, page_size } = input.query;
    const { page } = input.params;
    const found = await pageRows(context.tx, await rows(input, context), { sort, page, page_size });
    return { data: await serialize(found.rows, context), metadata: found.metadata };
  },
});

/** The handler of cloneRoutes(): who may see a record may copy it; to change the copy is another matter. */
export const clone = <T extends RecordTable, V, B = unknown>(
  serving: ScopedTable<T> & Serializer<Row<T>, V>,
  copy: (row: Row<T>, context: MemberContext, body: B) => Promise<Row<T>>,
) => ({
  clone: async ({ params, body }: One & { body: B }, context: MemberContext) => {
    const row = await findFor(serving, params.id, { ...context, action: 'read' });
    return showRow(serving, await copy(row, context, body), context);
  },
});

/** The rows that a list of a resource shows: those that the caller may read and that it was asked for. */
export const listingOf =
  <R extends AnyResource, T extends RecordTable>({ table, filter, scope, source, columns, order }: Serving<R, T>) =>
  async ({ query }: { query: z.output<R['query']> & Search }, context: MemberContext): Promise<Listing<T>> => {
    const { by, usual } = typeof order === 'function' ? order(context.caller) : order;
    return {
      table,
      organization_id: context.caller.organization.id,
      conditions: [scope(context.caller, 'read'), ...(await filter(query, context))],
      source: source?.(query.query) ?? null,
      columns,
      order: by,
      usual,
    };
  };

/** The handlers of crudRoutes(), read from a resource's answers. */
export const crud = <R extends AnyResource, T extends RecordTable>({ entity }: R, serving: Serving<R, T>) => {
  const { table, write, serialize, serializeListed = serialize, removing } = serving;
  const check = async (sent: ResourceInput<R>, context: MemberContext, before?: Row<T>) =>
    (await serving.check?.(sent, context, before)) ?? [];

  return {
    ...lists({
      rows: (input: { params: object; query: z.output<R['query']> & Search }, context) =>
        listingOf(serving)(input, context),
      serialize: serializeListed,
    }),
    show: async ({ params }: One, context: MemberContext) =>
      showRow(serving, await findFor(serving, params.id, context), context),
    // Their third argument: columns that the body does not hold, such as those of a file that came along.
    create: {
      check: ({ body }: { body: ResourceInput<R> }, context: MemberContext) => check(body, context),
      handle: async ({ body }: { body: ResourceInput<R> }, context: MemberContext, others?: Columns<T> | null) => {
        refuse(await check(body, context));
        const { columns: own, after } = await write(body, context);
        const organization_id = context.caller.organization.id;
        const row = await insertRow(context.tx, table, { organization_id, ...own, ...others } as NewRow<T>);
        await after?.(row);
        return showRow(serving, row, context);
      },
    },
    update: {
      check: async ({ params, body }: One & { body: ResourceInput<R> }, context: MemberContext) =>
        check(body, context, await findFor(serving, params.id, context)),
      handle: async (
        { params, body }: One & { body: ResourceInput<R> & WithLockVersion },
        context: MemberContext,
        others?: Columns<T> | null,
      ) => {
        const { lock_version, ...rest } = body;
        const sent = rest as ResourceInput<R>;
        const before = await findFor(serving, params.id, context);
        refuse(await check(sent, context, before));
        const { columns: own, after } = await write(sent, context, before);
        const changed = { row: before, lock_version, columns: { ...own, ...others } };
        const row = await updateRow(context.tx, table, changed);
        await after?.(row);
        return showRow(serving, row, context);
      },
    },
    remove: async ({ params, body }: Removal, context: MemberContext) => {
      const row = await findFor(serving, params.id, context);
      const seen = { row, lock_version: body?.lock_version };
      await checkVersion(context.tx, table, seen);
      await removing?.(row, context);
      await removeRow(context.tx, table, seen);
      await removeGrants(context, entity, row.id);
    },
  };
};

/** The words of a search; every one must be found, wherever it stands. Compare them by `like kit.pattern(word)`. */
export const words = (query: string | undefined): string[] => (query ?? '').split(/[\s,]+/).filter(Boolean);

/** The usual search of small tables: every word somewhere in the folded name, or the record's number. */
export const named = (query: string | undefined, column = 'sort_name'): Expression<SqlBool> => {
  const { and, or } = conditionOn('forms');
  const sought = words(query);
  if (sought.length === 0) return always;
  const inName = sought.map((word) => sql<boolean>`${sql.raw(column)} like kit.pattern(${word})`);
  const [first] = sought;
  if (sought.length > 1 || !/^\d{1,15}$/.test(first as string)) return and(inName);
  return or([...inName, sql<boolean>`id = ${Number(first)}`]);
};
