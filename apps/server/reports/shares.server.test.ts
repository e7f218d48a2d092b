import { describe, expect, test } from 'vitest';
import { reportDefinitionRoutes } from '#contract/resources/report-definitions.ts';
import { formMakers } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';
import { type DefinitionDraft, definitionOf, reporting } from '#tests/server/reporting.ts';
import { reportOf } from './run.ts';

const server = await startServer();
const { asking, inside, page } = reporting(server);
const organization = await server.newOrganization();
const { owner } = organization;
const make = formMakers(server, organization);
const visit = await make.form('Visit', {
  Color: {},
  Program: {},
  Minutes: { field_type: 'number' },
  Well: { field_type: 'checkbox' },
});
const of = (name: string, more: object = {}) => ({ form: visit.id, field: String(visit.ids[name]), ...more });
const [ana, ben, cem] = [await make.person('Ana'), await make.person('Ben'), await make.person('Cem')];
for (const [client_id, Color, Program, Minutes, Well] of [
  [ana, 'red', 'Food', 10, true],
  [ana, 'red', 'Food', 20, false],
  [ben, 'red', 'Bed', 30, true],
  [ana, 'blue', 'Bed', 40, true],
  [cem, 'blue', 'Bed', null, null],
] as const)
  await make.record(
    visit,
    Object.fromEntries(Object.entries({ Color, Program, Minutes, Well }).filter(([, value]) => value !== null)),
    { client_id },
  );

const people = (more: object = {}) => ({ field: 'client_id', agg: 'count_distinct', ...more });
const rounded = (values: readonly unknown[]) =>
  values.map((value) => (typeof value === 'number' ? Math.round(value * 100) / 100 : value));
const rowsOf = async (draft: DefinitionDraft) => {
  const { records, totals } = await page(owner, draft);
  return [...records.map(({ values }) => values), ...(totals ? [totals.values] : [])].map(rounded);
};

test('W8 a figure is a percentage of that of all rows: records, people once each, minutes, and what is true', async () => {
  const share = 'total';
  const fields = [
    of('Color'),
    of('Minutes', { agg: 'count', share }),
    of('Minutes', { agg: 'sum', share }),
    people({ share }),
    of('Well', { agg: 'count_true', share }),
  ];
  // Ana is served in both colors: of three people two are in each.
  expect(await rowsOf({ fields, settings: { totals: true } })).toEqual([
    ['blue', 25, 40, 66.67, 33.33],
    ['red', 75, 60, 66.67, 66.67],
    [null, 100, 100, 100, 100],
  ]);
});

test('or of the rows that are alike in all groups but the last; of those together there is none', async () => {
  const share = 'group';
  const fields = [of('Color'), of('Program'), of('Minutes', { agg: 'sum', share }), people({ share })];
  expect(await rowsOf({ fields, settings: { totals: true } })).toEqual([
    ['blue', 'Bed', 100, 100],
    ['red', 'Bed', 50, 50],
    ['red', 'Food', 50, 50],
    [null, null, null, null],
  ]);
});

test('its conditions limit the part and not the whole', async () => {
  const filters = { and: [{ form: visit.id, field_name: String(visit.ids.Minutes), op: 'GT', value: 15 }] };
  const fields = [
    of('Color'),
    of('Minutes', { agg: 'sum', share: 'total', filters }),
    people({ share: 'total', filters }),
  ];
  expect(await rowsOf({ fields, settings: { totals: true } })).toEqual([
    ['blue', 40, 33.33],
    ['red', 50, 66.67],
    [null, 90, 66.67],
  ]);
});

test('headings and cells say so', async () => {
  const { headers, records } = await page(owner, {
    fields: [of('Color'), people({ share: 'total' }), of('Minutes', { agg: 'sum', share: 'total' })],
  });
  expect(headers.map(({ label }) => label)).toEqual([
    'Color',
    'Client ID (count distinct, percent of total)',
    'Minutes (sum, percent of total)',
  ]);
  expect(records[0]?.display_values).toEqual(['blue', '66.7%', '40.0%']);
});

test('a sum or a difference of percentages is one, and so is what an Aggregate takes of them', async () => {
  const share = { agg: 'count', share: 'total' };
  const fields = [
    of('Color'),
    of('Minutes', share),
    people({ share: 'total' }),
    { type: 'operation', formula: 'C-B', key: 'more' },
    { type: 'operation', formula: 'C/B', key: 'ratio' },
  ];
  expect((await page(owner, { fields })).records.map(({ display_values }) => display_values)).toEqual([
    ['blue', '25.0%', '66.7%', '41.7%', '2.6666666667'],
    ['red', '75.0%', '66.7%', '-8.3%', '0.8888888889'],
  ]);
  const below = await server.call(reportDefinitionRoutes.create, {
    as: owner,
    body: { name: 'Below', report_type: 'client_forms', fields } as never,
  });
  const functions = ['max', 'avg', 'sum', 'count'];
  const draft: DefinitionDraft = {
    report_type: 'query',
    report_target_id: below.id,
    fields: functions.map((agg_query) => ({ field: 'c2', agg_query })),
  };
  expect((await page(owner, draft)).records[0]?.display_values).toEqual(['75.0%', '50.0%', '100.0%', '2']);
  const styles = await asking(owner, draft, {
    as: async (report) => report.exported().columns.map(({ style }) => style?.code),
  });
  expect(styles).toEqual(['0.0%', '0.0%', '0.0%', undefined]);
});

