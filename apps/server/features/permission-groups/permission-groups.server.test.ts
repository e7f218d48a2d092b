import { permissionGroupRoutes, permissionGroups } from '#contract/resources/permission-groups.ts';
import { describeResource } from '#tests/conformance/describe-resource.ts';
import { startServer } from '#tests/server/harness.ts';

const server = await startServer();

describeResource(server, permissionGroups, permissionGroupRoutes, {
  names: 'name',
  mayShareNames: false,
  valid: (_, name) => ({ name }),
  change: { default: true },
  wrong: {
    body: {
      name: null,
      default: 1,
      privileges: { clients: ['read', 'fly'] },
      record_permission_assignments: { nothing: [] },
    },
    paths: ['name', 'default', 'privileges.clients.1', 'record_permission_assignments.nothing'],
  },
});
