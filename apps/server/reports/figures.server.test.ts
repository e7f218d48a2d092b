import { expect, test } from 'vitest';
import { formMakers } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';
import { definitionOf, reporting } from '#tests/server/reporting.ts';
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
await add(ana, { Color: 'red', Program: 'Bed', Score: 40 });
await add(cem, { Color: 'blue', Program: 'Bed', Score: 7 });

const all = ['count', 'sum', 'avg', 'median', 'min', 'max', 'percent'];
const fields = [
  of('Color'),
  of('Program'),
  ...all.map((agg) => of('Score', { agg, key: agg })),
  { field: 'client_id', agg: 'count_distinct', key: 'people' },
  { type: 'operation', formula: 'D/J', key: 'each' },
];
const drawn = (x: string, ys: string[], { group = null as string | null, own = fields as object[] } = {}) =>
  asking(owner, { fields: own }, { as: (report) => report.groups({ x, group, ys }) });

test('R2 W3 a chart works its figures out for what stands on its axes', async () => {
  const { groups, warnings } = await drawn('c1', [...all, 'people', 'each']);
  expect(groups.map(({ x_label, values }) => [x_label, ...values])).toEqual([
    ['blue', 1, 7, 7, 7, 7, 7, 20, 1, 7],
    ['red', 4, 170, 42.5, 30, 10, 100, 80, 2, 85],
  ]);
  expect(warnings).toEqual([]);
});

test('R2 and so it does for both of its axes, which are its groups then', async () => {
  const { groups } = await drawn('c1', ['avg'], { group: 'c2' });
  expect(groups.map(({ x_label, group, values }) => [x_label, group, ...values])).toEqual([
    ['blue', 'Bed', 7],
    ['red', 'Bed', 70],
    ['red', 'Food', 15],
  ]);
});

// 210 places with two people each, on a day each; one person in the last place is told apart.
const many = await make.form('Many', {
  Place: {},
  Kind: {},
  Flag: {},
  Day: { field_type: 'date' },
  Score: { field_type: 'number' },
  Rank: { field_type: 'number' },
});
const ofMany = (name: string, more: object = {}) => ({ form: many.id, field: String(many.ids[name]), ...more });
const dayOf = (place: number) => new Date(Date.UTC(2025, 0, 1 + place)).toISOString().slice(0, 10);
for (let place = 0; place < 210; place++)
  for (const [client_id, Flag] of [
    [ana, 'x'],
    [ben, place === 209 ? 'y' : 'x'],
  ] as const) {
    const values = {
      Place: `P${String(place).padStart(3, '0')}`,
      Kind: place % 2 ? 'a' : 'b',
      Flag,
      Day: dayOf(place),
      Score: 5,
      Rank: place + 1,
    };
    await make.record(many, values, { client_id });
  }

test('R2 the others of many are a figure of all of them, not a sum', async () => {
  const own = [ofMany('Place'), ofMany('Kind'), ofMany('Score', { agg: 'avg' }), ofMany('Score', { agg: 'sum' })];
  const { groups } = await drawn('c1', ['c3', 'c4'], { own });
  expect(groups).toHaveLength(51);
  expect(groups.find(({ rest }) => rest > 0)).toMatchObject({ x_label: 'Other (160)', values: [5, 1600] });
  const split = await drawn('c1', ['c3'], { own, group: 'c2' });
  expect(split.groups.filter(({ rest }) => rest > 0).map(({ group, values }) => [group, ...values])).toEqual([
    ['a', 5],
    ['b', 5],
  ]);
});

test('R2 the others of a figure are no sum of averages', async () => {
  const own = [ofMany('Place'), ofMany('Rank', { agg: 'sum' }), ofMany('Rank', { agg: 'avg' })];
  const { groups } = await drawn('c2', ['c3'], { own });
  expect(groups.filter(({ rest }) => rest > 0)).toMatchObject([{ values: [null] }]);
  expect(groups.filter(({ rest, values }) => rest === 0 && values[0] === null)).toEqual([]);
});

test('R1 R2 periods without records change nothing where none is empty', async () => {
  const own = [ofMany('Day'), ofMany('Score', { agg: 'avg' }), ofMany('Score', { agg: 'count' })];
  const chart = { x: 'c1', group: null, ys: ['c2', 'c3'] };
  const shown = (settings: object) =>
    asking(owner, { fields: own, settings }, { as: async (report) => (await report.groups(chart)).groups });
  const plain = await shown({});
  expect(plain).toHaveLength(51);
  expect(await shown({ empty_groups: true })).toEqual(plain);
});

test('R1 could be more than 10,000 rows periods beside other groups are not shown, and that is said', async () => {
  const own = [ofMany('Day'), ofMany('Place'), ofMany('Score', { agg: 'count' })];
  const { metadata, warnings } = await page(owner, { fields: own, settings: { empty_groups: true } });
  expect(metadata.total_count).toBe(210);
  expect(warnings).toMatchObject([{ message: expect.stringContaining('could be more than 10,000 rows') }]);
});

test('R2 the others of many do not give away what is kept out of one of them', async () => {
  const filters = { and: [{ form: many.id, field_name: String(many.ids.Flag), op: 'EQ', value: 'x' }] };
  const own = [ofMany('Place'), ofMany('Score', { agg: 'avg' }), ofMany('Score', { agg: 'count', filters })];
  const others = await inside(owner, async (context) => {
    const report = await reportOf({ ...context, small_numbers_below: 2 }, definitionOf({ fields: own }));
    const { groups } = await report.groups({ x: 'c1', group: null, ys: ['c2', 'c3'] });
    return groups.filter(({ rest }) => rest > 0);
  });
  expect(others).toMatchObject([{ isKeptOut: true, values: [5, null] }]);
});

