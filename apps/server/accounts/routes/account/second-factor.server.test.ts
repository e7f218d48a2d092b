import { type TOTP, URI } from 'otpauth';
import { afterAll, describe, expect, test } from 'vitest';
import { accountRoutes } from '#contract/resources/account.ts';
import { passwordHash } from '#server/access/passwords.ts';
import { openDatabase } from '#server/kit/db.ts';
import { listOutbox } from '#server/kit/mail/outbox.ts';
import { startServer } from '#tests/server/harness.ts';
import { shared } from '#tests/shared-database.ts';
import { spendCode } from './second-factor.ts';

const server = await startServer();
const { call, send } = server;
/** A mail comes once its job has run, which another file's worker may have in hand. */
const organization = await server.newOrganization();
const password = 'seven geese over the barn';
const password_hash = await passwordHash(password);
const newPerson = () => server.newUser(organization, { password_hash });
type Person = Awaited<ReturnType<typeof newPerson>>;

/** The code of an app, `steps` half minutes from now. */
const codeOf = (totp: TOTP, steps = 0) => totp.generate({ timestamp: Date.now() + steps * 30_000 });

/** Codes change every half minute: where that is about to happen, a test waits for it, so that it doesn't happen in it. */
const settled = async () => {
  const left = 30_000 - (Date.now() % 30_000);
  if (left < 5000) await new Promise((resolve) => setTimeout(resolve, left));
};

const withFactor = async () => {
  await settled();
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
const wrong = { code: ['This code is wrong or was already used'] };

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

describe('a code counts once', () => {
  const wide = openDatabase(shared, 25);
  afterAll(() => wide.end());
  const { keys } = server.services;

  /** Tries a code a thousand times, 25 at a time, with no limit in between. @returns how often it was good */
  const tryOften = async ({ id }: Person, code: string) => {
    let [left, good] = [1000, 0];
    const trying = async () => {
      while (left-- > 0) if (await wide.transaction(({ tx }) => spendCode({ tx, keys }, id, code))) good++;
    };
    await Promise.all(Array.from({ length: 25 }, trying));
    return good;
  };

  test('of a thousand tries at the same time', async () => {
    const { person, totp, recovery_codes } = await withFactor();
    expect(await tryOften(person, codeOf(totp))).toBe(1);
    expect(await tryOften(person, recovery_codes[3] as string)).toBe(1);
    const [row] = await server.query<{ left: number }>(
      'select cardinality(recovery_hashes) as left from second_factors where user_id = $1',
      [person.id],
    );
    expect(row?.left).toBe(9);
  });

  test('of sign-ins from six networks at the same time', async () => {
    const { person, totp, recovery_codes } = await withFactor();
    for (const code of [codeOf(totp), recovery_codes[0] as string]) {
      const replies = await Promise.all([1, 2, 3, 4, 5, 6].map((n) => signIn(person, code, `10.0.20.${n}`)));
      expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 422, 422, 422, 422, 422]);
    }
  });

  test('of confirming at the same time, so that one set of recovery codes is shown', async () => {
    const person = await newPerson();
    const { uri } = await call(accountRoutes.beginSecondFactor, { as: person, body: { current_password: password } });
    const body = { code: codeOf(URI.parse(uri) as TOTP) };
    const replies = await Promise.all(
      [1, 2, 3].map(() => send(accountRoutes.confirmSecondFactor, { as: person, body })),
    );
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 422, 422]);
  });
});

