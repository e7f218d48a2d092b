import { z } from 'zod';
import { crudRoutes, defineResource } from '../kit/resource.ts';
import { id } from '../kit/route.ts';
import { date } from '../kit/text.ts';
import { recordTypes } from '../record-types.ts';
import { treeFields, treeRoutes, treeShown } from './trees.ts';

/** What may stand in data groups. */
export const grouped = ['clients', 'client_forms'] as const;

/** What conditions call the types of record. */
export const itemTypes = { Client: 'clients', ClientForm: 'client_forms' } as const;
const itemType = z.enum(Object.keys(itemTypes) as ['Client', 'ClientForm'], 'Choose Client or ClientForm');

const chooseCreator = 'Choose a user or permission group';

/** One condition under which records join by themselves. */
const smartCondition = z.discriminatedUnion(
  'field_name',
  [
    z.strictObject({
      field_name: z.literal('whodunnit'),
      op: z.literal('EQ', 'Use EQ'),
      value: z.strictObject({ type: z.enum(['User', 'PermissionGroup'], chooseCreator), id }, chooseCreator),
    }),
    z.strictObject({
      field_name: z.literal('created_at'),
      /** EQ takes a day or words such as "this month"; RANGE the first and the last day. */
      op: z.enum(['EQ', 'RANGE'], 'Use EQ or RANGE'),
      value: z.union(
        [z.string().min(1).max(30), z.tuple([date, date])],
        'Choose days, or a period such as "this month"',
      ),
    }),
    z.strictObject({
      field_name: z.literal('item_type'),
      op: z.enum(['EQ', 'IN'], 'Use EQ or IN'),
      value: z.union([itemType, z.array(itemType).min(1).max(2)], 'Choose Client or ClientForm'),
    }),
  ],
  'Choose whodunnit, created_at or item_type',
);
export type SmartCondition = z.output<typeof smartCondition>;

const maxConditions = 10;

/** All of them must hold of a record. */
export const smartConditions = z.strictObject({
  // Counted before each is looked at: a list of any length is refused at once.
  and: z
    .array(z.unknown(), 'Add at least one condition')
    .min(1, 'Add at least one condition')
    .max(maxConditions, `Use at most ${maxConditions} conditions`)
    .pipe(z.array(smartCondition)),
});
export type SmartConditions = z.output<typeof smartConditions>;

/** Who a condition speaks of; the name is null of a user or permission group that is gone. */
const creator = z.object({ type: z.enum(['User', 'PermissionGroup']), id, name: z.string().nullable() });

/** A set of people and responses, for reports and lists; it gives nobody access. */
export const dataGroups = defineResource({
  name: 'data_groups',
  ...recordTypes.data_groups,
  fields: z.object({ ...treeFields, smart_conditions: smartConditions.nullable() }),
  optional: ['parent_id', 'smart_conditions'],
  shown: z.object({
    ...treeShown(grouped),
    /** How many of the records came by the conditions. */
    number_automatic: z.int(),
    /** Whether records are still being looked through after the conditions were changed. */
    updating: z.boolean(),
    sub_groups: z.array(z.object({ id, name: z.string(), number_of_records: z.int(), smart: z.boolean() })),
    creators: z.array(creator),
  }),
  unlisted: ['sub_groups', 'creators'],
  filters: z.object({}),
  sort: ['name', 'created_at', 'updated_at'],
});

export const dataGroupRoutes = {
  ...crudRoutes(dataGroups),
  ...treeRoutes({
    name: 'data_groups',
    one: 'data_group',
    ...recordTypes.data_groups,
    types: grouped,
    manage: 'write',
  }),
};
