import { describe, expect, test } from 'vitest';
import type { EntityPrivileges } from '#contract/kit/privileges.ts';
import { problems } from '#contract/problems.ts';
import { clientRoutes } from '#contract/resources/clients.ts';
import { permissionGroupRoutes } from '#contract/resources/permission-groups.ts';
import { userRoutes } from '#contract/resources/users.ts';
import { startServer } from '#tests/server/harness.ts';
import type { Grant, TestUser, Wanted } from '#tests/server/people.ts';

const server = await startServer();
const { call, send } = server;

const forbidden = { status: 403, errors: { base: [problems.forbidden.message] } };

/** An organization with a record, somebody who manages users and groups, and groups that hold what is asked for. */
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

describe('nobody takes from a member who may do more', () => {
  const above = { status: 403, errors: { base: [expect.stringContaining('has more permissions than you')] } };
  /** What a manager of users could do to somebody, and what became of it. */
  const attacks = async (as: TestUser, one: TestUser) => ({
    archive: await send(userRoutes.archive, { as, params: { id: one.id } }),
    remove: await send(userRoutes.remove, { as, params: { id: one.id } }),
    unarchive: await send(userRoutes.unarchive, { as, params: { id: one.id } }),
    rename: await put(as, one, { first_name: 'Mallory' }),
  });
  const remover = { users: ['write', 'remove'] } as EntityPrivileges;

  test.each<[string, Omit<Wanted, 'grants'>, ('own' | 'group')?]>([
    ['by the privileges of a group', { privileges: { clients: ['write'] } }],
    ['by being an administrator', { role: 'orgadmin' }],
    ['by a grant on a record', { privileges: { users: ['read'] } }, 'own'],
    ['by a grant on a record to a group', { privileges: { users: ['read'] } }, 'group'],
  ])('%s', async (_, wanted, way) => {
    const { organization, client, owner } = await setting();
    const as = await server.newUser(organization, { privileges: { ...remover, clients: ['read'] } });
    const one = await server.newUser(organization, {
      ...wanted,
      grants: way ? [{ entity: 'clients', id: client.id, actions: ['remove'], through_group: way === 'group' }] : [],
    });
    for (const [name, reply] of Object.entries(await attacks(as, one))) expect(reply, name).toMatchObject(above);
    const shown = await call(userRoutes.show, { as: owner, params: { id: one.id } });
    expect(shown).toMatchObject({ first_name: one.first_name, archived_at: null });
    expect((await put(as, one, { first_name: one.first_name, role: shown.role })).status, 'nothing changes').toBe(200);
    expect((await attacks(owner, one)).archive.status).toBe(204);
  });

  test('nor out of a group that gives what they lack, be it the last or not', async () => {
    const { manager, colleague, owner, group } = await setting();
    const id = await group('read');
    const both = [colleague.group_id as number, id];
    await call(userRoutes.update, { as: owner, params: { id: colleague.id }, body: { permission_group_ids: both } });
    for (const ids of [[], [colleague.group_id]])
      expect(await put(manager, colleague, { permission_group_ids: ids })).toMatchObject(forbidden);
    expect((await put(manager, colleague, { permission_group_ids: [id] })).status).toBe(200);
    expect((await put(owner, colleague, { permission_group_ids: [] })).status).toBe(200);
  });

  test('but who holds as much may', async () => {
    const { organization, colleague } = await setting();
    const as = await server.newUser(organization, { privileges: { ...remover, clients: ['read'] } });
    const one = await server.newUser(organization, { privileges: { clients: ['read'] } });
    expect((await put(as, one, { first_name: 'Nadia' })).body).toMatchObject({ first_name: 'Nadia' });
    const { archive, remove, unarchive } = await attacks(as, one);
    expect([archive.status, remove.status, unarchive.status]).toEqual([204, 204, 204]);
    expect((await attacks(as, colleague)).remove.status).toBe(204);
  });

  test('an administrator who holds as much may archive another, and nobody a superuser who works here', async () => {
    const { organization } = await setting();
    const wanted: Wanted = { privileges: { ...remover, clients: ['read'] }, role: 'orgadmin' };
    const [as, other] = [await server.newUser(organization, wanted), await server.newUser(organization, wanted)];
    expect((await put(as, other, { role: 'orguser' })).body).toMatchObject({ role: 'orguser' });
    const more = await server.newUser(organization, { privileges: { clients: ['write'] }, role: 'orgadmin' });
    expect(await put(as, more, { role: 'orguser' })).toMatchObject(above);
    expect((await attacks(as, other)).archive.status).toBe(204);
    const superuser = await server.join(await server.newSuperuser(), organization);
    expect((await attacks(as, superuser)).archive).toMatchObject(above);
  });
});

