// Long because every operation has its example here: one that is missing fails by name.
import { createPrivateKey, sign } from 'node:crypto';
import { type TOTP, URI } from 'otpauth';
import writeWorkbook from 'write-excel-file/node';
import { accountRoutes } from '#contract/resources/account.ts';
import { clientRoutes } from '#contract/resources/clients.ts';
import { fieldRoutes } from '#contract/resources/fields.ts';
import { formRoutes } from '#contract/resources/forms.ts';
import { householdRoutes } from '#contract/resources/households.ts';
import { mergedValueNames } from '#contract/resources/merges.ts';
import { publicInstanceRoutes } from '#contract/resources/public-form-instances.ts';
import { publicFormRoutes } from '#contract/resources/public-forms.ts';
import { recordRoutes } from '#contract/resources/records.ts';
import { sendJson, startEndpoint } from '#tests/server/endpoint.ts';
import type { Loose } from '#tests/server/harness.ts';
import { password, type World } from './world.ts';

/** A request that the right person may send: the owner of the world, unless `as` says otherwise. */
export type Example = Pick<Loose, 'params' | 'query' | 'body' | 'files'> & { as?: Loose['as'] | 'superuser' };

type Builder = (world: World) => Example | Promise<Example>;

const listed = { sort: [{ field: 'created_at', order: 'desc' }], query: 'a' };
const page = { params: { page: 1 }, query: listed };

/** The secret in the link of the newest mail to an address. */
const secretFor = async ({ server }: World, address: string): Promise<string> =>
  /\/(?:invitations|password_resets|email_changes)\/([\w-]+)/.exec((await server.mailTo(address)).text)?.[1] as string;

/** The secret of a password reset that somebody asked for. */
const resetSecret = async (world: World): Promise<string> => {
  const { server, organization, password_hash } = world;
  const { email } = await server.newUser(organization, { password_hash });
  await server.call(accountRoutes.requestPasswordReset, { body: { email } });
  return secretFor(world, email);
};

const newPassword = { password: 'eleven boats at anchor', password_confirmation: 'eleven boats at anchor' };

/** One more session of a person, for requests that end or change it. */
const newSession = async ({ server }: World, user_id: number) => ({
  token: await server.services.database.adminTransaction(({ tx }) => server.startSession(tx, user_id)),
});

/** Somebody who has begun to set up a second factor, and the code that confirms it. */
const begunFactor = async ({ server, organization, password_hash }: World) => {
  const as = await server.newUser(organization, { password_hash });
  const { uri } = await server.call(accountRoutes.beginSecondFactor, { as, body: { current_password: password } });
  return { as, code: (URI.parse(uri) as TOTP).generate() };
};

const answers = ({ form, fieldsOf, text }: World) => ({
  form_id: form.id,
  answers: [{ field_id: fieldsOf(form)[0], value: text('Answer') }],
});

/** A publish setting of the world's form, open to everybody. */
const published = ({ server: { call }, owner: as, form }: World) =>
  call(publicFormRoutes.create, {
    as,
    params: { form_id: form.id },
    body: { published_at: '2026-01-01T00:00:00.000Z' },
  });
let made = 0;
/** The code of a language that nothing else in a test is in: one that is for private use. */
const unused = () => `q${String.fromCharCode(97 + (made++ % 20), 97 + (Math.floor(made / 20) % 26))}`;
const ofTranslation = ({ translation: { form_id, id } }: World) => ({ form_id, id });
const ofPublished = async (world: World) => ({ form_id: world.form.id, id: (await published(world)).id });

/** What somebody begins who opens a public form. */
const begun = async (world: World) => {
  const { access_key } = await published(world);
  const sent = { org: world.organization, params: { access_key } };
  const { start_token } = await world.server.call(publicFormRoutes.open, sent);
  return { params: { access_key }, body: { start_token } };
};

/** What a stranger answered, and where that stands. */
const ofInstance = ({ answeredPublicly: { public_form_id, instance } }: World) => ({ public_form_id, id: instance });
const ofInstances = ({ answeredPublicly: { public_form_id } }: World) => ({ public_form_id });
const ofUnlinked = ({ answeredPublicly: { instance } }: World) => ({ instance_id: instance });
const ofLinked = ({ answeredPublicly: { linked } }: World) => ({ instance_id: linked });

