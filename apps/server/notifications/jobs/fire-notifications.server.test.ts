// Long because each event and each rule of who gets what is here.
import { describe, expect, test } from 'vitest';
import { clientFormRoutes } from '#contract/resources/client-forms.ts';
import { clientRoutes } from '#contract/resources/clients.ts';
import { fieldRoutes } from '#contract/resources/fields.ts';
import { formRoutes } from '#contract/resources/forms.ts';
import { impersonationRoutes } from '#contract/resources/impersonations.ts';
import { internalFormRoutes } from '#contract/resources/internal-forms.ts';
import { type NotificationEvent, notificationRoutes } from '#contract/resources/notifications.ts';
import { whyNot } from '#server/notifications/still.ts';
import { startServer } from '#tests/server/harness.ts';
import { allPrivileges } from '#tests/server/people.ts';

const server = await startServer();
const { call, query } = server;

type Row = {
  recipient: string;
  state: string;
  reason: string | null;
  subject: string;
  body: string;
  user_id: number | null;
};

/** An organization with a form of a number and an address, and a person. */
const setting = async (form_type: 'client' | 'internal' = 'client') => {
  const organization = await server.newOrganization();
  const { owner: as } = organization;
  const field = async (name: string, field_type: 'number' | 'email' | 'freeform-short') =>
    (await call(fieldRoutes.create, { as, body: { name, field_type } })).id;
  const [rent, landlord, note] = [
    await field('Rent', 'number'),
    await field('Landlord', 'email'),
    await field('Note', 'freeform-short'),
  ];
  const form_fields = [rent, landlord, note].map((field_id) => ({ field_id, is_required: false }));
  const form = await call(formRoutes.create, { as, body: { name: 'Housing', form_type, form_fields } });
  const client = await call(clientRoutes.create, {
    as,
    body: { first_name: 'Nadia', last_name: 'Orr', dob: '1990-01-31', gender: 'female', ssn_suffix: '1234' },
  });
  const notification = (name: NotificationEvent, more: object = {}) =>
    call(notificationRoutes.create, {
      as,
      params: { form_id: form.id },
      body: {
        name,
        subject_template: 'About {{form_name}}',
        body_template: 'Open {{record_url}}',
        recipients: [{ email: 'desk@example.org', delivery_types: ['email'] }],
        ...more,
      },
    });
  const given = (values: Record<number, unknown>) =>
    Object.entries(values).map(([field_id, value]) => ({ field_id: Number(field_id), value }));
  const record = (values: Record<number, unknown> = {}, by = as) =>
    call(clientFormRoutes.create, {
      as: by,
      params: { client_id: client.id },
      body: { form_id: form.id, answers: given(values) },
    });
  const change = (id: number, values: Record<number, unknown>) =>
    call(clientFormRoutes.update, { as, params: { client_id: client.id, id }, body: { answers: given(values) } });
  const remove = (id: number) => call(clientFormRoutes.remove, { as, params: { client_id: client.id, id } });
  const allowAnswers = () =>
    query('update organizations set allow_answers_in_email = true where id = $1', [organization.id]);
  return {
    organization,
    as,
    form,
    client,
    rent,
    landlord,
    note,
    notification,
    given,
    record,
    change,
    remove,
    allowAnswers,
  };
};

/** The messages of an organization, once all that was fired there is written. */
const messagesOf = async ({ organization: { id } }: { organization: { id: number } }): Promise<Row[]> => {
  await expect
    .poll(async () => {
      await server.drainJobs();
      return query(
        `select 1 from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
            where t.identifier = 'fire_notifications' and (payload ->> 'organization_id')::bigint = $1`,
        [id],
      );
    })
    .toEqual([]);
  return query<Row>('select * from notification_messages where organization_id = $1 order by id', [id]);
};
const states = (rows: Row[]) => rows.map(({ recipient, reason }) => [recipient, reason]);
const over = (field: number, value: number) =>
  JSON.stringify({ and: [{ scope: 'form', conditions: { and: [{ field_name: String(field), op: 'GT', value }] } }] });

