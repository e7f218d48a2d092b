import { expect, test } from 'vitest';
import { clientRoutes } from '#contract/resources/clients.ts';
import { reportSettings } from '#reports/settings.ts';
import { formMakers } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';
import { householdMakers } from '#tests/server/household-makers.ts';
import { type DefinitionDraft, definitionOf, linesOf, reporting } from '#tests/server/reporting.ts';
import { reportOf } from './run.ts';

const server = await startServer();
const { asking, inside, keep, page, values } = reporting(server);
const organization = await server.newOrganization();
const { owner } = organization;
const make = formMakers(server, organization);
const visit = await make.form('Visit', {
  Date: { field_type: 'date' },
  Until: { field_type: 'date' },
  Miles: { field_type: 'number' },
  Size: { field_type: 'number', metadata: { format: 'integer' } },
  Color: {},
});
const secret = await make.form('Secret', { Date: { field_type: 'date' } });
const of = (name: string, more: object = {}) => ({ form: visit.id, field: String(visit.ids[name]), ...more });
const named = (name: string) => ({ form: visit.id, field: String(visit.ids[name]) });

const born = async (first_name: string, dob: string) => {
  const id = await make.person(first_name);
  await server.call(clientRoutes.update, { as: owner, params: { id }, body: { dob } });
  return id;
};
const leap = await born('Lea', '2008-02-29');
const child = await born('Chi', '2020-06-15');
const add = (client_id: number, given: Record<string, unknown>) => make.record(visit, given, { client_id });
await add(leap, { Date: '2026-02-28', Until: '2026-03-01', Miles: 0.5, Size: 1, Color: 'red' });
await add(leap, { Date: '2026-03-01', Until: '2026-02-01', Miles: 6, Size: 3, Color: 'red' });
await add(child, { Date: '2026-06-14', Until: '2026-06-14', Miles: -2, Size: 9, Color: 'blue' });
await add(child, { Date: '2026-06-15', Color: 'blue' });

const ageAt = (more: object = {}) => ({
  field: 'client_dob',
  elapsed: { unit: 'years', until: named('Date') },
  ...more,
});
const people = { field: 'client_id', agg: 'count_distinct' };
const answers = { field: 'client_id', agg: 'count' };
const rows = async (draft: DefinitionDraft) => {
  const { records, headers, warnings } = await page(owner, draft);
  return {
    types: headers.map(({ type }) => type),
    labels: headers.map(({ label }) => label),
    values: records.map(({ values }) => values),
    shown: records.map(({ display_values }) => display_values),
    warnings: warnings.map(({ message }) => message),
  };
};
const settings = { empty_groups: true };

test('time between two dates is counted in whole years, months and days, as people count their age', async () => {
  const until = named('Until');
  const between = (unit: string) => of('Date', { elapsed: { unit, until } });
  const found = await rows({
    fields: [of('Date'), ageAt(), between('days'), between('months'), between('years')],
    default_order: [{ key: 'c1' }],
  });
  expect(found.labels.slice(1)).toEqual([
    'Age at Date',
    ...['Date to Until (days)', 'Date to Until (months)', 'Date to Until (years)'],
  ]);
  expect(found.types.slice(1)).toEqual(['number', 'number', 'number', 'number']);
  expect(found.values).toEqual([
    // Born on February 29, she is 18 on March 1.
    ['2026-02-28', 17, 1, 0, 0],
    ['2026-03-01', 18, -28, -1, 0],
    ['2026-06-14', 5, 0, 0, 0],
    ['2026-06-15', 6, null, null, null],
  ]);
});

test('today counts too, in the zone of the reader', async () => {
  const [today] = await server.query<{ day: string; tomorrow: string }>(
    `select (now() at time zone time_zone)::date::text as day, ((now() at time zone time_zone)::date + 1)::text as tomorrow
       from organizations where id = $1`,
    [organization.id],
  );
  const one = await make.form('Once', { Day: { field_type: 'date' } });
  await make.record(one, { Day: today?.day }, { client_id: child });
  await make.record(one, { Day: today?.tomorrow }, { client_id: child });
  const field = { form: one.id, field: String(one.ids.Day), elapsed: { unit: 'days' } };
  expect(await values(owner, { fields: [field], default_order: [{ key: 'c1', order: 'desc' }] })).toEqual([[0], [-1]]);
});

