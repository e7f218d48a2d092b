import { z } from 'zod';
import { listOf, listQuery, pageOf, pageParams, type Search, whole } from './list.ts';
import type { Action, Demand, Entity } from './privileges.ts';
import { type Access, id, route } from './route.ts';
import { timestamp } from './text.ts';

/** What every record carries, and nobody may set. */
export const stamps = z.object({ id, created_at: timestamp, updated_at: timestamp, lock_version: z.int() });

type Shape = z.ZodRawShape;
type Path<N extends string> = `/organization/:org/${N}`;
type Title = { one: string; many: string };
type RecordShape<F extends Shape, S extends Shape> = typeof stamps.shape & Omit<F, keyof S> & S;
type Spec<
  N extends string,
  F extends Shape,
  S extends Shape,
  Q extends Shape,
  O extends keyof F,
  K extends string,
  M extends Shape,
  U extends string,
> = {
  /** The collection's name, which is also its path. */
  name: N;
  entity: Entity;
  title: Title;
  /** What may be written. No `.default()` in here: zod fills it in after `.partial()` too, so a PUT would reset it. */
  fields: z.ZodObject<F>;
  /** Fields that may be left out when creating; the column's default supplies them. */
  optional: readonly O[];
  /** What is shown besides, and cannot be written. */
  shown: z.ZodObject<S>;
  /** What lists leave out: only the record by itself shows it. */
  unlisted?: readonly U[];
  filters: z.ZodObject<Q>;
  sort: readonly [K, ...K[]];
  /** What lists take besides, such as `narrowing`. */
  search?: M;
};

type Creation<F extends Shape, O extends keyof F> = z.ZodObject<
  { [K in keyof F]: K extends O ? z.ZodOptional<F[K]> : F[K] },
  z.core.$strict
>;

/** Names a resource and builds its wire schemas. It makes no routes: the functions below do, one family each. */
export const defineResource = <
  const N extends string,
  F extends Shape,
  S extends Shape,
  Q extends Shape,
  const O extends keyof F,
  const K extends string,
  M extends Shape = Record<never, never>,
  const U extends string = never,
>(
  spec: Spec<N, F, S, Q, O, K, M, U>,
) => {
  // Where a field is shown in another shape than it is written in, the shown one stands; the spread alone would type both.
  const record = z.object({ ...stamps.shape, ...spec.fields.shape, ...spec.shown.shape }) as unknown as z.ZodObject<
    RecordShape<F, S>
  >;
  const unlisted = Object.fromEntries((spec.unlisted ?? []).map((key) => [key, true]));
  return {
    ...spec,
    path: `/organization/:org/${spec.name}` as Path<N>,
    record,
    /** A record as lists show it. */
    listed: record.omit(unlisted as never) as unknown as z.ZodObject<Omit<RecordShape<F, S>, U>>,
    create: z.strictObject({
      ...spec.fields.shape,
      ...Object.fromEntries(spec.optional.map((key) => [key, (spec.fields.shape[key] as z.ZodType).optional()])),
    }) as unknown as Creation<F, O>,
    changes: z.strictObject({ ...spec.fields.partial().shape, lock_version: z.int().optional() }),
    query: listQuery(z.strictObject(spec.filters.shape).partial(), spec.sort, spec.search),
  };
};

/** A resource as far as its routes and handlers need it, whatever its fields are. */
export type AnyResource = {
  name: string;
  entity: Entity;
  path: Path<string>;
  title: Title;
  sort: readonly [string, ...string[]];
  query: z.ZodType<Search>;
  record: z.ZodType;
  listed: z.ZodType;
  create: z.ZodType;
  changes: z.ZodType;
};

/** What a clone answers: the copy, and the collection that it belongs to. Handlers answer the copy alone. */
export const copyOf = <N extends string, R extends z.ZodRawShape>(r: { name: N; record: z.ZodObject<R> }) =>
  r.record.extend({ type: z.literal(r.name).default(r.name as never) });

/** A DELETE may carry the version that the caller saw. */
export const removal = z.strictObject({ lock_version: z.int().optional() });

/**
 * A list, whole and by pages.
 * @param spec `summary` is that of the whole list; `audited` when it shows what people said
 */
export const listRoutes = <N extends string, Q extends z.ZodType<Search>, R extends z.ZodType, A extends Access>(spec: {
  path: Path<N>;
  access: A;
  summary: string;
  query: Q;
  record: R;
}) => {
  const { path, access, summary, query, record } = spec;
  return {
    list: route({ method: 'GET', path, access, summary, query, response: listOf(record) }),
    page: route({
      method: 'GET',
      path: `${path}/page/:page`,
      access,
      summary: `${summary}, a page at a time`,
      params: pageParams,
      query,
      response: pageOf(record),
    }),
  };
};

