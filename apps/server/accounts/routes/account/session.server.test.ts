import { createHmac } from 'node:crypto';
import { SignJWT, UnsecuredJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { problems } from '#contract/problems.ts';
import { accountRoutes } from '#contract/resources/account.ts';
import { clientRoutes } from '#contract/resources/clients.ts';
import { userRoutes } from '#contract/resources/users.ts';
import { passwordHash } from '#server/access/passwords.ts';
import { startServer } from '#tests/server/harness.ts';
import type { TestUser } from '#tests/server/people.ts';

const server = await startServer();
const { send } = server;
const { keys, config } = server.services;
const known = keys.newest();
const keyOf = (from: string, purpose = 'session token') => createHmac('sha256', from).update(purpose).digest();

const claimsOf = ({ token }: { token: string }): { sid: string; iat: number; exp: number; org?: number } =>
  JSON.parse(Buffer.from(token.split('.')[1] as string, 'base64url').toString());
const now = () => Math.floor(Date.now() / 1000);

type Forged = {
  sid?: unknown;
  org?: unknown;
  kid?: string | null;
  ago?: number;
  audience?: string;
  issuer?: string;
  key?: Uint8Array;
  alg?: string;
  life?: number;
};
/** A token as the server would have signed it some minutes ago, or as somebody else would. */
const forged = (
  user: TestUser,
  {
    sid,
    org,
    kid = String(known.id),
    ago = 0,
    audience = 'api',
    issuer = 'hearth',
    key,
    alg = 'HS256',
    life = 30,
  }: Forged,
) => {
  const issued = now() - ago * 60;
  return new SignJWT({ sid: sid ?? claimsOf(user).sid, ...(org === undefined ? {} : { org }) })
    .setProtectedHeader({ alg, ...(kid === null ? {} : { kid }) })
    .setIssuedAt(issued)
    .setIssuer(issuer)
    .setAudience(audience)
    .setExpirationTime(issued + life * 60)
    .sign(key ?? known.for('session token'));
};

const member = async () => server.newUser(await server.newOrganization(), { privileges: { clients: ['read'] } });
const account = (token: string, headers: Record<string, string> = {}) =>
  send(accountRoutes.account, { as: { token }, headers });
const setSession = (user: TestUser, what: string) =>
  server.query(`update sessions set ${what} where id = $1`, [claimsOf(user).sid]);

describe('a token is refused', () => {
  test.each<[string, (user: TestUser) => Promise<string> | string]>([
    ['that is none', () => 'nonsense'],
    ['that is 32 minutes old', (user) => forged(user, { ago: 32 })],
    ['that is old, whatever its end says', (user) => forged(user, { ago: 40, life: 600 })],
    ['from the future', (user) => forged(user, { ago: -10 })],
    ['signed with another secret', (user) => forged(user, { key: keyOf('another secret') })],
    ['signed with the secret itself', (user) => forged(user, { key: Buffer.from(config.secret) })],
    ['signed with what followed from the secret', (user) => forged(user, { key: keyOf(config.secret) })],
    ['signed for another purpose', (user) => forged(user, { key: known.for('second factor') })],
    ['that names no key', (user) => forged(user, { kid: null })],
    ['that names a key that never was', (user) => forged(user, { kid: '999' })],
    ['that names the key of the database roles', (user) => forged(user, { kid: '0' })],
    ['that names its key in another way', (user) => forged(user, { kid: `0${known.id}` })],
    ['of a session that is no session’s name', (user) => forged(user, { sid: 'x' })],
    ['of a session in numbers', (user) => forged(user, { sid: 7 })],
    ['of an organization that cannot be', (user) => forged(user, { org: 'x' })],
    ['of no organization, in so many words', (user) => forged(user, { org: 0 })],
    ['signed by another algorithm', (user) => forged(user, { alg: 'HS512' })],
    ['for another audience', (user) => forged(user, { audience: 'files' })],
    ['of another issuer', (user) => forged(user, { issuer: 'somebody' })],
    ['of a session that never was', (user) => forged(user, { sid: '00000000-0000-4000-8000-000000000000' })],
    [
      'that is not signed',
      (user) =>
        new UnsecuredJWT({ sid: claimsOf(user).sid })
          .setIssuedAt()
          .setIssuer('hearth')
          .setAudience('api')
          .setExpirationTime('30m')
          .encode(),
    ],
    [
      'whose claims were changed',
      (user) => {
        const [head, , signature] = user.token.split('.');
        const claims = { ...claimsOf(user), exp: now() + 9_999_999 };
        return [head, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.');
      },
    ],
  ])('%s', async (_, make) => {
    const user = await member();
    expect(await account(await make(user))).toMatchObject({
      status: 401,
      errors: { base: [problems.not_signed_in.message] },
    });
    expect((await account(user.token)).status).toBe(200);
  });

  test.each(['', 'Bearer', 'Bearer ', 'Basic dTpw', 'Token x'])('in the header "%s"', async (authorization) => {
    expect((await send(accountRoutes.account, { headers: { authorization } })).status).toBe(401);
  });

  test('after 30 idle minutes, and 12 hours after the sign-in', async () => {
    const [idle, old] = [await member(), await member()];
    await setSession(idle, `last_activity_at = now() - interval '31 minutes'`);
    await setSession(old, `expires_at = now() - interval '1 second'`);
    for (const { token } of [idle, old]) expect((await account(token)).status).toBe(401);
    const [{ hours }] = (await server.query<{ hours: number }>(
      'select extract(epoch from expires_at - created_at)::int / 3600 as hours from sessions where id = $1',
      [claimsOf(await member()).sid],
    )) as [{ hours: number }];
    expect(hours).toBe(12);
  });

  test('after signing out, on every host; other sessions go on', async () => {
    const user = await member();
    const other = await server.services.database.adminTransaction(({ tx }) => server.startSession(tx, user.id));
    const reply = await send(accountRoutes.signOut, { as: user });
    expect([reply.status, reply.headers.authorization]).toEqual([204, undefined]);
    expect((await account(user.token)).status).toBe(401);
    expect((await send(clientRoutes.list, { as: user })).status).toBe(401);
    expect((await account(other)).status).toBe(200);
  });
});

describe('a token is renewed', () => {
  test('when it is older than five minutes', async () => {
    const user = await member();
    const token = await forged(user, { ago: 6 });
    const { headers } = await account(token);
    expect(headers['cache-control']).toBe('no-store');
    const renewed = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] as string;
    expect(claimsOf({ token: renewed })).toMatchObject({ sid: claimsOf(user).sid });
    expect(claimsOf({ token: renewed }).iat).toBeGreaterThanOrEqual(now() - 5);
    expect((await account(renewed)).status).toBe(200);
    expect((await account(token)).status, 'the old one stays good until its end').toBe(200);
    const inside = await send(clientRoutes.list, { as: { ...user, token } });
    expect(inside.headers.authorization).toMatch(/^Bearer /);
  });

  test.each([
    ['when it is younger', 4, {}, 200],
    ['for a request that nobody started', 20, { 'x-background': '1' }, 200],
    ['for a page of another site', 20, { origin: 'https://example.com' }, 200],
    ['for a page of another organization', 20, { origin: 'http://demo.localhost' }, 200],
    ['for a page without an origin', 20, { origin: 'null' }, 200],
  ])('not %s', async (_, ago, headers, status) => {
    const reply = await account(await forged(await member(), { ago }), headers);
    expect([reply.status, reply.headers.authorization]).toEqual([status, undefined]);
  });

  test('for a page of the host itself, whatever port stands before it', async () => {
    const token = await forged(await member(), { ago: 20 });
    for (const origin of ['http://localhost', 'https://localhost:8443'])
      expect((await account(token, { origin })).headers.authorization).toMatch(/^Bearer /);
  });

  test('not with an answer that refuses', async () => {
    const user = await member();
    const as = { ...user, token: await forged(user, { ago: 20 }) };
    const refused = [
      await send(clientRoutes.show, { as, params: { id: 999_999_999 } }),
      await send(clientRoutes.create, { as, body: {} }),
      await send(clientRoutes.list, { as, query: { page_size: 0 } }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([404, 403, 422]);
    for (const { headers } of refused) expect(headers.authorization).toBeUndefined();
  });

  test('with the activity noted, but not of requests that nobody started', async () => {
    const user = await member();
    const idleMinutes = async () => {
      const rows = await server.query<{ minutes: number }>(
        'select round(extract(epoch from now() - last_activity_at) / 60)::int as minutes from sessions where id = $1',
        [claimsOf(user).sid],
      );
      return rows[0]?.minutes;
    };
    await setSession(user, `last_activity_at = now() - interval '10 minutes'`);
    await account(user.token, { 'x-background': '1' });
    await account(user.token, { origin: 'https://example.com' });
    expect(await idleMinutes()).toBe(10);
    await account(user.token);
    expect(await idleMinutes()).toBe(0);
  });
});

describe('at the next request counts', () => {
  test('a change of password: every other session has ended', async () => {
    const password = 'the kettle sings twice';
    const organization = await server.newOrganization();
    const user = await server.newUser(organization, { password_hash: await passwordHash(password) });
    const other = await server.services.database.adminTransaction(({ tx }) => server.startSession(tx, user.id));
    const change = { password: 'a lantern over water', password_confirmation: 'a lantern over water' };
    const put = (body: object) => send(accountRoutes.changeAccount, { as: user, body });
    expect(await put(change)).toMatchObject({ status: 422, errors: { current_password: [expect.any(String)] } });
    expect(await put({ ...change, current_password: 'a guess' })).toMatchObject({ status: 422 });
    expect((await account(other)).status).toBe(200);
    expect((await put({ ...change, current_password: password })).status).toBe(200);
    expect((await account(other)).status).toBe(401);
    expect((await account(user.token)).status).toBe(200);
  });

  test('everything that is wrong with a change of password, in one answer', async () => {
    const user = await server.newUser(await server.newOrganization());
    const put = (body: object) => send(accountRoutes.changeAccount, { as: user, body });
    const mismatch = ['Passwords do not match'];
    const common = { password: 'password1234', password_confirmation: 'password12345' };
    const weak = { password: ['This password is too common'], password_confirmation: mismatch };
    expect((await put({ ...common, current_password: 'a guess' })).errors).toEqual({
      ...weak,
      current_password: ['That isn’t your current password'],
    });
    expect((await put({ ...common, email: 'nobody' })).errors).toEqual({
      ...weak,
      email: [expect.any(String)],
      current_password: ['Enter your current password'],
    });
    expect((await put({ password: 'short', password_confirmation: 'short' })).errors).toEqual({
      password: [expect.any(String)],
      current_password: ['Enter your current password'],
    });
  });

  test('a change of groups, of their privileges, and archiving', async () => {
    const { owner, ...organization } = await server.newOrganization();
    const user = await server.newUser(organization, { privileges: { clients: ['read'] } });
    const lists = async () => (await send(clientRoutes.list, { as: user })).status;
    expect(await lists()).toBe(200);
    await server.call(userRoutes.update, { as: owner, params: { id: user.id }, body: { permission_group_ids: [] } });
    expect(await lists()).toBe(403);
    await server.call(userRoutes.update, {
      as: owner,
      params: { id: user.id },
      body: { permission_group_ids: [user.group_id as number] },
    });
    expect(await lists()).toBe(200);
    await server.query('update memberships set archived_at = now() where organization_id = $1 and id = $2', [
      organization.id,
      user.id,
    ]);
    expect(await lists()).toBe(404);
    expect((await account(user.token)).body.organizations).toEqual([]);
  });
});

describe('a session in somebody’s place', () => {
  test('writes both people into history', async () => {
    const organization = await server.newOrganization();
    const superuser = await server.newSuperuser();
    const user = await server.newUser(organization, { privileges: { clients: ['write'] } });
    await server.query(
      `update sessions set impersonated_user_id = $2, impersonated_organization_id = $3,
              impersonation_expires_at = now() + interval '60 minutes' where id = $1`,
      [claimsOf(superuser).sid, user.id, organization.id],
    );
    const as = { ...superuser, organization };
    const body = {
      first_name: 'Ana',
      last_name: 'Ruiz',
      dob: '1990-01-02',
      gender: 'female',
      ssn_suffix: '1234',
    } as const;
    const { id } = await server.call(clientRoutes.create, { as, body });
    const versions = await server.query<{ user_id: string; impersonator_id: string }>(
      `select user_id, impersonator_id from versions where organization_id = $1 and item_type = 'clients' and item_id = $2`,
      [organization.id, id],
    );
    expect(versions).toEqual([{ user_id: user.id, impersonator_id: superuser.id }]);
    const elsewhere = await server.newOrganization();
    expect((await send(clientRoutes.list, { as, org: elsewhere })).status).toBe(404);
    const change = { confidentiality_agreement: ['need_to_know'] };
    expect((await send(accountRoutes.changeAccount, { as, body: change })).status).toBe(403);
  });
});
