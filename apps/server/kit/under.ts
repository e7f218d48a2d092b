import { sql } from 'kysely';
import type { z } from 'zod';
import type { Issue } from '#contract/kit/issues.ts';
import type { AnyBelow } from '#contract/kit/resource.ts';
import type { Awaitable, One, Versioned, Written } from './crud.ts';
import type { MemberContext } from './handlers.ts';
import { refuse } from './problem.ts';
import {
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
export type Above<K extends string, A extends { id: number }, C extends string = string> = {
  /** What the path calls its id. */
  key: K;
  /** The column of it in what lives below, where that has another name. */
  column?: C;
  /** The record of the path, when the caller may do with it what the route asks for; else a Problem. */
  find: (id: number, context: MemberContext) => Promise<A>;
};

/** What is below one record: where it belongs, and what is there already. */
export type Place<A, T extends RecordTable> = { above: A; before?: Row<T> };

export type SentBelow<R extends AnyBelow> = {
  [K in keyof z.output<R['create']>]?: z.output<R['create']>[K] | undefined;
};

/** What lives below another record says about itself. */
export type ServingBelow<R extends AnyBelow, T extends RecordTable, A> = {
  table: T;
  /** The order of the list, as SQL. */
  usual: readonly string[];
  /** What is wrong with what was sent, as far as the contract cannot know; fields that it refused are missing here. */
  check?: (sent: SentBelow<R>, place: Place<A, T>) => Awaitable<readonly Issue[]>;
  /** What was sent -> columns to save, and what follows. `before` is absent on create. Throw a Problem to refuse. */
  write: (sent: SentBelow<R>, context: MemberContext, place: Place<A, T>) => Awaitable<Written<T>>;
  /** Rows -> what the caller may see of them. */
  present: (rows: Row<T>[], context: MemberContext) => Awaitable<z.input<R['record']>[]>;
  /** What must go before a row can be deleted, or why it cannot. */
  removing?: (row: Row<T>, context: MemberContext, above: A) => Awaitable<void>;
};

/** So many of one record are listed at once. */
const listLimit = 1000;

/** The handlers of underRoutes(): the record above is found first, and one of another record is not found. */
export const under = <R extends AnyBelow, T extends RecordTable, K extends string, A extends { id: number }>(
  _: R,
  { key, column = key as keyof Row<T> & string, find }: Above<K, A, keyof Row<T> & string>,
  { table, usual, check = () => [], write, present, removing }: ServingBelow<R, T, A>,
) => {
  type In = { params: { [P in K]: number } };
  const belongsTo = (id: number): Where<T> => conditionOn('forms')(sql.ref<number>(column), '=', id);
  const rowOf = async (params: In['params'] & One['params'], context: MemberContext) => {
    const above = await find(params[key], context);
    const { id } = params;
    const { organization } = context.caller;
    const sought = { organization_id: organization.id, id, where: belongsTo(above.id) };
    return { above, row: await findRow(context.tx, table, sought) };
  };
  const shown = async (row: Row<T>, context: MemberContext) =>
    (await present([row], context))[0] as z.input<R['record']>;

  const listing = async (params: In['params'], context: MemberContext) => {
    const { id } = await find(params[key], context);
    const organization_id = context.caller.organization.id;
    return { table, organization_id, conditions: [belongsTo(id)], order: {}, usual };
  };

  return {
    list: async ({ params }: In, context: MemberContext) => {
      const rows = await listRows(context.tx, await listing(params, context), { limit: listLimit });
      return { data: await present(rows, context) };
    },
    /** The handler of pageUnderRoutes(). */
    page: async (
      { params, query }: { params: In['params'] & { page: number }; query: { page_size?: number | undefined } },
      context: MemberContext,
    ) => {
      const { page_size } = query;
      const found = await pageRows(context.tx, await listing(params, context), { page: params.page, page_size });
      return { data: await present(found.rows, context), metadata: found.metadata };
    },
    show: async ({ params }: In & One, context: MemberContext) => shown((await rowOf(params, context)).row, context),
    create: {
      check: async ({ params, body }: In & { body: SentBelow<R> }, context: MemberContext) =>
        check(body, { above: await find(params[key], context) }),
      handle: async ({ params, body }: In & { body: SentBelow<R> }, context: MemberContext) => {
        const above = await find(params[key], context);
        refuse(await check(body, { above }));
        const { columns, after } = await write(body, context, { above });
        const organization_id = context.caller.organization.id;
        const values = { organization_id, [column]: above.id, ...columns } as NewRow<T>;
        const row = await insertRow(context.tx, table, values);
        await after?.(row);
        return shown(row, context);
      },
    },
    update: {
      check: async ({ params, body }: In & One & { body: SentBelow<R> }, context: MemberContext) => {
        const { above, row: before } = await rowOf(params, context);
        return check(body, { above, before });
      },
      handle: async ({ params, body }: In & One & { body: SentBelow<R> & Versioned }, context: MemberContext) => {
        const { lock_version, ...rest } = body;
        const sent = rest as SentBelow<R>;
        const { above, row: before } = await rowOf(params, context);
        refuse(await check(sent, { above, before }));
        const { columns, after } = await write(sent, context, { above, before });
        const row = await updateRow(context.tx, table, { row: before, lock_version, columns });
        await after?.(row);
        return shown(row, context);
      },
    },
    remove: async ({ params, body }: In & One & { body?: Versioned | undefined }, context: MemberContext) => {
      const { above, row } = await rowOf(params, context);
      await removing?.(row, context, above);
      await removeRow(context.tx, table, { row, lock_version: body?.lock_version });
    },
  };
};
