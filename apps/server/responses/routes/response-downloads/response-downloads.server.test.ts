import { parse } from 'csv-parse/sync';
import readWorkbook from 'read-excel-file/node';
import { beforeEach, describe, expect, test } from 'vitest';
import type { EntityPrivileges } from '#contract/kit/privileges.ts';
import { clientRoutes } from '#contract/resources/clients.ts';
import { publicInstanceRoutes } from '#contract/resources/public-form-instances.ts';
import { publicFormRoutes } from '#contract/resources/public-forms.ts';
import { noExport, responseDownloadRoutes as routes } from '#contract/resources/response-downloads.ts';
import { formMakers, type TestForm } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';
import type { TestOrganization, TestUser } from '#tests/server/people.ts';

const server = await startServer();
const { call, send, query } = server;

let organization: TestOrganization;
let owner: TestUser;
let make: ReturnType<typeof formMakers>;
let form: TestForm;
let ana: number;
beforeEach(async () => {
  organization = await server.newOrganization();
  owner = organization.owner;
  make = formMakers(server, organization);
  form = await make.form('Visit/intake', {
    Goal: {},
    Score: { field_type: 'number' },
    Needs: {
      field_type: 'select-many',
      field_options: ['food', 'rent', 'a|b'].map((value, position) => ({ label: value, value, position })),
    },
    Seen: { field_type: 'date' },
    Hint: { field_type: 'presentation' },
    Agrees: { field_type: 'checkbox' },
  });
  ana = await make.person();
});

type Route = typeof routes.csv | typeof routes.internalCsv | typeof routes.publicCsv;
const file = (as: TestUser, route: Route, id: number, asked: Record<string, unknown> = {}) =>
  send(route as typeof routes.csv, { as, params: { id }, query: asked });
const rowsOf = async (
  as: TestUser,
  route: Route,
  id: number,
  asked: Record<string, unknown> = {},
): Promise<string[][]> => parse((await file(as, route, id, asked)).bytes, { bom: true });
const label = (name: string) => `${name} [${form.ids[name]}]`;
const visit = (values: Record<string, unknown>, client_id = ana) => make.record(form, values, { client_id });

describe('TR-01 a download of responses', () => {
  const everything: EntityPrivileges = { forms: ['read'], clients: ['read'], client_forms: ['write'] };

  test('is refused to who does not write responses, and to who neither reads nor uses the form', async () => {
    const reader = await server.newUser(organization, { privileges: { ...everything, client_forms: ['read'] } });
    const refused = await file(reader, routes.csv, form.id);
    expect([refused.status, refused.errors]).toEqual([403, { base: [noExport] }]);
    const writer = await server.newUser(organization, { privileges: { ...everything, forms: [] } });
    expect((await file(writer, routes.csv, form.id)).status).toBe(404);
    const user = await server.newUser(organization, { privileges: { ...everything, forms: ['use'] } });
    expect((await file(user, routes.csv, form.id)).status).toBe(200);
    const { owner: neighbour } = await server.newOrganization();
    for (const route of [routes.csv, routes.xlsx, routes.outline, routes.dictionary] as (typeof routes.csv)[])
      expect((await send(route, { as: neighbour, params: { id: form.id } })).status).toBe(404);
  });

  test('holds what the caller may read: three people of ten, and nobody who was archived', async () => {
    const people = [ana];
    for (let index = 1; index < 10; index++) people.push(await make.person(`P${index}`));
    for (const person of people) await visit({ Goal: `Goal of ${person}` }, person);
    const mine = people.slice(2, 5);
    const viewer = await server.newUser(organization, {
      privileges: { forms: ['read'], client_forms: ['write'] },
      grants: mine.map((id) => ({ entity: 'clients', id, actions: ['read'] })),
    });
    const seen = async () => (await rowsOf(viewer, routes.csv, form.id)).slice(1).map(([client]) => Number(client));
    expect(await seen()).toEqual(mine);
    const { responses, people: counted } = await call(routes.outline, { as: viewer, params: { id: form.id } });
    expect([responses, counted]).toEqual([3, 3]);
    await call(clientRoutes.remove, { as: owner, params: { id: mine[0] as number } });
    expect(await seen()).toEqual(mine.slice(1));
  });
});

