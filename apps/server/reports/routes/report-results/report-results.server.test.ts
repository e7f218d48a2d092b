// Over 300 lines: every way in which a result is asked for, over the same rows.
import { parse } from 'csv-parse/sync';
// Longer than most: what a report comes to, in each shape that it leaves in, for each who may ask.
import readWorkbook from 'read-excel-file/node';
import { beforeEach, describe, expect, test } from 'vitest';
import { organizationAccountRoutes } from '#contract/resources/organization-account.ts';
import { reportDefinitionRoutes } from '#contract/resources/report-definitions.ts';
import { reportResultRoutes as routes } from '#contract/resources/report-results.ts';
import { reportViewRoutes } from '#contract/resources/report-views.ts';
import { formMakers, type TestForm } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';
import type { TestOrganization, TestUser } from '#tests/server/people.ts';

const server = await startServer();
const { call, send } = server;

let organization: TestOrganization;
let owner: TestUser;
let make: ReturnType<typeof formMakers>;
let form: TestForm;
let people: number[];
beforeEach(async () => {
  organization = await server.newOrganization();
  owner = organization.owner;
  make = formMakers(server, organization);
  form = await make.form('Visit', {
    Score: { field_type: 'number' },
    Color: {
      field_type: 'select-one',
      field_options: ['red', 'blue', 'green'].map((value, position) => ({ label: value, value, position })),
    },
    Needs: {
      field_type: 'select-many',
      field_options: ['a|b', 'c'].map((value, position) => ({ label: value, value, position })),
    },
    Seen: { field_type: 'date' },
    Home: { field_type: 'address' },
    Said: {},
  });
});

const field = (name: string, more: object = {}) => ({ form: form.id, field: String(form.ids[name]), ...more });
const report = async (fields: object[], more: object = {}) => {
  const body = { name: 'Visits', report_type: 'client_forms' as const, fields, ...more };
  return (await call(reportDefinitionRoutes.create, { as: owner, body })).id;
};
const visit = async (client_id: number, values: Record<string, unknown>) => make.record(form, values, { client_id });
const add = async (rows: Record<string, unknown>[]) => {
  people = [];
  for (const [index, values] of rows.entries()) {
    const id = await make.person(`P${index}`);
    people.push(id);
    await visit(id, values);
  }
};
const view = async (report_id: number, body: object) =>
  (
    await call(reportViewRoutes.create, {
      as: owner,
      params: { report_id },
      body: { name: 'View', view_type: 'bar', ...body } as never,
    })
  ).id;
const result = (as: TestUser, id: number, query: object = {}) => call(routes.show, { as, params: { id }, query });
const values = async (as: TestUser, id: number, query: object = {}) =>
  (await result(as, id, query)).records.map((one) => one.values);
const csvOf = async (as: TestUser, id: number, query: object = {}) => {
  const { bytes } = await send(routes.csv, { as, params: { id }, query: { ...query } });
  return bytes
    .toString()
    .replace(/^\ufeff/, '')
    .trimEnd()
    .split('\r\n');
};

