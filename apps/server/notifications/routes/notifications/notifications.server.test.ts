// Long because each part of a notification is here with what is wrong with it.
import { describe, expect, test } from 'vitest';
import type { EntityPrivileges } from '#contract/kit/privileges.ts';
import { fieldRoutes } from '#contract/resources/fields.ts';
import { formRoutes } from '#contract/resources/forms.ts';
import { notificationRoutes } from '#contract/resources/notifications.ts';
import { recordRoutes } from '#contract/resources/records.ts';
import { startServer } from '#tests/server/harness.ts';
import type { TestOrganization, TestUser } from '#tests/server/people.ts';

const server = await startServer();
const { call, query, send } = server;

const newField = async ({ owner: as }: TestOrganization, name: string, field_type: 'email' | 'number') =>
  (await call(fieldRoutes.create, { as, body: { name, field_type } })).id;

const newForm = async (organization: TestOrganization, form_type: 'client' | 'internal' = 'client') => {
  const [address, rent] = [
    await newField(organization, 'Landlord’s email', 'email'),
    await newField(organization, 'Rent', 'number'),
  ];
  const form_fields = [address, rent].map((field_id) => ({ field_id, is_required: false }));
  const body = { name: 'Housing', form_type, form_fields };
  const { id } = await call(formRoutes.create, { as: organization.owner, body });
  return { id, address, rent };
};

const one = async (form_type?: 'client' | 'internal') => {
  const organization = await server.newOrganization();
  return { organization, as: organization.owner, form: await newForm(organization, form_type) };
};

const draft = {
  name: 'client_form_created',
  subject_template: '{{form_name}} was filled in',
  body_template: 'Open it: {{record_url}}',
} as const;

const conditionOn = (field_name: unknown, scope = 'form') =>
  JSON.stringify({ and: [{ scope, conditions: { or: [{ field_name: String(field_name), op: 'GT', value: 100 }] } }] });

const holding = (organization: TestOrganization, notification_messages: EntityPrivileges['forms'] & object) =>
  server.newUser(organization, { privileges: { forms: ['read'], notification_messages } });

