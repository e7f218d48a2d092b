import { expect, test } from 'vitest';
import { clientFormRoutes } from '#contract/resources/client-forms.ts';
import { fieldRoutes } from '#contract/resources/fields.ts';
import { reportDefinitionRoutes } from '#contract/resources/report-definitions.ts';
import { reportResultRoutes } from '#contract/resources/report-results.ts';
import { reportViewRoutes } from '#contract/resources/report-views.ts';
import { formMakers, ruleOf } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';
import { reporting } from '#tests/server/reporting.ts';

const server = await startServer();
const { call } = server;
const { page, values } = reporting(server);
const organization = await server.newOrganization();
const { owner } = organization;
const make = formMakers(server, organization);
const [ana, ben] = [await make.person('Ana'), await make.person('Ben')];

/** A form that asks for pain on a scale, and knows what is urgent. */
const painForm = (name: string) =>
  make.form(
    name,
    {
      Pain: {
        field_type: 'select-one',
        data_type: 'numeric',
        field_options: [
          { label: 'None', value: 0 },
          { label: 'Some', value: 2 },
          { label: 'The worst', value: 10 },
        ],
      },
      Urgent: { field_type: 'checkbox' },
    },
    {
      logic: (ids) => [
        ruleOf('Worst pain is urgent', [ids.Pain, 'GT', 5], {
          type: 'set',
          field_id: ids.Urgent,
          payload: { value: true },
        }),
      ],
    },
  );
const visit = await painForm('Visit');
const of = (more: object = {}) => ({ form: visit.id, field: String(visit.ids.Pain), ...more });
const where = (op: string, value?: unknown) => ({ field_name: String(visit.ids.Pain), op, value });
for (const [client_id, Pain] of [
  [ana, 10],
  [ana, 2],
  [ben, 0],
  [ben, 2],
] as const)
  await make.record(visit, { Pain }, { client_id });
await make.record(visit, {}, { client_id: ben });

test('choices among numbers are shown as choices, and worked with as numbers', async () => {
  const { headers, records } = await page(owner, { fields: [of()], default_order: [of()] });
  expect(headers[0]).toMatchObject({ type: 'choice', numeric: true, options: [0, 2, 10] });
  expect(records.map((one) => [...one.values, ...one.display_values])).toEqual([
    [0, 'None'],
    [2, 'Some'],
    [2, 'Some'],
    [10, 'The worst'],
    [null, ''],
  ]);
  const figures = ['avg', 'sum', 'min', 'max', 'median', 'count'].map((agg) => of({ agg }));
  expect(await values(owner, { fields: figures })).toEqual([[3.5, 14, 0, 10, 2, 4]]);
  const twice = [of(), { type: 'operation', formula: 'A + A' }];
  expect(await values(owner, { fields: twice, default_order: [of({ order: 'desc' })] })).toEqual([
    [10, 20],
    [2, 4],
    [2, 4],
    [0, 0],
    [null, null],
  ]);
  expect(await values(owner, { fields: [of(), { field: 'client_id', agg: 'count' }] })).toEqual([
    [0, 1],
    [2, 2],
    [10, 1],
    [null, 1],
  ]);
});

test.each([
  ['GT', 5, [10]],
  ['LTE', 2, [0, 2, 2]],
  ['RANGE', [1, 10], [2, 2, 10]],
  ['EQ', '10', [10]],
  ['NEQ', 2, [0, 10, null]],
  ['IN', [0, '10'], [0, 10]],
  ['CONTAINS', '1', [10]],
  ['EMPTY', undefined, [null]],
])('%s is asked of the number', async (op, value, found) => {
  const asked = { fields: [of()], conditions: [where(op, value)], default_order: [of()] };
  expect(await values(owner, asked)).toEqual(found.map((one) => [one]));
});

test('and along time, in Aggregates, charts and summaries', async () => {
  const change = {
    fields: [{ field: 'client_id' }, of()],
    window: {
      order_fields: { [visit.id]: [{ form: visit.id, field: 'completed_at', function: 'compare' }] },
      compare_operations: { [visit.id]: [{ ...of(), function: 'diff' }] },
    },
  };
  expect(await values(owner, change)).toEqual([
    [ana, -8],
    [ben, 2],
  ]);
  const { id } = await call(reportDefinitionRoutes.create, {
    as: owner,
    body: { name: 'Pain', report_type: 'client_forms', fields: [of()] } as never,
  });
  const aggregate = { report_type: 'query' as const, report_target_id: id };
  expect(await values(owner, { ...aggregate, fields: [{ field: 'c1', agg_query: 'avg' }] })).toEqual([[3.5]]);
  const params = { report_id: id };
  const body = { name: 'Pain', view_type: 'bar' as const, xaxis: 'c1', yaxis: ['c1'] };
  const view = await call(reportViewRoutes.create, { as: owner, params, body });
  const { data } = await call(reportResultRoutes.viewPage, { as: owner, params: { ...params, id: view.id, page: 1 } });
  expect(data).toMatchObject([
    { x: 0, x_label: 'None', values: [0] },
    { x: 2, x_label: 'Some', values: [4] },
    { x: 10, x_label: 'The worst', values: [10] },
    { x: null },
  ]);
  const settings = '[{"key":"c1","functions":["avg","max"]}]';
  const { stats, fields } = await call(reportResultRoutes.createSummary, { as: owner, params, body: { settings } });
  expect(stats.map(({ value }) => value)).toEqual([3.5, 10]);
  expect(fields).toMatchObject([{ key: 'c1', type: 'choice', numeric: true }]);
});

test('a rule compares them as numbers too', async () => {
  const form = await painForm('Rules');
  const shown = async (Pain: number) => {
    const { id } = await make.record(form, { Pain }, { client_id: ana });
    const { answers } = await call(clientFormRoutes.show, { as: owner, params: { client_id: ana, id } });
    return answers.find(({ name }) => name === 'Urgent')?.value;
  };
  expect(await shown(10)).toBe(true);
  expect(await shown(2)).not.toBe(true);
});

test('a number beside which other text may stand is a choice like any other', async () => {
  const form = await make.form('Rent', {
    Months: {
      field_type: 'select-one',
      data_type: 'numeric',
      metadata: { allow_other: true },
      field_options: [{ label: 'One', value: 1 }],
    },
  });
  const months = { form: form.id, field: String(form.ids.Months) };
  for (const Months of [1, 'unknown', '1e400']) await make.record(form, { Months }, { client_id: ana });
  const { headers, records } = await page(owner, { fields: [months], default_order: [months] });
  expect(headers[0]).not.toHaveProperty('numeric');
  expect(records.map(({ display_values: [shown] }) => shown)).toEqual(['1e400', 'One', 'unknown']);
  await call(fieldRoutes.update, {
    as: owner,
    params: { id: form.ids.Months as number },
    body: { metadata: { allow_other: false } },
  });
  // What is no number, or none that a computer holds, is left out.
  expect(await values(owner, { fields: [{ ...months, agg: 'sum' }] })).toEqual([[1]]);
});
