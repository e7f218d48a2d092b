// Long because each type of import is here with its refusals, its undo and who may.
import { parse } from 'csv-parse/sync';
import pg from 'pg';
import { beforeEach, describe, expect, test } from 'vitest';
import { categoryRoutes } from '#contract/resources/categories.ts';
import { clientFormRoutes } from '#contract/resources/client-forms.ts';
import { dataGroupRoutes } from '#contract/resources/data-groups.ts';
import { type ImportType, importRoutes } from '#contract/resources/imports.ts';
import { internalFormRoutes } from '#contract/resources/internal-forms.ts';
import { jobRoutes } from '#contract/resources/jobs.ts';
import { noticeRoutes } from '#contract/resources/notices.ts';
import { responseDownloadRoutes } from '#contract/resources/response-downloads.ts';
import { importFile } from '#server/imports/jobs/import.ts';
import { openMailer } from '#server/kit/mail/mailer.ts';
import { listOutbox } from '#server/kit/mail/outbox.ts';
import { type Asked, formMakers, type TestForm } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';
import type { TestOrganization, TestUser } from '#tests/server/people.ts';
import { shared } from '#tests/shared-database.ts';

const server = await startServer();
const { call, send } = server;

let organization: TestOrganization;
let as: TestUser;
let make: ReturnType<typeof formMakers>;
let client_id: number;
let form: TestForm;
let labels: string[];

const fields = {
  Goal: { field_type: 'freeform-long' },
  Score: { field_type: 'number' },
  Needs: {
    field_type: 'select-many',
    field_options: [
      { label: 'Food', value: 'food', position: 0 },
      { label: 'Rent', value: 'rent', position: 1 },
    ],
  },
} satisfies Record<string, Asked>;

beforeEach(async () => {
  organization = await server.newOrganization();
  as = organization.owner;
  make = formMakers(server, organization);
  client_id = await make.person();
  form = await make.form('Plan', fields);
  labels = Object.keys(fields).map((name) => `${name} [${form.ids[name]}]`);
});

const header = () => ['Client ID', 'Form Response ID', 'Time Recorded', ...labels].join(',');
const csv = (...lines: string[]) => `\ufeff${lines.join('\r\n')}\r\n`;
const file = (text: string, name = 'plan.csv') => new File([text], name);

const verify = (text: string, type: ImportType = 'bulk_update', { by = as, form_id = form.id } = {}) =>
  send(importRoutes.create, { as: by, params: { form_id }, body: { type }, files: { input: file(text) } });

const shown = (id: number, form_id = form.id) => call(importRoutes.show, { as, params: { form_id, id } });
/** Runs a verified import to its end. */
const ran = async (id: number, { dry_run = false, form_id = form.id } = {}) => {
  const started = await call(importRoutes.run, { as, params: { form_id, id }, body: { dry_run } });
  expect(started.state).toBe('enqueued');
  await server.drainJobs();
  return shown(id, form_id);
};
const imported = async (text: string, type: ImportType = 'bulk_update') => {
  const { body } = await verify(text, type);
  expect(body).toMatchObject({ state: 'mapped', errors: {} });
  return ran(body.id);
};
const undone = async (id: number, form_id = form.id) => {
  const reply = await send(importRoutes.undo, { as, params: { form_id, id } });
  expect(reply.status).toBe(202);
  await server.drainJobs();
  return shown(id, form_id);
};

const record = async (answers: Record<string, unknown>, of = client_id) =>
  (
    await call(clientFormRoutes.create, {
      as,
      params: { client_id: of },
      body: {
        form_id: form.id,
        answers: Object.entries(answers).map(([name, value]) => ({ field_id: form.ids[name] as number, value })),
      },
    })
  ).id;
const responses = async () => {
  const { data } = await call(clientFormRoutes.list, { as, params: { client_id }, query: {} });
  return data
    .map(({ id, completed_at, answers }) => ({
      id,
      completed_at,
      ...Object.fromEntries(answers.map(({ name, value }) => [name, value])),
    }))
    .toSorted((a, b) => a.id - b.id);
};
const slots = () =>
  server.query<Record<string, unknown>>('select * from response_slots where organization_id = $1 order by id', [
    organization.id,
  ]);
