import { describe, expect, test } from 'vitest';
import type { PercentOf } from '#reports/views.ts';
import { formMakers } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';
import { allPrivileges } from '#tests/server/people.ts';
import { type DefinitionDraft, definitionOf, reporting } from '#tests/server/reporting.ts';
import type { CrossTable } from './cross-table-result.ts';
import type { CrossTableKeys } from './cross-tables.ts';
import { reportOf } from './run.ts';

const server = await startServer();
const { inside } = reporting(server);
const organization = await server.newOrganization();
const { owner } = organization;
const make = formMakers(server, organization);
const visit = await make.form('Visit', {
  Program: {
    field_type: 'select-one',
    field_options: ['Food', 'Bed', 'Advice'].map((value, position) => ({ label: value, value, position })),
  },
  Color: {},
  Seen: { field_type: 'date' },
  Minutes: { field_type: 'number' },
});
const of = (name: string, more: object = {}) => ({ form: visit.id, field: String(visit.ids[name]), ...more });
const [ana, ben, cem] = [await make.person('Ana'), await make.person('Ben'), await make.person('Cem')];
for (const [client_id, Program, Seen, Minutes, Color] of [
  [ana, 'Food', '2026-01-05', 10, 'red'],
  [ana, 'Food', '2026-01-20', 20, 'red'],
  [ben, 'Food', '2026-03-02', 30, 'blue'],
  [ana, 'Bed', '2026-01-06', 40, 'red'],
  [cem, 'Bed', '2026-03-07', 5, 'blue'],
  [cem, null, '2026-03-08', 1, 'blue'],
] as const)
  await make.record(
    visit,
    Object.fromEntries(Object.entries({ Program, Seen, Minutes, Color }).filter(([, value]) => value !== null)),
    { client_id },
  );

const people = { field: 'client_id', agg: 'count_distinct', key: 'people' };
const month = of('Seen', { key: 'month', formatter: { output: 'month_year' } });
const program = of('Program', { key: 'program' });
const draft = (more: object[], own: Partial<DefinitionDraft> = {}): DefinitionDraft => ({
  fields: [program, month, ...more],
  ...own,
});
const byMonth = { rows: 'program', columns: 'month' };
type Asked = Partial<CrossTableKeys> & { below?: number; limit?: number; as?: typeof owner };

const asked = (of: DefinitionDraft, { below, limit = 200, as = owner, ...keys }: Asked = {}) =>
  inside(as, async (context) => {
    const report = await reportOf({ ...context, small_numbers_below: below ?? null }, definitionOf(of));
    return report.crossTable({ ...byMonth, figures: ['people'], percentOf: null, ...keys }, limit);
  });
const tableOf = async (of: DefinitionDraft, more?: Asked): Promise<CrossTable> => (await asked(of, more)).table!;

/** A cross table as people read it: its heads, then its lines, each with its total at the end. */
const shown = ({ columns, rows, totals, total }: CrossTable, figure = 0) => [
  ['', ...columns.map(({ label }) => label), 'Total'],
  ...rows.map(({ label, cells, total: all }) => [label, ...[...cells, all].map((one) => one.display_values[figure])]),
  ['Total', ...[...totals, total].map((one) => one.display_values[figure])],
];
const percents = ({ rows, totals, total }: CrossTable) =>
  [...rows.map(({ cells, total: all }) => [...cells, all]), [...totals, total]].map((line) =>
    line.map(({ percents: [one] }) => (one === null || one === undefined ? one : Math.round(one))),
  );

test('people count once in each cell and each total, in the order of the form and of time', async () => {
  expect(shown(await tableOf(draft([people])))).toEqual([
    ['', '01/2026', '03/2026', 'Total'],
    ['Food', '1', '1', '2'],
    ['Bed', '1', '1', '2'],
    ['', '0', '1', '1'],
    ['Total', '1', '2', '3'],
  ]);
});

test('averages, sums and formulas are worked out for totals; where nothing was counted stands 0, else nothing', async () => {
  const fields = [
    of('Minutes', { agg: 'avg', key: 'average' }),
    of('Minutes', { agg: 'sum', key: 'sum' }),
    people,
    { type: 'operation', formula: 'D/E', key: 'each' },
    { type: 'operation', formula: 'E+E', key: 'twice' },
  ];
  const of1 = async (...figures: string[]) => tableOf(draft(fields), { figures });
  const both = await of1('average', 'sum');
  expect(shown(both)).toEqual([
    ['', '01/2026', '03/2026', 'Total'],
    ['Food', '15', '30', '20'],
    ['Bed', '40', '5', '22.5'],
    ['', '', '1', '1'],
    ['Total', '23.3333333333', '12', '17.6666666667'],
  ]);
  expect(shown(both, 1).at(-1)).toEqual(['Total', '70', '36', '106']);
  const formulas = await of1('each', 'twice');
  expect(shown(formulas)[3]).toEqual(['', '', '1', '1']);
  expect(shown(formulas, 1)[3]).toEqual(['', '0', '2', '2']);
});

