import { clientRoutes } from '#contract/resources/clients.ts';
import { recordRoutes } from '#contract/resources/records.ts';
import { createExport, type Examples, recordParams } from '#tests/conformance/example.ts';

export const recordsExamples: Examples<'records' | 'record_files'> = {
  records: {
    versions: (world) => ({ params: recordParams(world), query: { history: 'true' } }),
    undo: async ({ server: { call }, owner: as, add, text }) => {
      const { id } = await add.client();
      await call(clientRoutes.update, { as, params: { id }, body: { middle_name: text('Middle') } });
      const params = { record_type: 'clients', record_id: id } as const;
      const { history } = await call(recordRoutes.versions, { as, params, query: { history: 'true' } });
      return { params, body: { version_id: history[0]?.id } };
    },
    recordPermissions: (world) => ({ params: recordParams(world) }),
    setRecordPermissions: (world) => ({
      params: recordParams(world),
      body: {
        record_permissions: [
          { permissionable_type: 'User', permissionable_id: world.member.id, privileges: ['write'] },
          { permissionable_type: 'PermissionGroup', permissionable_id: world.group.id, privileges: ['read'] },
        ],
      },
    }),
    access: (world) => ({ params: recordParams(world), query: { user_id: world.member.id } }),
  },

  record_files: {
    clientsCsv: () => ({ query: { filters: { inactive: false } } }),
    clientsXlsx: () => ({ query: { query: 'Frist' } }),
    clientsDictionary: () => ({}),
    leftOut: ({ client }) => ({ query: { client_id: String(client.id) } }),
    notesCsv: ({ client }) => ({ query: { client_id: String(client.id) } }),
    notesXlsx: () => ({ query: { query: 'Frist' } }),
    notesDictionary: () => ({}),
    householdsCsv: ({ client }) => ({ query: { client_id: String(client.id) } }),
    householdsXlsx: () => ({ query: { filters: { inactive: false } } }),
    householdsDictionary: () => ({}),
    versionsCsv: ({ form }) => ({ query: { record_type: 'forms', record_id: String(form.id) } }),
    versionsXlsx: () => ({ query: { query: 'Frist' } }),
    versionsDictionary: () => ({}),
    exported: async (world) => ({
      params: { id: await createExport(world, 'notes', world.organization.id) },
    }),
  },
};
