import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { problems } from '#contract/problems.ts';
import { apiCredentialRoutes } from '#contract/resources/api-credentials.ts';
import { clientRoutes } from '#contract/resources/clients.ts';
import { recordRoutes } from '#contract/resources/records.ts';
import { startServer } from '#tests/server/harness.ts';
import { allPrivileges, type TestUser } from '#tests/server/people.ts';

const server = await startServer();
const { call, send } = server;

const setting = async ({ enabled = true } = {}) => {
  const organization = await server.newOrganization();
  await server.query('update organizations set api_access_enabled = $2 where id = $1', [organization.id, enabled]);
  const group = async (privileges: typeof allPrivileges, grants: object[] = []) =>
    (await server.newUser(organization, { privileges, grants: grants as never })).group_id as number;
  return { organization, owner: organization.owner, group, readers: await group({ clients: ['read'] }) };
};
const create = (as: TestUser, permission_group_id: number, name = 'Nightly') =>
  send(apiCredentialRoutes.create, { as, body: { name, permission_group_id } });
const rotate = (as: TestUser, id: number) => send(apiCredentialRoutes.rotate, { as, params: { id } });
const lists = async (key: string, { slug }: { slug: string }) =>
  (await send(clientRoutes.list, { as: { token: key, organization: { slug } } })).status;
const forbidden = { status: 403, errors: { base: [problems.forbidden.message] } };

describe('API credentials are refused', () => {
  test('to users, whatever their groups give, and to administrators who may not write the account', async () => {
    const { organization, owner, readers } = await setting();
    const made = (await create(owner, readers)).body;
    const user = await server.newUser(organization, { privileges: allPrivileges });
    const admin = await server.newUser(organization, {
      role: 'orgadmin',
      privileges: { ...allPrivileges, organization_accounts: ['read'] },
    });
    for (const as of [user, admin]) {
      expect(await send(apiCredentialRoutes.list, { as })).toMatchObject(forbidden);
      expect(await create(as, readers)).toMatchObject(forbidden);
      expect(await rotate(as, made.id)).toMatchObject(forbidden);
      expect(await send(apiCredentialRoutes.remove, { as, params: { id: made.id } })).toMatchObject(forbidden);
    }
    expect(await lists(made.api_key as string, organization)).toBe(200);
  });

  test('while API access is switched off, with whom to ask', async () => {
    const { owner, readers } = await setting({ enabled: false });
    const refusal = {
      status: 403,
      errors: { base: ['API access is turned off for this organization. Ask the platform team to turn it on.'] },
    };
    expect(await send(apiCredentialRoutes.list, { as: owner })).toMatchObject(refusal);
    expect(await create(owner, readers)).toMatchObject(refusal);
  });

  test('with a group that gives more than their maker holds, by a privilege or by a grant', async () => {
    const { organization, owner, group } = await setting();
    const body = {
      first_name: 'Ana',
      last_name: 'Ruiz',
      dob: '1990-01-02',
      gender: 'female',
      ssn_suffix: '1234',
    } as const;
    const client = await call(clientRoutes.create, { as: owner, body });
    const admin = await server.newUser(organization, {
      role: 'orgadmin',
      privileges: { organization_accounts: ['write'], clients: ['read'] },
    });
    const grant = { entity: 'clients', id: client.id, actions: ['write'], through_group: true };
    for (const id of [await group({ clients: ['write'] }), await group({}, [grant])]) {
      expect(await create(admin, id)).toMatchObject(forbidden);
      const { body: made } = await create(owner, id);
      expect(await rotate(admin, made.id), 'nor do they come to its key').toMatchObject(forbidden);
      expect((await send(apiCredentialRoutes.remove, { as: admin, params: { id: made.id } })).status).toBe(204);
    }
    expect((await create(admin, await group({ clients: ['read'] }))).status).toBe(201);
  });

  test('with a group of another organization, and with mistakes, each at its field', async () => {
    const { owner, readers } = await setting();
    const elsewhere = await setting();
    const message = 'Choose a permission group of this organization';
    expect(await create(owner, elsewhere.readers)).toMatchObject({
      status: 422,
      errors: { permission_group_id: [message] },
    });
    const reply = await send(apiCredentialRoutes.create, {
      as: owner,
      body: { name: ' ', permission_group_id: 'all', private_key: 'mine' },
    });
    expect([reply.status, Object.keys(reply.errors).sort()]).toEqual([
      422,
      ['name', 'permission_group_id', 'private_key'],
    ]);
    const { id } = (await create(elsewhere.owner, elsewhere.readers)).body;
    expect((await rotate(owner, id)).status).toBe(404);
    expect((await send(apiCredentialRoutes.remove, { as: owner, params: { id } })).status).toBe(404);
    expect((await create(owner, readers)).status).toBe(201);
  });
});

