// Long because every end of an invitation is here, beside what it may never change.
import { describe, expect, test } from 'vitest';
import { problems } from '#contract/problems.ts';
import { accountRoutes } from '#contract/resources/account.ts';
import { clientRoutes } from '#contract/resources/clients.ts';
import { organizationAccountRoutes } from '#contract/resources/organization-account.ts';
import { organizationRoutes } from '#contract/resources/organizations.ts';
import { permissionGroupRoutes } from '#contract/resources/permission-groups.ts';
import { userRoutes } from '#contract/resources/users.ts';
import { passwordHash } from '#server/access/passwords.ts';
import { listOutbox } from '#server/kit/mail/outbox.ts';
import { startServer } from '#tests/server/harness.ts';
import type { TestOrganization } from '#tests/server/people.ts';

const server = await startServer();
const { call, send } = server;

const password = 'nine lamps on the stairs';
const joining = { first_name: 'Ines', last_name: 'Vale', password, password_confirmation: password };

let count = 0;
const invite = async ({ owner, slug }: TestOrganization, email = `guest-${++count}@${slug}.example.org`) => {
  const group = await call(permissionGroupRoutes.create, { as: owner, body: { name: `Guests ${++count}` } });
  const body = { first_name: 'Inez', last_name: 'Vail', email, permission_group_ids: [group.id] };
  const user = await call(userRoutes.create, { as: owner, body });
  return { user, email, invite_id: await secretFor(email.toLowerCase()) };
};
const secretFor = async (email: string) =>
  /\/(?:invitations|password_resets)\/([\w-]+)/.exec((await server.mailTo(email)).text)?.[1] as string;
const accept = (invite_id: string, body: object = joining) =>
  send(accountRoutes.acceptInvitation, { params: { invite_id }, body });
const acceptAs = (email: string, invite_id: string, secret = password) =>
  send(accountRoutes.acceptAsExisting, { body: { email, invite_id, password: secret } });
const shown = (invite_id: string) => send(accountRoutes.invitation, { params: { invite_id } });

/** Everything that belongs to a person and that no invitation may change. */
const stored = (email: string) =>
  server.query(
    `select u.*, p.hash, p.changed_at from users u left join passwords p on p.user_id = u.id where email = $1`,
    [email],
  );

describe('an invitation is refused', () => {
  test('when its secret is none', async () => {
    for (const reply of [await shown('nothing'), await accept('nothing'), await acceptAs('a@example.org', 'nothing')])
      expect(reply).toMatchObject({ status: 404, errors: { base: [problems.not_found.message] } });
  });

  test('once it was used', async () => {
    const { invite_id, email } = await invite(await server.newOrganization());
    expect((await accept(invite_id)).status).toBe(200);
    const before = await stored(email);
    for (const reply of [
      await shown(invite_id),
      await accept(invite_id, { ...joining, password: 'another pass of phrases' }),
      await acceptAs(email, invite_id),
    ])
      expect(reply.status).toBe(410);
    expect(await stored(email)).toEqual(before);
  });

  test('after 14 days, and after a newer one, naming whom to ask', async () => {
    const organization = await server.newOrganization();
    const [old, replaced] = [await invite(organization), await invite(organization)];
    const days = await server.query(
      `select round(extract(epoch from expires_at - now()) / 86400)::int as days from invitations
        where organization_id = $1 and membership_id = $2`,
      [organization.id, old.user.id],
    );
    expect(days).toEqual([{ days: 14 }]);
    await server.query('update invitations set expires_at = now() where organization_id = $1 and membership_id = $2', [
      organization.id,
      old.user.id,
    ]);
    await call(userRoutes.resendInvitation, { as: organization.owner, params: { id: replaced.user.id } });
    await expect.poll(() => secretFor(replaced.email)).not.toBe(replaced.invite_id);
    const base = [`This invitation has expired. Ask ${organization.name} to send a new one.`];
    for (const { invite_id } of [old, replaced])
      for (const reply of [await shown(invite_id), await accept(invite_id)])
        expect(reply).toMatchObject({ status: 410, errors: { base } });
    expect((await accept(await secretFor(replaced.email))).status).toBe(200);
  });

  test.each([
    ['short', { password: 'x'.repeat(11), password_confirmation: 'x'.repeat(11) }, 'password'],
    ['long', { password: 'x y '.repeat(33), password_confirmation: 'x y '.repeat(33) }, 'password'],
    ['common', { password: '123456789012', password_confirmation: '123456789012' }, 'password'],
    [
      'one with the name in it',
      { password: 'ines at the window', password_confirmation: 'ines at the window' },
      'password',
    ],
    [
      'one with the product in it',
      { password: 'my hearth is warm', password_confirmation: 'my hearth is warm' },
      'password',
    ],
    ['mistyped', { password_confirmation: `${password} ` }, 'password_confirmation'],
  ])('with a password that is %s', async (_, change, field) => {
    const { invite_id, email } = await invite(await server.newOrganization());
    const reply = await accept(invite_id, { ...joining, ...change });
    expect([reply.status, Object.keys(reply.errors)]).toEqual([422, [field]]);
    expect(await stored(email)).toMatchObject([{ hash: null }]);
    expect((await accept(invite_id)).status, 'and the link still works').toBe(200);
  });

  test('when somebody else accepts it', async () => {
    const organization = await server.newOrganization();
    const { invite_id } = await invite(organization);
    const other = await server.newUser(organization, { password_hash: await passwordHash(password) });
    expect((await acceptAs(other.email, invite_id)).status).toBe(422);
    expect((await shown(invite_id)).status).toBe(200);
  });
});