test('R2 a figure that needs a group which is not on the chart is named, and draws no bar', async () => {
  const own = [
    of('Color'),
    of('Score'),
    { field: 'client_id', agg: 'count' },
    { type: 'operation', formula: 'B*C', key: 'weighed', label: 'Weighed' },
  ];
  const { groups, warnings } = await drawn('c1', ['weighed'], { own });
  expect(groups.map(({ values }) => values)).toEqual([[null], [null]]);
  expect(warnings).toEqual([
    {
      key: 'weighed',
      count: 0,
      message: 'Weighed can’t be shown in this chart: it’s computed from Score, which isn’t on the chart.',
    },
  ]);
});

test('R2 along a figure only what adds up is added', async () => {
  const { groups } = await drawn('people', ['sum', 'avg']);
  // Two rows have one person, whose averages say nothing together.
  expect(groups.map(({ x, values }) => [x, ...values])).toEqual([
    [1, 37, null],
    [2, 140, 70],
  ]);
});

test('W3 a summary does not add up people who were counted in several groups', async () => {
  const stats = await asking(
    owner,
    { fields },
    {
      as: (report) =>
        report.stats([
          { key: 'people', functions: ['sum', 'max'] },
          { key: 'sum', functions: ['sum'] },
          { key: 'avg', functions: ['avg', 'sum'] },
          { key: 'each', functions: ['sum'] },
        ]),
    },
  );
  expect(stats.map(({ value }) => value)).toEqual([3, 2, 177, 35.4, 35.4, 59]);
});

test('R2 a chart does not give away what the groups of its report keep out', async () => {
  // In red three people are behind Bed and Food, but one of them is behind Food alone.
  const few = await make.form('Few', { Color: {}, Program: {} });
  for (const [client_id, Color, Program] of [
    [ana, 'red', 'Food'],
    [ana, 'red', 'Bed'],
    [ben, 'red', 'Bed'],
    [await make.person('Dee'), 'red', 'Bed'],
    [cem, 'blue', 'Bed'],
  ] as const)
    await make.record(few, { Color, Program }, { client_id });
  const ofFew = (name: string) => ({ form: few.id, field: String(few.ids[name]) });
  const own = [ofFew('Color'), ofFew('Program'), { field: 'client_id', agg: 'count_distinct' }];
  const asked = (below: number | null) =>
    inside(owner, async (context) => {
      const report = await reportOf({ ...context, small_numbers_below: below }, definitionOf({ fields: own }));
      const { groups } = await report.groups({ x: 'c1', group: null, ys: ['c3'] });
      return groups.map(({ x_label, values, isKeptOut }) => [x_label, values[0], isKeptOut === true]);
    });
  expect(await asked(null)).toEqual([
    ['blue', 1, false],
    ['red', 3, false],
  ]);
  expect(await asked(2)).toEqual([
    ['blue', null, true],
    ['red', null, true],
  ]);
});

test('a condition of a percentage says which part is meant, not of what: also without groups', async () => {
  const test = await make.form('Test', { Color: {}, Score: { field_type: 'number' } });
  const own = (name: string, more: object = {}) => ({ form: test.id, field: String(test.ids[name]), ...more });
  for (const [Color, Score] of [
    ['red', 10],
    ['red', 20],
    ['red', 30],
    ['red', 40],
    ['blue', 7],
  ] as const)
    await make.record(test, { Color, Score }, { client_id: ana });
  const above = { and: [{ form: test.id, field_name: String(test.ids.Score), op: 'GT', value: 15 }] };
  const share = own('Score', { agg: 'percent', filters: above });
  const rows = async (fields: object[]) => (await page(owner, { fields })).records.map(({ values }) => values);
  expect(await rows([share])).toEqual([[60]]);
  expect(await rows([own('Color'), share])).toEqual([
    ['blue', 0],
    ['red', 60],
  ]);
});

test('groups by who recorded, or by a record that was picked, are in the order of names', async () => {
  const shelf = await make.form('Shelf', { Name: {} }, { form_type: 'internal' });
  const [zoo, attic] = [
    await make.internalRecord(shelf, { Name: 'Zoo' }),
    await make.internalRecord(shelf, { Name: 'attic' }),
  ];
  const internal_option = { internal_form_id: shelf.id, internal_field_id: shelf.ids.Name as number };
  const loan = await make.form('Loan', { From: { field_type: 'ref-picker', internal_option } });
  const people = [
    await server.newUser(organization, {
      first_name: 'Zed',
      privileges: {
        forms: ['read', 'use'],
        client_forms: ['read', 'write'],
        clients: ['read'],
        internal_forms: ['read'],
      },
    }),
    await server.newUser(organization, {
      first_name: 'Abe',
      privileges: {
        forms: ['read', 'use'],
        client_forms: ['read', 'write'],
        clients: ['read'],
        internal_forms: ['read'],
      },
    }),
  ];
  for (const [index, as] of people.entries()) {
    const { id: record_id } = [zoo, attic][index]!;
    await make.record(loan, { From: { record_id } }, { client_id: ana, as });
  }
  const shown = async (field: string) =>
    (
      await page(owner, {
        fields: [
          { form: loan.id, field },
          { field: 'client_id', agg: 'count' },
        ],
      })
    ).records.map(({ display_values: [name] }) => name);
  expect((await shown('created_by')).map((name) => name?.split(' ')[0])).toEqual(['Abe', 'Zed']);
  expect(await shown(String(loan.ids.From))).toEqual(['attic', 'Zoo']);
});
