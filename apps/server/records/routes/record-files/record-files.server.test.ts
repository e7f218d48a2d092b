import { parse } from 'csv-parse/sync';
import { beforeEach, describe, expect, test } from 'vitest';
import type { RecordFileKind } from '#contract/record-file-kinds.ts';
import { clientRoutes } from '#contract/resources/clients.ts';
import { noteRoutes } from '#contract/resources/notes.ts';
import { recordFileRoutes as routes, routesOfFiles } from '#contract/resources/record-files.ts';
import { noExport, responseDownloadRoutes } from '#contract/resources/response-downloads.ts';
import { formMakers } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';
import { householdMakers } from '#tests/server/household-makers.ts';
import type { TestOrganization, TestUser } from '#tests/server/people.ts';

const server = await startServer();
const { call, send, query } = server;

let organization: TestOrganization;
let owner: TestUser;
let make: ReturnType<typeof formMakers>;
let homes: ReturnType<typeof householdMakers>;
beforeEach(async () => {
  organization = await server.newOrganization();
  owner = organization.owner;
  make = formMakers(server, organization);
  homes = householdMakers(server, organization);
});

type Query = Record<string, unknown>;
const fetch = (kind: RecordFileKind, as: TestUser, asked: Query = {}) =>
  send(routesOfFiles[kind].csv as typeof routes.versionsCsv, { as, query: asked as never });
const rowsOf = async (kind: RecordFileKind, as: TestUser, asked: Query = {}): Promise<Record<string, string>[]> =>
  parse((await fetch(kind, as, asked)).bytes, { bom: true, columns: true });
const note = (client_id: number, body: string, as = owner) =>
  call(noteRoutes.create, { as, params: { notable_type: 'clients', notable_id: client_id }, body: { body } });
const colleague = (privileges: object, ...people: number[]) =>
  server.newUser(organization, {
    privileges,
    grants: people.map((id) => ({ entity: 'clients', id, actions: ['read', 'write'] })),
  });

describe('TR-01 notes as a file', () => {
  test('are refused without notes to write, and of a person who may not be seen', async () => {
    const [ana, ben] = [await make.person('Ana'), await make.person('Ben')];
    const reader = await colleague({ clients: ['read'], notes: ['read'] });
    expect((await fetch('notes', reader)).status).toBe(403);
    const writer = await colleague({ notes: ['read', 'write'] }, ana);
    expect((await fetch('notes', writer, { client_id: String(ben) })).status).toBe(404);
    const { owner: neighbour } = await server.newOrganization();
    expect((await fetch('notes', neighbour, { client_id: String(ana) })).status).toBe(404);
  });

  test('hold those on the people whom the caller may read, with whoever wrote them, and no formula', async () => {
    const [ana, ben] = [await make.person('Ana'), await make.person('Ben')];
    await note(ana, '=HYPERLINK("http://x")');
    await note(ben, 'Called.\nNobody answered, "again"');
    const rows = await rowsOf('notes', owner);
    expect(rows.map((row) => [row['Client ID'], row['First Name'], row.Note])).toEqual([
      [String(ana), 'Ana', `'=HYPERLINK("http://x")`],
      [String(ben), 'Ben', 'Called.\nNobody answered, "again"'],
    ]);
    expect(rows[0]?.['Written By']).not.toBe('');
    expect(await rowsOf('notes', owner, { query: 'Ben' })).toHaveLength(1);
    expect(await rowsOf('notes', owner, { client_id: String(ana) })).toHaveLength(1);
    const writer = await colleague({ notes: ['read', 'write'] }, ben);
    expect((await rowsOf('notes', writer)).map((row) => row['First Name'])).toEqual(['Ben']);
  });
});

describe('TR-01 households as a file', () => {
  test('hold contacts and the people whom the caller may read, and name no head whom they may not', async () => {
    const [ana, ben, dan] = [
      await homes.person('Ana'),
      await homes.person('Ben', { last_name: 'Ortiz' }),
      await homes.person('Dan'),
    ];
    await homes.add(ana, ben, 'brother');
    await homes.contact(ana, 'mother');
    await homes.contact(dan, 'mother', { name: '@Else' });
    const told = (rows: Record<string, string>[]) =>
      rows.map((row) => [row.Household, row['Client ID'], row.Name, row['Relationship to Head'], row.Status]);
    const whole = [
      ['Rivera household', String(ana), 'Ana Rivera', 'Head', 'Active'],
      ['Rivera household', String(ben), 'Ben Ortiz', 'Brother', 'Active'],
      ['Rivera household', '', 'Teresa Soto', 'Mother', 'Active'],
    ];
    expect(told(await rowsOf('households', owner, { client_id: String(ana) }))).toEqual(whole);
    const all = told(await rowsOf('households', owner));
    expect(all.slice(0, 3)).toEqual(whole);
    expect(all[4]).toEqual(['Rivera household', '', "'@Else", 'Mother', 'Active']);
    const few = await colleague({}, ben);
    expect(told(await rowsOf('households', few))).toEqual([
      ['', String(ben), 'Ben Ortiz', '', 'Active'],
      ['', '', 'Teresa Soto', '', 'Active'],
    ]);
    expect((await fetch('households', await colleague({ clients: ['read'] }))).status).toBe(403);
  });

  test('of somebody who left are not told', async () => {
    const [ana, ben] = [await homes.person('Ana'), await homes.person('Ben')];
    await homes.add(ana, ben, 'brother');
    await query(
      `update household_members set started_on = '2026-01-01', ended_on = '2026-02-01'
        where organization_id = $1 and client_id = $2`,
      [organization.id, ben],
    );
    const few = await colleague({}, ben);
    expect(await rowsOf('households', few)).toEqual([]);
    const former = (await rowsOf('households', owner)).find((row) => row['Client ID'] === String(ben));
    expect([former?.Status, former?.From, former?.To]).toEqual(['Former', '2026-01-01', '2026-02-01']);
  });
});

