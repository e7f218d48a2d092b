// Over 300 lines: what the platform team imports, responses and people, goes through the same makers of files.
import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import pg from 'pg';
import { beforeEach, describe, expect, test } from 'vitest';
import { clientFormRoutes } from '#contract/resources/client-forms.ts';
import { clientRoutes } from '#contract/resources/clients.ts';
import { dataImportRoutes as routes } from '#contract/resources/data-imports.ts';
import { jobRoutes } from '#contract/resources/jobs.ts';
import { organizationAccountRoutes } from '#contract/resources/organization-account.ts';
import { memberNow, organizationWith } from '#server/access/members.ts';
import { restorePeople } from '#server/imports/undo-people.ts';
import type { Member } from '#server/kit/handlers.ts';
import { formMakers, type TestForm } from '#tests/server/form-makers.ts';
import { type Caller, startServer } from '#tests/server/harness.ts';
import type { TestOrganization } from '#tests/server/people.ts';
import { shared } from '#tests/shared-database.ts';

const server = await startServer();
const { call, send } = server;

let organization: TestOrganization;
let as: Caller;
let make: ReturnType<typeof formMakers>;
let client_id: number;
let form: TestForm;
beforeEach(async () => {
  organization = await server.newOrganization();
  as = await server.newSuperuser();
  make = formMakers(server, organization);
  client_id = await make.person();
  form = await make.form('Visits', { Seen: { field_type: 'date' }, Score: { field_type: 'number' } });
});

const csv = (...lines: string[]) => new File([lines.join('\n')], 'visits.csv');
const created = async (input: File, about: { type: 'client' | 'form'; form_id?: number }) =>
  send(routes.create, { as, body: { organization_id: organization.id, ...about }, files: { input } });
const mapped = (id: number, body: object) => send(routes.update, { as, params: { id }, body: body as never });
const ran = async (id: number, body: object = { state_transition: 'enqueue' }) => {
  expect((await mapped(id, body)).body).toMatchObject({ state: 'enqueued' });
  await server.drainJobs();
  return call(routes.show, { as, params: { id } });
};
const errorLines = async (id: number) => {
  const { bytes } = await send(routes.errors, { as, params: { id } });
  return (parse(Buffer.from(bytes), { bom: true }) as string[][]).slice(1).map((one) => one.slice(-3));
};
const responses = async () =>
  (await call(clientFormRoutes.list, { as: organization.owner, params: { client_id }, query: {} })).data
    .map(({ id, completed_at, answers }) => ({
      id,
      completed_at,
      ...Object.fromEntries(answers.map(({ name, value }) => [name, value])),
    }))
    .toSorted((a, b) => a.id - b.id);
const people = async () =>
  (await call(clientRoutes.list, { as: organization.owner, query: {} })).data.toSorted((a, b) => a.id - b.id);

