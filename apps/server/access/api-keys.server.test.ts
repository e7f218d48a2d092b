import { describe, expect, inject, test } from 'vitest';
import type { RouteSpec } from '#contract/kit/route.ts';
import { problems } from '#contract/problems.ts';
import { accountRoutes } from '#contract/resources/account.ts';
import { apiCredentialRoutes } from '#contract/resources/api-credentials.ts';
import { clientRoutes } from '#contract/resources/clients.ts';
import { impersonationRoutes } from '#contract/resources/impersonations.ts';
import { organizationAccountRoutes } from '#contract/resources/organization-account.ts';
import { organizationRoutes } from '#contract/resources/organizations.ts';
import { permissionGroupRoutes } from '#contract/resources/permission-groups.ts';
import { recordRoutes } from '#contract/resources/records.ts';
import { userRoutes } from '#contract/resources/users.ts';
import { type Loose, startServer } from '#tests/server/harness.ts';
import { allPrivileges } from '#tests/server/people.ts';
import { keptIn } from '#tests/statements/keep.ts';

const server = await startServer();
const { call, send } = server;

const person = (first_name: string) =>
  ({ first_name, last_name: 'Ruiz', dob: '1990-01-02', gender: 'female', ssn_suffix: '1234' }) as const;

/** An organization with API access, and a program that calls it with what the group gives. */
const setting = async (privileges = allPrivileges) => {
  const organization = await server.newOrganization();
  const { owner } = organization;
  await server.query('update organizations set api_access_enabled = true where id = $1', [organization.id]);
  const { group_id } = await server.newUser(organization, { privileges });
  const body = { name: 'Nightly', permission_group_id: group_id as number };
  const made = await call(apiCredentialRoutes.create, { as: owner, body });
  return { organization, owner, id: made.id, group_id, program: { token: made.api_key as string, organization } };
};
const refused = (status: number, message: string) => ({ status, errors: { base: [message] } });
const set = (id: number, what: string) => server.query(`update api_credentials set ${what} where id = $1`, [id]);

describe('an API key is refused', () => {
  test('when it is none, was altered, or comes in another way', async () => {
    const { program } = await setting();
    const key = program.token;
    for (const token of [`${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`, 'hearth_', `${key} `.repeat(2)])
      expect(await send(clientRoutes.list, { as: { ...program, token } })).toMatchObject(
        refused(401, 'This API key is unknown. Create a new one.'),
      );
    const org = program.organization;
    for (const authorization of [key, `Basic ${key}`, `Token ${key}`])
      expect((await send(clientRoutes.list, { org, headers: { authorization } })).status).toBe(401);
    const inQuery = await server.app.inject(`/api/organization/${org.slug}/clients?api_key=${key}`);
    expect(inQuery.statusCode).toBe(401);
  });

  test('after its end, which its words name', async () => {
    const { program, id } = await setting();
    await set(id, `expires_at = '2026-02-03T23:59:00Z'`);
    expect(await send(clientRoutes.list, { as: program })).toMatchObject(
      refused(401, 'This API key expired on 02/03/2026. Rotate it, or create a new one.'),
    );
  });

  test('while API access is switched off for its organization', async () => {
    const { program, organization } = await setting();
    const enable = (enabled: boolean) =>
      server.query('update organizations set api_access_enabled = $2 where id = $1', [organization.id, enabled]);
    await enable(false);
    expect(await send(clientRoutes.list, { as: program })).toMatchObject(
      refused(401, 'API access is turned off for this organization.'),
    );
    await enable(true);
    expect((await send(clientRoutes.list, { as: program })).status).toBe(200);
  });

  test('over 300 calls a minute, those that were refused counted too, and until that minute is over', async () => {
    const { program, id } = await setting();
    await set(id, 'calls = 298, calls_since = now()');
    expect((await send(clientRoutes.show, { as: program, params: { id: 999_999_999 } })).status).toBe(404);
    expect((await send(clientRoutes.list, { as: program })).status).toBe(200);
    const over = await send(clientRoutes.list, { as: program });
    expect(over).toMatchObject(refused(429, 'Too many attempts. Try again in 1 minute.'));
    const seconds = Number(over.headers['retry-after']);
    expect(seconds).toBeGreaterThan(30);
    expect(seconds).toBeLessThanOrEqual(60);
    await set(id, `calls_since = now() - interval '61 seconds'`);
    expect((await send(clientRoutes.list, { as: program })).status).toBe(200);
  });

  test('at another organization, which it does not find', async () => {
    const { program } = await setting();
    const org = await server.newOrganization();
    expect(await send(clientRoutes.list, { as: program, org })).toMatchObject(refused(404, problems.not_found.message));
  });

  test('on routes that are closed to programs, whatever its group allows', async () => {
    const { program, organization, owner, id, group_id } = await setting();
    const client = await call(clientRoutes.create, { as: owner, body: person('Ana') });
    const user = await server.newUser(organization);
    const closed: [RouteSpec, Loose][] = [
      [userRoutes.list, {}],
      [userRoutes.show, { params: { id: user.id } }],
      [userRoutes.create, { body: {} }],
      [userRoutes.archive, { params: { id: user.id } }],
      [permissionGroupRoutes.list, {}],
      [permissionGroupRoutes.update, { params: { id: group_id }, body: { name: 'Mine' } }],
      [permissionGroupRoutes.clone, { params: { id: group_id }, body: {} }],
      [recordRoutes.recordPermissions, { params: { record_type: 'clients', record_id: client.id } }],
      [
        recordRoutes.setRecordPermissions,
        { params: { record_type: 'clients', record_id: client.id }, body: { record_permissions: [] } },
      ],
      [recordRoutes.access, { params: { record_type: 'clients', record_id: client.id } }],
      [recordRoutes.versions, { params: { record_type: 'users', record_id: user.id } }],
      [recordRoutes.versions, { params: { record_type: 'permission_groups', record_id: group_id } }],
      [apiCredentialRoutes.list, {}],
      [apiCredentialRoutes.create, { body: { name: 'Another', permission_group_id: group_id } }],
      [apiCredentialRoutes.rotate, { params: { id } }],
      [apiCredentialRoutes.remove, { params: { id } }],
      [impersonationRoutes.currentInOrganization, {}],
      [impersonationRoutes.startInOrganization, { body: { user_id: user.id } }],
      [impersonationRoutes.stopInOrganization, {}],
      [impersonationRoutes.current, {}],
      [impersonationRoutes.start, { body: { user_id: user.id, organization_id: organization.id } }],
      [organizationRoutes.list, {}],
      [accountRoutes.account, {}],
      [accountRoutes.changeAccount, { body: { first_name: 'Ada' } }],
      [accountRoutes.agreementFields, {}],
      [accountRoutes.signOut, {}],
    ];
    for (const [route, sent] of closed)
      expect(await send(route, { as: program, ...sent }), `${route.method} ${route.path}`).toMatchObject(
        refused(403, problems.forbidden.message),
      );
    expect((await send(clientRoutes.list, { as: program })).status).toBe(200);
  });
});