describe('notifications of a form', () => {
  /** What each call answers somebody, on a form that has one notification. */
  const statuses = async (as: TestUser, form_id: number, id: number) => {
    const params = { form_id, id, page: 1 };
    const asked = {
      list: await send(notificationRoutes.list, { as, params }),
      show: await send(notificationRoutes.show, { as, params }),
      metadata: await send(notificationRoutes.metadata, { as, params }),
      messages: await send(notificationRoutes.messages, { as, params }),
      users: await send(notificationRoutes.users, { as, params }),
      create: await send(notificationRoutes.create, { as, params, body: draft }),
      update: await send(notificationRoutes.update, { as, params, body: {} }),
      remove: await send(notificationRoutes.remove, { as, params }),
    };
    return Object.fromEntries(Object.entries(asked).map(([name, { status }]) => [name, status]));
  };
  const read = { list: 200, show: 200, metadata: 200, messages: 200 };
  const refused = {
    list: 403,
    show: 403,
    metadata: 403,
    messages: 403,
    users: 403,
    create: 403,
    update: 403,
    remove: 403,
  };

  test('are for who holds the privilege, and their history for who may use them too', async () => {
    const { organization, as, form } = await one();
    const { id } = await call(notificationRoutes.create, { as, params: { form_id: form.id }, body: draft });
    const asked = async (...actions: EntityPrivileges['forms'] & object) =>
      statuses(await holding(organization, actions), form.id, id);
    expect(await asked()).toEqual(refused);
    expect(await asked('use')).toEqual({ ...refused, messages: 200 });
    expect(await asked('read')).toEqual({ ...refused, ...read });
    expect(await asked('write')).toEqual({ ...read, users: 200, create: 201, update: 200, remove: 403 });
    expect(await asked('remove')).toEqual({ ...refused, ...read, remove: 204 });
  });

  test('tell what is wrong with their lines and with their placeholders in one answer', async () => {
    const { as, form } = await one();
    const params = { form_id: form.id };
    const { id } = await call(notificationRoutes.create, { as, params, body: draft });
    const body = { ...draft, subject_template: 'Two\nlines', body_template: '{{nobody_knows}}', scoped_fields: [999] };
    const paths = ['body_template', 'scoped_fields.0', 'subject_template'];
    const created = await send(notificationRoutes.create, { as, params, body });
    const changed = await send(notificationRoutes.update, { as, params: { ...params, id }, body });
    for (const { status, errors } of [created, changed])
      expect([status, Object.keys(errors).toSorted()]).toEqual([422, paths]);
  });

  test('are not there for who may not read the form, nor under another form', async () => {
    const { organization, as, form } = await one();
    const { id } = await call(notificationRoutes.create, { as, params: { form_id: form.id }, body: draft });
    const user = await server.newUser(organization, {
      privileges: { notification_messages: ['read', 'write', 'remove', 'use'], forms: ['use'] },
    });
    const other = await newForm(organization);
    expect(new Set(Object.values(await statuses(user, form.id, id)))).toEqual(new Set([404]));
    const elsewhere = await statuses(organization.owner, other.id, id);
    expect(elsewhere).toMatchObject({ list: 200, show: 404, update: 404, remove: 404 });
    const { data } = await call(notificationRoutes.list, { as, params: { form_id: form.id } });
    expect(data.map((each) => each.id)).toEqual([id]);
  });

  test('FO-98 keep what was sent, and change only what a PUT carries', async () => {
    const { as, form } = await one();
    const sent = {
      ...draft,
      conditions: conditionOn(form.rent),
      recipients: [{ name: 'Dana', email: 'Dana@Example.ORG', phone: null, delivery_types: ['email' as const] }],
      recipient_field_ids: [form.address],
      scoped_fields: [form.rent],
    };
    const params = { form_id: form.id };
    const saved = await call(notificationRoutes.create, { as, params, body: sent });
    expect(saved).toMatchObject({
      ...sent,
      recipients: [{ ...sent.recipients[0], email: 'dana@example.org' }],
      conditions: expect.any(String),
      owner_id: form.id,
      owner_type: 'forms',
      active: true,
      lock_version: 1,
    });
    expect(JSON.parse(saved.conditions as string)).toEqual(JSON.parse(sent.conditions));
    expect(await call(notificationRoutes.show, { as, params: { ...params, id: saved.id } })).toEqual(saved);
    const changed = await call(notificationRoutes.update, {
      as,
      params: { ...params, id: saved.id },
      body: { active: false, conditions: null, lock_version: 1 },
    });
    expect(changed).toEqual({
      ...saved,
      active: false,
      conditions: null,
      lock_version: 2,
      updated_at: changed.updated_at,
    });
    const stale = { active: true, lock_version: 1 };
    expect(
      (await send(notificationRoutes.update, { as, params: { ...params, id: saved.id }, body: stale })).status,
    ).toBe(409);
    const bare = await call(notificationRoutes.create, { as, params, body: draft });
    expect(bare).toMatchObject({ conditions: null, recipients: [], recipient_field_ids: [], scoped_fields: [] });
  });

  test('have plain underscores, whatever the editor made of them', async () => {
    const { as, form } = await one();
    const body = { ...draft, subject_template: '{{form\\_name}} a\\_b', body_template: '{{record\\_url}} \\*' };
    expect(await call(notificationRoutes.create, { as, params: { form_id: form.id }, body })).toMatchObject({
      subject_template: '{{form_name}} a_b',
      body_template: '{{record_url}} \\*',
    });
  });

  test('do not stand in the history of their form for who may not read them', async () => {
    const { organization, as, form } = await one();
    const params = { record_type: 'forms', record_id: form.id } as const;
    const { id } = await call(notificationRoutes.create, {
      as,
      params: { form_id: form.id },
      body: { ...draft, recipients: [{ email: 'hidden@example.org', delivery_types: ['email'] }] },
    });
    const later = { ...draft, subject_template: 'Shelter address' };
    await call(notificationRoutes.update, { as, params: { form_id: form.id, id }, body: later });
    await call(notificationRoutes.remove, { as, params: { form_id: form.id, id } });
    const told = async (who: TestUser) =>
      JSON.stringify(await call(recordRoutes.versions, { as: who, params, query: { history: 'true' } }));
    const reader = await server.newUser(organization, { privileges: { forms: ['read', 'write'] } });
    expect(await told(reader)).not.toMatch(/notification|hidden@example|Shelter address|record_url/);
    expect(await told(reader), 'the rest of it is there').toContain('Housing');
    for (const who of [as, await holding(organization, ['read'])])
      for (const word of ['hidden@example.org', 'Shelter address']) expect(await told(who)).toContain(word);
  });

  test('stand in the history of their form', async () => {
    const { as, form } = await one();
    await call(notificationRoutes.create, { as, params: { form_id: form.id }, body: draft });
    const params = { record_type: 'forms' as const, record_id: form.id };
    const { history } = await call(recordRoutes.versions, { as, params, query: { history: 'true' } });
    expect(JSON.stringify(history[0]?.change)).toContain(draft.subject_template);
  });
});