test('such a number has functions, conditions of its date, and formulas', async () => {
  const days = of('Date', { elapsed: { unit: 'days', until: named('Until') } });
  const fields = [
    of('Color'),
    { ...days, agg: 'avg' },
    { ...days, agg: 'count', filters: { and: [{ ...condition('Date', 'LT', '2026-03-01') }] } },
    { type: 'operation', formula: 'B+C' },
  ];
  expect(await values(owner, { fields })).toEqual([
    ['blue', 0, 0, 0],
    ['red', -13.5, 1, -12.5],
  ]);
});

const condition = (name: string, op: string, value: unknown) => ({
  ...{ form: visit.id, field_name: String(visit.ids[name]), op, value },
});

test('bands come in their order with all that nobody is in, what is below and what is unknown', async () => {
  const bands = [0, 6, 14, 18, 25];
  expect(await rows({ fields: [ageAt({ bands }), people, answers], settings })).toMatchObject({
    types: ['choice', 'number', 'number'],
    values: [
      [0, 1, 1],
      [6, 1, 1],
      [14, 1, 1],
      [18, 1, 1],
      [25, 0, 0],
    ],
    shown: [
      ['0–5', '1', '1'],
      ['6–13', '1', '1'],
      ['14–17', '1', '1'],
      ['18–24', '1', '1'],
      ['25 and over', '0', '0'],
    ],
  });
  expect(await rows({ fields: [of('Miles', { bands: [0, 5] }), answers], settings })).toMatchObject({
    shown: [
      ['Under 0', '1'],
      ['0 to under 5', '1'],
      ['5 and over', '1'],
      ['Unknown', '1'],
    ],
  });
  expect((await rows({ fields: [of('Size', { bands: [5, 7] }), answers] })).shown).toEqual([
    ['Under 5', '2'],
    ['7 and over', '1'],
    ['Unknown', '1'],
  ]);
});

test('bands are shown beside other groups and periods, and where there are no records', async () => {
  const bands = [0, 18];
  const beside = [of('Color'), ageAt({ bands }), of('Date', { formatter: { output: 'quarter' } }), answers];
  const all = await values(owner, { fields: beside, settings });
  expect(all).toHaveLength(2 * 2 * 2);
  expect(all.map((row) => row.at(-1)).filter((count) => count === 0)).toHaveLength(5);
  const nobody = [{ field_name: 'client_last_name', op: 'EQ', value: 'Nobody' }];
  expect(await values(owner, { fields: [ageAt({ bands }), answers], settings, conditions: nobody })).toEqual([
    [0, 0],
    [18, 0],
  ]);
});

test('the line of all rows has no band', async () => {
  const band = of('Size', { bands: [0, 5] });
  const { totals } = await page(owner, { fields: [of('Color'), band, answers], settings: { totals: true } });
  expect(totals?.display_values).toEqual(['', '', '4']);
});

test('bands are words in files, charts and cross tables', async () => {
  const draft = {
    fields: [ageAt({ bands: [0, 18, 60] }), of('Color'), answers],
    settings: { ...settings, totals: true },
  };
  await asking(owner, draft, {
    as: async (report) => {
      const { columns } = report.exported();
      const lines = await linesOf(report);
      expect(columns[0]).toMatchObject({ label: 'Age at Date', kind: 'text', meaning: 'Age at Date, in bands' });
      expect(lines.map(([band, , count]) => [band, count])).toEqual([
        ['0–17', 2],
        ['0–17', 1],
        ['18–59', 0],
        ['18–59', 1],
        ['60 and over', 0],
        ['60 and over', 0],
        ['Total', 4],
      ]);
      const { groups } = await report.groups({ x: 'c1', group: null, ys: ['c3'] });
      expect(groups.map(({ x_label, values }) => [x_label, ...values])).toEqual([
        ['0–17', 3],
        ['18–59', 1],
        ['60 and over', 0],
      ]);
      const { table } = await report.crossTable({ rows: 'c2', columns: 'c1', figures: ['c3'], percentOf: null }, 200);
      expect(table?.columns.map(({ label }) => label)).toEqual(['0–17', '18–59', '60 and over']);
      expect(table?.totals.map(({ values }) => values)).toEqual([[3], [1], [0]]);
      expect(report.headers[0]?.options).toEqual([-1, 0, 18, 60]);
      expect(report.headers[0]).not.toHaveProperty('numeric');
    },
  });
});