const entries = async ({ server: { call }, owner: as, form, field, fieldsOf, text }: World) => {
  const metadata = { api_parameters: ['client'] };
  const search = await call(fieldRoutes.create, { as, body: { name: text('Field'), field_type: 'search', metadata } });
  const entry = form.form_fields[0]?.id as number;
  const settings = { pre_populate: { form_id: form.id, form_field_id: entry, field_id: fieldsOf(form)[0] as number } };
  return [
    ...form.form_fields.map(({ id, field_id }) => ({ id, field_id, is_required: false, settings })),
    { id: entry, field_id: field.id, is_required: false },
    { field_id: search.id, is_required: false, parameters_mapping: { client: field.id } },
  ];
};

const rule = ({ field: { id }, text }: World) => ({
  name: text('Rule'),
  condition: {
    and: [{ scope: 'form', conditions: { and: [{ field_name: String(id), op: 'EQ', value: text('Value') }] } }],
  },
  actions: [{ type: 'require', field_id: id }],
});

/** What a field that picks records takes them from. */
const recordsOf = ({ internalForm, fieldsOf }: World) => ({
  internal_form_id: internalForm.id,
  internal_field_id: fieldsOf(internalForm)[0],
});

const ofCalculating = ({ calculating }: World) => ({ form_id: calculating.id });
const ofCalculation = (world: World) => ({ ...ofCalculating(world), id: world.calculation.id });
const calculation = ({ calculating: { number }, text }: World) => ({
  name: text('Calculation'),
  equation: 'a + 1',
  calculation_type: 'numeric',
  variables: [{ name: 'a', record_type: 'Field', record_id: number }],
});

/** The fields of a form with what it works out. */
const calculated = async (world: World) => ({
  form_fields: [...(await entries(world)), { field_id: world.calculating.number, is_required: false }],
  calculations: [{ id: world.calculation.id, ...calculation(world) }],
});

const ofInternalForm = ({ internalForm }: World) => ({ form_id: internalForm.id });
const ofInternalRecord = (world: World) => ({ ...ofInternalForm(world), id: world.internalRecord.id });

/** A workbook with one question. */
const xlsform = async () => {
  const data = [
    ['type', 'name', 'label'],
    ['text', 'town', 'Town'],
  ];
  const bytes = await writeWorkbook([{ sheet: 'survey', data }]).toBuffer();
  return new File([new Uint8Array(bytes)], 'form.xlsx');
};

/** The world's person and one more. */
const twoClients = async ({ client, add }: World): Promise<[number, number]> => [client.id, (await add.client()).id];

/** Every value of a merge from one record. */
const valuesOf = (id: number) => Object.fromEntries(mergedValueNames.map((name) => [name, id]));

const ofClient = ({ client }: World) => ({ client_id: client.id });
const ofResponse = ({ client, response }: World) => ({ client_id: client.id, id: response.id });
const ofRecord = ({ client }: World) => ({ record_type: 'clients', record_id: client.id });

/** Conditions by which a data group gathers what two people may have created. */
const gathering = ({ dataGroup, member, group }: World) => ({
  parent_id: dataGroup.id,
  smart_conditions: {
    and: [
      { field_name: 'whodunnit', op: 'EQ', value: { type: 'User', id: member.id } },
      { field_name: 'whodunnit', op: 'EQ', value: { type: 'PermissionGroup', id: group.id } },
      { field_name: 'created_at', op: 'EQ', value: 'this month' },
      { field_name: 'item_type', op: 'IN', value: ['Client'] },
    ],
  },
});

const ofReport = ({ report }: World) => ({ report_id: report.id });
/** Conditions in place of a report's own. */
const aboutForm = ({ form, fieldsOf }: World) => ({
  conditions: { and: [{ form: form.id, field_name: String(fieldsOf(form)[0]), op: 'NEMPTY' }] },
});
/** What a report may say of its rows. */
const reportRows = ({ form, fieldsOf, text }: World) => ({
  report_type: 'client_forms',
  fields: [
    { key: 'c1', field: 'client_last_name' },
    { key: 'c2', form: form.id, field: String(fieldsOf(form)[0]), label: text('Label') },
  ],
  conditions: { and: [{ field_name: 'client_last_name', op: 'CONTAINS', value: 'a' }] },
  default_order: [{ key: 'c1', order: 'desc' }],
  partition_field: { form: form.id, field: String(fieldsOf(form)[0]) },
});