describe('an invitation', () => {
  test('leads a new person from the mail to their work', async () => {
    const organization = await server.newOrganization();
    const { owner } = organization;
    const { invite_id, email, user } = await invite(organization);
    expect(user).toMatchObject({ invitation: 'Pending', role: 'orguser' });
    const mail = await server.mailTo(email);
    expect(mail.text).toContain(`http://${organization.slug}.localhost/invitations/${invite_id}`);
    expect(mail.subject).toContain(organization.name);
    expect((await shown(invite_id)).body).toEqual({
      email,
      first_name: 'Inez',
      last_name: 'Vail',
      organization: { name: organization.name, slug: organization.slug },
      has_account: false,
    });
    const hidden = await server.query(
      `select 1 from invitations where position($1 in encode(token_hash, 'escape')) > 0`,
      [invite_id],
    );
    expect(hidden, 'the secret is in the mail alone').toEqual([]);

    const { body } = await accept(invite_id);
    const as = { token: body.auth_token, organization };
    expect(await call(accountRoutes.account, { as })).toMatchObject({
      ...{ id: user.id, email, first_name: 'Ines', last_name: 'Vale' },
      executed_confidentiality_agreement: false,
      organizations: [{ id: organization.id }],
    });
    const gate = await send(organizationAccountRoutes.organizationAccount, { as });
    expect(gate).toMatchObject({ status: 403, errors: { base: [problems.agreement_required.message] } });
    const { data } = await call(accountRoutes.agreementFields, { as });
    const agree = (names: string[]) =>
      send(accountRoutes.changeAccount, { as, body: { confidentiality_agreement: names } });
    const names = data.map(({ name }) => name);
    expect((await agree(names.slice(1))).status, 'every statement must be ticked').toBe(422);
    expect((await agree([])).status).toBe(422);
    expect((await send(organizationAccountRoutes.organizationAccount, { as })).status).toBe(403);
    expect((await agree(names)).body).toMatchObject({ executed_confidentiality_agreement: true });
    expect((await send(organizationAccountRoutes.organizationAccount, { as })).status).toBe(200);

    const signedIn = await send(accountRoutes.signIn, { org: organization, body: { email, password } });
    expect(signedIn.status).toBe(201);
    expect(await call(userRoutes.show, { as: owner, params: { id: user.id } })).toMatchObject({
      invitation: 'Accepted',
      name: 'Ines Vale',
    });
  });

  test('to somebody with an account adds the membership and changes nothing of theirs', async () => {
    const [home, organization] = [await server.newOrganization(), await server.newOrganization()];
    const person = await server.newUser(home, { password_hash: await passwordHash(password) });
    const before = await stored(person.email);
    const { invite_id, email } = await invite(organization, person.email.toUpperCase());
    expect(email.toLowerCase()).toBe(person.email);
    expect((await shown(invite_id)).body).toMatchObject({ has_account: true, first_name: person.first_name });
    const taken = { ...joining, password: 'stolen by the inviter', password_confirmation: 'stolen by the inviter' };
    expect(await accept(invite_id, taken)).toMatchObject({ status: 422, errors: { base: [expect.any(String)] } });
    expect((await acceptAs(person.email, invite_id, 'a guess of the inviter')).status).toBe(422);
    expect(await stored(person.email)).toEqual(before);

    const { body, status } = await acceptAs(person.email, invite_id);
    expect(status).toBe(200);
    expect(await stored(person.email)).toEqual(before);
    const { organizations } = await call(accountRoutes.account, { as: { token: body.auth_token } });
    expect(organizations.map(({ id }) => id).sort()).toEqual([home.id, organization.id].sort());
  });

  test('goes to the owner of a new organization', async () => {
    const superuser = await server.newSuperuser();
    const slug = `hill-${++count}-${Date.now()}`;
    const owner_email = `owner@${slug}.example.org`;
    const created = await call(organizationRoutes.create, {
      as: superuser,
      body: { name: 'Hill House', slug, owner_email, time_zone: 'America/Denver' },
    });
    expect(created).toMatchObject({ slug, owner_email, owner_name: null });
    const mail = await server.mailTo(owner_email);
    expect(mail.text).toContain(`http://${slug}.localhost/invitations/`);
    expect((await accept(await secretFor(owner_email))).status).toBe(200);
    const signedIn = await send(accountRoutes.signIn, { org: { slug }, body: { email: owner_email, password } });
    expect(signedIn.status, 'the owner needs no permission group').toBe(201);
  });

  test('is one of at most 200 a day for an organization', async () => {
    const organization = await server.newOrganization();
    await server.query(
      `insert into rate_limits (kind, subject) select 'invitations', $1 from generate_series(1, 200)`,
      [String(organization.id)],
    );
    const body = { first_name: 'A', last_name: 'B', email: `one-too-many@${organization.slug}.example.org` };
    const reply = await send(userRoutes.create, { as: organization.owner, body });
    expect(reply.status).toBe(429);
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
  });
});

