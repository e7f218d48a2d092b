import { z } from 'zod';
import { byColumn, columnsWith, openColumns, type PersonKeyWith } from '#forms/person-columns.ts';
import { personName } from '../kit/list.ts';
import { id, route } from '../kit/route.ts';
import { timestamp } from '../kit/text.ts';
import { clients } from './clients.ts';

/** What a merged person keeps one of, and what each is called. */
export const mergedValues = { ...byColumn(columnsWith('merge'), ({ label }) => label), photo: 'Photo' };
export type MergedValue = PersonKeyWith<'merge'> | 'photo';
export const mergedValueNames = Object.keys(mergedValues) as MergedValue[];

/** Whose value is kept, by value: the id of one of the records. What is left out is the master's, or else the newest. */
export const chosenValues = z.strictObject(
  Object.fromEntries(mergedValueNames.map((name) => [name, id.optional()])) as Record<
    MergedValue,
    z.ZodOptional<typeof id>
  >,
);
export type ChosenValues = z.output<typeof chosenValues>;

const ids = z.array(id);

/** A record on the screen of a merge, with what the caller may see of it. */
const candidate = clients.listed
  .pick({
    id: true,
    ...byColumn(openColumns, () => true as const),
    photo_url: true,
    updated_at: true,
  })
  .extend({
    /** Null for who may not read them. */
    response_count: z.int().nullable(),
    note_count: z.int().nullable(),
    household: z.object({ title: z.string(), member_count: z.int() }).nullable(),
  });

const valueChoice = z.object({
  name: z.enum(mergedValueNames),
  /** Which record's value is kept; null when none has one. */
  kept_of: id.nullable(),
  /** Whether the records that have one do not have the same one. */
  differs: z.boolean(),
  /** The records that have one. */
  of: ids,
});

const preview = z.object({
  people: z.array(candidate),
  values: z.array(valueChoice),
  moves: z.object({
    /** By form, as far as the caller may read them; null for who may read none. */
    responses: z.array(z.object({ form_id: id, name: z.string(), count: z.int() })).nullable(),
    note_count: z.int().nullable(),
    file_count: z.int(),
    data_groups: z.array(z.string()),
    categories: z.array(z.string()),
  }),
  /** What becomes of households, as sentences. */
  household: z.array(z.string()),
  gains_access: z.object({
    /** Those whom the caller may see. */
    principals: z.array(z.object({ type: z.enum(['User', 'PermissionGroup']), id, name: z.string(), client_ids: ids })),
    /** Whether there are others. */
    has_others: z.boolean(),
  }),
  /** Why it would be refused. */
  problems: z.array(z.object({ message: z.string(), client_id: id.nullable() })),
});

/** A merge of people, as the master's history tells it. */
export const merge = z.object({
  id,
  master_client_id: id,
  /** The records that were merged into it. */
  client_ids: ids,
  created_at: timestamp,
  user: personName,
  undone_at: timestamp.nullable(),
  undone_by: personName.nullable(),
});

export const mergeRoutes = {
  preview: route({
    method: 'POST',
    path: '/organization/:org/merge_clients/preview',
    access: { entity: 'clients', action: 'write', on: 'any' },
    audited: true,
    summary: 'Preview a merge of people, as far as the caller can see, without changing anything',
    body: z.strictObject({
      master_client_id: id,
      client_ids: z.array(id).max(9),
      /** Other people on the screen, who would stay as they are. */
      other_ids: z.array(id).max(20).optional(),
      values: chosenValues.optional(),
    }),
    status: 200,
    response: preview,
  }),
  list: route({
    method: 'GET',
    path: '/organization/:org/clients/:client_id/merges',
    access: { entity: 'clients', action: 'read', on: 'record' },
    summary: 'List the merges into one person, newest first',
    response: z.object({ data: z.array(merge) }),
  }),
  undo: route({
    method: 'POST',
    path: '/organization/:org/clients/:client_id/merges/:id/undo',
    access: 'member',
    audited: true,
    summary: 'Undo a merge, as the owner: moved data goes back, and the merged records are restored',
    status: 200,
    response: merge,
  }),
};