describe('responses are imported (TR-41 to TR-61)', () => {
  const table = () => csv('who;when;points', `${client_id};3/14/2026;1.234,5`, `${client_id};14.03.2026;2`);
  const columns = () => [
    { destination_id: String(form.ids.Seen), origin_id: 2 },
    { destination_id: String(form.ids.Score), origin_id: 3, force: false },
  ];

  test('from file to mapping to a dry run to the end, and undone', async () => {
    const { status, body } = await created(table(), { type: 'form', form_id: form.id });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      state: 'unmapped',
      name: 'visits',
      number_of_records: 2,
      mappings: [],
      origins: [
        { id: 1, name: 'who' },
        { id: 2, name: 'when' },
        { id: 3, name: 'points' },
      ],
      destinations: [{ id: String(form.ids.Seen) }, { id: String(form.ids.Score) }, { id: 'completed_at' }],
    });
    const early = await mapped(body.id, { state_transition: 'enqueue' });
    expect([early.status, Object.keys(early.errors)]).toEqual([422, ['state_transition']]);
    const ready = await mapped(body.id, { client_id_column: 1, mappings: columns() });
    expect(ready.body).toMatchObject({ state: 'mapped', mappings: [{ force: true }, { force: false }] });
    expect(await ran(body.id, { dry_run: true })).toMatchObject({ state: 'mapped', counts: { created: 2, failed: 0 } });
    expect(await responses()).toEqual([]);
    expect(await ran(body.id)).toMatchObject({ state: 'succeeded', counts: { created: 2 } });
    expect(await responses()).toMatchObject([
      { Seen: '2026-03-14', Score: 1234.5 },
      { Seen: '2026-03-14', Score: 2 },
    ]);
    expect((await mapped(body.id, { name: 'Other' })).status).toBe(409);
    expect((await send(routes.undo, { as, params: { id: body.id } })).status).toBe(202);
    await server.drainJobs();
    expect(await responses()).toEqual([]);
  });

  test('with numbers and dates as five countries write them, each to the same day and amount', async () => {
    const written = [
      ['3/14/2026', '1,234.5'],
      ['2026-03-14', '1234.5'],
      ['14.3.2026', '1.234,5'],
      ['14-Mar-2026', "1'234.5"],
      ['46095', '1 234,5'],
    ];
    const lines = written.map(([when, points]) => `${client_id};${when};${points}`);
    const { body } = await created(csv('who;when;points', ...lines), { type: 'form', form_id: form.id });
    await mapped(body.id, { client_id_column: 1, mappings: columns() });
    expect(await ran(body.id)).toMatchObject({ state: 'succeeded', counts: { created: 5 } });
    expect(await responses()).toMatchObject(Array(5).fill({ Seen: '2026-03-14', Score: 1234.5 }));
  });

  test('what is filled already stays, unless it is forced; what is blank then goes', async () => {
    const { id } = await make.record(form, { Seen: '2026-01-01', Score: 5 }, { client_id });
    const file = csv('who,what,when,points', `${client_id},${id},2026-02-02,`);
    const map = (force: boolean) => [
      { destination_id: String(form.ids.Seen), origin_id: 3, force },
      { destination_id: String(form.ids.Score), origin_id: 4, force },
    ];
    const one = await created(file, { type: 'form', form_id: form.id });
    await mapped(one.body.id, { client_id_column: 1, response_id_column: 2, mappings: map(false) });
    expect((await ran(one.body.id)).counts).toMatchObject({ unchanged: 1 });
    const two = await created(file, { type: 'form', form_id: form.id });
    await mapped(two.body.id, { client_id_column: 1, response_id_column: 2, mappings: map(true) });
    expect((await ran(two.body.id)).counts).toMatchObject({ updated: 1 });
    const [{ completed_at: _, ...after }] = (await responses()) as [Awaited<ReturnType<typeof responses>>[number]];
    expect(after).toEqual({ id, Seen: '2026-02-02', Score: null });
  });

  test('each wrong row stands in the exception log; a corrected file keeps the mapping', async () => {
    const other = await server.newOrganization();
    const theirs = await formMakers(server, other).person();
    const { body } = await created(
      csv(
        'who,when,points',
        `${client_id},02/30/2026,x`,
        `${theirs},2026-01-01,1`,
        ',2026-01-01,1',
        `${client_id},31/12/2026,$5`,
      ),
      { type: 'form', form_id: form.id },
    );
    await mapped(body.id, { client_id_column: 1, mappings: columns() });
    const failed = await ran(body.id);
    expect(failed).toMatchObject({ state: 'failed', counts: { failed: 4 } });
    expect((await errorLines(body.id)).map(([row, column]) => `${row} ${column}`)).toEqual([
      '2 when',
      '2 points',
      '3 who',
      '4 who',
      '5 when',
      '5 points',
    ]);
    expect(await responses()).toEqual([]);
    expect((await mapped(body.id, { name: 'Other' })).status).toBe(409);
    const again = await send(routes.update, {
      as,
      params: { id: body.id },
      body: {},
      files: { input: csv('points,who,when', `3,${client_id},2026-01-01`) },
    });
    expect(again.body).toMatchObject({ state: 'mapped', client_id_column: 2, error_url: null });
    expect((await ran(body.id)).counts).toMatchObject({ created: 1 });
  });

  test('a file of more than 25 MB is refused while it comes, and nothing of it stays', async () => {
    const input = new File([new Uint8Array(26 * 1024 * 1024).fill(97)], 'huge.csv');
    const { status, errors } = await created(input, { type: 'form', form_id: form.id });
    expect({ status, errors }).toEqual({
      status: 413,
      errors: { base: ['The file is larger than 25 MB. Choose a smaller one.'] },
    });
    expect((await call(routes.list, { as })).data.filter(({ name }) => name === 'huge')).toEqual([]);
  });

  test('a file that is none, or has no header, is invalid and says why', async () => {
    const about = { type: 'form', form_id: form.id } as const;
    expect((await created(csv('a,b'), about)).body).toMatchObject({
      state: 'unmapped',
      errors: { input: [expect.any(String)] },
    });
    expect((await created(csv('a,A', '1,2'), about)).body.errors).toEqual({
      input: ['Columns 1 and 2 are both called “A”. Rename one.'],
    });
    const { status, errors } = await created(csv('a', '1'), { type: 'form' });
    expect([status, Object.keys(errors)]).toEqual([422, ['form_id']]);
  });
});