const ofMailing = ({ mailing }: World) => ({ form_id: mailing.id });
const ofNotification = (world: World) => ({ ...ofMailing(world), id: world.notification.id });
const notification = ({ mailing: { address: field }, group, text, address }: World) => ({
  name: 'client_form_updated',
  subject_template: text('Subject'),
  body_template: `${text('Body')} {{record_url}}`,
  conditions: JSON.stringify({
    and: [{ scope: 'form', conditions: { and: [{ field_name: String(field), op: 'NEMPTY' }] } }],
  }),
  recipients: [{ name: text('Recipient'), email: address(), phone: null, delivery_types: ['email'] }],
  recipient_field_ids: [field],
  recipient_group_ids: [group.id],
  scoped_fields: [field],
});

/** An email about a response, as it is looked at before it is sent. */
const previewed = ({ form, response }: World) => ({
  params: { form_id: form.id },
  body: {
    name: 'client_form_updated',
    subject_template: 'Changed',
    body_template: '{{record_url}}',
    record_id: response.id,
  },
});

/** A field whose endpoint the server may ask, at an address of the operator's own. */
const fieldWithEndpoint = async ({ server, owner: as, text }: World): Promise<number> => {
  const { origin } = await startEndpoint((_, response) =>
    sendJson(response, { data: ['One'], metadata: { total_pages: 1 } }),
  );
  server.services.config.lookupHosts.push({ origin, isTrusted: true });
  const { id } = await server.call(fieldRoutes.create, { as, body: { name: text('Field'), field_type: 'search' } });
  const metadata = JSON.stringify({ api_endpoint: origin, api_parameters: ['county'] });
  await server.query('update fields set metadata = $2 where id = $1', [id, metadata]);
  return id;
};

const pickerOf = async ({ server, owner: as, text, internalForm }: World): Promise<number> => {
  const internal_option = { internal_form_id: internalForm.id, internal_field_id: null };
  const body = { name: text('Picker'), field_type: 'ref-picker' as const, internal_option };
  return (await server.call(fieldRoutes.create, { as, body })).id;
};

