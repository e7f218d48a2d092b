import { parse } from 'csv-parse/sync';
import readWorkbook from 'read-excel-file/node';
import { describe, expect, test } from 'vitest';
import { organizationAccountRoutes } from '#contract/resources/organization-account.ts';
import { reportDefinitionRoutes } from '#contract/resources/report-definitions.ts';
import { reportResultRoutes as routes } from '#contract/resources/report-results.ts';
import { reportViewRoutes } from '#contract/resources/report-views.ts';
import { formMakers } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';
import type { TestUser } from '#tests/server/people.ts';

const server = await startServer();
const { call, send } = server;
const organization = await server.newOrganization();
const { owner } = organization;
const make = formMakers(server, organization);
const visit = await make.form('Visit', { Place: {}, Room: {}, Minutes: { field_type: 'number' } });
const of = (name: string, more: object = {}) => ({ form: visit.id, field: String(visit.ids[name]), ...more });
const [ana, ben] = [await make.person('Ana'), await make.person('Ben')];
for (const [client_id, Place, Room, Minutes] of [
  [ana, 'A', 'x', 10],
  [ana, 'A', 'y', 20],
  [ben, 'A', 'x', 30],
  [ben, 'B', '=1+1', 40],
] as const)
  await make.record(visit, { Place, Room, Minutes }, { client_id });

const minutes = of('Minutes', { agg: 'sum', key: 'minutes', label: 'Minutes', formatter: { format: 'currency' } });
const people = { field: 'client_id', agg: 'count_distinct', key: 'people', label: 'People' };
const grouped = [of('Place', { key: 'place' }), of('Room', { key: 'room' }), minutes, people];
const newReport = async (fields: object[] = grouped, more: object = {}) =>
  (
    await call(reportDefinitionRoutes.create, {
      as: owner,
      body: { name: 'Nights', report_type: 'client_forms', fields: fields as never, ...more },
    })
  ).id;
const crossTable = { name: 'By room', view_type: 'cross_table', xaxis: 'place', group_by: 'room', yaxis: ['people'] };
const add = (report_id: number, more: object = {}) =>
  send(reportViewRoutes.create, { as: owner, params: { report_id }, body: { ...crossTable, ...more } as never });
const viewOf = async (report_id: number, more: object = {}) => (await add(report_id, more)).body.id as number;
const shown = (id: number, view: number, { as = owner, ...query }: { as?: TestUser; conditions?: string } = {}) =>
  call(routes.viewPage, { as, params: { report_id: id, id: view, page: 1 }, query });
const csvOf = async (id: number, query: object, as: TestUser = owner) => {
  const { bytes, status, errors } = await send(routes.csv, { as, params: { id }, query: query as never });
  return { status, errors, rows: status === 200 ? parse(bytes, { bom: true, relax_column_count: true }) : [] };
};

test('a cross table is shown by its view, without the rows of the report, which would be worked out for nothing', async () => {
  const id = await newReport();
  const page = await shown(id, await viewOf(id, { percent_of: 'total' }));
  expect(page.records).toEqual([]);
  expect(page.record_count).toBe(4);
  expect(page.view).toMatchObject({ view_type: 'cross_table', percent_of: 'total', group_by: 'room' });
  expect(page.data).toEqual(page.view.data);
  expect(page.data).toMatchObject({
    columns: [{ label: '=1+1' }, { label: 'x' }, { label: 'y' }],
    rows: [
      { label: 'A', cells: [{ values: [0] }, { values: [2] }, { values: [1] }], total: { values: [2] } },
      { label: 'B', cells: [{ values: [1] }, { values: [0] }, { values: [0] }], total: { values: [1] } },
    ],
    total: { values: [2], display_values: ['2'], percents: [100] },
    row_count: 2,
  });
});

test('conditions of the viewer narrow it, and who reads with few rights gets figures of what they may see', async () => {
  const id = await newReport();
  const view = await viewOf(id);
  const field_name = String(visit.ids.Minutes);
  const conditions = JSON.stringify({ and: [{ form: visit.id, field_name, op: 'GT', value: 15 }] });
  expect((await shown(id, view, { conditions })).data).toMatchObject({ total: { values: [2] }, row_count: 2 });
  const reader = await server.newUser(organization, {
    privileges: { report_definitions: ['read'], client_forms: ['read'], forms: ['read'] },
    grants: [{ entity: 'clients', id: ben, actions: ['read'] }],
  });
  expect((await shown(id, view, { as: reader })).data).toMatchObject({ total: { values: [1] }, row_count: 2 });
  const outsider = (await server.newOrganization()).owner;
  for (const route of ['csv', 'xlsx'] as const)
    expect((await send(routes[route], { as: outsider, params: { id }, query: { view_id: String(view) } })).status).toBe(
      404,
    );
});

