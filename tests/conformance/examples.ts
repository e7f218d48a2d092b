// Long because every operation has its example here: one that is missing fails by name.
import { createPrivateKey, sign } from 'node:crypto';
import { type TOTP, URI } from 'otpauth';
import writeWorkbook from 'write-excel-file/node';
import { accountRoutes } from '#contract/resources/account.ts';
import { referralPartNames } from '#contract/resources/case-worthy.ts';
import { clientRoutes } from '#contract/resources/clients.ts';
import { dataImportRoutes } from '#contract/resources/data-imports.ts';
import { fieldRoutes } from '#contract/resources/fields.ts';
import { formRoutes } from '#contract/resources/forms.ts';
import { householdRoutes } from '#contract/resources/households.ts';
import { mergedValueNames } from '#contract/resources/merges.ts';
import { noteRoutes } from '#contract/resources/notes.ts';
import { platformUserRoutes } from '#contract/resources/platform-users.ts';
import { pricingTierRoutes } from '#contract/resources/pricing-tiers.ts';
import { publicInstanceRoutes } from '#contract/resources/public-form-instances.ts';
import { publicFormRoutes } from '#contract/resources/public-forms.ts';
import { recordRoutes } from '#contract/resources/records.ts';
import { responseDownloadRoutes } from '#contract/resources/response-downloads.ts';
import { templateUpdateRoutes } from '#contract/resources/template-updates.ts';
import { templateRoutes } from '#contract/resources/templates.ts';
import { versionRoutes } from '#contract/resources/versions.ts';
import { storeContent } from '#server/kit/files/store-file.ts';
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

/** An import of the platform team, with a log of errors; for all but changes of it, it has succeeded. */
const dataImport = async ({ server, organization, text }: World, state = 'succeeded'): Promise<{ id: number }> => {
  const { id } = await server.call(dataImportRoutes.create, {
    as: await server.newSuperuser(),
    body: { organization_id: organization.id, type: 'client' },
    files: { input: new File(['id\n1\n'], `${text('File')}.csv`) },
  });
  await server.query('update imports set state = $2, finished_at = now(), error_file_id = file_id where id = $1', [
    id,
    state,
  ]);
  return { id };
};