describe('an API credential', () => {
  test('shows its keys once, and the database has neither of them', async () => {
    const { organization, owner, readers } = await setting();
    const { status, body: made } = await create(owner, readers, 'Nightly import');
    expect(status).toBe(201);
    expect(made).toMatchObject({ name: 'Nightly import', expired: false, last_used_at: null });
    expect(made.api_key).toMatch(/^hearth_[\w-]{43}$/);
    const months = (Date.parse(made.expires_at) - Date.parse(made.created_at)) / (30.4 * 24 * 3600 * 1000);
    expect(Math.round(months)).toBe(3);
    const jwk = { kty: 'OKP', crv: 'Ed25519', x: made.public_key, d: made.private_key as string };
    const derived = createPublicKey(createPrivateKey({ key: jwk, format: 'jwk' })).export({ format: 'jwk' });
    expect(derived.x, 'the two keys belong together').toBe(made.public_key);

    await lists(made.api_key as string, organization);
    const { data } = await call(apiCredentialRoutes.list, { as: owner });
    expect(data).toEqual([
      { ...made, private_key: null, api_key: null, last_used_at: expect.stringMatching(/^\d{4}-.*Z$/) },
    ]);
    const secrets = [made.api_key, made.private_key, (made.api_key as string).slice('hearth_'.length)];
    for (const table of ['api_credentials', 'versions', 'users', 'idempotency_keys']) {
      const rows = await server.query(
        `select 1 from ${table} t where to_jsonb(t)::text like any(select '%' || replace(s, '_', '\\_') || '%' from unnest($1::text[]) s)`,
        [secrets],
      );
      expect(rows, table).toEqual([]);
    }
    const history = await server.query<{ new_values: Record<string, unknown> }>(
      `select new_values from versions where organization_id = $1 and item_type = 'api_credentials'`,
      [organization.id],
    );
    expect(history.map(({ new_values }) => new_values.key_hash)).toEqual(['(changed)']);
  });

  test('gets a new key in place of the old one, which is refused at once, for three months more', async () => {
    const { organization, owner, readers } = await setting();
    const made = (await create(owner, readers)).body;
    await server.query(
      `update api_credentials set expires_at = now() + interval '1 day', warned_days = 1 where id = $1`,
      [made.id],
    );
    const { status, body } = await rotate(owner, made.id);
    expect([status, body.private_key, body.public_key]).toEqual([200, null, made.public_key]);
    expect(Date.parse(body.expires_at)).toBeGreaterThanOrEqual(Date.parse(made.expires_at));
    expect(await lists(made.api_key as string, organization)).toBe(401);
    expect(await lists(body.api_key as string, organization)).toBe(200);
    expect(await server.query('select warned_days from api_credentials where id = $1', [made.id])).toEqual([
      { warned_days: null },
    ]);
  });

  test('is deleted at once, and stays a name in histories', async () => {
    const { organization, owner, group } = await setting();
    const made = (await create(owner, await group({ clients: ['write'] }), 'Intake robot')).body;
    const as = { token: made.api_key as string, organization };
    const body = {
      first_name: 'Ana',
      last_name: 'Ruiz',
      dob: '1990-01-02',
      gender: 'female',
      ssn_suffix: '1234',
    } as const;
    const { id } = await call(clientRoutes.create, { as, body });
    expect((await send(apiCredentialRoutes.remove, { as: owner, params: { id: made.id } })).status).toBe(204);
    expect(await lists(made.api_key as string, organization)).toBe(401);
    const { history } = await call(recordRoutes.versions, {
      as: owner,
      params: { record_type: 'clients', record_id: id },
      query: { history: 'true' },
    });
    expect(history.map(({ admin_name }) => admin_name)).toEqual(['API: Intake robot']);
  });
});

