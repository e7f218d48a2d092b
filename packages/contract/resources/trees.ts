import { z } from 'zod';
import { listOf, pageOf, pageParams, whole } from '../kit/list.ts';
import type { Entity } from '../kit/privileges.ts';
import { id, route } from '../kit/route.ts';
import { name, timestamp } from '../kit/text.ts';

/** Both trees go this deep. */
export const deepest = 5;

/** What stands between the names of a path. */
export const pathMark = ' › ';

/** One of a tree, by its own name and that of its ancestors before it. */
export const treeEntry = z.object({ id, path_name: z.string() });

/** What is written of one of a tree. */
export const treeFields = { name: name(), parent_id: id.nullable() };

/** How many records of a type stand in one of a tree, as far as the viewer may see them. */
const typeCount = <T extends readonly [string, ...string[]]>(types: T) =>
  z.object({ record_type: z.enum(types), count: z.int() });

/** What is shown of one of a tree besides. */
export const treeShown = <const T extends readonly [string, ...string[]]>(types: T) => ({
  /** Its ancestors from the top, as far as the viewer may see them. */
  path: z.array(z.object({ id, name: z.string() })),
  path_name: z.string(),
  /** Of its own, and as far as the viewer may see them: those of what is below it do not count. */
  number_of_records: z.int(),
  record_counts: z.array(typeCount(types)),
});

/** A record in a tree. */
export const attachedRecord = <const T extends readonly [string, ...string[]]>(types: T) =>
  z.object({
    id,
    record_type: z.enum(types),
    record_id: id,
    record_name: z.string(),
    /** What tells it from others of its name: a person's date of birth, a response's form. */
    detail: z.string().nullable(),
    /** Of a response: whose it is. */
    client_id: id.nullable(),
    automatic: z.boolean(),
    /** When it was put there, and by whom. */
    created_at: timestamp,
    created_by: z.string().nullable(),
  });

/** The route that lists what a caller can pick of a tree: apart, for screens that only offer a choice. */
export const pickableRoute = <const N extends 'data_groups' | 'categories'>(collection: N, title: { many: string }) =>
  route({
    method: 'GET',
    path: `/organization/:org/pickable_${collection}` as const,
    access: 'member',
    summary: `List the ${title.many} that the caller can read or use, by path`,
    response: listOf(
      treeEntry.extend({ name: z.string(), parent_id: id.nullable(), depth: z.int(), smart: z.boolean() }),
    ),
  });

const several = (key: string, one: string) =>
  z
    .array(z.strictObject({ [key]: id }) as z.ZodObject<Record<string, typeof id>>, `Send a list of {${key}}`)
    .max(200, `A record can have at most 200 ${one}. Remove some.`);

/**
 * What both trees have besides the routes of a resource: what may be picked, what stands in one of them, and the list of
 * one record.
 * @param spec `manage`: what changes the list of a record needs, besides what the server asks of the record
 */
export const treeRoutes = <
  const N extends 'data_groups' | 'categories',
  const K extends 'data_group' | 'category',
  const T extends readonly [string, ...string[]],
>(spec: {
  name: N;
  one: K;
  title: { one: string; many: string };
  entity: Entity;
  types: T;
  manage: 'write' | 'use';
}) => {
  const { name: collection, one, title, entity, types, manage } = spec;
  const below = `/organization/:org/:record_type/:record_id/${one}_records` as const;
  const params = { record_type: z.enum(types) };
  const key = `${one}_id` as const;
  const entry = z.object({ id, [key]: id, path_name: z.string(), automatic: z.boolean() }) as unknown as z.ZodObject<
    { id: typeof id; path_name: z.ZodString; automatic: z.ZodBoolean } & { [P in `${K}_id`]: typeof id }
  >;
  return {
    pickable: pickableRoute(collection, title),
    records: route({
      method: 'GET',
      path: `/organization/:org/${collection}/:id/records/page/:page` as const,
      access: { entity, action: 'read', on: 'record' },
      summary: `List the records of one type in a ${title.one} that the caller can see, a page at a time`,
      params: pageParams,
      query: z.strictObject({ record_type: z.enum(types), page_size: whole(1, 100).optional() }),
      response: pageOf(attachedRecord(types)),
    }),
    ofRecord: route({
      method: 'GET',
      path: below,
      access: 'member',
      params,
      summary: `List the ${title.many} of a record that the caller can read or use`,
      response: listOf(entry),
    }),
    setOfRecord: route({
      method: 'PUT',
      path: below,
      access: { entity, action: manage, on: 'entity' },
      params,
      summary: `Replace the ${title.many} of a record; automatic ones are kept`,
      body: z.strictObject({
        [`${one}_records`]: several(key, title.many),
        /** The list as the caller saw it, by ids: when it is another one meanwhile, nothing is changed (409). */
        seen: z.array(id).max(1000).optional(),
      }) as unknown as z.ZodObject<
        { [P in `${K}_records`]: z.ZodArray<z.ZodObject<{ [Q in `${K}_id`]: typeof id }, z.core.$strict>> } & {
          seen: z.ZodOptional<z.ZodArray<typeof id>>;
        },
        z.core.$strict
      >,
      response: listOf(entry),
    }),
  };
};
