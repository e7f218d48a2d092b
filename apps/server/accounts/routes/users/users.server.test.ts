import { describe, expect, test } from 'vitest';
import { problems } from '#contract/problems.ts';
import { permissionGroupRoutes } from '#contract/resources/permission-groups.ts';
import { recordRoutes } from '#contract/resources/records.ts';
import { userRoutes } from '#contract/resources/users.ts';
import { startServer } from '#tests/server/harness.ts';

const server = await startServer();
const { call, send } = server;

let count = 0;
const invited = (more: object = {}) => ({
  first_name: 'Nora',
  last_name: 'Field',
  email: `colleague-${++count}-${Date.now()}@example.org`,
  ...more,
});
const setting = async () => {
  const organization = await server.newOrganization();
  const manager = await server.newUser(organization, {
    privileges: { users: ['write'], clients: ['read'] },
    first_name: 'Maya',
  });
  const colleague = await server.newUser(organization, { first_name: 'Colin' });
  const group = (privileges: object) =>
    call(permissionGroupRoutes.create, {
      as: organization.owner,
      body: { name: `Group ${++count}`, privileges },
    });
  return { organization, owner: organization.owner, manager, colleague, group };
};
const forbidden = { status: 403, errors: { base: [problems.forbidden.message] } };

describe('nobody rises by managing users', () => {
  test('giving a group that holds more than they do, to a new user, to another, or to themselves', async () => {
    const { manager, colleague, group } = await setting();
    const [more, less] = [await group({ clients: ['write'] }), await group({ clients: ['read'] })];
    const ids = (...permission_group_ids: number[]) => ({ permission_group_ids });
    const put = (id: number, body: object) => send(userRoutes.update, { as: manager, params: { id }, body });
    expect(await send(userRoutes.create, { as: manager, body: invited(ids(more.id)) })).toMatchObject(forbidden);
    for (const { id } of [colleague, manager]) expect(await put(id, ids(more.id))).toMatchObject(forbidden);
    expect(await put(colleague.id, ids(less.id))).toMatchObject({ status: 200, body: ids(less.id) });
    const { data } = await call(userRoutes.list, { as: manager });
    expect(data, 'nobody was added by what was refused').toHaveLength(3);
  });

  test('making somebody, or themselves, an administrator', async () => {
    const { manager, colleague, owner } = await setting();
    for (const id of [colleague.id, manager.id])
      expect(await send(userRoutes.update, { as: manager, params: { id }, body: { role: 'orgadmin' } })).toMatchObject(
        forbidden,
      );
    expect(await send(userRoutes.create, { as: manager, body: invited({ role: 'orgadmin' }) })).toMatchObject(
      forbidden,
    );
    const params = { id: colleague.id };
    expect(await send(userRoutes.update, { as: owner, params, body: { role: 'orgadmin' } })).toMatchObject({
      status: 200,
      body: { role: 'orgadmin' },
    });
    const none = await send(userRoutes.update, { as: owner, params, body: { role: 'superuser' } });
    expect([none.status, Object.keys(none.errors)]).toEqual([422, ['role']]);
  });

  test('changing what the owner is', async () => {
    const { manager, owner, group } = await setting();
    const { id } = await group({});
    const put = (body: object) => send(userRoutes.update, { as: manager, params: { id: owner.id }, body });
    const errors = async (body: object) => Object.keys((await put(body)).errors);
    expect(await errors({ role: 'orguser' })).toEqual(['role']);
    expect(await errors({ permission_group_ids: [id] })).toEqual(['permission_group_ids']);
  });

  test('with groups of another organization', async () => {
    const { owner, colleague } = await setting();
    const { group } = await setting();
    const body = { permission_group_ids: [(await group({})).id] };
    const reply = await send(userRoutes.update, { as: owner, params: { id: colleague.id }, body });
    expect([reply.status, Object.keys(reply.errors)]).toEqual([422, ['permission_group_ids']]);
  });
});