describe('a notification is refused', () => {
  const errorsOf = async (body: object, form_type?: 'client' | 'internal') => {
    const { as, form } = await one(form_type);
    const reply = await send(notificationRoutes.create, {
      as,
      params: { form_id: form.id },
      body: { ...draft, ...body },
    });
    return [reply.status, reply.errors];
  };
  const personal =
    'This organization doesn’t allow answers and names in emails. Use the form’s name, the person’s ID or the link.';
  const person = (email: string) => ({ email, delivery_types: ['email'] });

  test.each([
    [{ name: 'form_printed' }, { name: ['Choose an event'] }],
    [{ name: 'internal_record_created' }, { name: ['Choose an event for this kind of form'] }],
    [{ subject_template: '' }, { subject_template: ['Enter subject template'] }],
    [{ subject_template: 'One\nTwo' }, { subject_template: ['Write the subject on one line'] }],
    [{ subject_template: 'x'.repeat(151) }, { subject_template: ['Use at most 150 characters'] }],
    [{ subject_template: '{{name}}' }, { subject_template: ['Unknown placeholder {{name}}'] }],
    [{ body_template: 'Rent {{field:Wages}}' }, { body_template: ['Unknown placeholder {{field:Wages}}'] }],
    [{ body_template: 'Rent {{field:Rent}}' }, { body_template: [personal] }],
    [{ subject_template: 'For {{client_first_name}}' }, { subject_template: [personal] }],
    [{ conditions: '{"and":' }, { conditions: ['Write the condition as {and: [{scope, conditions}]} or {or: […]}'] }],
    [{ conditions: '[]' }, { conditions: ['Write the condition as {and: [{scope, conditions}]} or {or: […]}'] }],
    [
      { conditions: conditionOn(999_999) },
      {
        'conditions.and.0.conditions.or.0.field_name': ['This condition uses a field that isn’t on this form'],
      },
    ],
    [
      { conditions: conditionOn('shoe_size', 'client') },
      {
        'conditions.and.0.conditions.or.0.field_name': ['Choose another value to compare: the client has no shoe_size'],
      },
    ],
    [
      { recipients: [person('a@example.org'), person('A@EXAMPLE.org')] },
      { 'recipients.1.email': ['This address is already in the list. Remove it.'] },
    ],
    [{ recipients: [person('nobody')] }, { 'recipients.0.email': ['Enter an e-mail address like name@example.org'] }],
    [{ recipient_field_ids: [999_999] }, { 'recipient_field_ids.0': ['Choose an email field of this form'] }],
    [{ scoped_fields: [999_999] }, { 'scoped_fields.0': ['Choose a field of this form'] }],
    [{ scoped_fields: [1, 2] }, { scoped_fields: ['Choose at most one field'] }],
  ])('with %j', async (body, errors) => {
    expect(await errorsOf(body)).toEqual([422, errors]);
  });

  test('with the events and the person of client forms on an internal one', async () => {
    expect(await errorsOf({}, 'internal')).toEqual([422, { name: ['Choose an event for this kind of form'] }]);
    const body = { name: 'internal_record_created', body_template: '{{client_id}}' };
    expect(await errorsOf(body, 'internal')).toEqual([422, { body_template: ['Unknown placeholder {{client_id}}'] }]);
    expect((await errorsOf({ name: 'internal_record_created' }, 'internal'))[0]).toBe(201);
  });

  test('with a field as the recipient that holds no addresses', async () => {
    const { as, form } = await one();
    const body = { ...draft, recipient_field_ids: [form.rent] };
    const reply = await send(notificationRoutes.create, { as, params: { form_id: form.id }, body });
    expect(reply.errors).toEqual({ 'recipient_field_ids.0': ['Choose an email field of this form'] });
  });
});