/** A form of the platform's own. */
const templateOf = async (server: World['server']): Promise<number> => {
  const as = await server.newSuperuser();
  const org = { slug: 'admin' };
  const asked = await server.send(fieldRoutes.create, { as, org, body: { name: 'Asked', field_type: 'number' } });
  const form_fields = [{ field_id: asked.body.id }];
  return (await server.send(formRoutes.create, { as, org, body: { name: 'Template', form_fields } })).body.id;
};

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
    const { as, code } = await begunFactor(world);
    return { as, body: { code } };
  },
  'account.removeSecondFactor': async (world) => {
    const { as, code } = await begunFactor(world);
    const { recovery_codes } = await world.server.call(accountRoutes.confirmSecondFactor, { as, body: { code } });
    return { as, body: { current_password: password, code: recovery_codes[0] } };
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
  'account.passwordReset': async (world) => ({ params: { token: await resetSecret(world) } }),
  'account.resetPassword': async (world) => ({ params: { token: await resetSecret(world) }, body: newPassword }),
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

  'users.remove': async ({ add }) => ({ params: { id: (await add.invited()).id } }),
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

  'drafts.list': ({ client }) => ({ query: { subject: `clients.${client.id}` } }),
  'drafts.save': ({ client, text }) => ({
    params: { key: 'example-draft-0001' },
    body: { subject: `clients.${client.id}`, content: JSON.stringify({ first_name: text('Name') }), revision: 1 },
  }),
  'drafts.remove': () => ({ params: { key: 'example-draft-0002' } }),
  'drafts.deviceSecrets': () => ({}),

  'timeline.page': ({ client }) => ({ params: { client_id: client.id }, query: { page_size: '3' } }),
  'notes.list': ({ client }) => ({ params: { client_id: client.id } }),
  'notes.page': ({ client }) => ({ params: { client_id: client.id, page: 1 }, query: { page_size: '3' } }),
  'notes.show': ({ client, note }) => ({ params: { client_id: client.id, id: note.id } }),
  'notes.create': ({ client, text }) => ({ params: { client_id: client.id }, body: { body: text('Note') } }),
  'notes.update': ({ client, note, text }) => ({
    params: { client_id: client.id, id: note.id },
    body: { body: text('Note') },
  }),
  'notes.remove': async ({ client, add }) => ({
    params: { client_id: client.id, id: (await add.note(client.id)).id },
  }),

  'households.show': ({ client }) => ({ params: { client_id: client.id } }),
  'households.update': async ({ server, owner: as, client, text }) => {
    const params = { client_id: client.id };
    const household = await server.call(householdRoutes.show, { as, params });
    const [household_id, head_id] = [household?.id, household?.member_id];
    return { params, body: { title: text('Title'), household_id, head_id } };
  },
  'household_members.list': ({ client }) => ({ params: { client_id: client.id } }),
  'household_members.show': ({ client, relative }) => ({ params: { client_id: client.id, id: relative.id } }),
  'household_members.create': async ({ client, add }) => ({
    params: { client_id: client.id },
    body: { type: 'client', existing_client_id: (await add.client()).id, relationship: 'sister' },
  }),
  'household_members.update': async ({ client, add }) => ({
    params: { client_id: client.id, id: (await add.contact(client.id)).id },
    body: { type: 'client', existing_client_id: (await add.client()).id },
  }),
  'household_members.remove': async ({ client, add }) => ({
    params: { client_id: client.id, id: (await add.contact(client.id)).id },
  }),

  'clients.list': () => ({ query: { ...listed, filters: { inactive: true } } }),
  'clients.page': () => page,
  'clients.similar': () => ({ query: { query: 'Frist' } }),
  'clients.alike': ({ client: { first_name, last_name, dob } }) => ({ body: { first_name, last_name, dob } }),
  'client_pairs.page': () => ({ params: { page: 1 } }),
  'merge_clients.create': async (world) => {
    const [master_client_id, other] = await twoClients(world);
    return { body: { master_client_id, client_ids: [other], is_duplicate: false, values: valuesOf(other) } };
  },
  'merges.preview': async (world) => {
    const [master_client_id, other] = await twoClients(world);
    const third = await world.add.client();
    return {
      body: {
        master_client_id,
        client_ids: [other],
        other_ids: [third.id],
        values: valuesOf(other),
      },
    };
  },
  'merges.list': ({ merge: { client_id } }) => ({ params: { client_id } }),
  'merges.undo': async ({ add }) => ({ params: await add.merge() }),
  'merge_clients.undismiss': async (world) => ({ body: { client_ids: await twoClients(world) } }),
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
  'clients.ssn': ({ client: { id } }) => ({ params: { id } }),
  'clients.removePhoto': async ({ add }) => ({ params: { id: (await add.client()).id } }),

  'fields.list': () => ({ query: listed }),
  'fields.page': () => page,
  'fields.show': ({ field: { id } }) => ({ params: { id } }),
  'fields.create': (world) => ({
    body: {
      name: world.text('Field'),
      field_type: 'ref-picker',
      metadata: { display_type: world.text('Display') },
      internal_option: recordsOf(world),
    },
  }),
  'fields.update': async (world) => {
    const { server, owner: as, text } = world;
    const body = { name: text('Field'), field_type: 'ref-picker', internal_option: recordsOf(world) } as const;
    const { id } = await server.call(fieldRoutes.create, { as, body });
    return { params: { id }, body: { description: text('Help'), internal_option: recordsOf(world) } };
  },
  'fields.remove': async ({ add }) => ({ params: { id: (await add.field()).id } }),
  'fields.clone': ({ field: { id } }) => ({ params: { id }, body: {} }),
  'fields.uses': ({ field: { id } }) => ({ params: { id } }),
  'fields.usable': () => page,
  'fields.fieldTypes': () => ({}),
  'fields.organizationFieldTypes': () => ({}),

  'forms.list': () => ({ query: { ...listed, filters: { active: true } } }),
  'forms.page': () => page,
  'forms.show': ({ form: { id } }) => ({ params: { id } }),
  'forms.create': async (world) => ({
    body: { name: world.text('Form'), ...(await calculated(world)), logic: [rule(world)] },
  }),
  'forms.update': async (world) => ({
    params: { id: world.form.id },
    body: { ...(await calculated(world)), logic: [rule(world)] },
  }),
  'forms.remove': async ({ add }) => ({ params: { id: (await add.form()).id } }),
  'forms.fields': ({ form: { id } }) => ({ params: { id } }),
  'forms.clone': ({ form: { id } }) => ({ params: { id }, body: { include_data: false } }),
  'forms.uses': ({ form: { id } }) => ({ params: { id } }),
  'forms.prePopulate': ({ form: { id }, client }) => ({ params: { id }, query: { client_id: client.id } }),
  'forms.fillable': () => ({}),
  'forms.fillableForm': ({ form: { id } }) => ({ params: { id } }),

  'form_translations.list': ({ form }) => ({ params: { form_id: form.id } }),
  'form_translations.show': (world) => ({ params: ofTranslation(world) }),
  'form_translations.create': ({ form, text }) => ({
    params: { form_id: form.id },
    body: { language: unused(), texts: [{ key: 'name', text: text('Formulario'), original: text('Form') }] },
  }),
  'form_translations.update': (world) => ({
    params: ofTranslation(world),
    body: { texts: [{ key: 'name', text: world.text('Formulario') }] },
  }),
  'form_translations.remove': async (world) => {
    const { id, form_id } = await world.add.translation(world.form, unused());
    return { params: { form_id, id } };
  },

  'calculations.list': (world) => ({ params: ofCalculating(world) }),
  'calculations.show': (world) => ({ params: ofCalculation(world) }),
  'calculations.create': (world) => ({ params: ofCalculating(world), body: calculation(world) }),
  'calculations.update': (world) => ({ params: ofCalculation(world), body: calculation(world) }),
  'calculations.remove': async (world) => ({
    params: { ...ofCalculating(world), id: (await world.add.calculation(world.calculating)).id },
  }),
  'calculations.order': (world) => ({
    params: ofCalculating(world),
    body: { calculations: [{ id: world.calculation.id, position: 0 }] },
  }),

  'internal_forms.list': () => ({ query: { ...listed, filters: { active: true } } }),
  'internal_forms.page': () => page,
  'internal_forms.show': ({ internalForm: { id } }) => ({ params: { id } }),
  'internal_forms.refresh': ({ internalForm: { id } }) => ({ params: { id }, body: {} }),
  'internal_forms.toFill': ({ internalForm: { id } }) => ({ params: { id } }),
  'internal_forms.records': (world) => ({ params: ofInternalForm(world), query: listed }),
  'internal_forms.anyRecords': () => ({ params: { page: 1 }, query: listed }),
  'internal_forms.recordsPage': (world) => ({ params: { ...ofInternalForm(world), page: 1 }, query: listed }),
  'internal_forms.printedRecord': (world) => ({ params: ofInternalRecord(world) }),
  'internal_forms.showRecord': (world) => ({ params: ofInternalRecord(world) }),
  'internal_forms.createRecord': (world) => ({
    params: ofInternalForm(world),
    body: { answers: [{ field_id: world.fieldsOf(world.internalForm)[0], value: world.text('Answer') }] },
  }),
  'internal_forms.updateRecord': (world) => ({
    params: ofInternalRecord(world),
    body: { answers: [{ field_id: world.fieldsOf(world.internalForm)[0], value: world.text('Answer') }] },
  }),
  'internal_forms.removeRecord': async (world) => ({
    params: { ...ofInternalForm(world), id: (await world.add.internalRecord(world.internalForm)).id },
  }),
  'internal_forms.recordUses': (world) => ({ params: { ...ofInternalRecord(world), page: 1 } }),
  'internal_forms.download': (world) => ({ params: ofInternalRecord(world) }),
  'internal_forms.recordFile': (world) => {
    const file = world.internalRecord.answers[1]?.value as { file_id: number } | undefined;
    return { params: { ...ofInternalRecord(world), file_id: file?.file_id } };
  },

  'public_forms.list': ({ form }) => ({ params: { form_id: form.id } }),
  'public_forms.show': async (world) => ({ params: await ofPublished(world) }),
  'public_forms.create': ({ form }) => ({ params: { form_id: form.id }, body: { form_id: form.id, time_start: '9' } }),
  'public_forms.update': async (world) => {
    const params = await ofPublished(world);
    return { params, body: { form_id: params.form_id, translate: true } };
  },
  'public_forms.remove': async (world) => ({ params: await ofPublished(world) }),
  'public_forms.updateNamed': async (world) => {
    const { form_id, id } = await ofPublished(world);
    return { params: { form_id }, body: { form_id, id, translate: true } };
  },
  'public_forms.newLink': async (world) => ({ params: await ofPublished(world) }),
  'public_forms.all': () => ({}),
  'public_forms.open': async (world) => ({ params: (await begun(world)).params }),
  'public_forms.words': async (world) => {
    const { server, owner: as, translation } = world;
    const { form_id, id, access_key } = await published(world);
    await server.call(publicFormRoutes.update, { as, params: { form_id, id }, body: { translate: true } });
    return { params: { access_key, language: translation.language } };
  },
  'public_forms.submit': async (world) => {
    const { params, body } = await begun(world);
    return { params, body: { ...body, answers: answers(world).answers } };
  },
  'public_forms.keep': async (world) => {
    const { params, body } = await begun(world);
    return { params, body: { ...body, content: world.text('Answer') } };
  },
  'public_forms.resume': async (world) => {
    const { params, body } = await begun(world);
    const sent = { org: world.organization, params, body: { ...body, content: '{}' } };
    const { code } = await world.server.call(publicFormRoutes.keep, sent);
    return { params, body: { code } };
  },

  'public_form_instances.list': (world) => ({ params: ofInstances(world), query: listed }),
  'public_form_instances.page': (world) => ({ params: { ...ofInstances(world), page: 1 }, query: listed }),
  'public_form_instances.show': (world) => ({ params: ofInstance(world) }),
  'public_form_instances.edit': (world) => ({ params: ofInstance(world) }),
  'public_form_instances.update': (world) => ({
    params: ofInstance(world),
    body: { answers: answers(world).answers },
  }),
  'public_form_instances.remove': (world) => ({
    params: { ...ofInstance(world), id: world.answeredPublicly.doomed },
  }),
  'public_form_instances.printed': (world) => ({ params: ofInstance(world) }),
  'public_form_instances.file': async (world) => {
    const params = ofInstance(world);
    const { answers } = await world.server.call(publicInstanceRoutes.show, { as: world.owner, params });
    const file = answers[String(world.fieldsOf(world.form)[1])]?.value as { file_id: number };
    return { params: { ...params, file_id: file.file_id } };
  },
  'public_form_instances.flat': (world) => ({ params: { id: world.answeredPublicly.instance } }),
  'public_form_instances.matches': (world) => ({ params: ofUnlinked(world) }),
  'public_form_instances.link': (world) => ({
    params: ofUnlinked(world),
    body: { client_id: world.client.id, answers: answers(world).answers },
  }),
  'public_form_instances.showLink': (world) => ({ params: ofLinked(world) }),
  'public_form_instances.unlink': (world) => ({ params: ofLinked(world) }),

  'client_forms.groups': (world) => ({ params: ofClient(world) }),
  'client_forms.list': (world) => ({ params: ofClient(world), query: { filters: { form_id: world.form.id } } }),
  'client_forms.page': (world) => ({
    params: { ...ofClient(world), page: 1 },
    query: { filters: { form_id: world.form.id } },
  }),
  'client_forms.show': (world) => ({ params: ofResponse(world) }),
  'client_forms.printed': (world) => ({ params: ofResponse(world) }),
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
  'client_forms.clone': async ({ add, client, form }) => ({
    params: { id: (await add.response(client.id, form)).id },
    body: { clients_ids: [client.id] },
  }),
  'client_forms.file': (world) => {
    const file = world.response.answers[1]?.value as { file_id: number } | undefined;
    return { params: { ...ofResponse(world), file_id: file?.file_id } };
  },

  'data_groups.list': () => ({ query: listed }),
  'data_groups.page': () => page,
  'data_groups.show': ({ dataGroup: { id } }) => ({ params: { id } }),
  'data_groups.create': (world) => ({ body: { name: world.text('Data group'), ...gathering(world) } }),
  'data_groups.update': async (world) => ({
    params: { id: world.dataGroup.id },
    body: { ...gathering(world), parent_id: (await world.add.dataGroup()).id },
  }),
  'data_groups.remove': async ({ add }) => ({ params: { id: (await add.dataGroup()).id } }),
  'data_groups.pickable': () => ({}),
  'data_groups.records': ({ dataGroup: { id } }) => ({ params: { id, page: 1 }, query: { record_type: 'clients' } }),
  'data_groups.ofRecord': (world) => ({ params: ofRecord(world) }),
  'data_groups.setOfRecord': (world) => ({
    params: ofRecord(world),
    body: { data_group_records: [{ data_group_id: world.dataGroup.id }], seen: [world.dataGroup.id] },
  }),

  'categories.list': ({ client }) => ({
    query: { ...listed, filters: { record_type: 'clients', record_id: client.id } },
  }),
  'categories.page': ({ client }) => ({
    ...page,
    query: { ...listed, filters: { record_type: 'clients', record_id: client.id } },
  }),
  'categories.show': ({ category: { id } }) => ({ params: { id } }),
  'categories.create': ({ category: { id }, text }) => ({ body: { name: text('Category'), parent_id: id } }),
  'categories.update': async ({ category: { id }, add }) => ({
    params: { id },
    body: { parent_id: (await add.category()).id },
  }),
  'categories.remove': async ({ add }) => ({ params: { id: (await add.category()).id } }),
  'categories.pickable': () => ({}),
  'categories.records': ({ category: { id } }) => ({ params: { id, page: 1 }, query: { record_type: 'clients' } }),
  'categories.ofRecord': (world) => ({ params: ofRecord(world) }),
  'categories.setOfRecord': (world) => ({
    params: ofRecord(world),
    body: { category_records: [{ category_id: world.category.id }], seen: [world.category.id] },
  }),

  'report_definitions.list': () => ({ query: listed }),
  'report_definitions.page': () => page,
  'report_definitions.show': ({ report: { id } }) => ({ params: { id } }),
  'report_definitions.create': (world) => ({ body: { name: world.text('Report'), ...reportRows(world) } }),
  'report_definitions.update': (world) => ({
    params: { id: world.report.id },
    body: { ...reportRows(world), default_view_id: world.report.table },
  }),
  'report_definitions.remove': async ({ add }) => ({ params: { id: (await add.report()).id } }),
  'report_definitions.clone': ({ report: { id } }) => ({ params: { id }, body: {} }),
  'report_definitions.catalogue': ({ form }) => ({ query: { report_type: 'client_forms', forms: String(form.id) } }),
  'report_definitions.uses': ({ report: { id } }) => ({ params: { id } }),
  'report_definitions.liftSmallNumbers': ({ report: { id } }) => ({ params: { id }, body: { shown: true } }),

  'report_views.list': (world) => ({ params: ofReport(world) }),
  'report_views.show': (world) => ({ params: { ...ofReport(world), id: world.report.chart } }),
  'report_views.create': (world) => ({
    params: ofReport(world),
    body: { name: world.text('View'), view_type: 'pie', xaxis: 'c1', settings: { piechart: { ring: true } } },
  }),
  'report_views.update': (world) => ({
    params: { ...ofReport(world), id: world.report.chart },
    body: { name: world.text('View'), group_by: 'c2' },
  }),
  'report_views.remove': async ({ add }) => {
    const { id, chart } = await add.report();
    return { params: { report_id: id, id: chart } };
  },

  'report_results.show': (world) => ({
    params: { id: world.report.id },
    query: { ...aboutForm(world), sort: [{ field: 'c1', order: 'asc' }], page_size: '10' },
  }),
  'report_results.refresh': async ({ add }) => ({ params: { id: (await add.report()).id }, body: {} }),
  'report_results.csv': (world) => ({ params: { id: world.report.id }, query: aboutForm(world) }),
  'report_results.xlsx': (world) => ({ params: { id: world.report.id }, query: aboutForm(world) }),
  'report_results.viewPage': (world) => ({
    params: { ...ofReport(world), id: world.report.chart, page: 1 },
    query: aboutForm(world),
  }),
  'report_results.preview': (world) => ({ body: reportRows(world) }),
  'report_results.summary': (world) => ({ params: ofReport(world), query: aboutForm(world) }),
  'report_results.createSummary': (world) => ({
    params: ofReport(world),
    body: { settings: JSON.stringify([{ key: 'c2', functions: ['count', 'distinct'] }]) },
  }),
  'report_results.updateSummary': (world) => ({
    params: ofReport(world),
    body: { settings: JSON.stringify([{ key: 'c1' }]) },
  }),

  'sequences.list': () => ({ query: listed }),
  'sequences.page': () => page,
  'sequences.show': ({ sequence: { id } }) => ({ params: { id } }),
  'sequences.create': ({ form, text }) => ({ body: { name: text('Sequence'), forms: [{ id: form.id, position: 1 }] } }),
  'sequences.update': ({ sequence: { id }, form }) => ({ params: { id }, body: { forms: [{ id: form.id }] } }),
  'sequences.remove': async ({ add }) => ({ params: { id: (await add.sequence()).id } }),
  'sequences.clone': ({ sequence: { id } }) => ({ params: { id }, body: {} }),
  'sequences.lackingForms': ({ sequence: { id }, user }) => ({
    params: { id },
    query: { permissionable_type: 'User', permissionable_id: user.id },
  }),
  'sequences.fillable': () => ({}),

  'notifications.list': (world) => ({ params: ofMailing(world) }),
  'notifications.show': (world) => ({ params: ofNotification(world) }),
  'notifications.create': (world) => ({ params: ofMailing(world), body: notification(world) }),
  'notifications.update': (world) => ({ params: ofNotification(world), body: notification(world) }),
  'notifications.remove': async (world) => ({
    params: { ...ofMailing(world), id: (await world.add.notification(world.mailing)).id },
  }),
  'notifications.metadata': (world) => ({ params: ofMailing(world) }),
  'notifications.users': (world) => ({ params: ofMailing(world), query: { query: 'a' } }),
  'notifications.resend': async (world) => ({
    params: { ...ofMailing(world), id: await world.add.sentMessage(world.mailing) },
  }),
  'notifications.preview': previewed,
  'notifications.test': previewed,
  'notifications.messages': (world) => ({ params: { ...ofMailing(world), page: 1 }, query: { page_size: 10 } }),

  'lookups.addressAutocomplete': () => ({ query: { input: 'Main' } }),
  'lookups.addressDetail': ({ response, form, fieldsOf }) => ({
    query: { place_id: `used:${response.id}:${fieldsOf(form)[0]}` },
  }),
  'lookups.options': async (world) => ({
    params: { id: await fieldWithEndpoint(world) },
    query: { query: 'a', page_index: 1, parameters: { county: 'Kent' } },
  }),
  'lookups.records': async (world) => ({ params: { id: await pickerOf(world) }, query: { query: 'a', page: 1 } }),

  'xlsforms.check': async () => ({ files: { input: await xlsform() } }),
  'xlsforms.import': async () => ({ body: { form_type: 'internal' }, files: { input: await xlsform() } }),
  'xlsforms.export': ({ form: { id } }) => ({ params: { id } }),

  'jobs.list': ({ calculating }) => ({ query: { filters: { record: { type: 'forms', id: calculating.id } } } }),
  'jobs.page': ({ calculating: { id } }) => ({
    params: { page: 1 },
    query: { filters: { state: ['failed'], record: { type: 'forms', id } }, sort: listed.sort },
  }),
  'jobs.show': ({ failedJob: { id } }) => ({ params: { id } }),
  'jobs.retry': async ({ add }) => ({ params: { id: (await add.failedJob()).id } }),
  'jobs.platformList': ({ calculating: { id } }) => ({
    as: 'superuser',
    query: { filters: { record: { type: 'forms', id } } },
  }),
  'jobs.platformPage': ({ calculating: { id } }) => ({
    as: 'superuser',
    params: { page: 1 },
    query: { filters: { record: { type: 'forms', id } } },
  }),
  'jobs.platformShow': ({ failedJob: { id } }) => ({ as: 'superuser', params: { id } }),
  'jobs.platformRetry': async ({ add }) => ({ as: 'superuser', params: { id: (await add.failedJob()).id } }),

  'templates.assign': async ({ server, organization }) => ({
    as: 'superuser',
    body: { form_id: await templateOf(server), organization_ids: [organization.id] },
  }),
  'templates.copyToTemplates': async ({ add, organization }) => ({
    as: 'superuser',
    body: { organization_id: organization.id, form_id: (await add.form()).id },
  }),

  'client_dashboard.show': () => ({}),
  'client_dashboard.set': ({ form }) => ({ body: { form_field_ids: [form.form_fields[0]?.id] } }),
  'client_dashboard.offered': () => ({}),
  'client_dashboard.answers': (world) => ({ params: ofClient(world) }),

  'records.versions': (world) => ({ params: ofRecord(world), query: { history: 'true' } }),
  'records.undo': async ({ server: { call }, owner: as, add, text }) => {
    const { id } = await add.client();
    await call(clientRoutes.update, { as, params: { id }, body: { middle_name: text('Middle') } });
    const params = { record_type: 'clients', record_id: id } as const;
    const { history } = await call(recordRoutes.versions, { as, params, query: { history: 'true' } });
    return { params, body: { version_id: history[0]?.id } };
  },
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