describe('the result of a report', () => {
  test('is not there for a neighbour and for who may not read it, and there for who may use it', async () => {
    await add([{ Score: 1 }]);
    const id = await report([{ field: 'client_id' }, field('Score')]);
    const [nobody, user] = [
      await server.newUser(organization, { privileges: { clients: ['read'] } }),
      await server.newUser(organization, {
        privileges: { report_definitions: ['use'], clients: ['read'], client_forms: ['read'] },
      }),
    ];
    for (const as of [nobody, (await server.newOrganization()).owner]) {
      expect((await send(routes.show, { as, params: { id } })).status).toBe(404);
      expect((await send(routes.csv, { as, params: { id } })).status).toBe(404);
      expect((await send(routes.refresh, { as, params: { id }, body: {} })).status).toBe(404);
      expect((await send(routes.summary, { as, params: { report_id: id } })).status).toBe(404);
    }
    expect(await values(user, id)).toEqual([[people[0], 1]]);
  });

  test('RP-81 RP-82 has its headers, its records and what was asked for instead of its own conditions and order', async () => {
    await add([{ Score: 1 }, { Score: 3 }, { Score: 2 }]);
    const id = await report([{ field: 'client_id' }, field('Score', { label: 'Points' })], {
      conditions: { and: [{ field_name: String(form.ids.Score), op: 'GT', value: 1 }] },
      default_order: [{ key: 'c2', order: 'desc' }],
    });
    const shown = await result(owner, id);
    expect(shown.headers).toMatchObject([
      { key: 'c1', letter: 'A', label: 'Client ID', type: 'number' },
      { key: 'c2', letter: 'B', label: 'Points', type: 'number', form: form.id },
    ]);
    expect(shown).toMatchObject({ record_count: 2, refreshing: false, metadata: { total_count: 2, page_size: 25 } });
    expect(shown.records.map((one) => one.display_values[1])).toEqual(['3', '2']);
    expect(shown.records[0]?.links[0]).toBe(`/organization/clients/${people[1]}`);
    const query = {
      conditions: JSON.stringify({ and: [] }),
      sort: JSON.stringify([{ field: 'c2', order: 'asc' }]),
      page_size: '2',
    };
    expect((await values(owner, id, query)).map(([, score]) => score)).toEqual([1, 2]);
    const wrong = { conditions: JSON.stringify({ and: [{ field_name: 'nothing', op: 'EQ', value: 1 }] }) };
    expect((await send(routes.show, { as: owner, params: { id }, query: wrong })).status).toBe(422);
  });

  test('R73 holds for who may see 3 of 10 people exactly those, in every shape', async () => {
    const place = (lat: number) => ({ text: 'Main St', components: {}, location: [lat, -74.123456] });
    await add(Array.from({ length: 10 }, (_, index) => ({ Score: index, Color: 'red', Home: place(40.123456) })));
    const mine = people.slice(0, 3);
    const privileges = { report_definitions: ['read' as const], client_forms: ['read' as const] };
    const grants = mine.map((id) => ({ entity: 'clients' as const, id, actions: ['read' as const] }));
    const as = await server.newUser(organization, { privileges, grants });
    const rows = await report([{ field: 'client_id' }, field('Score'), field('Color'), field('Home')]);
    const groups = await report([field('Color'), field('Score', { agg: 'sum' }), { field: 'client_id', agg: 'count' }]);
    expect((await values(as, rows)).map(([id]) => id)).toEqual(mine);
    expect((await result(as, rows)).record_count).toBe(3);
    expect(await values(as, groups)).toEqual([['red', 3, 3]]);
    expect((await csvOf(as, rows)).slice(1).map((line) => Number(line.split(',')[0]))).toEqual(mine);
    const workbook = await send(routes.xlsx, { as, params: { id: rows } });
    const [sheet] = await readWorkbook(workbook.bytes);
    expect(sheet?.data.slice(1).map(([id]) => id)).toEqual(mine);
    const dictionary = await send(routes.dictionary, { as, params: { id: groups } });
    expect((parse(dictionary.bytes, { bom: true }) as string[][]).map((row) => [row[0], row[3]])).toEqual([
      ['Column', 'Description'],
      ['Color', expect.stringMatching(/^Color of .+\. One of /)],
      [expect.any(String), expect.stringMatching(/^Sum: Score of /)],
      [expect.any(String), expect.stringMatching(/^Count: /)],
    ]);
    expect((await readWorkbook(workbook.bytes))[1]?.sheet).toBe('Dictionary');
    const drawn = async (body: object) => {
      const id = await view(rows, body);
      return (await call(routes.viewPage, { as, params: { report_id: rows, id, page: 1 } })).data;
    };
    expect(await drawn({ xaxis: 'c3' })).toMatchObject([{ x_label: 'red', values: [3] }]);
    expect(await drawn({ xaxis: 'c3', yaxis: ['c2'] })).toMatchObject([{ values: [3] }]);
    expect(await drawn({ view_type: 'scatter', xaxis: 'c1', yaxis: ['c2'] })).toHaveLength(3);
    const places = await drawn({ view_type: 'map', xaxis: 'c4' });
    expect(places).toMatchObject({ displayed: 3, total: 3 });
    expect((places as { points: { location: unknown }[] }).points[0]?.location, 'rounded').toEqual([40.12, -74.12]);
    await call(routes.createSummary, {
      as: owner,
      params: { report_id: rows },
      body: { settings: JSON.stringify([{ key: 'c2', functions: ['count', 'max'] }]) },
    });
    const { stats } = await call(routes.summary, { as, params: { report_id: rows } });
    expect(stats.map(({ value }) => value)).toEqual([3, 2]);
  });

  test('a chart has its places in the order of the options, and other words by size', async () => {
    await add([
      ...['green', 'blue', 'red', 'green'].map((Color, index) => ({ Color, Said: ['b', 'a', 'b', 'c'][index] })),
      { Said: 'b' },
    ]);
    const report_id = await report([field('Color'), field('Said')]);
    const { headers } = await result(owner, report_id);
    expect(headers.map(({ options }) => options)).toEqual([['red', 'blue', 'green'], undefined]);
    const places = async (body: object) => {
      const params = { report_id, id: await view(report_id, body), page: 1 };
      const { data } = await call(routes.viewPage, { as: owner, params });
      return (data as { x: unknown }[]).map(({ x }) => x);
    };
    expect(await places({ xaxis: 'c1' })).toEqual(['red', 'blue', 'green', null]);
    expect(await places({ xaxis: 'c2' })).toEqual(['b', 'a', 'c']);
    expect(await places({ xaxis: 'c2', view_type: 'line' })).toEqual(['a', 'b', 'c']);
  });

  test('RP-51 RP-75 a view has its pages, in the order that was asked for, and each the data of all rows', async () => {
    await add([1, 4, 2, 3].map((Score) => ({ Score, Color: 'red' })));
    const report_id = await report([{ field: 'client_id' }, field('Score'), field('Color')]);
    const id = await view(report_id, { xaxis: 'c3' });
    const shown = async (page: number, sort?: string) =>
      send(routes.viewPage, {
        as: owner,
        params: { report_id, id, page },
        query: { page_size: '3', ...(sort && { sort }) },
      });
    const scores = async (...asked: Parameters<typeof shown>) =>
      (await shown(...asked)).body.records.map((one) => one.values[1]);
    const falling = JSON.stringify([{ field: 'c2', order: 'desc' }]);
    expect(await scores(1, falling)).toEqual([4, 3, 2]);
    expect(await scores(2, falling)).toEqual([1]);
    expect(await scores(1)).toEqual([1, 4, 2]);
    const { body } = await shown(2, falling);
    expect(body).toMatchObject({
      view: { id, view_type: 'bar' },
      metadata: { page: 2, page_size: 3, total_count: 4, total_pages: 2 },
      data: [{ x_label: 'red', values: [4] }],
    });
    expect(body.view.data).toEqual(body.data);
    expect((await shown(1, 'c2')).status).toBe(422);
    expect((await shown(1, JSON.stringify([{ field: 'c9', order: 'asc' }]))).status).toBe(422);
  });

  test('leaves formulas over a restricted form blank', async () => {
    await add([{ Seen: '2026-01-05' }]);
    const days = [field('Seen'), { form: form.id, field: 'completed_at' }, { type: 'operation', formula: 'B-A' }];
    const latest = [{ field: 'client_id' }, field('Seen', { agg: 'max' }), { type: 'operation', formula: 'B-A' }];
    const settings = { include_people_without_responses: true };
    const ids = [await report(days, { settings }), await report(latest, { settings })];
    await server.query('update forms set restricted = true where id = $1', [form.id]);
    const as = await server.newUser(organization, {
      privileges: { report_definitions: ['read'], clients: ['read'], client_forms: ['read'] },
    });
    for (const id of ids) for (const row of await values(as, id)) expect(row.at(-1)).toBeNull();
  });

  test('shows nothing of a restricted form to who was not given it', async () => {
    await add([{ Score: 7 }]);
    const id = await report([{ field: 'client_id' }, field('Score')]);
    await server.query('update forms set restricted = true where id = $1', [form.id]);
    const as = await server.newUser(organization, {
      privileges: { report_definitions: ['read'], clients: ['read'], client_forms: ['read'] },
    });
    const shown = await result(as, id);
    expect(shown).toMatchObject({ records: [], record_count: 0 });
    expect(shown.headers[1]).toMatchObject({ restricted: true });
  });
});