describe('a view can’t be a cross table', () => {
  test.each<[string, object, Record<string, RegExp>]>([
    ['without columns', { group_by: null }, { group_by: /groups by/ }],
    ['of rows that are a figure', { xaxis: 'people' }, { xaxis: /groups by/ }],
    ['of one group twice', { group_by: 'place' }, { group_by: /another column/ }],
    ['without figures', { yaxis: [] }, { yaxis: /one or two figures/ }],
    ['of three figures', { yaxis: ['people', 'minutes', 'people'] }, { yaxis: /at most 2 figures/ }],
    ['of a group as a figure', { yaxis: ['room'] }, { 'yaxis.0': /function or a formula/ }],
    ['with a zoom', { zoom: 3 }, { zoom: /Leave it out/ }],
    ['with options of a chart', { settings: { barchart: { stacked: true } } }, { 'settings.barchart': /another type/ }],
    ['in percent of what isn’t there', { percent_of: 'page' }, { percent_of: /row, column, total/ }],
  ])('%s', async (_, body, expected) => {
    const id = await newReport();
    const { status, errors } = await add(id, body);
    expect(status).toBe(422);
    for (const [path, words] of Object.entries(expected)) expect(errors[path]?.join()).toMatch(words);
  });

  test('of a report that groups nothing, or in percent of averages, and another view has no percentages', async () => {
    const rows = await newReport([of('Place', { key: 'place' }), of('Room', { key: 'room' })]);
    expect((await add(rows, { yaxis: [] })).errors).toEqual({ view_type: [expect.stringMatching(/with functions/)] });
    const averages = await newReport([...grouped.slice(0, 2), of('Minutes', { agg: 'avg', key: 'average' })]);
    const inPercent = await add(averages, { yaxis: ['average'], percent_of: 'row' });
    expect(inPercent.errors).toEqual({ percent_of: [expect.stringMatching(/counts and sums/)] });
    const id = await newReport();
    const bar = await add(id, { view_type: 'bar', percent_of: 'row', group_by: null });
    expect(bar.errors).toEqual({ percent_of: [expect.stringMatching(/only cross tables/)] });
  });

  test('anymore, once it is of another type: what was said for it goes', async () => {
    const id = await newReport();
    const view = await viewOf(id, { percent_of: 'row' });
    const params = { report_id: id, id: view };
    const changed = await send(reportViewRoutes.update, { as: owner, params, body: { view_type: 'bar' } });
    expect(changed.body).toMatchObject({ view_type: 'bar', percent_of: null });
  });
});

test('a copy of the report has it, and a preview shows it', async () => {
  const id = await newReport();
  await viewOf(id, { percent_of: 'column' });
  const copy = await call(reportDefinitionRoutes.clone, { as: owner, params: { id } });
  expect(copy.report_views[1]).toMatchObject({ view_type: 'cross_table', percent_of: 'column', group_by: 'room' });
  const { name: _, ...body } = crossTable;
  const preview = await call(routes.viewPreview, { as: owner, params: { report_id: id }, body: body as never });
  expect(preview.data).toMatchObject({ row_count: 2, total: { values: [2] } });
});

test.each<[string, object[]]>([
  [
    'no longer groups by its columns',
    grouped.map((one) => ('key' in one && one.key === 'room' ? { ...one, agg: 'count' } : one)),
  ],
  ['no longer groups at all', grouped.map((one) => ({ ...one, agg: null }))],
  [
    'works out words',
    grouped.map((one) => ('key' in one && one.key === 'people' ? of('Room', { key: 'people', agg: 'first' }) : one)),
  ],
])('a view of a report that %s shows nothing, and has no file', async (_, fields) => {
  const id = await newReport();
  const view = await viewOf(id);
  await call(reportDefinitionRoutes.update, { as: owner, params: { id }, body: { fields: fields as never } });
  expect((await shown(id, view)).data).toBeNull();
  const { status, errors } = await csvOf(id, { view_id: String(view) });
  expect([status, errors]).toEqual([422, { view_id: [expect.stringMatching(/report has changed/)] }]);
});

