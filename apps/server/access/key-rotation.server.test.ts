import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accountRoutes } from '#contract/resources/account.ts';
import { clientRoutes } from '#contract/resources/clients.ts';
import { passwordHash } from '#server/access/passwords.ts';
import { connect } from '#server/host/connect.ts';
import { migrate } from '#server/host/migrate.ts';
import { openDatabase } from '#server/kit/db.ts';
import type { Secrets } from '#server/kit/keyring.ts';
import { ownDatabase, run } from '#tests/own-database.ts';
import { openServer, type TestServer } from '#tests/server/harness.ts';
import type { TestOrganization } from '#tests/server/people.ts';
import { shared } from '#tests/shared-database.ts';
import { addressKey, sealedAddressKey } from './address-keys.ts';
import { type Keys, keysOf } from './key-rotation.ts';
import { codeHash, publicDraft, sealedPublicDraft } from './public-draft-content.ts';
import { referralKey, sealedReferralKey } from './referral-key.ts';

const pace = { every: 50, settling: 200 };
const password = 'four lamps on the quay';
const person = (ssn_suffix: string) =>
  ({ first_name: 'Ana', last_name: 'Ruiz', dob: '1990-01-02', gender: 'female', ssn_suffix }) as const;
/** The keys as the command has them. */
const openKeys = async (url: string, secrets: Secrets): Promise<Keys & { close: () => Promise<unknown> }> => {
  const [client, database] = [await connect(url), openDatabase({ appUrl: url, adminUrl: url })];
  const close = () => Promise.all([client.end(), database.end()]);
  try {
    return { ...(await keysOf({ client, database }, secrets, pace)), close };
  } catch (error) {
    await close();
    throw error;
  }
};
const kidOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[0] as string, 'base64url').toString()).kid;