const errorLines = async (id: number) => {
  const { bytes } = await send(importRoutes.errors, { as, params: { form_id: form.id, id } });
  return (parse(Buffer.from(bytes), { bom: true }) as string[][]).slice(1);
};

describe('a download with changes is imported (TR-21 to TR-28)', () => {
  test('TR-34 TR-35 the worked example: one is changed, one is made, and again', async () => {
    const id = await record({ Goal: 'Sleep', Score: 1 });
    const time = '2026-11-20T09:30:00.000Z';
    const text = csv(header(), `${client_id},${id},${time},'=1+1,7.5,food|rent`, `${client_id},,,"Two`, 'lines",,');
    const { status, body } = await verify(text);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      id: expect.any(Number),
      state: 'mapped',
      errors: {},
      type: 'bulk_update',
      number_of_records: 2,
      counts: null,
      form_id: form.id,
    });
    expect(body.preview[1]).toEqual([String(client_id), '', '', 'Two\nlines', '', '']);
    const done = await ran(body.id);
    expect(done).toMatchObject({
      state: 'succeeded',
      error_url: null,
      counts: { created: 1, updated: 1, unchanged: 0, failed: 0 },
    });
    expect(await responses()).toMatchObject([
      { id, completed_at: time, Goal: '=1+1', Score: 7.5, Needs: ['food', 'rent'] },
      { Goal: 'Two\nlines' },
    ]);
    expect(await slots()).toHaveLength(2);
    const again = await verify(text);
    expect(again.body.errors).toEqual({
      base: [expect.stringMatching(/^This file was imported before on \d\d\/\d\d\/\d{4}\.$/)],
    });
    expect((await ran(again.body.id)).counts).toMatchObject({ created: 1, unchanged: 1, updated: 0 });
  });

  test('one wrong cell, and nothing is written; the error file names each', async () => {
    const other = await make.person();
    const id = await record({ Goal: 'Sleep' });
    const { body } = await verify(
      csv(header(), `${client_id},${id},,Sleep,abc,food`, `${other},${id},,Rest,1,boat`, `${client_id},,,New,2,`),
    );
    const done = await ran(body.id);
    expect(done).toMatchObject({ state: 'failed', counts: { failed: 2, created: 1 }, transaction_id: null });
    expect(done.errors.base).toEqual(['2 rows have errors. Nothing was written.']);
    const lines = await errorLines(body.id);
    expect(lines.map((one) => one.slice(-3, -1))).toEqual([
      ['2', labels[1]],
      ['3', 'Form Response ID'],
      ['3', labels[2]],
    ]);
    expect(await responses()).toHaveLength(1);
  });

  test('R72 whoever ran it is told how it ended: by the bell of which file, by email without names', async () => {
    const writer = await server.newUser(organization, {
      privileges: { clients: ['read'], client_forms: ['write'], forms: ['use'] },
    });
    const run = async (text: string, dry_run: boolean) => {
      const { body } = await verify(text, 'bulk_update', { by: writer });
      const params = { form_id: form.id, id: body.id };
      await call(importRoutes.run, { as: writer, params, body: { dry_run } });
      await server.drainJobs();
    };
    const mails = async () =>
      (await listOutbox(server.services.config.dataDir)).filter(({ to }) => to === writer.email);
    const wrong = csv(header(), `${client_id},,,Sleep,abc,food`, `${client_id},,,Rest,1,food`);
    await run(wrong, true);
    expect(await mails(), 'a check is read where it was asked for').toEqual([]);
    await run(wrong, false);
    const failed = await server.mailTo(writer.email);
    expect(failed.subject).toBe('The import you started failed');
    expect(failed.text).toContain('1 of 2 rows have errors. Nothing was written.');
    expect(failed.text).toContain(`/organization/forms/${form.id}#import-log`);
    expect(`${failed.subject} ${failed.text}`).not.toMatch(/plan\.csv|Plan\b|Sleep/);
    const { data } = await call(noticeRoutes.page, { as: writer, params: { page: 1 } });
    expect(data).toMatchObject([
      {
        text: 'The import of plan.csv into Plan failed. 1 of 2 rows have errors. Nothing was written.',
        url: `/organization/forms/${form.id}#import-log`,
      },
    ]);
    await run(csv(header(), `${client_id},,,Rest,1,food`), false);
    await expect
      .poll(async () => (await mails()).map(({ subject }) => subject).toSorted())
      .toEqual(['The import you started failed', 'The import you started has finished']);
  });

  test('TR-36 each form lists its own, the newest first', async () => {
    const text = csv(header(), `${client_id},,,New,2,`);
    const first = await verify(text);
    const second = await verify(text);
    const other = await make.form('Review', { Note: {} });
    const listed = async (form_id: number) =>
      (await call(importRoutes.list, { as, params: { form_id } })).data.map(({ id }) => id);
    expect(await listed(form.id)).toEqual([second.body.id, first.body.id]);
    expect(await listed(other.id)).toEqual([]);
  });

  test('a dry run tells the counts and leaves it ready', async () => {
    const { body } = await verify(csv(header(), `${client_id},,,New,2,`, `${client_id},,,Bad,x,`));
    const checked = await ran(body.id, { dry_run: true });
    expect(checked).toMatchObject({
      state: 'mapped',
      counts: { created: 1, failed: 1 },
      error_url: expect.any(String),
    });
    expect(await responses()).toEqual([]);
  });

  test.each([
    [
      'a column was renamed',
      () => [header().replace('Client ID', 'Client'), '1,,,a,1,'],
      () => 'Column 1 is “Client”. It should be “Client ID”.',
    ],
    [
      'a column was moved',
      () => [header().replace('Client ID,Form Response ID', 'Form Response ID,Client ID'), '1,,,a,1,'],
      () => 'Column 1 is “Form Response ID”. It should be “Client ID”.',
    ],
    [
      'a question was moved',
      () => [header().replace(`${labels[0]},${labels[1]}`, `${labels[1]},${labels[0]}`), '1,,,1,a,'],
      () => `Column 4 is “${labels[1]}”. It should be “${labels[0]}”.`,
    ],
    [
      'a column is missing',
      () => [header().split(',').slice(0, -1).join(','), '1,,,a,1'],
      () => `The column “${labels[2]}” is missing.`,
    ],
    [
      'a column was added',
      () => [`${header()},Mine`, '1,,,a,1,,x'],
      () => 'Column 7, “Mine”, isn’t part of this file. Remove it.',
    ],
  ])('is failed when %s (TR-26), and the column is named', async (_, lines, base) => {
    const { status, body } = await verify(csv(...lines()));
    expect([status, body.state]).toEqual([201, 'failed']);
    expect(body.errors).toEqual({
      input: ['The file is invalid. Please be sure the columns have not been renamed or repositioned, and try again.'],
      base: [base()],
    });
    expect((await send(importRoutes.run, { as, params: { form_id: form.id, id: body.id }, body: {} })).status).toBe(
      409,
    );
  });

  test('a question that is called otherwise since the download is known by its ID, and empty columns at the end are none', async () => {
    const text = csv(
      `${header().replace('Goal [', 'Aim [')},, `,
      `${client_id},,,Sleep,1,food,,`,
      `${client_id},,,Rest,2,,`,
    );
    const { body } = await verify(text);
    expect(body).toMatchObject({ state: 'mapped', errors: {} });
    expect(body.preview[0]).toHaveLength(6);
    expect(await ran(body.id)).toMatchObject({ state: 'succeeded', counts: { created: 2 } });
    expect(await responses()).toMatchObject([
      { Goal: 'Sleep', Score: 1 },
      { Goal: 'Rest', Score: 2 },
    ]);
    const { body: more } = await verify(csv(`${header()},`, `${client_id},,,Sleep,1,food,astray`));
    await ran(more.id);
    expect((await errorLines(more.id)).map((one) => one.slice(-3))).toEqual([
      ['2', '', 'This row has 7 cells, but the first row has 6'],
    ]);
  });

  test('what cannot be read says why, and a wrong type or no file is refused', async () => {
    const latin = new File([Buffer.from('Client ID;Zo\xeb\n', 'latin1')], 'a.csv');
    const params = { form_id: form.id };
    const body = { type: 'bulk_update' } as const;
    const read = await send(importRoutes.create, { as, params, body, files: { input: latin } });
    expect(read.body).toMatchObject({ state: 'failed', errors: { input: [expect.stringContaining('UTF-8')] } });
    expect(await send(importRoutes.create, { as, params, body })).toMatchObject({
      status: 422,
      errors: { input: ['Choose a file'] },
    });
    expect((await verify(csv(header()), 'internal')).status).toBe(422);
    expect((await verify(csv(header()), 'else' as never)).status).toBe(422);
  });
});

