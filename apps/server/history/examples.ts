import { fieldRoutes } from '#contract/resources/fields.ts';
import { versionRoutes } from '#contract/resources/versions.ts';
import type { Examples } from '#tests/conformance/example.ts';
import type { World } from '#tests/conformance/world.ts';

/** Renames a new field. Returns its version, and the transaction to roll back. */
const renameField = async ({ server, owner, organization, text }: World) => {
  const field = await server.call(fieldRoutes.create, {
    as: owner,
    body: { name: text('Field'), field_type: 'number' },
  });
  await server.call(fieldRoutes.update, { as: owner, params: { id: field.id }, body: { name: text('Renamed') } });
  const [version] = await server.query<{ id: string; transaction_id: string }>(
    `select id, transaction_id from versions where organization_id = $1 and item_type = 'fields' and item_id = $2
      order by id desc limit 1`,
    [organization.id, field.id],
  );
  return { id: Number(version?.id), transaction_id: Number(version?.transaction_id) };
};

const versionQuery = { item_type: 'Client', event: 'update', start_date: '2026-01-01' };

export const historyExamples: Examples<'versions'> = {
  versions: {
    list: () => ({ as: 'superuser', query: versionQuery }),
    page: () => ({ as: 'superuser', params: { page: 1 }, query: versionQuery }),
    show: async (world) => ({ as: 'superuser', params: { id: (await renameField(world)).id } }),
    related: async (world) => ({ as: 'superuser', params: { id: (await renameField(world)).id, page: 1 } }),
    itemTypes: () => ({ as: 'superuser' }),
    eventTypes: () => ({ as: 'superuser' }),
    writers: () => ({ as: 'superuser', query: { query: 'an' } }),
    rollBack: async (world) => ({
      as: 'superuser',
      body: { transaction_id: (await renameField(world)).transaction_id },
    }),
    showRollback: async (world) => {
      const { server } = world;
      const body = { transaction_id: (await renameField(world)).transaction_id };
      const { id } = await server.call(versionRoutes.rollBack, { as: await server.newSuperuser(), body });
      return { as: 'superuser', params: { id } };
    },
  },
};