// One installation's life: what a test leaves is where the next begins.
describe('keys', { shuffle: false }, () => {
  let own: Awaited<ReturnType<typeof ownDatabase>>;
  let server: TestServer;
  let keys: Awaited<ReturnType<typeof openKeys>>;
  let organization: TestOrganization;
  let as: TestOrganization['owner'];

  beforeAll(async () => {
    own = await ownDatabase();
    server = await openServer({ on: own, pace });
    keys = await openKeys(own.url, own);
    organization = await server.newOrganization();
    as = organization.owner;
  });
  afterAll(async () => {
    await keys.close();
    await server.close();
    await own.drop();
  });

  const newest = async () => (await keys.list())[0]!;
  const digitsOf = async () => (await server.call(clientRoutes.list, { as })).data.map((one) => one.ssn_suffix).sort();
  /** Lets time pass for the keys, as far as the database knows. */
  const hoursPass = (hours: number) =>
    run(own.url, `update encryption_keys set created_at = created_at - interval '${hours} hours'`);
  const command = async (args: string[], env: Record<string, string> = {}) => {
    const child = spawn(process.execPath, ['scripts/keys.ts', ...args], {
      env: { ...process.env, DATABASE_URL: own.url, DATA_DIR: own.dataDir, SECRET: own.secret, ...env },
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text));
    const [code] = await once(child, 'close');
    return { code, said: said.trim() };
  };

  test('are not retired while anything needs them, nor made without the secret', async () => {
    const { id } = await newest();
    await expect(keys.retire(id)).rejects.toThrow(/signs and encrypts. Make a new one first/);
    await expect(keys.retire(99)).rejects.toThrow(`There is no key 99. There are: ${id}.`);
    const stranger = await openKeys(own.url, { secret: 'another secret' });
    await expect(stranger.rotate()).rejects.toThrow(/SECRET doesn’t match/);
    await stranger.close();
    expect((await keys.list()).map((key) => key.id)).toEqual([id]);
  });

  test('are told how to be used for what is no command', async () => {
    const { code, said } = await command(['destroy']);
    expect([code, said]).toEqual([1, expect.stringContaining('npm run keys -- rotate')]);
    expect(said).not.toContain('    at ');
  });

  test('change while the product runs: everything is encrypted anew, and nobody is signed out', async () => {
    const password_hash = await passwordHash(password);
    const user = await server.newUser(organization, { privileges: { clients: ['read'] }, password_hash });
    const begun = await server.call(accountRoutes.beginSecondFactor, {
      as: user,
      body: { current_password: password },
    });
    const code = () => new TOTP({ secret: Secret.fromBase32(begun.secret) }).generate();
    await server.call(accountRoutes.confirmSecondFactor, { as: user, body: { code: code() } });
    await run(own.url, 'update second_factors set last_step = 0');
    const elsewhere = await server.newOrganization();
    await server.call(clientRoutes.create, { as: elsewhere.owner, body: person('7001') });
    for (let n = 0; n < 5; n++) await server.call(clientRoutes.create, { as, body: person(`100${n}`) });
    const told = await run(own.url, 'select id from versions');

    const { id: before } = await newest();
    const statuses: number[] = [];
    let rotating = true;
    const writing = (async () => {
      for (let n = 0; rotating; n++) {
        const headers = { 'idempotency-key': `while rotating ${n}` };
        const made = await server.send(clientRoutes.create, { as, body: person(String(2000 + n)), headers });
        const again = await server.send(clientRoutes.create, { as, body: person(String(2000 + n)), headers });
        const found = await server.send(clientRoutes.list, { as, query: { query: String(2000 + n) } });
        const params = { id: made.body.id };
        const changed = await server.send(clientRoutes.update, { as, params, body: { ssn_suffix: String(3000 + n) } });
        statuses.push(made.status, again.status, changed.status, found.body.data.length + 199);
        expect(again.body).toEqual(made.body);
      }
    })();
    const said: string[] = [];
    const { id, faults } = await keys
      .rotate((words) => said.push(words))
      .finally(() => {
        rotating = false;
      });
    await writing;
    expect([faults, said.length]).toEqual([[], 2]);
    expect(new Set(statuses)).toEqual(new Set([201, 200]));
    expect(id).toBeGreaterThan(before);
    expect(await keys.list()).toMatchObject([
      { id, is_newest: true, second_factors: 1, unused_from: null },
      { id: before, is_newest: false, people: 0, second_factors: 0, unused_from: expect.any(String) },
    ]);

    const count = statuses.length / 4;
    const expected = [
      '1000',
      '1001',
      '1002',
      '1003',
      '1004',
      ...Array.from({ length: count }, (_, n) => String(3000 + n)),
    ];
    expect(await digitsOf()).toEqual(expected.sort());
    expect((await server.call(clientRoutes.list, { as: elsewhere.owner })).data[0]?.ssn_suffix).toBe('7001');
    expect((await server.call(clientRoutes.list, { as, query: { query: '1003' } })).data).toHaveLength(1);
    const history = await run<{ n: number }>(own.url, `select id from versions where item_type = 'clients'`);
    expect(history.length, 'what was written by people, and nothing else').toBe(6 + 2 * count);
    expect(told.length).toBeGreaterThan(0);

    const body = { email: user.email, password, code: code() };
    const { jwt } = await server.call(accountRoutes.signIn, { body });
    expect([kidOf(as.token), kidOf(jwt)]).toEqual([String(before), String(id)]);
    expect((await server.send(accountRoutes.account, { as: { token: jwt } })).status).toBe(200);
  });

  test('are retired once no token and no answer needs them, and what they signed counts no more', async () => {
    const [id, older] = (await keys.list()).map((key) => key.id) as [number, number];
    await server.query(
      `insert into platform_idempotency_keys (user_id, key, request_hash, status, key_id) values ($1, 'k', 'h', 0, $2)`,
      [as.id, older],
    );
    await expect(keys.retire(older)).rejects.toThrow(/signed tokens that are valid until .*no one is signed out/);
    await hoursPass(1);
    await expect(keys.retire(older)).rejects.toThrow(/stored answers for repeated requests. Retire it tomorrow/);
    await run(own.url, `update idempotency_keys set created_at = now() - interval '25 hours'`);
    await run(own.url, `update platform_idempotency_keys set created_at = now() - interval '25 hours'`);
    await run(own.url, 'update clients set ssn_key_id = $1 where id = (select min(id) from clients)', [older]);
    await expect(keys.retire(older)).rejects.toThrow(/still encrypts 1 people/);
    await expect(run(own.url, 'delete from encryption_keys where id = $1', [older])).rejects.toThrow(/foreign key/);
    await run(own.url, 'update clients set ssn_key_id = $1 where ssn_key_id = $2', [id, older]);

    await keys.retire(older);
    expect((await keys.list()).map((key) => key.id)).toEqual([id]);
    await server.services.keys.refresh();
    expect((await server.send(accountRoutes.account, { as: { token: as.token } })).status).toBe(401);
  });

  test('tell which rows nobody can decrypt, and go on with the others', async () => {
    const [row] = await run<{ id: number; organization_id: number }>(
      own.url,
      `update clients set ssn_sealed = (select ssn_sealed from clients order by id desc limit 1)
        where id = (select min(id) from clients) returning id, organization_id`,
    );
    const { faults } = await keys.rotate();
    expect(faults).toEqual([
      expect.stringContaining(`person ${row?.id} of organization ${row?.organization_id} cannot`),
    ]);
    const [now, was] = await keys.list();
    expect([was?.people, now?.people]).toEqual([1, expect.any(Number)]);
    await hoursPass(1);
    await expect(keys.retire(was?.id as number)).rejects.toThrow(/still encrypts 1 people/);
  });

  test('hold what strangers will finish later, which is encrypted anew', async () => {
    const place = { organization_id: organization.id, code_hash: codeHash(organization.id, 'K7QM') };
    const draft = { content: '{"1":"later"}', code: 'K7QM', email: null };
    const { key_id, content } = sealedPublicDraft(server.services.keys.newest(), place, draft);
    await run(
      own.url,
      `with form as (insert into forms (organization_id, name) values ($1, 'Request') returning id),
            setting as (insert into publish_settings (organization_id, form_id, access_key)
                        select $1, id, 'key-of-the-request' from form returning id)
       insert into public_drafts (organization_id, public_form_id, code_hash, content, key_id, kept_until)
       select $1, id, $2, $3, $4, now() + interval '1 day' from setting`,
      [organization.id, place.code_hash, content, key_id],
    );
    const draftsOf = async (id: number) => (await keys.list()).find((key) => key.id === id)?.drafts;
    expect(await draftsOf(key_id)).toBe(1);
    const { id } = await keys.rotate();
    expect([await draftsOf(key_id), await draftsOf(id)]).toEqual([0, 1]);
    await server.services.keys.refresh();
    const [row] = await run<{ key_id: number; content: Buffer }>(own.url, 'select key_id, content from public_drafts');
    expect(publicDraft(server.services.keys, { ...place, ...row! })).toEqual(draft);
  });

  test('hold what organizations gave other services to know them by, which is encrypted anew', async () => {
    const { key_id, key_sealed } = sealedAddressKey(server.services.keys.newest(), organization.id, 'k3y');
    await run(own.url, 'insert into address_settings (organization_id, key_id, key_sealed) values ($1, $2, $3)', [
      organization.id,
      key_id,
      key_sealed,
    ]);
    await expect(keys.retire(key_id as number)).rejects.toThrow(/signs and encrypts/);
    const { id } = await keys.rotate();
    const held = new Map((await keys.list()).map((one) => [one.id, one.service_keys]));
    expect([held.get(key_id as number), held.get(id)]).toEqual([0, 1]);
    await server.services.keys.refresh();
    const [row] = await run<{ organization_id: number; key_id: number; key_sealed: Buffer }>(
      own.url,
      'select * from address_settings',
    );
    expect(addressKey(server.services.keys, { ...row!, organization_id: organization.id })).toBe('k3y');
  });

  test('hold the key of a referral system, which is encrypted anew', async () => {
    const { id: organization_id } = organization;
    const { key_id, api_key } = sealedReferralKey(server.services.keys.newest(), organization_id, 'canary-key');
    await run(
      own.url,
      `insert into case_worthy_affiliations (organization_id, base_url, known_as, key_id, api_key)
       values ($1, 'https://dtd.example.org', 'o', $2, $3)`,
      [organization_id, key_id, api_key],
    );
    await keys.rotate();
    expect((await keys.list()).find(({ id }) => id === key_id)?.service_keys).toBe(0);
    await server.services.keys.refresh();
    const [row] = await run<{ key_id: number; api_key: Buffer }>(
      own.url,
      'select key_id, api_key from case_worthy_affiliations',
    );
    expect(row?.key_id).not.toBe(key_id);
    expect(row?.api_key.includes('canary-key')).toBe(false);
    expect(referralKey(server.services.keys, { organization_id, ...row! })).toBe('canary-key');
  });

  test('refuse to be changed by two at once', async () => {
    const two = await openKeys(own.url, own);
    const replies = await Promise.allSettled([keys.rotate(), two.rotate()]);
    await two.close();
    expect(replies.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(replies.find((one) => one.status === 'rejected')?.reason.message).toMatch(
      /^Someone else is changing the keys/,
    );
  });

  test('are wrapped with a new SECRET, and the one before is needed no more', async () => {
    const secret = 'the secret that comes after';
    const replacing = { secret, secretBefore: own.secret };
    const directory = 'db/migrations';
    await expect(migrate(own.url, { secret, directory })).rejects.toThrow(/SECRET_BEFORE/);
    const { code, said } = await command(['list'], { SECRET: secret, SECRET_BEFORE: own.secret });
    expect([code, said]).toEqual([0, expect.stringMatching(/^key \d+, made .*signs and encrypts; \d+ people/)]);
    const after = await openKeys(own.url, replacing);
    await after.rotate();
    await after.close();
    const { appUrl } = await migrate(own.url, { secret, directory });
    expect(appUrl, 'the same password as ever').toBe(own.appUrl);
    await expect(migrate(own.url, { secret: own.secret, directory })).rejects.toThrow(/SECRET doesn’t match/);
  });
});

describe('a database without keys', () => {
  test('is refused in words', async () => {
    const { url, secret } = shared;
    const other = Object.assign(new URL(url), { pathname: 'postgres' }).href;
    await expect(openKeys(other, { secret })).rejects.toThrow(/Start Hearth with it once/);
  });
});
