import { type Examples, firstPage, listQuery, recordParams } from '#tests/conformance/example.ts';
import type { World } from '#tests/conformance/world.ts';

/** The conditions of a smart data group: who created a record, when, and what type it has. */
const smartGroup = ({ dataGroup, member, group }: World) => ({
  parent_id: dataGroup.id,
  smart_conditions: {
    and: [
      { field_name: 'whodunnit', op: 'EQ', value: { type: 'User', id: member.id } },
      { field_name: 'whodunnit', op: 'EQ', value: { type: 'PermissionGroup', id: group.id } },
      { field_name: 'created_at', op: 'EQ', value: 'this month' },
      { field_name: 'item_type', op: 'IN', value: ['Client'] },
    ],
  },
});

export const treesExamples: Examples<'data_groups' | 'categories'> = {
  data_groups: {
    list: () => ({ query: listQuery }),
    page: () => firstPage,
    show: ({ dataGroup: { id } }) => ({ params: { id } }),
    create: (world) => ({ body: { name: world.text('Data group'), ...smartGroup(world) } }),
    update: async (world) => ({
      params: { id: world.dataGroup.id },
      body: { ...smartGroup(world), parent_id: (await world.add.dataGroup()).id },
    }),
    remove: async ({ add }) => ({ params: { id: (await add.dataGroup()).id } }),
    pickable: () => ({}),
    records: ({ dataGroup: { id } }) => ({ params: { id, page: 1 }, query: { record_type: 'clients' } }),
    ofRecord: (world) => ({ params: recordParams(world) }),
    setOfRecord: (world) => ({
      params: recordParams(world),
      body: { data_group_records: [{ data_group_id: world.dataGroup.id }], seen: [world.dataGroup.id] },
    }),
  },

  categories: {
    list: ({ client }) => ({
      query: {
        ...listQuery,
        filters: { record_type: 'clients', record_id: client.id, type: 'clients', id: client.id },
      },
    }),
    page: ({ client }) => ({
      ...firstPage,
      query: {
        ...listQuery,
        filters: { record_type: 'clients', record_id: client.id, type: 'clients', id: client.id },
      },
    }),
    show: ({ category: { id } }) => ({ params: { id } }),
    create: ({ category: { id }, text }) => ({ body: { name: text('Category'), parent_id: id } }),
    update: async ({ category: { id }, add }) => ({
      params: { id },
      body: { parent_id: (await add.category()).id },
    }),
    remove: async ({ add }) => ({ params: { id: (await add.category()).id } }),
    pickable: () => ({}),
    records: ({ category: { id } }) => ({ params: { id, page: 1 }, query: { record_type: 'clients' } }),
    ofRecord: (world) => ({ params: recordParams(world) }),
    setOfRecord: (world) => ({
      params: recordParams(world),
      body: { category_records: [{ category_id: world.category.id }], seen: [world.category.id] },
    }),
  },
};
