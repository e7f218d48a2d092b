// Long because the limits of strangers are read together: each keeps another one from being a lock.
import { describe, expect, test } from 'vitest';
import { accountRoutes } from '#contract/resources/account.ts';
import { organizationAccountRoutes } from '#contract/resources/organization-account.ts';
import { userRoutes } from '#contract/resources/users.ts';
import { passwordHash } from '#server/access/passwords.ts';
import { listOutbox } from '#server/kit/mail/outbox.ts';
import { type Asked, openServer, startServer } from '#tests/server/harness.ts';
import type { TestUser } from '#tests/server/people.ts';

const server = await startServer();
const { call, send } = server;
/** A mail comes once its job has run, which another file's worker may have in hand. */
const password = 'nine herons on the pier';
const password_hash = await passwordHash(password);
const member = async () => server.newUser(await server.newOrganization(), { password_hash });
const signIn = (email: string, typed: string, asked: Asked = {}) =>
  send(accountRoutes.signIn, { body: { email, password: typed }, ...asked });
const wrong = 'nine herons on the quay';
const paused = { base: [expect.stringMatching(/^Too many attempts\. Try again in \d+ minutes?\.$/)] };

/** Writes counted attempts as if they had been made some seconds ago. */
const counted = (kind: string, subject: string, count: number, secondsAgo = 60) =>
  server.query(
    `insert into rate_limits (kind, subject, occurred_at)
     select $1, $2, now() - make_interval(secs => $4) from generate_series(1, $3)`,
    [kind, subject, count, secondsAgo],
  );
const statuses = (replies: { status: number }[]) =>
  Object.fromEntries(
    Object.entries(Object.groupBy(replies, ({ status }) => String(status))).map(([key, of]) => [key, of?.length]),
  );

describe('a network is refused', () => {
  test('after a hundred wrong sign-ins at whatever accounts, exactly, on two servers, while others go on', async () => {
    const address = '203.0.113.80';
    const { email } = await member();
    await counted('sign_in_from', address, 93);
    const other = await openServer();
    try {
      const ask = (n: number) =>
        (n % 2 ? other : server).send(accountRoutes.signIn, {
          body: { email: `nobody${n}-${email}`, password: wrong },
          address,
        });
      const replies = await Promise.all(Array.from({ length: 24 }, (_, n) => ask(n)));
      expect(statuses(replies)).toEqual({ 422: 7, 429: 17 });
      const refused = await signIn(email, password, { address });
      expect(refused).toMatchObject({ status: 429, errors: paused });
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(13 * 60);
      expect((await signIn(email, password, { address: '203.0.113.81' })).status).toBe(201);
    } finally {
      await other.close();
    }
  });

  test('whichever address of its /64 it takes', async () => {
    const { email } = await member();
    const from = (n: number) => ({ address: `2001:db8:77:1::${n.toString(16)}` });
    for (let n = 1; n <= 10; n++) expect((await signIn(email, wrong, from(n))).status).toBe(422);
    expect(await signIn(email, password, from(11))).toMatchObject({ status: 429, errors: paused });
    expect((await signIn(email, password, { address: '2001:db8:77:2::1' })).status).toBe(201);
  });

  test('but a right password does not count', async () => {
    const address = '203.0.113.82';
    const { email } = await member();
    await counted('sign_in_from', address, 99);
    for (let n = 0; n < 3; n++) expect((await signIn(email, password, { address })).status).toBe(201);
    expect((await signIn(email, wrong, { address })).status).toBe(422);
    expect((await signIn(email, wrong, { address })).status).toBe(429);
  });
});

