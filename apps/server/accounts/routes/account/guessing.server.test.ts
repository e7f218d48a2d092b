import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { accountRoutes } from '#contract/resources/account.ts';
import { organizationRoutes } from '#contract/resources/organizations.ts';
import { userRoutes } from '#contract/resources/users.ts';
import { passwordHash } from '#server/access/passwords.ts';
import { buildServer } from '#server/http/server.ts';
import { listOutbox } from '#server/kit/mail/outbox.ts';
import { openServer, startServer } from '#tests/server/harness.ts';

const server = await startServer();
const { call, send } = server;
const { config } = server.services;

const password = 'six otters in the reeds';
const password_hash = await passwordHash(password);
const member = async () => server.newUser(await server.newOrganization(), { password_hash });
const guess = (email: string, n: number | string) => ({ body: { email, password: `guess number ${n}` } });
const paused = /^Too many attempts\. Try again in 1[45] minutes\.$/;

describe('guessing a password', () => {
  test('is answered ten times and no more, however many come at once, on two servers beside one database', async () => {
    const other = await openServer();
    try {
      const { email } = await member();
      const address = '198.51.100.20';
      const servers = [server, other] as const;
      const ask = (n: number) =>
        servers[n % 2 === 0 ? 0 : 1].send(accountRoutes.signIn, { ...guess(email, n), address });
      const first = await Promise.all(Array.from({ length: 40 }, (_, n) => ask(n)));
      const answered = first.filter(({ status }) => status === 422);
      expect(answered).toHaveLength(10);
      for (const { errors } of answered) expect(errors).toEqual({ base: ['The email or password is incorrect.'] });
      const others = first.filter(({ status }) => status !== 422);
      for (let n = 0; n < 400; n += 20)
        others.push(...(await Promise.all(Array.from({ length: 20 }, (_, more) => ask(n + more)))));
      expect(others).toHaveLength(430);
      for (const { status, errors, headers } of others) {
        expect([status, errors]).toEqual([429, { base: [expect.stringMatching(paused)] }]);
        expect(Number(headers['retry-after'])).toBeGreaterThan(13 * 60);
        expect(Number(headers['retry-after'])).toBeLessThanOrEqual(15 * 60);
      }
      for (const { send: sign } of servers)
        expect(
          (await sign(accountRoutes.signIn, { body: { email, password }, address })).status,
          'the right one too',
        ).toBe(429);
      const counted = await server.query(`select 1 from rate_limits where kind = 'sign_in' and subject like $1`, [
        `${email} %`,
      ]);
      expect(counted, 'what is refused is not counted, so that the pause ends').toHaveLength(10);
    } finally {
      await other.close();
    }
  });

  test('of an invitation’s account counts with the others', async () => {
    const { email } = await member();
    for (let n = 0; n < 5; n++) {
      expect((await send(accountRoutes.signIn, guess(email, n))).status).toBe(422);
      const { body } = guess(email, `a${n}`);
      // Which secret it is shows before the password: only its holder can guess here.
      expect((await send(accountRoutes.acceptAsExisting, { body: { ...body, invite_id: 'nothing' } })).status).toBe(
        404,
      );
    }
    for (let n = 5; n < 10; n++) expect((await send(accountRoutes.signIn, guess(email, n))).status).toBe(422);
    expect((await send(accountRoutes.signIn, guess(email, 10))).status).toBe(429);
  });
});

