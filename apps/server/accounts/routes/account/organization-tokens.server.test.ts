import { describe, expect, test, vi } from 'vitest';
import { accountRoutes } from '#contract/resources/account.ts';
import { clientRoutes } from '#contract/resources/clients.ts';
import { formRoutes } from '#contract/resources/forms.ts';
import { impersonationRoutes } from '#contract/resources/impersonations.ts';
import { organizationRoutes } from '#contract/resources/organizations.ts';
import { templatesSlug } from '#contract/resources/templates.ts';
import { userRoutes } from '#contract/resources/users.ts';
import { passwordHash } from '#server/access/passwords.ts';
import { startServer } from '#tests/server/harness.ts';

const server = await startServer();
const { send, call } = server;
const password = 'nine herons by the weir';
const password_hash = await passwordHash(password);

type Organization = { id: number; slug: string };
const signIn = async (email: string, org?: Organization): Promise<string> =>
  (await call(accountRoutes.signIn, { body: { email, password }, ...(org ? { org } : {}) })).jwt;
const lists = async (token: string, organization: { slug: string }) =>
  (await send(clientRoutes.list, { as: { token, organization } })).status;
const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] as string, 'base64url').toString());

/** Somebody who may read people in two organizations. */
const memberOfTwo = async () => {
  const [one, other] = [await server.newOrganization(), await server.newOrganization()];
  const wanted = { privileges: { clients: ['read'] as const }, password_hash };
  const user = await server.newUser(one, { ...wanted, privileges: { clients: ['read'] } });
  await server.join(user, other, { privileges: { clients: ['read'] } });
  return { one, other, user };
};

const superuser = async () => {
  const person = await server.newSuperuser();
  await server.query('insert into passwords (user_id, hash) values ($1, $2)', [person.id, password_hash]);
  return person;
};

describe('a sign-in on an organization’s host', () => {
  test('opens no other organization, not even one’s own, and does not tell whether there is one', async () => {
    const { one, other, user } = await memberOfTwo();
    const token = await signIn(user.email, one);
    expect(claimsOf(token).org).toBe(one.id);
    // Asked twice: the second answer comes from what is remembered of the caller.
    for (let n = 0; n < 2; n++) {
      expect(await lists(token, other)).toBe(401);
      expect(await lists(token, { slug: 'there-is-none' })).toBe(401);
      expect(await lists(token, { slug: templatesSlug }), 'the platform’s own, which everybody knows').toBe(403);
      expect(await lists(token, one)).toBe(200);
    }
    const account = await call(accountRoutes.account, { as: { token } });
    expect(account.organizations.map(({ id }) => id).sort()).toEqual([one.id, other.id].sort());
  });

  test('stays of that organization when it is renewed', async () => {
    const { one, other, user } = await memberOfTwo();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 6 * 60_000 });
    try {
      const token = await signIn(user.email, one);
      vi.useRealTimers();
      const { headers } = await send(clientRoutes.list, { as: { token, organization: one } });
      const renewed = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] as string;
      expect(claimsOf(renewed)).toMatchObject({ org: one.id, sid: claimsOf(token).sid });
      expect(await lists(renewed, other)).toBe(401);
    } finally {
      vi.useRealTimers();
    }
  });

  test('of a superuser opens that organization and the platform’s routes', async () => {
    const [one, other] = [await server.newOrganization(), await server.newOrganization()];
    const { email } = await superuser();
    const as = { token: await signIn(email, one) };
    expect([await lists(as.token, one), await lists(as.token, other)]).toEqual([200, 401]);
    expect((await send(organizationRoutes.list, { as })).status).toBe(200);
    expect((await send(formRoutes.list, { as, org: { slug: templatesSlug } })).status).toBe(200);
  });

  test('does not follow who acts for somebody elsewhere', async () => {
    const [one, other] = [await server.newOrganization(), await server.newOrganization()];
    const user = await server.newUser(other, { privileges: { clients: ['read'] } });
    const { email } = await superuser();
    const token = await signIn(email, one);
    const body = { user_id: user.id, organization_id: other.id };
    await call(impersonationRoutes.start, { as: { token }, body });
    expect([await lists(token, other), await lists(token, one)]).toEqual([401, 404]);
  });
});

describe('a sign-in on the platform’s host', () => {
  test('opens every organization that the person belongs to, and no other', async () => {
    const { one, other, user } = await memberOfTwo();
    const token = await signIn(user.email);
    expect(claimsOf(token).org).toBeUndefined();
    expect([await lists(token, one), await lists(token, other)]).toEqual([200, 200]);
    expect(await lists(token, await server.newOrganization())).toBe(404);
  });

  test('of a superuser acts for members of any organization', async () => {
    const organization = await server.newOrganization();
    const user = await server.newUser(organization, { privileges: { clients: ['read'] } });
    const token = await signIn((await superuser()).email);
    const body = { user_id: user.id, organization_id: organization.id };
    await call(impersonationRoutes.start, { as: { token }, body });
    expect(await lists(token, organization)).toBe(200);
  });
});

describe('an accepted invitation', () => {
  test.each([true, false])(
    'begins a session of that organization, but on the platform’s host one of all (%s)',
    async (isOwn) => {
      const { owner, ...organization } = await server.newOrganization();
      const email = `invited-${organization.slug}@example.org`;
      await call(userRoutes.create, { as: owner, body: { first_name: 'Ida', last_name: 'Vance', email } });
      const mail = await server.mailTo(email);
      const invite_id = /invitations\/([\w-]+)/.exec(mail.text)?.[1] as string;
      const { auth_token } = await call(accountRoutes.acceptInvitation, {
        params: { invite_id },
        body: { first_name: 'Ida', last_name: 'Vance', password, password_confirmation: password },
        ...(isOwn ? { org: organization } : {}),
      });
      expect(claimsOf(auth_token).org).toBe(isOwn ? organization.id : undefined);
      expect((await send(accountRoutes.account, { as: { token: auth_token } })).status).toBe(200);
    },
  );
});
