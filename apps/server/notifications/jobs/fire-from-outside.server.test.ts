import { expect, test } from 'vitest';
import { noticeRoutes } from '#contract/resources/notices.ts';
import { type NotificationEvent, notificationRoutes, type Recipient } from '#contract/resources/notifications.ts';
import { publicInstanceRoutes } from '#contract/resources/public-form-instances.ts';
import { publicFormRoutes } from '#contract/resources/public-forms.ts';
import { formMakers } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';

const server = await startServer();
const { call, query } = server;

/** An organization with a form that its owner is told of, and what was written about it. */
const telling = async (events: NotificationEvent[]) => {
  const organization = await server.newOrganization();
  const { owner: as } = organization;
  const make = formMakers(server, organization);
  const form = await make.form('Room request', { Name: {} });
  const notify = (name: NotificationEvent, subject_template: string) => {
    const recipients: Recipient[] = [{ email: as.email, delivery_types: ['email'] }];
    const body = { name, subject_template, body_template: 'Open {{record_url}}', recipients };
    return call(notificationRoutes.create, { as, params: { form_id: form.id }, body });
  };
  for (const name of events) await notify(name, `${name} {{form_name}}`);
  const subjects = async () => {
    await server.drainJobs();
    const rows = await query<{ subject: string }>(
      'select subject from notification_messages where organization_id = $1 order by id',
      [organization.id],
    );
    return rows.map(({ subject }) => subject);
  };
  return { organization, as, make, form, subjects, notify };
};

test('R67 what a stranger sends is told, and whose it is once it was linked, to who may read it', async () => {
  const events = ['public_form_submitted', 'public_form_linked', 'client_form_created'] as const;
  const { organization, as, make, form, subjects } = await telling([...events]);
  const setting = await call(publicFormRoutes.create, {
    as,
    params: { form_id: form.id },
    body: { published_at: '2026-01-01T00:00:00.000Z' },
  });
  const place = { org: organization, params: { access_key: setting.access_key } };
  const { start_token } = await call(publicFormRoutes.open, place);
  await call(publicFormRoutes.submit, { ...place, body: { answers: form.given({ Name: 'Ana' }), start_token } });
  await expect.poll(subjects).toEqual(['public_form_submitted Room request']);

  const [instance] = (await call(publicInstanceRoutes.list, { as, params: { public_form_id: setting.id } })).data;
  const client_id = await make.person();
  const params = { instance_id: instance?.id as number };
  const { client_form_id } = await call(publicInstanceRoutes.link, { as, params, body: { client_id } });
  await expect.poll(subjects).toEqual(['public_form_submitted Room request', 'public_form_linked Room request']);

  const { data } = await call(noticeRoutes.page, { as, params: { page: 1 } });
  expect(data.map(({ text, url }) => [text, url])).toEqual([
    [
      `Public response linked to a person: Room request · ID ${client_id}`,
      `/organization/clients/${client_id}/client_forms/${client_form_id}`,
    ],
    [
      'Public form submitted: Room request',
      `/organization/public_responses/${setting.id}/responses/${instance?.id as number}`,
    ],
  ]);
});

test('A12 an address that a stranger answered gets no answers, before and after the response is linked', async () => {
  const { organization, as, make } = await telling([]);
  await query('update organizations set allow_answers_in_email = true where id = $1', [organization.id]);
  const form = await make.form('Ask for help', { Words: {}, Address: { field_type: 'email' } });
  for (const name of ['public_form_submitted', 'public_form_linked'] as const)
    await call(notificationRoutes.create, {
      as,
      params: { form_id: form.id },
      body: {
        name,
        subject_template: name,
        body_template: '{{field:Words}}',
        recipients: [{ email: 'desk@example.org', delivery_types: ['email'] }],
        recipient_field_ids: [form.ids.Address as number],
      },
    });
  const setting = await call(publicFormRoutes.create, {
    as,
    params: { form_id: form.id },
    body: { published_at: '2026-01-01T00:00:00.000Z' },
  });
  const place = { org: organization, params: { access_key: setting.access_key } };
  const { start_token } = await call(publicFormRoutes.open, place);
  const answers = form.given({ Words: 'Buy here', Address: 'victim@example.com' });
  await call(publicFormRoutes.submit, { ...place, body: { answers, start_token } });
  const mails = async () => {
    await server.drainJobs();
    const rows = await query<{ subject: string; recipient: string; body: string }>(
      'select subject, recipient, body from notification_messages where organization_id = $1 order by id',
      [organization.id],
    );
    return rows.map(({ subject, recipient, body }) => `${subject} ${recipient}: ${body}`);
  };
  const submitted = [
    'public_form_submitted desk@example.org: Buy here',
    'public_form_submitted victim@example.com: \\(not shown\\)',
  ];
  await expect.poll(mails).toEqual(submitted);
  const [instance] = (await call(publicInstanceRoutes.list, { as, params: { public_form_id: setting.id } })).data;
  const params = { instance_id: instance?.id as number };
  await call(publicInstanceRoutes.link, { as, params, body: { client_id: await make.person() } });
  await expect
    .poll(mails)
    .toEqual([
      ...submitted,
      'public_form_linked desk@example.org: Buy here',
      'public_form_linked victim@example.com: \\(not shown\\)',
    ]);
});

test('R70 a name cannot add a line to the head of an email', async () => {
  const { organization, make, form, subjects, notify } = await telling([]);
  await query('update organizations set allow_answers_in_email = true where id = $1', [organization.id]);
  await notify('client_form_created', 'About {{client_first_name}}');
  const client_id = await make.person();
  await query(`update clients set first_name = E'Ana\\r\\nBcc: all@example.org\\u2028X' where id = $1`, [client_id]);
  await make.record(form, { Name: 'x' }, { client_id });
  await expect.poll(subjects).toEqual(['About Ana Bcc: all@example.org X']);
});