describe('responses are deleted by a file (TR-30 to TR-33)', () => {
  test('and come back when it is undone, as they were', async () => {
    const ids = [await record({ Goal: 'One', Needs: ['food'] }), await record({ Score: 2 })];
    const before = [await responses(), await slots()];
    const done = await imported(
      csv('Client ID,Form Response ID', ...ids.map((id) => `${client_id},${id}`)),
      'delete_client',
    );
    expect(done).toMatchObject({ state: 'succeeded', counts: { deleted: 2 } });
    expect([await responses(), await slots()]).toEqual([[], []]);
    expect((await undone(done.id)).kept).toEqual([]);
    expect([await responses(), await slots()]).toEqual(before);
  });

  test('and come back with those to whom they were given who are still there', async () => {
    const id = await record({ Goal: 'One' });
    const [stays, leaves] = [await server.newUser(organization), await server.newUser(organization)];
    for (const group of [stays.group_id, leaves.group_id])
      await server.query(
        `insert into record_permissions (organization_id, entity, record_id, permission_group_id, actions)
         values ($1, 'client_forms', $2, $3, '{read}')`,
        [organization.id, id, group],
      );
    const done = await imported(csv('Client ID,Form Response ID', `${client_id},${id}`), 'delete_client');
    await server.query('delete from membership_permission_groups where permission_group_id = $1', [leaves.group_id]);
    await server.query('delete from permission_groups where id = $1', [leaves.group_id]);
    expect((await undone(done.id)).kept).toEqual([]);
    expect(await responses()).toMatchObject([{ id }]);
    const given = await server.query(
      `select permission_group_id, actions from record_permissions where organization_id = $1 and entity = 'client_forms'`,
      [organization.id],
    );
    expect(given).toEqual([{ permission_group_id: stays.group_id, actions: ['read'] }]);
  });

  test('and come back to where they stood: in data groups, by hand or by conditions, and in categories', async () => {
    const id = await record({ Goal: 'One' });
    const [group, gone] = [
      (await call(dataGroupRoutes.create, { as, body: { name: 'Winter', parent_id: null } })).id,
      (await call(dataGroupRoutes.create, { as, body: { name: 'Gone', parent_id: null } })).id,
    ];
    const category = (await call(categoryRoutes.create, { as, body: { name: 'Urgent', parent_id: null } })).id;
    const put = (table: string, column: string, tree: number) =>
      server.query(
        `insert into ${table} (organization_id, ${column}, record_type, record_id, created_by_id, created_at)
         values ($1, $2, 'client_forms', $3, $4, '2026-01-02')`,
        [organization.id, tree, id, as.id],
      );
    await put('data_group_records', 'data_group_id', group);
    await put('data_group_records', 'data_group_id', gone);
    await put('category_records', 'category_id', category);
    const standing = async () => [
      await server.query(
        'select data_group_id, record_id, automatic, created_by_id, created_at from data_group_records where organization_id = $1',
        [organization.id],
      ),
      await server.query(
        'select category_id, record_id, created_by_id, created_at from category_records where organization_id = $1',
        [organization.id],
      ),
    ];
    const done = await imported(csv('Client ID,Form Response ID', `${client_id},${id}`), 'delete_client');
    expect(await standing()).toEqual([[], []]);
    await call(dataGroupRoutes.remove, { as, params: { id: gone } });
    await undone(done.id);
    const at = { created_by_id: as.id, created_at: '2026-01-02T00:00:00.000Z', record_id: id };
    expect(await standing()).toEqual([
      [{ ...at, data_group_id: group, automatic: false }],
      [{ ...at, category_id: category }],
    ]);
    expect(await server.query('select 1 from left_places where organization_id = $1', [organization.id])).toEqual([]);
  });

  test('all of them or none', async () => {
    const id = await record({ Goal: 'One' });
    const { body } = await verify(
      csv('Client ID,Form Response ID', `${client_id},${id}`, `${client_id},${id}`, `${client_id},999999`),
      'delete_client',
    );
    expect((await ran(body.id)).state).toBe('failed');
    const lines = await errorLines(body.id);
    expect(lines).toEqual([
      [String(client_id), String(id), '3', 'Form Response ID', 'This ID is already in row 2'],
      [
        String(client_id),
        '999999',
        '4',
        'Form Response ID',
        expect.stringContaining('There is no response with this ID'),
      ],
    ]);
    expect(await responses()).toHaveLength(1);
  });
});