describe('R67 R68 an event tells', () => {
  test('nobody when no active notification waits for it', async () => {
    const at = await setting();
    await at.notification('client_form_created', { active: false });
    await at.notification('client_form_deleted');
    await at.record();
    expect(await messagesOf(at)).toEqual([]);
  });

  test('of responses that are recorded, changed and deleted, each by its own', async () => {
    const at = await setting();
    for (const name of ['client_form_created', 'client_form_updated', 'client_form_deleted'] as const)
      await at.notification(name, { subject_template: name });
    const { id } = await at.record();
    await at.change(id, { [at.rent]: 5 });
    await at.remove(id);
    const rows = await messagesOf(at);
    expect(rows.map(({ subject }) => subject).toSorted()).toEqual([
      'client_form_created',
      'client_form_deleted',
      'client_form_updated',
    ]);
    const path = `http://${at.organization.slug}.localhost/organization/clients/${at.client.id}`;
    const bodyOf = (name: string) => rows.find(({ subject }) => subject === name)?.body;
    expect(bodyOf('client_form_deleted')).toBe(`Open <${path}>`);
  });

  test('of records of internal forms', async () => {
    const at = await setting('internal');
    for (const name of ['internal_record_created', 'internal_record_updated', 'internal_record_deleted'] as const)
      await at.notification(name, { subject_template: name });
    const params = { form_id: at.form.id };
    const { id } = await call(internalFormRoutes.createRecord, { as: at.as, params, body: { answers: [] } });
    const one = { as: at.as, params: { ...params, id } };
    await call(internalFormRoutes.updateRecord, { ...one, body: { answers: at.given({ [at.note]: 'x' }) } });
    await call(internalFormRoutes.removeRecord, one);
    expect((await messagesOf(at)).map(({ subject }) => subject).toSorted()).toEqual([
      'internal_record_created',
      'internal_record_deleted',
      'internal_record_updated',
    ]);
  });

  test('of a form that is made inactive and active', async () => {
    const at = await setting();
    await at.notification('form_activated', { subject_template: 'on' });
    await at.notification('form_deactivated', { subject_template: 'off' });
    const params = { id: at.form.id };
    await call(formRoutes.update, { as: at.as, params, body: { active: true } });
    await call(formRoutes.update, { as: at.as, params, body: { active: false } });
    await call(formRoutes.update, { as: at.as, params, body: { active: true } });
    expect((await messagesOf(at)).map(({ subject }) => subject).toSorted()).toEqual(['off', 'on']);
  });

  test('nothing of a save that is refused, nor of a copy', async () => {
    const at = await setting();
    await at.notification('client_form_created');
    const { id } = await at.record();
    await messagesOf(at);
    await call(clientFormRoutes.clone, {
      as: at.as,
      params: { id },
      body: { clients_ids: [at.client.id] },
    });
    await server.send(clientFormRoutes.create, {
      as: at.as,
      params: { client_id: at.client.id },
      body: { form_id: at.form.id, answers: at.given({ [at.rent]: 'no number' }) },
    });
    expect(await messagesOf(at)).toHaveLength(1);
  });
});

describe('R68 conditions', () => {
  test('of a new response hold when it is recorded', async () => {
    const at = await setting();
    await at.notification('client_form_created', { conditions: over(at.rent, 100) });
    await at.record({ [at.rent]: 100 });
    await at.record({ [at.rent]: 101 });
    expect(await messagesOf(at)).toHaveLength(1);
  });

  test('of a change become true', async () => {
    const at = await setting();
    await at.notification('client_form_updated', { conditions: over(at.rent, 100) });
    const { id } = await at.record({ [at.rent]: 150 });
    await at.change(id, { [at.rent]: 200 });
    expect(await messagesOf(at), 'they held before').toEqual([]);
    await at.change(id, { [at.rent]: 50 });
    await at.change(id, { [at.rent]: 120 });
    expect(await messagesOf(at)).toHaveLength(1);
    await at.change(id, { [at.rent]: 50 });
    await at.change(id, { [at.rent]: 120 });
    expect(await messagesOf(at), 'each time').toHaveLength(2);
  });

  test('hold while the scoped answer changes', async () => {
    const at = await setting();
    await at.notification('client_form_updated', { conditions: over(at.rent, 100), scoped_fields: [at.note] });
    const { id } = await at.record({ [at.rent]: 150 });
    await at.change(id, { [at.rent]: 160 });
    expect(await messagesOf(at)).toEqual([]);
    await at.change(id, { [at.note]: 'late' });
    await at.change(id, { [at.note]: 'later' });
    expect(await messagesOf(at)).toHaveLength(2);
    await at.change(id, { [at.rent]: 10, [at.note]: 'never' });
    expect(await messagesOf(at)).toHaveLength(2);
  });

  test('that are none tell of a record once in ten minutes', async () => {
    const at = await setting();
    await at.notification('client_form_updated');
    const [one, other] = [await at.record(), await at.record()];
    for (const value of [1, 2, 3]) await at.change(one.id, { [at.rent]: value });
    await at.change(other.id, { [at.rent]: 1 });
    expect(await messagesOf(at)).toHaveLength(2);
    await query(
      `update notification_messages set created_at = created_at - interval '11 minutes' where organization_id = $1`,
      [at.organization.id],
    );
    await at.change(one.id, { [at.rent]: 4 });
    expect(await messagesOf(at)).toHaveLength(3);
  });

  test('may ask for the person, and hold of nobody else', async () => {
    const at = await setting();
    const named = (value: string) =>
      JSON.stringify({
        and: [{ scope: 'client', conditions: { and: [{ field_name: 'first_name', op: 'EQ', value }] } }],
      });
    await at.notification('client_form_created', { conditions: named('Nadia'), subject_template: 'Her' });
    await at.notification('client_form_created', { conditions: named('Ola'), subject_template: 'Another' });
    await at.record();
    expect((await messagesOf(at)).map(({ subject }) => subject)).toEqual(['Her']);
  });
});