describe('TR-01 history as a file', () => {
  test('is refused to who may not change the record, and does not exist for who may not see it', async () => {
    const ana = await make.person('Ana');
    const form = await make.form('Intake', { Goal: {} });
    const reader = await colleague({ clients: ['read'], forms: ['read'] });
    const of = (record_type: string, record_id: number) => ({ record_type, record_id: String(record_id) });
    expect((await fetch('versions', reader, of('clients', ana))).status).toBe(404);
    expect((await fetch('versions', reader, of('forms', form.id))).status).toBe(404);
    expect((await fetch('versions', reader)).status).toBe(403);
    const { owner: neighbour } = await server.newOrganization();
    expect((await fetch('versions', neighbour, of('clients', ana))).status).toBe(404);
    const half = await fetch('versions', owner, { record_type: 'clients' });
    expect([half.status, Object.keys(half.errors)]).toEqual([422, ['record_id']]);
  });

  test('tells who changed what from what to what, the oldest first, of one record or of a list', async () => {
    const [ana, ben] = [await make.person('Ana'), await make.person('Ben')];
    await call(clientRoutes.update, { as: owner, params: { id: ana }, body: { first_name: '+Ann' } });
    const rows = await rowsOf('versions', owner, { record_type: 'clients', record_id: String(ana) });
    expect(rows.every((row) => row.Record === 'Person' && row['Record ID'] === String(ana))).toBe(true);
    expect(rows[0]?.Event).toBe('Created');
    expect(rows.at(-1)).toMatchObject({ Event: 'Changed', Field: 'First name', Was: 'Ana', Is: "'+Ann" });
    expect(rows.flatMap(Object.values).some((cell) => /\b0123\b/.test(cell))).toBe(false);
    const few = await colleague({}, ben);
    expect(new Set((await rowsOf('versions', few)).map((row) => row['Record ID']))).toEqual(new Set([String(ben)]));
  });
});

test('a dictionary says what each column of a file means', async () => {
  const outsider = await server.newUser(organization, {});
  for (const [kind, { csv, dictionary }] of Object.entries(routesOfFiles)) {
    const file = await send(csv as typeof routes.clientsCsv, { as: owner });
    const [columns] = parse(file.bytes, { bom: true }) as string[][];
    const { bytes } = await send(dictionary as typeof routes.clientsDictionary, { as: owner });
    const told = parse(bytes, { bom: true, columns: true }) as Record<string, string>[];
    expect(
      told.map((row) => row.Column),
      kind,
    ).toEqual(columns);
    expect(told.every((row) => row.Description)).toBe(true);
    if (kind !== 'versions')
      expect((await send(dictionary as typeof routes.clientsDictionary, { as: outsider })).status).toBe(403);
  }
});

describe('R94 a file of more than 200,000 rows', () => {
  test('is made in the background for who asked for it, as long as they may have it', async () => {
    const ana = await make.person('Ana');
    // Without the history that each would have.
    await query(
      `do $$ begin
         set local session_replication_role = replica;
         insert into notes (organization_id, client_id, user_id, body)
         select ${organization.id}, ${ana}, ${owner.id}, 'Note ' || i from generate_series(1, 200001) i;
       end $$`,
    );
    const writer = await colleague({ clients: ['read'], notes: ['read', 'write'] });
    const answer = await fetch('notes', writer, { filters: { inactive: false } });
    expect(answer.status).toBe(202);
    const { id } = JSON.parse(answer.bytes.toString()) as { id: number };
    const asked = { as: writer, params: { id } };
    await expect
      .poll(async () => {
        await server.drainJobs();
        return (await call(routes.exported, asked)).state;
      })
      .toBe('succeeded');
    const mail = await server.mailTo(writer.email);
    expect(mail.text).toContain(`http://${organization.slug}.localhost/organization/download_export/${id}`);
    const { url, filename } = await call(routes.exported, asked);
    expect(filename).toMatch(/^Notes_\d{4}-\d{2}-\d{2}\.csv$/);
    const params = { ticket: url?.split('/').at(-1) };
    const { bytes } = await send(responseDownloadRoutes.exported, { org: organization, params });
    expect(bytes.toString().split('\r\n')).toHaveLength(200_001 + 2);

    const refused = await send(routes.exported, { ...asked, as: owner });
    expect([refused.status, refused.errors]).toEqual([403, { base: [noExport] }]);
    const { owner: neighbour } = await server.newOrganization();
    expect((await send(routes.exported, { ...asked, as: neighbour })).status).toBe(404);
    await query(
      `update permission_groups set privileges = '{"clients": ["read"], "notes": ["read"]}'
        where organization_id = $1 and id in (select permission_group_id from membership_permission_groups
                                               where organization_id = $1 and membership_id = $2)`,
      [organization.id, writer.id],
    );
    const lost = await send(routes.exported, asked);
    expect([lost.status, lost.errors]).toEqual([403, { base: [noExport] }]);
    await query(`update exports set created_at = now() - interval '7 days 1 minute' where id = $1`, [id]);
    expect((await send(routes.exported, asked)).errors).toEqual({ base: ['Export has expired.'] });
  });
});
