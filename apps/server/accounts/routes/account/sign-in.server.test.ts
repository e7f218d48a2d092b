import { describe, expect, test } from 'vitest';
import { accountRoutes } from '#contract/resources/account.ts';
import { passwordHash } from '#server/access/passwords.ts';
import { startServer } from '#tests/server/harness.ts';
import type { Wanted } from '#tests/server/people.ts';

const server = await startServer();
const { send } = server;
const password = 'quiet river at dawn';
const password_hash = await passwordHash(password);
const wrong = 'quiet river at dusk';
const refusal = { base: ['The email or password is incorrect.'] };

const member = async (wanted: Wanted = {}) => {
  const organization = await server.newOrganization();
  return server.newUser(organization, { password_hash, ...wanted });
};
const signIn = (email: string, secret: string, more: { address?: string; org?: { slug: string } } = {}) =>
  send(accountRoutes.signIn, { body: { email, password: secret }, ...more });

describe('signing in is refused', () => {
  test('with a wrong password as for an unknown address, word for word', async () => {
    const { email } = await member();
    const known = await signIn(email, wrong);
    const unknown = await signIn(`nobody-${email}`, wrong);
    for (const reply of [known, unknown]) expect(reply).toMatchObject({ status: 422, errors: refusal });
    const told = ({ headers }: typeof known) => Object.keys(headers).sort();
    expect(told(known)).toEqual(told(unknown));
  });

  test('to an account that is not set up yet', async () => {
    const organization = await server.newOrganization();
    const { email } = await server.newUser(organization);
    for (const secret of ['', wrong]) expect((await signIn(email, secret)).status).toBe(422);
  });

  test('after ten failures, for that account from that address alone, with the right password too', async () => {
    const { email } = await member();
    const other = await member();
    for (let n = 0; n < 10; n++) expect((await signIn(email, wrong)).status).toBe(422);
    const paused = await signIn(email.toUpperCase(), password);
    expect(paused).toMatchObject({
      status: 429,
      errors: { base: [expect.stringMatching(/^Too many attempts\. Try again in 15 minutes\.$/)] },
    });
    const seconds = Number(paused.headers['retry-after']);
    expect(seconds).toBeGreaterThan(14 * 60);
    expect(seconds).toBeLessThanOrEqual(15 * 60);
    expect((await signIn(other.email, password)).status).toBe(201);
    expect((await signIn(email, password, { address: '192.0.2.7' })).status).toBe(201);

    await server.query(
      `update rate_limits set occurred_at = occurred_at - interval '15 minutes' where subject like $1`,
      [`${email} %`],
    );
    expect((await signIn(email, password)).status).toBe(201);
  });

  test('ten times for an unknown address as well', async () => {
    const email = `nobody-${(await member()).email}`;
    for (let n = 0; n < 10; n++) expect(await signIn(email, wrong)).toMatchObject({ status: 422, errors: refusal });
    expect((await signIn(email, wrong)).status).toBe(429);
  });

  test('to a member without permission group, on the organization’s host only', async () => {
    const { email, organization } = await member({ groupless: true });
    const message = 'You belong to no permission group in this organization. Contact your organization owner.';
    expect(await signIn(email, password, { org: organization })).toMatchObject({
      status: 422,
      errors: { base: [message] },
    });
    expect(await signIn(email, wrong, { org: organization }), 'the password comes first').toMatchObject({
      errors: refusal,
    });
    expect((await signIn(email, password)).status).toBe(201);
  });
});

describe('signing in', () => {
  test('answers a token that names a session and nothing else', async () => {
    const { email, id, organization } = await member();
    const { body, status } = await signIn(`  ${email.toUpperCase()} `, password, { org: organization });
    expect(status).toBe(201);
    const claims = JSON.parse(Buffer.from(body.jwt.split('.')[1] as string, 'base64url').toString());
    expect(Object.keys(claims).sort()).toEqual(['aud', 'exp', 'iat', 'iss', 'org', 'sid']);
    const account = await server.call(accountRoutes.account, { as: { token: body.jwt } });
    expect(account).toMatchObject({ id, email, role: 'orguser', executed_confidentiality_agreement: true });
    expect(account.organizations).toMatchObject([{ id: organization.id, slug: organization.slug }]);
  });

  test('forgets the failures before it', async () => {
    const { email } = await member();
    for (let round = 0; round < 2; round++) {
      for (let n = 0; n < 9; n++) expect((await signIn(email, wrong)).status).toBe(422);
      expect((await signIn(email, password)).status).toBe(201);
    }
  });

  test('counts failures that come at once, and keeps no connection waiting for another', async () => {
    const narrow = await startServer({ poolSize: 1 });
    const { email } = await member();
    const body = { email, password: wrong };
    const address = '192.0.2.70';
    for (let n = 0; n < 7; n++) await signIn(email, wrong, { address });
    const replies = await Promise.all([1, 2, 3].map(() => narrow.send(accountRoutes.signIn, { body, address })));
    expect(replies.map(({ status }) => status)).toEqual([422, 422, 422]);
    expect((await signIn(email, password, { address })).status).toBe(429);
  });
});
