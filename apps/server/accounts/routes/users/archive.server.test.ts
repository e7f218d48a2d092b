import { describe, expect, test } from 'vitest';
import { problems } from '#contract/problems.ts';
import { accountRoutes } from '#contract/resources/account.ts';
import { clientRoutes } from '#contract/resources/clients.ts';
import { organizationRoutes } from '#contract/resources/organizations.ts';
import { recordRoutes } from '#contract/resources/records.ts';
import { userRoutes } from '#contract/resources/users.ts';
import { passwordHash } from '#server/access/passwords.ts';
import { openServer, startServer } from '#tests/server/harness.ts';
import { allPrivileges, type TestUser } from '#tests/server/people.ts';

const server = await startServer();
const { call, send } = server;
const password = 'nine barges on the canal';
const password_hash = await passwordHash(password);

const archive = (as: TestUser, { id }: { id: number }) => send(userRoutes.archive, { as, params: { id } });
const remove = (as: TestUser, { id }: { id: number }, body?: object) =>
  send(userRoutes.remove, { as, params: { id }, ...(body ? { body } : {}) });
const unarchive = (as: TestUser, { id }: { id: number }) => send(userRoutes.unarchive, { as, params: { id } });
const archivedAt = async (organization: { id: number }, { id }: { id: number }) =>
  (
    await server.query<{ archived_at: Date | null }>(
      'select archived_at from memberships where organization_id = $1 and id = $2',
      [organization.id, id],
    )
  )[0]?.archived_at;
const notFound = { status: 404, errors: { base: [problems.not_found.message] } };

describe('archiving is refused', () => {
  test('to who may not change users, and for whom one may not see', async () => {
    const organization = await server.newOrganization();
    const user = await server.newUser(organization);
    const [reader, stranger] = [
      await server.newUser(organization, { privileges: { users: ['read', 'remove'] } }),
      await server.newUser(await server.newOrganization(), { privileges: allPrivileges }),
    ];
    for (const attempt of [archive, unarchive]) {
      expect(await attempt(reader, user)).toMatchObject({
        status: 403,
        errors: { base: [problems.forbidden.message] },
      });
      expect(await attempt(await server.newUser(organization), user)).toMatchObject(notFound);
      expect(await attempt(stranger, user)).toMatchObject(notFound);
      expect(await attempt(organization.owner, { id: 999_999_999 })).toMatchObject(notFound);
    }
    expect(await archivedAt(organization, user)).toBeNull();
  });

  test('for the owner, and for oneself', async () => {
    const organization = await server.newOrganization();
    const { owner } = organization;
    const manager = await server.newUser(organization, { privileges: allPrivileges, role: 'orgadmin' });
    const refusal = (message: string) => ({ status: 422, errors: { base: [message] } });
    const ofOwner = refusal('The owner of the organization can’t be archived.');
    for (const as of [manager, owner]) expect(await archive(as, owner)).toMatchObject(ofOwner);
    expect(await archive(manager, manager)).toMatchObject(
      refusal('You can’t archive yourself. Ask someone else to do it.'),
    );
    const superuser = await server.newSuperuser();
    const params = { organization_id: organization.id, id: owner.id };
    expect(await send(organizationRoutes.archiveUser, { as: superuser, params })).toMatchObject(ofOwner);
    for (const one of [owner, manager]) expect(await archivedAt(organization, one)).toBeNull();
    expect((await send(clientRoutes.list, { as: owner })).status, 'and nobody was signed out').toBe(200);
  });

  test('on the platform’s side to all but superusers, and for who is not of that organization', async () => {
    const organization = await server.newOrganization();
    const user = await server.newUser(organization);
    const params = { organization_id: organization.id, id: user.id };
    for (const route of [organizationRoutes.archiveUser, organizationRoutes.unarchiveUser]) {
      expect((await send(route, { as: organization.owner, params })).status).toBe(403);
      const superuser = await server.newSuperuser();
      const { id } = await server.newOrganization();
      for (const wrong of [
        { ...params, organization_id: id },
        { ...params, organization_id: 999_999_999 },
      ])
        expect(await send(route, { as: superuser, params: wrong })).toMatchObject(notFound);
    }
    expect(await archivedAt(organization, user)).toBeNull();
  });
});

