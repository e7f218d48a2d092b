import { describe, expect, test } from 'vitest';
import { problems } from '#contract/problems.ts';
import { apiCredentialRoutes } from '#contract/resources/api-credentials.ts';
import { clientRoutes } from '#contract/resources/clients.ts';
import { permissionGroupRoutes } from '#contract/resources/permission-groups.ts';
import { maxWebhooks, type webhookEvents, webhookRoutes } from '#contract/resources/webhooks.ts';
import { clearTexts } from '#tests/server/clear-texts.ts';
import { startServer } from '#tests/server/harness.ts';
import { allPrivileges, type TestUser } from '#tests/server/people.ts';

const trusted = 'http://127.0.0.1:4599';
const server = await startServer({ config: { webhookHosts: [{ origin: trusted, isTrusted: true }] } });
const { call, send, query } = server;

const setting = async ({ enabled = true } = {}) => {
  const organization = await server.newOrganization();
  await query('update organizations set api_access_enabled = $2 where id = $1', [organization.id, enabled]);
  const group = async (privileges: typeof allPrivileges) =>
    (await server.newUser(organization, { privileges })).group_id as number;
  return { organization, owner: organization.owner, group, readers: await group({ clients: ['read'] }) };
};
const events: (typeof webhookEvents)[number][] = ['client_created'];
const bodyFor = (permission_group_id: number, more: object = {}) => ({
  name: 'Warehouse',
  url: 'https://example.org/hooks',
  events,
  permission_group_id,
  ...more,
});
const add = (as: TestUser, permission_group_id: number, more: object = {}) =>
  send(webhookRoutes.create, { as, body: bodyFor(permission_group_id, more) });
const forbidden = { status: 403, errors: { base: [problems.forbidden.message] } };

/** Everything that may be done with a webhook, by its status. */
const attempts = async (as: TestUser, id: number) => {
  const params = { id };
  const replies = [
    await send(webhookRoutes.update, { as, params, body: { name: 'Mine' } }),
    await send(webhookRoutes.rotate, { as, params }),
    await send(webhookRoutes.test, { as, params }),
    await send(webhookRoutes.deliveries, { as, params: { id, page: 1 } }),
    await send(webhookRoutes.resend, { as, params: { webhook_id: id, id: 1 } }),
  ];
  return [...new Set(replies.map(({ status }) => status))];
};

describe('webhooks are refused', () => {
  test('to users, to administrators who may not write the account, and to programs', async () => {
    const { organization, owner, readers } = await setting();
    const { id } = (await add(owner, readers)).body;
    const user = await server.newUser(organization, { privileges: allPrivileges });
    const admin = await server.newUser(organization, {
      role: 'orgadmin',
      privileges: { ...allPrivileges, organization_accounts: ['read'] },
    });
    const made = await call(apiCredentialRoutes.create, {
      as: owner,
      body: { name: 'Nightly', permission_group_id: admin.group_id as number },
    });
    const program = { ...user, token: made.api_key as string };
    for (const as of [user, admin, program]) {
      expect(await send(webhookRoutes.list, { as })).toMatchObject(forbidden);
      expect(await add(as, readers)).toMatchObject(forbidden);
      expect(await attempts(as, id)).toEqual([403]);
      expect((await send(webhookRoutes.remove, { as, params: { id } })).status).toBe(403);
    }
  });

  test('of another organization, which nobody finds', async () => {
    const { owner, readers } = await setting();
    const other = await setting();
    const { id } = (await add(owner, readers)).body;
    expect(await attempts(other.owner, id)).toEqual([404]);
    expect((await send(webhookRoutes.remove, { as: other.owner, params: { id } })).status).toBe(404);
    expect((await call(webhookRoutes.list, { as: other.owner })).data).toEqual([]);
    expect(await add(other.owner, readers)).toMatchObject({
      status: 422,
      errors: { permission_group_id: ['Choose a permission group of this organization'] },
    });
  });

  test('while API access is switched off, with whom to ask', async () => {
    const { owner, readers } = await setting({ enabled: false });
    expect(await add(owner, readers)).toMatchObject({
      status: 403,
      errors: { base: ['API access is turned off for this organization. Ask the platform team to turn it on.'] },
    });
  });

  test('with a group that may read more than their maker, who comes neither to its secret nor to its log', async () => {
    const { organization, owner, group } = await setting();
    const admin = await server.newUser(organization, {
      role: 'orgadmin',
      privileges: { organization_accounts: ['write'], clients: ['read'] },
    });
    const wide = await group({ clients: ['write'] });
    const narrow = await group({ clients: ['read'] });
    expect(await add(admin, wide)).toMatchObject(forbidden);
    const { id } = (await add(owner, wide)).body;
    expect(await attempts(admin, id)).toEqual([403]);
    const own = await add(admin, narrow);
    expect(own.status).toBe(201);
    const widened = { as: admin, params: { id: own.body.id }, body: { permission_group_id: wide } };
    expect(await send(webhookRoutes.update, widened)).toMatchObject(forbidden);
    expect((await send(webhookRoutes.remove, { as: admin, params: { id } })).status, 'but may end it').toBe(204);
  });

  test('with mistakes, each at its field', async () => {
    const { owner, readers } = await setting();
    const wrong = { name: ' ', url: 'example.org', events: ['login'], secret: 'mine' };
    const reply = await add(owner, readers, wrong);
    expect([reply.status, Object.keys(reply.errors).sort()]).toEqual([422, ['events.0', 'name', 'secret', 'url']]);
    for (const events of [[], ['client_created', 'client_created']])
      expect((await add(owner, readers, { events })).status).toBe(422);
  });

  test.each([
    'http://example.org/hooks',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://169.254.169.254/latest/meta-data',
    'https://10.1.2.3/',
    'https://localhost/',
    'https://db.localhost./',
    'https://ana:secret@example.org/',
    'https://example.org/a\r\nX-Evil: 1',
    'https://example.org/#part',
    'file:///etc/passwd',
    'javascript:alert(1)',
    `http://127.0.0.1:4599@example.org/`,
    'http://127.0.0.1:4598/',
  ])('at the address %s', async (url) => {
    const { owner, readers } = await setting();
    const reply = await add(owner, readers, { url });
    expect([reply.status, Object.keys(reply.errors)]).toEqual([422, ['url']]);
    const { id } = (await add(owner, readers)).body;
    expect((await send(webhookRoutes.update, { as: owner, params: { id }, body: { url } })).status).toBe(422);
  });

  test('beyond as many as there may be', async () => {
    const { owner, readers } = await setting();
    for (let n = 0; n < maxWebhooks; n++) expect((await add(owner, readers)).status).toBe(201);
    expect(await add(owner, readers)).toMatchObject({ status: 422, errors: { base: [/the most allowed/] } });
  });
});

