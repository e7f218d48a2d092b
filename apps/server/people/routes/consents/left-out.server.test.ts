import { beforeEach, describe, expect, test } from 'vitest';
import type { Purpose } from '#contract/kit/purposes.ts';
import { clientRoutes } from '#contract/resources/clients.ts';
import { consentRoutes } from '#contract/resources/consents.ts';
import { organizationAccountRoutes } from '#contract/resources/organization-account.ts';
import { recordFileRoutes } from '#contract/resources/record-files.ts';
import { reportDefinitionRoutes } from '#contract/resources/report-definitions.ts';
import { reportResultRoutes } from '#contract/resources/report-results.ts';
import { responseDownloadRoutes as downloads } from '#contract/resources/response-downloads.ts';
import { formMakers, type TestForm } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';
import type { TestOrganization, TestUser } from '#tests/server/people.ts';

const server = await startServer();
const { call, send, query } = server;

let organization: TestOrganization;
let owner: TestUser;
let form: TestForm;
let people: { Ana: number; Bo: number; Cy: number };
beforeEach(async () => {
  organization = await server.newOrganization();
  owner = organization.owner;
  const make = formMakers(server, organization);
  form = await make.form('Visit', { Goal: {} });
  people = { Ana: await make.person('Ana'), Bo: await make.person('Bo'), Cy: await make.person('Cy') };
  for (const [name, client_id] of Object.entries(people))
    await make.record(form, { Goal: `of ${name}` }, { client_id });
});

const requires = (...required: Purpose[]) => call(consentRoutes.changePurposes, { as: owner, body: { required } });
const agrees = async (client_id: number, ...purposes: Purpose[]) => {
  const body = { purposes, given_by: 'person' as const };
  return (await call(consentRoutes.create, { as: owner, params: { client_id }, body })).data[0]?.id as number;
};
const withdraws = (client_id: number, id: number) =>
  call(consentRoutes.withdraw, { as: owner, params: { client_id, id }, body: {} });
const keepOut = (small_numbers_below: 5 | null) =>
  call(organizationAccountRoutes.changeOrganizationAccount, { as: owner, body: { small_numbers_below } });
const line = (many: string, label: string) => `Left out: ${many} not agreed to this (${label}).`;

describe('a download', () => {
  const outline = async (as = owner) => call(downloads.outline, { as, params: { id: form.id }, query: {} });
  const csv = async () => (await send(downloads.csv, { as: owner, params: { id: form.id } })).bytes.toString();

  test('holds everybody, and says nothing, until consent to exports is required', async () => {
    await agrees(people.Ana, 'export');
    expect(await outline()).not.toHaveProperty('left_out');
    expect(await csv()).toContain('of Cy');
    await requires('report', 'api', 'referral', 'sharing');
    expect(await outline()).not.toHaveProperty('left_out');
  });

  test('leaves out who has not agreed, and says how many of those whom the caller may see', async () => {
    await agrees(people.Ana, 'export');
    await requires('export');
    expect(await outline()).toMatchObject({
      responses: 1,
      people: 1,
      left_out: { people: 2, message: line('2 people who have', 'Exports') },
    });
    expect(await csv()).toMatch(/of Ana/);
    expect(await csv()).not.toMatch(/of (Bo|Cy)/);
    const narrow = await server.newUser(organization, {
      privileges: { forms: ['read'], client_forms: ['read', 'write'] },
      grants: [
        { entity: 'clients', id: people.Ana, actions: ['read'] },
        { entity: 'clients', id: people.Bo, actions: ['read'] },
      ],
    });
    expect(await outline(narrow)).toMatchObject({
      responses: 1,
      left_out: { people: 1, message: line('1 person who has', 'Exports') },
    });
    await keepOut(5);
    expect((await outline()).left_out).toEqual({
      people: null,
      message: line('Fewer than 5 people who have', 'Exports'),
    });
  });

  test('of people leaves them out too, and of one of them is refused in words', async () => {
    await agrees(people.Ana, 'export');
    await requires('export');
    const rows = (await send(recordFileRoutes.clientsCsv, { as: owner })).bytes.toString();
    expect(rows).toContain('Ana');
    expect(rows).not.toContain('Bo');
    const asked = await call(recordFileRoutes.leftOut, { as: owner, query: { query: 'Ruiz' } });
    expect(asked.left_out).toMatchObject({ people: 2 });
    const one = await send(recordFileRoutes.notesCsv, { as: owner, query: { client_id: people.Bo } });
    expect([one.status, one.errors.base?.[0]]).toEqual([
      403,
      expect.stringContaining('has not agreed to this: Exports'),
    ]);
    // They are in the lists of who works with them.
    expect((await call(clientRoutes.list, { as: owner })).data).toHaveLength(3);
  });
});

