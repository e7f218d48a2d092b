import { expect, test } from 'vitest';
import { formMakers } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';
import { allPrivileges } from '#tests/server/people.ts';
import { type DefinitionDraft, definitionOf, reporting } from '#tests/server/reporting.ts';
import { reportOf } from './run.ts';

const server = await startServer();
const { asking, inside, page } = reporting(server);
const organization = await server.newOrganization();
const { owner } = organization;
const make = formMakers(server, organization);
const visit = await make.form('Visit', { Color: {}, Program: {}, Score: { field_type: 'number' } });
const of = (name: string, more: object = {}) => ({ form: visit.id, field: String(visit.ids[name]), ...more });
const add = (client_id: number, values: Record<string, unknown>) => make.record(visit, values, { client_id });

const [ana, ben, cem] = [await make.person('Ana'), await make.person('Ben'), await make.person('Cem')];
await add(ana, { Color: 'red', Program: 'Food', Score: 10 });
await add(ana, { Color: 'red', Program: 'Food', Score: 20 });
await add(ben, { Color: 'red', Program: 'Bed', Score: 100 });
await add(ana, { Color: 'blue', Program: 'Bed', Score: 40 });
await add(cem, { Color: 'blue', Program: 'Bed', Score: 7 });

const people = { field: 'client_id', agg: 'count_distinct', key: 'people' };
const settings = { totals: true };
const grouped = (more: object[], own: object = {}): DefinitionDraft => ({
  fields: [of('Color'), ...more],
  settings: { ...settings, ...own },
});
const totalsOf = async (draft: DefinitionDraft) => (await page(owner, draft)).totals?.values ?? null;

test('the line of all rows is computed from the rows: people once, averages and medians of all', async () => {
  const functions = ['count', 'sum', 'avg', 'median', 'min', 'max', 'percent'];
  const draft = grouped([of('Program'), ...functions.map((agg) => of('Score', { agg, key: agg })), people]);
  expect((await page(owner, draft)).records.map(({ values }) => values)).toEqual([
    ['blue', 'Bed', 2, 47, 23.5, 23.5, 7, 40, 40, 2],
    ['red', 'Bed', 1, 100, 100, 100, 100, 100, 20, 1],
    ['red', 'Food', 2, 30, 15, 15, 10, 20, 40, 1],
  ]);
  expect(await totalsOf(draft)).toEqual([null, null, 5, 177, 35.4, 20, 7, 100, 100, 3]);
});

test('formulas work with the figures of all rows, and those that need a group are blank', async () => {
  const draft = grouped([
    of('Score', { agg: 'sum' }),
    people,
    { type: 'operation', formula: 'B/C' },
    of('Score', { key: 'each' }),
    { type: 'operation', formula: 'B-E' },
  ]);
  expect(await totalsOf(draft)).toEqual([null, 177, 3, 59, null, null]);
});

test('a condition of a column holds in the line of all rows too, and so do those of the report', async () => {
  const above = (value: number) => ({ form: visit.id, field_name: String(visit.ids.Score), op: 'GT', value });
  const counted = of('Score', { agg: 'count', filters: { and: [above(15)] } });
  expect(await totalsOf(grouped([counted]))).toEqual([null, 3]);
  expect(await totalsOf({ ...grouped([counted]), conditions: [above(30)] })).toEqual([null, 2]);
});

test('there is none without groups, without figures, without rows, and where nobody asked for it', async () => {
  const counted = of('Score', { agg: 'count' });
  const nothing = [{ form: visit.id, field_name: String(visit.ids.Score), op: 'GT', value: 1000 }];
  for (const draft of [
    { fields: [counted], settings },
    { fields: [of('Color'), of('Program')], settings },
    { ...grouped([counted]), conditions: nothing },
    { fields: [of('Color'), counted] },
  ])
    expect(await totalsOf(draft)).toBeNull();
});

test('a file ends with it, called Total in the first group', async () => {
  const rows = await asking(
    owner,
    { fields: [of('Score', { agg: 'sum' }), of('Color'), of('Program'), people], settings },
    {
      as: async (report) => {
        const all = [];
        for await (const some of report.exported().rows) all.push(...some);
        return all;
      },
    },
  );
  expect(rows.at(-1)).toEqual([177, 'Total', null, 3]);
  expect(rows).toHaveLength(4);
});