describe('an account that many guess at', () => {
  const home = { address: '192.0.2.10' };
  const guessedAt = async () => {
    const { email } = await member();
    expect((await signIn(email, password, home)).status).toBe(201);
    await counted('sign_in_at', email, 20);
    return email;
  };

  test('lets one attempt through every five seconds, exactly, from where it is not known', async () => {
    const email = await guessedAt();
    const ask = (n: number) => signIn(email, wrong, { address: `192.0.2.${100 + n}` });
    const replies = await Promise.all(Array.from({ length: 12 }, (_, n) => ask(n)));
    expect(statuses(replies)).toEqual({ 422: 1, 429: 11 });
    const refused = replies.find(({ status }) => status === 429);
    expect(refused?.errors).toEqual({ base: ['Too many attempts. Try again in 1 minute.'] });
    expect(Number(refused?.headers['retry-after'])).toBeLessThanOrEqual(5);
  });

  test('does not shut its owner out: not at home, not elsewhere after a moment, and not after a reset', async () => {
    const email = await guessedAt();
    await signIn(email, wrong, { address: '192.0.2.130' });
    expect((await signIn(email, password, { address: '192.0.2.131' })).status).toBe(429);
    expect((await signIn(email, password, home)).status).toBe(201);
    await server.query(
      `update rate_limits set occurred_at = occurred_at - interval '5 seconds' where kind = 'sign_in_at' and subject = $1`,
      [email],
    );
    expect((await signIn(email, password, { address: '192.0.2.131' })).status).toBe(201);

    await counted('sign_in_at', email, 1, 0);
    await call(accountRoutes.requestPasswordReset, { body: { email } });
    const link = async () => /\/password_resets\/([\w-]+)/.exec((await server.mailTo(email)).text)?.[1];
    await expect.poll(link).toBeTruthy();
    const elsewhere = { address: '192.0.2.132' };
    const fresh = { password: 'a kiln behind the mill', password_confirmation: 'a kiln behind the mill' };
    await call(accountRoutes.resetPassword, { params: { token: (await link()) as string }, body: fresh, ...elsewhere });
    expect((await signIn(email, fresh.password, { address: '192.0.2.133' })).status).toBe(429);
    expect((await signIn(email, fresh.password, elsewhere)).status).toBe(201);
  });

  test('is slowed in the same way when there is no such account', async () => {
    const email = `nobody-${(await member()).email}`;
    await counted('sign_in_at', email, 20);
    const replies = await Promise.all([1, 2, 3].map((n) => signIn(email, wrong, { address: `192.0.2.${140 + n}` })));
    expect(statuses(replies)).toEqual({ 422: 1, 429: 2 });
  });
});

describe('a flood of sign-ins', () => {
  test('is refused at once beyond fifty that wait, and holds up nobody else', async () => {
    const { email } = await member();
    await signIn(email, password, { address: '198.51.100.1' });
    const flood = { address: '198.51.100.66' };
    let answered = 0;
    const flooding = Array.from({ length: 150 }, async (_, n) => {
      const reply = await signIn(`nobody${n}-${email}`, wrong, flood);
      if (reply.status !== 503) answered++;
      return reply;
    });
    const genuine = signIn(email, password, { address: '198.51.100.1' }).then((reply) => ({ reply, before: answered }));
    const { reply, before } = await genuine;
    expect(reply.status).toBe(201);
    expect(before, 'how many of the flood came before it').toBeLessThan(6);
    const replies = await Promise.all(flooding);
    const busy = replies.filter(({ status }) => status === 503);
    expect(busy.length).toBeGreaterThanOrEqual(99);
    for (const { headers, errors } of busy) {
      expect(headers['retry-after']).toBe('5');
      expect(errors).toEqual({ base: [expect.stringContaining('Try again in a few seconds')] });
    }
    expect(replies.filter(({ status }) => status === 422).length).toBeGreaterThanOrEqual(50);
  });
});

describe('asking for a new password', () => {
  const ask = (email: string, asked: Asked = {}) =>
    send(accountRoutes.requestPasswordReset, { body: { email }, ...asked });
  const mailsTo = async (address: string) => {
    await server.drainJobs();
    return (await listOutbox(server.services.config.dataDir, 10_000)).filter(({ to }) => to === address).length;
  };

  test('is refused to a network after thirty an hour', async () => {
    const address = '203.0.113.90';
    const { email } = await member();
    const replies = await Promise.all(Array.from({ length: 34 }, (_, n) => ask(`nobody${n}-${email}`, { address })));
    expect(statuses(replies)).toEqual({ 202: 30, 429: 4 });
    expect((await ask(email)).status).toBe(202);
  });

  test('is not refused to a person for whom strangers asked; only the mails are five an hour', async () => {
    const { email } = await member();
    for (let n = 0; n < 9; n++) {
      const address = `203.0.113.${100 + Math.floor(n / 3)}`;
      expect(await ask(email, { address })).toMatchObject({ status: 202, body: {} });
    }
    expect(await ask(email.toUpperCase())).toMatchObject({ status: 202, body: {} });
    await expect.poll(() => mailsTo(email)).toBeGreaterThanOrEqual(5);
    expect(await mailsTo(email)).toBe(5);
    for (let n = 0; n < 4; n++) expect((await ask(email)).status).toBe(202);
    expect(await ask(email)).toMatchObject({ status: 429, errors: paused });
  });
});