describe('what narrows a report', () => {
  const above = (value: number) => ({ and: [{ field_name: String(form.ids.Score), op: 'GT', value }] });
  const userWith = (...actions: ('read' | 'use')[]) =>
    server.newUser(organization, {
      privileges: { report_definitions: actions, clients: ['read'], client_forms: ['read'] },
    });

  test('W2 is told to who may read the report, with the questions that it does not show', async () => {
    await add([{ Score: 1 }, { Score: 3 }]);
    const id = await report([{ field: 'client_id' }, field('Color')], { conditions: above(2) });
    const { narrowing } = await result(await userWith('read'), id);
    expect(narrowing).toMatchObject({
      conditions: above(2),
      columns: [{ form: form.id, field: String(form.ids.Score), label: 'Score', result: 'number' }],
      forms: [{ id: form.id, name: 'Visit' }],
      filters: [],
      windows: [],
      base: null,
    });
    // What somebody else asks for instead leaves the report's own questions to choose from.
    const query = { conditions: JSON.stringify({ and: [] }) };
    const changed = await result(owner, id, query);
    expect(changed.narrowing.columns).toHaveLength(1);
    expect(changed.record_count).toBe(2);
    const user = await result(await userWith('use'), id);
    expect([user.record_count, user.narrowing]).toEqual([
      1,
      {
        conditions: { and: [] },
        columns: [],
        forms: [],
        filters: [],
        windows: [],
        matches: [],
        after_window: null,
        rows_after_window: false,
        archived_people: false,
        parameters: [],
        base: null,
      },
    ]);
  });

  test('W4 names the conditions of windows', async () => {
    await add([{ Score: 1 }, { Score: 3 }]);
    const order_fields = { [form.id]: [{ form: form.id, field: 'completed_at', function: 'latest' }] };
    const window = { order_fields, filters: { [form.id]: above(2) } };
    const { narrowing, record_count } = await result(owner, await report([field('Score')], { window }));
    expect(record_count).toBe(1);
    expect(narrowing.windows).toMatchObject([{ form: form.id, name: 'Visit', conditions: above(2) }]);
    expect(narrowing.columns).toMatchObject([{ label: 'Score' }]);
  });

  test('W2 names no restricted form, nor its questions', async () => {
    await add([{ Score: 1 }]);
    const id = await report([{ field: 'client_id' }, field('Color')], { conditions: above(2) });
    await server.query('update forms set restricted = true where id = $1', [form.id]);
    const { narrowing } = await result(await userWith('read'), id);
    expect(narrowing.forms).toEqual([]);
    expect(narrowing.columns).toMatchObject([{ label: 'A question of a restricted form', restricted: true }]);
  });

  test('W4 names the conditions of single columns, and those of the report below an Aggregate', async () => {
    await add([
      { Score: 1, Color: 'red' },
      { Score: 3, Color: 'red' },
      { Score: 5, Color: 'blue' },
    ]);
    const below = await report([field('Color'), field('Score')], { conditions: above(2) });
    const onto = { report_type: 'query' as const, report_target_id: below };
    const id = await report([{ field: 'c1' }, { field: 'c2', agg_query: 'count', filters: above(4) }], onto);
    const reader = await userWith('read');
    for (const as of [owner, reader]) {
      const { narrowing, record_count } = await result(as, id);
      expect(record_count).toBe(2);
      expect(narrowing.filters).toEqual([
        { key: 'c2', label: 'Score (count)', conditions: expect.objectContaining(above(4)) },
      ]);
      expect(narrowing.base).toMatchObject({
        conditions: above(2),
        columns: [{ label: 'Score' }],
        forms: [{ name: 'Visit' }],
      });
    }
    const grant = { entity: 'report_definitions' as const, id, actions: ['read' as const] };
    const privileges = { clients: ['read' as const], client_forms: ['read' as const] };
    const single = await server.newUser(organization, { privileges, grants: [grant] });
    expect((await result(single, id)).narrowing.base).toEqual({ conditions: null, columns: [], forms: [] });
  });
});