describe('a second factor is not', () => {
  test('begun or removed without the password', async () => {
    const person = await newPerson();
    const body = { current_password: 'not it', code: '000000' };
    const errors = { current_password: ['That isn’t your current password'] };
    expect(await send(accountRoutes.beginSecondFactor, { as: person, body })).toMatchObject({ status: 422, errors });
    expect(await send(accountRoutes.removeSecondFactor, { as: person, body })).toMatchObject({ status: 422, errors });
  });

  test('asked for before it was confirmed', async () => {
    const person = await newPerson();
    await call(accountRoutes.beginSecondFactor, { as: person, body: { current_password: password } });
    expect((await signIn(person)).status).toBe(201);
    const reply = await send(accountRoutes.confirmSecondFactor, { as: person, body: { code: '000000' } });
    expect(reply).toMatchObject({ status: 422, errors: { code: [expect.stringContaining('is wrong')] } });
    expect((await call(accountRoutes.account, { as: person })).second_factor).toBe(false);
  });

  test('removed without a code of it, or by a stranger who has only the password', async () => {
    const { person, totp, recovery_codes } = await withFactor();
    const remove = (code?: string) =>
      send(accountRoutes.removeSecondFactor, { as: person, body: { current_password: password, code } });
    expect(await remove()).toMatchObject({ status: 422, errors: { code: [expect.any(String)] } });
    expect(await remove('000000')).toMatchObject({ status: 422, errors: wrong });
    expect((await signIn(person)).status, 'it is still there').toBe(422);
    expect((await remove(codeOf(totp))).status).toBe(204);
    expect((await signIn(person)).status).toBe(201);
    expect((await signIn(person, recovery_codes[0])).status, 'a code that nobody asks for').toBe(201);
  });

  test('replaced without a code of the one in use, which counts until the new one is confirmed', async () => {
    const { person, totp, recovery_codes } = await withFactor();
    const begin = (code?: string) =>
      send(accountRoutes.beginSecondFactor, { as: person, body: { current_password: password, code } });
    expect(await begin()).toMatchObject({ status: 422, errors: asked });
    expect(await begin('000000')).toMatchObject({ status: 422, errors: wrong });
    const { status, body } = await begin(recovery_codes[0]);
    expect(status).toBe(201);
    const next = URI.parse(body.uri) as TOTP;
    await settled();
    expect(await signIn(person, codeOf(next)), 'before it is confirmed').toMatchObject({ errors: wrong });
    expect((await signIn(person, codeOf(totp))).status).toBe(201);
    await call(accountRoutes.confirmSecondFactor, { as: person, body: { code: codeOf(next, -1) } });
    for (const code of [codeOf(totp, 1), recovery_codes[1] as string])
      expect(await signIn(person, code), 'of the old app').toMatchObject({ errors: wrong });
    expect((await signIn(person, codeOf(next))).status).toBe(201);
  });

  test('to be read from the database', async () => {
    const person = await newPerson();
    const { secret } = await call(accountRoutes.beginSecondFactor, {
      as: person,
      body: { current_password: password },
    });
    const [row] = await server.query<{ pending_secret: Buffer }>(
      'select pending_secret from second_factors where user_id = $1',
      [person.id],
    );
    expect(row?.pending_secret.toString('latin1')).not.toContain(secret);
    expect(row?.pending_secret.length).toBe(20 + 12 + 16);
  });
});

describe('a mail tells the person', () => {
  const subjects = async ({ email }: Person) => {
    await server.drainJobs();
    return (await listOutbox(server.services.config.dataDir, 10_000)).flatMap(({ to, subject }) =>
      to === email ? [subject] : [],
    );
  };

  test('of a second factor that was set up, replaced and turned off, without a secret of it', async () => {
    const { person, recovery_codes } = await withFactor();
    const [one = '', two = ''] = recovery_codes;
    const { uri } = await call(accountRoutes.beginSecondFactor, {
      as: person,
      body: { current_password: password, code: one },
    });
    const totp = URI.parse(uri) as TOTP;
    await settled();
    const begun = await call(accountRoutes.confirmSecondFactor, { as: person, body: { code: codeOf(totp, -1) } });
    expect(
      await send(accountRoutes.removeSecondFactor, { as: person, body: { current_password: password, code: two } }),
    ).toMatchObject({ status: 422 });
    await call(accountRoutes.removeSecondFactor, {
      as: person,
      body: { current_password: password, code: begun.recovery_codes[0] as string },
    });
    await expect.poll(() => subjects(person)).toHaveLength(3);
    expect((await subjects(person)).toSorted()).toEqual([
      'Two-step verification for Hearth is off',
      'Two-step verification for Hearth is on',
      'Your authenticator app for Hearth was replaced',
    ]);
    const { text } = await server.mailTo(person.email);
    for (const secret of [totp.secret.base32, ...recovery_codes, ...begun.recovery_codes])
      expect(text).not.toContain(secret);
    expect(text).toContain('If this wasn’t you');
  });
});
