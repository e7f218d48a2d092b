import { describe, expect, test } from 'vitest';
import { problems } from '#contract/problems.ts';
import { accountRoutes } from '#contract/resources/account.ts';
import { passwordHash } from '#server/access/passwords.ts';
import { listOutbox } from '#server/kit/mail/outbox.ts';
import { type Caller, startServer } from '#tests/server/harness.ts';

const server = await startServer();
const { call, send } = server;
const { dataDir } = server.services.config;

const password = 'a heron under the bridge';
const password_hash = await passwordHash(password);
const fresh = { password: 'a lantern over water', password_confirmation: 'a lantern over water' };

let count = 0;
const newAddress = () => `new-${++count}-${Date.now()}@example.org`;
const person = async () => {
  const organization = await server.newOrganization();
  return server.newUser(organization, { password_hash, privileges: { clients: ['read'] } });
};
const ask = (as: Caller, email: string, current_password: string = password) =>
  send(accountRoutes.changeAccount, { as, body: { email, current_password } });
const confirm = (token: string) => send(accountRoutes.confirmEmail, { params: { token } });
const secretFor = async (email: string) =>
  /\/email_changes\/([\w-]+)/.exec((await server.mailTo(email)).text)?.[1] as string;
const resetFor = async (email: string) => {
  await call(accountRoutes.requestPasswordReset, { body: { email } });
  const link = async () => /\/password_resets\/([\w-]+)/.exec((await server.mailTo(email)).text)?.[1];
  // The notice of the change may be the newest mail for a moment.
  await expect.poll(link).toBeTruthy();
  return (await link()) as string;
};
const addressOf = async ({ id }: { id: number }) =>
  (await server.query<{ email: string }>('select email from users where id = $1', [id]))[0]?.email;
const signIn = (email: string, secret = password) => send(accountRoutes.signIn, { body: { email, password: secret } });
const mailsTo = async (address: string) =>
  (await listOutbox(dataDir, 10_000)).filter(({ to }) => to === address).map(({ subject }) => subject);

const used = {
  status: 410,
  errors: { base: ['This link has expired or was already used. Request a new one in your profile.'] },
};

describe('another address is refused', () => {
  test('without the current password, and after ten wrong ones with the right one too', async () => {
    const user = await person();
    const email = newAddress();
    const wrong = { status: 422, errors: { current_password: ['That isn’t your current password'] } };
    expect(await send(accountRoutes.changeAccount, { as: user, body: { email } })).toMatchObject(wrong);
    for (let n = 0; n < 9; n++) expect(await ask(user, email, `a guess ${n}`)).toMatchObject(wrong);
    const paused = await ask(user, email);
    expect(paused.status).toBe(429);
    expect(Number(paused.headers['retry-after'])).toBeGreaterThan(0);
    expect(await call(accountRoutes.account, { as: user })).toMatchObject({ email: user.email, pending_email: null });
  });

  test('when it is none', async () => {
    const user = await person();
    for (const email of ['a@b', 'a b@example.org', 'a@example.org\r\nBcc: b@example.org', ''])
      expect(Object.keys((await ask(user, email)).errors)).toEqual(['email']);
  });

  test('more than five times an hour', async () => {
    const user = await person();
    for (let n = 0; n < 5; n++) expect((await ask(user, newAddress())).status).toBe(200);
    expect((await ask(user, newAddress())).status).toBe(429);
  });

  test('with a link that is none, was used, was replaced by a newer one, or is an hour old', async () => {
    const user = await person();
    expect(await confirm('nothing')).toMatchObject({ status: 404, errors: { base: [problems.not_found.message] } });
    const [first, second, third] = [newAddress(), newAddress(), newAddress()];
    await ask(user, first);
    const replaced = await secretFor(first);
    await ask(user, second);
    const newest = await secretFor(second);
    expect(await confirm(replaced)).toMatchObject(used);
    expect((await confirm(newest)).status).toBe(200);
    expect(await confirm(newest)).toMatchObject(used);
    await ask(user, third);
    const old = await secretFor(third);
    await server.query(`update email_changes set expires_at = now() - interval '1 minute' where email = $1`, [third]);
    expect(await confirm(old)).toMatchObject(used);
    expect(await addressOf(user)).toBe(second);
  });

  test('after the password was changed or reset: who asked for it may not have been the person', async () => {
    const changed = await person();
    const [one, two] = [newAddress(), newAddress()];
    await ask(changed, one);
    const secret = await secretFor(one);
    const body = { ...fresh, current_password: password };
    expect((await send(accountRoutes.changeAccount, { as: changed, body })).status).toBe(200);
    expect(await confirm(secret)).toMatchObject(used);

    const reset = await person();
    await ask(reset, two);
    const other = await secretFor(two);
    const token = await resetFor(reset.email);
    await call(accountRoutes.resetPassword, { params: { token }, body: fresh });
    expect(await confirm(other)).toMatchObject(used);
    expect([await addressOf(changed), await addressOf(reset)]).toEqual([changed.email, reset.email]);
  });
});

