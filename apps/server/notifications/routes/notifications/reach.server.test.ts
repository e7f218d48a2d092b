import { beforeEach, describe, expect, test } from 'vitest';
import { noticeRoutes } from '#contract/resources/notices.ts';
import { notificationRoutes } from '#contract/resources/notifications.ts';
import { formMakers, type TestForm } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';
import { allPrivileges, type TestOrganization, type TestUser } from '#tests/server/people.ts';

const server = await startServer();
const { call, send } = server;

let organization: TestOrganization;
let as: TestUser;
let worker: TestUser;
let make: ReturnType<typeof formMakers>;
let form: TestForm;
let client_id: number;
beforeEach(async () => {
  organization = await server.newOrganization();
  as = organization.owner;
  worker = await server.newUser(organization, { privileges: allPrivileges, first_name: 'Ana', last_name: 'Ruiz' });
  make = formMakers(server, organization);
  client_id = await make.person();
  form = await make.form('PHQ-9', { Item: {} });
});

const to = (...emails: string[]) => ({
  name: 'client_form_created' as const,
  recipients: emails.map((email) => ({ email, delivery_types: ['email' as const] })),
  recipient_field_ids: [],
  recipient_group_ids: [] as number[],
  notify_recorder: false,
});
const notification = (body: ReturnType<typeof to>) =>
  call(notificationRoutes.create, {
    as,
    params: { form_id: form.id },
    body: { ...body, subject_template: 'Look at this', body_template: 'Open {{record_url}}' },
  });
const prefer = (bell: boolean, mail: 'each' | 'daily' | 'none', by = worker) =>
  call(noticeRoutes.changePreferences, { as: by, body: { preferences: [{ kind: 'form', bell, mail }] } });
const reach = async (body: ReturnType<typeof to>) =>
  call(notificationRoutes.reachOfDraft, { as, params: { form_id: form.id }, body });
const bellOf = async (by: TestUser) =>
  (await call(noticeRoutes.page, { as: by, params: { page: 1 }, query: {} })).data.map(({ text }) => text);

describe('whom a notification would tell now', () => {
  test('is told to nobody without the privilege on notifications, and not across organizations', async () => {
    const other = await server.newUser(organization, { privileges: { forms: ['read', 'write'] } });
    const params = { form_id: form.id };
    expect((await send(notificationRoutes.reach, { as: other, params })).status).toBe(403);
    expect((await send(notificationRoutes.reachOfDraft, { as: other, params, body: to() })).status).toBe(403);
    const { owner } = await server.newOrganization();
    expect((await send(notificationRoutes.reach, { as: owner, params })).status).toBe(404);
  });

  test('by name, in which way, and why not', async () => {
    const one = to(worker.email, 'desk@example.org');
    const group = { ...to(), recipient_group_ids: [worker.group_id as number] };
    const desk = { email: 'desk@example.org', name: null, way: 'email', reason: null };
    const ana = { email: worker.email, name: 'Ana Ruiz' };
    expect(await reach(one)).toEqual({
      people: [{ ...ana, way: 'email', reason: null }, desk],
      has_others: false,
      reaches_nobody: false,
    });
    const off = 'Turned these emails off';
    const daily = 'Gets a daily summary instead of these emails';
    for (const [bell, mail, way, reason] of [
      [true, 'none', 'bell', off],
      [false, 'none', 'none', off],
      [true, 'daily', 'bell', daily],
      [false, 'daily', 'daily', daily],
    ] as const) {
      await prefer(bell, mail);
      expect(await reach(group)).toEqual({
        people: [{ ...ana, way, reason }],
        has_others: false,
        reaches_nobody: way !== 'bell',
      });
    }
    expect(await reach({ ...group, notify_recorder: true })).toMatchObject({ has_others: true, reaches_nobody: false });
    expect(await reach(one)).toMatchObject({ reaches_nobody: false });
    expect(await reach(to())).toEqual({ people: [], has_others: false, reaches_nobody: true });
  });

  test('counts on no bell of a member who can’t read every record, nor on an address that was refused', async () => {
    const reader = await server.newUser(organization, { privileges: { client_forms: ['read'] } });
    await prefer(true, 'none', reader);
    await server.query('insert into bounced_addresses (organization_id, address, reason) values ($1, $2, $3)', [
      organization.id,
      'gone@example.org',
      'No such mailbox',
    ]);
    const { people, reaches_nobody } = await reach(to(reader.email, 'gone@example.org'));
    expect(people.map(({ way }) => way)).toEqual(['none', 'none']);
    expect(reaches_nobody).toBe(true);
  });

  test('for each notification of the form', async () => {
    const { id } = await notification(to(worker.email));
    const { data } = await call(notificationRoutes.reach, { as, params: { form_id: form.id } });
    expect(data).toMatchObject([{ id, people: [{ name: 'Ana Ruiz', way: 'email' }] }]);
  });
});

describe('a notification that nobody is left to get', () => {
  const fired = async () => {
    await make.record(form, {}, { client_id });
    await server.drainJobs();
  };

  test('tells whoever saved it, once a day, whatever their own settings are', async () => {
    await notification(to(worker.email));
    await prefer(false, 'none', as);
    await fired();
    expect(await bellOf(as)).toEqual([]);
    await prefer(false, 'daily');
    await fired();
    await fired();
    await expect.poll(() => bellOf(as)).toHaveLength(1);
    expect((await bellOf(as))[0]).toMatch(/^Your notification reached no one: .+, PHQ-9\. Check its recipients$/);
  });

  test('tells nobody where somebody sees it in the bell, or gets the email', async () => {
    await notification(to(worker.email));
    await notification(to(worker.email, 'desk@example.org'));
    await prefer(true, 'none');
    await fired();
    await expect.poll(async () => (await bellOf(worker)).length).toBeGreaterThan(0);
    expect(await bellOf(as)).toEqual([]);
  });
});