describe('a new user for whom no groups are named', () => {
  test('is refused where a default group gives what the inviter lacks; none at all may be named', async () => {
    const { organization, owner, manager, group } = await setting();
    const { id } = await group({ clients: ['write'] });
    await call(permissionGroupRoutes.update, { as: owner, params: { id }, body: { default: true } });
    expect(await send(userRoutes.create, { as: manager, body: invited() })).toMatchObject(forbidden);
    const none = await call(userRoutes.create, { as: manager, body: invited({ permission_group_ids: [] }) });
    expect(none.permission_group_ids).toEqual([]);
    expect(
      await server.query('select id from memberships where organization_id = $1', [organization.id]),
      'nobody was added by what was refused',
    ).toHaveLength(4);
  });

  test('is put into the default groups, however many; those who were there stay as they are (R32)', async () => {
    const { owner, manager, colleague, group } = await setting();
    const groups = [await group({ clients: ['read'] }), await group({}), await group({ clients: ['read'] })];
    for (const { id } of groups.slice(0, 2))
      await call(permissionGroupRoutes.update, { as: owner, params: { id }, body: { default: true } });
    const created = await call(userRoutes.create, { as: manager, body: invited() });
    expect(created.permission_group_ids).toEqual(groups.slice(0, 2).map(({ id }) => id));
    const named = invited({ permission_group_ids: [groups[2]?.id] });
    expect((await call(userRoutes.create, { as: manager, body: named })).permission_group_ids).toEqual([groups[2]?.id]);
    const before = await call(userRoutes.show, { as: owner, params: { id: colleague.id } });
    expect(before.permission_group_ids).toEqual([colleague.group_id]);
  });
});

describe('users refuse', () => {
  test('mistakes, all at once', async () => {
    const { owner } = await setting();
    const body = { first_name: '', last_name: 'x'.repeat(101), email: 'a@b', role: 'king', id: 5, archived_at: null };
    const reply = await send(userRoutes.create, { as: owner, body });
    expect(reply.status).toBe(422);
    expect(Object.keys(reply.errors).sort()).toEqual(['archived_at', 'email', 'first_name', 'id', 'last_name', 'role']);
    expect(reply.errors.email).toEqual(['Enter an e-mail address like name@example.org']);
  });

  test('somebody who is a user already', async () => {
    const { owner, colleague } = await setting();
    const reply = await send(userRoutes.create, { as: owner, body: invited({ email: colleague.email }) });
    expect(reply).toMatchObject({ status: 422, errors: { email: [expect.stringContaining('already')] } });
  });

  test('another address: it belongs to the person', async () => {
    const { owner, colleague } = await setting();
    const put = (email: string) =>
      send(userRoutes.update, { as: owner, params: { id: colleague.id }, body: { email } });
    expect((await put('other@example.org')).errors).toEqual({ email: [expect.any(String)] });
    expect((await put(colleague.email)).status).toBe(200);
  });

  test('a version that is not the newest', async () => {
    const { owner, colleague } = await setting();
    const put = (lock_version: number) =>
      send(userRoutes.update, { as: owner, params: { id: colleague.id }, body: { role: 'orgadmin', lock_version } });
    expect((await put(1)).status).toBe(200);
    const base = [problems.conflict.message, `Changed by ${owner.first_name} ${owner.last_name}.`];
    expect(await put(1)).toMatchObject({ status: 409, errors: { base } });
  });
});

