// Over 300 lines: what a report tells is asked of one set of answers, in the order of the rows.
import { describe, expect, test } from 'vitest';
import { recordRoutes } from '#contract/resources/records.ts';
import type { SheetRow } from '#server/kit/sheets/sheet.ts';
import { formMakers } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';
import { reporting } from '#tests/server/reporting.ts';

const server = await startServer();
const organization = await server.newOrganization();
const { owner } = organization;
const make = formMakers(server, organization);
const { asking, page, values } = reporting(server);

const ana = await make.person('Ana');
const ben = await make.person('Ben');
const cy = await make.person('Cy');
const visits = await make.form('Visits', {
  Score: { field_type: 'number' },
  Needs: {
    field_type: 'select-many',
    field_options: [
      { label: 'Warm food', value: 'food', position: 0 },
      { label: 'A bed', value: 'bed', position: 1 },
    ],
  },
  Home: { field_type: 'address' },
  Told: { field_type: 'freeform-long' },
  Well: { field_type: 'checkbox' },
});
const secrets = await make.form('Secrets', { Word: {} });
for (const [client_id, given] of [
  [ana, { Score: 3, Needs: ['bed', 'food'], Well: true, Told: 'zebra' }],
  [ana, { Score: 5, Needs: ['food'], Home: { text: '1 Main St', location: [42.1, -72.5] } }],
  [ben, { Score: 0.1, Well: false, Told: 'Apple' }],
] as const)
  await make.record(visits, given, { client_id });
await make.record(secrets, { Word: 'quiet' }, { client_id: ana });

const client = { field: 'client_id' };
const of = (name: string, more: object = {}) => ({ form: visits.id, field: String(visits.ids[name]), ...more });
const word = { form: secrets.id, field: String(secrets.ids.Word) };
const where = (name: string, op: string, value?: unknown) => ({ field_name: String(visits.ids[name]), op, value });

describe('who may see less', () => {
  test('gets the rows of the people whom they may read, in pages, counts, groups and sums', async () => {
    const few = await server.newUser(organization, {
      privileges: { client_forms: ['read'] },
      grants: [{ entity: 'clients', id: ben, actions: ['read'] }],
    });
    const asked = { isKept: true };
    const result = await page(few, { fields: [client, of('Score')] }, asked);
    expect(result.records.map((one) => one.values)).toEqual([[ben, 0.1]]);
    expect(result.record_count).toBe(1);
    expect(await values(few, { fields: [{ ...client, agg: 'count' }, of('Score', { agg: 'sum' })] }, asked)).toEqual([
      [1, 0.1],
    ]);
    const everybody = { fields: [client, of('Score')], settings: { include_people_without_responses: true } };
    expect(await values(few, everybody, asked)).toEqual([[ben, 0.1]]);
  });

  test('sees nothing of a restricted form: neither words nor how many there are', async () => {
    const body = {
      record_permissions: [
        {
          permissionable_type: 'User' as const,
          permissionable_id: owner.id,
          privileges: ['read' as const, 'write' as const],
        },
      ],
    };
    await server.call(recordRoutes.setRecordPermissions, {
      as: owner,
      params: { record_type: 'forms', record_id: secrets.id },
      body,
    });
    const outside = await server.newUser(organization, {
      privileges: { clients: ['read'], client_forms: ['read'], forms: ['read'] },
    });
    const { records, headers } = await page(outside, { fields: [client, of('Score'), word] });
    expect(headers.map(({ restricted }) => restricted)).toEqual([false, false, true]);
    expect(records.map((one) => one.values)).toEqual([
      [ana, 3, null],
      [ana, 5, null],
      [ben, 0.1, null],
    ]);
    expect(records.map((one) => one.display_values[2])).toEqual(['Restricted', 'Restricted', 'Restricted']);
    const conditions = [{ form: secrets.id, field_name: word.field, op: 'NEQ', value: 'loud' }];
    expect(await values(outside, { fields: [client, of('Score'), word], conditions })).toEqual([]);
    expect(await values(outside, { fields: [{ ...word, agg: 'count' }] })).toEqual([[null]]);
    expect(await values(owner, { fields: [word] })).toEqual([['quiet']]);
  });
});

