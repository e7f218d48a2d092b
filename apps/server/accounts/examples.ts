import { createPrivateKey, sign } from 'node:crypto';
import { type TOTP, URI } from 'otpauth';
import { accountRoutes } from '#contract/resources/account.ts';
import { platformUserRoutes } from '#contract/resources/platform-users.ts';
import { type Examples, firstPage, listQuery } from '#tests/conformance/example.ts';
import { password, type World } from '#tests/conformance/world.ts';

/** Returns the secret from the link in the newest email to an address. */
const mailedSecret = async ({ server }: World, address: string): Promise<string> =>
  /\/(?:invitations|password_resets|email_changes)\/([\w-]+)/.exec((await server.mailTo(address)).text)?.[1] as string;

/** Requests a password reset for a new user and returns its secret. */
const requestPasswordReset = async (world: World): Promise<string> => {
  const { server, organization, password_hash } = world;
  const { email } = await server.newUser(organization, { password_hash });
  await server.call(accountRoutes.requestPasswordReset, { body: { email } });
  return mailedSecret(world, email);
};

/** Invites someone through the platform team, who then hasn't signed in yet. */
const inviteUser = async ({ call, newSuperuser }: World['server'], organization_id: number): Promise<number> => {
  const email = `alone-${crypto.randomUUID()}@example.org`;
  const body = { email, first_name: 'Ada', last_name: 'Roe', organization_ids: [organization_id] };
  return (await call(platformUserRoutes.create, { as: await newSuperuser(), body })).id;
};

const newPassword = { password: 'eleven boats at anchor', password_confirmation: 'eleven boats at anchor' };

/** Starts an extra session, for requests that end or change it. */
const startSession = async ({ server }: World, user_id: number) => ({
  token: await server.services.database.adminTransaction(({ tx }) => server.startSession(tx, user_id)),
});

/** Begins setting up a second factor for a new user. Returns the user and the code that confirms it. */
const beginSecondFactor = async ({ server, organization, password_hash }: World) => {
  const as = await server.newUser(organization, { password_hash });
  const { uri } = await server.call(accountRoutes.beginSecondFactor, { as, body: { current_password: password } });
  return { as, code: (URI.parse(uri) as TOTP).generate() };
};

export const accountsExamples: Examples<
  'account' | 'platform_users' | 'api_credentials' | 'impersonations' | 'users' | 'permission_groups'
