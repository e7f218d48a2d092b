// Over 300 lines: one organization with a row in every table, made in one place.
import sharp from 'sharp';
import { addressRoutes } from '#contract/resources/addresses.ts';
import { affiliationRoutes } from '#contract/resources/affiliations.ts';
import { apiCredentialRoutes } from '#contract/resources/api-credentials.ts';
import { calculationRoutes } from '#contract/resources/calculations.ts';
import { categoryRoutes } from '#contract/resources/categories.ts';
import { clientDashboardRoutes } from '#contract/resources/client-dashboard.ts';
import { clientFormRoutes } from '#contract/resources/client-forms.ts';
import { clientRoutes } from '#contract/resources/clients.ts';
import { consentRoutes } from '#contract/resources/consents.ts';
import { dashboardWidgetRoutes } from '#contract/resources/dashboard-widgets.ts';
import { dataGroupRoutes } from '#contract/resources/data-groups.ts';
import { draftRoutes } from '#contract/resources/drafts.ts';
import { fieldRoutes } from '#contract/resources/fields.ts';
import { formTranslationRoutes } from '#contract/resources/form-translations.ts';
import { formRoutes } from '#contract/resources/forms.ts';
import { householdMemberRoutes } from '#contract/resources/households.ts';
import { importRoutes } from '#contract/resources/imports.ts';
import { internalFormRoutes } from '#contract/resources/internal-forms.ts';
import { keptFiguresRoutes } from '#contract/resources/kept-figures.ts';
import { mergeClientRoutes } from '#contract/resources/merge-clients.ts';
import { mergeRoutes } from '#contract/resources/merges.ts';
import { noteRoutes } from '#contract/resources/notes.ts';
import { notificationRoutes } from '#contract/resources/notifications.ts';
import { organizationAccountRoutes } from '#contract/resources/organization-account.ts';
import { organizationRoutes } from '#contract/resources/organizations.ts';
import { permissionGroupRoutes } from '#contract/resources/permission-groups.ts';
import { pinnedMessageRoutes } from '#contract/resources/pinned-messages.ts';
import { publicInstanceRoutes } from '#contract/resources/public-form-instances.ts';
import { publicFormRoutes } from '#contract/resources/public-forms.ts';
import { recordRoutes } from '#contract/resources/records.ts';
import { reportDefinitionRoutes } from '#contract/resources/report-definitions.ts';
import { reportViewRoutes } from '#contract/resources/report-views.ts';
import { responseDownloadRoutes } from '#contract/resources/response-downloads.ts';
import { retentionRoutes } from '#contract/resources/retention.ts';
import { sequenceRoutes } from '#contract/resources/sequences.ts';
import { userRoutes } from '#contract/resources/users.ts';
import { webhookRoutes } from '#contract/resources/webhooks.ts';
import { sealAudit } from '#server/access/audit.ts';
import { passwordHash } from '#server/access/passwords.ts';
import { importFile } from '#server/imports/jobs/import.ts';
import { openMailer } from '#server/kit/mail/mailer.ts';
import { countUsage } from '#server/maintenance/jobs/count-usage.ts';
import { mergeClients } from '#server/people/jobs/merge-clients.ts';
import { sendReferrals } from '#server/referrals/send.ts';
import { simulatedKey, simulatedOrganization, startSimulator } from '#tests/referral-simulator.ts';
import type { TestServer } from '#tests/server/harness.ts';
import { allPrivileges } from '#tests/server/people.ts';

/** The password of everybody in a world who has one. */
export const password = 'seven geese over the barn';

/**
 * An organization with at least one row in every table that belongs to organizations, and ways to add more to it.
 * Every text in it holds the mark, so that it is known wherever it turns up.
 */
