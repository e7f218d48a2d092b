import { describe, expect, test } from 'vitest';
import type { RouteSpec } from '#contract/kit/route.ts';
import { problems } from '#contract/problems.ts';
import { accountRoutes } from '#contract/resources/account.ts';
import { apiCredentialRoutes } from '#contract/resources/api-credentials.ts';
import { clientRoutes } from '#contract/resources/clients.ts';
import { userRoutes } from '#contract/resources/users.ts';
import { passwordHash } from '#server/access/passwords.ts';
import { type Loose, openServer, startServer } from '#tests/server/harness.ts';

const server = await startServer();
const { call, send } = server;

const password = 'ten geese in the orchard';
const password_hash = await passwordHash(password);
const fresh = { password: 'a lantern over water', password_confirmation: 'a lantern over water' };
const joining = { first_name: 'Ines', last_name: 'Vale', ...fresh };

const linkIn = async (email: string, kind: string) => {
  const find = async () => new RegExp(`/${kind}/([\\w-]+)`).exec((await server.mailTo(email)).text)?.[1];
  await expect.poll(find).toBeTruthy();
  return (await find()) as string;
};
let count = 0;
const newAddress = () => `guest-${++count}-${Date.now()}@example.org`;

/** One token of each kind, none of them used. */
const tokens = async () => {
  const organization = await server.newOrganization();
  const { owner } = organization;
  await server.query('update organizations set api_access_enabled = true where id = $1', [organization.id]);
  const user = await server.newUser(organization, { password_hash, privileges: { clients: ['read'] } });
  const [email, address] = [newAddress(), newAddress()];
  await call(userRoutes.create, { as: owner, body: { first_name: 'Ines', last_name: 'Vale', email } });
  const invitation = await linkIn(email, 'invitations');
  await call(accountRoutes.requestPasswordReset, { body: { email: user.email } });
  const reset = await linkIn(user.email, 'password_resets');
  const mover = await server.newUser(organization, { password_hash });
  await call(accountRoutes.changeAccount, { as: mover, body: { email: address, current_password: password } });
  const emailChange = await linkIn(address, 'email_changes');
  const body = { name: 'Nightly', permission_group_id: user.group_id as number };
  const { api_key, private_key } = await call(apiCredentialRoutes.create, { as: owner, body });
  return {
    organization,
    user,
    invitation,
    reset,
    emailChange,
    jwt: user.token,
    apiKey: api_key as string,
    privateKey: private_key as string,
  };
};
type Kind = Exclude<keyof Awaited<ReturnType<typeof tokens>>, 'organization' | 'user'>;

/** Where a token can be put, which kinds belong there, and what all others are answered. */
const places: { place: string; takes: Kind[]; answers: number[]; put: (token: string) => [RouteSpec, Loose] }[] = [
  {
    place: 'as an invitation to see',
    takes: ['invitation'],
    answers: [404],
    put: (invite_id) => [accountRoutes.invitation, { params: { invite_id } }],
  },
  {
    place: 'as an invitation to accept',
    takes: ['invitation'],
    answers: [404],
    put: (invite_id) => [accountRoutes.acceptInvitation, { params: { invite_id }, body: joining }],
  },
  {
    place: 'as an invitation to accept with an account',
    takes: ['invitation'],
    // A token that is too long to be one is told so at its field.
    answers: [404, 422],
    put: (invite_id) => [accountRoutes.acceptAsExisting, { body: { invite_id, email: 'a@example.org', password } }],
  },
  {
    place: 'as a reset to look at',
    takes: ['reset'],
    answers: [404],
    put: (token) => [accountRoutes.passwordReset, { params: { token } }],
  },
  {
    place: 'to set a new password',
    takes: ['reset'],
    answers: [404],
    put: (token) => [accountRoutes.resetPassword, { params: { token }, body: fresh }],
  },
  {
    place: 'to confirm an address',
    takes: ['emailChange'],
    answers: [404],
    put: (token) => [accountRoutes.confirmEmail, { params: { token } }],
  },
  {
    place: 'to sign in with',
    takes: ['jwt'],
    answers: [401, 403],
    put: (token) => [accountRoutes.account, { as: { token } }],
  },
];