describe('users', () => {
  test('have ids that tell neither how many there are nor who had an account before', async () => {
    const { owner } = await setting();
    const ids: number[] = [];
    for (let n = 0; n < 4; n++) ids.push((await call(userRoutes.create, { as: owner, body: invited() })).id);
    for (const id of ids) expect(id).toBeGreaterThan(2 ** 36);
    for (const id of ids) expect(id).toBeLessThan(2 ** 50);
    const apart = ids.slice(1).map((id, index) => Math.abs(id - (ids[index] ?? 0)));
    for (const one of apart) expect(one).toBeGreaterThan(1_000_000);
  });

  test('keep what a PUT does not carry, and tell in their history who changed what', async () => {
    const { organization, manager, colleague, group } = await setting();
    const { id } = await group({ clients: ['read'] });
    const params = { id: colleague.id };
    const before = await call(userRoutes.show, { as: manager, params });
    const put = (body: object) => send(userRoutes.update, { as: manager, params, body });
    const ids = [...before.permission_group_ids, id];
    const saved = (await put({ permission_group_ids: ids })).body;
    const { lock_version, updated_at, ...same } = saved;
    expect(same).toEqual({
      ...Object.fromEntries(Object.entries(before).filter(([key]) => key in same)),
      permission_group_ids: ids,
    });
    expect((await put({ permission_group_ids: ids })).status).toBe(200);
    const { history } = await call(recordRoutes.versions, {
      as: organization.owner,
      params: { record_type: 'users', record_id: colleague.id },
      query: { history: 'true' },
    });
    expect(history[0]).toMatchObject({
      event: 'update',
      admin_name: `Maya ${manager.last_name}`,
      impersonator_name: null,
      change: { [`permission_group_id.${id}`]: [null, expect.anything()] },
    });
    expect(
      history.filter(({ admin_name }) => admin_name.startsWith('Maya')),
      'one change, one version',
    ).toHaveLength(1);
    const shown = async (as: typeof manager) => {
      const asked = { record_type: 'users', record_id: colleague.id } as const;
      const { history } = await call(recordRoutes.versions, { as, params: asked, query: { history: 'true' } });
      return history[0]?.shown;
    };
    const { name } = await call(permissionGroupRoutes.show, { as: organization.owner, params: { id } });
    expect(await shown(manager), 'the names of groups are for who may see groups').toEqual([
      { label: 'A group you cannot see', was: null, is: 'Member' },
    ]);
    expect(await shown(organization.owner)).toEqual([{ label: name, was: null, is: 'Member' }]);
  });

  test('are listed by first name, searched by name or address, archived ones apart', async () => {
    const { organization, owner } = await setting();
    const [zoe, under] = [
      await server.newUser(organization, { first_name: 'Zoë', last_name: 'Åberg' }),
      await server.newUser(organization, { first_name: 'under_score', last_name: 'Percent%' }),
    ];
    const find = async (query: object) => {
      const page = await call(userRoutes.page, { as: owner, params: { page: 1 }, query: query as never });
      expect(page.metadata.total_count).toBe(page.data.length);
      return page.data.map(({ first_name }) => first_name);
    };
    expect(await find({})).toEqual(['Colin', 'Maya', 'Org-Olivia', 'under_score', 'Zoë']);
    expect(await find({ sort: [{ field: 'first_name', order: 'desc' }] })).toEqual([
      'Zoë',
      'under_score',
      'Org-Olivia',
      'Maya',
      'Colin',
    ]);
    for (const query of ['zoe', 'ABERG zo', zoe.email]) expect(await find({ query })).toEqual(['Zoë']);
    for (const query of ['r_s', 't%']) expect(await find({ query })).toEqual(['under_score']);
    expect(await find({ query: '%_' })).toEqual([]);
    await server.query('update memberships set archived_at = now() where organization_id = $1 and id = $2', [
      organization.id,
      under.id,
    ]);
    expect(await find({ query: 'under' })).toEqual([]);
    expect(await find({ filters: { archived: true } })).toEqual(['under_score']);
  });

  test('come page by page without a gap, also where names are the same', async () => {
    const { organization, owner } = await setting();
    for (let n = 0; n < 8; n++) await server.newUser(organization);
    const all = await call(userRoutes.list, { as: owner });
    expect(all.data).toHaveLength(11);
    for (const field of ['first_name', 'last_name', 'email', 'last_accessed_at', 'created_at'] as const) {
      const seen: number[] = [];
      for (const page of [1, 2, 3]) {
        const query = { page_size: 4, sort: [{ field, order: 'desc' }] };
        const { body } = await send(userRoutes.page, { as: owner, params: { page }, query });
        seen.push(...body.data.map(({ id }) => id));
      }
      expect(
        seen.toSorted((a, b) => a - b),
        field,
      ).toEqual(all.data.map(({ id }) => id).toSorted((a, b) => a - b));
    }
  });
});