/** Somebody whom the platform team added and who has not come yet. */
const invitedAlone = async ({ call, newSuperuser }: World['server'], organization_id: number): Promise<number> => {
  const email = `alone-${crypto.randomUUID()}@example.org`;
  const body = { email, first_name: 'Ada', last_name: 'Roe', organization_ids: [organization_id] };
  return (await call(platformUserRoutes.create, { as: await newSuperuser(), body })).id;
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

/** A field of the world that was renamed: the version, and the transaction that it can be rolled back by. */
const renamed = async ({ server, owner, organization, text }: World) => {
  const field = await server.call(fieldRoutes.create, {
    as: owner,
    body: { name: text('Field'), field_type: 'number' },
  });
  await server.call(fieldRoutes.update, { as: owner, params: { id: field.id }, body: { name: text('Renamed') } });
  const [version] = await server.query<{ id: string; transaction_id: string }>(
    `select id, transaction_id from versions where organization_id = $1 and item_type = 'fields' and item_id = $2
      order by id desc limit 1`,
    [organization.id, field.id],
  );
  return { id: Number(version?.id), transaction_id: Number(version?.transaction_id) };
};
const versionsSought = { item_type: 'Client', event: 'update', start_date: '2026-01-01' };

/** A publish setting of the world's form, open to everybody. */
/** An export that was made, without the job. */
const madeExport = async ({ server, owner, organization }: World, type: string, record_id: number): Promise<number> => {
  const content = { filename: 'made.csv', content_type: 'text/csv', content: Buffer.from('a') };
  const { storage_key } = await storeContent(server.services.storage, content, async () => {});
  const [row] = await server.query<{ id: string }>(
    `insert into exports (organization_id, subject_type, subject_id, record_id, user_id, state, filename, content_type, storage_key, options)
     values ($1, $2, $3, $3, $4, 'succeeded', 'made.csv', 'text/csv', $5, '{"query": {}}') returning id`,
    [organization.id, type, record_id, owner.id, storage_key],
  );
  return Number(row?.id);
};
const exportOfForm = async (world: World) => ({
  params: { form_id: world.form.id, id: await madeExport(world, 'forms', world.form.id) },
});

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

const dataDictionary = () =>
  new File(
    [
      'Variable / Field Name,Form Name,Field Type,Field Label\ntown,home_visit,text,Town\nwho,household,text,Who lives there',
    ],
    'dictionary.csv',
  );

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

/** A form whose template was changed since it was assigned. */
const updatedForm = async ({ server, organization, owner }: World) => {
  const [as, form_id] = [await server.newSuperuser(), await templateOf(server)];
  const body = { form_id, organization_ids: [organization.id] };
  const [copy] = (await server.call(templateRoutes.assign, { as, body })).data;
  const id = copy?.form_id as number;
  const org = { slug: 'admin' };
  const { lock_version } = await server.call(formRoutes.show, { as, org, params: { id: form_id } });
  const change = { name: 'Changed', lock_version };
  await server.call(formRoutes.update, { as, org, params: { id: form_id }, body: change });
  const { update } = await server.call(templateUpdateRoutes.show, { as: owner, params: { id } });
  return { id, version: update?.version as string };
};

/** An archive of an organization that is there. */
const archiveOf = async ({ server, organization }: World) => {
  const [row] = await server.query<{ id: number }>(
    `insert into exports (organization_id, subject_type, subject_id, record_id, user_id, state, filename, content_type, storage_key)
     values ($1, 'organizations', $1, $1, 1, 'succeeded', 'archive.zip', 'application/zip', repeat('0', 40)) returning id`,
    [organization.id],
  );
  return { organization_id: organization.id, id: row?.id as number };
};
const restoreOf = async (world: World) => {
  const owner_email = world.address();
  const slug = `back-${owner_email.replace(/[^a-z0-9]/g, '').slice(-30)}`;
  return { export_id: (await archiveOf(world)).id, name: 'Back', slug, owner_email };
};

const tierOf = async ({ server, text }: World): Promise<number> => {
  const as = await server.newSuperuser();
  const body = { name: text('Tier'), rate_cents: 0, billing_period: 'Yearly' as const };
  return (await server.call(pricingTierRoutes.create, { as, body })).id;
};

const archivedOf = async ({ server, owner: as, add }: World): Promise<number> => {
  const { id } = await add.client();
  await server.call(clientRoutes.remove, { as, params: { id } });
  return id;
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

  'pricing_tiers.list': () => ({ as: 'superuser', query: listed }),
  'pricing_tiers.page': () => ({ as: 'superuser', ...page }),
  'pricing_tiers.show': async (world) => ({ as: 'superuser', params: { id: await tierOf(world) } }),
  'pricing_tiers.create': ({ text }) => ({
    as: 'superuser',
    body: { name: text('Tier'), rate_cents: 7900, billing_period: 'Monthly' },
  }),
  'pricing_tiers.update': async (world) => ({
    as: 'superuser',
    params: { id: await tierOf(world) },
    body: { features: ['Up to 50 members'] },
  }),
  'pricing_tiers.remove': async (world) => ({ as: 'superuser', params: { id: await tierOf(world) } }),
  'platform_users.list': () => ({ as: 'superuser', query: listed }),
  'platform_users.page': () => ({ as: 'superuser', ...page }),
  'platform_users.show': ({ user }) => ({ as: 'superuser', params: { id: user.id } }),
  'platform_users.search': () => ({ as: 'superuser', query: { email: 'ab' } }),
  'platform_users.create': ({ address, organization }) => ({
    as: 'superuser',
    body: { email: address(), first_name: 'Ada', last_name: 'Roe', organization_ids: [organization.id] },
  }),
  'platform_users.update': async ({ server, organization }) => ({
    as: 'superuser',
    params: { id: (await server.newUser(organization)).id },
    body: { first_name: 'Other' },
  }),
  'platform_users.remove': async ({ server, organization }) => ({
    as: 'superuser',
    params: { id: await invitedAlone(server, organization.id) },
  }),
  'platform_users.invite': async ({ server, organization }) => ({
    as: 'superuser',
    params: { id: await invitedAlone(server, organization.id) },
  }),
  'maintenance.health': () => ({ as: 'superuser' }),
  'maintenance.usage': ({ organization: { id } }) => ({ as: 'superuser', params: { id } }),
  'maintenance.count': ({ organization: { id } }) => ({ as: 'superuser', params: { id } }),
  'maintenance.maintenance': () => ({ as: 'superuser' }),
  'maintenance.refresh': async ({ server }) => {
    await server.query('update maintenance_runs set finished_at = now() where finished_at is null');
    return { as: 'superuser', body: {} };
  },
  'versions.list': () => ({ as: 'superuser', query: versionsSought }),
  'versions.page': () => ({ as: 'superuser', params: { page: 1 }, query: versionsSought }),
  'versions.show': async (world) => ({ as: 'superuser', params: { id: (await renamed(world)).id } }),
  'versions.related': async (world) => ({ as: 'superuser', params: { id: (await renamed(world)).id, page: 1 } }),
  'versions.itemTypes': () => ({ as: 'superuser' }),
  'versions.eventTypes': () => ({ as: 'superuser' }),
  'versions.writers': () => ({ as: 'superuser', query: { query: 'an' } }),
  'versions.rollBack': async (world) => ({
    as: 'superuser',
    body: { transaction_id: (await renamed(world)).transaction_id },
  }),
  'versions.showRollback': async (world) => {
    const { server } = world;
    const body = { transaction_id: (await renamed(world)).transaction_id };
    const { id } = await server.call(versionRoutes.rollBack, { as: await server.newSuperuser(), body });
    return { as: 'superuser', params: { id } };
  },
  'archived_clients.list': () => ({ as: 'superuser', query: { query: 'a' } }),
  'archived_clients.page': () => ({ as: 'superuser', params: { page: 1 }, query: { query: 'a' } }),
  'archived_clients.show': async (world) => ({ as: 'superuser', params: { id: await archivedOf(world) } }),
  'archived_clients.remove': async (world) => ({ as: 'superuser', params: { id: await archivedOf(world) } }),
  'organizations.list': () => ({ as: 'superuser', query: listed }),
  'organizations.page': () => ({ as: 'superuser', ...page }),
  'organizations.show': ({ organization: { id } }) => ({ as: 'superuser', params: { id } }),
  'organizations.create': ({ address }) => {
    const owner_email = address();
    const slug = `new-${owner_email.replace(/[^a-z0-9]/g, '').slice(-30)}`;
    return { as: 'superuser', body: { name: 'New', slug, owner_email } };
  },
  'organizations.update': ({ organization: { id }, form, fieldsOf }) => {
    const [field_id] = fieldsOf(form);
    const case_worthy_affiliation = {
      template_referral_form_id: form.id,
      referral_form_field_mappings: Object.fromEntries(referralPartNames.map((name) => [name, field_id])),
    };
    return { as: 'superuser', params: { id }, body: { api_access_enabled: true, case_worthy_affiliation } };
  },
  'organizations.caseWorthyTest': ({ organization: { id } }) => ({ as: 'superuser', params: { id } }),
  'organizations.formFields': ({ organization, form }) => ({
    as: 'superuser',
    params: { organization_id: organization.id, id: form.id },
  }),

  'organizations.suspend': async ({ server }) => ({
    as: 'superuser',
    params: { id: (await server.newOrganization()).id },
    body: { reason: 'Unpaid' },
  }),
  'organizations.unsuspend': async ({ server }) => {
    const { id } = await server.newOrganization();
    await server.query("update organizations set suspended_at = now(), suspended_reason = 'Unpaid' where id = $1", [
      id,
    ]);
    return { as: 'superuser', params: { id } };
  },
  'organization_exports.create': async ({ server }) => ({
    as: 'superuser',
    params: { organization_id: (await server.newOrganization()).id },
  }),
  'organization_exports.list': ({ organization: { id } }) => ({ as: 'superuser', params: { organization_id: id } }),
  'organization_exports.show': async (world) => ({ as: 'superuser', params: await archiveOf(world) }),
  'organization_restores.create': async (world) => ({ as: 'superuser', body: await restoreOf(world) }),
  'organization_restores.show': async (world) => {
    const [row] = await world.server.query<{ id: number }>(
      `insert into organization_restores (export_organization_id, export_id, name, slug, owner_email, requested_by_id)
       values (1, 1, 'New', 'new', $1, 1) returning id`,
      [world.address()],
    );
    return { as: 'superuser', params: { id: row?.id as number } };
  },
  'erasure_certificates.erase': async ({ server }) => {
    const { id, slug } = await server.newOrganization();
    await server.query("update organizations set suspended_at = now(), suspended_reason = 'Over' where id = $1", [id]);
    return { as: 'superuser', params: { id }, body: { slug } };
  },
  'erasure_certificates.open': ({ organization: { id } }) => ({ as: 'superuser', params: { id } }),
  'erasure_certificates.list': () => ({ as: 'superuser', query: { query: 'a' } }),
  'erasure_certificates.page': () => ({ as: 'superuser', params: { page: 1 }, query: { query: 'a' } }),
  'erasure_certificates.show': async ({ server }) => {
    const [row] = await server.query<{ id: number }>(
      `insert into erasure_certificates (erased_organization_id, organization_name, slug, erased_by_id, erased_by, erased_at, sha256)
       select coalesce(max(erased_organization_id), 0) + 2000000000, 'Gone', 'gone', 1, 'Somebody', now(), repeat('0', 64)
         from erasure_certificates returning id`,
    );
    return { as: 'superuser', params: { id: row?.id as number } };
  },
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

  'retention.list': () => ({}),
  'retention.show': ({ rule: { id } }) => ({ params: { id } }),
  'retention.create': async ({ add }) => ({
    body: { subject: 'responses', form_id: (await add.form()).id, amount: 2, unit: 'years', counted_from: 'changed' },
  }),
  'retention.update': async ({ add }) => ({ params: { id: (await add.retention()).id }, body: { amount: 6 } }),
  'retention.remove': async ({ add }) => ({ params: { id: (await add.retention()).id } }),
  'retention.preview': ({ rule: { id } }) => ({ params: { id } }),
  'retention.switchOn': async ({ add }) => {
    const { id, lock_version } = await add.retention();
    return { params: { id }, body: { count: 0, lock_version } };
  },
  'retention.pause': async ({ add }) => ({ params: { id: (await add.retention(true)).id }, body: {} }),
  'retention.runs': () => ({ params: { page: 1 } }),
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

  'webhooks.list': () => ({}),
  'webhooks.create': ({ group, text }) => ({
    body: {
      name: text('Hook'),
      url: 'https://example.org/hooks',
      events: ['client_created'],
      permission_group_id: group.id,
    },
  }),
  'webhooks.update': ({ webhook: { id }, group, text }) => ({
    params: { id },
    body: { name: text('Hook'), permission_group_id: group.id },
  }),
  'webhooks.rotate': ({ webhook: { id } }) => ({ params: { id } }),
  'webhooks.remove': async ({ add, group, client }) => ({
    params: { id: (await add.webhook(group.id, client.id)).id },
  }),
  'webhooks.test': async ({ add, group, client }) => ({ params: { id: (await add.webhook(group.id, client.id)).id } }),
  'webhooks.deliveries': ({ webhook: { id } }) => ({ params: { id, page: 1 } }),
  'webhooks.resend': async ({ add, group, client }) => {
    const { id, delivery_id } = await add.webhook(group.id, client.id);
    return { params: { webhook_id: id, id: delivery_id } };
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
  'pinned_messages.mine': () => ({}),

  'dashboard_widgets.list': () => ({ query: {} }),
  'dashboard_widgets.page': () => ({ params: { page: 1 }, query: { page_size: '3' } }),
  'dashboard_widgets.show': ({ widget: { id } }) => ({ params: { id } }),
  'dashboard_widgets.create': ({ report }) => ({
    body: { record_type: 'ReportDefinition', record_id: report.id, view_id: report.table, y: 5 },
  }),
  'dashboard_widgets.update': ({ widget: { id }, report }) => ({
    params: { id },
    body: { x: 0, y: 0, w: 2, h: 3, record_id: report.id, view_id: report.table },
  }),
  'dashboard_widgets.arrange': async ({ add }) => {
    const { id, lock_version } = await add.widget();
    return { body: { widgets: [{ id, x: 0, y: 100 + (id % 800), w: 1, h: 1, lock_version }] } };
  },
  'dashboard_widgets.remove': async ({ add }) => ({ params: { id: (await add.widget()).id } }),

  'my_work.responses': () => ({}),
  'my_work.drafts': () => ({}),
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

  'notes.undo': async ({ server: { call }, owner: as, client, add, text }) => {
    const params = { client_id: client.id, id: (await add.note(client.id)).id };
    const { undoable_version_id } = await call(noteRoutes.update, { as, params, body: { body: text('Note') } });
    return { params, body: { version_id: undoable_version_id } };
  },

  'consents.list': ({ client }) => ({ params: { client_id: client.id } }),
  'consents.create': ({ client, consent: { response_id }, text }) => ({
    params: { client_id: client.id },
    body: { purposes: ['export'], given_by: 'parent', given_by_name: text('Parent'), response_id, note: text('Note') },
  }),
  'consents.update': async ({ client, consent, add, text }) => ({
    params: { client_id: client.id, id: consent.id },
    body: { note: text('Note'), response_id: (await add.signed(client.id)).id },
  }),
  'consents.withdraw': async ({ client, add, text }) => ({
    params: { client_id: client.id, id: (await add.consent(client.id)).id },
    body: { withdrawal_note: text('Note') },
  }),
  'consents.signed': ({ client }) => ({ params: { client_id: client.id } }),
  'consents.purposes': () => ({}),
  'consents.changePurposes': ({ text }) => ({ body: { required: [], wording: { sharing: text('Words') } } }),

  'households.show': ({ client }) => ({ params: { client_id: client.id } }),
  'households.update': async ({ server, owner: as, client, text }) => {
    const params = { client_id: client.id };
    const household = await server.call(householdRoutes.show, { as, params });
    const [household_id, head_id] = [household?.id, household?.member_id];
    return { params, body: { title: text('Title'), household_id, head_id } };
  },
  'households.undo': async ({ server: { call }, owner: as, client, text }) => {
    const params = { client_id: client.id };
    const household = await call(householdRoutes.update, { as, params, body: { title: text('Title') } });
    return { params, body: { version_id: household.undoable_version_id } };
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
  'record_files.clientsCsv': () => ({ query: { filters: { inactive: false } } }),
  'record_files.clientsXlsx': () => ({ query: { query: 'Frist' } }),
  'record_files.clientsDictionary': () => ({}),
  'record_files.leftOut': ({ client }) => ({ query: { client_id: String(client.id) } }),
  'record_files.notesCsv': ({ client }) => ({ query: { client_id: String(client.id) } }),
  'record_files.notesXlsx': () => ({ query: { query: 'Frist' } }),
  'record_files.notesDictionary': () => ({}),
  'record_files.householdsCsv': ({ client }) => ({ query: { client_id: String(client.id) } }),
  'record_files.householdsXlsx': () => ({ query: { filters: { inactive: false } } }),
  'record_files.householdsDictionary': () => ({}),
  'record_files.versionsCsv': ({ form }) => ({ query: { record_type: 'forms', record_id: String(form.id) } }),
  'record_files.versionsXlsx': () => ({ query: { query: 'Frist' } }),
  'record_files.versionsDictionary': () => ({}),
  'record_files.exported': async (world) => ({
    params: { id: await madeExport(world, 'notes', world.organization.id) },
  }),
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
    body: {
      name: world.text('Form'),
      ...(await calculated(world)),
      logic: [rule(world)],
      affiliation_ids: [world.approved],
    },
  }),
  'forms.update': async (world) => ({
    params: { id: world.form.id },
    body: { ...(await calculated(world)), logic: [rule(world)], affiliation_ids: [world.approved] },
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

  'imports.list': ({ form }) => ({ params: { form_id: form.id } }),
  'imports.show': ({ failedImport: params }) => ({ params }),
  'imports.create': ({ form, text }) => ({
    params: { form_id: form.id },
    body: { type: 'delete_client' },
    files: { input: new File(['Client ID,Form Response ID\n1,2\n'], `${text('File')}.csv`) },
  }),
  'imports.run': async ({ add }) => {
    const { id, form_id } = await add.importOf(null, '0,0');
    return { params: { id, form_id }, body: { dry_run: true } };
  },
  'imports.undo': async ({ add, client }) => {
    const form = await add.form();
    const { id } = await add.response(client.id, form);
    return { params: await add.importRun(form, `${client.id},${id}`) };
  },
  'imports.findings': ({ failedImport: params }) => ({ params }),
  'imports.input': ({ failedImport: params }) => ({ params }),
  'imports.errors': ({ failedImport: params }) => ({ params }),

  'data_imports.list': () => ({ as: 'superuser', query: { query: 'a' } }),
  'data_imports.page': () => ({ as: 'superuser', params: { page: 1 }, query: { query: 'a' } }),
  'data_imports.show': async (world) => ({ as: 'superuser', params: await dataImport(world) }),
  'data_imports.create': ({ organization, text }) => ({
    as: 'superuser',
    body: { organization_id: organization.id, type: 'client' },
    files: { input: new File(['id\n1\n'], `${text('File')}.csv`) },
  }),
  'data_imports.update': async (world) => ({
    as: 'superuser',
    params: await dataImport(world, 'mapped'),
    body: { client_id_column: 1, mappings: [{ destination_id: 'first_name', origin_id: 1 }] },
  }),
  'data_imports.remove': async (world) => ({ as: 'superuser', params: await dataImport(world) }),
  'data_imports.undo': async (world) => ({ as: 'superuser', params: await dataImport(world) }),
  'data_imports.findings': async (world) => ({ as: 'superuser', params: await dataImport(world) }),
  'data_imports.input': async (world) => ({ as: 'superuser', params: await dataImport(world) }),
  'data_imports.errors': async (world) => ({ as: 'superuser', params: await dataImport(world) }),
  'data_imports.forms': ({ organization }) => ({ as: 'superuser', params: { organization_id: organization.id } }),

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

  'affiliations.list': () => ({ query: listed }),
  'affiliations.page': () => page,
  'affiliations.show': ({ affiliation: { id } }) => ({ params: { id } }),
  'affiliations.create': async ({ add, text }) => ({
    body: { affiliate_organization_id: (await add.peer()).id, message: text('Message') },
  }),
  'affiliations.update': async ({ add }) => ({
    params: { id: (await add.asked()).id },
    body: { affiliation_action: 'approve' },
  }),
  'affiliations.remove': async ({ add }) => ({ params: { id: (await add.affiliation()).id } }),
  'affiliations.peers': () => ({}),
  'affiliations.formChanges': ({ form }) => ({ params: { id: form.id } }),
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
  ...Object.fromEntries(
    ['csv', 'xlsx', 'outline', 'dictionary', 'prepare'].flatMap((name) => {
      const title = name.charAt(0).toUpperCase() + name.slice(1);
      const query = name === 'dictionary' ? {} : { query: { start_date: '2026-01-01' } };
      const of = (what: string, id: (world: World) => Promise<number>) =>
        [
          `response_downloads.${what}`,
          async (world: World) => ({ params: { id: await id(world) }, ...query }),
        ] as const;
      return [
        of(name, async ({ form }) => form.id),
        of(`internal${title}`, async ({ internalForm }) => internalForm.id),
        of(`public${title}`, async ({ answeredPublicly }) => answeredPublicly.public_form_id),
      ];
    }),
  ),
  'response_downloads.prepared': (world) => exportOfForm(world),
  'response_downloads.removePrepared': (world) => exportOfForm(world),
  'response_downloads.exported': async (world) => {
    const { as, params } = { as: world.owner, ...(await exportOfForm(world)) };
    const { url } = await world.server.call(responseDownloadRoutes.prepared, { as, params });
    return { params: { ticket: url?.split('/').at(-1) } };
  },
  'report_results.dictionary': (world) => ({ params: { id: world.report.id } }),
  'report_results.exported': async (world) => {
    const id = await madeExport(world, 'report_definitions', world.report.id);
    return { params: { report_id: world.report.id, id } };
  },
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
  'notifications.bounce': () => ({ body: { message: 'Subject: Back' } }),
  'notifications.preview': previewed,
  'notifications.test': previewed,
  'notifications.messages': (world) => ({ params: { ...ofMailing(world), page: 1 }, query: { page_size: 10 } }),

  'notices.page': () => ({ params: { page: 1 }, query: { filters: { unread: true }, page_size: 10 } }),
  'notices.read': (world) => ({ params: { id: world.notice.id }, body: { read: true } }),
  'notices.readAll': () => ({ body: { read: true } }),
  'notices.stream': () => ({ query: { last: 1, seconds: 0 } }),
  'notices.preferences': () => ({}),
  'notices.changePreferences': () => ({ body: { preferences: [{ kind: 'form', bell: true, mail: 'daily' }] } }),

  'case_worthy.statuses': () => ({}),
  'case_worthy.clients': ({ client }) => ({
    query: { first_name: 'Ana', last_name: 'Ruiz', birth_date: '1990-01-02', client_id: String(client.id) },
  }),
  'case_worthy.createClient': async ({ add }) => ({
    params: { client_id: (await add.client()).id },
    body: { email: 'ana@example.org' },
  }),
  'case_worthy.linkClient': async ({ add }) => ({
    params: { client_id: (await add.client()).id },
    body: { case_worthy_client_id: '8' },
  }),
  'case_worthy.referrals': () => ({ query: { begin_date: '2026-01-01' } }),
  'case_worthy.known': () => ({ query: { begin_date: '2026-01-01' } }),
  'case_worthy.ofClient': ({ referral: { client_id } }) => ({ params: { client_id } }),
  'case_worthy.update': ({ referral: { id } }) => ({ params: { id }, body: { referral_status: 'Accepted' } }),
  'case_worthy.refresh': () => ({}),
  'addresses.addressAutocomplete': () => ({ query: { input: 'Main' } }),
  'addresses.addressDetail': ({ response, form, fieldsOf }) => ({
    query: { place_id: `used:${response.id}:${fieldsOf(form)[0]}` },
  }),
  'addresses.settings': () => ({}),
  'addresses.changeSettings': () => ({ body: { enabled: true, api_key: null } }),
  'addresses.test': () => ({}),
  'lookups.options': async (world) => ({
    params: { id: await fieldWithEndpoint(world) },
    query: { query: 'a', page_index: 1, parameters: { county: 'Kent' } },
  }),
  'lookups.records': async (world) => ({ params: { id: await pickerOf(world) }, query: { query: 'a', page: 1 } }),

  'redcap_dictionaries.check': () => ({ body: {}, files: { input: dataDictionary() } }),
  'redcap_dictionaries.import': () => ({ body: {}, files: { input: dataDictionary() } }),

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
  'jobs.platformSummary': () => ({ as: 'superuser' }),
  'jobs.platformStop': async ({ add }) => ({ as: 'superuser', params: { id: (await add.waitingJob()).id } }),
  'jobs.platformRetry': async ({ add }) => ({ as: 'superuser', params: { id: (await add.failedJob()).id } }),

  'templates.assign': async ({ server, organization }) => ({
    as: 'superuser',
    body: { form_id: await templateOf(server), organization_ids: [organization.id] },
  }),
  'templateUpdates.offered': () => ({}),
  'templateUpdates.show': ({ form }) => ({ params: { id: form.id } }),
  'templateUpdates.decide': async (world) => {
    const { id, version } = await updatedForm(world);
    return { params: { id }, body: { version, decision: 'leave' } };
  },
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