test('figures are percentages of their row, of their column or of all; averages are none', async () => {
  const fields = [of('Minutes', { agg: 'sum', key: 'sum' }), of('Minutes', { agg: 'avg', key: 'average' })];
  const of1 = async (percentOf: PercentOf | null, figure = 'sum') =>
    percents(await tableOf(draft(fields), { figures: [figure], percentOf }));
  expect(await of1('row')).toEqual([
    [50, 50, 100],
    [89, 11, 100],
    [null, 100, 100],
    [66, 34, 100],
  ]);
  expect(await of1('column')).toEqual([
    [43, 83, 57],
    [57, 14, 42],
    [null, 3, 1],
    [100, 100, 100],
  ]);
  expect((await of1('total')).at(-1)).toEqual([66, 34, 100]);
  expect((await of1(null)).flat().every((one) => one === null)).toBe(true);
  expect((await of1('total', 'average')).flat().every((one) => one === null)).toBe(true);
});

test('months without records have a column or a row, where the report shows them', async () => {
  const empty = draft([people], { settings: { empty_groups: true } });
  const across = shown(await tableOf(empty));
  expect(across[0]).toEqual(['', '01/2026', '02/2026', '03/2026', 'Total']);
  expect(across[1]).toEqual(['Food', '1', '0', '1', '2']);
  expect(across.at(-1)).toEqual(['Total', '1', '0', '2', '3']);
  const down = shown(await tableOf(empty, { rows: 'month', columns: 'program' }));
  expect(down.map(([month]) => month)).toEqual(['', '01/2026', '02/2026', '03/2026', 'Total']);
  expect(down[2]).toEqual(['02/2026', '0', '0', '0', '0', '0']);
});

test('beside other groups of the report, figures are those of the two; conditions and archived people hold', async () => {
  const three: DefinitionDraft = { fields: [program, of('Color', { key: 'color' }), month, people] };
  expect(shown(await tableOf(three))).toEqual(shown(await tableOf(draft([people]))));
  const conditions = [{ form: visit.id, field_name: String(visit.ids.Minutes), op: 'GT', value: 15 }];
  expect(shown(await tableOf({ ...three, conditions }))).toEqual([
    ['', '01/2026', '03/2026', 'Total'],
    ['Food', '1', '1', '2'],
    ['Bed', '1', '0', '1'],
    ['Total', '1', '1', '2'],
  ]);
});

test('a figure that needs another group is blank, and said so', async () => {
  const fields = [
    of('Minutes', { key: 'each' }),
    of('Minutes', { agg: 'sum', key: 'sum' }),
    { type: 'operation', formula: 'D-C', key: 'left' },
    of('Minutes', { agg: 'sum', share: 'group', key: 'share' }),
  ];
  const { table, warnings } = await asked(draft(fields), { figures: ['left'] });
  expect(warnings.map(({ key }) => key)).toEqual(['left']);
  expect(warnings[0]?.message).toMatch(/computed from Minutes, which isn’t in the cross table/);
  expect(table?.total.values).toEqual([null]);
  // Of the report's last group a percentage is known by row, and by no column.
  const grouped = draft([of('Minutes', { agg: 'sum', share: 'group', key: 'share' })]);
  expect(shown(await tableOf(grouped, { figures: ['share'] }))).toEqual([
    ['', '01/2026', '03/2026', 'Total'],
    ['Food', '50.0%', '50.0%', '100.0%'],
    ['Bed', '88.9%', '11.1%', '100.0%'],
    ['', '', '100.0%', '100.0%'],
    ['Total', '', '', ''],
  ]);
});

test('the first rows are shown of many, totals are of all; of too many columns it says how many there are', async () => {
  const first = await tableOf(draft([people]), { limit: 1 });
  expect(
    first.rows.map(({ label }) => label),
    'the first of those on the form',
  ).toEqual(['Food']);
  expect(first.row_count).toBe(3);
  expect(first.total.values).toEqual([3]);
  const many = await make.form('Many', { Day: { field_type: 'date' }, Score: { field_type: 'number' } });
  for (let day = 0; day < 61; day++)
    await make.record(
      many,
      { Day: new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10), Score: day % 2 },
      { client_id: ana },
    );
  const ofMany = (name: string, more: object) => ({ form: many.id, field: String(many.ids[name]), ...more });
  const days: DefinitionDraft = {
    fields: [
      ofMany('Day', { key: 'day', label: 'Day of the visit' }),
      ofMany('Score', { key: 'score' }),
      { ...people, field: 'client_id' },
    ],
  };
  const { table, warnings } = await asked(days, { rows: 'score', columns: 'day' });
  expect(table).toBeNull();
  expect(warnings).toEqual([
    { key: 'day', count: 61, message: expect.stringMatching(/at most 60 columns, and Day of the visit has 61 values/) },
  ]);
  const all = await tableOf(days, { rows: 'day', columns: 'score' });
  expect([all.rows.length, all.columns.length, all.total.values]).toEqual([61, 2, [1]]);
});