const below = (fields: object[]) => keep(organization, definitionOf({ fields }));

test('an Aggregate puts ages of the report below in bands, or groups by bands of that, which it calls by their key', async () => {
  const onAges = { report_type: 'query' as const, report_target_id: await below([ageAt(), of('Color')]) };
  const counted = { field: 'c2', agg_query: 'count' };
  expect((await rows({ ...onAges, fields: [{ field: 'c1', bands: [0, 18] }, counted] })).shown).toEqual([
    ['0–17', '3'],
    ['18 and over', '1'],
  ]);
  const report_target_id = await below([of('Size', { bands: [0, 5] }), of('Color'), answers]);
  const onBands = { report_type: 'query' as const, report_target_id, fields: [{ field: 'c1' }, counted] };
  expect((await rows(onBands)).shown).toEqual([
    ['0–4', '1'],
    ['5 and over', '1'],
    ['Unknown', '1'],
  ]);
  const large = [{ field_name: 'c1', op: 'IN', value: [5] }];
  expect((await rows({ ...onBands, conditions: large })).shown).toEqual([['5 and over', '1']]);
  const sum = { ...onBands, fields: [{ field: 'c1', agg_query: 'sum' }] };
  expect((await rows(sum)).shown, 'a sum is no band').toEqual([['5']]);
  expect(await asking(owner, sum, { as: linesOf })).toEqual([[5]]);
  const asked = page(owner, { ...onBands, conditions: [{ ...condition('Size', 'EQ', 1) }] });
  await expect(asked).rejects.toMatchObject({ status: 422 });
});

test('in a household report each member has their time until a date of the household', async () => {
  await householdMakers(server, organization).add(leap, child, 'daughter');
  await server.query(`update households set created_at = '2026-01-01T12:00:00Z' where organization_id = $1`, [
    organization.id,
  ]);
  const age = { field: 'client_dob', elapsed: { unit: 'years', until: { field: 'household_created_at' } } };
  const functions = ['count', 'sum', 'avg', 'max'].map((agg) => ({ ...age, agg }));
  const report_type = 'household' as const;
  expect(await values(owner, { report_type, fields: functions })).toEqual([[2, 22, 11, 17]]);
  const own = { field: 'household_created_at', elapsed: { unit: 'days', until: { field: 'household_created_at' } } };
  expect(await values(owner, { report_type, fields: [{ ...own, agg: 'count' }, functions[0] as object] })).toEqual([
    [1, 2],
  ]);
});

test('decimals and many groups keep their words and their limit', async () => {
  const bands = [1.1, 6.5];
  expect((await rows({ fields: [of('Miles', { bands }), answers] })).shown).toEqual([
    ['Under 1.1', '2'],
    ['1.1 to under 6.5', '1'],
    ['Unknown', '1'],
  ]);
  const many = Array.from({ length: 50 }, (_, at) => at);
  const by = [of('Miles', { bands: many }), of('Size', { bands: many }), ageAt({ bands: many }), answers];
  const { values, warnings } = await rows({ fields: by, settings });
  expect(values).toHaveLength(4);
  expect(warnings).toEqual([expect.stringContaining('could be more than 10,000 rows')]);
});