describe('columns', () => {
  test('that are not there any more are blank with a warning, and conditions on them find nothing', async () => {
    const fields = [client, { form: visits.id, field: '999999', key: 'old' }];
    const { warnings, records } = await page(owner, { fields }, { isKept: true });
    expect(warnings).toEqual([
      { key: 'old', count: 0, message: expect.stringContaining('This column no longer exists') },
    ]);
    expect(records).toHaveLength(3);
    const conditions = [{ field_name: '999999', op: 'EMPTY' }];
    expect(await values(owner, { fields: [client, of('Score')], conditions }, { isKept: true })).toEqual([]);
    await expect(page(owner, { fields, conditions })).rejects.toMatchObject({
      errors: { 'fields.1.field': [expect.any(String)], 'conditions.and.0.field_name': [expect.any(String)] },
    });
  });

  test('RP-76 show answers as responses do, and lead to the person and the response', async () => {
    const [first, second] = (
      await page(owner, { fields: [client, of('Needs'), of('Home'), of('Told'), of('Home', { component: 'text' })] })
    ).records;
    expect(first!.values).toEqual([ana, ['food', 'bed'], null, 'zebra', null]);
    expect(first!.display_values).toEqual([String(ana), 'Warm food, A bed', '', 'zebra', '']);
    expect(first!.links[0]).toBe(`/organization/clients/${ana}`);
    expect(first!.links[1]).toMatch(new RegExp(`^/organization/clients/${ana}/client_forms/\\d+$`));
    expect(second!.values[2]).toMatchObject({ text: '1 Main St', location: [42.1, -72.5] });
    expect(second!.values[4]).toBe('1 Main St');
  });

  test('are ordered by what people read, blank ones last either way', async () => {
    const fields = [of('Score'), of('Told')];
    expect(await values(owner, { fields, default_order: [{ ...of('Told'), order: 'desc' }] })).toEqual([
      [3, 'zebra'],
      [0.1, 'Apple'],
      [5, null],
    ]);
    expect(await values(owner, { fields: [of('Score')], default_order: [{ ...of('Told') }] })).toEqual([
      [0.1],
      [3],
      [5],
    ]);
    expect(await values(owner, { fields }, { sort: [{ field: 'c1', order: 'desc' }] })).toEqual([
      [5, null],
      [3, 'zebra'],
      [0.1, 'Apple'],
    ]);
  });
});

test('conditions hold of choices by item, and of what has no typed column', async () => {
  const by = async (...conditions: object[]) => (await values(owner, { fields: [of('Score')], conditions })).flat();
  expect(await by(where('Needs', 'CONTAINS', 'BED'))).toEqual([3]);
  expect(await by(where('Needs', 'NIN', ['bed']))).toEqual([5, 0.1]);
  expect(await by(where('Told', 'BWITH', 'zeb'))).toEqual([3]);
  expect(await by(where('Home', 'CONTAINS', 'main'))).toEqual([5]);
  expect(await by(where('Score', 'RANGE', [1, 4]), where('Well', 'TRUE'))).toEqual([3]);
  expect(await by({ field_name: 'completed_at', op: 'EQ', value: 'today' })).toEqual([3, 5, 0.1]);
  expect(await by({ field_name: 'client_first_name', op: 'EQ', value: 'ben' })).toEqual([0.1]);
  const untyped = await make.form('Untyped', { Score: { field_type: 'number' }, Well: { field_type: 'checkbox' } });
  for (const Score of [3, 5]) await make.record(untyped, { Score, Well: true }, { client_id: ana });
  await server.query('delete from field_slots where form_id = $1', [untyped.id]);
  const [score, well] = [String(untyped.ids.Score), String(untyped.ids.Well)];
  const conditions = [
    { form: untyped.id, field_name: score, op: 'LT', value: 4 },
    { form: untyped.id, field_name: well, op: 'TRUE' },
  ];
  expect(await values(owner, { fields: [{ form: untyped.id, field: score }], conditions })).toEqual([[3]]);
});