describe('a program with an API key', () => {
  test('does what its group allows and nothing else, under its own name', async () => {
    const { program, owner } = await setting({ clients: ['write'] });
    const { id } = await call(clientRoutes.create, { as: program, body: person('Ana') });
    expect((await call(clientRoutes.list, { as: program })).data.map((one) => one.id)).toEqual([id]);
    await call(clientRoutes.update, { as: program, params: { id }, body: { middle_name: 'Eva' } });
    expect((await send(clientRoutes.remove, { as: program, params: { id } })).status).toBe(403);
    for (const as of [owner, program]) {
      const { history, created_by } = await call(recordRoutes.versions, {
        as,
        params: { record_type: 'clients', record_id: id },
        query: { history: 'true' },
      });
      expect(history.map(({ event, admin_name, impersonator_name }) => [event, admin_name, impersonator_name])).toEqual(
        [
          ['update', 'API: Nightly', null],
          ['create', 'API: Nightly', null],
        ],
      );
      expect(created_by).toMatchObject({ first_name: 'API:', last_name: 'Nightly' });
    }
    const account = await call(organizationAccountRoutes.organizationAccount, { as: program });
    expect(account).toMatchObject({
      owner: false,
      role: 'orguser',
      privileges: { entity_privileges: { clients: ['write'] } },
    });
  });

  test('sees the records that its group was given, and no others', async () => {
    const { program, owner, group_id } = await setting({});
    const [given, other] = [
      await call(clientRoutes.create, { as: owner, body: person('Ana') }),
      await call(clientRoutes.create, { as: owner, body: person('Bea') }),
    ];
    expect((await send(clientRoutes.list, { as: program })).status).toBe(403);
    const grant = {
      permissionable_type: 'PermissionGroup' as const,
      permissionable_id: group_id as number,
      privileges: ['read' as const],
    };
    await call(recordRoutes.setRecordPermissions, {
      as: owner,
      params: { record_type: 'clients', record_id: given.id },
      body: { record_permissions: [grant] },
    });
    expect((await call(clientRoutes.list, { as: program })).data.map(({ id }) => id)).toEqual([given.id]);
    expect((await send(clientRoutes.show, { as: program, params: { id: other.id } })).status).toBe(404);
  });

  test('feels a change of its group at the next call, and is no user that can be found', async () => {
    const { program, owner, group_id } = await setting({ clients: ['read'] });
    expect((await send(clientRoutes.list, { as: program })).status).toBe(200);
    await call(permissionGroupRoutes.update, {
      as: owner,
      params: { id: group_id as number },
      body: { privileges: { forms: ['read'] } },
    });
    expect((await send(clientRoutes.list, { as: program })).status).toBe(403);
    const { data } = await call(userRoutes.list, { as: owner });
    expect(data.filter(({ name }) => name.startsWith('API'))).toEqual([]);
  });

  test('is given no token to go on with', async () => {
    const { program } = await setting({ clients: ['read'] });
    expect((await send(clientRoutes.list, { as: program })).headers.authorization).toBeUndefined();
  });
});

test('a program finds people by name, also by one that is nearly theirs, before the call is noted', async () => {
  const { program, organization } = await setting();
  const { id } = await call(clientRoutes.create, { as: program, body: person('Guadalupe') as never });
  const found = await call(clientRoutes.page, { as: program, params: { page: 1 }, query: { query: 'Guadalupe' } });
  expect(found.data).toMatchObject([{ id }]);
  const near = await call(clientRoutes.similar, { as: program, query: { query: 'Gvadalupe' } });
  expect(near.data).toMatchObject([{ id }]);
  const noted = await server.query<{ n: number }>(
    `select count(*)::int as n from audit_events where organization_id = $1 and operation like 'GET %/clients/%'`,
    [organization.id],
  );
  expect(noted).toEqual([{ n: 2 }]);
  // What asks with its owner's rights may not do so after a write (see tests/statements).
  const searches = keptIn(inject('database').dataDir).filter(({ sql }) => /kit\.clients_(named|like)/.test(sql));
  expect(searches.length).toBeGreaterThan(1);
  expect(searches.filter(({ afterWrite }) => afterWrite)).toEqual([]);
});