describe('the words for notifications', () => {
  test.each([
    ['client', 'client_form_created', ['form_name', 'record_url', 'completed_at', 'organization_name', 'client_id']],
    ['internal', 'internal_record_created', ['form_name', 'record_url', 'completed_at', 'organization_name']],
  ] as const)('FO-99 of %s forms', async (form_type, first, placeholders) => {
    const { as, form } = await one(form_type);
    const metadata = await call(notificationRoutes.metadata, { as, params: { form_id: form.id } });
    expect(metadata.events[0]?.name).toBe(first);
    expect(metadata.events.every(({ label }) => label.length > 5)).toBe(true);
    expect(metadata.placeholders.map(({ name }) => name)).toEqual(placeholders);
    expect(metadata.answers_allowed).toBe(false);
  });
});

describe('members to be recipients', () => {
  test('FO-99 are the active ones, found by name or address, twenty at most', async () => {
    const { organization, as, form } = await one();
    const zoe = await server.newUser(organization, { first_name: 'Zoë', last_name: 'Quill' });
    const gone = await server.newUser(organization, { first_name: 'Zoë', last_name: 'Gone' });
    await query('update memberships set archived_at = now() where id = $1', [gone.id]);
    const found = async (text: string) =>
      (await call(notificationRoutes.users, { as, params: { form_id: form.id }, query: { query: text } })).data;
    const told = { id: zoe.id, name: 'Zoë Quill', email: zoe.email };
    expect(await found('quill ZOE')).toEqual([told]);
    expect(await found(zoe.email.toUpperCase())).toEqual([told]);
    expect(await found('%')).toEqual([]);
    for (let n = 0; n < 21; n++) await server.newUser(organization, { first_name: 'Many', last_name: `Member ${n}` });
    expect(await found('')).toHaveLength(20);
  });
});

describe('the emails that were sent', () => {
  test('FO-97 FO-99 come a page at a time, the newest first, of this form alone', async () => {
    const { organization, as, form } = await one();
    const other = await newForm(organization);
    await query(
      `insert into notification_messages (organization_id, form_id, recipient, subject, body, state, reason, attempts)
       select $1, f, 'mail' || n || '@example.org', 'Subject ' || n, 'Body', 'failed', 'Refused', 6
         from generate_series(1, 30) n, unnest($2::bigint[]) f order by n`,
      [organization.id, [form.id, other.id]],
    );
    const page = (number: number, page_size?: number) =>
      call(notificationRoutes.messages, {
        as,
        params: { form_id: form.id, page: number },
        query: page_size ? { page_size: String(page_size) } : {},
      });
    const { data, metadata } = await page(1);
    expect(metadata).toEqual({ page: 1, page_size: 25, total_count: 30, total_pages: 2 });
    expect(data[0]).toMatchObject({
      id: expect.any(Number),
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      subject: 'Subject 30',
      body: 'Body',
      notifiable: { email: 'mail30@example.org' },
      state: 'failed',
      reason: 'Refused',
      attempts: 6,
    });
    expect((await page(2)).data.map(({ subject }) => subject)).toEqual([5, 4, 3, 2, 1].map((n) => `Subject ${n}`));
    expect((await page(3, 10)).data.at(-1)?.subject).toBe('Subject 1');
  });
});
