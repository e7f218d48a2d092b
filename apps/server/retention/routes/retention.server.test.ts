import { describe, expect, test } from 'vitest';
import { noticeRoutes } from '#contract/resources/notices.ts';
import { reportDefinitionRoutes } from '#contract/resources/report-definitions.ts';
import { retentionNotice, retentionRoutes } from '#contract/resources/retention.ts';
import { formMakers } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';

const server = await startServer();
const { call, send, query } = server;

const organization = await server.newOrganization();
const { owner } = organization;
const make = formMakers(server, organization);
const administrator = await server.newUser(organization, {
  role: 'orgadmin',
  privileges: { organization_accounts: ['write'], forms: ['read'] },
});
const years = { amount: 3, unit: 'years' } as const;

/** A rule about a form with two old responses. */
const aboutForm = async (as = owner) => {
  const form = await make.form('Intake', { Story: {} });
  const client_id = await make.person('Zoe');
  for (const story of ['one', 'two']) {
    const { id } = await make.record(form, { Story: story }, { client_id });
    await query(`update responses set completed_at = now() - interval '9 years' where id = $1`, [id]);
  }
  const rule = await call(retentionRoutes.create, { as, body: { subject: 'responses', form_id: form.id, ...years } });
  return { form, rule };
};

describe('a rule is refused', () => {
  test('to who may not change the organization, and to a neighbour', async () => {
    const { rule } = await aboutForm();
    const colleague = await server.newUser(organization, {
      privileges: { forms: ['write'], client_forms: ['remove'] },
    });
    const { owner: neighbour } = await server.newOrganization();
    for (const route of [retentionRoutes.list, retentionRoutes.show, retentionRoutes.preview, retentionRoutes.pause])
      expect((await send(route, { as: colleague, params: rule })).status).toBe(403);
    for (const route of [retentionRoutes.show, retentionRoutes.preview, retentionRoutes.pause, retentionRoutes.remove])
      expect((await send(route, { as: neighbour, params: rule })).status).toBe(404);
    const form_id = (await make.form('Theirs', { Story: {} })).id;
    const reply = await send(retentionRoutes.create, {
      as: neighbour,
      body: { subject: 'responses', form_id, ...years },
    });
    expect(reply.errors).toHaveProperty('form_id');
  });

  test.each([
    [{ subject: 'audit_events', amount: 364, unit: 'days' }, 'amount'],
    [{ subject: 'audit_events', amount: 11, unit: 'months' }, 'amount'],
    [{ subject: 'archived_clients', amount: 29, unit: 'days' }, 'amount'],
    [{ subject: 'archived_clients', amount: 101, unit: 'years' }, 'amount'],
    [{ subject: 'archived_clients', amount: 1.5, unit: 'years' }, 'amount'],
    [{ subject: 'archived_clients', amount: 5, unit: 'weeks' }, 'unit'],
    [{ subject: 'responses', amount: 5, unit: 'years' }, 'form_id'],
    [{ subject: 'archived_clients', form_id: 1, amount: 5, unit: 'years' }, 'form_id'],
    [{ subject: 'notes', amount: 5, unit: 'years' }, 'subject'],
  ])('%o at %s', async (body, field) => {
    const reply = await send(retentionRoutes.create, { as: owner, body });
    expect(reply.status).toBe(422);
    expect(Object.keys(reply.errors)).toEqual([field]);
  });

  test('where there is one about the same already, and shorter than a year for the audit log by the database itself', async () => {
    const { form } = await aboutForm();
    const again = await send(retentionRoutes.create, {
      as: owner,
      body: { subject: 'responses', form_id: form.id, ...years },
    });
    expect(again.errors.form_id).toEqual(['This form already has a rule. Change that rule.']);
    const events = await call(retentionRoutes.create, { as: owner, body: { subject: 'audit_events', ...years } });
    const changed = await send(retentionRoutes.update, {
      as: owner,
      params: events,
      body: { amount: 2, unit: 'months' },
    });
    expect(changed.errors.amount).toEqual(['Keep the audit log for at least a year']);
    await expect(
      query(`update retention_rules set amount = 2, unit = 'months' where id = $1`, [events.id]),
    ).rejects.toMatchObject({ code: '23514' });
  });
});