export const newWorld = async (server: TestServer, mark: string) => {
  const { call } = server;
  const organization = await server.newOrganization(mark);
  const { owner: as } = organization;
  let count = 0;
  const text = (what: string) => `${mark} ${what} ${++count}`;
  const address = () => `${mark}-${++count}@${organization.slug}.example.org`.toLowerCase();

  /** Without a photo unless asked: the server reads each in a process of its own, which is most of the time it takes. */
  const client = async ({ hasPhoto = false } = {}) => {
    const body = {
      first_name: text('First'),
      middle_name: text('Middle'),
      last_name: text('Last'),
      dob: '1985-03-14',
      gender: 'female',
      ssn_suffix: '4321',
    } as const;
    const picture = sharp({ create: { width: 8, height: 8, channels: 3, background: '#123456' } }).png();
    const photo = hasPhoto && new File([new Uint8Array(await picture.toBuffer())], `${mark}.png`);
    const headers = { 'idempotency-key': text('key') };
    return call(clientRoutes.create, { as, body, ...(photo ? { files: { photo } } : {}), headers });
  };
  const field = (field_type: 'freeform-short' | 'attachment' | 'email' | 'number' | 'signature' = 'freeform-short') =>
    call(fieldRoutes.create, { as, body: { name: text('Field'), description: text('Help'), field_type } });
  const form = async (form_type: 'client' | 'internal' = 'client') => {
    const [asked, file] = [await field(), await field('attachment')];
    const form_fields = [asked, file].map(({ id }) => ({ field_id: id, is_required: false }));
    const body = { name: text('Form'), description: text('Form help'), form_type, form_fields };
    return call(formRoutes.create, { as, body });
  };
  const fieldsOf = ({ form_fields }: Awaited<ReturnType<typeof form>>) =>
    form_fields.map(({ field_id }) => field_id) as [question: number, file: number];
  const answered = (of: Awaited<ReturnType<typeof form>>) => {
    const [question, file] = fieldsOf(of);
    return {
      answers: [{ field_id: question, value: text('Answer') }],
      files: { [`answers[${file}]`]: new File([text('File')], `${mark}.txt`) },
    };
  };
  const response = async (client_id: number, of: Awaited<ReturnType<typeof form>>) => {
    const { answers, files } = answered(of);
    return call(clientFormRoutes.create, { as, params: { client_id }, body: { form_id: of.id, answers }, files });
  };
  const internalRecord = async (of: Awaited<ReturnType<typeof form>>) => {
    const { answers, files } = answered(of);
    return call(internalFormRoutes.createRecord, { as, params: { form_id: of.id }, body: { answers }, files });
  };
  /** A form with a number to calculate with. */
  const calculatingForm = async () => {
    const { id: number } = await field('number');
    const body = { name: text('Form'), form_fields: [{ field_id: number }] };
    return { id: (await call(formRoutes.create, { as, body })).id, number };
  };
  const calculation = ({ id: form_id, number }: Awaited<ReturnType<typeof calculatingForm>>) =>
    call(calculationRoutes.create, {
      as,
      params: { form_id },
      body: {
        name: text('Calculation'),
        equation: 'a * 2',
        calculation_type: 'numeric',
        variables: [{ name: 'a', record_type: 'Field', record_id: number }],
      },
    });
  const sequence = async () =>
    call(sequenceRoutes.create, { as, body: { name: text('Sequence'), forms: [{ id: (await form()).id }] } });
  /** A report of people and their answers, with a chart of how many there are by their names. */
  const report = async (of: Awaited<ReturnType<typeof form>>) => {
    const [question] = fieldsOf(of);
    const fields = [{ field: 'client_last_name' }, { form: of.id, field: String(question), label: text('Label') }];
    const body = { name: text('Report'), description: text('About'), report_type: 'client_forms', fields } as const;
    const { id, report_views } = await call(reportDefinitionRoutes.create, { as, body });
    const view = { name: text('View'), view_type: 'bar', xaxis: 'c1', xaxis_label: text('Axis') } as const;
    const chart = await call(reportViewRoutes.create, { as, params: { report_id: id }, body: view });
    return { id, table: report_views[0]?.id as number, chart: chart.id };
  };
  /** A report of how many people gave each answer, with figures that are kept. */
  const figures = async (of: Awaited<ReturnType<typeof form>>) => {
    const fields = [
      { form: of.id, field: String(fieldsOf(of)[0]), label: text('Label') },
      { field: 'client_id', agg: 'count' },
    ];
    const body = { name: text('Figures'), report_type: 'client_forms', fields } as const;
    const { id, report_views } = await call(reportDefinitionRoutes.create, { as, body });
    const table = report_views[0]?.id as number;
    const asked = { name: text('Kept'), seen_by: 'readers', view_id: table } as const;
    const kept = await call(keptFiguresRoutes.create, { as, params: { report_id: id }, body: asked });
    return { id, table, kept: kept.id };
  };
  const widget = ({ id: record_id, chart: view_id }: Awaited<ReturnType<typeof report>>) =>
    call(dashboardWidgetRoutes.create, { as, body: { record_type: 'ReportDefinition', record_id, view_id } });
  /** A form whose answers can be addresses. */
  const mailingForm = async () => {
    const { id: address } = await field('email');
    const body = { name: text('Form'), form_fields: [{ field_id: address }] };
    return { id: (await call(formRoutes.create, { as, body })).id, address };
  };
  const notification = ({ id: form_id, address }: Awaited<ReturnType<typeof mailingForm>>) =>
    call(notificationRoutes.create, {
      as,
      params: { form_id },
      body: {
        name: 'client_form_created',
        subject_template: text('Subject'),
        body_template: text('Body'),
        recipient_field_ids: [address],
      },
    });
  /** The id of an email that the form has sent. */
  const sentMessage = async ({ id: form_id }: { id: number }): Promise<number> => {
    const [row] = await server.query<{ id: string }>(
      `insert into notification_messages (organization_id, form_id, recipient, subject, body, state)
       values ($1, $2, $3, $4, $5, 'sent') returning id`,
      [organization.id, form_id, address(), text('Subject'), text('Body')],
    );
    return Number(row?.id);
  };
  /** What the bell tells a member, and what they said of how they want to be told. */
  const notice = async (user_id: number, record_id: number, form_id: number): Promise<{ id: number }> => {
    const [row] = await server.query<{ id: string }>(
      `insert into notices (organization_id, user_id, kind, event_id, form_id, record_type, record_id, text, url, in_bell, awaits_digest)
       values ($1, $2, 'form', gen_random_uuid(), $3, 'client_forms', $4, $5, '/organization', true, false) returning id`,
      [organization.id, user_id, form_id, record_id, text('Notice')],
    );
    await server.query(`insert into notice_preferences values ($1, $2, 'job', true, 'none') on conflict do nothing`, [
      organization.id,
      user_id,
    ]);
    await server.query(`insert into digests values ($1, $2, current_date) on conflict do nothing`, [
      organization.id,
      user_id,
    ]);
    return { id: Number(row?.id) };
  };
  const group = () =>
    call(permissionGroupRoutes.create, { as, body: { name: text('Group'), privileges: { clients: ['read'] } } });
  const message = (permission_group_id: number) =>
    call(pinnedMessageRoutes.create, {
      as,
      params: { permission_group_id },
      body: { subject: text('Subject'), body: text('Body') },
    });
  const draft = (client_id: number) =>
    call(draftRoutes.save, {
      as,
      params: { key: 'draft-of-the-world' },
      body: { subject: `clients.${client_id}`, content: JSON.stringify({ last_name: text('Draft') }), revision: 1 },
    });
  const draftFile = async (client_id: number) => {
    const { saved_at } = await draft(client_id);
    const files = { file: new File([text('Draft')], `${mark}.txt`) };
    return { saved_at, ...(await call(draftRoutes.addFile, { as, params: { key: 'draft-of-the-world' }, files })) };
  };
  /** A response of a person that holds a signature. */
  const signed = async (client_id: number) => {
    const { id: field_id } = await field('signature');
    const body = { name: text('Release'), form_fields: [{ field_id }] };
    const { id: form_id } = await call(formRoutes.create, { as, body });
    const picture = sharp({ create: { width: 8, height: 8, channels: 3, background: '#654321' } }).png();
    const files = { [`answers[${field_id}]`]: new File([new Uint8Array(await picture.toBuffer())], `${mark}.png`) };
    return call(clientFormRoutes.create, { as, params: { client_id }, body: { form_id, answers: [] }, files });
  };
  const consent = async (client_id: number) => {
    const given = { given_by: 'guardian' as const, given_by_name: text('Guardian') };
    const body = { purposes: ['referral' as const], ...given, response_id: (await signed(client_id)).id };
    const [made] = (await call(consentRoutes.create, { as, params: { client_id }, body })).data;
    return made as NonNullable<typeof made>;
  };
  const note = (client_id: number) =>
    call(noteRoutes.create, {
      as,
      params: { notable_type: 'clients', notable_id: client_id },
      body: { body: text('Note') },
    });
  /** A contact in the household of a person. */
  const contact = (client_id: number) =>
    call(householdMemberRoutes.create, {
      as,
      params: { client_id },
      body: { type: 'non_client', name: text('Contact'), dob: '1957-06-02', gender: 'female', relationship: 'mother' },
    });
  /** A person who lives with another, and a cousin of them, whom the head's relationships do not tell. */
  const familyOf = async (client_id: number) => {
    const { id: existing_client_id } = await client();
    const member = { type: 'client', existing_client_id, relationship: 'daughter' } as const;
    const { id } = await call(householdMemberRoutes.create, { as, params: { client_id }, body: member });
    const cousin = { type: 'client', existing_client_id: (await client()).id, relationship: 'cousin' } as const;
    await call(householdMemberRoutes.create, { as, params: { client_id: existing_client_id }, body: cousin });
    return { id, client_id: existing_client_id };
  };
  const findable = (id: number, can_be_found: boolean) =>
    server.query('update organizations set can_be_found = $2 where id = $1', [id, can_be_found]);
  /** Another organization, which can be found: its name is told to everybody. */
  const peer = async () => {
    const made = await server.newOrganization();
    await findable(made.id, true);
    return made;
  };
  /** What this organization asked of another one. */
  const affiliation = async () => {
    const affiliate_organization_id = (await peer()).id;
    return call(affiliationRoutes.create, { as, body: { affiliate_organization_id, message: text('Message') } });
  };
  /** A form that is shared with who approved, and the affiliation. */
  const sharing = async () => {
    const other = await peer();
    const body = { affiliate_organization_id: other.id, message: text('Message') };
    const { id } = await call(affiliationRoutes.create, { as, body });
    const params = { id };
    await call(affiliationRoutes.update, { as: other.owner, params, body: { affiliation_action: 'approve' } });
    // Without the mark: what it says stands in the other organization too, on purpose.
    const { id: field_id } = await call(fieldRoutes.create, { as, body: { name: 'Shared', field_type: 'number' } });
    const shared = { name: 'Shared', form_fields: [{ field_id }], affiliation_ids: [id] };
    await call(formRoutes.create, { as, body: shared });
    return id;
  };
  /** What another organization asked of this one, which can be found for no longer than that. */
  const asked = async () => {
    const other = await peer();
    await findable(organization.id, true);
    const body = { affiliate_organization_id: organization.id, message: text('Message') };
    const { id } = await call(affiliationRoutes.create, { as: other.owner, body });
    await findable(organization.id, false);
    return { id };
  };
  const dataGroup = () => call(dataGroupRoutes.create, { as, body: { name: text('Data group') } });
  const category = () => call(categoryRoutes.create, { as, body: { name: text('Category') } });
  /** Puts a person into both trees, where a response that is gone stood once. */
  const grouped = async (record_id: number) => {
    const [group, word] = [await dataGroup(), await category()];
    const params = { record_type: 'clients', record_id } as const;
    await call(dataGroupRoutes.setOfRecord, {
      as,
      params,
      body: { data_group_records: [{ data_group_id: group.id }] },
    });
    await call(categoryRoutes.setOfRecord, { as, params, body: { category_records: [{ category_id: word.id }] } });
    await server.query(
      `insert into left_places (organization_id, transaction_id, response_id, category_id, placed_at)
       values ($1, 1, 1, $2, now())`,
      [organization.id, word.id],
    );
    return { dataGroup: group, category: word };
  };
  /** A webhook that was told something long ago, and will be told nothing: nobody listens where it leads. */
  const webhook = async (permission_group_id: number, record_id: number) => {
    // So many there may not be: those that earlier calls added go, but for the first.
    await server.query(
      'delete from webhooks where organization_id = $1 and id > (select min(id) from webhooks where organization_id = $1)',
      [organization.id],
    );
    const body = { name: text('Hook'), url: `https://example.org/${mark}`, permission_group_id };
    const made = await call(webhookRoutes.create, { as, body: { ...body, events: ['internal_record_deleted'] } });
    const [row] = await server.query<{ id: string }>(
      `insert into webhook_deliveries (organization_id, webhook_id, message_id, event, record_type, record_id, state)
       values ($1, $2, gen_random_uuid(), 'client_created', 'clients', $3, 'sent') returning id`,
      [organization.id, made.id, record_id],
    );
    return { ...made, delivery_id: Number(row?.id) };
  };
  /** A rule about the responses to a form of its own; one that is on has run already. */
  const retention = async (isOn = false) => {
    const body = { subject: 'responses', form_id: (await form()).id, amount: 5, unit: 'years' } as const;
    const rule = await call(retentionRoutes.create, { as, body });
    if (!isOn) return rule;
    const { id, lock_version } = rule;
    await server.query(
      `insert into retention_runs (organization_id, retention_rule_id, subject, rule, older_than, finished_at)
       values ($1, $2, 'responses', $3, now() - interval '5 years', now())`,
      [organization.id, id, text('Rule')],
    );
    return call(retentionRoutes.switchOn, { as, params: { id }, body: { count: 0, lock_version } });
  };
  const credential = (permission_group_id: number) =>
    call(apiCredentialRoutes.create, { as, body: { name: text('Key'), permission_group_id } });
  /** A form whose results were recalculated, as far as its page knows. */
  const recalculated = async () => {
    const { id } = await calculatingForm();
    await server.query(
      `insert into recalculations (organization_id, form_id, name, calculation_ids, state)
       values ($1, $2, $3, '[]', 'recalculated')`,
      [organization.id, id, text('Total')],
    );
    return { id };
  };
  /** A job that nobody will run unless it is asked for again. */
  const failedJob = async (form_id: number): Promise<{ id: number }> => {
    const [row] = await server.query<{ id: string }>(
      `insert into jobs (organization_id, kind, payload, state, error, requester_id, user_id, finished_at)
       values ($1, 'recalculate', jsonb_build_object('form_id', $2::bigint), 'failed', $3, $4, $4, now()) returning id`,
      [organization.id, form_id, text('Error'), as.id],
    );
    return { id: Number(row?.id) };
  };
  const waitingJob = async (form_id: number): Promise<{ id: number }> => {
    const [row] = await server.query<{ id: string }>(
      `insert into jobs (organization_id, kind, payload, requester_id, user_id)
       values ($1, 'recalculate', jsonb_build_object('form_id', $2::bigint), $3, $3) returning id`,
      [organization.id, form_id, as.id],
    );
    return { id: Number(row?.id) };
  };
  /** A verified file that deletes responses to a form, of its own unless it is told which: imports of one take turns. */
  const importOf = async (of: { id: number } | null, ...rows: string[]) =>
    call(importRoutes.create, {
      as,
      params: { form_id: (of ?? (await form())).id },
      body: { type: 'delete_client' },
      files: { input: new File([['Client ID,Form Response ID', ...rows].join('\n')], `${mark}.csv`) },
    });
  /** One that was run: without rows that are right, it has failed. */
  const importRun = async (of: { id: number } | null, ...rows: string[]) => {
    const { id, form_id } = await importOf(of, ...rows);
    await server.query("update imports set state = 'enqueued' where id = $1", [id]);
    const run = { organization_id: organization.id, job_id: ++count, user_id: as.id, impersonator_id: null };
    const services = { ...server.services, mailer: openMailer(server.services.config) };
    const going = { ...run, progress: () => {}, finish: async () => {} };
    await importFile.work(services, { import_id: id, form_id }, going).catch(() => {});
    return { id, form_id };
  };
  /** Somebody into whom somebody was merged. */
  const merge = async () => {
    const [master, other] = [await client(), await client()];
    const wanted = { master_client_id: master.id, client_ids: [other.id], values: {} };
    const run = { organization_id: organization.id, job_id: ++count, user_id: as.id, impersonator_id: null };
    const services = { ...server.services, mailer: openMailer(server.services.config) };
    await mergeClients.work(services, wanted, { ...run, progress: () => {}, finish: async () => {} });
    const { data } = await call(mergeRoutes.list, { as, params: { client_id: master.id } });
    return { client_id: master.id, id: data[0]?.id as number };
  };
  const invited = (email = address()) =>
    call(userRoutes.create, { as, body: { first_name: text('First'), last_name: text('Last'), email } });

  /** A referral that was sent to a system of its own, made of a response of somebody who is linked there. */
  const referral = async () => {
    const simulator = await startSimulator();
    server.services.config.referralHosts.push({ origin: simulator.origin, isTrusted: true });
    const template = await form();
    const [asked] = fieldsOf(template);
    const case_worthy_affiliation = {
      base_url: simulator.origin,
      api_key: simulatedKey,
      case_worthy_organization_id: simulatedOrganization,
      template_referral_form_id: template.id,
      referral_form_field_mappings: { referral_reason: asked, note: asked },
    };
    const params = { id: organization.id };
    const by = await server.newSuperuser();
    await call(organizationRoutes.update, { as: by, params, body: { case_worthy_affiliation } });
    const { id: client_id } = await client();
    await server.query(`update clients set case_worthy_client_id = '7' where id = $1`, [client_id]);
    const made = await response(client_id, template);
    await sendReferrals(server.services, { ...organization, time_zone: 'America/New_York' });
    return { id: made.referral?.id as number, client_id };
  };

  const world = {
    client: await client({ hasPhoto: true }),
    field: await field(),
    form: await form(),
    internalForm: await form('internal'),
    calculating: await calculatingForm(),
    mailing: await mailingForm(),
    sequence: await sequence(),
    group: await group(),
  };
  await server.query('update organizations set api_access_enabled = true where id = $1', [organization.id]);
  await call(responseDownloadRoutes.prepare, { as, params: { id: world.form.id }, query: {} });
  // What was deleted is kept, so that it can come back.
  const passing = {
    notable_type: 'clients' as const,
    notable_id: world.client.id,
    id: (await note(world.client.id)).id,
  };
  await call(noteRoutes.remove, { as, params: passing });
  const logo = await sharp({ create: { width: 40, height: 10, channels: 3, background: '#654321' } })
    .png()
    .toBuffer();
  await call(organizationAccountRoutes.changeOrganizationAccount, {
    as,
    body: {},
    files: { logo: new File([new Uint8Array(logo)], `${mark}.png`) },
  });
  await call(addressRoutes.changeSettings, { as, body: { enabled: true } });
  await call(permissionGroupRoutes.setLocations, {
    as,
    params: { id: world.group.id },
    body: { locations: [{ name: text('Place'), address: text('Address'), location: [40.7, -74] }] },
  });
  await call(mergeClientRoutes.create, {
    as,
    body: { master_client_id: world.client.id, client_ids: [(await client()).id], is_duplicate: false },
  });
  await call(clientDashboardRoutes.set, {
    as,
    body: { form_field_ids: [world.form.form_fields[0]?.id as number] },
  });
  const password_hash = await passwordHash(password);
  const member = await server.newUser(organization, {
    privileges: allPrivileges,
    first_name: text('First'),
    last_name: text('Last'),
    password_hash,
  });
  await call(recordRoutes.setRecordPermissions, {
    as,
    params: { record_type: 'clients', record_id: world.client.id },
    body: {
      record_permissions: [
        { permissionable_type: 'User', permissionable_id: member.id, privileges: ['write'] },
        { permissionable_type: 'PermissionGroup', permissionable_id: world.group.id, privileges: ['read'] },
      ],
    },
  });
  const translation = (of: { id: number }, language: string) =>
    call(formTranslationRoutes.create, {
      as,
      params: { form_id: of.id },
      body: { language, texts: [{ key: 'name', text: text('Formulario') }] },
    });
  /** What a stranger sent by a public form and kept for later; one is linked to a person, and one to be deleted. */
  const strangers = async (of: Awaited<ReturnType<typeof form>>) => {
    const body = { published_at: '2026-01-01T00:00:00.000Z' };
    const { id: public_form_id, access_key } = await call(publicFormRoutes.create, {
      as,
      params: { form_id: of.id },
      body,
    });
    const there = { org: organization, params: { access_key } };
    const submit = async () => {
      const { start_token } = await call(publicFormRoutes.open, there);
      const { answers, files } = answered(of);
      await call(publicFormRoutes.submit, { ...there, body: { start_token, answers }, files });
      await call(publicFormRoutes.keep, { ...there, body: { start_token, content: text('Answer') } });
    };
    for (let sent = 0; sent < 3; sent++) await submit();
    const { data } = await call(publicInstanceRoutes.list, { as, params: { public_form_id } });
    const [instance, doomed, linked] = data.map(({ id }) => id) as [number, number, number];
    const client_id = (await client()).id;
    await call(publicInstanceRoutes.link, { as, params: { instance_id: linked }, body: { client_id } });
    return { public_form_id, instance, doomed, linked };
  };
  await server.query(
    `insert into audit_events (organization_id, operation, result, request_id, occurred_at)
     values ($1, 'long ago', 'ok', gen_random_uuid(), now() - interval '1 hour')`,
    [organization.id],
  );
  await sentMessage(world.mailing);
  await server.query('insert into bounced_addresses (organization_id, address, reason) values ($1, $2, $3)', [
    organization.id,
    address(),
    text('Reason'),
  ]);
  await server.query(
    'insert into rollbacks (organization_id, transaction_id, rolled_back_transaction_id) values ($1, 2, 1)',
    [organization.id],
  );
  await server.query('insert into message_warnings (organization_id, day) values ($1, current_date)', [
    organization.id,
  ]);
  await server.query(
    `insert into template_copies (organization_id, record_type, record_id, copy_organization_id, copy_id)
     values ($1, 'forms', $2, $1, $2)`,
    [organization.id, world.form.id],
  );
  await server.query(
    `insert into template_forms (organization_id, form_id, template_id, numbers)
     values ($1, $2, 1, '{"fields":{},"calculations":{}}')`,
    [organization.id, (await form()).id],
  );
  await server.query(
    `insert into shared_forms (organization_id, form_id, owner_organization_id, owner_form_id, numbers)
     values ($1, $2, $3, 1, '{"fields":{},"calculations":{}}')`,
    [organization.id, (await form()).id, (await peer()).id],
  );
  const approved = await sharing();
  const answeredPublicly = await strangers(world.form);
  const recorded = {
    record: await internalRecord(world.internalForm),
    response: await response(world.client.id, world.form),
  };
  await server.query(
    'insert into record_uses (organization_id, record_id, response_id, field_id) values ($1, $2, $3, $4)',
    [organization.id, recorded.record.id, recorded.response.id, fieldsOf(world.form)[0]],
  );
  await server.query(
    `insert into record_refreshes (organization_id, form_id, refreshed_at) values ($1, $2, now() - interval '1 hour')`,
    [organization.id, world.internalForm.id],
  );
  const reported = await report(world.form);
  await server.query(
    `insert into report_refreshes (organization_id, report_definition_id, refreshed_at, error) values ($1, $2, now(), $3)`,
    [organization.id, reported.id, text('Error')],
  );
  await server.services.database.adminTransaction(({ tx }) => sealAudit(tx));
  const mailer = openMailer(server.services.config);
  await countUsage({ ...server.services, mailer }, { organization_id: organization.id });
  return {
    ...world,
    report: reported,
    figures: await figures(world.form),
    widget: await widget(reported),
    answeredPublicly,
    translation: await translation(world.form, 'es'),
    ...(await grouped(world.client.id)),
    calculation: await calculation(world.calculating),
    recalculated: await recalculated(),
    failedJob: await failedJob(world.calculating.id),
    internalRecord: recorded.record,
    notification: await notification(world.mailing),
    notice: await notice(as.id, recorded.response.id, world.form.id),
    message: await message(world.group.id),
    note: await note(world.client.id),
    consent: await consent(world.client.id),
    merge: await merge(),
    referral: await referral(),
    failedImport: await importRun(null, '0,0'),
    /** In the household of the client. */
    relative: await familyOf(world.client.id),
    draftFile: await draftFile(world.client.id),
    credential: await credential(world.group.id),
    webhook: await webhook(world.group.id, world.client.id),
    affiliation: await affiliation(),
    rule: await retention(true),
    /** One that was approved, and a form is shared with. */
    approved,
    server,
    organization,
    owner: as,
    /** Holds every privilege, without owning the organization. */
    member,
    password_hash,
    response: recorded.response,
    user: await invited(),
    text,
    address,
    fieldsOf,
    add: {
      client,
      field,
      form,
      translation,
      calculating: calculatingForm,
      recalculated,
      calculation,
      sequence,
      report: () => report(world.form),
      figures: () => figures(world.form),
      widget: () => widget(reported),
      notification,
      sentMessage,
      response,
      internalRecord,
      group,
      message,
      note,
      consent,
      signed,
      merge,
      importOf,
      importRun,
      contact,
      dataGroup,
      peer,
      affiliation,
      retention,
      asked,
      category,
      credential,
      webhook,
      invited,
      failedJob: () => failedJob(world.calculating.id),
      waitingJob: () => waitingJob(world.calculating.id),
    },
  };
};

export type World = Awaited<ReturnType<typeof newWorld>>;