describe('a mapping is proposed', () => {
  const table = () => csv('Who,Seen,Score,Extra', `${client_id},3/14/2026,1,x`);
  const proposalOf = async (input: File, about: { type: 'client' | 'form'; form_id?: number }) =>
    (await created(input, about)).body as Awaited<ReturnType<typeof call<typeof routes.show>>>;

  test('by the names of the columns, and then as the last file with the same first row was mapped', async () => {
    const first = await proposalOf(table(), { type: 'form', form_id: form.id });
    expect(first).toMatchObject({ tool: null, proposal: { as_in: null, client_id_column: null, person_column: null } });
    expect(first.proposal?.mappings.filter(({ origin_id }) => origin_id !== null)).toEqual([
      { destination_id: String(form.ids.Seen), origin_id: 2, force: true },
      { destination_id: String(form.ids.Score), origin_id: 3, force: true },
    ]);
    const mappings = [{ destination_id: String(form.ids.Score), origin_id: 4, force: false }];
    expect((await mapped(first.id, { client_id_column: 1, mappings })).body).toMatchObject({ proposal: null });

    const again = await proposalOf(table(), { type: 'form', form_id: form.id });
    expect(again.proposal).toMatchObject({ as_in: 'visits', client_id_column: 1, response_id_column: null });
    expect(again.proposal?.mappings).toContainEqual(mappings[0]);
    expect(again.proposal?.mappings).toContainEqual({
      destination_id: String(form.ids.Seen),
      origin_id: null,
      force: true,
    });
    expect(again).toMatchObject({ state: 'unmapped', client_id_column: null, mappings: [] });
  });

  test('not as in another form, another organization, or under another first row', async () => {
    const first = await proposalOf(table(), { type: 'form', form_id: form.id });
    await mapped(first.id, {
      client_id_column: 1,
      mappings: [{ destination_id: String(form.ids.Score), origin_id: 4 }],
    });
    const other = await make.form('Others', { Seen: { field_type: 'date' } });
    expect(await proposalOf(table(), { type: 'form', form_id: other.id })).toMatchObject({ proposal: { as_in: null } });
    expect(await proposalOf(csv('Who,Seen,Extra,Score', '1,,,'), { type: 'form', form_id: form.id })).toMatchObject({
      proposal: { as_in: null },
    });
    organization = await server.newOrganization();
    const elsewhere = await formMakers(server, organization).form('Visits', { Score: { field_type: 'number' } });
    expect(await proposalOf(table(), { type: 'form', form_id: elsewhere.id })).toMatchObject({
      proposal: { as_in: null },
    });
  });

  test('of a file that another tool wrote: the tool is named, and its ids are not taken for ours', async () => {
    const header = 'PersonalID,FirstName,LastName,DOB,DateCreated,DateUpdated,UserID,DateDeleted,ExportID';
    const line = '0a1b,Ann,Lee,1985-03-14,2026-01-01 10:00:00,2026-01-01 10:00:00,7,,1';
    const made = await proposalOf(csv(header, line), { type: 'client' });
    expect(made).toMatchObject({ tool: 'HMIS CSV', proposal: { client_id_column: null, person_column: 1 } });
    expect(
      made.proposal?.mappings.flatMap(({ destination_id, origin_id }) => (origin_id ? [destination_id] : [])),
    ).toEqual(['first_name', 'last_name', 'dob']);
    // What a person must have here and the tool does not know is added, as is the place of our own IDs.
    const ready = await proposalOf(csv(`Hearth Client ID,Gender,SSN,${header}`, `,Female,123-45-6789,${line}`), {
      type: 'client',
    });
    const { client_id_column, mappings } = ready.proposal ?? {};
    await mapped(ready.id, { client_id_column, mappings });
    expect(await ran(ready.id)).toMatchObject({ state: 'succeeded', counts: { created: 1 } });
    expect(await people()).toContainEqual(
      expect.objectContaining({ first_name: 'Ann', last_name: 'Lee', ssn_suffix: '6789' }),
    );
  });
});