describe('another address', () => {
  test('leaves no link to set a password that went to the old one', async () => {
    const user = await person();
    const email = newAddress();
    const token = await resetFor(user.email);
    await ask(user, email);
    expect((await confirm(await secretFor(email))).status).toBe(200);
    expect((await send(accountRoutes.resetPassword, { params: { token }, body: fresh })).status).toBe(410);
    expect((await signIn(email)).status).toBe(201);
  });

  test('counts once its link was opened; the old one is told when it is asked for', async () => {
    const user = await person();
    const email = newAddress();
    expect((await ask(user, email.toUpperCase())).body).toMatchObject({ email: user.email, pending_email: email });
    expect((await signIn(email)).status).toBe(422);
    const mail = await server.mailTo(email);
    expect(mail.subject).toBe('Confirm your new email address for Hearth');
    expect(mail.text).toContain(`http://${user.organization.slug}.localhost/email_changes/`);
    await server.mailTo(user.email);
    expect(await mailsTo(user.email)).toEqual(['Someone asked to change your Hearth email address']);
    const notice = await server.mailTo(user.email);
    expect(notice.text, 'it does not tell the new one').not.toContain(email);

    const secret = await secretFor(email);
    const kept = await server.query(
      `select 1 from email_changes where email = $1 and position($2 in encode(token_hash, 'escape')) > 0`,
      [email, secret],
    );
    expect(kept, 'the secret is in the mail alone').toEqual([]);
    const reply = await confirm(secret);
    expect(reply).toMatchObject({ status: 200, body: { email } });
    expect(await call(accountRoutes.account, { as: user })).toMatchObject({ email, pending_email: null });
    expect((await signIn(user.email)).status).toBe(422);
    expect((await signIn(email)).status).toBe(201);
  });

  test('that has an account is answered in the same words; only the mail to it says so', async () => {
    const [user, other] = [await person(), await person()];
    const free = newAddress();
    const [taken, open] = [await ask(user, other.email), await ask(await person(), free)];
    expect(taken.status).toBe(open.status);
    expect(Object.keys(taken.body).sort()).toEqual(Object.keys(open.body).sort());
    expect(taken.body).toMatchObject({ email: user.email, pending_email: other.email });
    const mail = await server.mailTo(other.email);
    expect(mail.subject).toBe('This address already has a Hearth account');
    expect(mail.text).not.toMatch(/http|email_changes/);
    expect(await server.query('select token_hash from email_changes where email = $1', [other.email])).toEqual([
      { token_hash: null },
    ]);
    expect(await addressOf(other)).toBe(other.email);
  });

  test('that got an account before its link was opened stays with that account', async () => {
    const user = await person();
    const email = newAddress();
    await ask(user, email);
    const secret = await secretFor(email);
    await server.query('insert into users (email, first_name, last_name) values ($1, $2, $2)', [email, 'Faster']);
    expect(await confirm(secret)).toMatchObject({ status: 422, errors: { email: [expect.any(String)] } });
    expect(await addressOf(user)).toBe(user.email);
  });
});