test('people without responses are there when asked for, unless a condition asks for an answer', async () => {
  const draft = { fields: [client, of('Score')], settings: { include_people_without_responses: true } };
  expect(await values(owner, draft)).toEqual([
    [ana, 3],
    [ana, 5],
    [ben, 0.1],
    [cy, null],
  ]);
  expect(await values(owner, { ...draft, conditions: [where('Score', 'GT', 4)] })).toEqual([[ana, 5]]);
  expect(await values(owner, { ...draft, conditions: [where('Score', 'EMPTY')] })).toEqual([[cy, null]]);
});

test('RP-12 every aggregate, and text that numbers are asked of is counted', async () => {
  const score = (agg: string) => of('Score', { agg });
  const fields = [
    ...['count', 'count_distinct', 'sum', 'avg', 'min', 'max', 'median', 'percent', 'first', 'last'].map(score),
    of('Well', { agg: 'count_true' }),
    of('Well', { agg: 'percent_true' }),
    of('Told', { agg: 'sum', key: 'told' }),
    { type: 'operation', formula: 'C/A', key: 'mean' },
  ];
  const { records, warnings, headers } = await page(owner, { fields });
  expect(records[0]!.values).toEqual([3, 3, 8.1, 2.7, 0.1, 5, 3, 100, 3, 0.1, 1, 50, null, 2.7]);
  expect(warnings).toMatchObject([{ key: 'told', count: 2 }]);
  expect(headers[2]!.label).toBe('Score (sum)');
  const nobody = [where('Score', 'GT', 100)];
  expect(await values(owner, { fields: fields.slice(0, 4), conditions: nobody })).toEqual([[0, 0, null, null]]);
  expect(await values(owner, { fields: [client, score('sum')], conditions: nobody })).toEqual([]);
});

test('all rows come one after the other, a summary and charts are worked out in the database', async () => {
  const fields = [client, of('Score'), of('Needs'), of('Home', { key: 'home' })];
  const rows = await asking(
    owner,
    { fields },
    {
      as: async (report) => {
        const { columns, rows: exported } = report.exported();
        const all: SheetRow[] = [];
        for await (const some of exported) all.push(...some);
        return { labels: columns.map(({ label }) => label), all };
      },
    },
  );
  expect(rows.labels.slice(0, 4)).toEqual(['client_id', 'response_id', 'Client ID', 'Score']);
  expect(rows.all.map((row) => row[3])).toEqual([3, 5, 0.1]);
  expect(rows.all[0]!.slice(0, 2)).toEqual([ana, expect.any(Number)]);
  const stats = await asking(
    owner,
    { fields },
    {
      as: (report) =>
        report.stats([
          { key: 'c2', functions: ['count', 'sum', 'avg', 'min', 'max', 'distinct'] },
          { key: 'c3', functions: ['sum'] },
        ]),
    },
  );
  expect(stats.map(({ value }) => value)).toEqual([3, 8.1, 2.7, 0.1, 5, 3, null]);
  const chart = { x: 'c1', group: 'c3', ys: ['c2'] };
  expect(await asking(owner, { fields }, { as: async (report) => (await report.groups(chart)).groups })).toEqual([
    { x: ana, x_label: String(ana), group: 'Warm food', values: [5], rest: 0 },
    { x: ana, x_label: String(ana), group: 'Warm food, A bed', values: [3], rest: 0 },
    { x: ben, x_label: String(ben), group: '', values: [0.1], rest: 0 },
  ]);
  expect(
    await asking(
      owner,
      { fields },
      { as: async (report) => (await report.groups({ x: 'c1', group: null, ys: [] })).groups },
    ),
  ).toMatchObject([
    { x: ana, values: [2] },
    { x: ben, values: [1] },
  ]);
  expect(
    await asking(owner, { fields }, { as: (report) => report.pairs({ x: 'c1', group: null, ys: ['c2'] }, 2) }),
  ).toHaveLength(2);
  expect(await asking(owner, { fields }, { as: (report) => report.points({ key: 'home', limit: 10 }) })).toEqual({
    points: [{ location: [42.1, -72.5], label: '1 Main St', link: expect.stringContaining(`/clients/${ana}/`) }],
    displayed: 1,
    total: 3,
  });
});