describe('a token of another kind is refused', () => {
  test('wherever it is put, and is worth as much as before afterwards', async () => {
    const { organization, user, ...all } = await tokens();
    for (const { place, takes, answers, put } of places)
      for (const [kind, token] of Object.entries(all)) {
        if (takes.includes(kind as Kind)) continue;
        const reply = await send(...put(token));
        expect(answers, `${kind} ${place}: ${reply.status}`).toContain(reply.status);
      }
    const inside = { organization };
    for (const kind of ['invitation', 'reset', 'emailChange', 'privateKey'] as const)
      expect(await send(clientRoutes.list, { as: { token: all[kind], ...inside } })).toMatchObject({
        status: 401,
        errors: { base: [problems.not_signed_in.message] },
      });
    expect((await send(clientRoutes.list, { as: { token: all.apiKey, ...inside } })).status).toBe(200);

    expect((await send(accountRoutes.account, { as: user })).status).toBe(200);
    expect((await send(accountRoutes.invitation, { params: { invite_id: all.invitation } })).status).toBe(200);
    expect((await send(accountRoutes.confirmEmail, { params: { token: all.emailChange } })).status).toBe(200);
    const reset = await send(accountRoutes.resetPassword, { params: { token: all.reset }, body: fresh });
    expect(reset.status).toBe(200);
    const accepted = await send(accountRoutes.acceptInvitation, {
      params: { invite_id: all.invitation },
      body: joining,
    });
    expect(accepted.status).toBe(200);
  });

  test('by its hash too, which is what the database keeps', async () => {
    const { invitation, reset, emailChange } = await tokens();
    const rows = await server.query<{ hash: string }>(
      `select encode(sha256(t.token::bytea), format) as hash from unnest($1::text[]) t (token), unnest('{hex,base64}'::text[]) format`,
      [[invitation, reset, emailChange]],
    );
    expect(rows).toHaveLength(6);
    for (const { place, answers, put } of places)
      for (const { hash } of rows) expect(answers, place).toContain((await send(...put(hash))).status);
  });
});

describe('a token that works once is refused', () => {
  test('the second time', async () => {
    const { invitation, reset, emailChange } = await tokens();
    const uses: [RouteSpec, Loose][] = [
      [accountRoutes.acceptInvitation, { params: { invite_id: invitation }, body: joining }],
      [accountRoutes.confirmEmail, { params: { token: emailChange } }],
      [accountRoutes.resetPassword, { params: { token: reset }, body: fresh }],
    ];
    const look = async () => (await send(accountRoutes.passwordReset, { params: { token: reset } })).status;
    expect([await look(), await look()], 'looking uses nothing up').toEqual([200, 200]);
    for (const [route, sent] of uses) {
      expect((await send(route, sent)).status, route.path).toBe(200);
      expect((await send(route, sent)).status, route.path).toBe(410);
    }
    expect(await look()).toBe(410);
  });

  test('when it is used twice at the same time, on two servers', async () => {
    const other = await openServer();
    const atOnce = async (route: RouteSpec, one: Loose, two: Loose = one) =>
      (await Promise.all([send(route, one), other.send(route, two)])).map(({ status }) => status).toSorted();
    try {
      const { user, invitation, reset } = await tokens();
      const body = { password: 'another pass of phrases', password_confirmation: 'another pass of phrases' };
      const params = { token: reset };
      expect(await atOnce(accountRoutes.resetPassword, { params, body: fresh }, { params, body })).toEqual([200, 410]);
      const accepted = await atOnce(accountRoutes.acceptInvitation, {
        params: { invite_id: invitation },
        body: joining,
      });
      expect([accepted[0], accepted.length]).toEqual([200, 2]);
      expect([409, 410, 422]).toContain(accepted[1]);

      const elsewhere = await server.newOrganization();
      const { first_name, last_name, email } = user;
      await call(userRoutes.create, { as: elsewhere.owner, body: { first_name, last_name, email } });
      const invite_id = await linkIn(email, 'invitations');
      await server.query('update passwords set hash = $2 where user_id = $1', [user.id, password_hash]);
      const joined = await atOnce(accountRoutes.acceptAsExisting, { body: { invite_id, email, password } });
      expect(joined).toEqual([200, 410]);
    } finally {
      await other.close();
    }
  });
});