describe('R69 a notification reaches', () => {
  const email = (address: string) => ({ email: address, delivery_types: ['email'] });

  test('each address once, however it is named', async () => {
    const at = await setting();
    const worker = await server.newUser(at.organization, {
      privileges: { clients: ['read'], client_forms: ['read', 'write'], forms: ['use'] },
    });
    await at.notification('client_form_created', {
      recipients: [email('desk@example.org'), email(worker.email)],
      recipient_field_ids: [at.landlord],
      recipient_group_ids: [worker.group_id],
      notify_recorder: true,
    });
    await at.record({ [at.landlord]: 'Desk@Example.org' }, worker);
    await at.record({ [at.landlord]: 'other@example.org' });
    const rows = await messagesOf(at);
    expect(rows.map(({ recipient }) => recipient)).toEqual([
      'desk@example.org',
      worker.email,
      'desk@example.org',
      worker.email,
      at.as.email,
      'other@example.org',
    ]);
    expect(rows[1]?.user_id).toBe(worker.id);
  });

  test('nobody who was archived or refuses mail, and says so', async () => {
    const at = await setting();
    const gone = await server.newUser(at.organization);
    await query('update memberships set archived_at = now() where id = $1', [gone.id]);
    await query(
      `insert into bounced_addresses (organization_id, address, reason) values ($1, 'lost@example.org', 'x')`,
      [at.organization.id],
    );
    await at.notification('client_form_created', { recipients: [email(gone.email), email('lost@example.org')] });
    await at.record();
    expect(states(await messagesOf(at))).toEqual([
      [gone.email, 'This member is archived'],
      ['lost@example.org', 'A mail server refused this address before. Once the address works, send this again.'],
    ]);
  });

  test('fifty at most', async () => {
    const at = await setting();
    const groups = await Promise.all(
      Array.from({ length: 3 }, (_, n) => server.newUser(at.organization, { first_name: `Group ${n}` })),
    );
    await at.notification('client_form_created', {
      recipients: Array.from({ length: 50 }, (_, n) => email(`r${n}@example.org`)),
      recipient_group_ids: groups.map(({ group_id }) => group_id),
    });
    await at.record();
    const rows = await messagesOf(at);
    expect(rows.filter(({ reason }) => reason === null)).toHaveLength(50);
    expect(rows.at(-1)).toMatchObject({ state: 'skipped', reason: 'Only 50 recipients get this email: 3 don’t' });
  });

  test('colleagues who may not read the record with a text without answers', async () => {
    const at = await setting();
    await at.allowAnswers();
    const [blind, reader] = [
      await server.newUser(at.organization, { privileges: { forms: ['read'] } }),
      await server.newUser(at.organization, { privileges: { clients: ['read'], client_forms: ['read'] } }),
    ];
    await at.notification('client_form_created', {
      subject_template: '{{client_first_name}}',
      body_template: '{{form_name}}: {{field:Note}}, {{field:Rent}}',
      recipients: [email(blind.email), email(reader.email), email('outside@example.org')],
    });
    await at.record({ [at.note]: '*Two* <b>cats</b>' });
    expect((await messagesOf(at)).map(({ subject, body }) => [subject, body])).toEqual([
      ['(not shown)', 'Housing: \\(not shown\\), \\(not shown\\)'],
      ['Nadia', 'Housing: \\*Two\\* \\<b\\>cats\\<\\/b\\>, \\(no answer\\)'],
      ['Nadia', 'Housing: \\*Two\\* \\<b\\>cats\\<\\/b\\>, \\(no answer\\)'],
    ]);
  });
});

