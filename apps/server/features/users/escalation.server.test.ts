import { describe, expect, test } from 'vitest';
import type { EntityPrivileges } from '#contract/kit/privileges.ts';
import { problems } from '#contract/problems.ts';
import { clientRoutes } from '#contract/resources/clients.ts';
import { permissionGroupRoutes } from '#contract/resources/permission-groups.ts';
import { userRoutes } from '#contract/resources/users.ts';
import { startServer } from '#tests/server/harness.ts';
import type { Grant, TestUser } from '#tests/server/people.ts';

const server = await startServer();
const { call, send } = server;

const forbidden = { status: 403, errors: { base: [problems.forbidden.message] } };

/** An organisation with a record, somebody who manages users and groups, and groups that hold what is asked for. */
const setting = async (own: EntityPrivileges = {}) => {
  const organization = await server.newOrganization();
  const { owner } = organization;
  const body = {
    first_name: 'Ana',
    last_name: 'Ruiz',
    dob: '1990-01-02',
    gender: 'female',
    ssn_suffix: '1234',
  } as const;
  const client = await call(clientRoutes.create, { as: owner, body });
  const manager = await server.newUser(organization, {
    privileges: { users: ['write'], permission_groups: ['write'], ...own },
  });
  const colleague = await server.newUser(organization);
  const group = async (...actions: Grant['actions']) => {
    const grants: Grant[] = [{ entity: 'clients', id: client.id, actions, through_group: true }];
    return (await server.newUser(organization, { grants })).group_id as number;
  };
  return { organization, owner, client, manager, colleague, group };
};
const put = (as: TestUser, { id }: { id: number }, body: object) =>
  send(userRoutes.update, { as, params: { id }, body });
let count = 0;
const invite = (as: TestUser, permission_group_ids: number[]) =>
  send(userRoutes.create, {
    as,
    body: {
      first_name: 'Nora',
      last_name: 'Field',
      email: `climber-${++count}-${Date.now()}@example.org`,
      permission_group_ids,
    },
  });
const clone = (as: TestUser, id: number, include_data: boolean) =>
  send(permissionGroupRoutes.clone, { as, params: { id }, body: { include_data } });

describe('nobody rises through a group that was given records which they lack', () => {
  test('putting another, somebody new, or themselves into it', async () => {
    const { manager, colleague, client, group } = await setting();
    const id = await group('read');
    for (const person of [colleague, manager])
      expect(await put(manager, person, { permission_group_ids: [person.group_id as number, id] })).toMatchObject(
        forbidden,
      );
    expect(await invite(manager, [id])).toMatchObject(forbidden);
    for (const as of [colleague, manager])
      expect((await send(clientRoutes.show, { as, params: { id: client.id } })).status).toBe(404);
  });

  test('but what they hold themselves they may give, action by action', async () => {
    const { manager, colleague, group } = await setting({ clients: ['read'] });
    const [reading, writing] = [await group('read'), await group('read', 'write')];
    expect(await invite(manager, [writing])).toMatchObject(forbidden);
    expect((await put(manager, colleague, { permission_group_ids: [reading] })).status).toBe(200);
    expect((await invite(manager, [reading])).status).toBe(201);
  });

  test('nor through one of which they hold a grant on another record', async () => {
    const { organization, owner, group, colleague } = await setting();
    const body = {
      first_name: 'Bea',
      last_name: 'Ruiz',
      dob: '1991-01-02',
      gender: 'female',
      ssn_suffix: '4321',
    } as const;
    const other = await call(clientRoutes.create, { as: owner, body });
    const manager = await server.newUser(organization, {
      privileges: { users: ['write'] },
      grants: [{ entity: 'clients', id: other.id, actions: ['read', 'write'] }],
    });
    expect(await put(manager, colleague, { permission_group_ids: [await group('read')] })).toMatchObject(forbidden);
  });

  test('copying it with its data; without, the copy gives nothing', async () => {
    const { owner, manager, group, client, colleague } = await setting();
    const id = await group('write');
    expect(await clone(manager, id, true)).toMatchObject(forbidden);
    const { status, body } = await clone(manager, id, false);
    expect(status).toBe(201);
    expect((await put(manager, colleague, { permission_group_ids: [body.id] })).status).toBe(200);
    expect((await send(clientRoutes.show, { as: colleague, params: { id: client.id } })).status).toBe(404);
    expect((await clone(owner, id, true)).status).toBe(201);
  });

  test('nor by what a group will be given later', async () => {
    const { manager, colleague, group } = await setting();
    const id = await group('read');
    await server.query(
      `update permission_groups set record_permission_assignments = '{"forms": ["write"]}' where id = $1`,
      [id],
    );
    await server.query('delete from record_permissions where permission_group_id = $1', [id]);
    expect(await put(manager, colleague, { permission_group_ids: [id] })).toMatchObject(forbidden);
    for (const include_data of [true, false]) expect(await clone(manager, id, include_data)).toMatchObject(forbidden);
    const applied = await send(permissionGroupRoutes.applyExtended, { as: manager, params: { id } });
    expect(applied).toMatchObject(forbidden);
  });

  test('copying a group with privileges that they lack', async () => {
    const { organization, manager } = await setting({ clients: ['read'] });
    const { group_id } = await server.newUser(organization, { privileges: { clients: ['read', 'remove'] } });
    for (const include_data of [true, false])
      expect(await clone(manager, group_id as number, include_data)).toMatchObject(forbidden);
  });
});

describe('the owner', () => {
  test('is renamed by themselves and superusers alone', async () => {
    const { organization, owner } = await setting();
    const admin = await server.newUser(organization, { privileges: { users: ['write'] }, role: 'orgadmin' });
    for (const body of [{ first_name: 'Mallory' }, { last_name: 'Mallory' }])
      expect(await put(admin, owner, body)).toMatchObject(forbidden);
    expect((await put(owner, owner, { first_name: 'Olive' })).body).toMatchObject({ first_name: 'Olive' });
    const superuser = { ...(await server.newSuperuser()), organization, group_id: null };
    expect((await put(superuser, owner, { first_name: 'Oliver' })).body).toMatchObject({ first_name: 'Oliver' });
  });
});

describe('somebody who works elsewhere too', () => {
  test('is not renamed by either organisation', async () => {
    const { owner, colleague } = await setting();
    await server.join(colleague, await server.newOrganization());
    const reply = await put(owner, colleague, { first_name: 'Mallory' });
    expect(reply).toMatchObject({
      status: 422,
      errors: { first_name: ['Only the person can change their name, in their profile'] },
    });
    expect((await put(owner, colleague, { first_name: colleague.first_name })).status).toBe(200);
  });
});
