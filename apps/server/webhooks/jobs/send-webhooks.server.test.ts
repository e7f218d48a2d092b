// Over 300 lines: what a webhook tells and how it fails, each against a real server.
import { createHmac } from 'node:crypto';
import type { RequestListener, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, test } from 'vitest';
import { clientFormRoutes } from '#contract/resources/client-forms.ts';
import { clientRoutes } from '#contract/resources/clients.ts';
import { consentRoutes } from '#contract/resources/consents.ts';
import { fieldRoutes } from '#contract/resources/fields.ts';
import { formRoutes } from '#contract/resources/forms.ts';
import { impersonationRoutes } from '#contract/resources/impersonations.ts';
import { noticeRoutes } from '#contract/resources/notices.ts';
import { type WebhookEvent, type WebhookMessage, webhookEvents, webhookRoutes } from '#contract/resources/webhooks.ts';
import { openMailer } from '#server/kit/mail/mailer.ts';
import type { AllowedOrigin } from '#server/kit/outgoing/allowed-origins.ts';
import { startEndpoint } from '#tests/server/endpoint.ts';
import { startServer } from '#tests/server/harness.ts';
import { allPrivileges } from '#tests/server/people.ts';
import { findDueWebhooks, sendWebhooks } from './send-webhooks.ts';

/** The receivers of these tests are on loopback, which the operator has to allow. */
const webhookHosts: AllowedOrigin[] = [];
const server = await startServer({ config: { webhookHosts } });
const { call, send, query } = server;
const mailer = openMailer(server.services.config);
afterAll(() => mailer.close());

const person = (first_name: string) =>
  ({ first_name, last_name: 'Ruiz', dob: '1990-01-02', gender: 'female', ssn_suffix: '0123' }) as const;

type Received = { message: WebhookMessage; body: string; headers: Record<string, string> };

/** Somebody's server that keeps what it is told, and answers as told: by a status unless it answers itself. */
const receiver = async (answer: (response: ServerResponse, received: Received) => number | null = () => 204) => {
  const received: Received[] = [];
  const respond: RequestListener = async (request, response) => {
    const body = await text(request);
    const one = { body, message: JSON.parse(body), headers: request.headers as Record<string, string> };
    received.push(one);
    const status = answer(response, one);
    if (status !== null) response.writeHead(status).end();
  };
  const { origin } = await startEndpoint(respond);
  webhookHosts.push({ origin, isTrusted: true });
  return { received, url: `${origin}/hooks` };
};

type Stored = {
  id: number;
  event: string;
  state: string;
  reason: string | null;
  status: number | null;
  attempts: number;
  message_id: string;
  due_in: number;
};

/** An organization with API access and a webhook, which is told of what a group may read. */
const setting = async ({
  url,
  events = [...webhookEvents],
  privileges = allPrivileges,
}: {
  url: string;
  events?: WebhookEvent[];
  privileges?: typeof allPrivileges;
}) => {
  const organization = await server.newOrganization();
  const { owner: as, id: organization_id } = organization;
  await query('update organizations set api_access_enabled = true where id = $1', [organization_id]);
  const { group_id } = await server.newUser(organization, { privileges });
  const body = { name: 'Warehouse', url, events, permission_group_id: group_id as number };
  const hook = await call(webhookRoutes.create, { as, body });
  return {
    organization,
    organization_id,
    as,
    hook,
    secret: hook.secret as string,
    sending: (time?: number) =>
      sendWebhooks(
        { ...server.services, mailer },
        { organization_id },
        { unit: '1 millisecond', ...(time ? { time } : {}) },
      ),
    stored: () =>
      query<Stored>(
        `select id, event, state, reason, status, attempts, message_id, extract(epoch from due_at - now())::float8 as due_in
           from webhook_deliveries where organization_id = $1 order by id`,
        [organization_id],
      ),
    due: () => query('update webhook_deliveries set due_at = now() where organization_id = $1', [organization_id]),
    awake: () => query('update webhooks set rests_until = null where organization_id = $1', [organization_id]),
  };
};
type Setting = Awaited<ReturnType<typeof setting>>;