describe('DELETE archives as archiving does', () => {
  test('but for who may not remove users, of a stale version, the owner and oneself', async () => {
    const organization = await server.newOrganization();
    const { owner } = organization;
    const user = await server.newUser(organization);
    const writer = await server.newUser(organization, { privileges: { users: ['read', 'write'] } });
    expect(await remove(writer, user)).toMatchObject({ status: 403, errors: { base: [problems.forbidden.message] } });
    expect(await remove(await server.newUser(organization), user)).toMatchObject(notFound);
    expect((await remove(owner, user, { lock_version: 7 })).status).toBe(409);
    expect((await remove(owner, user, { lock: 1 })).errors).toHaveProperty('lock');
    const remover = await server.newUser(organization, { privileges: { users: ['remove'] } });
    for (const [as, one] of [
      [remover, owner],
      [owner, owner],
      [remover, remover],
    ] as const)
      expect((await remove(as, one)).status).toBe(422);
    expect(await archivedAt(organization, user)).toBeNull();
  });

  test('with one version, and they come back by unarchiving', async () => {
    const organization = await server.newOrganization();
    const user = await server.newUser(organization, { privileges: { users: ['read'] } });
    const as = await server.newUser(organization, { privileges: { users: ['remove'] } });
    const { lock_version } = await call(userRoutes.show, { as, params: { id: user.id } });
    const reply = await remove(as, user, { lock_version });
    expect([reply.status, reply.bytes.length]).toEqual([204, 0]);
    expect(await archivedAt(organization, user)).not.toBeNull();
    expect((await send(clientRoutes.list, { as: user })).status).toBe(401);
    expect((await remove(as, user)).status, 'once more').toBe(204);
    expect((await unarchive(organization.owner, user)).status).toBe(204);
    const versions = await server.query(
      `select user_id::float8 from versions where organization_id = $1 and item_id = $2 and event = 'update'
        and new_values ? 'archived_at'`,
      [organization.id, user.id],
    );
    expect(versions).toContainEqual({ user_id: as.id });
  });
});

