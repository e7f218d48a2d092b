import { beforeEach, describe, expect, test } from 'vitest';
import { accountRoutes } from '#contract/resources/account.ts';
import { clientRoutes } from '#contract/resources/clients.ts';
import { organizationRoutes } from '#contract/resources/organizations.ts';
import { platformUserRoutes as routes } from '#contract/resources/platform-users.ts';
import { passwordHash } from '#server/access/passwords.ts';
import { startServer } from '#tests/server/harness.ts';
import type { TestOrganization, TestUser } from '#tests/server/people.ts';

const server = await startServer();
const { call, send, query } = server;
const as = await server.newSuperuser();
const password = 'seven geese over the barn';
const other = 'eleven boats at anchor';
const hash = await passwordHash(password);

let organization: TestOrganization;
let user: TestUser;
let count = 0;
beforeEach(async () => {
  organization = await server.newOrganization();
  user = await server.newUser(organization, { password_hash: hash, privileges: { clients: ['read'] } });
});

const newcomer = () => ({
  email: `new-${++count}@${organization.slug}.example.org`,
  first_name: 'Ada',
  last_name: 'Roe',
});
const show = (id: number) => call(routes.show, { as, params: { id } });
const change = (id: number, body: object) => send(routes.update, { as, params: { id }, body });

describe('AD-31 a user', () => {
  test('is shown with what they are in each organization, and when they were last here', async () => {
    const second = await server.newOrganization();
    await server.join(user, second);
    await call(accountRoutes.signIn, {
      org: organization,
      body: { email: user.email, password },
      address: '198.51.100.24',
    });
    await call(organizationRoutes.archiveUser, { as, params: { organization_id: second.id, id: user.id } });
    expect(await show(user.id)).toMatchObject({
      email: user.email,
      role: 'orguser',
      accepted: true,
      archived: false,
      organization_id: organization.id,
      active_organization_ids: [organization.id],
      archived_organization_ids: [second.id],
      last_login_ip: '198.51.100.24',
      last_logged_in_at: expect.any(String),
      last_accessed_at: expect.any(String),
      second_factor_since: null,
      agreement: { version: expect.any(Number) },
      memberships: expect.arrayContaining([
        expect.objectContaining({ owner: false, archived_at: null, permission_groups: [expect.any(String)] }),
      ]),
    });
    await call(organizationRoutes.archiveUser, { as, params: { organization_id: organization.id, id: user.id } });
    expect((await show(user.id)).archived).toBe(true);
  });

  test('is found by name, address and organization, and by filters; programs are none', async () => {
    const found = async (asked: object) =>
      (await call(routes.page, { as, params: { page: 1 }, query: asked })).data.map(({ id }) => id);
    expect(await found({ query: user.email })).toEqual([user.id]);
    expect((await found({ query: organization.slug })).toSorted()).toEqual([organization.owner.id, user.id].toSorted());
    expect(await found({ query: organization.slug, filters: JSON.stringify({ superusers: true }) })).toEqual([]);
    const filters = (what: object) => ({ filters: JSON.stringify({ organization_id: organization.id, ...what }) });
    expect(await found(filters({ archived: true }))).toEqual([]);
    await call(organizationRoutes.archiveUser, { as, params: { organization_id: organization.id, id: user.id } });
    expect(await found(filters({ archived: true }))).toEqual([user.id]);
    expect(await found(filters({ archived: false }))).toEqual([organization.owner.id]);
    const [made] = await query<{ id: string }>(
      `insert into users (email, first_name, last_name) values ('api-' || $1 || '@credentials.invalid', 'API:', $1) returning id`,
      [organization.slug],
    );
    expect(await found({ query: `api-${organization.slug}` })).toEqual([]);
    expect((await send(routes.show, { as, params: { id: Number(made?.id) } })).status).toBe(404);
  });

  test('is nobody’s to see or change but the platform team’s', async () => {
    for (const one of [organization.owner, user]) {
      expect((await send(routes.show, { as: one, params: { id: user.id } })).status).toBe(403);
      expect((await send(routes.update, { as: one, params: { id: one.id }, body: { role: 'superuser' } })).status).toBe(
        403,
      );
      expect((await send(routes.search, { as: one, query: { email: 'example' } })).status).toBe(403);
    }
  });
});

describe('AD-13 AD-14 users are suggested by their address', () => {
  test('from two characters on, ten at most', async () => {
    const search = async (email: string) => (await call(routes.search, { as, query: { email } })).data;
    expect(await search('a')).toEqual([]);
    const name = `ten-at-most-${organization.slug}`;
    await query(
      `insert into users (email) select $1 || '-' || n || '@people.example' from generate_series(1, 11) n returning id`,
      [name],
    );
    expect(await search(name)).toHaveLength(10);
    const { id, email, first_name, last_name } = user;
    expect(await search(email.toUpperCase())).toEqual([{ id, email, first_name, last_name }]);
  });
});