test('rows and columns stand in the order of the form, of small letters, of numbers, and yes before no, also the first of many', async () => {
  const field_options = ['Food', 'Bed', 'Advice'].map((value, position) => ({ label: value, value, position }));
  const form = await make.form('Ordered', {
    Said: {},
    Needs: { field_type: 'select-many', field_options },
    Well: { field_type: 'checkbox' },
    Score: { field_type: 'number' },
  });
  for (const [Said, Needs, Well, Score] of [
    ['Zoo', ['Bed'], true, 10],
    ['apple', ['Advice'], false, 9],
    ['Berry', ['Food', 'Advice'], true, 2],
    ['cider', ['Food'], false, 1],
    [null, null, true, null],
  ] as const) {
    const given = Object.entries({ Said, Needs, Well, Score }).filter(([, value]) => value !== null);
    await make.record(form, Object.fromEntries(given), { client_id: ana });
  }
  const ofForm = (name: string) => ({ form: form.id, field: String(form.ids[name]), key: name.toLowerCase() });
  const all: DefinitionDraft = { fields: [...['Said', 'Needs', 'Well', 'Score'].map(ofForm), people] };
  const lines = async (rows: string, columns: string, limit?: number) => {
    const table = await tableOf(all, { rows, columns, ...(limit && { limit }) });
    return [table.rows.map(({ label }) => label), table.columns.map(({ label }) => label)];
  };
  const needs = ['Food', 'Food, Advice', 'Bed', 'Advice', ''];
  expect(await lines('said', 'needs')).toEqual([['apple', 'Berry', 'cider', 'Zoo', ''], needs]);
  expect(await lines('well', 'score')).toEqual([
    ['Yes', 'No'],
    ['1', '2', '9', '10', ''],
  ]);
  expect((await lines('needs', 'well', 2))[0]).toEqual(needs.slice(0, 2));
  expect((await lines('well', 'said', 1))[0]).toEqual(['Yes']);
  const first = await tableOf(all, { rows: 'needs', columns: 'said', limit: 1 });
  expect(shown(first)[1]).toEqual(['Food', '0', '0', '1', '0', '0', '1']);
});

test('who sees a few people gets the figures of these, and a closed form stays closed', async () => {
  const few = await server.newUser(organization, {
    privileges: { client_forms: ['read'], forms: ['read'], report_definitions: ['read'] },
    grants: [{ entity: 'clients', id: cem, actions: ['read'] }],
  });
  expect(shown(await tableOf(draft([people]), { as: few }))).toEqual([
    ['', '03/2026', 'Total'],
    ['Bed', '1', '1'],
    ['', '1', '1'],
    ['Total', '1', '1'],
  ]);
  const reader = await server.newUser(organization, { privileges: allPrivileges });
  const secret = await make.form('Secret', { Score: { field_type: 'number' }, Kind: {} });
  await make.record(secret, { Score: 3, Kind: 'x' }, { client_id: ana });
  await server.query('update forms set restricted = true where id = $1', [secret.id]);
  const ofSecret = (name: string, more: object) => ({ form: secret.id, field: String(secret.ids[name]), ...more });
  const closed = draft([ofSecret('Score', { agg: 'sum', key: 'sum' }), ofSecret('Kind', { key: 'kind' }), people]);
  expect(JSON.stringify((await tableOf(closed, { as: reader, figures: ['sum'] })).total)).not.toMatch(/3/);
  const byKind = await tableOf(closed, { as: reader, columns: 'kind' });
  expect(byKind.columns.map(({ value }) => value)).toEqual([null]);
});

describe('where small counts are hidden', () => {
  test('a total is shown where nothing it is made of is hidden', async () => {
    const form = await make.form('Nights', { Place: {}, Room: {} });
    const places = { A: { x: 3, y: 9 }, B: { x: 8, y: 7 }, C: { x: 10, z: 12 } };
    let guest = 0;
    for (const [Place, rooms] of Object.entries(places))
      for (const [Room, count] of Object.entries(rooms))
        for (let index = 0; index < count; index++)
          await make.record(form, { Place, Room }, { client_id: await make.person(`Guest ${guest++}`) });
    const ofForm = (name: string, more: object) => ({ form: form.id, field: String(form.ids[name]), ...more });
    const nights: DefinitionDraft = {
      fields: [ofForm('Place', { key: 'place' }), ofForm('Room', { key: 'room' }), people],
    };
    const { table, warnings } = await asked(nights, { below: 5, rows: 'place', columns: 'room', percentOf: 'row' });
    // Of few are those of A in x; B in y is the smallest other one.
    expect(shown(table!)).toEqual([
      ['', 'x', 'y', 'z', 'Total'],
      ['A', '', '9', '0', ''],
      ['B', '8', '', '0', ''],
      ['C', '10', '0', '12', '22'],
      ['Total', '', '', '12', ''],
    ]);
    expect(percents(table!)[0]).toEqual([null, null, null, null]);
    expect(warnings.map(({ message }) => message)).toEqual([expect.stringMatching(/fewer than 5 people/)]);
    expect(shown(await tableOf(nights, { rows: 'place', columns: 'room' }))[1]).toEqual(['A', '3', '9', '0', '12']);
  });
});