test('percentages say so, also in the line of all rows, and other figures as their format says', async () => {
  const draft = grouped([
    of('Score', { agg: 'percent' }),
    people,
    of('Score', { agg: 'sum', formatter: { format: 'integer', grouping: true } }),
    { type: 'operation', formula: 'C/D', formatter: { format: 'percent' } },
    { type: 'operation', formula: 'D/C', formatter: { format: 'ratio' } },
  ]);
  const { records, totals } = await page(owner, draft);
  expect([...records, totals].map((row) => row?.display_values)).toEqual([
    ['blue', '40.0%', '2', '47', '4.3%', '23.5 : 1'],
    ['red', '60.0%', '2', '130', '1.5%', '65.0 : 1'],
    ['', '100.0%', '3', '177', '1.7%', '59.0 : 1'],
  ]);
  expect(records[0]?.values[1]).toBe(40);
  const styles = await asking(owner, draft, {
    as: async (report) => report.exported().columns.map(({ style }) => style),
  });
  expect(styles).toEqual([
    undefined,
    { code: '0.0%', times: 0.01 },
    undefined,
    { code: '#,##0', times: 1 },
    { code: '0.0%', times: 1 },
    { code: '0.0" : 1"', times: 1 },
  ]);
});

test('who sees a few people gets the figures of these', async () => {
  const few = await server.newUser(organization, {
    privileges: { client_forms: ['read'], forms: ['read'], report_definitions: ['read'] },
    grants: [{ entity: 'clients', id: cem, actions: ['read'] }],
  });
  expect((await page(few, grouped([of('Score', { agg: 'sum' }), people]))).totals?.values).toEqual([null, 7, 1]);
});

test('an answer that is closed to the reader is closed there too', async () => {
  const reader = await server.newUser(organization, { privileges: allPrivileges });
  const secret = await make.form('Secret', { Score: { field_type: 'number' } });
  await make.record(secret, { Score: 3 }, { client_id: ana });
  await server.query('update forms set restricted = true where id = $1', [secret.id]);
  const draft: DefinitionDraft = {
    fields: [of('Color'), people, { form: secret.id, field: String(secret.ids.Score), agg: 'sum' }],
    settings,
  };
  const { totals, headers } = await page(reader, draft);
  expect(headers.at(-1)?.restricted).toBe(true);
  expect(totals?.values.at(-1)).toBeNull();
});

test('where small counts are hidden, the line hides what would reveal a group', async () => {
  const counts = [of('Score', { agg: 'count' }), people];
  const all = await make.form('Many', { Place: {}, Score: { field_type: 'number' } });
  const ofAll = (name: string, more: object = {}) => ({ form: all.id, field: String(all.ids[name]), ...more });
  const guests = [];
  for (let guest = 0; guest < 9; guest++) guests.push(await make.person(`Guest ${guest}`));
  for (const [index, client_id] of guests.entries())
    await make.record(all, { Place: index < 4 ? 'A' : 'B', Score: index === 0 ? 1 : 2 }, { client_id });
  const once = { and: [{ form: all.id, field_name: String(all.ids.Score), op: 'EQ', value: 1 }] };
  const draft: DefinitionDraft = {
    fields: [
      ofAll('Place'),
      ofAll('Score', { agg: 'count' }),
      ofAll('Score', { agg: 'count', filters: once }),
      { type: 'operation', formula: 'B-C' },
    ],
    settings,
  };
  const asked = (wanted: DefinitionDraft, below: number | null) =>
    inside(owner, async (context) => {
      const report = await reportOf({ ...context, small_numbers_below: below }, definitionOf(wanted));
      return (await report.page({ page: 1, page_size: 10 })).totals?.values;
    });
  expect(await asked(draft, null)).toEqual([null, 9, 1, 8]);
  // Of 9 people in groups of 4 and 5 all is told, but not how many of them are the one.
  expect(await asked(draft, 3)).toEqual([null, 9, null, null]);
  expect(await asked(grouped(counts), 3)).toEqual([null, null, null]);
});