type Made = { public_key: string; private_key: string | null };
const signed = ({ public_key, private_key }: Made, requested_at = new Date().toISOString(), text?: string) => {
  const key = createPrivateKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: public_key, d: private_key as string },
    format: 'jwk',
  });
  const signature = sign(null, Buffer.from(text ?? `${public_key} ${requested_at}`), key).toString('base64url');
  return { public_key, requested_at, signature };
};
const ask = (body: object, address?: string) =>
  send(apiCredentialRoutes.rotateSigned, { body, ...(address ? { address } : {}) });
const minutesAway = (count: number) => new Date(Date.now() + count * 60_000).toISOString();

describe('a rotation without signing in is refused', () => {
  const unknown = { status: 401, errors: { base: ['This credential or its signature is unknown'] } };

  test('for a key that is not known, and one signed by another, in the same words', async () => {
    const { organization, owner, readers } = await setting();
    const [made, other] = [(await create(owner, readers)).body, (await create(owner, readers, 'Other')).body];
    const now = minutesAway(0);
    const byAnother = signed(other, now, `${made.public_key} ${now}`);
    for (const body of [
      { ...byAnother, public_key: made.public_key },
      { ...signed(other), public_key: 'none' },
      { ...signed(made), requested_at: minutesAway(1) },
      { ...signed(made), signature: 'A'.repeat(86) },
      { ...signed(made), signature: 'not base64 at all' },
    ])
      expect(await ask(body)).toMatchObject(unknown);
    expect(await lists(made.api_key as string, organization)).toBe(200);
  });

  test('when it was signed more than five minutes ago, or for later', async () => {
    const { organization, owner, readers } = await setting();
    const made = (await create(owner, readers)).body;
    for (const minutes of [-6, 6])
      expect(await ask(signed(made, minutesAway(minutes)))).toMatchObject({
        status: 422,
        errors: { requested_at: ['Sign the current time: this one is more than five minutes off'] },
      });
    expect(await lists(made.api_key as string, organization)).toBe(200);
  });

  test('while API access is off, and after the credential was deleted', async () => {
    const { organization, owner, readers } = await setting();
    const [made, gone] = [(await create(owner, readers)).body, (await create(owner, readers, 'Gone')).body];
    await call(apiCredentialRoutes.remove, { as: owner, params: { id: gone.id } });
    expect(await ask(signed(gone))).toMatchObject(unknown);
    await server.query('update organizations set api_access_enabled = false where id = $1', [organization.id]);
    expect(await ask(signed(made))).toMatchObject(unknown);
  });

  test('after ten within 15 minutes from one address, the right one too', async () => {
    const { owner, readers } = await setting();
    const made = (await create(owner, readers)).body;
    const wrong = { ...signed(made), signature: 'A'.repeat(86) };
    for (let n = 0; n < 10; n++) expect((await ask(wrong)).status).toBe(401);
    const paused = await ask(signed(made));
    expect(paused.status).toBe(429);
    expect(Number(paused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await ask(signed(made), '192.0.2.9')).status).toBe(200);
  });
});

test('a rotation without signing in answers a new key, and the old one is refused at once', async () => {
  const { organization, owner, readers } = await setting();
  const made = (await create(owner, readers)).body;
  // One that ran out can still be renewed: that is when it is needed.
  await server.query(`update api_credentials set expires_at = now() - interval '1 day' where id = $1`, [made.id]);
  const { status, body } = await ask(signed(made));
  expect([status, body.id, body.private_key, body.expired]).toEqual([200, made.id, null, false]);
  expect(await lists(made.api_key as string, organization)).toBe(401);
  expect(await lists(body.api_key as string, organization)).toBe(200);
});
