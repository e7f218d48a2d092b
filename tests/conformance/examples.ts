import { createPrivateKey, sign } from 'node:crypto';
import { type TOTP, URI } from 'otpauth';
import { accountRoutes } from '#contract/resources/account.ts';
import type { Loose } from '#tests/server/harness.ts';
import { password, type World } from './world.ts';

/** A request that the right person may send: the owner of the world, unless `as` says otherwise. */
export type Example = Pick<Loose, 'params' | 'query' | 'body'> & { as?: Loose['as'] | 'superuser' };

type Builder = (world: World) => Example | Promise<Example>;

const listed = { sort: [{ field: 'created_at', order: 'desc' }], query: 'a' };
const page = { params: { page: 1 }, query: listed };

/** The secret in the link of the newest mail to an address. */
const secretFor = async ({ server }: World, address: string): Promise<string> =>
  /\/(?:invitations|password_resets|email_changes)\/([\w-]+)/.exec((await server.mailTo(address)).text)?.[1] as string;

const newPassword = { password: 'eleven boats at anchor', password_confirmation: 'eleven boats at anchor' };

/** One more session of a person, for requests that end or change it. */
const newSession = async ({ server }: World, user_id: number) => ({
  token: await server.services.database.adminTransaction(({ tx }) => server.startSession(tx, user_id)),
});

const answers = ({ form, fieldsOf, text }: World) => ({
  form_id: form.id,
  answers: [{ field_id: fieldsOf(form)[0], value: text('Answer') }],
});

const entries = ({ form, field }: World) => [
  ...form.form_fields.map(({ id, field_id }) => ({
    id,
    field_id,
    is_required: false,
    parameters_mapping: { client: field_id },
  })),
  { id: form.form_fields[0]?.id, field_id: field.id, is_required: false, parameters_mapping: { client: field.id } },
];

const ofClient = ({ client }: World) => ({ client_id: client.id });
const ofResponse = ({ client, response }: World) => ({ client_id: client.id, id: response.id });
const ofRecord = ({ client }: World) => ({ record_type: 'clients', record_id: client.id });