test('records of an internal form are made and changed by their own file', async () => {
  const shelters = await make.form('Shelters', { Name: {}, Beds: { field_type: 'number' } }, { form_type: 'internal' });
  const head = `Record ID,Time Recorded,Name [${shelters.ids.Name}],Beds [${shelters.ids.Beds}]`;
  const { body } = await verify(csv(head, ',,Lantern House,12', ',,Cedar,4'), 'internal', { form_id: shelters.id });
  expect(body.state).toBe('mapped');
  expect((await ran(body.id, { form_id: shelters.id })).counts).toMatchObject({ created: 2 });
  const { data } = await call(internalFormRoutes.records, { as, params: { form_id: shelters.id }, query: {} });
  const first = data.find(({ answers }) => answers.some(({ value }) => value === 'Cedar'));
  const next = await verify(csv(head, `${first?.id},,Cedar,5`), 'internal', { form_id: shelters.id });
  expect((await ran(next.body.id, { form_id: shelters.id })).counts).toMatchObject({ updated: 1, created: 0 });
});

describe('an import is undone (R97)', () => {
  test('R97a by whoever ran it, as long as they may write responses, and is done when that is so', async () => {
    const id = await record({ Goal: 'Sleep', Score: 1 });
    const privileges = { clients: ['read' as const], client_forms: ['write' as const], forms: ['use' as const] };
    const [writer, other] = [
      await server.newUser(organization, { privileges }),
      await server.newUser(organization, { privileges }),
    ];
    const { body } = await verify(csv(header(), `${client_id},${id},,Rest,2,`), 'bulk_update', { by: writer });
    const params = { form_id: form.id, id: body.id };
    await call(importRoutes.run, { as: writer, params, body: { dry_run: false } });
    await server.drainJobs();
    expect((await call(importRoutes.show, { as: other, params })).may_undo).toBe(false);
    expect((await send(importRoutes.undo, { as: other, params })).status).toBe(403);
    expect((await call(importRoutes.show, { as: writer, params })).may_undo).toBe(true);
    const asked = await send(importRoutes.undo, { as: writer, params });
    expect(asked.body).toMatchObject({ undone_at: null, undo_state: 'running' });
    expect((await send(importRoutes.undo, { as: writer, params })).status).toBe(409);
    await server.drainJobs();
    expect(await shown(body.id)).toMatchObject({ undone_at: expect.any(String), undo_state: 'done' });
    expect(await responses()).toMatchObject([{ id, Goal: 'Sleep', Score: 1 }]);
  });

  test('what was made goes, what was changed is as before; what was changed since stays and is named', async () => {
    const ids = [await record({ Goal: 'One', Score: 1 }), await record({ Goal: 'Two' })];
    const before = await responses();
    const done = await imported(
      csv(header(), `${client_id},${ids[0]},,Uno,,food`, `${client_id},${ids[1]},,Due,,`, `${client_id},,,New,,`),
    );
    expect(done.counts).toMatchObject({ created: 1, updated: 2 });
    await call(clientFormRoutes.update, {
      as,
      params: { client_id, id: ids[1] as number },
      body: { answers: [{ field_id: form.ids.Score as number, value: 9 }] },
    });
    const after = await undone(done.id);
    expect(after.undone_at).not.toBeNull();
    expect(after.kept).toEqual([{ item_type: 'client_forms', item_id: ids[1] }]);
    expect(await responses()).toEqual([before[0], expect.objectContaining({ id: ids[1], Goal: 'Due', Score: 9 })]);
    const twice = await send(importRoutes.undo, { as, params: { form_id: form.id, id: done.id } });
    expect(twice.status).toBe(409);
  });

  test('what a colleague saves at that moment stays, and is named', async () => {
    const ids = [await record({ Goal: 'One' }), await record({ Goal: 'Two' })];
    const done = await imported(csv(header(), `${client_id},${ids[0]},,Uno,,`, `${client_id},${ids[1]},,Due,,`));
    const colleague = new pg.Client(shared.url);
    await colleague.connect();
    await colleague.query('begin');
    await colleague.query(`update responses set answers = answers || $2 where id = $1`, [
      ids[1],
      { [form.ids.Goal as number]: 'Tre' },
    ]);
    const undoing = undone(done.id);
    const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
    await expect.poll(() => server.query(waiting)).toHaveLength(1);
    await colleague.query('commit');
    await colleague.end();
    expect((await undoing).kept).toEqual([{ item_type: 'client_forms', item_id: ids[1] }]);
    expect(await responses()).toMatchObject([{ Goal: 'One' }, { Goal: 'Tre' }]);
  });
});