describe('an address in X-Forwarded-For', () => {
  const ip = (n: number) => `203.0.113.${n}`;

  test('changes nothing when it comes from who is not believed', async () => {
    const { email } = await member();
    const ask = (n: number) =>
      send(accountRoutes.signIn, {
        ...guess(email, n),
        headers: { 'x-forwarded-for': ip(n), 'x-real-ip': ip(n), forwarded: `for=${ip(n)}`, 'x-client-ip': ip(n) },
      });
    for (let n = 0; n < 10; n++) expect((await ask(n)).status).toBe(422);
    expect((await ask(10)).status).toBe(429);
  });

  test('counts as a trusted proxy tells it, and not as a caller does', async () => {
    const app = await buildServer({ ...server.services, config: { ...config, trustedProxies: ['127.0.0.1'] } });
    app.log.level = 'silent';
    afterAll(() => app.close());
    const ask = async (email: string, remoteAddress: string, forwarded: string) => {
      const payload = guess(email, forwarded).body;
      const headers = { 'x-forwarded-for': forwarded };
      return (await app.inject({ method: 'POST', url: '/api/auth_token', payload, remoteAddress, headers })).statusCode;
    };
    const [behind, direct] = [(await member()).email, (await member()).email];
    for (let n = 0; n < 10; n++) {
      expect(await ask(behind, '127.0.0.1', `198.51.100.${n}, ${ip(1)}`)).toBe(422);
      expect(await ask(direct, ip(3), `198.51.100.${n}`)).toBe(422);
    }
    expect(await ask(behind, '127.0.0.1', `198.51.100.99, ${ip(1)}`)).toBe(429);
    expect(await ask(direct, ip(3), '198.51.100.99')).toBe(429);
    expect(await ask(behind, '127.0.0.1', `${ip(1)}, ${ip(2)}`), 'somebody else is not held up').toBe(422);
  });
});

describe('a mail', () => {
  const headersOf = async (id: string) => {
    const raw = await readFile(path.join(config.dataDir, 'outbox', `${id}.eml`), 'utf8');
    return (raw.split('\r\n\r\n')[0] as string).replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n');
  };
  const mailsOf = async (address: string) =>
    (await listOutbox(config.dataDir, 10_000)).filter(({ to }) => to === address);

  test('has no header that a name carries, and goes to one person', async () => {
    const organization = await server.newOrganization();
    const superuser = await server.newSuperuser();
    const thief = `thief@${organization.slug}.example.org`;
    const injected = (name: string) => `${name}\r\nBcc: ${thief}\r\nContent-Type: text/html\r\n\r\n<b>Hello</b>`;
    const params = { id: organization.id };
    const named = await call(organizationRoutes.update, { as: superuser, params, body: { name: injected('Hill') } });
    expect(named.name).toBe(`Hill Bcc: ${thief} Content-Type: text/html <b>Hello</b>`);
    const email = `guest@${organization.slug}.example.org`;
    const user = await call(userRoutes.create, {
      as: organization.owner,
      body: { first_name: injected('Nora').slice(0, 100), last_name: 'Field\nTo: x@example.org', email },
    });
    expect(user.name).not.toMatch(/[\r\n]/);
    await server.mailTo(email);
    const [mail, ...more] = await mailsOf(email);
    expect(more).toEqual([]);
    expect(await mailsOf(thief)).toEqual([]);
    const headers = await headersOf(mail?.id as string);
    const names = headers.map((header) => header.split(':')[0]?.toLowerCase());
    expect(names.toSorted()).toEqual(['content-type', 'date', 'from', 'message-id', 'mime-version', 'subject', 'to']);
    expect(headers.find((header) => header.startsWith('To:'))).toBe(`To: ${email}`);
    expect(mail?.subject).toBe(`${named.name} invites you to Hearth`);
    expect(mail?.html).not.toContain('<b>Hello</b>');
  });

  test.each(['a@example.org\r\nBcc: b@example.org', 'a@example.org\nb@example.org', 'a@example.org, b@example.org'])(
    'is not sent to %j',
    async (email) => {
      const { owner } = await server.newOrganization();
      const body = { first_name: 'Nora', last_name: 'Field', email };
      const replies = [
        await send(userRoutes.create, { as: owner, body }),
        await send(accountRoutes.requestPasswordReset, { body: { email } }),
      ];
      for (const { status, errors } of replies) expect([status, Object.keys(errors)]).toEqual([422, ['email']]);
    },
  );

  test('leads to the platform’s own address, whatever host the caller claims', async () => {
    const claims: Record<string, string>[] = [
      { host: 'evil.example' },
      { host: 'localhost.evil.example' },
      { host: 'localhost', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'javascript' },
    ];
    for (const headers of claims) {
      const { email } = await member();
      expect((await send(accountRoutes.requestPasswordReset, { body: { email }, headers })).status).toBe(202);
      const { text } = await server.mailTo(email);
      expect(text).toMatch(/\nhttp:\/\/localhost\/password_resets\/[\w-]{43}\n/);
    }
  });
});