/** For each operation of the API a request that succeeds. Whatever it uses up, it makes first. */
export const examples: Record<string, Builder> = {
  'account.signIn': ({ member: { email } }) => ({ body: { email, password } }),
  'account.signOut': async (world) => ({ as: await newSession(world, world.owner.id) }),
  'account.account': () => ({}),
  'account.changeAccount': () => ({ body: { time_zone: 'America/Chicago' } }),
  'account.beginSecondFactor': async (world) => {
    const as = await world.server.newUser(world.organization, { password_hash: world.password_hash });
    return { as, body: { current_password: password } };
  },
  'account.confirmSecondFactor': async (world) => {
    const as = await world.server.newUser(world.organization, { password_hash: world.password_hash });
    const { uri } = await world.server.call(accountRoutes.beginSecondFactor, {
      as,
      body: { current_password: password },
    });
    return { as, body: { code: (URI.parse(uri) as TOTP).generate() } };
  },
  'account.removeSecondFactor': async (world) => {
    const as = await world.server.newUser(world.organization, { password_hash: world.password_hash });
    return { as, body: { current_password: password } };
  },
  'account.agreementFields': () => ({}),
  'account.invitation': async (world) => {
    const { email } = await world.add.invited();
    return { params: { invite_id: await secretFor(world, email) } };
  },
  'account.acceptInvitation': async (world) => {
    const { email, first_name, last_name } = await world.add.invited();
    return { params: { invite_id: await secretFor(world, email) }, body: { first_name, last_name, ...newPassword } };
  },
  'account.acceptAsExisting': async (world) => {
    const { server, password_hash } = world;
    const { email } = await server.newUser(await server.newOrganization(), { password_hash });
    await world.add.invited(email);
    return { body: { invite_id: await secretFor(world, email), email, password } };
  },
  'account.requestPasswordReset': ({ user: { email } }) => ({ body: { email } }),
  'account.resetPassword': async (world) => {
    const { server, organization, password_hash } = world;
    const { email } = await server.newUser(organization, { password_hash });
    await server.call(accountRoutes.requestPasswordReset, { body: { email } });
    return { params: { token: await secretFor(world, email) }, body: newPassword };
  },
  'account.confirmEmail': async (world) => {
    const { server, organization, password_hash, address } = world;
    const person = await server.newUser(organization, { password_hash });
    const email = address();
    await server.call(accountRoutes.changeAccount, { as: person, body: { email, current_password: password } });
    return { params: { token: await secretFor(world, email) } };
  },
  'account.timeZones': () => ({}),
  'account.host': ({ organization: { slug } }) => ({ query: { slug } }),
  'account.hostLogo': ({ organization: { slug } }) => ({ query: { slug } }),

  'organizations.list': () => ({ as: 'superuser', query: listed }),
  'organizations.page': () => ({ as: 'superuser', ...page }),
  'organizations.show': ({ organization: { id } }) => ({ as: 'superuser', params: { id } }),
  'organizations.create': ({ address }) => {
    const owner_email = address();
    const slug = `new-${owner_email.replace(/[^a-z0-9]/g, '').slice(-30)}`;
    return { as: 'superuser', body: { name: 'New', slug, owner_email } };
  },
  'organizations.update': ({ organization: { id } }) => ({
    as: 'superuser',
    params: { id },
    body: { api_access_enabled: true },
  }),

  'organizations.archiveUser': async ({ organization, add }) => ({
    as: 'superuser',
    params: { organization_id: organization.id, id: (await add.invited()).id },
  }),
  'organizations.unarchiveUser': ({ organization, user }) => ({
    as: 'superuser',
    params: { organization_id: organization.id, id: user.id },
  }),

  'organization_account.organizationAccount': () => ({}),
  'organization_account.changeOrganizationAccount': () => ({ body: {} }),
  'organization_account.permissionsSchema': () => ({}),
  'organization_account.organizationPermissionsSchema': () => ({}),

  'api_credentials.list': () => ({}),
  'api_credentials.create': ({ group, text }) => ({ body: { name: text('Key'), permission_group_id: group.id } }),
  'api_credentials.rotate': ({ credential: { id } }) => ({ params: { id } }),
  'api_credentials.remove': async ({ add, group }) => ({ params: { id: (await add.credential(group.id)).id } }),
  'api_credentials.rotateSigned': ({ credential: { public_key, private_key } }) => {
    const requested_at = new Date().toISOString();
    const jwk = { kty: 'OKP', crv: 'Ed25519', x: public_key, d: private_key as string };
    const signed = sign(
      null,
      Buffer.from(`${public_key} ${requested_at}`),
      createPrivateKey({ key: jwk, format: 'jwk' }),
    );
    return { body: { public_key, requested_at, signature: signed.toString('base64url') } };
  },

  'impersonations.current': () => ({}),
  'impersonations.start': async (world) => {
    const { id } = await world.server.newSuperuser();
    return {
      as: await newSession(world, id),
      body: { user_id: world.member.id, organization_id: world.organization.id },
    };
  },
  'impersonations.stop': () => ({}),
  'impersonations.currentInOrganization': () => ({}),
  'impersonations.startInOrganization': async (world) => ({
    as: { ...(await newSession(world, world.owner.id)), organization: world.organization },
    body: { user_id: world.member.id },
  }),
  'impersonations.stopInOrganization': () => ({}),

  'users.list': () => ({ query: listed }),
  'users.page': () => page,
  'users.show': ({ user: { id } }) => ({ params: { id } }),
  'users.create': ({ address, group, text }) => ({
    body: {
      first_name: text('First'),
      last_name: text('Last'),
      email: address(),
      permission_group_ids: [group.id],
    },
  }),
  'users.update': ({ user, group }) => ({ params: { id: user.id }, body: { permission_group_ids: [group.id] } }),
  'users.resendInvitation': ({ user: { id } }) => ({ params: { id } }),

  'users.archive': async ({ add }) => ({ params: { id: (await add.invited()).id } }),
  'users.unarchive': ({ user: { id } }) => ({ params: { id } }),

  'permission_groups.list': () => ({ query: listed }),
  'permission_groups.page': () => page,
  'permission_groups.show': ({ group: { id } }) => ({ params: { id } }),
  'permission_groups.create': ({ text }) => ({ body: { name: text('Group'), privileges: { forms: ['use'] } } }),
  'permission_groups.update': ({ group: { id }, text }) => ({ params: { id }, body: { name: text('Group') } }),
  'permission_groups.remove': async ({ add }) => ({ params: { id: (await add.group()).id } }),

  'permission_groups.clone': ({ group: { id } }) => ({ params: { id }, body: { include_data: true } }),
  'permission_groups.applyExtended': ({ group: { id } }) => ({ params: { id } }),
  'permission_groups.locations': ({ group: { id } }) => ({ params: { id } }),
  'permission_groups.setLocations': ({ group: { id }, text }) => ({
    params: { id },
    body: { locations: [{ name: text('Place'), address: text('Address'), location: null }] },
  }),

  'pinned_messages.list': ({ group }) => ({ params: { permission_group_id: group.id } }),
  'pinned_messages.create': ({ group, text }) => ({
    params: { permission_group_id: group.id },
    body: { subject: text('Subject'), body: text('Body'), expired_at: '2030-01-02T03:15:00.000Z' },
  }),
  'pinned_messages.update': ({ group, message, text }) => ({
    params: { permission_group_id: group.id, id: message.id },
    body: { subject: text('Subject') },
  }),
  'pinned_messages.remove': async ({ group, add }) => ({
    params: { permission_group_id: group.id, id: (await add.message(group.id)).id },
  }),
  'pinned_messages.show': ({ message: { id } }) => ({ params: { id } }),

  'clients.list': () => ({ query: { ...listed, filters: { inactive: true } } }),
  'clients.page': () => page,
  'clients.show': ({ client: { id } }) => ({ params: { id } }),
  'clients.create': ({ text }) => ({
    body: {
      first_name: text('First'),
      last_name: text('Last'),
      dob: '1970-12-31',
      gender: 'male',
      ssn_suffix: '0007',
    },
  }),
  'clients.update': ({ client: { id }, text }) => ({ params: { id }, body: { middle_name: text('Middle') } }),
  'clients.remove': async ({ add }) => ({ params: { id: (await add.client()).id } }),
  'clients.photo': ({ client: { id } }) => ({ params: { id } }),
  'clients.removePhoto': async ({ add }) => ({ params: { id: (await add.client()).id } }),

  'fields.list': () => ({ query: listed }),
  'fields.page': () => page,
  'fields.show': ({ field: { id } }) => ({ params: { id } }),
  'fields.create': ({ text }) => ({
    body: {
      name: text('Field'),
      field_type: 'select-one',
      metadata: { display_type: text('Display'), allow_other: true },
      field_options: [{ label: text('Option'), value: 'one' }],
    },
  }),
  'fields.update': ({ field: { id }, text }) => ({ params: { id }, body: { description: text('Help') } }),
  'fields.remove': async ({ add }) => ({ params: { id: (await add.field()).id } }),
  'fields.usable': () => page,
  'fields.fieldTypes': () => ({}),
  'fields.organizationFieldTypes': () => ({}),

  'forms.list': () => ({ query: { ...listed, filters: { active: true } } }),
  'forms.page': () => page,
  'forms.show': ({ form: { id } }) => ({ params: { id } }),
  'forms.create': (world) => ({ body: { name: world.text('Form'), form_fields: entries(world) } }),
  'forms.update': (world) => ({ params: { id: world.form.id }, body: { form_fields: entries(world) } }),
  'forms.remove': async ({ add }) => ({ params: { id: (await add.form()).id } }),
  'forms.fields': ({ form: { id } }) => ({ params: { id } }),
  'forms.fillable': () => ({}),
  'forms.fillableForm': ({ form: { id } }) => ({ params: { id } }),

  'client_forms.groups': (world) => ({ params: ofClient(world) }),
  'client_forms.list': (world) => ({ params: ofClient(world), query: { filters: { form_id: world.form.id } } }),
  'client_forms.page': (world) => ({
    params: { ...ofClient(world), page: 1 },
    query: { filters: { form_id: world.form.id } },
  }),
  'client_forms.show': (world) => ({ params: ofResponse(world) }),
  'client_forms.edit': (world) => ({ params: ofResponse(world) }),
  'client_forms.create': (world) => ({ params: ofClient(world), body: answers(world) }),
  'client_forms.update': (world) => {
    const [question, file] = world.response.answers;
    const given = [question, file].map((one) => ({ field_id: one?.field_id, value: one?.value }));
    return {
      params: ofResponse(world),
      body: { form_id: world.form.id, answers: given, completed_at: '2026-01-02T03:04:05.678Z' },
    };
  },
  'client_forms.remove': async ({ add, client, form }) => ({
    params: { client_id: client.id, id: (await add.response(client.id, form)).id },
  }),
  'client_forms.validate': (world) => ({ params: ofClient(world), body: answers(world) }),
  'client_forms.file': (world) => {
    const file = world.response.answers[1]?.value as { file_id: number } | undefined;
    return { params: { ...ofResponse(world), file_id: file?.file_id } };
  },

  'records.versions': (world) => ({ params: ofRecord(world), query: { history: 'true' } }),
  'records.recordPermissions': (world) => ({ params: ofRecord(world) }),
  'records.setRecordPermissions': (world) => ({
    params: ofRecord(world),
    body: {
      record_permissions: [
        { permissionable_type: 'User', permissionable_id: world.member.id, privileges: ['write'] },
        { permissionable_type: 'PermissionGroup', permissionable_id: world.group.id, privileges: ['read'] },
      ],
    },
  }),
  'records.access': (world) => ({ params: ofRecord(world), query: { user_id: world.member.id } }),
};
