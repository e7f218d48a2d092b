import { dataImportRoutes } from '#contract/resources/data-imports.ts';
import type { Examples } from '#tests/conformance/example.ts';
import type { World } from '#tests/conformance/world.ts';

/** Creates a data import that has an error log. Only an import that is to be changed hasn't succeeded yet. */
const createDataImport = async (
  { server, organization, text }: World,
  state = 'succeeded',
): Promise<{ id: number }> => {
  const { id } = await server.call(dataImportRoutes.create, {
    as: await server.newSuperuser(),
    body: { organization_id: organization.id, type: 'client' },
    files: { input: new File(['id\n1\n'], `${text('File')}.csv`) },
  });
  await server.query('update imports set state = $2, finished_at = now(), error_file_id = file_id where id = $1', [
    id,
    state,
  ]);
  return { id };
};

export const importsExamples: Examples<'imports' | 'data_imports'> = {
  imports: {
    list: ({ form }) => ({ params: { form_id: form.id } }),
    show: ({ failedImport: params }) => ({ params }),
    create: ({ form, text }) => ({
      params: { form_id: form.id },
      body: { type: 'delete_client' },
      files: { input: new File(['Client ID,Form Response ID\n1,2\n'], `${text('File')}.csv`) },
    }),
    run: async ({ add }) => {
      const { id, form_id } = await add.importOf(null, '0,0');
      return { params: { id, form_id }, body: { dry_run: true } };
    },
    undo: async ({ add, client }) => {
      const form = await add.form();
      const { id } = await add.response(client.id, form);
      return { params: await add.importRun(form, `${client.id},${id}`) };
    },
    findings: ({ failedImport: params }) => ({ params }),
    input: ({ failedImport: params }) => ({ params }),
    errors: ({ failedImport: params }) => ({ params }),
  },

  data_imports: {
    list: () => ({ as: 'superuser', query: { query: 'a' } }),
    page: () => ({ as: 'superuser', params: { page: 1 }, query: { query: 'a' } }),
    show: async (world) => ({ as: 'superuser', params: await createDataImport(world) }),
    create: ({ organization, text }) => ({
      as: 'superuser',
      body: { organization_id: organization.id, type: 'client' },
      files: { input: new File(['id\n1\n'], `${text('File')}.csv`) },
    }),
    update: async (world) => ({
      as: 'superuser',
      params: await createDataImport(world, 'mapped'),
      body: { client_id_column: 1, mappings: [{ destination_id: 'first_name', origin_id: 1 }] },
    }),
    remove: async (world) => ({ as: 'superuser', params: await createDataImport(world) }),
    undo: async (world) => ({ as: 'superuser', params: await createDataImport(world) }),
    findings: async (world) => ({ as: 'superuser', params: await createDataImport(world) }),
    input: async (world) => ({ as: 'superuser', params: await createDataImport(world) }),
    errors: async (world) => ({ as: 'superuser', params: await createDataImport(world) }),
    forms: ({ organization }) => ({ as: 'superuser', params: { organization_id: organization.id } }),
  },
};
