import type { Examples } from '#tests/conformance/example.ts';

export const maintenanceExamples: Examples<'maintenance'> = {
  maintenance: {
    health: () => ({ as: 'superuser' }),
    usage: ({ organization: { id } }) => ({ as: 'superuser', params: { id } }),
    count: ({ organization: { id } }) => ({ as: 'superuser', params: { id } }),
    maintenance: () => ({ as: 'superuser' }),
    refresh: async ({ server }) => {
      await server.query('update maintenance_runs set finished_at = now() where finished_at is null');
      return { as: 'superuser', body: {} };
    },
  },
};