describe('TR-06 a download of responses as CSV', () => {
  test('TR-07 has a header with ids, cells that are read back, and a name', async () => {
    const { id, completed_at } = await visit({
      Goal: '=1+1',
      Score: 7.5,
      Needs: ['food', 'a|b'],
      Seen: '2026-11-20',
      Agrees: false,
    });
    const { headers, bytes } = await file(owner, routes.csv, form.id);
    expect(bytes.toString().startsWith('\ufeffClient ID,')).toBe(true);
    expect(bytes.toString()).toMatch(/\r\n$/);
    expect(await rowsOf(owner, routes.csv, form.id)).toEqual([
      ['Client ID', 'Form Response ID', 'Time Recorded', ...['Goal', 'Score', 'Needs', 'Seen', 'Agrees'].map(label)],
      [String(ana), String(id), completed_at, "'=1+1", '7.5', 'food|a\\|b', '2026-11-20', 'false'],
    ]);
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(headers['content-disposition']).toMatch(/^attachment; filename="Visit-intake_\d{4}-\d{2}-\d{2}\.csv"/);
  });

  test('TR-03 has the first row alone when no data is wanted; files are not for here', async () => {
    await visit({ Goal: 'Sleep' });
    expect(await rowsOf(owner, routes.csv, form.id, { include_data: '0' })).toHaveLength(1);
    expect(await rowsOf(owner, routes.csv, form.id, { include_data: '1' })).toHaveLength(2);
    const refused = await file(owner, routes.csv, form.id, { include_data: '2' });
    expect([refused.status, Object.keys(refused.errors)]).toEqual([422, ['include_data']]);
  });

  test('TR-04 has the days of the organization, both ends included; blank ones mean no filter', async () => {
    await query('update organizations set time_zone = $2 where id = $1', [organization.id, 'America/Los_Angeles']);
    for (const [goal, at] of [
      ['before', '2026-03-01T07:59:59.999Z'],
      ['first', '2026-03-01T08:00:00.000Z'],
      ['last', '2026-03-03T07:59:59.999Z'],
      ['after', '2026-03-03T08:00:00.000Z'],
    ]) {
      const { id } = await visit({ Goal: goal });
      await query('update responses set completed_at = $2 where id = $1', [id, at]);
    }
    const goals = async (asked: Record<string, unknown>) =>
      (await rowsOf(owner, routes.csv, form.id, asked)).slice(1).map((row) => row[3]);
    expect(await goals({ start_date: '2026-03-01', end_date: '2026-03-02' })).toEqual(['first', 'last']);
    expect(await goals({ start_date: '', end_date: '2026-03-02' })).toEqual(['before', 'first', 'last']);
    expect(await goals({ start_date: '', end_date: '' })).toHaveLength(4);
    const reversed = await file(owner, routes.csv, form.id, { start_date: '2026-03-02', end_date: '2026-03-01' });
    expect([reversed.status, Object.keys(reversed.errors)]).toEqual([422, ['end_date']]);
    const malformed = await file(owner, routes.csv, form.id, { start_date: '03/02/2026' });
    expect([malformed.status, Object.keys(malformed.errors)]).toEqual([422, ['start_date']]);
  });
});