describe('AD-32 a user is added', () => {
  test('not twice, and to no organization that there is not', async () => {
    expect(await send(routes.create, { as, body: { ...newcomer(), email: user.email } })).toMatchObject({
      status: 422,
      errors: { email: ['This email address already has an account'] },
    });
    const body = newcomer();
    expect(await send(routes.create, { as, body: { ...body, organization_ids: [999_999_999] } })).toMatchObject({
      status: 422,
      errors: { organization_ids: ['Choose organizations from the list'] },
    });
    expect((await call(routes.search, { as, query: { email: body.email } })).data).toEqual([]);
  });

  test('and invited by the organizations, with their default groups', async () => {
    await query('update permission_groups set "default" = true where id = $1', [user.group_id]);
    const body = { ...newcomer(), organization_ids: [organization.id] };
    const made = await call(routes.create, { as, body });
    expect(made).toMatchObject({
      accepted: false,
      memberships: [{ accepted: false, permission_groups: [expect.any(String)] }],
    });
    expect((await server.mailTo(body.email)).text).toContain(`http://${organization.slug}.localhost/invitations/`);
  });

  test('as a superuser, who sets a password by the link that comes by mail', async () => {
    const body = { ...newcomer(), role: 'superuser' as const };
    const made = await call(routes.create, { as, body });
    expect(made).toMatchObject({ role: 'superuser', accepted: false });
    const text = (await server.mailTo(body.email)).text;
    const token = /\/password_resets\/([\w-]+)/.exec(text)?.[1] as string;
    expect(text).toContain('http://localhost/password_resets/');
    expect((await send(routes.invite, { as, params: { id: made.id } })).status).toBe(204);
    const sent = { params: { token }, body: { password, password_confirmation: password } };
    expect((await send(accountRoutes.resetPassword, sent)).status).toBe(200);
    expect((await send(accountRoutes.signIn, { body: { email: body.email, password } })).status).toBe(201);
    expect((await send(routes.invite, { as, params: { id: made.id } })).status).toBe(422);
    expect((await send(routes.remove, { as, params: { id: made.id } })).status, 'who came stays').toBe(422);
  });

  test('and taken away again while they have not come', async () => {
    const { id } = await call(routes.create, { as, body: { ...newcomer(), organization_ids: [organization.id] } });
    await call(routes.remove, { as, params: { id } });
    expect((await send(routes.show, { as, params: { id } })).status).toBe(404);
    expect(await query('select id from memberships where id = $1', [id])).toEqual([]);
    const { owner_id } = await call(organizationRoutes.create, {
      as,
      body: { name: 'Hill', slug: `hill-${organization.id}`, owner_email: newcomer().email },
    });
    expect(await send(routes.remove, { as, params: { id: owner_id as number } })).toMatchObject({
      status: 422,
      errors: { base: ['This person will own Hill. Choose another owner there first.'] },
    });
  });
});

describe('AD-32 a user is changed', () => {
  test('who uses the account keeps the address, and versions count', async () => {
    expect(await change(user.id, { email: 'another@example.org' })).toMatchObject({
      status: 422,
      errors: { email: ['Only this person can change the address, in their profile'] },
    });
    const { lock_version } = await show(user.id);
    expect((await change(user.id, { first_name: 'Rob', lock_version })).body).toMatchObject({ first_name: 'Rob' });
    expect((await change(user.id, { first_name: 'Bob', lock_version })).status).toBe(409);
  });

  test('organizations that are left out archive, those that come invite or bring back', async () => {
    const second = await server.newOrganization();
    const read = () => send(clientRoutes.list, { as: user });
    expect((await read()).status).toBe(200);
    const moved = (await change(user.id, { organization_ids: [second.id] })).body;
    expect(moved).toMatchObject({ active_organization_ids: [second.id], archived_organization_ids: [organization.id] });
    expect([401, 404]).toContain((await read()).status);
    await change(user.id, { organization_ids: [second.id, organization.id] });
    expect((await show(user.id)).active_organization_ids.toSorted()).toEqual([second.id, organization.id].toSorted());
    expect(await change(organization.owner.id, { organization_ids: [] })).toMatchObject({
      status: 422,
      errors: { organization_ids: [expect.stringContaining('Choose another owner there first')] },
    });
  });

  test('another password is a good one, and ends all sessions', async () => {
    expect(await change(user.id, { password: other, password_confirmation: 'not the same' })).toMatchObject({
      status: 422,
      errors: { password_confirmation: ['Passwords do not match'] },
    });
    expect((await change(user.id, { password: other, password_confirmation: other })).status).toBe(200);
    expect((await send(clientRoutes.list, { as: user })).status).toBe(401);
    expect((await send(accountRoutes.signIn, { body: { email: user.email, password: other } })).status).toBe(201);
  });

  test('nobody takes the platform from themselves, and of two who take it from each other one stays', async () => {
    expect(await change(as.id, { role: 'orguser' })).toMatchObject({
      status: 422,
      errors: { role: ['You can’t remove your own superuser role. Ask another superuser to do it.'] },
    });
    const [one, two] = [await server.newSuperuser(), await server.newSuperuser()];
    const take = (by: typeof one, from: typeof one) =>
      send(routes.update, { as: by, params: { id: from.id }, body: { role: 'orguser' } });
    const statuses = (await Promise.all([take(one, two), take(two, one)])).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 403]);
    const roles = [(await show(one.id)).role, (await show(two.id)).role];
    expect(roles.toSorted()).toEqual(['orguser', 'superuser']);
  });
});