describe('a corrected file', () => {
  test('takes the place of the one with errors: what it was mapped to stays, and the log tells who did what', async () => {
    const { body } = await created(csv('who,points', `${client_id},many`), { type: 'form', form_id: form.id });
    const mappings = [{ destination_id: String(form.ids.Score), origin_id: 2, force: false }];
    await mapped(body.id, { client_id_column: 1, mappings });
    expect(await ran(body.id, { dry_run: true })).toMatchObject({
      state: 'mapped',
      counts: { failed: 1 },
      dry_run: true,
    });
    // Its columns stand in another order.
    const files = { input: new File([`points,who\n5,${client_id}`], 'mended.csv') };
    const { body: kept } = await send(routes.update, { as, params: { id: body.id }, body: {}, files });
    expect(kept).toMatchObject({
      state: 'mapped',
      type: 'form',
      form_id: form.id,
      input_filename: 'mended.csv',
      client_id_column: 2,
      mappings: [{ ...mappings[0], origin_id: 1 }],
      counts: null,
      error_url: null,
    });
    expect((await send(routes.findings, { as, params: { id: body.id } })).body).toMatchObject({
      errors: [],
      kinds: [],
    });
    await ran(body.id, { dry_run: true });
    const { counts, log } = await ran(body.id);
    expect(counts).toMatchObject({ created: 1, failed: 0 });
    expect(await responses()).toMatchObject([{ Score: 5 }]);
    const { administrator_name: by } = body;
    expect(log.map((one) => [one.what, one.by])).toEqual(
      [
        'visits.csv chosen',
        'Check started',
        'Checked: 0 without errors, 1 with errors',
        'mended.csv chosen, mapping kept',
        'Check started',
        'Checked: 1 new',
        'Import started',
        'Succeeded: 1 new',
      ].map((what) => [what, by]),
    );
  });

  test.each([
    ['that is a PDF', new File(['%PDF-1.7\n1 0 obj\n<<>>\nendobj'], 'scan.csv'), /^This file is a PDF/],
    ['that is empty', new File([''], 'empty.csv'), /empty/],
    ['without rows', new File(['who,points'], 'header.csv'), /no rows/],
    [
      'of 2,000 columns',
      new File([Array.from({ length: 2000 }, (_, n) => `c${n}`).join(',')], 'wide.csv'),
      /at most 1010\.$/,
    ],
  ])('%s is refused with a reason: the file that is there stays with its mapping', async (_, input, reason) => {
    const { body } = await created(csv('who,points', `${client_id},5`), { type: 'form', form_id: form.id });
    const mappings = [{ destination_id: String(form.ids.Score), origin_id: 2, force: true }];
    await mapped(body.id, { client_id_column: 1, mappings });
    const refused = await send(routes.update, { as, params: { id: body.id }, body: {}, files: { input } });
    expect([refused.status, refused.errors]).toEqual([422, { input: [expect.stringMatching(reason)] }]);
    expect(await call(routes.show, { as, params: { id: body.id } })).toMatchObject({
      state: 'mapped',
      input_filename: 'visits.csv',
      mappings,
    });
  });

  test('without a column that was mapped says so, before anything is checked', async () => {
    const { body } = await created(csv('who,when,points', `${client_id},,5`), { type: 'form', form_id: form.id });
    const mappings = [
      { destination_id: String(form.ids.Seen), origin_id: 2 },
      { destination_id: String(form.ids.Score), origin_id: 3 },
    ];
    await mapped(body.id, { client_id_column: 1, mappings });
    const files = { input: csv('who,when,score', `${client_id},,5`) };
    const { body: kept } = await send(routes.update, { as, params: { id: body.id }, body: {}, files });
    expect(kept).toMatchObject({
      state: 'mapped',
      mappings: [{ origin_id: 2 }, { origin_id: null }],
      errors: { base: ['This file has no column “points”. Its mapping is now empty.'] },
    });
  });
});