describe('nobody weakens a permission group that gives what they lack', () => {
  const above = { status: 403, errors: { base: [expect.stringContaining('has more permissions than you')] } };
  const stronger = async (organization: { id: number; slug: string }, privileges: EntityPrivileges) => {
    const { group_id } = await server.newUser(organization, { privileges });
    return group_id as number;
  };
  const change = (as: TestUser, id: number, body: object) =>
    send(permissionGroupRoutes.update, { as, params: { id }, body });

  test('by emptying it, renaming it, or giving it to newcomers', async () => {
    const { organization, manager, owner } = await setting();
    const id = await stronger(organization, { clients: ['read', 'write'] });
    for (const body of [{ privileges: {} }, { record_permission_assignments: {} }, { name: 'Mine' }, { default: true }])
      expect(await change(manager, id, body)).toMatchObject(above);
    const later = await stronger(organization, {});
    const assigned = { record_permission_assignments: { clients: ['read'] } };
    expect((await change(owner, later, assigned)).status).toBe(200);
    expect(await change(manager, later, { record_permission_assignments: {} })).toMatchObject(above);
    expect((await change(owner, id, { privileges: {} })).status).toBe(200);
  });

  test('by deleting it, be it for its privileges or for what was granted to it', async () => {
    const { organization, owner, client } = await setting();
    const as = await server.newUser(organization, { privileges: { permission_groups: ['read', 'remove'] } });
    const remove = (one: TestUser, id: number) => send(permissionGroupRoutes.remove, { as: one, params: { id } });
    const create = async (privileges: EntityPrivileges) =>
      (await call(permissionGroupRoutes.create, { as: owner, body: { name: `Group ${++count}`, privileges } })).id;
    const [strong, granted, weak] = [await create({ clients: ['read'] }), await create({}), await create({})];
    await server.query(
      `insert into record_permissions (organization_id, entity, record_id, permission_group_id, actions)
       values ($1, 'clients', $2, $3, '{read}')`,
      [organization.id, client.id, granted],
    );
    for (const id of [strong, granted]) expect(await remove(as, id)).toMatchObject(above);
    for (const [one, id] of [
      [as, weak],
      [owner, strong],
      [owner, granted],
    ] as const)
      expect((await remove(one, id)).status).toBe(204);
  });

  test('but one that gives no more than they hold they may', async () => {
    const { organization, manager } = await setting({ clients: ['read'] });
    const id = await stronger(organization, { clients: ['read'] });
    expect((await change(manager, id, { name: 'Readers', default: true, privileges: {} })).status).toBe(200);
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
  test('is not renamed by either organization', async () => {
    const { owner, colleague } = await setting();
    await server.join(colleague, await server.newOrganization());
    const reply = await put(owner, colleague, { first_name: 'Mallory' });
    expect(reply).toMatchObject({
      status: 422,
      errors: { first_name: ['Only this person can change their name, in their profile'] },
    });
    expect((await put(owner, colleague, { first_name: colleague.first_name })).status).toBe(200);
  });
});