/** List, paged list, show, create, update by PUT, delete. */
export const crudRoutes = <
  N extends string,
  Q extends z.ZodType<Search>,
  R extends z.ZodType,
  L extends z.ZodType,
  C extends z.ZodType,
  U extends z.ZodType,
>(r: {
  path: Path<N>;
  entity: Entity;
  title: Title;
  query: Q;
  record: R;
  listed: L;
  create: C;
  changes: U;
}) => {
  const { path, entity, title, query, record, listed, create, changes } = r;
  const access = { entity, action: 'read', on: 'any' } as const;
  const { list, page } = listRoutes({ path, access, summary: `List ${title.many}`, query, record: listed });
  return {
    list: route({ ...list, summary: `List all ${title.many}` }),
    page,
    show: route({
      method: 'GET',
      path: `${path}/:id`,
      access: { entity, action: 'read', on: 'record' },
      summary: `Show one ${title.one}`,
      response: record,
    }),
    create: route({
      method: 'POST',
      path,
      access: { entity, action: 'write', on: 'entity' },
      summary: `Create a ${title.one}`,
      body: create,
      response: record,
    }),
    update: route({
      method: 'PUT',
      path: `${path}/:id`,
      access: { entity, action: 'write', on: 'record' },
      summary: `Change a ${title.one}`,
      body: changes,
      response: record,
    }),
    remove: route({
      method: 'DELETE',
      path: `${path}/:id`,
      access: { entity, action: 'remove', on: 'record' },
      summary: `Delete a ${title.one}`,
      body: removal.optional(),
    }),
  };
};

/** The body of a clone that copies nothing but the record. */
export const plainCopy = z.strictObject({}).optional();

/** Copies a record, for who may read it and create others. */
export const cloneRoutes = <N extends string, R extends Shape, B extends z.ZodType>(
  r: { name: N; path: Path<N>; entity: Entity; record: z.ZodObject<R> },
  { summary, body }: { summary: string; body: B },
) => ({
  clone: route({
    method: 'POST',
    path: `${r.path}/:id/clone`,
    access: { entity: r.entity, action: 'write', on: 'entity' },
    summary,
    body,
    response: copyOf(r),
  }),
});

/** What lives below a record and has no life of its own. */
export type AnyBelow = { create: z.ZodType; changes: z.ZodType; record: z.ZodType };

/** Who may change the record above may change what is below it. */
export const asAbove =
  (entity: Entity) =>
  (action: Action): Demand => ({ entity, action: action === 'read' ? 'read' : 'write', on: 'record' });

/**
 * List, show, create, update by PUT and delete of what lives below a record: that one is found first.
 * @param parent the path of the record above, such as `forms/:form_id`
 */
export const underRoutes = <
  P extends string,
  N extends string,
  R extends z.ZodType,
  C extends z.ZodType,
  U extends z.ZodType,
  M extends Record<string, z.ZodType> = Record<never, never>,
>(
  parent: P,
  r: {
    name: N;
    access: (action: Action) => Demand;
    /** What each route does, in words that name the record above. */
    summaries: { list: string; show: string; create: string; update: string; remove: string };
    record: R;
    create: C;
    changes: U;
    /** Schemas of parameters of the path above that are no ids. */
    params?: M;
  },
) => {
  const { access, summaries, record, create, changes, params = {} as M } = r;
  const path = `/organization/:org/${parent}/${r.name}` as Path<`${P}/${N}`>;
  const one = `${path}/:id` as Path<`${P}/${N}/:id`>;
  const read = { access: access('read'), params };
  return {
    list: route({ method: 'GET', path, ...read, summary: summaries.list, response: listOf(record) }),
    show: route({ method: 'GET', path: one, ...read, summary: summaries.show, response: record }),
    create: route({
      method: 'POST',
      path,
      access: access('write'),
      params,
      summary: summaries.create,
      body: create,
      response: record,
    }),
    update: route({
      method: 'PUT',
      path: one,
      access: access('write'),
      params,
      summary: summaries.update,
      body: changes,
      response: record,
    }),
    remove: route({
      method: 'DELETE',
      path: one,
      access: access('remove'),
      params,
      summary: summaries.remove,
      body: removal.optional(),
    }),
  };
};

/** Besides, a page at a time: for what becomes many below one record. */
export const pageUnderRoutes = <
  P extends string,
  N extends string,
  R extends z.ZodType,
  M extends Record<string, z.ZodType> = Record<never, never>,
>(
  parent: P,
  r: { name: N; access: (action: Action) => Demand; summaries: { page: string }; record: R; params?: M },
) => ({
  page: route({
    method: 'GET',
    path: `/organization/:org/${parent}/${r.name}/page/:page` as Path<`${P}/${N}/page/:page`>,
    access: r.access('read'),
    summary: r.summaries.page,
    params: { ...pageParams, ...(r.params ?? ({} as M)) },
    query: z.strictObject({ page_size: whole(1, 100).optional() }),
    response: pageOf(r.record),
  }),
});
