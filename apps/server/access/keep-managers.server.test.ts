import { beforeEach, describe, expect, test } from 'vitest';
import type { EntityPrivileges } from '#contract/kit/privileges.ts';
import { permissionGroupRoutes } from '#contract/resources/permission-groups.ts';
import { userRoutes } from '#contract/resources/users.ts';
import { startServer } from '#tests/server/harness.ts';
import type { TestOrganization, TestUser } from '#tests/server/people.ts';

const server = await startServer();
const { send, call, query } = server;

const managing: EntityPrivileges = { users: ['write'], permission_groups: ['write'], clients: ['read'] };
let organization: TestOrganization;
let manager: TestUser;
beforeEach(async () => {
  organization = await server.newOrganization();
  manager = await server.newUser(organization, { privileges: managing });
});

const withoutOwner = () => query('update organizations set owner_id = null where id = $1', [organization.id]);
/** The manager, or somebody else, leaves all groups. */
const leaveGroups = (as = manager) =>
  send(userRoutes.update, { as, params: { id: as.id }, body: { permission_group_ids: [] } });
const change = (privileges: object, as = manager) =>
  send(permissionGroupRoutes.update, { as, params: { id: as.group_id as number }, body: { privileges } });

const refused = (path: string, things: string) => ({
  status: 422,
  errors: { [path]: [`No one else can manage ${things}. Give someone else this permission first.`] },
});

describe('who manages members and groups gives that up', () => {
  test('not while nobody else could give it back', async () => {
    await withoutOwner();
    expect(await leaveGroups()).toMatchObject(refused('permission_group_ids', 'members and permission groups'));
    expect(await change({ clients: ['read'] })).toMatchObject(refused('privileges', 'members and permission groups'));
    expect(await change({ ...managing, users: ['read'] })).toMatchObject(refused('privileges', 'members'));
    expect(await change({ ...managing, permission_groups: [] })).toMatchObject(
      refused('privileges', 'permission groups'),
    );
    expect(await call(userRoutes.show, { as: manager, params: { id: manager.id } })).toMatchObject({
      permission_group_ids: [manager.group_id],
    });
    // All else may change.
    expect((await change({ ...managing, clients: ['read'] })).status).toBe(200);
  });

  test('where the owner can, or another member who accepted and is not archived', async () => {
    const other = await server.newUser(organization, { privileges: managing });
    await withoutOwner();
    await query('update memberships set archived_at = now() where organization_id = $1 and id = $2', [
      organization.id,
      other.id,
    ]);
    expect((await leaveGroups()).status).toBe(422);
    await query(
      'update memberships set archived_at = null, accepted_at = null where organization_id = $1 and id = $2',
      [organization.id, other.id],
    );
    expect((await leaveGroups()).status).toBe(422);
    await query('update memberships set accepted_at = now() where organization_id = $1 and id = $2', [
      organization.id,
      other.id,
    ]);
    expect((await leaveGroups()).status).toBe(200);
    const [owned] = [await server.newOrganization()];
    const there = await server.newUser(owned, { privileges: managing });
    expect((await leaveGroups(there)).status).toBe(200);
  });

  test('one of two who do so at once', async () => {
    const other = await server.newUser(organization, { privileges: managing });
    await withoutOwner();
    const replies = await Promise.all([leaveGroups(), leaveGroups(other)]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 422]);
  });
});