> = {
  account: {
    signIn: ({ member: { email } }) => ({ body: { email, password } }),
    signOut: async (world) => ({ as: await startSession(world, world.owner.id) }),
    account: () => ({}),
    changeAccount: () => ({ body: { time_zone: 'America/Chicago' } }),
    beginSecondFactor: async (world) => {
      const as = await world.server.newUser(world.organization, { password_hash: world.password_hash });
      return { as, body: { current_password: password } };
    },
    confirmSecondFactor: async (world) => {
      const { as, code } = await beginSecondFactor(world);
      return { as, body: { code } };
    },
    removeSecondFactor: async (world) => {
      const { as, code } = await beginSecondFactor(world);
      const { recovery_codes } = await world.server.call(accountRoutes.confirmSecondFactor, { as, body: { code } });
      return { as, body: { current_password: password, code: recovery_codes[0] } };
    },
    agreementFields: () => ({}),
    invitation: async (world) => {
      const { email } = await world.add.invited();
      return { params: { invite_id: await mailedSecret(world, email) } };
    },
    acceptInvitation: async (world) => {
      const { email, first_name, last_name } = await world.add.invited();
      return {
        params: { invite_id: await mailedSecret(world, email) },
        body: { first_name, last_name, ...newPassword },
      };
    },
    acceptAsExisting: async (world) => {
      const { server, password_hash } = world;
      const { email } = await server.newUser(await server.newOrganization(), { password_hash });
      await world.add.invited(email);
      return { body: { invite_id: await mailedSecret(world, email), email, password } };
    },
    requestPasswordReset: ({ user: { email } }) => ({ body: { email } }),
    passwordReset: async (world) => ({ params: { token: await requestPasswordReset(world) } }),
    resetPassword: async (world) => ({ params: { token: await requestPasswordReset(world) }, body: newPassword }),
    confirmEmail: async (world) => {
      const { server, organization, password_hash, address } = world;
      const person = await server.newUser(organization, { password_hash });
      const email = address();
      await server.call(accountRoutes.changeAccount, { as: person, body: { email, current_password: password } });
      return { params: { token: await mailedSecret(world, email) } };
    },
    timeZones: () => ({}),
    host: ({ organization: { slug } }) => ({ query: { slug } }),
    hostLogo: ({ organization: { slug } }) => ({ query: { slug } }),
  },

  platform_users: {
    list: () => ({ as: 'superuser', query: listQuery }),
    page: () => ({ as: 'superuser', ...firstPage }),
    show: ({ user }) => ({ as: 'superuser', params: { id: user.id } }),
    search: () => ({ as: 'superuser', query: { email: 'ab' } }),
    create: ({ address, organization }) => ({
      as: 'superuser',
      body: { email: address(), first_name: 'Ada', last_name: 'Roe', organization_ids: [organization.id] },
    }),
    update: async ({ server, organization }) => ({
      as: 'superuser',
      params: { id: (await server.newUser(organization)).id },
      body: { first_name: 'Other' },
    }),
    remove: async ({ server, organization }) => ({
      as: 'superuser',
      params: { id: await inviteUser(server, organization.id) },
    }),
    invite: async ({ server, organization }) => ({
      as: 'superuser',
      params: { id: await inviteUser(server, organization.id) },
    }),
  },

  api_credentials: {
    list: () => ({}),
    create: ({ group, text }) => ({ body: { name: text('Key'), permission_group_id: group.id } }),
    rotate: ({ credential: { id } }) => ({ params: { id } }),
    remove: async ({ add, group }) => ({ params: { id: (await add.credential(group.id)).id } }),
    rotateSigned: ({ credential: { public_key, private_key } }) => {
      const requested_at = new Date().toISOString();
      const jwk = { kty: 'OKP', crv: 'Ed25519', x: public_key, d: private_key as string };
      const signed = sign(
        null,
        Buffer.from(`${public_key} ${requested_at}`),
        createPrivateKey({ key: jwk, format: 'jwk' }),
      );
      return { body: { public_key, requested_at, signature: signed.toString('base64url') } };
    },
  },

  impersonations: {
    current: () => ({}),
    start: async (world) => {
      const { id } = await world.server.newSuperuser();
      return {
        as: await startSession(world, id),
        body: { user_id: world.member.id, organization_id: world.organization.id },
      };
    },
    stop: () => ({}),
    currentInOrganization: () => ({}),
    startInOrganization: async (world) => ({
      as: { ...(await startSession(world, world.owner.id)), organization: world.organization },
      body: { user_id: world.member.id },
    }),
    stopInOrganization: () => ({}),
  },

  users: {
    list: () => ({ query: listQuery }),
    page: () => firstPage,
    show: ({ user: { id } }) => ({ params: { id } }),
    create: ({ address, group, text }) => ({
      body: {
        first_name: text('First'),
        last_name: text('Last'),
        email: address(),
        permission_group_ids: [group.id],
      },
    }),
    update: ({ user, group }) => ({ params: { id: user.id }, body: { permission_group_ids: [group.id] } }),
    resendInvitation: ({ user: { id } }) => ({ params: { id } }),
    remove: async ({ add }) => ({ params: { id: (await add.invited()).id } }),
    archive: async ({ add }) => ({ params: { id: (await add.invited()).id } }),
    unarchive: ({ user: { id } }) => ({ params: { id } }),
  },

  permission_groups: {
    list: () => ({ query: listQuery }),
    page: () => firstPage,
    show: ({ group: { id } }) => ({ params: { id } }),
    create: ({ text }) => ({ body: { name: text('Group'), privileges: { forms: ['use'] } } }),
    update: ({ group: { id }, text }) => ({ params: { id }, body: { name: text('Group') } }),
    remove: async ({ add }) => ({ params: { id: (await add.group()).id } }),
    clone: ({ group: { id } }) => ({ params: { id }, body: { include_data: true } }),
    applyExtended: ({ group: { id } }) => ({ params: { id } }),
    locations: ({ group: { id } }) => ({ params: { id } }),
    setLocations: ({ group: { id }, text }) => ({
      params: { id },
      body: { locations: [{ name: text('Place'), address: text('Address'), location: null }] },
    }),
  },
};