const addPerson = ({ as }: Setting, name = 'Nadia') => call(clientRoutes.create, { as, body: person(name) });
const addForm = async ({ as }: Setting) => {
  const field = await call(fieldRoutes.create, { as, body: { name: 'Note', field_type: 'freeform-short' } });
  const form_fields = [{ field_id: field.id, is_required: false }];
  const form = await call(formRoutes.create, { as, body: { name: 'Intake', form_fields } });
  return { form, field };
};

/** By hand, as a receiver has it from the documentation. */
const signed = (secret: string, { headers, body }: Received) => {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  return `v1,${createHmac('sha256', key).update(content).digest('base64')}`;
};

describe('what is told', () => {
  test('is which record and what happened, and nothing of whom it is about', async () => {
    const to = await receiver();
    const at = await setting({ url: to.url });
    const { form, field } = await addForm(at);
    const client = await addPerson(at);
    const { as, organization } = at;
    await call(clientRoutes.update, { as, params: { id: client.id }, body: { middle_name: 'Zenobia' } });
    const answers = [{ field_id: field.id, value: 'She slept well' }];
    const made = await call(clientFormRoutes.create, {
      as,
      params: { client_id: client.id },
      body: { form_id: form.id, answers },
    });
    const params = { client_id: client.id, id: made.id };
    await call(clientFormRoutes.update, { as, params, body: { answers: [{ field_id: field.id, value: 'Better' }] } });
    await at.sending();
    await call(clientFormRoutes.remove, { as, params });
    await at.sending();
    await call(clientRoutes.remove, { as, params: { id: client.id } });
    await at.sending();

    const base = `http://${organization.slug}.localhost/api/organization/${organization.slug}/clients/${client.id}`;
    const ofPerson = { type: 'clients', id: client.id, form_id: null, client_id: null, api_credential_id: null };
    const ofResponse = {
      type: 'client_forms',
      id: made.id,
      form_id: form.id,
      client_id: client.id,
      api_credential_id: null,
    };
    const showing = `${base}/client_forms/${made.id}`;
    expect(to.received.map(({ message: { type, data } }) => [type, data])).toEqual([
      ['client_created', { ...ofPerson, lock_version: 1, url: base }],
      ['client_updated', { ...ofPerson, lock_version: 2, url: base }],
      ['client_form_created', { ...ofResponse, lock_version: 1, url: showing }],
      ['client_form_updated', { ...ofResponse, lock_version: 2, url: showing }],
      ['client_form_deleted', { ...ofResponse, lock_version: 2, url: null }],
      ['client_archived', { ...ofPerson, lock_version: 3, url: null }],
    ]);
    expect(to.received.every(({ message }) => message.organization === organization.slug)).toBe(true);
    const all = to.received.map(({ body }) => body).join();
    expect(all).not.toMatch(/Nadia|Ruiz|Zenobia|1990-01|\b0123\b|slept|Better|Intake|Note/);
  });

  test('is signed, with a time and an id that stays the same', async () => {
    const to = await receiver();
    const at = await setting({ url: to.url });
    await addPerson(at);
    await at.sending();
    const [one] = to.received as [Received];
    const [delivery] = await at.stored();
    expect(one.headers['webhook-id']).toBe(delivery?.message_id);
    expect(Math.abs(Number(one.headers['webhook-timestamp']) - Date.now() / 1000)).toBeLessThan(60);
    expect(one.headers['webhook-signature']).toBe(signed(at.secret, one));
    expect(one.headers['content-type']).toBe('application/json');
    expect(Object.keys(one.headers).filter((name) => /auth|cookie/.test(name))).toEqual([]);
  });

  test('leaves a save that changes nothing for webhooks alone, and one that is refused', async () => {
    const to = await receiver();
    const at = await setting({ url: to.url, events: ['client_form_created'] });
    await addPerson(at);
    const wrong = { ...person('Ana'), dob: '2999-01-01' };
    expect((await send(clientRoutes.create, { as: at.as, body: wrong })).status).toBe(422);
    expect(await at.stored()).toEqual([]);
    const { id, lock_version } = at.hook;
    await call(webhookRoutes.update, { as: at.as, params: { id }, body: { events: ['client_created'], lock_version } });
    expect((await send(clientRoutes.create, { as: at.as, body: wrong })).status).toBe(422);
    expect(await at.stored()).toEqual([]);
    const headers = { 'idempotency-key': 'once' };
    for (const _ of [1, 2]) await call(clientRoutes.create, { as: at.as, body: person('Ana'), headers });
    expect(await at.stored()).toHaveLength(1);
  });

  test('is no more than the permission group may read at that moment, restricted forms included', async () => {
    const to = await receiver();
    const at = await setting({ url: to.url, privileges: { clients: ['read'], client_forms: ['read'] } });
    const narrow = await setting({ url: to.url, privileges: { client_forms: ['read'] } });
    await addPerson(narrow);
    await narrow.sending();
    expect(await narrow.stored()).toMatchObject([
      { state: 'skipped', reason: 'The webhook’s permission group can’t view this record' },
    ]);
    const history = await call(webhookRoutes.deliveries, { as: narrow.as, params: { id: narrow.hook.id, page: 1 } });
    expect(history.data).toMatchObject([{ state: 'skipped', record_id: null }]);

    const { form } = await addForm(at);
    const client = await addPerson(at);
    await query('update forms set restricted = true where id = $1', [form.id]);
    const made = await call(clientFormRoutes.create, {
      as: at.as,
      params: { client_id: client.id },
      body: { form_id: form.id, answers: [] },
    });
    await call(clientFormRoutes.remove, { as: at.as, params: { client_id: client.id, id: made.id } });
    await at.sending();
    expect(to.received.map(({ message }) => message.type)).toEqual(['client_created']);
    expect((await at.stored()).map(({ state }) => state)).toEqual(['sent', 'skipped', 'skipped']);
  });

  test('is nothing of who has not agreed to what programs learn, where that is required', async () => {
    const to = await receiver();
    const at = await setting({ url: to.url });
    await query(`update organizations set consent_required = '{api}' where id = $1`, [at.organization_id]);
    const { id } = await addPerson(at);
    await addPerson(at, 'Bea');
    const consent = { purposes: ['api' as const], given_by: 'person' as const };
    await call(consentRoutes.create, { as: at.as, params: { client_id: id }, body: consent });
    await at.sending();
    expect(to.received.map(({ message }) => message.data?.id)).toEqual([id]);
    expect((await at.stored()).map(({ state }) => state)).toEqual(['sent', 'skipped']);
  });

  test('is nothing while the organization is suspended, or without API access, and nothing to who was switched off', async () => {
    const to = await receiver();
    const at = await setting({ url: to.url });
    await addPerson(at);
    await query("update organizations set suspended_at = now(), suspended_reason = 'Unpaid' where id = $1", [
      at.organization_id,
    ]);
    await at.sending();
    await query(
      'update organizations set suspended_at = null, suspended_reason = null, api_access_enabled = false where id = $1',
      [at.organization_id],
    );
    await at.sending();
    expect(to.received).toEqual([]);
    await query('update organizations set api_access_enabled = true where id = $1', [at.organization_id]);
    const { id } = at.hook;
    await call(webhookRoutes.update, { as: at.as, params: { id }, body: { active: false } });
    await addPerson(at);
    await at.sending();
    expect(to.received).toEqual([]);
    expect(await at.stored()).toMatchObject([{ state: 'failed', reason: 'The webhook was turned off' }]);
  });
});

