import { beforeEach, describe, expect, test } from 'vitest';
import { reportDefinitionRoutes } from '#contract/resources/report-definitions.ts';
import { reportViewRoutes as routes } from '#contract/resources/report-views.ts';
import { formMakers, type TestForm } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';
import type { TestOrganization, TestUser } from '#tests/server/people.ts';

const server = await startServer();
const { call, send } = server;

let organization: TestOrganization;
let owner: TestUser;
let form: TestForm;
let report_id: number;
let table: number;
beforeEach(async () => {
  organization = await server.newOrganization();
  owner = organization.owner;
  const address = { field_type: 'address' as const };
  form = await formMakers(server, organization).form('Visit', {
    Score: { field_type: 'number' },
    Color: {},
    Home: address,
  });
  const of = (name: string) => ({ form: form.id, field: String(form.ids[name]) });
  const fields = [
    { field: 'client_id' },
    of('Score'),
    of('Color'),
    of('Home'),
    { ...of('Color'), hidden: true },
    { field: 'client_age' },
  ];
  const body = { name: 'Scores', report_type: 'client_forms' as const, fields };
  const report = await call(reportDefinitionRoutes.create, { as: owner, body });
  report_id = report.id;
  table = report.default_view_id as number;
});

const bar = { name: 'By color', view_type: 'bar', xaxis: 'c3', yaxis: ['c2'] } as const;
const add = (body: object, as: TestUser = owner) =>
  send(routes.create, { as, params: { report_id }, body: { ...bar, ...body } as never });
const change = (id: number, body: object, as: TestUser = owner) =>
  send(routes.update, { as, params: { report_id, id }, body });
const remove = (id: number, as: TestUser = owner) => send(routes.remove, { as, params: { report_id, id } });

describe('views of a report', () => {
  test('are changed by who may write the report, and are not there for who may not read it', async () => {
    const reader = await server.newUser(organization, { privileges: { report_definitions: ['read'] } });
    const nobody = await server.newUser(organization);
    const { body: view } = await add({});
    for (const [as, status] of [
      [reader, 403],
      [nobody, 404],
      [(await server.newOrganization()).owner, 404],
    ] as const) {
      expect((await add({}, as)).status).toBe(status);
      expect((await change(view.id, { name: 'Other' }, as)).status).toBe(status);
      expect((await remove(view.id, as)).status).toBe(status);
    }
    expect((await call(routes.list, { as: reader, params: { report_id } })).data).toHaveLength(2);
    expect((await send(routes.list, { as: nobody, params: { report_id } })).status).toBe(404);
  });

  test('RP-52 RP-73 RP-74 have one table, which neither changes nor goes, and a default, which does not go', async () => {
    expect((await add({ view_type: 'table', xaxis: null, yaxis: [] })).errors).toEqual({
      view_type: ['A report has only one table view, and it already exists'],
    });
    expect((await change(table, { name: 'All' })).status).toBe(422);
    expect((await remove(table)).status).toBe(422);
    const { body: view } = await add({});
    await call(reportDefinitionRoutes.update, {
      as: owner,
      params: { id: report_id },
      body: { default_view_id: view.id },
    });
    expect((await remove(view.id)).status).toBe(422);
    expect((await remove(table)).status).toBe(422);
    await call(reportDefinitionRoutes.update, {
      as: owner,
      params: { id: report_id },
      body: { default_view_id: table },
    });
    expect((await remove(view.id)).status).toBe(204);
  });

  test.each([
    ['an x axis that is no column', { xaxis: 'c9' }, 'xaxis'],
    ['none', { xaxis: null }, 'xaxis'],
    ['a hidden column', { xaxis: 'c5' }, 'xaxis'],
    ['words as what is measured', { yaxis: ['c3'] }, 'yaxis.0'],
    ['what is measured twice', { yaxis: ['c2', 'c2'] }, 'yaxis'],
    ['seven columns', { yaxis: ['c1', 'c2', 'c6', 'c1', 'c2', 'c6', 'c1'] }, 'yaxis'],
    ['a group that is no column', { group_by: 'c9' }, 'group_by'],
    ['groups of two columns', { group_by: 'c1', yaxis: ['c2', 'c6'] }, 'group_by'],
    ['a zoom', { zoom: 3 }, 'zoom'],
    ['series of another type than composed', { series: [{ key: 'c2', type: 'bar' }] }, 'series'],
    ['series of what is not measured', { view_type: 'composed', series: [{ key: 'c6', type: 'bar' }] }, 'series.0.key'],
    ['options of another type', { settings: { piechart: { ring: true } } }, 'settings.piechart'],
    ['unknown options', { settings: { barchart: { dashed: true } } }, 'settings.barchart.dashed'],
    ['a map of what is no address', { view_type: 'map', yaxis: [] }, 'xaxis'],
    ['a map that measures', { view_type: 'map', xaxis: 'c4' }, 'yaxis'],
    ['a map of another size', { view_type: 'map', xaxis: 'c4', yaxis: [], zoom: 21 }, 'zoom'],
    ['an unknown type', { view_type: 'gauge' }, 'view_type'],
  ])('RP-51 cannot have %s', async (_, body, path) => {
    const { status, errors } = await add(body);
    expect([status, Object.keys(errors)]).toEqual([422, [path]]);
  });

  test.each([
    ['area', { areachart: { negative_values: true, stacked: true, percent: false } }],
    ['bar', { barchart: { value_labels: true, negative_values: true, stacked: true } }],
    ['line', { linechart: { value_labels: true, negative_values: true, dashed: true } }],
    ['pie', { piechart: { ring: true, value: true } }],
    ['scatter', { scatterchart: { joint_line: true } }],
    ['composed', { composedchart: { negative_values: true } }],
    ['radar', {}],
  ])('RP-57 to RP-64 may be a chart: %s', async (view_type, settings) => {
    const { status, body } = await add({ view_type, settings });
    expect(status).toBe(201);
    expect(body).toMatchObject({ report_definition_id: report_id, view_type, settings, zoom: null, series: null });
    expect((await add({ view_type, settings, yaxis: [], group_by: 'c1' })).status).toBe(201);
  });

  test('RP-68 may be a map, and lose with their type what was said for it', async () => {
    const { body: map } = await add({ view_type: 'map', xaxis: 'c4', yaxis: [], zoom: 12 });
    expect(map).toMatchObject({ zoom: 12, fits: false, xaxis: 'c4' });
    const { body: fitting } = await add({ view_type: 'map', xaxis: 'c4', yaxis: [] });
    expect(fitting, 'R80a').toMatchObject({ zoom: 10, fits: true });
    const { body: line } = await change(map.id, { view_type: 'line', xaxis: 'c3' });
    expect(line).toMatchObject({ view_type: 'line', zoom: null });
    const series = [{ key: 'c2', type: 'area' }];
    const composed = await change(map.id, { view_type: 'composed', yaxis: ['c2'], series });
    expect(composed.body).toMatchObject({ series, yaxis: ['c2'] });
  });
});