describe('other responses', () => {
  test('of an internal form are its records, by either name', async () => {
    const shelters = await make.form('Shelters', { Name: {} }, { form_type: 'internal' });
    const { id, created_at } = await make.internalRecord(shelters, { Name: 'North' });
    const expected = [
      ['Record ID', 'Time Recorded', `Name [${shelters.ids.Name}]`],
      [String(id), created_at, 'North'],
    ];
    expect(await rowsOf(owner, routes.csv, shelters.id)).toEqual(expected);
    expect(await rowsOf(owner, routes.internalCsv, shelters.id)).toEqual(expected);
    const reader = await server.newUser(organization, { privileges: { internal_forms: ['read'] } });
    expect((await file(reader, routes.internalCsv, shelters.id)).errors).toEqual({ base: [noExport] });
    const blind = await server.newUser(organization, { privileges: { internal_forms: ['write'] } });
    expect((await file(blind, routes.internalCsv, shelters.id)).status, 'without the form').toBe(404);
    const writer = await server.newUser(organization, { privileges: { internal_forms: ['write'], forms: ['use'] } });
    expect(await rowsOf(writer, routes.internalCsv, shelters.id)).toEqual(expected);
    expect((await file(writer, routes.internalCsv, form.id)).status).toBe(404);
  });

  test('of a publish setting are what strangers sent, with the person for who may read that one', async () => {
    const body = { published_at: '2026-01-01T00:00:00.000Z' };
    const setting = await call(publicFormRoutes.create, { as: owner, params: { form_id: form.id }, body });
    const place = { org: organization, params: { access_key: setting.access_key } };
    const { start_token } = await call(publicFormRoutes.open, place);
    await call(publicFormRoutes.submit, { ...place, body: { answers: form.given({ Goal: 'Room' }), start_token } });
    const params = { public_form_id: setting.id };
    const [instance] = (await call(publicInstanceRoutes.list, { as: owner, params })).data;
    const instance_id = instance?.id as number;
    await call(publicInstanceRoutes.link, { as: owner, params: { instance_id }, body: { client_id: ana } });
    const rows = await rowsOf(owner, routes.publicCsv, setting.id);
    expect(rows[0]?.slice(0, 3)).toEqual(['Form Response ID', 'Client ID', 'Time Recorded']);
    expect(rows[1]?.slice(0, 4)).toEqual([String(instance_id), String(ana), instance?.completed_at, 'Room']);
    const blind = await server.newUser(organization, { privileges: { public_forms: ['write'] } });
    expect((await file(blind, routes.publicCsv, setting.id)).status, 'without the form').toBe(404);
    const writer = await server.newUser(organization, { privileges: { public_forms: ['write'], forms: ['use'] } });
    expect((await rowsOf(writer, routes.publicCsv, setting.id))[1]?.slice(0, 2)).toEqual([String(instance_id), '']);
    const reader = await server.newUser(organization, { privileges: { public_forms: ['read'] } });
    expect((await file(reader, routes.publicCsv, setting.id)).status).toBe(403);
  });
});

describe('a workbook', () => {
  test('has real numbers and dates, and says on a second sheet what its columns mean', async () => {
    await visit({ Goal: '=1+1', Score: 7.5, Seen: '2026-11-20' });
    const { bytes } = await send(routes.xlsx, { as: owner, params: { id: form.id } });
    const [responses, dictionary] = await readWorkbook(bytes);
    const row = responses?.data[1];
    expect(row?.slice(0, 1).concat(row.slice(3, 5), row.slice(6, 7))).toEqual([
      ana,
      '=1+1',
      7.5,
      new Date('2026-11-20'),
    ]);
    expect(dictionary?.sheet).toBe('Dictionary');
    expect(dictionary?.data.find(([column]) => column === label('Needs'))).toEqual([
      label('Needs'),
      'Select many',
      expect.stringContaining('| between them'),
      'food = food\nrent = rent\na|b = a|b',
      'No',
      'Always',
      null,
      null,
      null,
    ]);
    const alone = await send(routes.dictionary, { as: owner, params: { id: form.id } });
    expect(parse(alone.bytes, { bom: true })).toHaveLength(9);
    expect(alone.headers['content-disposition']).toContain('dictionary_');
  });
});

test('of 5,000 responses come in order, none left out and none twice', async () => {
  await query(
    `insert into responses (organization_id, form_id, client_id, completed_at, answers)
     select $1, $2, $3, now() - make_interval(secs => i % 7), jsonb_build_object($4::text, 'Goal ' || i)
       from generate_series(1, 5000) i`,
    [organization.id, form.id, ana, String(form.ids.Goal)],
  );
  const rows = (await rowsOf(owner, routes.csv, form.id)).slice(1);
  expect(rows).toHaveLength(5000);
  expect(new Set(rows.map((row) => row[3])).size).toBe(5000);
  const places = rows.map(([, id, at]) => `${at} ${id?.padStart(9, '0')}`);
  expect(places).toEqual(places.toSorted());
});