describe('files of a cross table', () => {
  test('hold it as it is seen: its heads, its rows and totals, percentages beside numbers', async () => {
    const id = await newReport();
    const view = await viewOf(id, { yaxis: ['minutes', 'people'], percent_of: 'row' });
    const { rows } = await csvOf(id, { view_id: String(view) });
    const heads = (column: string) => [
      `${column}: Minutes`,
      `${column}: Minutes, percent of row`,
      `${column}: People`,
      `${column}: People, percent of row`,
    ];
    expect(rows).toEqual([
      // A head that begins with = is no formula.
      [
        'Place',
        ...['=1+1', 'x', 'y', 'Total'].flatMap(heads).map((head) => (head.startsWith('=') ? `'${head}` : head)),
      ],
      [
        'A',
        '',
        '',
        '0',
        '0',
        '40',
        '66.6666666667',
        '2',
        '100',
        '20',
        '33.3333333333',
        '1',
        '50',
        '60',
        '100',
        '2',
        '100',
      ],
      ['B', '40', '100', '1', '100', '', '', '0', '0', '', '', '0', '0', '40', '100', '1', '100'],
      ['Total', '40', '40', '1', '50', '40', '40', '2', '100', '20', '20', '1', '50', '100', '100', '2', '100'],
    ]);
    const workbook = await send(routes.xlsx, { as: owner, params: { id }, query: { view_id: String(view) } });
    const [sheet, dictionary] = await readWorkbook(workbook.bytes);
    expect(sheet?.data[1]?.slice(0, 7)).toEqual(['A', null, null, 0, 0, 40, expect.closeTo(0.666667, 5)]);
    expect(dictionary?.data.map((line) => line[3]).join('\n')).toMatch(
      /Percent of row: Sum: Minutes of Visit, where Room is x/,
    );
    expect(workbook.headers['content-disposition']).toMatch(/Nights_By_room|Nights By room/);
  });

  test('say which figure can’t be shown, as the view does; column descriptions are of the cross table too', async () => {
    const each = { type: 'operation', formula: 'C/D', key: 'each', label: 'Each' };
    const id = await newReport([
      of('Place', { key: 'place' }),
      of('Room', { key: 'room' }),
      minutes,
      of('Minutes', { key: 'one' }),
      each,
    ]);
    const view = await viewOf(id, { yaxis: ['each'] });
    const { rows } = await csvOf(id, { view_id: String(view) });
    expect(rows.at(-1)?.[0]).toMatch(/Each can’t be shown in this cross table: it’s computed from Minutes/);
    const query = { view_id: String(view) };
    const dictionary = await send(routes.dictionary, { as: owner, params: { id }, query });
    expect(parse(dictionary.bytes, { bom: true }).map(([column]: string[]) => column)).toEqual([
      'Column',
      ...['Place', "'=1+1", 'x', 'y', 'Total'],
    ]);
  });

  test('hold what its conditions leave, and are refused for other views and views of other reports', async () => {
    const id = await newReport();
    const [view, bar] = [await viewOf(id), await viewOf(id, { view_type: 'bar', group_by: null })];
    const field_name = String(visit.ids.Minutes);
    const conditions = JSON.stringify({ and: [{ form: visit.id, field_name, op: 'LT', value: 15 }] });
    expect((await csvOf(id, { view_id: String(view), conditions })).rows).toEqual([
      ['Place', 'x', 'Total'],
      ['A', '1', '1'],
      ['Total', '1', '1'],
    ]);
    const refused = await csvOf(id, { view_id: String(bar) });
    expect([refused.status, Object.keys(refused.errors)]).toEqual([422, ['view_id']]);
    expect((await csvOf(await newReport(), { view_id: String(view) })).status).toBe(404);
    expect((await csvOf(id, { view_id: 'x' })).status).toBe(422);
  });

  test('hide small counts, as the view does', async () => {
    const body = { small_numbers_below: 5 } as never;
    await call(organizationAccountRoutes.changeOrganizationAccount, { as: owner, body });
    const id = await newReport();
    const { rows } = await csvOf(id, { view_id: String(await viewOf(id)) });
    expect(rows).toEqual([
      ['Place', "'=1+1", 'x', 'y', 'Total'],
      ['A', '0', '', '', ''],
      ['B', '', '0', '0', ''],
      ['Total', '', '', '', ''],
    ]);
    await call(organizationAccountRoutes.changeOrganizationAccount, {
      as: owner,
      body: { small_numbers_below: null } as never,
    });
  });
});