describe('R70 R71 limits', () => {
  test('are a hundred a day to one address, and those of the organization, whose owner is warned', async () => {
    const at = await setting();
    await query('update organizations set daily_message_limit = 105 where id = $1', [at.organization.id]);
    await query(
      `insert into notification_messages (organization_id, form_id, recipient, subject, body, state)
       select $1, $2, 'desk@example.org', '', '', 'sent' from generate_series(1, 99)`,
      [at.organization.id, at.form.id],
    );
    await at.notification('client_form_created', {
      recipients: Array.from({ length: 6 }, (_, n) => ({ email: `r${n}@example.org`, delivery_types: ['email'] })),
    });
    await at.notification('client_form_deleted');
    const { id } = await at.record();
    await at.remove(id);
    await at.remove((await at.record()).id);
    const rows = (await messagesOf(at)).slice(99);
    expect(rows.filter(({ state }) => state === 'skipped').length).toBeGreaterThan(0);
    const reasons = new Set(rows.map(({ reason }) => reason));
    expect(reasons).toContain('Daily limit of 105 messages of the organization');
    const { text } = await server.mailTo(at.as.email);
    expect(text).toContain('emails today. They can send 105 a day.');
  });

  test('of one address skip what comes beyond', async () => {
    const at = await setting();
    await query(
      `insert into notification_messages (organization_id, form_id, recipient, subject, body, state)
       select $1, $2, 'desk@example.org', '', '', 'sent' from generate_series(1, 100)`,
      [at.organization.id, at.form.id],
    );
    await at.notification('client_form_created');
    await at.record();
    expect((await messagesOf(at)).at(-1)).toMatchObject({ state: 'skipped', reason: 'Daily limit of 100 messages' });
  });
});

test('a firing that runs twice writes nothing twice', async () => {
  const at = await setting();
  await at.notification('client_form_created');
  const { fireNotifications } = await import('./fire-notifications.ts');
  const { id: record_id } = await at.record();
  await messagesOf(at);
  const [{ id } = { id: 0 }] = await query<{ id: number }>(
    'select id from notification_definitions where form_id = $1',
    [at.form.id],
  );
  const payload = {
    organization_id: at.organization.id,
    event_id: crypto.randomUUID(),
    event: 'client_form_created' as const,
    form_id: at.form.id,
    definition_ids: [Number(id)],
    record: { type: 'client_forms' as const, id: record_id },
  };
  const services = { ...server.services, mailer: { send: async () => ({ id: '' }), close: () => {} } };
  await Promise.all([fireNotifications(services, payload), fireNotifications(services, payload)]);
  expect(await messagesOf(at)).toHaveLength(2);
});