describe('a delivery that does not arrive', () => {
  test('is tried after 1, 5, 30, 120 and 720 minutes, under the same id, and has failed then', async () => {
    const to = await receiver(() => 500);
    const at = await setting({ url: to.url });
    await addPerson(at);
    const delays: number[] = [];
    for (let attempt = 0; attempt < 6; attempt++) {
      await sendWebhooks({ ...server.services, mailer }, { organization_id: at.organization_id });
      const [one] = await at.stored();
      if (one?.state === 'queued') delays.push(Math.round(one.due_in / 60));
      await at.due();
      await at.awake();
    }
    expect(delays).toEqual([1, 5, 30, 120, 720]);
    expect(await at.stored()).toMatchObject([
      { state: 'failed', attempts: 6, status: 500, reason: 'The server answered with the status 500' },
    ]);
    expect(new Set(to.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(new Set(to.received.map(({ body }) => body)).size).toBe(1);
  });

  test('arrives once the server is well, and what waited behind it was not tried in vain', async () => {
    let isWell = false;
    const to = await receiver(() => (isWell ? 200 : 503));
    const at = await setting({ url: to.url });
    for (const name of ['Ana', 'Bea', 'Cleo']) await addPerson(at, name);
    await sendWebhooks({ ...server.services, mailer }, { organization_id: at.organization_id });
    await sendWebhooks({ ...server.services, mailer }, { organization_id: at.organization_id });
    expect(to.received).toHaveLength(1);
    const listed = await call(webhookRoutes.list, { as: at.as });
    expect(listed.data[0]?.failing_since).not.toBeNull();
    isWell = true;
    await at.due();
    await at.awake();
    await at.sending();
    expect((await at.stored()).map(({ state }) => state)).toEqual(['sent', 'sent', 'sent']);
    expect((await call(webhookRoutes.list, { as: at.as })).data[0]?.failing_since).toBeNull();
  });

  test('because it would lead on: nothing follows there', async () => {
    const other = await receiver();
    const to = await receiver((response) => {
      response.writeHead(307, { location: other.url }).end();
      return null;
    });
    const at = await setting({ url: to.url });
    await addPerson(at);
    await at.sending();
    expect(await at.stored()).toMatchObject([{ status: 307, reason: 'The server redirected to another address' }]);
    expect(other.received).toEqual([]);
  });

  test('because the server takes too long, or breaks off', async () => {
    const silent = await receiver(() => null);
    const at = await setting({ url: silent.url });
    await addPerson(at);
    await at.sending(200);
    expect(await at.stored()).toMatchObject([
      { state: 'queued', status: null, reason: 'The server took longer than 0.2 seconds' },
    ]);
    await query('update webhooks set active = false where organization_id = $1', [at.organization_id]);
    const rude = await receiver((response) => {
      response.destroy();
      return null;
    });
    const other = await setting({ url: rude.url });
    await addPerson(other);
    await other.sending();
    expect(await other.stored()).toMatchObject([{ status: null, reason: 'The server could not be reached' }]);
  });

  test.each([
    ['one that is inside the network', 'https://127.0.0.1/hooks'],
    ['one that is mapped into IPv6', 'https://[::ffff:10.0.0.1]/hooks'],
    ['one as a number', 'https://2130706433/hooks'],
    ['where clouds answer their machines', 'https://169.254.169.254/latest/meta-data'],
    ['a name that leads there', 'https://localhost/hooks'],
  ])('because its address is %s, whoever wrote it down', async (_, url) => {
    const at = await setting({ url: 'https://example.org/hooks' });
    await query('update webhooks set url = $2 where organization_id = $1', [at.organization_id, url]);
    await addPerson(at);
    await at.sending();
    expect(await at.stored()).toMatchObject([
      { status: null, reason: 'The server’s address isn’t on the public internet' },
    ]);
  });

  test('because it is not encrypted, outside of what the operator allows', async () => {
    const at = await setting({ url: 'https://example.org/hooks' });
    await query('update webhooks set url = $2 where organization_id = $1', [at.organization_id, 'http://example.org/']);
    await addPerson(at);
    await at.sending();
    expect(await at.stored()).toMatchObject([{ status: null, reason: 'The address must start with https://' }]);
  });
});

describe('a webhook whose author', () => {
  const byAdministrator = async (url: string) => {
    const at = await setting({ url });
    const admin = await server.newUser(at.organization, { role: 'orgadmin', privileges: allPrivileges });
    await call(webhookRoutes.update, { as: admin, params: { id: at.hook.id }, body: { name: 'Mine' } });
    return { ...at, admin };
  };
  type At = Awaited<ReturnType<typeof byAdministrator>>;
  const hookOf = async ({ as, hook }: At) =>
    (await call(webhookRoutes.list, { as })).data.find(({ id }) => id === hook.id);

  test.each<[string, (at: At) => Promise<unknown>]>([
    [
      'lost a privilege',
      ({ admin }) => query(`update permission_groups set privileges = '{}' where id = $1`, [admin.group_id]),
    ],
    [
      'is no administrator any more',
      ({ admin }) => query(`update memberships set role = 'orguser' where id = $1`, [admin.id]),
    ],
    ['was archived', ({ admin }) => query('update memberships set archived_at = now() where id = $1', [admin.id])],
  ])('%s is switched off, and told to the owner, until somebody saves it again', async (_, lose) => {
    const to = await receiver();
    const at = await byAdministrator(to.url);
    await addPerson(at);
    await lose(at);
    await at.sending();
    const why =
      'The person who last saved it no longer has all access of its permission group. Save the webhook again to continue.';
    expect(await hookOf(at)).toMatchObject({ active: false, switched_off_reason: why });
    expect(await at.stored()).toMatchObject([{ state: 'failed', reason: 'The webhook was turned off' }]);
    const { data } = await call(noticeRoutes.page, { as: at.as, params: { page: 1 } });
    expect(data[0]?.text).toContain(why);
    await call(webhookRoutes.update, { as: at.as, params: { id: at.hook.id }, body: { active: true } });
    await addPerson(at, 'Ora');
    await at.sending();
    expect(to.received).toHaveLength(1);
  });

  test('acts for somebody else only switches it off', async () => {
    const at = await byAdministrator('https://example.org/hooks');
    const superuser = await server.newSuperuser();
    const body = { user_id: at.admin.id, organization_id: at.organization_id };
    await call(impersonationRoutes.start, { as: superuser, body });
    const actor = { ...superuser, organization: at.organization };
    const change = async (body: object) =>
      (await send(webhookRoutes.update, { as: actor, params: { id: at.hook.id }, body })).status;
    expect(await change({ url: 'https://elsewhere.example.org/hooks' })).toBe(403);
    expect(await change({ active: false, url: 'https://elsewhere.example.org/hooks' })).toBe(403);
    expect(await change({ active: false })).toBe(200);
    expect(await change({ active: true })).toBe(403);
  });
});

test('an answer of 50 MB is not read', async () => {
  let written = 0;
  let closed: () => void;
  const isClosed = new Promise<void>((resolve) => {
    closed = resolve;
  });
  const to = await receiver((response) => {
    response.on('close', () => closed());
    response.writeHead(200, { 'content-length': String(50 * 1024 * 1024) });
    const more = () => {
      while (written < 50 * 1024 * 1024 && !response.destroyed) {
        written += 64 * 1024;
        if (!response.write(' '.repeat(64 * 1024))) return response.once('drain', more);
      }
    };
    more();
    return null;
  });
  const at = await setting({ url: to.url });
  await addPerson(at);
  await at.sending();
  await isClosed;
  expect(await at.stored()).toMatchObject([{ state: 'sent', status: 200 }]);
  expect(written).toBeLessThan(10 * 1024 * 1024);
});

test('two workers at once send each delivery once', async () => {
  const to = await receiver();
  const at = await setting({ url: to.url });
  for (let n = 0; n < 30; n++) await addPerson(at, `P${n}`);
  // A process of its own knows nothing of what another one does.
  const path = './send-webhooks.ts?elsewhere';
  const { sendWebhooks: elsewhere } = (await import(path)) as typeof import('./send-webhooks.ts');
  await Promise.all([at.sending(), elsewhere({ ...server.services, mailer }, { organization_id: at.organization_id })]);
  expect(new Set(to.received.map(({ headers }) => headers['webhook-id'])).size).toBe(30);
  expect(to.received).toHaveLength(30);
  expect((await at.stored()).every(({ state, attempts }) => state === 'sent' && attempts === 1)).toBe(true);
});

test('one whose process died while it was on its way is found by whoever looks for what is due', async () => {
  const to = await receiver();
  const at = await setting({ url: to.url });
  await addPerson(at);
  await query(
    `update webhook_deliveries set attempts = 1, due_at = now() - interval '1 second' where organization_id = $1`,
    [at.organization_id],
  );
  await findDueWebhooks({ ...server.services, mailer });
  await expect
    .poll(async () => {
      await server.drainJobs();
      return at.stored();
    })
    .toMatchObject([{ state: 'sent', attempts: 2 }]);
});

test('a secret that is replaced while something waits signs beside the new one for a day, and no longer', async () => {
  let isWell = false;
  const to = await receiver(() => (isWell ? 200 : 500));
  const at = await setting({ url: to.url });
  await addPerson(at);
  await at.sending();
  const { secret } = await call(webhookRoutes.rotate, { as: at.as, params: { id: at.hook.id } });
  isWell = true;
  await at.due();
  await at.awake();
  await at.sending();
  const [before, between] = to.received as [Received, Received];
  expect(before.headers['webhook-signature']).toBe(signed(at.secret, before));
  expect(between.headers['webhook-signature']?.split(' ')).toEqual([
    signed(secret as string, between),
    signed(at.secret, between),
  ]);
  await query(`update webhooks set former_secret_until = now() - interval '1 second' where organization_id = $1`, [
    at.organization_id,
  ]);
  await addPerson(at);
  await at.sending();
  const [, , later] = to.received as [Received, Received, Received];
  expect(later.headers['webhook-signature']).toBe(signed(secret as string, later));
});

describe('a webhook at which nothing arrives', () => {
  const given = async (at: Setting) => {
    await query(`update webhooks set failing_since = now() - interval '4 days' where organization_id = $1`, [
      at.organization_id,
    ]);
    await query(`update webhook_deliveries set attempts = 5 where organization_id = $1`, [at.organization_id]);
    await at.due();
    await at.awake();
    await at.sending();
  };

  test('is switched off after three days, and the owner is told by the bell', async () => {
    const to = await receiver(() => 500);
    const at = await setting({ url: to.url });
    await addPerson(at);
    await at.sending();
    await given(at);
    const [hook] = (await call(webhookRoutes.list, { as: at.as })).data;
    const why = 'No delivery succeeded for 3 days: The server answered with the status 500.';
    expect(hook).toMatchObject({ active: false, switched_off_reason: why });
    const { data } = await call(noticeRoutes.page, { as: at.as, params: { page: 1 } });
    expect(data.map(({ text, url }) => [text, url])).toEqual([
      [`The webhook “Warehouse” was turned off. ${why}`, '/myorg'],
    ]);
    await addPerson(at);
    expect(await at.stored()).toHaveLength(1);

    // Switched on again it begins anew.
    const params = { id: at.hook.id };
    const on = await call(webhookRoutes.update, { as: at.as, params, body: { active: true } });
    expect(on).toMatchObject({ active: true, switched_off_reason: null, failing_since: null });
  });

  test('stays on while its last delivery is still being tried', async () => {
    const to = await receiver(() => 500);
    const at = await setting({ url: to.url });
    await addPerson(at);
    await query(`update webhooks set failing_since = now() - interval '4 days' where organization_id = $1`, [
      at.organization_id,
    ]);
    await at.sending();
    expect((await call(webhookRoutes.list, { as: at.as })).data).toMatchObject([{ active: true }]);
  });

  test('is switched off at once where it says that it is gone', async () => {
    const to = await receiver(() => 410);
    const at = await setting({ url: to.url });
    for (const name of ['Ana', 'Bea']) await addPerson(at, name);
    await at.sending();
    expect(to.received).toHaveLength(1);
    expect((await call(webhookRoutes.list, { as: at.as })).data).toMatchObject([
      { active: false, switched_off_reason: 'The server answered that it is gone (410).' },
    ]);
    expect((await at.stored()).map(({ state }) => state)).toEqual(['failed', 'failed']);
  });
});

describe('a test, and sending again', () => {
  test('tells of nothing, once, and passes by what waits', async () => {
    let isWell = false;
    const to = await receiver(() => (isWell ? 200 : 500));
    const at = await setting({ url: to.url });
    const { as } = at;
    const params = { id: at.hook.id };
    await addPerson(at);
    await sendWebhooks({ ...server.services, mailer }, { organization_id: at.organization_id });
    const both = await Promise.all([1, 2].map(() => send(webhookRoutes.test, { as, params })));
    expect(both.map(({ status }) => status).filter((status) => status === 202).length).toBeGreaterThan(0);
    expect((await send(webhookRoutes.test, { as, params })).status).toBe(409);
    isWell = true;
    await sendWebhooks({ ...server.services, mailer }, { organization_id: at.organization_id });
    const tests = to.received.filter(({ message }) => message.type === 'test');
    expect(tests[0]?.message).toMatchObject({ type: 'test', data: null });
    expect((await at.stored())[0]).toMatchObject({ event: 'client_created', state: 'queued', attempts: 1 });
  });

  test('a test that fails is not tried again', async () => {
    const to = await receiver(() => 500);
    const at = await setting({ url: to.url });
    await call(webhookRoutes.test, { as: at.as, params: { id: at.hook.id } });
    await at.sending();
    expect(await at.stored()).toMatchObject([{ event: 'test', state: 'failed', attempts: 1, status: 500 }]);
    expect((await call(webhookRoutes.list, { as: at.as })).data).toMatchObject([{ failing_since: null }]);
  });

  test('what was sent is sent again under its id, and not while it waits', async () => {
    const to = await receiver();
    const at = await setting({ url: to.url });
    const { as } = at;
    await addPerson(at);
    const [{ id } = { id: 0 }] = await at.stored();
    const params = { webhook_id: at.hook.id, id };
    expect((await send(webhookRoutes.resend, { as, params })).status).toBe(409);
    await at.sending();
    const both = await Promise.all([1, 2].map(() => send(webhookRoutes.resend, { as, params })));
    expect(both.map(({ status }) => status).toSorted()).toEqual([202, 409]);
    await at.sending();
    const ids = to.received.map(({ headers }) => headers['webhook-id']);
    expect([ids.length, new Set(ids).size]).toEqual([2, 1]);
  });
});

test('a webhook that is deleted while it is told of something ends in peace', async () => {
  const at = await (async () => {
    const one = await receiver((response) => {
      void call(webhookRoutes.remove, { as: setup.as, params: { id: setup.hook.id } }).then(() =>
        response.writeHead(500).end(),
      );
      return null;
    });
    const setup = await setting({ url: one.url });
    return { ...setup, ...one };
  })();
  await addPerson(at);
  await at.sending();
  expect(at.received).toHaveLength(1);
  expect(await at.stored()).toEqual([]);
});
