import { type TOTP, URI } from 'otpauth';
import { describe, expect, test } from 'vitest';
import { accountRoutes } from '#contract/resources/account.ts';
import { passwordHash } from '#server/access/passwords.ts';
import { startServer } from '#tests/server/harness.ts';

const server = await startServer();
const { call, send } = server;
const organization = await server.newOrganization();
const password = 'seven geese over the barn';
const password_hash = await passwordHash(password);
const newPerson = () => server.newUser(organization, { password_hash });
type Person = Awaited<ReturnType<typeof newPerson>>;

/** The code of an app, `steps` half minutes from now. */
const codeOf = (totp: TOTP, steps = 0) => totp.generate({ timestamp: Date.now() + steps * 30_000 });

const withFactor = async () => {
  const person = await newPerson();
  const { uri } = await call(accountRoutes.beginSecondFactor, { as: person, body: { current_password: password } });
  const totp = URI.parse(uri) as TOTP;
  // One step early, so that the codes of now and of the next step are still good.
  const { recovery_codes } = await call(accountRoutes.confirmSecondFactor, {
    as: person,
    body: { code: codeOf(totp, -1) },
  });
  return { person, totp, recovery_codes };
};
const signIn = ({ email }: Person, code?: string, address?: string) =>
  send(accountRoutes.signIn, {
    org: organization,
    body: { email, password, ...(code === undefined ? {} : { code }) },
    ...(address ? { address } : {}),
  });
const asked = { code: ['Enter the code from your authenticator app, or a recovery code'] };
const wrong = { code: ['This code is not right, or was used already'] };

describe('who has a second factor is refused', () => {
  test('without a code, with a wrong one, and with one that was used', async () => {
    const { person, totp } = await withFactor();
    expect(await signIn(person)).toMatchObject({ status: 422, errors: asked });
    expect(await signIn(person, '000000')).toMatchObject({ status: 422, errors: wrong });
    const code = codeOf(totp);
    expect((await signIn(person, code)).status).toBe(201);
    expect(await signIn(person, code)).toMatchObject({ status: 422, errors: wrong });
    expect(await signIn(person, codeOf(totp, -1)), 'an earlier one').toMatchObject({ status: 422, errors: wrong });
    expect(await signIn(person, codeOf(totp, 4)), 'one of another time').toMatchObject({ status: 422, errors: wrong });
  });

  test('and told nothing of the code while the password is wrong', async () => {
    const { person, totp } = await withFactor();
    const body = { email: person.email, password: 'another password', code: codeOf(totp) };
    expect(await send(accountRoutes.signIn, { body })).toMatchObject({
      status: 422,
      errors: { base: ['The email or password is incorrect.'] },
    });
  });

  test('after twenty wrong codes, wherever they came from', async () => {
    const { person, totp } = await withFactor();
    for (let n = 0; n < 20; n++)
      expect((await signIn(person, '000000', `10.0.${n % 4}.7`)).status, String(n)).toBe(422);
    expect((await signIn(person, codeOf(totp), '10.0.9.9')).status).toBe(429);
  });

  test('a second time by the same recovery code', async () => {
    const { person, recovery_codes } = await withFactor();
    expect(recovery_codes).toHaveLength(10);
    const [first = '', second = ''] = recovery_codes;
    expect((await signIn(person, first.toUpperCase())).status).toBe(201);
    expect(await signIn(person, first)).toMatchObject({ status: 422, errors: wrong });
    expect((await signIn(person, second)).status).toBe(201);
  });
});

describe('a second factor is not', () => {
  test('begun or removed without the password', async () => {
    const person = await newPerson();
    const body = { current_password: 'not it' };
    const errors = { current_password: ['This is not your current password'] };
    expect(await send(accountRoutes.beginSecondFactor, { as: person, body })).toMatchObject({ status: 422, errors });
    expect(await send(accountRoutes.removeSecondFactor, { as: person, body })).toMatchObject({ status: 422, errors });
  });

  test('asked for before it was confirmed', async () => {
    const person = await newPerson();
    await call(accountRoutes.beginSecondFactor, { as: person, body: { current_password: password } });
    expect((await signIn(person)).status).toBe(201);
    const reply = await send(accountRoutes.confirmSecondFactor, { as: person, body: { code: '000000' } });
    expect(reply).toMatchObject({ status: 422, errors: { code: [expect.stringContaining('not right')] } });
    expect((await call(accountRoutes.account, { as: person })).second_factor).toBe(false);
  });

  test('replaced while there is one, and gone once it was removed', async () => {
    const { person } = await withFactor();
    const body = { current_password: password };
    expect((await call(accountRoutes.account, { as: person })).second_factor).toBe(true);
    expect((await send(accountRoutes.beginSecondFactor, { as: person, body })).status).toBe(422);
    await call(accountRoutes.removeSecondFactor, { as: person, body });
    expect((await signIn(person)).status).toBe(201);
  });

  test('to be read from the database', async () => {
    const person = await newPerson();
    const { secret } = await call(accountRoutes.beginSecondFactor, {
      as: person,
      body: { current_password: password },
    });
    const [row] = await server.query<{ secret: Buffer }>('select secret from second_factors where user_id = $1', [
      person.id,
    ]);
    expect(row?.secret.toString('latin1')).not.toContain(secret);
    expect(row?.secret.length).toBe(20 + 12 + 16);
  });
});
