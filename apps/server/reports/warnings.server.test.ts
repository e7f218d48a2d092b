import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { fieldRoutes } from '#contract/resources/fields.ts';
import { reportDefinitionRoutes } from '#contract/resources/report-definitions.ts';
import { reportResultRoutes } from '#contract/resources/report-results.ts';
import { reportViewRoutes } from '#contract/resources/report-views.ts';
import { formMakers, type TestForm } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';
import { reporting } from '#tests/server/reporting.ts';

const server = await startServer();
const { call, send } = server;
const { page } = reporting(server);
const organization = await server.newOrganization();
const { owner } = organization;
const make = formMakers(server, organization);
const client_id = await make.person();

describe('a condition that can not be applied', () => {
  /** A report on a question that was a number when its condition was made, and is text now. */
  const broken = async (fields: (form: TestForm, condition: object) => object) => {
    const form = await make.form('Count', { Rooms: { field_type: 'number' }, Note: {} });
    const condition = { form: form.id, type: 'field', field_name: String(form.ids.Rooms), op: 'GT', value: 1 };
    const { id } = await call(reportDefinitionRoutes.create, {
      as: owner,
      body: { name: `Rooms ${form.id}`, report_type: 'client_forms', ...fields(form, condition) } as never,
    });
    await make.record(form, { Note: 'a' }, { client_id });
    await call(fieldRoutes.update, {
      as: owner,
      params: { id: form.ids.Rooms as number },
      body: { field_type: 'freeform-short' },
    });
    return { id };
  };
  const ofReport =
    'The condition on “Rooms” can’t be applied, so no record is found. Edit the report to change or remove it.';
  const ofCount = ofReport.replace('no record is found', 'nothing is counted');

  test('is said on the table, the chart, the summary and in files', async () => {
    const { id } = await broken((form, condition) => ({
      fields: [{ form: form.id, field: String(form.ids.Note) }],
      conditions: { and: [condition] },
    }));
    const params = { report_id: id };
    const said = [{ key: null, count: 0, message: ofReport }];
    const body = { name: 'Notes', view_type: 'bar' as const, xaxis: 'c1', yaxis: [] };
    const view = await call(reportViewRoutes.create, { as: owner, params, body });
    const shown = await call(reportResultRoutes.viewPage, { as: owner, params: { ...params, id: view.id, page: 1 } });
    expect(shown).toMatchObject({ records: [], data: [], warnings: said });
    expect(await call(reportResultRoutes.show, { as: owner, params: { id } })).toMatchObject({
      records: [],
      warnings: said,
    });
    const summary = await call(reportResultRoutes.createSummary, {
      as: owner,
      params,
      body: { settings: '[{"key":"c1"}]' },
    });
    expect(summary).toMatchObject({ warnings: said });
    const { bytes } = await send(reportResultRoutes.csv, { as: owner, params: { id } });
    expect(parse(bytes as Buffer, { bom: true }).slice(1)).toEqual([[ofReport, '', '']]);
  });

  test('is said of the count that it was for, and of an Aggregate on the report', async () => {
    const { id } = await broken((form, condition) => ({
      fields: [
        { form: form.id, field: String(form.ids.Note) },
        { field: 'client_id', agg: 'count', label: 'People', filters: { and: [condition] } },
      ],
    }));
    const { records, warnings } = await call(reportResultRoutes.show, { as: owner, params: { id } });
    expect(records.map((one) => one.values)).toEqual([['a', 0]]);
    expect(warnings).toEqual([{ key: 'c2', count: 0, message: ofCount }]);
    const { bytes } = await send(reportResultRoutes.csv, { as: owner, params: { id } });
    expect(parse(bytes as Buffer, { bom: true }).at(-1)).toEqual([`People: ${ofCount}`, '']);
    const aggregate = await page(owner, {
      report_type: 'query',
      report_target_id: id,
      fields: [{ field: 'c2', agg_query: 'sum' }],
    });
    expect(aggregate.warnings.map(({ message }) => message)).toEqual([
      'A condition of the source report can’t be applied, so records are missing.',
    ]);
  });

  test('is said without a name to who may not read the answers that it is about', async () => {
    const open = await make.form('Open', { Note: {} });
    const closed = await make.form('Closed', { Word: {} });
    await make.record(open, { Note: 'a' }, { client_id });
    await server.newUser(organization, { grants: [{ entity: 'forms', id: closed.id, actions: ['read'] }] });
    const outside = await server.newUser(organization, {
      privileges: { clients: ['read'], client_forms: ['read'], forms: ['read'] },
    });
    const asked = {
      fields: [
        { form: open.id, field: String(open.ids.Note) },
        { form: closed.id, field: String(closed.ids.Word) },
      ],
      conditions: [{ form: closed.id, field_name: String(closed.ids.Word), op: 'NEQ', value: 'loud' }],
    };
    const { records, warnings } = await page(outside, asked, { isKept: true });
    expect(records).toEqual([]);
    expect(warnings).toEqual([
      { key: null, count: 0, message: 'A condition uses answers that you can’t read, so no record is found.' },
    ]);
    expect((await page(owner, asked)).warnings).toEqual([]);
  });
});

test('a result that changes with the day is refused in words as an order, and named where a report was kept', async () => {
  const form = await make.form('Wait', { Since: { field_type: 'date' } });
  const days = await make.calculation(form.id, {
    name: 'Days waiting',
    calculation_type: 'date',
    calculation_subtype: 'time_since',
    display_unit: 'days',
    variables: [{ name: 'a', record_type: 'Field', record_id: form.ids.Since as number }],
    equation: 'a',
  });
  await make.record(form, { Since: '2026-01-01' }, { client_id });
  const waiting = { form: form.id, field: String(days.id), type: 'calculation' };
  const words = 'Days waiting changes daily, so it can only be shown';
  const body = { name: 'Waiting', report_type: 'client_forms', fields: [waiting], default_order: [waiting] };
  const refused = await send(reportDefinitionRoutes.create, { as: owner, body: body as never });
  expect(refused).toMatchObject({ status: 422, errors: { 'default_order.0.field': [words] } });
  const kept = await page(owner, { fields: [waiting], default_order: [waiting] }, { isKept: true });
  expect(kept.records).toHaveLength(1);
  expect(kept.warnings).toEqual([{ key: null, count: 0, message: `The chosen order can’t be used. ${words}.` }]);
  const average = await page(owner, { fields: [{ ...waiting, agg: 'avg' }] }, { isKept: true });
  expect(average.warnings).toContainEqual({
    key: 'c1',
    count: 0,
    message: 'It changes daily, so it can only be shown.',
  });
});