describe('a forgotten password', () => {
  const ask = (email: string) => send(accountRoutes.requestPasswordReset, { body: { email } });
  const fresh = { password: 'three rivers at midnight', password_confirmation: 'three rivers at midnight' };
  const set = (token: string, body: object = fresh) => send(accountRoutes.resetPassword, { params: { token }, body });

  test('is asked for in the same words, whether or not the address has an account', async () => {
    const organization = await server.newOrganization();
    const { email } = await server.newUser(organization, { password_hash: await passwordHash(password) });
    const [known, unknown] = [await ask(email), await ask(`nobody-${email}`)];
    expect([known.status, known.body]).toEqual([202, {}]);
    expect([unknown.status, unknown.body]).toEqual([202, {}]);
    await secretFor(email);
    const [row] = await server.query<{ count: number }>(
      `select count(*)::int as count from password_resets r join users u on u.id = r.user_id where email like '%' || $1`,
      [email],
    );
    expect(row?.count).toBe(1);
    for (let n = 0; n < 4; n++) expect((await ask(email)).status).toBe(202);
    expect((await ask(email)).status, 'five an hour').toBe(429);
  });

  test('is set once with the newest link, and ends every session', async () => {
    const organization = await server.newOrganization();
    const user = await server.newUser(organization, { password_hash: await passwordHash(password) });
    await ask(user.email);
    const first = await secretFor(user.email);
    await ask(user.email);
    await expect.poll(() => secretFor(user.email)).not.toBe(first);
    const newest = await secretFor(user.email);
    expect((await set('nothing')).status).toBe(404);
    expect((await set(first)).status).toBe(410);
    expect((await set(newest, { ...fresh, password_confirmation: 'something else here' })).status).toBe(422);
    expect((await send(accountRoutes.account, { as: user })).status).toBe(200);
    const done = await set(newest);
    expect(done).toMatchObject({ status: 200, body: { organizations: [{ id: organization.id }] } });
    expect((await set(newest)).status).toBe(410);
    expect((await send(accountRoutes.account, { as: user })).status).toBe(401);
    const signIn = (secret: string) => send(accountRoutes.signIn, { body: { email: user.email, password: secret } });
    expect((await signIn(password)).status).toBe(422);
    expect((await signIn(fresh.password)).status).toBe(201);
  });

  test('is not set after an hour', async () => {
    const organization = await server.newOrganization();
    const user = await server.newUser(organization, { password_hash: await passwordHash(password) });
    await ask(user.email);
    const token = await secretFor(user.email);
    await server.query(`update password_resets set expires_at = now() - interval '1 minute' where user_id = $1`, [
      user.id,
    ]);
    expect((await set(token)).status).toBe(410);
  });
});