test('R97 an undo that failed, and is run again as a job, counts as the one there is', async () => {
  const done = await imported(csv(header(), `${client_id},,,New,,`));
  const own = (owner: number) =>
    server.query('update organizations set owner_id = $2 where id = $1', [organization.id, owner]);
  const other = await server.newUser(organization);
  await call(importRoutes.undo, { as, params: { form_id: form.id, id: done.id } });
  await own(other.id);
  await server.drainJobs();
  await own(as.id);
  expect((await shown(done.id)).undone_at).toBeNull();
  const { data } = await call(jobRoutes.list, { as });
  const { id } = data.find(({ kind }) => kind === 'undo_import') as (typeof data)[number];
  const retry = () => send(jobRoutes.retry, { as, params: { id } });
  expect((await retry()).status).toBe(202);
  await server.drainJobs();
  expect(await responses()).toEqual([]);
  expect((await shown(done.id)).undone_at).not.toBeNull();
  expect((await send(importRoutes.undo, { as, params: { form_id: form.id, id: done.id } })).status).toBe(409);
});

describe('who may', () => {
  test('no privilege, no import; an outsider and another organization find nothing', async () => {
    const text = csv(header(), `${client_id},,,New,,`);
    const reader = await server.newUser(organization, {
      privileges: { clients: ['read'], client_forms: ['read'], forms: ['read'] },
    });
    expect((await verify(text, 'bulk_update', { by: reader })).status).toBe(403);
    const writer = await server.newUser(organization, {
      privileges: { clients: ['read'], client_forms: ['write'], forms: ['read'] },
    });
    expect((await verify(text, 'delete_client', { by: writer })).status).toBe(403);
    expect((await verify(text, 'bulk_update', { by: writer })).status).toBe(201);
    const { body } = await verify(text);
    expect((await send(importRoutes.undo, { as: writer, params: { form_id: form.id, id: body.id } })).status).toBe(403);
    const stranger = await server.newOrganization();
    const there = { as: stranger.owner, org: stranger, params: { form_id: form.id, id: body.id } };
    expect((await send(importRoutes.show, there)).status).toBe(404);
  });

  test('people and responses that one may not see are answered as those that are not there', async () => {
    const hidden = await record({ Goal: 'One' });
    const writer = await server.newUser(organization, { privileges: { client_forms: ['write'], forms: ['read'] } });
    const { body } = await verify(csv(header(), `${client_id},${hidden},,x,,`, '999999,,,x,,'), 'bulk_update', {
      by: writer,
    });
    await call(importRoutes.run, { as: writer, params: { form_id: form.id, id: body.id }, body: {} });
    await server.drainJobs();
    const lines = await errorLines(body.id);
    expect(new Set(lines.map((one) => one.at(-1)))).toEqual(
      new Set(['There is no person with this ID that you can see']),
    );
    expect(lines).toHaveLength(2);
  });

  test('what was sent is open to who sent it and to the owner alone', async () => {
    const newWriter = () =>
      server.newUser(organization, { privileges: { client_forms: ['write'], forms: ['read'], clients: ['read'] } });
    const [sender, colleague] = [await newWriter(), await newWriter()];
    const { body } = await verify(csv(header(), `${client_id},,,Secret,1,`), 'bulk_update', { by: sender });
    expect(body.preview).toHaveLength(1);
    const params = { form_id: form.id, id: body.id };
    expect((await call(importRoutes.show, { as: colleague, params })).preview).toEqual([]);
    expect((await call(importRoutes.list, { as: colleague, params })).data[0]?.preview).toEqual([]);
    const files = async (by: TestUser) => [
      (await send(importRoutes.input, { as: by, params })).status,
      (await send(importRoutes.errors, { as: by, params })).status,
    ];
    expect(await files(colleague)).toEqual([403, 403]);
    expect(await files(sender)).toEqual([200, 404]);
    expect(await files(as)).toEqual([200, 404]);
  });

  test('rights that are gone when it runs: nothing is written', async () => {
    const writer = await server.newUser(organization, {
      privileges: { clients: ['read'], client_forms: ['write'], forms: ['read'] },
    });
    const { body } = await verify(csv(header(), `${client_id},,,New,,`), 'bulk_update', { by: writer });
    await call(importRoutes.run, { as: writer, params: { form_id: form.id, id: body.id }, body: {} });
    await server.query('delete from membership_permission_groups where organization_id = $1 and membership_id = $2', [
      organization.id,
      writer.id,
    ]);
    await server.drainJobs();
    expect(await shown(body.id)).toMatchObject({
      state: 'failed',
      errors: { base: [expect.stringContaining('no longer has permission')] },
    });
    expect(await responses()).toEqual([]);
  });
});