test('windows: the value before and after, and one row of each part', async () => {
  const by = (sections: Record<string, object[]>) =>
    Object.fromEntries(Object.entries(sections).map(([name, entries]) => [name, { [visits.id]: entries }]));
  const shown = { fields: [of('Score')] };
  const followed = (name: string) => by({ functions: [of('Score', { function: name })] });
  expect(await values(owner, { ...shown, window: followed('previous') })).toEqual([[null], [3], [null]]);
  expect(await values(owner, { ...shown, window: followed('next') })).toEqual([[5], [null], [null]]);
  expect(await values(owner, { ...shown, window: followed('row_number') })).toEqual([[1], [2], [1]]);
  const partition_field = { form: visits.id, field: String(visits.ids.Well), type: 'field' as const };
  const latest = by({ order_fields: [of('Score', { function: 'latest' })] });
  expect((await values(owner, { ...shown, window: latest, partition_field })).flat().sort()).toEqual([0.1, 3, 5]);
  expect(
    await values(owner, {
      ...shown,
      window: { ...latest, filters: { [visits.id]: { and: [where('Score', 'LT', 4)] } } },
    }),
  ).toEqual([[3], [0.1]]);
});

test('a number beyond what a column holds is told', async () => {
  const large = await make.form('Large', { Score: { field_type: 'number' } });
  const score = { form: large.id, field: String(large.ids.Score) };
  const fields = [score, { type: 'operation', formula: `A${'*A'.repeat(40)}` }];
  await make.record(large, { Score: 9e15 }, { client_id: cy });
  await expect(page(owner, { fields })).rejects.toMatchObject({
    errors: { base: [expect.stringContaining('too large')] },
  });
});

test('what changes with the day is worked out when it is read, and nothing is asked of it', async () => {
  const form = await make.form('Ages', { Born: { field_type: 'date' } });
  const { id } = await make.calculation(form.id, {
    name: 'Days since',
    calculation_type: 'date',
    calculation_subtype: 'time_since',
    display_unit: 'days',
    variables: [{ name: 'a', record_type: 'Field', record_id: form.ids.Born as number }],
    equation: 'a',
  });
  const day = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10);
  await make.record(form, { Born: day }, { client_id: ana });
  const since = { form: form.id, field: String(id), type: 'calculation' };
  const { records } = await page(owner, { fields: [since] });
  expect([2, 3, 4]).toContain(records[0]!.values[0]);
  expect(records[0]!.display_values[0]).toMatch(/^\d days$/);
  const conditions = [{ form: form.id, type: 'calculation', field_name: String(id), op: 'GT', value: 1 }];
  await expect(page(owner, { fields: [since], conditions })).rejects.toMatchObject({
    errors: { 'conditions.and.0.field_name': [expect.stringContaining('changes daily')] },
  });
});

test('who may see less is told nothing of others whose responses stand in the same part of a window', async () => {
  const elsewhere = await server.newOrganization();
  const make = formMakers(server, elsewhere);
  const dee = await make.person('Dee');
  const eve = await make.person('Eve');
  const moods = await make.form('Moods', { Level: { field_type: 'number' }, Place: {} });
  for (const [client_id, Level] of [
    [eve, 1],
    [dee, 10],
    [dee, 20],
    [eve, 120],
  ] as const)
    await make.record(moods, { Level, Place: 'Here' }, { client_id });
  const few = await server.newUser(elsewhere, {
    privileges: { client_forms: ['read'] },
    grants: [{ entity: 'clients', id: dee, actions: ['read'] }],
  });
  const compared = {
    fields: [client, { form: moods.id, field: String(moods.ids.Level) }],
    window: {
      order_fields: { [moods.id]: [{ form: moods.id, field: 'completed_at', function: 'compare' }] },
      compare_operations: {
        [moods.id]: [{ form: moods.id, field: String(moods.ids.Level), function: 'sum' }],
      },
    },
    partition_field: { form: moods.id, field: String(moods.ids.Place), type: 'field' as const },
  };
  expect(await values(few, compared, { isKept: true })).toEqual([[dee, 30]]);
  expect((await page(few, compared, { isKept: true })).record_count).toBe(1);
  expect(await values(elsewhere.owner, compared)).toEqual([[eve, 121]]);
});
