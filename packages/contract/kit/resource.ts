import { z } from 'zod';
import { listOf, listQuery, pageOf, pageParams } from './list.ts';
import type { Entity } from './privileges.ts';
import { id, route } from './route.ts';
import { timestamp } from './text.ts';

/** What every record carries, and nobody may set. */
export const stamps = z.object({ id, created_at: timestamp, updated_at: timestamp, lock_version: z.int() });

type Shape = z.ZodRawShape;
type Spec<N extends string, F extends Shape, S extends Shape, Q extends Shape, O extends keyof F> = {
  /** The collection's name, which is also its path. */
  name: N;
  entity: Entity;
  title: { one: string; many: string };
  /** What may be written. No `.default()` in here: zod fills it in after `.partial()` too, so a PUT would reset it. */
  fields: z.ZodObject<F>;
  /** Fields that may be left out when creating; the column's default supplies them. */
  optional: readonly O[];
  /** What is shown besides, and cannot be written. */
  shown: z.ZodObject<S>;
  filters: z.ZodObject<Q>;
  sort: readonly [string, ...string[]];
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
>(
  spec: Spec<N, F, S, Q, O>,
) => ({
  ...spec,
  path: `/organization/:org/${spec.name}` as `/organization/:org/${N}`,
  // Where a field is shown in another shape than it is written in, the shown one stands; the spread alone would type both.
  record: z.object({ ...stamps.shape, ...spec.fields.shape, ...spec.shown.shape }) as unknown as z.ZodObject<
    typeof stamps.shape & Omit<F, keyof S> & S
  >,
  create: z.strictObject({
    ...spec.fields.shape,
    ...Object.fromEntries(spec.optional.map((key) => [key, (spec.fields.shape[key] as z.ZodType).optional()])),
  }) as unknown as Creation<F, O>,
  changes: z.strictObject({ ...spec.fields.partial().shape, lock_version: z.int().optional() }),
  query: listQuery(z.strictObject(spec.filters.shape).partial(), spec.sort),
});

/** What a clone answers: the copy, and the collection that it belongs to (FO-46). Handlers answer the copy alone. */
export const copyOf = <N extends string, R extends z.ZodRawShape>(r: { name: N; record: z.ZodObject<R> }) =>
  r.record.extend({ type: z.literal(r.name).default(r.name as never) });

/** A DELETE may carry the version that the caller saw. */
export const removal = z.strictObject({ lock_version: z.int().optional() });

/** List, paged list, show, create, update by PUT, delete. */
export const crudRoutes = <N extends string, F extends Shape, S extends Shape, Q extends Shape, O extends keyof F>(
  r: ReturnType<typeof defineResource<N, F, S, Q, O>>,
) => ({
  list: route({
    method: 'GET',
    path: r.path,
    access: { entity: r.entity, action: 'read', on: 'any' },
    summary: `List all ${r.title.many}`,
    query: r.query,
    response: listOf(r.record),
  }),
  page: route({
    method: 'GET',
    path: `${r.path}/page/:page`,
    access: { entity: r.entity, action: 'read', on: 'any' },
    summary: `List ${r.title.many}, a page at a time`,
    params: pageParams,
    query: r.query,
    response: pageOf(r.record),
  }),
  show: route({
    method: 'GET',
    path: `${r.path}/:id`,
    access: { entity: r.entity, action: 'read', on: 'record' },
    summary: `Show one ${r.title.one}`,
    response: r.record,
  }),
  create: route({
    method: 'POST',
    path: r.path,
    access: { entity: r.entity, action: 'write', on: 'entity' },
    summary: `Create a ${r.title.one}`,
    body: r.create,
    response: r.record,
  }),
  update: route({
    method: 'PUT',
    path: `${r.path}/:id`,
    access: { entity: r.entity, action: 'write', on: 'record' },
    summary: `Change a ${r.title.one}`,
    body: r.changes,
    response: r.record,
  }),
  remove: route({
    method: 'DELETE',
    path: `${r.path}/:id`,
    access: { entity: r.entity, action: 'remove', on: 'record' },
    summary: `Delete a ${r.title.one}`,
    body: removal.optional(),
  }),
});
