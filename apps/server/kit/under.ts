import { type SqlBool, sql } from 'kysely';
import type { z } from 'zod';
import type { Issue } from '#contract/kit/issues.ts';
import type { AnyBelow } from '#contract/kit/resource.ts';
import type { Awaitable, One, RowWrite, WithLockVersion } from './crud.ts';
import type { MemberContext } from './handlers.ts';
import { refuse } from './problem.ts';
import {
  type Columns,
  conditionOn,
  findRow,
  insertRow,
  listRows,
  type NewRow,
  pageRows,
  type RecordTable,
  type Row,
  removeRow,
  updateRow,
  type Where,
} from './rows.ts';

/** A record that others live below. */
export type Above<K extends string, A extends { id: number }, T extends RecordTable, P> = {
  /** What the path calls its id. */
  key: K;
  /** The column of it in what lives below, where that has another name. */
  column?: keyof Row<T> & string;
  /** The columns that say where a row belongs, where that takes more than the id of the record above. */
  belongs?: (above: A) => Columns<T>;
  /** The record of the path, when the caller may do with it what the route asks for; else a Problem. */
  find: (id: number, context: MemberContext, params: P) => Promise<A>;
};

/** What is below one record: where it belongs, and what is there already. */
export type Place<A, T extends RecordTable> = { above: A; before?: Row<T> };

export type ChildInput<R extends AnyBelow> = {
  [K in keyof z.output<R['create']>]?: z.output<R['create']>[K] | undefined;
};

/** What lives below another record says about itself. */
export type ServingBelow<R extends AnyBelow, T extends RecordTable, A> = {
  table: T;
  /** The order of the list, as SQL. */
  usual: readonly string[];
  /** What is wrong with what was sent, as far as the contract cannot know; fields that it refused are missing here. */
  check?: (sent: ChildInput<R>, place: Place<A, T>) => Awaitable<readonly Issue[]>;
  /** What was sent -> columns to save, and what follows. `before` is absent on create. Throw a Problem to refuse. */
  write: (sent: ChildInput<R>, context: MemberContext, place: Place<A, T>) => Awaitable<RowWrite<T>>;
  /** Rows -> what the caller may see of them. */
  serialize: (rows: Row<T>[], context: MemberContext, above: A) => Awaitable<z.input<R['record']>[]>;
  /** What must go before a row can be deleted, or why it cannot. */
  removing?: (row: Row<T>, context: MemberContext, above: A) => Awaitable<void>;
};

/** So many of one record are listed at once. */
const listLimit = 1000;

/** The handlers of underRoutes(): the record above is found first, and one of another record is not found. */
export const under = <
  R extends AnyBelow,
  T extends RecordTable,
  K extends string,
  A extends { id: number },
  P extends { [Q in K]: number } = { [Q in K]: number },
>(
  _: R,
  {
    key,
    column = key as keyof Row<T> & string,
    belongs = ({ id }) => ({ [column]: id }) as Columns<T>,
    find,
  }: Above<K, A, T, P>,
  { table, usual, check = () => [], write, serialize, removing }: ServingBelow<R, T, A>,
) => {
  type In = { params: P };
  const { and } = conditionOn('forms');
  const belongsTo = (above: A): Where<T> =>
    and(Object.entries(belongs(above)).map(([name, value]) => sql<SqlBool>`${sql.ref(name)} = ${value}`));
  const above = (params: P, context: MemberContext) => find(params[key], context, params);
  const rowOf = async (params: P & One['params'], context: MemberContext) => {
    const parent = await above(params, context);
    const { id } = params;
    const { organization } = context.caller;
    const sought = { organization_id: organization.id, id, where: belongsTo(parent) };
    return { above: parent, row: await findRow(context.tx, table, sought) };
  };
  const show = async (row: Row<T>, context: MemberContext, parent: A) =>
    (await serialize([row], context, parent))[0] as z.input<R['record']>;

  const listing = (parent: A, { caller }: MemberContext) => {
    const organization_id = caller.organization.id;
    return { table, organization_id, conditions: [belongsTo(parent)], order: {}, usual };
  };

  return {
    list: async ({ params }: In, context: MemberContext) => {
      const parent = await above(params, context);
      const rows = await listRows(context.tx, listing(parent, context), { limit: listLimit });
      return { data: await serialize(rows, context, parent) };
    },
    /** The handler of pageUnderRoutes(). */
    page: async (
      { params, query }: { params: P & { page: number }; query: { page_size?: number | undefined } },
      context: MemberContext,
    ) => {
      const { page_size } = query;
      const parent = await above(params, context);
      const found = await pageRows(context.tx, listing(parent, context), { page: params.page, page_size });
      return { data: await serialize(found.rows, context, parent), metadata: found.metadata };
    },
    show: async ({ params }: { params: P & One['params'] }, context: MemberContext) => {
      const { above: parent, row } = await rowOf(params, context);
      return show(row, context, parent);
    },
    create: {
      check: async ({ params, body }: In & { body: ChildInput<R> }, context: MemberContext) =>
        check(body, { above: await above(params, context) }),
      handle: async ({ params, body }: In & { body: ChildInput<R> }, context: MemberContext) => {
        const parent = await above(params, context);
        refuse(await check(body, { above: parent }));
        const { columns, after } = await write(body, context, { above: parent });
        const organization_id = context.caller.organization.id;
        const values = { organization_id, ...belongs(parent), ...columns } as NewRow<T>;
        const row = await insertRow(context.tx, table, values);
        await after?.(row);
        return show(row, context, parent);
      },
    },
    update: {
      check: async ({ params, body }: { params: P & One['params']; body: ChildInput<R> }, context: MemberContext) => {
        const { above: parent, row: before } = await rowOf(params, context);
        return check(body, { above: parent, before });
      },
      handle: async (
        { params, body }: { params: P & One['params']; body: ChildInput<R> & WithLockVersion },
        context: MemberContext,
      ) => {
        const { lock_version, ...rest } = body;
        const sent = rest as ChildInput<R>;
        const { above: parent, row: before } = await rowOf(params, context);
        refuse(await check(sent, { above: parent, before }));
        const { columns, after } = await write(sent, context, { above: parent, before });
        const row = await updateRow(context.tx, table, { row: before, lock_version, columns });
        await after?.(row);
        return show(row, context, parent);
      },
    },
    remove: async (
      { params, body }: { params: P & One['params']; body?: WithLockVersion | undefined },
      context: MemberContext,
    ) => {
      const { above: parent, row } = await rowOf(params, context);
      await removing?.(row, context, parent);
      await removeRow(context.tx, table, { row, lock_version: body?.lock_version });
    },
  };
};