describe('a preview', () => {
  test('names what would go and what will be different, as far as the caller may see it', async () => {
    const { form, rule } = await aboutForm();
    const fields = [{ field: 'client_last_name' }, { form: form.id, field: String(form.ids.Story) }];
    const body = { name: 'Stories by month', report_type: 'client_forms', fields } as const;
    await call(reportDefinitionRoutes.create, { as: owner, body });
    const seen = await call(retentionRoutes.preview, { as: owner, params: rule });
    expect(seen).toMatchObject({ count: 2, sees_all: true });
    expect(seen.first.map(({ name }) => name)).toEqual(['Zoe Ruiz', 'Zoe Ruiz']);
    expect(seen.consequences).toContain('Reports count fewer responses: Stories by month.');
    const little = await call(retentionRoutes.preview, { as: administrator, params: rule });
    expect(little).toMatchObject({ count: 0, sees_all: false, first: [] });
    expect(little.consequences.join()).not.toContain('Stories');
  });
});

describe('switching on', () => {
  const sent = (rule: { id: number; lock_version: number }, count: number) => ({
    params: { id: rule.id },
    body: { count, lock_version: rule.lock_version },
  });

  test('is refused to who does not own it, who acts for the owner, without the right number, and over a newer version', async () => {
    const { rule } = await aboutForm(administrator);
    expect((await send(retentionRoutes.switchOn, { as: administrator, ...sent(rule, 2) })).status).toBe(403);
    const wrong = await send(retentionRoutes.switchOn, { as: owner, ...sent(rule, 3) });
    expect(wrong.errors.count).toEqual(['This would delete 2. Enter that number to confirm.']);
    await call(retentionRoutes.update, { as: administrator, params: rule, body: { amount: 4 } });
    expect((await send(retentionRoutes.switchOn, { as: owner, ...sent(rule, 2) })).status).toBe(409);
    expect(await call(retentionRoutes.show, { as: owner, params: rule })).toMatchObject({ state: 'off', amount: 4 });
  });

  test('waits seven days, tells the administrators, and happens once of two at the same time', async () => {
    const { rule } = await aboutForm();
    const replies = await Promise.all(
      [1, 2].map(() => send(retentionRoutes.switchOn, { as: owner, ...sent(rule, 2) })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    const on = await call(retentionRoutes.show, { as: owner, params: rule });
    expect(on).toMatchObject({
      state: 'on',
      confirmed_count: 2,
      confirmed_by: `${owner.first_name} ${owner.last_name}`,
    });
    const days = (Date.parse(on.starts_at as string) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(retentionNotice - 0.01);
    for (const as of [owner, administrator]) {
      const { data } = await call(noticeRoutes.page, { as, params: { page: 1 } });
      const own = data.filter(({ url }) => url === `/organization/retention/${rule.id}`);
      expect(own.map(({ text }) => text)).toEqual([
        expect.stringMatching(
          /^Automatic deletion starts on .*: Responses to Intake, 3 years after they were recorded\. 2 at the moment\./,
        ),
      ]);
    }
  });

  test.for(['Pacific/Kiritimati', 'Pacific/Pago_Pago'])('names the day as it is in %s', async (time_zone) => {
    await server.query('update organizations set time_zone = $2 where id = $1', [organization.id, time_zone]);
    const { rule } = await aboutForm();
    const { starts_at } = await call(retentionRoutes.switchOn, { as: owner, ...sent(rule, 2) });
    const { data } = await call(noticeRoutes.page, { as: owner, params: { page: 1 } });
    const [month, date, year] = new Intl.DateTimeFormat('en-US', {
      timeZone: time_zone,
      month: '2-digit',
      day: '2-digit',
      year: 'numeric',
    })
      .format(new Date(starts_at as string))
      .split('/');
    expect(data.find(({ url }) => url === `/organization/retention/${rule.id}`)?.text).toContain(
      `starts on ${month}/${date}/${year}:`,
    );
  });

  test('is taken back by a pause with its reason, and by any change; saving the same changes nothing', async () => {
    const { rule } = await aboutForm();
    const on = await call(retentionRoutes.switchOn, { as: owner, ...sent(rule, 2) });
    const same = await call(retentionRoutes.update, { as: owner, params: rule, body: { amount: 3 } });
    expect(same).toMatchObject({ state: 'on', lock_version: on.lock_version });
    const paused = await call(retentionRoutes.pause, {
      as: administrator,
      params: rule,
      body: { reason: 'A court asks for them' },
    });
    expect(paused).toMatchObject({ state: 'paused', paused_reason: 'A court asks for them' });
    expect((await send(retentionRoutes.pause, { as: administrator, params: rule })).status).toBe(409);
    const again = await call(retentionRoutes.switchOn, { as: owner, ...sent(paused, 2) });
    expect(again).toMatchObject({ state: 'on', paused_reason: null });
    const changed = await call(retentionRoutes.update, {
      as: administrator,
      params: rule,
      body: { unit: 'months', amount: 40 },
    });
    expect(changed).toMatchObject({ state: 'off', confirmed_at: null, starts_at: null });
  });
});