describe('one’s own account', () => {
  const put = async (body: object, wanted = {}) => {
    const as = await server.newUser(await server.newOrganization(), wanted);
    return send(accountRoutes.changeAccount, { as, body });
  };

  test('takes no key that is not one’s own to set', async () => {
    for (const key of ['id', 'role', 'is_superuser', 'email', 'executed_confidentiality_agreement', 'organizations'])
      expect(Object.keys((await put({ first_name: 'Ada', [key]: 1 })).errors)).toEqual([key]);
  });

  test('changes nothing before the agreement', async () => {
    expect((await put({ first_name: 'Ada' }, { agreed: false })).status).toBe(403);
  });

  test('changes names and time zone', async () => {
    const change = { first_name: 'Ada', last_name: 'Bly', time_zone: 'Pacific/Honolulu' };
    expect((await put(change)).body).toMatchObject(change);
    expect(Object.keys((await put({ first_name: ' ', time_zone: 'Mars/Olympus' })).errors)).toEqual([
      'first_name',
      'time_zone',
    ]);
  });
});

describe('a membership counts once its invitation was accepted (R16a)', () => {
  test('and before that opens nothing to who has an account, and after the invitation expired neither', async () => {
    const [organization, home] = [await server.newOrganization(), await server.newOrganization()];
    const person = await server.newUser(home, { password_hash: await passwordHash(password) });
    const group = await call(permissionGroupRoutes.create, {
      as: organization.owner,
      body: { name: 'Readers', privileges: { clients: ['read'] } },
    });
    const body = { first_name: 'x', last_name: 'y', email: person.email, permission_group_ids: [group.id] };
    const { id } = await call(userRoutes.create, { as: organization.owner, body });
    const there = { ...person, organization };
    const status = async () => (await send(clientRoutes.list, { as: there })).status;
    const entered = async () =>
      (await call(accountRoutes.account, { as: there })).organizations.map(({ slug }) => slug);
    expect([await status(), await entered()]).toEqual([404, [home.slug]]);
    const [first] = [await secretFor(person.email)];
    await server.query('update invitations set expires_at = now() where organization_id = $1', [organization.id]);
    expect([(await acceptAs(person.email, first)).status, await status()]).toEqual([410, 404]);
    await call(userRoutes.resendInvitation, { as: organization.owner, params: { id } });
    await expect
      .poll(async () => {
        await server.drainJobs();
        return (await listOutbox(server.services.config.dataDir, 10_000)).filter(({ to }) => to === person.email);
      })
      .toHaveLength(2);
    const mails = (await listOutbox(server.services.config.dataDir, 10_000)).filter(({ to }) => to === person.email);
    const secrets = mails.map(({ text }) => /\/invitations\/([\w-]+)/.exec(text)?.[1] as string);
    const second = secrets.find((secret) => secret !== first) as string;
    expect((await acceptAs(person.email, second)).status).toBe(200);
    expect([await status(), (await entered()).toSorted()]).toEqual([200, [home.slug, organization.slug].toSorted()]);
  });

  test('which the owner of a new organization does too', async () => {
    const superuser = await server.newSuperuser();
    const person = await server.newUser(await server.newOrganization());
    const slug = `hill-${++count}-${Date.now() % 100_000}`;
    const body = { name: 'Hill', slug, owner_email: person.email, time_zone: 'UTC' };
    await call(organizationRoutes.create, { as: superuser, body } as never);
    const reply = await send(clientRoutes.list, { as: { ...person, organization: { slug } } });
    expect(reply.status).toBe(404);
  });
});