describe('a webhook', () => {
  test('may lead into the network where the operator allows it', async () => {
    const { owner, readers } = await setting();
    expect((await add(owner, readers, { url: `${trusted}/hooks` })).status).toBe(201);
  });

  test('shows its secret once, and stores it in no clear text, wherever it went', async () => {
    const { owner, readers } = await setting();
    const made = (await add(owner, readers)).body;
    expect(made.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const rotated = await call(webhookRoutes.rotate, { as: owner, params: { id: made.id } });
    expect(rotated.secret).not.toBe(made.secret);
    expect(Date.parse(rotated.former_secret_until as string) - Date.now()).toBeGreaterThan(23 * 3_600_000);
    const [listed] = (await call(webhookRoutes.list, { as: owner })).data;
    expect(listed).toMatchObject({ secret: null, permission_group: { id: readers } });
    for (const one of [made.secret, rotated.secret]) {
      const [word = ''] = /^whsec_[A-Za-z0-9]*/.exec(one as string) ?? [];
      expect(await clearTexts(server.services.config.databaseUrl as string, word)).toEqual([]);
    }
  });

  test('is changed by its version, and holds its permission group', async () => {
    const { owner, readers } = await setting();
    const { id, lock_version } = (await add(owner, readers)).body;
    const change = { as: owner, params: { id }, body: { name: 'Depot', lock_version } };
    expect((await call(webhookRoutes.update, change)).name).toBe('Depot');
    expect((await send(webhookRoutes.update, change)).status).toBe(409);
    await query('delete from membership_permission_groups where permission_group_id = $1', [readers]);
    const removal = { as: owner, params: { id: readers } };
    expect(await send(permissionGroupRoutes.remove, removal)).toMatchObject({
      errors: { base: ['Webhooks use this permission group. Delete them first.'] },
    });
    expect((await send(webhookRoutes.remove, { as: owner, params: { id } })).status).toBe(204);
    expect((await send(permissionGroupRoutes.remove, removal)).status).toBe(204);
  });

  test('tells a program what it did itself', async () => {
    const { owner, group } = await setting();
    const permission_group_id = await group({ clients: ['write'] });
    await add(owner, permission_group_id);
    const made = await call(apiCredentialRoutes.create, { as: owner, body: { name: 'Nightly', permission_group_id } });
    const program = { ...owner, token: made.api_key as string };
    const body = { first_name: 'Ana', last_name: 'Ruiz', dob: '1990-01-02', gender: 'female', ssn_suffix: '1234' };
    await call(clientRoutes.create, { as: program, body: { ...body, gender: 'female' } });
    const told = await query('select api_credential_id from webhook_deliveries where organization_id = $1', [
      owner.organization.id,
    ]);
    expect(told).toEqual([{ api_credential_id: made.id }]);
  });
});