describe('a file that was prepared', () => {
  const prepared = async () => {
    const { id } = (await send(downloads.prepare, { as: owner, params: { id: form.id } })).body;
    const shown = () => send(downloads.prepared, { as: owner, params: { form_id: form.id, id } });
    await expect
      .poll(async () => {
        await server.drainJobs();
        return (await shown()).body.state;
      })
      .toBe('succeeded');
    const url = (await shown()).body.url as string;
    const fetched = () => send(downloads.exported, { org: organization, params: { ticket: url.split('/').at(-1) } });
    return { shown, fetched };
  };

  test('is refused to who comes for it after somebody withdrew, with the ticket they have already too', async () => {
    await requires('export');
    await agrees(people.Ana, 'export');
    const consent = await agrees(people.Bo, 'export');
    const { shown, fetched } = await prepared();
    expect((await fetched()).status).toBe(200);
    await withdraws(people.Bo, consent);
    const refused = { status: 403, errors: { base: [expect.stringContaining('withdrawn their consent')] } };
    expect(await shown()).toMatchObject(refused);
    expect(await fetched()).toMatchObject(refused);
    const tried = await query(
      `select distinct record_id::int from audit_events where organization_id = $1 and result = 'no_consent'`,
      [organization.id],
    );
    expect(tried).toEqual([{ record_id: people.Bo }]);
    expect((await (await prepared()).fetched()).status).toBe(200);
  });

  test('before consent was required is refused, as nobody can tell who stands in it', async () => {
    const { fetched } = await prepared();
    expect((await fetched()).status).toBe(200);
    await requires('export');
    expect(await fetched()).toMatchObject({
      status: 403,
      errors: { base: [expect.stringContaining('before consent was required')] },
    });
    await requires();
    expect((await fetched()).status).toBe(200);
  });
});

describe('a report', () => {
  const field = (name: string) => ({ form: form.id, field: String(form.ids[name]) });
  const report = async (fields: object[], more: object = {}) => {
    const body = { name: 'Visits', report_type: 'client_forms' as const, fields, ...more };
    return (await call(reportDefinitionRoutes.create, { as: owner, body: body as never })).id;
  };
  const result = (id: number) => call(reportResultRoutes.show, { as: owner, params: { id }, query: {} });

  test('counts those alone who agreed to reports, in rows and groups, and says who is left out', async () => {
    const [rows, groups] = [
      await report([field('Goal')]),
      await report([field('Goal'), { field: 'client_id', agg: 'count' }]),
    ];
    expect((await result(rows)).warnings).toEqual([]);
    await agrees(people.Ana, 'report');
    await requires('report');
    expect(await result(rows)).toMatchObject({
      records: [{ values: ['of Ana'] }],
      record_count: 1,
      warnings: [{ key: null, count: 2, message: line('2 people who have', 'Reports') }],
    });
    expect((await result(groups)).records.map(({ values }) => values)).toEqual([['of Ana', 1]]);
    await keepOut(5);
    expect((await result(rows)).warnings[0]).toMatchObject({
      count: 0,
      message: line('Fewer than 5 people who have', 'Reports'),
    });
  });

  test('of people, and of another report, leaves them out as well', async () => {
    const people = { report_type: 'system', settings: { table: 'people' } };
    const ofPeople = await report([{ field: 'client_id' }], people);
    const target = await report([{ field: 'client_id' }, field('Goal')]);
    const above = await report([{ field: 'c2' }], { report_type: 'query', report_target_id: target });
    await requires('report');
    await agrees(await formMakers(server, organization).person('Di'), 'report');
    const counts = async () => [(await result(ofPeople)).record_count, (await result(above)).record_count];
    expect(await counts()).toEqual([1, 0]);
    await requires();
    expect(await counts()).toEqual([4, 3]);
  });

  test('of changes and of emails tells nothing of them either, also to the owner', async () => {
    const table = (name: string, field: string) =>
      report([{ field }, { field: 'created_at' }], { report_type: 'system', settings: { table: name } });
    const [changes, emails] = [
      await table('changes', 'response_item_id'),
      await table('notifications', 'response_recipient'),
    ];
    const [response] = await query<{ id: number }>(
      'select id from responses where organization_id = $1 and client_id = $2',
      [organization.id, people.Bo],
    );
    for (const [record_id, recipient] of [
      [response?.id, 'bo@example.org'],
      [people.Ana, 'form@example.org'],
    ] as const)
      await query(
        `insert into notification_messages (organization_id, form_id, record_type, record_id, recipient, subject, body)
         values ($1, $2, $3, $4, $5, 'About it', 'Open it')`,
        [organization.id, form.id, recipient.startsWith('bo') ? 'client_forms' : 'forms', record_id, recipient],
      );
    await agrees(people.Ana, 'report');
    const values = async (id: number) => (await result(id)).records.map((one) => one.values[0]);
    expect(await values(changes)).toContain(people.Bo);
    expect(await values(emails)).toContain('bo@example.org');
    await requires('report');
    expect(await values(changes)).not.toContain(people.Bo);
    expect(await values(changes)).not.toContain(response?.id);
    expect(await values(changes)).toContain(people.Ana);
    expect(await values(emails)).toEqual(['form@example.org']);
  });

  test('as a file asks for both consents', async () => {
    const id = await report([field('Goal')]);
    await requires('report', 'export');
    await agrees(people.Ana, 'report', 'export');
    await agrees(people.Bo, 'report');
    expect((await result(id)).record_count).toBe(2);
    const csv = (await send(reportResultRoutes.csv, { as: owner, params: { id } })).bytes.toString();
    expect(csv).toContain('of Ana');
    expect(csv).not.toContain('of Bo');
  });
});