describe('R18a a notification tells nobody what its author cannot read', () => {
  const secret = 'walnut';
  /** A person nobody but the owner can read, with a response; and somebody who can write notifications and read forms. */
  const closed = async (privileges: object = {}) => {
    const at = await setting();
    await at.allowAnswers();
    const author = await server.newUser(at.organization, {
      privileges: { forms: ['read'], notification_messages: ['read', 'write'], ...privileges },
    });
    const save = (body: object, id?: number) =>
      id === undefined
        ? server.send(notificationRoutes.create, {
            as: author,
            params: { form_id: at.form.id },
            body: {
              name: 'client_form_created',
              subject_template: 'About {{form_name}}',
              body_template: 'Recorded',
              recipients: [{ email: author.email, delivery_types: ['email'] }],
              ...body,
            },
          })
        : server.send(notificationRoutes.update, { as: author, params: { form_id: at.form.id, id }, body });
    return { ...at, author, save };
  };
  const when = (field: unknown, op: string, value: unknown, scope = 'form') =>
    JSON.stringify({ and: [{ scope, conditions: { and: [{ field_name: String(field), op, value }] } }] });
  const outside = { recipients: [{ email: 'spy@example.com', delivery_types: ['email'] }] };

  test('saving answers, names, conditions, fields and outside addresses is refused to who cannot read them', async () => {
    const at = await closed();
    const drafts = {
      'an outside address': outside,
      'an answer': { body_template: '{{field:Note}}' },
      'a name': { subject_template: '{{client_first_name}}' },
      'a condition on an answer': { conditions: when(at.rent, 'GT', 100) },
      'a condition on the person': { conditions: when('ssn_suffix', 'CONTAINS', '7', 'client') },
      'one field': { scoped_fields: [at.rent] },
      'an answered address': { recipient_field_ids: [at.landlord] },
    };
    for (const [what, body] of Object.entries(drafts)) expect((await at.save(body)).status, what).toBe(403);
    const plain = await at.save({});
    expect(plain.status, 'members alone, who are asked one by one').toBe(201);
    for (const [what, body] of Object.entries(drafts))
      expect((await at.save(body, plain.body.id)).status, `${what}, added later`).toBe(403);
    const mine = await at.notification('client_form_created', { body_template: '{{field:Note}}' });
    expect((await at.save({ active: true }, mine.id)).status, 'what somebody else wrote').toBe(403);
  });

  test('one who can read people and responses saves them, but for a restricted form', async () => {
    const at = await closed({ clients: ['read'], client_forms: ['read'] });
    const body = { ...outside, body_template: '{{field:Note}}', conditions: when(at.rent, 'GT', 100) };
    expect((await at.save(body)).status).toBe(201);
    await query('update forms set restricted = true where id = $1', [at.form.id]);
    expect((await at.save(body)).status).toBe(403);
  });

  test('nothing is sent once the author lost access, and only readers learn that something was due', async () => {
    const at = await closed({ clients: ['read'], client_forms: ['read'] });
    expect((await at.save({ ...outside, body_template: '{{field:Note}}' })).status).toBe(201);
    await at.record({ [at.note]: 'seen' });
    expect(await messagesOf(at)).toMatchObject([{ recipient: 'spy@example.com', body: 'seen' }]);
    await query(
      `update permission_groups set privileges = privileges - 'clients' where organization_id = $1 and id = $2`,
      [at.organization.id, at.author.group_id],
    );
    await at.record({ [at.note]: secret });
    const all = await messagesOf(at);
    expect(all.map(({ state, reason }) => [state, reason])).toContainEqual([
      'skipped',
      'The author of this notification no longer has access to this record',
    ]);
    expect(JSON.stringify(all)).not.toContain(secret);
    const params = { form_id: at.form.id, page: 1 };
    const history = await call(notificationRoutes.messages, { as: at.author, params, query: {} });
    expect(history.metadata.total_count).toBe(1);
    expect(history.data).toMatchObject([
      { subject: '', body: '', record_id: null, is_withheld: true, notifiable: { email: '' } },
    ]);
    expect((await call(notificationRoutes.messages, { as: at.as, params, query: {} })).metadata.total_count).toBe(2);
  });

  test('nobody saves one in another’s place, but for one that tells nothing', async () => {
    const at = await closed({ clients: ['read'], client_forms: ['read'] });
    const actor = await server.newUser(at.organization, { role: 'orgadmin', privileges: allPrivileges });
    await call(impersonationRoutes.startInOrganization, { as: actor, body: { user_id: at.author.id } });
    const params = { form_id: at.form.id };
    const body = { name: 'client_form_created', subject_template: 'New', body_template: 'Recorded' };
    const saved = (more: object) =>
      server.send(notificationRoutes.create, { as: actor, params, body: { ...body, ...more } });
    expect((await saved(outside)).status).toBe(403);
    expect((await saved({})).status).toBe(201);
  });

  test('an archived author’s notifications end', async () => {
    const at = await closed({ clients: ['read'], client_forms: ['read'] });
    expect((await at.save(outside)).status).toBe(201);
    await query('update memberships set archived_at = now() where organization_id = $1 and id = $2', [
      at.organization.id,
      at.author.id,
    ]);
    await at.record();
    expect(await messagesOf(at)).toMatchObject([{ state: 'skipped', recipient: '' }]);
  });

  test.each(['is there still', 'was deleted', 'was saved by somebody else'])(
    'a message that waited is not sent once its author lost access, where its notification %s',
    async (meanwhile) => {
      const at = await closed({ clients: ['read'], client_forms: ['read'] });
      const { body: notification } = await at.save(outside);
      await at.record();
      await messagesOf(at);
      await query(
        `update notification_messages set state = 'queued', attempts = 0, due_at = now() where organization_id = $1`,
        [at.organization.id],
      );
      await query(`update permission_groups set privileges = '{}' where organization_id = $1 and id = $2`, [
        at.organization.id,
        at.author.group_id,
      ]);
      const one = { as: at.as, params: { form_id: at.form.id, id: notification.id } };
      if (meanwhile === 'was deleted') await call(notificationRoutes.remove, one);
      if (meanwhile === 'was saved by somebody else')
        await call(notificationRoutes.update, { ...one, body: { subject_template: 'Another one' } });
      const [message] = await query<Parameters<typeof whyNot>[1]>(
        'select * from notification_messages where organization_id = $1',
        [at.organization.id],
      );
      const reason = await server.services.database.inOrganization({ organization_id: at.organization.id }, (tx) =>
        whyNot(tx, message as Parameters<typeof whyNot>[1]),
      );
      expect(reason).toBe('The author of this notification no longer has access to this record');
    },
  );
});