describe('a changed password', () => {
  const change = { password: 'a kiln behind the mill', password_confirmation: 'a kiln behind the mill' };

  test('makes an earlier link to set one useless, and a mail tells of it', async () => {
    const user = await member();
    await call(accountRoutes.requestPasswordReset, { body: { email: user.email } });
    const link = async () => /\/password_resets\/([\w-]+)/.exec((await server.mailTo(user.email)).text)?.[1];
    await expect.poll(link).toBeTruthy();
    const token = (await link()) as string;
    await call(accountRoutes.changeAccount, { as: user, body: { ...change, current_password: password } });
    const body = { password: 'a stranger in the hall', password_confirmation: 'a stranger in the hall' };
    expect((await send(accountRoutes.resetPassword, { params: { token }, body })).status).toBe(410);
    expect((await signIn(user.email, change.password)).status).toBe(201);
    await expect.poll(async () => (await server.mailTo(user.email)).subject).toBe('Your Hearth password was changed');
    const { text } = await server.mailTo(user.email);
    expect(text).toMatch(/This happened on [\d/]+ \d\d:\d\d [AP]M UTC\./);
    for (const secret of [password, change.password, token]) expect(text).not.toContain(secret);
  });

  test('lets nobody in with the old one who began before and ends after', async () => {
    const user = await member();
    const { database } = server.services;
    let signing: ReturnType<typeof signIn> | undefined;
    await database.adminTransaction(async ({ tx }) => {
      const hash = await passwordHash(change.password);
      await tx.updateTable('passwords').set({ hash }).where('user_id', '=', user.id).execute();
      signing = signIn(user.email, password);
      // It has looked at the old password by now, and waits for this transaction.
      await expect
        .poll(
          async () =>
            (await server.query(`select 1 from pg_locks where not granted and locktype = 'transactionid'`)).length,
        )
        .toBeGreaterThan(0);
    });
    expect((await signing)?.status).toBe(422);
    expect((await signIn(user.email, change.password)).status).toBe(201);
  });
});

describe('inviting', () => {
  test('is refused for one person after five a day, and for nobody else', async () => {
    const organization = await server.newOrganization();
    const as = organization.owner;
    const invite = (name: string) =>
      send(userRoutes.create, {
        as,
        body: { first_name: name, last_name: 'Vale', email: `${name}@${organization.slug}.example.org`.toLowerCase() },
      });
    const { id } = (await invite('Ines')).body;
    const again = () => send(userRoutes.resendInvitation, { as, params: { id } });
    for (let n = 0; n < 4; n++) expect((await again()).status).toBeLessThan(300);
    expect(await again()).toMatchObject({ status: 429, errors: paused });
    expect((await invite('Omar')).status).toBe(201);
  });
});

describe('which organization an address belongs to', () => {
  const ask = (slug: string, address: string) => send(accountRoutes.host, { query: { slug }, address });

  test('is told to a network a hundred and twenty times a minute, found or not', async () => {
    const { slug } = await server.newOrganization();
    const address = '203.0.113.120';
    await counted('host', address, 117, 5);
    expect((await ask(slug, address)).status).toBe(200);
    for (let n = 0; n < 2; n++) expect((await ask(`nobody-${slug}`, address)).status).toBe(404);
    for (const one of [slug, `nobody-${slug}`])
      expect(await ask(one, address)).toMatchObject({ status: 429, errors: paused });
    expect((await ask(slug, '203.0.113.121')).status).toBe(200);
  });

  test('and so is its logo', async () => {
    const { slug } = await server.newOrganization();
    const address = '203.0.113.122';
    await counted('host_logo', address, 119, 5);
    const logo = () => send(accountRoutes.hostLogo, { query: { slug }, address });
    expect((await logo()).status).toBe(404);
    expect((await logo()).status).toBe(429);
  });
});

describe('what was counted', () => {
  test('is forgotten once it counts no more, so that rows do not pile up', async () => {
    const { slug } = await server.newOrganization();
    const address = '203.0.113.130';
    await counted('host', address, 500, 61);
    await send(accountRoutes.host, { query: { slug }, address });
    const rows = await server.query(`select 1 from rate_limits where kind = 'host' and subject = $1`, [address]);
    expect(rows).toHaveLength(1);
  });
});

describe('when a member was last in their organization', () => {
  const last = async ({ id, organization }: TestUser) => {
    const rows = await server.query<{ last_accessed_at: Date | null }>(
      'select last_accessed_at from memberships where organization_id = $1 and id = $2',
      [organization.id, id],
    );
    return rows[0]?.last_accessed_at ?? null;
  };

  test('is not told by signing in elsewhere, or by who acts for them', async () => {
    const user = await member();
    await signIn(user.email, password);
    expect(await last(user)).toBeNull();
    const superuser = await server.newSuperuser();
    const { sid } = JSON.parse(Buffer.from(superuser.token.split('.')[1] as string, 'base64url').toString());
    await server.query(
      `update sessions set impersonated_user_id = $2, impersonated_organization_id = $3,
              impersonation_expires_at = now() + interval '60 minutes' where id = $1`,
      [sid, user.id, user.organization.id],
    );
    const reply = await send(organizationAccountRoutes.organizationAccount, { as: superuser, org: user.organization });
    expect(reply.status).toBe(200);
    expect(await last(user)).toBeNull();
  });

  test('is told by signing in at its address, and by the first use', async () => {
    const [signing, using] = [await member(), await member()];
    expect((await signIn(signing.email, password, { org: signing.organization })).status).toBe(201);
    expect(await last(signing)).not.toBeNull();
    await call(organizationAccountRoutes.organizationAccount, { as: using });
    expect(await last(using)).not.toBeNull();
  });
});