describe('an export', () => {
  test('RP-83 R82 has ids first, labels, plain numbers, choices by |, and text that no spreadsheet works out', async () => {
    await add([{ Score: -1.5, Needs: ['a|b', 'c'], Seen: '2026-01-05', Said: '=1+1, "so"' }]);
    const id = await report([
      { field: 'client_first_name' },
      field('Score'),
      field('Needs'),
      field('Seen'),
      field('Said'),
      { form: form.id, field: 'completed_at', hidden: true },
    ]);
    const lines = await csvOf(owner, id);
    const [response] = await server.query<{ id: string }>('select id from responses where client_id = $1', [people[0]]);
    expect(lines).toEqual([
      'client_id,response_id,First name,Score,Needs,Seen,Said',
      `${people[0]},${response?.id},P0,-1.5,a\\|b|c,2026-01-05,"'=1+1, ""so"""`,
    ]);
    const { headers } = await send(routes.csv, { as: owner, params: { id } });
    expect(headers['content-disposition']).toMatch(/filename="Visits_\d{4}-\d{2}-\d{2}\.csv"/);
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
  });

  test('tells columns of one name apart, by their forms first', async () => {
    await add([{ Score: 1 }]);
    const exit = await make.form('Exit', { Score: { field_type: 'number' } });
    const id = await report([
      field('Score'),
      { form: exit.id, field: String(exit.ids.Score) },
      { form: exit.id, field: String(exit.ids.Score) },
      field('Color'),
    ]);
    const [head] = await csvOf(owner, id);
    expect(head).toBe('client_id,response_id Visit,response_id Exit,Score (Visit),Score (Exit),Score (Exit) (2),Color');
  });

  test('of groups has no ids, and follows the conditions that were asked for', async () => {
    await add([
      { Score: 1, Color: 'red' },
      { Score: 2, Color: 'blue' },
    ]);
    const id = await report([field('Color'), field('Score', { agg: 'sum' })]);
    expect(await csvOf(owner, id)).toEqual(['Color,Score (sum)', 'blue,2', 'red,1']);
    const conditions = JSON.stringify({ and: [{ field_name: String(form.ids.Score), op: 'GT', value: 1 }] });
    expect(await csvOf(owner, id, { conditions })).toEqual(['Color,Score (sum)', 'blue,2']);
  });

  test('says of what a percentage is, beside people, on the page and in each file', async () => {
    await add([{ Color: 'red' }, { Color: 'red' }, { Color: 'blue' }, { Color: 'red' }]);
    const people = { field: 'client_id', agg: 'count_distinct', label: 'People' };
    const id = await report([field('Color'), people, field('Color', { agg: 'percent' })]);
    const expected = ['Color', 'People', 'Color (percent of answers)'];
    expect((await result(owner, id)).headers.map(({ label }) => label)).toEqual(expected);
    expect(await csvOf(owner, id)).toEqual([expected.join(), 'blue,1,25', 'red,3,75']);
    const [sheet] = await readWorkbook((await send(routes.xlsx, { as: owner, params: { id } })).bytes);
    expect(sheet?.data[0]).toEqual(expected);
    const dictionary = await send(routes.dictionary, { as: owner, params: { id } });
    const [, , , share] = parse(dictionary.bytes, { bom: true }) as string[][];
    expect(share).toEqual([
      expected[2],
      ...Array(2).fill(expect.anything()),
      expect.stringMatching(/^Percent of answers: Color of /),
    ]);
  });
});

