import { describe, expect, test } from 'vitest';
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

describe('a permission group', () => {
  const manager = async () => {
    const organization = await server.newOrganization();
    const as = await server.newUser(organization, {
      privileges: { permission_groups: ['write', 'remove'], clients: ['read'] },
    });
    return { organization, as };
  };

  test('gives nobody more than its writer holds, and never to the writer themselves', async () => {
    const { as } = await manager();
    const create = (body: object) => server.send(permissionGroupRoutes.create, { as, body: { name: 'More', ...body } });
    for (const column of ['privileges', 'record_permission_assignments'])
      expect((await create({ [column]: { clients: ['write'] } })).status).toBe(403);
    expect((await create({ privileges: { clients: ['read'], permission_groups: ['write'] } })).status).toBe(201);
    const own = { as, params: { id: as.group_id as number }, body: { privileges: { users: ['write'] } } };
    expect((await server.send(permissionGroupRoutes.update, own)).status).toBe(403);
  });

  test('takes only actions that the entity has', async () => {
    const { organization } = await manager();
    const body = { name: 'Odd', privileges: { clients: ['use'] } };
    const reply = await server.send(permissionGroupRoutes.create, { as: organization.owner, body });
    expect([reply.status, Object.keys(reply.errors)]).toEqual([422, ['privileges.clients']]);
  });

  test('with a name that is taken, or with members, stays as it is', async () => {
    const { organization, as } = await manager();
    const { id } = await server.call(permissionGroupRoutes.create, { as: organization.owner, body: { name: 'Same' } });
    const again = { as: organization.owner, body: { name: ' Same ' } };
    expect((await server.send(permissionGroupRoutes.create, again)).errors.name).toHaveLength(1);
    const rename = { as: organization.owner, params: { id: as.group_id as number }, body: { name: 'Same' } };
    expect((await server.send(permissionGroupRoutes.update, rename)).errors.name).toHaveLength(1);
    const members = await server.send(permissionGroupRoutes.remove, { as, params: { id: as.group_id as number } });
    expect(members).toMatchObject({ status: 422, errors: { base: [expect.stringContaining('members')] } });
    expect((await server.send(permissionGroupRoutes.remove, { as, params: { id } })).status).toBe(204);
    const shown = await server.call(permissionGroupRoutes.show, { as, params: { id: as.group_id as number } });
    expect(shown).toMatchObject({ user_count: 1, users: [{ id: as.id, name: `${as.first_name} ${as.last_name}` }] });
  });
});