test('the time between dates of two forms says that it can be wrong', async () => {
  const other = await make.form('Other', { Day: { field_type: 'date' } });
  await make.record(other, { Day: '2026-09-09' }, { client_id: leap });
  const until = { form: other.id, field: String(other.ids.Day) };
  const { warnings } = await rows({ fields: [of('Date', { elapsed: { unit: 'days', until } }), of('Color')] });
  expect(warnings).toEqual([expect.stringContaining('“Date to Day (days)” compares dates of Visit and Other.')]);
  const age = { field: 'client_dob', elapsed: { unit: 'years', until } };
  const grouped = await rows({ fields: [age, of('Color', { agg: 'count' })] });
  expect(grouped.warnings).toEqual([expect.stringContaining('is about Visit and grouped by “Age at Day” of Other.')]);
});

test('periods can’t be compared where a date is of another form', async () => {
  const other = await make.form('Third', { Day: { field_type: 'date' } });
  const age = {
    field: 'client_dob',
    elapsed: { unit: 'years', until: { form: other.id, field: String(other.ids.Day) } },
  };
  const compare = { with: 'previous', as: 'value' };
  const draft = {
    fields: [age, of('Color', { agg: 'count', compare })],
    conditions: [condition('Date', 'EQ', 'this year')],
  };
  await expect(page(owner, draft)).rejects.toMatchObject({
    errors: { 'fields.1.compare': ['Leave this out: only reports on one form can compare periods'] },
  });
});

test('a report that says `empty_periods` shows groups without records', () => {
  expect(reportSettings.parse({ empty_periods: true, totals: true })).toEqual({ empty_groups: true, totals: true });
  expect(reportSettings.parse({ empty_periods: true, empty_groups: false })).toEqual({ empty_groups: false });
});

test('small numbers are hidden in bands', async () => {
  const shown = await inside(owner, async (context) => {
    const fields = [ageAt({ bands: [0, 18] }), people];
    const report = await reportOf({ ...context, small_numbers_below: 3 }, definitionOf({ fields, settings }));
    const { records, record_count } = await report.page({ page: 1, page_size: 10 });
    return [record_count, ...records.map(({ values }) => values)];
  });
  expect(shown).toEqual([0, [0, null], [18, null]]);
});

test('a date of a form that the reader can’t read tells nothing by the time until it', async () => {
  const user = await server.newUser(organization, {
    privileges: {
      report_definitions: ['read', 'write'],
      clients: ['read'],
      client_forms: ['read'],
      forms: ['read', 'use'],
    },
  });
  await make.record(secret, { Date: '2026-05-05' }, { client_id: child });
  await server.query('update forms set restricted = true where id = $1', [secret.id]);
  const until = { form: secret.id, field: String(secret.ids.Date) };
  const draft = {
    fields: [
      { field: 'client_dob', elapsed: { unit: 'years', until } },
      { form: secret.id, field: 'response_id' },
    ],
  };
  expect(await values(owner, { ...draft, conditions: [] })).toEqual([[5, expect.any(Number)]]);
  const { records, headers } = await page(user, draft, { isKept: true });
  expect(headers[0]?.restricted).toBe(true);
  expect(records.flatMap(({ values }) => values).filter((value) => value !== null)).toEqual([]);
});

test.each<[string, object, string]>([
  ['a number as the time until a date', of('Miles', { elapsed: { unit: 'days' } }), 'elapsed'],
  ['a date that is none', of('Date', { elapsed: { unit: 'days', until: named('Color') } }), 'elapsed.until'],
  [
    'a date of no form',
    of('Date', { elapsed: { unit: 'days', until: { form: 999_999, field: String(secret.ids.Date) } } }),
    'elapsed.until',
  ],
  ['bands out of order', of('Miles', { bands: [5, 0] }), 'bands'],
  ['bands that overlap', of('Miles', { bands: [5, 5] }), 'bands'],
  ['bands of words', of('Color', { bands: [5] }), 'bands'],
  ['bands of a list', of('Miles', { bands: [5] }), 'bands'],
  ['bands of a function', of('Miles', { bands: [5], agg: 'sum' }), 'bands'],
])('refuses %s', async (name, field, path) => {
  const list = path === 'bands' && name !== 'bands of a list' ? of('Color', { agg: 'count' }) : of('Color');
  await expect(page(owner, { fields: [field, list] })).rejects.toMatchObject({
    status: 422,
    errors: { [`fields.0.${path}`]: [expect.any(String)] },
  });
});