describe('an archived user', () => {
  test('who belongs elsewhere too keeps their sessions, and loses this organization at once on every server', async () => {
    const other = await openServer();
    try {
      const [organization, elsewhere] = [await server.newOrganization(), await server.newOrganization()];
      const user = await server.newUser(organization, { privileges: { clients: ['read'] } });
      const there = await server.join(user, elsewhere, { privileges: { clients: ['read'] } });
      const statuses = async (as: TestUser) =>
        Promise.all([server, other].map(async ({ send: ask }) => (await ask(clientRoutes.list, { as })).status));
      expect([await statuses(user), await statuses(there)]).toEqual([
        [200, 200],
        [200, 200],
      ]);
      for (let time = 0; time < 3; time++) {
        expect((await archive(organization.owner, user)).status).toBe(204);
        expect([await statuses(user), await statuses(there)]).toEqual([
          [404, 404],
          [200, 200],
        ]);
      }
      expect((await send(accountRoutes.account, { as: there })).status).toBe(200);
    } finally {
      await other.close();
    }
  });

  test('of the platform team, or who never accepted, keeps their sessions too', async () => {
    const organization = await server.newOrganization();
    const superuser = await server.newSuperuser();
    const colleague = await server.join(superuser, organization);
    expect((await archive(organization.owner, colleague)).status).toBe(204);
    expect((await send(organizationRoutes.list, { as: superuser })).status).toBe(200);
    const stranger = await server.newUser(await server.newOrganization(), { password_hash });
    const body = { first_name: 'x', last_name: 'y', email: stranger.email, permission_group_ids: [] };
    await call(userRoutes.create, { as: organization.owner, body });
    expect((await archive(organization.owner, stranger)).status).toBe(204);
    expect((await send(accountRoutes.account, { as: stranger })).status).toBe(200);
  });

  test('is signed out at once, on every server, when they belong nowhere else', async () => {
    const other = await openServer();
    try {
      const organization = await server.newOrganization();
      const user = await server.newUser(organization, { privileges: { clients: ['read'] } });
      const second = await server.services.database.adminTransaction(({ tx }) => server.startSession(tx, user.id));
      const statuses = async () => {
        const all = [];
        for (const { send: ask } of [server, other])
          for (const as of [user, { ...user, token: second }])
            all.push((await ask(clientRoutes.list, { as })).status, (await ask(accountRoutes.account, { as })).status);
        return new Set(all);
      };
      expect(await statuses()).toEqual(new Set([200]));
      expect((await archive(organization.owner, user)).status).toBe(204);
      expect(await statuses()).toEqual(new Set([401]));
    } finally {
      await other.close();
    }
  });

  test('signs in to other organizations only, and keeps the name in histories', async () => {
    const [organization, elsewhere] = [await server.newOrganization(), await server.newOrganization()];
    const user = await server.newUser(organization, {
      privileges: { clients: ['write'] },
      first_name: 'Pia',
      password_hash,
    });
    const there = await server.join(user, elsewhere, { privileges: { clients: ['read'] } });
    const body = {
      first_name: 'Ana',
      last_name: 'Ruiz',
      dob: '1990-01-02',
      gender: 'female',
      ssn_suffix: '1234',
    } as const;
    const { id } = await call(clientRoutes.create, { as: user, body });
    await archive(organization.owner, user);
    const { jwt: token } = await call(accountRoutes.signIn, { body: { email: user.email, password } });
    expect(await send(clientRoutes.list, { as: { ...user, token } })).toMatchObject(notFound);
    expect((await send(clientRoutes.list, { as: { ...there, token } })).status).toBe(200);
    const account = await call(accountRoutes.account, { as: { token } });
    expect(account.organizations.map((one) => one.id)).toEqual([elsewhere.id]);
    const { history } = await call(recordRoutes.versions, {
      as: organization.owner,
      params: { record_type: 'clients', record_id: id },
      query: { history: 'true' },
    });
    expect(history.map(({ admin_name }) => admin_name)).toEqual(['Pia Marsh']);
  });

  test('comes back with the groups and grants that they had', async () => {
    const organization = await server.newOrganization();
    const { owner } = organization;
    const user = await server.newUser(organization, { privileges: { clients: ['read'] } });
    const before = await call(userRoutes.show, { as: owner, params: { id: user.id } });
    await archive(owner, user);
    const archived = await call(userRoutes.show, { as: owner, params: { id: user.id } });
    expect(archived).toMatchObject({
      permission_group_ids: before.permission_group_ids,
      archived_at: expect.any(String),
    });
    expect((await unarchive(owner, user)).status).toBe(204);
    const { updated_at, lock_version, ...same } = before;
    expect(await call(userRoutes.show, { as: owner, params: { id: user.id } })).toMatchObject(same);
    const token = await server.services.database.adminTransaction(({ tx }) => server.startSession(tx, user.id));
    expect((await send(clientRoutes.list, { as: { ...user, token } })).status).toBe(200);
  });

  test('who is archived again stays so since the first time, with one version for each change', async () => {
    const organization = await server.newOrganization();
    const { owner } = organization;
    const user = await server.newUser(organization);
    expect((await unarchive(owner, user)).status, 'nothing to do').toBe(204);
    await archive(owner, user);
    const at = await archivedAt(organization, user);
    expect((await archive(owner, user)).status).toBe(204);
    expect(await archivedAt(organization, user)).toEqual(at);
    await unarchive(owner, user);
    const versions = await server.query(
      `select user_id::float8, new_values ->> 'archived_at' is not null as archived from versions
        where organization_id = $1 and item_type = 'users' and item_id = $2 and event = 'update'
          and (old_values ? 'archived_at' or new_values ? 'archived_at') order by id`,
      [organization.id, user.id],
    );
    expect(versions).toEqual([
      { user_id: owner.id, archived: true },
      { user_id: owner.id, archived: false },
    ]);
  });

  test('is archived and brought back by the platform team, named in history', async () => {
    const organization = await server.newOrganization();
    const superuser = await server.newSuperuser();
    const user = await server.newUser(organization, { privileges: { clients: ['read'] } });
    const params = { organization_id: organization.id, id: user.id };
    expect((await send(organizationRoutes.archiveUser, { as: superuser, params })).status).toBe(204);
    expect((await send(clientRoutes.list, { as: user })).status).toBe(401);
    const shown = await call(organizationRoutes.show, { as: superuser, params: { id: organization.id } });
    expect(shown.users.find(({ id }) => id === user.id)).toMatchObject({ archived: true });
    const back = await call(organizationRoutes.unarchiveUser, { as: superuser, params });
    expect(back.users.find(({ id }) => id === user.id)).toMatchObject({ archived: false });
    const writers = await server.query(
      `select distinct user_id::float8 from versions where organization_id = $1 and item_id = $2 and event = 'update'
        and (old_values ? 'archived_at' or new_values ? 'archived_at')`,
      [organization.id, user.id],
    );
    expect(writers).toEqual([{ user_id: superuser.id }]);
  });
});