test('a chart computes them for what stands on its axes, and says which group one would need', async () => {
  const fields = [
    of('Color'),
    of('Program'),
    people({ share: 'total', key: 'people' }),
    of('Minutes', { agg: 'sum', share: 'group', key: 'minutes' }),
  ];
  const drawn = (x: string, ys: string[]) =>
    asking(owner, { fields }, { as: (report) => report.groups({ x, group: null, ys }) });
  const { groups } = await drawn('c2', ['people']);
  expect(groups.map(({ x, values }) => [x, ...rounded(values)])).toEqual([
    ['Bed', 100],
    ['Food', 33.33],
  ]);
  const { groups: lacking, warnings } = await drawn('c2', ['minutes']);
  expect(lacking.map(({ values }) => values)).toEqual([[null], [null]]);
  expect(warnings).toMatchObject([{ key: 'minutes', message: expect.stringContaining('computed from Color') }]);
  expect((await drawn('c1', ['minutes'])).groups.map(({ x, values }) => [x, ...values])).toEqual([
    ['blue', 100],
    ['red', 100],
  ]);
});

test('of nothing there is no percentage, and of no part 0', async () => {
  const never = { and: [{ form: visit.id, field_name: String(visit.ids.Minutes), op: 'GT', value: 1000 }] };
  const fields = [
    of('Program'),
    of('Minutes', { agg: 'count', share: 'total', filters: never }),
    of('Minutes', { agg: 'sum', share: 'total', filters: never }),
  ];
  expect(await rowsOf({ fields })).toEqual([
    ['Bed', 0, null],
    ['Food', 0, null],
  ]);
  const conditions = [{ form: visit.id, field_name: String(visit.ids.Minutes), op: 'EMPTY' }];
  expect(
    await rowsOf({ fields: [of('Program'), of('Minutes', { agg: 'count', share: 'total' })], conditions }),
  ).toEqual([['Bed', null]]);
});

test.for<[object[], string, string]>([
  [[of('Color'), of('Minutes', { agg: 'avg', share: 'total' })], 'fields.1.share', 'only counts and sums'],
  [[of('Color', { share: 'total' }), people()], 'fields.0.share', 'only counts and sums'],
  [[of('Color'), people({ share: 'group' })], 'fields.1.share', 'needs two columns to group by'],
])('%j is refused at %s', async ([fields, path, said]) => {
  await expect(page(owner, { fields })).rejects.toMatchObject({
    errors: { [path]: [expect.stringContaining(said)] },
  });
});

describe('where small counts are hidden', () => {
  const asked = (fields: object[], below: number) =>
    inside(owner, async (context) => {
      const report = await reportOf({ ...context, small_numbers_below: below }, definitionOf({ fields }));
      return (await report.page({ page: 1, page_size: 100 })).records.map(({ values }) => rounded(values));
    });
  /** A form about people of their own: so many of each, and how many of these have a score. */
  const filled = async (groups: [program: string, gender: string, people: number, scored: number][]) => {
    const form = await make.form('Small', { Program: {}, Gender: {}, Score: { field_type: 'number' } });
    for (const [Program, Gender, people, scored] of groups)
      for (let at = 0; at < people; at++) {
        const client_id = await make.person(`${Program} ${Gender} ${at}`);
        await make.record(form, { Program, Gender, ...(at < scored && { Score: 1 }) }, { client_id });
      }
    return (name: string, more: object = {}) => ({ form: form.id, field: String(form.ids[name]), ...more });
  };

  test('percentages of a group are hidden where one of its parts is', async () => {
    const ofThis = await filled([
      ['Bed', 'F', 4, 4],
      ['Bed', 'M', 6, 6],
      ['Food', 'F', 1, 1],
      ['Food', 'M', 5, 5],
    ]);
    const fields = [ofThis('Program'), ofThis('Gender'), people(), people({ share: 'group' })];
    // Of Food, 5 people and 83.33 % would say that one is missing.
    expect(await asked(fields, 3)).toEqual([
      ['Bed', 'F', null, null],
      ['Bed', 'M', 6, null],
      ['Food', 'F', null, null],
      ['Food', 'M', 5, null],
    ]);
  });

  test.for(['share', 'percent'])('a %s of all rows is hidden where one of its parts is', async (way) => {
    const ofThis = await filled([
      ['Bed', 'F', 7, 5],
      ['Food', 'F', 5, 2],
    ]);
    const score = way === 'percent' ? { agg: 'percent' } : { agg: 'count', share: 'total' };
    const fields = [ofThis('Program'), ofThis('Score', { agg: 'count' }), ofThis('Score', score)];
    // Five and 71.43 % would say that there are 7, and two in Food.
    expect(await asked(fields, 3)).toEqual([
      ['Bed', null, null],
      ['Food', null, null],
    ]);
    expect(await asked(fields, 2)).toEqual([
      ['Bed', 5, 71.43],
      ['Food', 2, 28.57],
    ]);
  });

  test('what tells of enough people is told', async () => {
    const ofThis = await filled([
      ['Bed', 'F', 6, 6],
      ['Food', 'F', 3, 3],
    ]);
    expect(await asked([ofThis('Program'), people({ share: 'total' })], 3)).toEqual([
      ['Bed', 66.67],
      ['Food', 33.33],
    ]);
  });
});
