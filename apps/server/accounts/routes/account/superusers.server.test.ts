import { type TOTP, URI } from 'otpauth';
import { describe, expect, test } from 'vitest';
import { operations } from '#contract/index.ts';
import { paramNames } from '#contract/kit/route.ts';
import { problems } from '#contract/problems.ts';
import { accountRoutes } from '#contract/resources/account.ts';
import { clientRoutes } from '#contract/resources/clients.ts';
import { organizationRoutes } from '#contract/resources/organizations.ts';
import { passwordHash } from '#server/access/passwords.ts';
import { startServer } from '#tests/server/harness.ts';

const server = await startServer({ config: { superuserSecondFactor: true } });
const { call, send } = server;
const password = 'two lynxes under the bridge';
const password_hash = await passwordHash(password);
const organization = await server.newOrganization();

/** A superuser who looks into an organization where a route belongs to one. */
const superuser = async () => {
  const person = await server.newSuperuser();
  await server.query('insert into passwords (user_id, hash) values ($1, $2)', [person.id, password_hash]);
  return { ...person, organization };
};
type Superuser = Awaited<ReturnType<typeof superuser>>;

const enrol = async (as: Superuser) => {
  const { uri } = await call(accountRoutes.beginSecondFactor, { as, body: { current_password: password } });
  const body = { code: (URI.parse(uri) as TOTP).generate() };
  return (await call(accountRoutes.confirmSecondFactor, { as, body })).recovery_codes;
};
const refusal = { status: 403, errors: { base: [problems.second_factor_required.message] } };
const inOrganization = (as: Superuser) => send(clientRoutes.page, { as, params: { page: 1 } });
const onPlatform = (as: Superuser) => send(organizationRoutes.page, { as, params: { page: 1 } });

describe('a superuser without a second factor is refused', () => {
  test('every route but those of their own account, and of setting one up', async () => {
    const as = await superuser();
    const open: string[] = [];
    for (const { name, route } of operations()) {
      if (route.access === 'public' || route === accountRoutes.signOut) continue;
      const params = Object.fromEntries(
        paramNames(route.path).map((one) => [one, one === 'org' ? organization.slug : 1]),
      );
      const { status, errors } = await send(route, { as, params });
      if (status !== 403 || errors.base?.[0] !== refusal.errors.base[0]) open.push(name);
    }
    expect(open.toSorted()).toEqual([
      'account.account',
      'account.agreementFields',
      'account.beginSecondFactor',
      'account.changeAccount',
      'account.confirmSecondFactor',
      'impersonations.current',
      'impersonations.currentInOrganization',
      'impersonations.stop',
      'impersonations.stopInOrganization',
    ]);
    expect((await send(accountRoutes.signOut, { as })).status).toBe(204);
  });

  test('any change of the account but the agreement', async () => {
    const as = await superuser();
    const change = (body: object) => send(accountRoutes.changeAccount, { as, body });
    const fresh = { password: 'an oar in the reeds', password_confirmation: 'an oar in the reeds' };
    for (const body of [{ first_name: 'Ada' }, { email: 'ada@example.org' }, fresh])
      expect(await change({ ...body, current_password: password })).toMatchObject(refusal);
  });

  test('everything but the agreement before that', async () => {
    const as = await superuser();
    await server.query('delete from confidentiality_agreements where user_id = $1', [as.id]);
    expect(await onPlatform(as)).toMatchObject({
      status: 403,
      errors: { base: [problems.agreement_required.message] },
    });
    const { data } = await call(accountRoutes.agreementFields, { as });
    const agreed = await call(accountRoutes.changeAccount, {
      as,
      body: { confidentiality_agreement: data.map(({ name }) => name) },
    });
    expect(agreed).toMatchObject({ second_factor: false, second_factor_required: true });
    expect(await onPlatform(as)).toMatchObject(refusal);
  });

  test('at once when it is gone, also by a server that remembers them', async () => {
    const as = await superuser();
    await enrol(as);
    expect((await onPlatform(as)).status).toBe(200);
    expect((await inOrganization(as)).status).toBe(200);
    await server.query('delete from second_factors where user_id = $1', [as.id]);
    expect(await onPlatform(as)).toMatchObject(refusal);
    expect(await inOrganization(as)).toMatchObject(refusal);
  });
});

describe('a superuser with a second factor', () => {
  test('may do all at once, in the session in which it was confirmed, and not turn it off', async () => {
    const as = await superuser();
    for (const ask of [onPlatform, inOrganization]) expect(await ask(as)).toMatchObject(refusal);
    const [code] = await enrol(as);
    for (const ask of [onPlatform, inOrganization]) expect((await ask(as)).status).toBe(200);
    const body = { current_password: password, code };
    expect(await send(accountRoutes.removeSecondFactor, { as, body })).toMatchObject({
      status: 403,
      errors: { base: [expect.stringContaining('Set up another method first')] },
    });
    expect((await send(accountRoutes.beginSecondFactor, { as, body })).status, 'but put another in its place').toBe(
      201,
    );
    expect((await onPlatform(as)).status, 'which changes nothing before it is confirmed').toBe(200);
  });
});

describe('nobody else must have one', () => {
  test('neither members, nor superusers where the configuration does not say so', async () => {
    expect((await send(clientRoutes.page, { as: organization.owner, params: { page: 1 } })).status).toBe(200);
    expect((await call(accountRoutes.account, { as: organization.owner })).second_factor_required).toBe(false);
    const lenient = await startServer();
    const as = await superuser();
    expect((await lenient.send(organizationRoutes.page, { as, params: { page: 1 } })).status).toBe(200);
    expect((await lenient.call(accountRoutes.account, { as })).second_factor_required).toBe(false);
  });
});