describe('a refresh', () => {
  test('RP-95 RP-96 RP-97 runs in the background, once at a time, and tells when it was', async () => {
    await add([{ Score: 1 }]);
    const id = await report([field('Score')]);
    const refresh = () => send(routes.refresh, { as: owner, params: { id }, body: {} });
    const answers = await Promise.all([refresh(), refresh()]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([202, 409]);
    expect(answers.find(({ status }) => status === 202)?.body).toEqual({
      id,
      refreshing: true,
      last_refreshed_at: null,
    });
    expect((await result(owner, id)).refreshing).toBe(true);
    await expect
      .poll(async () => {
        await server.drainJobs();
        return (await result(owner, id)).refreshing;
      })
      .toBe(false);
    const shown = await call(reportDefinitionRoutes.show, { as: owner, params: { id } });
    expect(shown).toMatchObject({ refreshing: false, last_refreshed_at: expect.any(String) });
    expect((await refresh()).status).toBe(202);
  });

  test('counts no more after ten minutes, so that another may begin', async () => {
    const id = await report([field('Score')]);
    await call(routes.refresh, { as: owner, params: { id }, body: {} });
    await server.query(`update report_refreshes set requested_at = now() - interval '11 minutes'`);
    expect((await result(owner, id)).refreshing).toBe(false);
    expect((await send(routes.refresh, { as: owner, params: { id }, body: {} })).status).toBe(202);
  });
});

describe('a preview', () => {
  const preview = (as: TestUser, body: object) => send(routes.preview, { as, body: body as never });

  test('needs write, has 20 rows, and stores nothing', async () => {
    await add(Array.from({ length: 21 }, (_, index) => ({ Score: index })));
    const body = { report_type: 'client_forms', fields: [field('Score')] };
    const reader = await server.newUser(organization, { privileges: { report_definitions: ['read'] } });
    expect((await preview(reader, body)).status).toBe(403);
    const { status, body: shown } = await preview(owner, body);
    expect([status, shown.records.length, shown.record_count]).toEqual([200, 20, 21]);
    expect(
      await server.query('select id from report_definitions where organization_id = $1', [organization.id]),
    ).toEqual([]);
  });

  test('tells what is wrong where it is', async () => {
    const fields = [field('Score'), { type: 'operation', formula: 'A' }, { form: form.id, field: '1' }];
    const { status, errors } = await preview(owner, { report_type: 'client_forms', fields });
    expect([status, Object.keys(errors).toSorted()]).toEqual([422, ['fields.1.formula', 'fields.2.field']]);
    const query = { report_type: 'query', report_target_id: 9_007_199_254_740_990, fields: [{ field: 'c1' }] };
    expect((await preview(owner, query)).errors).toHaveProperty('report_target_id');
  });
});

describe('the preview of a view', () => {
  const preview = (as: TestUser, report_id: number, body: object) =>
    send(routes.viewPreview, { as, params: { report_id }, body: { view_type: 'bar', ...body } });

  test('is for who may change the report, and draws what the saved view would', async () => {
    await add([
      { Score: 1, Color: 'red' },
      { Score: 3, Color: 'red' },
      { Score: 5, Color: 'blue' },
    ]);
    const id = await report([field('Color'), field('Score', { agg: 'avg' })]);
    const reader = await server.newUser(organization, { privileges: { report_definitions: ['read'] } });
    const outsider = (await server.newOrganization()).owner;
    const body = { xaxis: 'c1', yaxis: ['c2'] };
    expect((await preview(reader, id, body)).status).toBe(403);
    expect((await preview(outsider, id, body)).status).toBe(404);
    const { body: drawn } = await preview(owner, id, body);
    expect(drawn).toMatchObject({
      data: [
        { x_label: 'red', values: [2] },
        { x_label: 'blue', values: [5] },
      ],
      warnings: [],
    });
    const saved = { report_id: id, id: await view(id, body), page: 1 };
    expect((await call(routes.viewPage, { as: owner, params: saved })).data).toEqual(drawn.data);
    expect((await call(reportDefinitionRoutes.show, { as: owner, params: { id } })).report_views).toHaveLength(2);
  });

  test('says what is wrong where it is', async () => {
    const id = await report([field('Color'), field('Score')]);
    expect((await preview(owner, id, { xaxis: 'c9', yaxis: ['c1'] })).errors).toMatchObject({
      xaxis: [expect.any(String)],
      'yaxis.0': [expect.any(String)],
    });
    expect((await preview(owner, id, { view_type: 'cake' })).status).toBe(422);
  });
});

describe('a summary', () => {
  test('RP-86 RP-87 RP-92 RP-94 has the functions of its settings, a column without any counts', async () => {
    await add([{ Score: 1 }, { Score: 4 }]);
    const report_id = await report([field('Score'), { field: 'client_first_name' }]);
    const params = { report_id };
    expect(await call(routes.summary, { as: owner, params })).toMatchObject({
      settings: '[]',
      stats: [],
      fields: [{ key: 'c1', label: 'Score', type: 'number' }, { key: 'c2' }],
    });
    const save = (settings: unknown) =>
      send(routes.updateSummary, { as: owner, params, body: { settings: JSON.stringify(settings) } });
    const { body } = await save([{ key: 'c1', functions: ['avg', 'distinct'] }, { key: 'c2' }]);
    expect(body.stats).toEqual([
      { key: 'c1', function: 'avg', label: 'Score (avg)', value: 2.5 },
      { key: 'c1', function: 'distinct', label: 'Score (distinct)', value: 2 },
      { key: 'c2', function: 'count', label: 'First name (count)', value: 2 },
    ]);
    expect((await save([{ key: 'c1', functions: [] }])).body).toMatchObject({ settings: '[]', stats: [] });
    const conditions = JSON.stringify({ and: [{ field_name: String(form.ids.Score), op: 'GT', value: 1 }] });
    await save([{ key: 'c1' }]);
    const { stats } = await call(routes.summary, { as: owner, params, query: { conditions } });
    expect(stats[0]?.value).toBe(1);
    expect((await save([{ key: 'c9' }])).errors).toHaveProperty('settings');
    expect((await save([{ key: 'c1', functions: ['median'] }])).status).toBe(422);
    expect((await send(routes.updateSummary, { as: owner, params, body: { settings: '{' } })).status).toBe(422);
    const reader = await server.newUser(organization, { privileges: { report_definitions: ['read'] } });
    expect((await send(routes.createSummary, { as: reader, params, body: { settings: '[]' } })).status).toBe(403);
    expect((await send(routes.createSummary, { as: owner, params, body: { settings: '[]' } })).status).toBe(201);
  });

  test('keeps its columns: they do not go while it speaks of them', async () => {
    const id = await report([field('Score'), field('Color')]);
    const settings = JSON.stringify([{ key: 'c1' }]);
    await call(routes.createSummary, { as: owner, params: { report_id: id }, body: { settings } });
    const body = { fields: [field('Color', { key: 'c2' })] };
    expect((await send(reportDefinitionRoutes.update, { as: owner, params: { id }, body })).errors).toEqual({
      fields: ['The column c1 is used by the summary. Keep it, or change that first.'],
    });
  });
});

describe('small numbers', () => {
  const keepOut = (small_numbers_below: 5 | 10 | null) =>
    call(organizationAccountRoutes.changeOrganizationAccount, { as: owner, body: { small_numbers_below } });
  /** 8 red, 6 blue and 2 green, of whom 3 red ones have no score. */
  const visits = () =>
    add([
      ...Array.from({ length: 8 }, (_, index) => ({ Color: 'red', ...(index > 2 && { Score: 1 }) })),
      ...Array.from({ length: 6 }, () => ({ Color: 'blue', Score: 1 })),
      ...Array.from({ length: 2 }, () => ({ Color: 'green', Score: 1 })),
    ]);

  test('are kept out of groups, with the smallest other one, of their exports, and a line says so', async () => {
    await visits();
    const id = await report([
      field('Color'),
      { field: 'client_id', agg: 'count' },
      field('Score', { agg: 'count' }),
      field('Score', { agg: 'sum' }),
    ]);
    expect(await values(owner, id)).toEqual([
      ['blue', 6, 6, 6],
      ['green', 2, 2, 2],
      ['red', 8, 5, 5],
    ]);
    await keepOut(5);
    const shown = await result(owner, id);
    expect(shown.records.map((one) => one.values)).toEqual([
      ['blue', null, null, null],
      ['green', null, null, null],
      // Three of eight have no score: their number would follow from this one.
      ['red', 8, null, 5],
    ]);
    expect(shown.record_count).toBe(16);
    expect(shown.warnings).toMatchObject([{ key: null, count: 2, message: expect.stringContaining('fewer than 5') }]);
    expect((await csvOf(owner, id)).slice(1)).toEqual(['blue,,,', 'green,,,', 'red,8,,5']);
    await call(reportDefinitionRoutes.liftSmallNumbers, { as: owner, params: { id }, body: { shown: true } });
    expect((await values(owner, id))[1]).toEqual(['green', 2, 2, 2]);
  });

  test('are kept out of a total that is small itself', async () => {
    await add([{ Color: 'red' }, { Color: 'blue' }]);
    const id = await report([field('Color'), { field: 'client_id', agg: 'count' }]);
    await keepOut(5);
    const shown = await result(owner, id);
    expect(shown.record_count).toBe(0);
    expect(shown.records.map((one) => one.values[1])).toEqual([null, null]);
  });

  test('leave a minimum, a maximum, a first and a last only where enough people have that value', async () => {
    await add([...Array.from({ length: 6 }, () => ({ Color: 'red', Score: 1 })), { Color: 'red', Score: 9 }]);
    const grouped = await report([
      field('Color'),
      ...['min', 'max', 'first', 'last', 'sum'].map((agg) => field('Score', { agg })),
    ]);
    const rows = await report([{ field: 'client_id' }, field('Score')]);
    const settings = JSON.stringify([{ key: 'c2', functions: ['min', 'max', 'sum'] }]);
    await call(routes.createSummary, { as: owner, params: { report_id: rows }, body: { settings } });
    const figures = async () => {
      const { stats } = await call(routes.summary, { as: owner, params: { report_id: rows } });
      return [await values(owner, grouped), stats.map(({ value }) => value)];
    };
    expect(await figures()).toEqual([[['red', 1, 9, 1, 9, 15]], [1, 9, 15]]);
    await keepOut(5);
    expect(await figures()).toEqual([[['red', 1, null, 1, null, 15]], [1, null, 15]]);
  });

  test('are kept out of charts and summaries of rows', async () => {
    await visits();
    const report_id = await report([{ field: 'client_id' }, field('Color'), field('Score')]);
    const params = { report_id, id: await view(report_id, { xaxis: 'c2' }), page: 1 };
    const settings = JSON.stringify([{ key: 'c1' }, { key: 'c3' }]);
    await call(routes.createSummary, { as: owner, params: { report_id }, body: { settings } });
    await keepOut(10);
    const { data, warnings } = await call(routes.viewPage, { as: owner, params });
    expect(data).toMatchObject([{ values: [null] }, { values: [null] }, { values: [null] }]);
    expect(warnings).toHaveLength(1);
    await keepOut(5);
    expect((await call(routes.viewPage, { as: owner, params })).data).toMatchObject([
      { x_label: 'red', values: [8] },
      { x_label: 'blue', values: [null] },
      { x_label: 'green', values: [null] },
    ]);
    const summary = await call(routes.summary, { as: owner, params: { report_id } });
    expect(summary.stats.map(({ value }) => value)).toEqual([16, null]);
    expect(summary.warnings).toHaveLength(1);
  });
});