describe('people are imported', () => {
  const header = 'id,first,last,born,sex,ssn';
  const map = ['first_name', 'last_name', 'dob', 'gender', 'ssn_suffix'].map((destination_id, index) => ({
    destination_id,
    origin_id: index + 2,
  }));
  const rows = () => [
    header,
    ',Ana,Ruiz,01/02/1990,Female,0123',
    ',Zoë,Łuk,1971-05-06,non-binary,0042',
    `${client_id},Anna,,,,`,
  ];
  const imported = async (duplicates: 'skip' | 'update' | 'add', lines: string[]) => {
    const { body } = await created(csv(...lines), { type: 'client' });
    expect(body.destinations.filter(({ is_required }) => is_required)).toHaveLength(5);
    const mapping = map.map((one) => ({ ...one, force: false }));
    await mapped(body.id, { client_id_column: 1, duplicates, mappings: mapping });
    return ran(body.id);
  };

  test('those who may be there already are added and paired, left out, or changed', async () => {
    const [, ana, zoe] = rows() as [string, string, string];
    expect((await imported('skip', [header, ana, zoe])).counts).toMatchObject({ created: 1, unchanged: 1 });
    expect((await people()).map(({ first_name }) => first_name)).toEqual(['Ana', 'Zoë']);
    expect((await imported('update', [header, ana])).counts).toMatchObject({ unchanged: 1 });
    expect((await imported('add', [header, ana])).counts).toMatchObject({ created: 1 });
    const all = await people();
    expect(all).toHaveLength(3);
    expect(all.filter(({ has_duplicates }) => has_duplicates)).toHaveLength(2);
  });

  test('R20a unknown and declined are read by their labels, where the organization allows them', async () => {
    const lines = [header, ',Ana,Soto,01/02/1990,Declined to answer,Unknown', ',Zoë,Soto,1971-05-06,UNKNOWN,declined'];
    expect((await imported('add', lines)).counts).toMatchObject({ failed: 2 });
    const body = { allow_unknown: true };
    await call(organizationAccountRoutes.changeOrganizationAccount, { as: organization.owner, body });
    expect((await imported('add', lines)).counts).toMatchObject({ created: 2 });
    expect((await people()).filter(({ last_name }) => last_name === 'Soto')).toMatchObject([
      { gender: 'declined', ssn_suffix: 'unknown' },
      { gender: 'unknown', ssn_suffix: 'declined' },
    ]);
  });

  test('a cell that shows an error of a formula is told, and what is stored stays', async () => {
    const before = await people();
    const { body } = await created(csv('id;first;last', `${client_id};#N/A;#REF!`, '#VALUE!;Ann;Lee'), {
      type: 'client',
    });
    const mappings = [
      { destination_id: 'first_name', origin_id: 2 },
      { destination_id: 'last_name', origin_id: 3 },
    ];
    await mapped(body.id, { client_id_column: 1, mappings });
    expect(await ran(body.id)).toMatchObject({ state: 'failed', counts: { updated: 0, failed: 2 } });
    const error = (word: string) => `This cell shows the error ${word}. Correct its formula, or clear the cell.`;
    expect(await errorLines(body.id)).toEqual([
      ['2', 'first', error('#N/A')],
      ['2', 'last', error('#REF!')],
      ['3', 'id', error('#VALUE!')],
    ]);
    expect(await people()).toEqual(before);
  });

  test('columns that new people need are named as people name them', async () => {
    const { body } = await created(csv('id,first,last', ',Zo,Lu'), { type: 'client' });
    const mappings = [
      { destination_id: 'first_name', origin_id: 2 },
      { destination_id: 'last_name', origin_id: 3 },
    ];
    await mapped(body.id, { client_id_column: 1, duplicates: 'add', mappings });
    expect((await ran(body.id, { dry_run: true })).counts).toMatchObject({ failed: 1 });
    const messages = (await errorLines(body.id)).map((one) => one.at(-1));
    expect(messages).toContain('Choose the column of last 4 of SSN: new people need it');
    for (const message of messages) expect(message).not.toMatch(/_|\b(dob|dod|ssn)\b/);
  });

  test('who is found by name keeps what a colleague saves at that moment', async () => {
    const holder = new pg.Client(shared.url);
    await holder.connect();
    await holder.query('begin');
    await holder.query(`update clients set middle_name = 'Maria' where id = $1`, [client_id]);
    const { body } = await created(csv(header, ',Ana,Ruiz,1990-01-02,Male,0123'), { type: 'client' });
    await mapped(body.id, { client_id_column: 1, duplicates: 'update', mappings: map });
    const importing = ran(body.id);
    const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
    await expect.poll(() => server.query(waiting)).toHaveLength(1);
    await holder.query('commit');
    await holder.end();
    expect(await importing).toMatchObject({ state: 'succeeded', counts: { updated: 1 } });
    expect(await people()).toMatchObject([{ middle_name: 'Maria', gender: 'male' }]);
  });

  test('undoing takes one lock, however many people there are', async () => {
    const lines = Array.from({ length: 300 }, (_, n) => `,Ana${n},Ruiz${n},1990-01-02,female,${1000 + n}`);
    const { body } = await created(csv(header, ...lines), { type: 'client' });
    await mapped(body.id, { client_id_column: 1, duplicates: 'add', mappings: map });
    expect((await ran(body.id)).counts).toMatchObject({ created: 300 });
    const made = await server.query<{ item_id: number; event: string; old_values: null }>(
      `select id as item_id, 'create' as event, null as old_values from clients where organization_id = $1 and id <> $2`,
      [organization.id, client_id],
    );
    const { database, keys } = server.services;
    const locks = await database.inOrganization({ organization_id: organization.id }, async (tx) => {
      const caller = (await memberNow(
        tx,
        await organizationWith(tx, organization.id),
        organization.owner.id,
      )) as Member;
      await restorePeople({ tx, keys, caller }, made);
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()`.execute(tx);
      return rows[0]?.count;
    });
    expect(locks).toBe(1);
    expect(await people()).toMatchObject([{ id: client_id }]);
  });

  test('by their ID they are changed; undone, they are as before, and the new ones are archived', async () => {
    const { body } = await created(
      csv(header, `${client_id},Anna,Ruiz,01/02/1990,female,9999`, ',Zoë,Łuk,1971-05-06,non-binary,0042'),
      { type: 'client' },
    );
    await mapped(body.id, { client_id_column: 1, mappings: map });
    expect((await ran(body.id)).counts).toMatchObject({ created: 1, updated: 1 });
    expect(await people()).toMatchObject([{ first_name: 'Anna', ssn_suffix: '9999' }, { first_name: 'Zoë' }]);
    expect((await send(routes.undo, { as, params: { id: body.id } })).status).toBe(202);
    await server.drainJobs();
    expect(await people()).toMatchObject([{ id: client_id, first_name: 'Ana', ssn_suffix: '9999' }]);
    expect(await call(routes.show, { as, params: { id: body.id } })).toMatchObject({
      state: 'succeeded',
      errors: {
        base: [
          'The last 4 of SSN of 1 person still have the values from the file: the values before the import aren’t stored.',
        ],
      },
    });
  });
});

test('the organization finds the job among its own, and is told who runs it again', async () => {
  const { body } = await created(csv('id,points', `${client_id},many`), { type: 'form', form_id: form.id });
  await mapped(body.id, {
    client_id_column: 1,
    mappings: [{ destination_id: String(form.ids.Score), origin_id: 2 }],
  });
  expect(await ran(body.id)).toMatchObject({ state: 'failed' });
  const { data } = await call(jobRoutes.list, { as: organization.owner, query: {} });
  expect(data).toMatchObject([{ kind: 'import', state: 'failed', error: '1 row has errors. Nothing was written.' }]);
  const retried = await send(jobRoutes.retry, { as: organization.owner, params: { id: data[0]?.id as number } });
  expect([retried.status, retried.errors]).toEqual([
    409,
    { base: ['The platform team imports this file and will run it again. Nothing has been written yet.'] },
  ]);
  const again = await send(jobRoutes.platformRetry, { as, params: { id: data[0]?.id as number } });
  expect(again.status).toBe(202);
  await server.drainJobs();
});

test('only the platform team comes here', async () => {
  const { body } = await created(csv('a', '1'), { type: 'client' });
  const owner = organization.owner;
  for (const [route, sent] of [
    [routes.list, { query: {} }],
    [routes.show, { params: { id: body.id } }],
    [routes.remove, { params: { id: body.id } }],
  ] as const)
    expect((await send(route as typeof routes.show, { as: owner, ...sent } as never)).status).toBe(403);
  const there = { as: owner, params: { organization_id: organization.id } };
  expect((await send(routes.forms, there)).status).toBe(403);
});

test('TR-64 imports are listed by organization and name, shown, renamed and deleted', async () => {
  const one = await created(csv('a', '1'), { type: 'client' });
  const other = await created(csv('points', '1'), { type: 'form', form_id: form.id });
  const query = { query: organization.name };
  const { data } = await call(routes.list, { as, query });
  const organization_name = organization.name;
  expect(data).toMatchObject([
    { id: other.body.id, type: 'form', organization_name },
    { id: one.body.id, type: 'client', name: 'visits', organization_name },
  ]);
  const page = await call(routes.page, { as, params: { page: 2 }, query: { ...query, page_size: '1' } as never });
  expect(page).toMatchObject({ data: [{ id: one.body.id }], metadata: { page: 2, total_count: 2, total_pages: 2 } });
  const params = { id: one.body.id };
  expect((await mapped(params.id, { name: 'County intake' })).status).toBe(200);
  expect(await call(routes.show, { as, params })).toMatchObject({ name: 'County intake', state: 'unmapped' });
  expect((await send(routes.remove, { as, params })).status).toBe(204);
  expect((await send(routes.show, { as, params })).status).toBe(404);
});

test('TR-65 the client forms of an organization are listed, and of no other', async () => {
  await make.form('Beds', { Name: {} }, { form_type: 'internal' });
  await formMakers(server, await server.newOrganization()).form('Theirs', { Name: {} });
  const { data } = await call(routes.forms, { as, params: { organization_id: organization.id } });
  expect(data).toEqual([{ id: form.id, name: 'Visits', active: true }]);
  expect((await send(routes.forms, { as, params: { organization_id: 999_999_999 } })).status).toBe(404);
});