test('a second import of a form waits until the first has ended', async () => {
  const text = csv(header(), `${client_id},,,New,,`);
  const [one, two] = [await verify(text), await verify(text)];
  const start = (id: number) => send(importRoutes.run, { as, params: { form_id: form.id, id }, body: {} });
  const replies = await Promise.all([start(one.body.id), start(two.body.id)]);
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  await server.drainJobs();
  expect(await responses()).toHaveLength(1);
});

describe('a worker dies while it writes', () => {
  const count = async () =>
    Number(
      (
        await server.query<{ n: string }>('select count(*) as n from responses where organization_id = $1', [
          organization.id,
        ])
      )[0]?.n,
    );
  /** Runs the import as a worker does; @param dies once so many rows are checked and written */
  const runner = async (text: string) => {
    const { body } = await verify(text);
    await server.query("update imports set state = 'enqueued' where id = $1", [body.id]);
    const services = { ...server.services, mailer: openMailer(server.services.config) };
    const run = (dies = Number.POSITIVE_INFINITY, meanwhile = async () => {}) => {
      const context = { organization_id: organization.id, job_id: 1, user_id: as.id, impersonator_id: null };
      let dead = false;
      return importFile.work(
        services,
        { import_id: body.id, form_id: form.id },
        {
          ...context,
          progress: (done) => {
            dead ||= done > dies;
            if (dead) throw new Error('killed');
          },
          finish: async () => meanwhile(),
        },
      );
    };
    return { id: body.id, run };
  };
  const lines = () => Array.from({ length: 1500 }, (_, n) => `${client_id},,,Goal ${n},${n},`);

  test('and the next one goes on behind it: nothing is missing and nothing doubled, under one number', async () => {
    const { id, run } = await runner(csv(header(), ...lines()));
    // Half of the progress is the check.
    await expect(run(1200)).rejects.toThrow('killed');
    expect(await count()).toBe(1000);
    await run();
    expect(await count()).toBe(1500);
    await run();
    expect(await count()).toBe(1500);
    const done = await shown(id);
    expect(done).toMatchObject({ state: 'succeeded', counts: { created: 1500, failed: 0 } });
    const numbers = await server.query(
      "select transaction_id, count(*)::int as n from versions where organization_id = $1 and item_type = 'client_forms' group by 1",
      [organization.id],
    );
    expect(numbers).toEqual([{ transaction_id: done.transaction_id, n: 1500 }]);
    const goals = await server.query(
      'select distinct answers ->> $2 as goal from responses where organization_id = $1',
      [organization.id, String(form.ids.Goal)],
    );
    expect(goals).toHaveLength(1500);
    await undone(id);
    expect(await count()).toBe(0);
  });

  test('while another one lives: one of them writes each row', async () => {
    const { id, run } = await runner(csv(header(), ...lines()));
    const ended = await Promise.allSettled([run(), run()]);
    expect(ended.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThanOrEqual(1);
    expect(await count()).toBe(1500);
    expect(await shown(id)).toMatchObject({ state: 'succeeded', counts: { created: 1500 } });
  });

  test('and what it speaks of is changed before the next one: what was written is taken back', async () => {
    const first = await record({ Goal: 'First', Score: 1 });
    const last = await record({ Goal: 'Last' });
    const own = [`${client_id},${first},,Changed,2,`, ...lines(), `${client_id},${last},,Changed,,`];
    const { id, run } = await runner(csv(header(), ...own));
    await expect(run(1200)).rejects.toThrow('killed');
    expect(await count()).toBeGreaterThan(500);
    await call(clientFormRoutes.remove, { as, params: { client_id, id: last } });
    await expect(run()).rejects.toThrow('While the file was written, something in it was changed elsewhere');
    expect(await responses()).toMatchObject([{ id: first, Goal: 'First', Score: 1 }]);
    expect(await shown(id)).toMatchObject({ state: 'failed', counts: null, kept: [], transaction_id: null });
  });

  test('and somebody changes what was written: that stays, and is named', async () => {
    const first = await record({ Goal: 'First', Score: 1 });
    const last = await record({ Goal: 'Last' });
    const own = [`${client_id},${first},,Changed,2,`, ...lines(), `${client_id},${last},,Changed,,`];
    const { id, run } = await runner(csv(header(), ...own));
    await expect(run(1200)).rejects.toThrow('killed');
    await call(clientFormRoutes.update, {
      as,
      params: { client_id, id: first },
      body: { answers: [{ field_id: form.ids.Score as number, value: 9 }] },
    });
    await call(clientFormRoutes.remove, { as, params: { client_id, id: last } });
    await expect(run()).rejects.toThrow('Nothing was written');
    expect(await responses()).toMatchObject([{ id: first, Goal: 'Changed', Score: 9 }]);
    expect(await shown(id)).toMatchObject({
      state: 'failed',
      kept: [{ item_type: 'client_forms', item_id: first }],
      errors: { base: [expect.stringContaining('except where someone changed it since')] },
    });
  });
});

describe('export and import of one file change nothing', () => {
  test.each(['csv', 'xlsx'] as const)('as %s', async (format) => {
    const all = await make.form('All', {
      Text: { field_type: 'freeform-long' },
      Number: { field_type: 'number' },
      Day: { field_type: 'date' },
      Time: { field_type: 'time' },
      Tick: { field_type: 'checkbox' },
      Needs: fields.Needs,
      Place: { field_type: 'address' },
      Paper: { field_type: 'attachment' },
    });
    await make.record(
      all,
      {
        Text: '=1+1\n\'quoted\' | "x", ü',
        Number: -7.25,
        Day: '2026-02-28',
        Time: '09:05',
        Tick: false,
        Needs: ['rent', 'food'],
        Place: { text: '12 Main St, Springfield', components: { city: 'Springfield' }, location: [42.1, -72.5] },
      },
      { client_id, files: { Paper: new File(['a'], 'a;b.txt') } },
    );
    await make.record(all, { Text: '-' }, { client_id });
    const rows = () =>
      server.query('select * from responses where organization_id = $1 order by id', [organization.id]);
    const before = await rows();
    const { bytes } = await send(responseDownloadRoutes[format], {
      as,
      params: { id: all.id },
    });
    const { body } = await send(importRoutes.create, {
      as,
      params: { form_id: all.id },
      body: { type: 'bulk_update' },
      files: { input: new File([new Uint8Array(bytes)], `all.${format}`) },
    });
    expect(body).toMatchObject({ state: 'mapped', number_of_records: 2 });
    expect(await ran(body.id, { form_id: all.id })).toMatchObject({
      state: 'succeeded',
      counts: { unchanged: 2, updated: 0, created: 0 },
      transaction_id: null,
    });
    expect(await rows()).toEqual(before);
  });
});
