import { describe, expect, test } from 'vitest';
import { formMakers } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';
import { householdMakers } from '#tests/server/household-makers.ts';
import { allPrivileges } from '#tests/server/people.ts';
import { type DefinitionDraft, definitionOf, linesOf, reporting } from '#tests/server/reporting.ts';
import { describeColumn } from './describe-column.ts';
import { plannedFor } from './planned.ts';
import { reportOf } from './run.ts';

const server = await startServer();
const { asking, inside, keep, page, shown, values } = reporting(server);
const organization = await server.newOrganization();
const { owner } = organization;
const make = formMakers(server, organization);
const stay = await make.form('Stay', {
  House: {},
  In: { field_type: 'date' },
  Out: { field_type: 'date' },
  Beds: { field_type: 'number' },
  Meals: { field_type: 'number' },
});
const call = await make.form('Call', { Minutes: { field_type: 'number' } });
const of = (name: string, more: object = {}) => ({ form: stay.id, field: String(stay.ids[name]), ...more });
const op = (formula: string, more: object = {}) => ({ type: 'operation', formula, ...more });
const [ana, ben, cem] = [await make.person('Ana'), await make.person('Ben'), await make.person('Cem')];
const add = (client_id: number, given: Record<string, unknown>) => make.record(stay, given, { client_id });
await add(ana, { House: 'Elm', In: '2026-01-01', Out: '2026-01-11', Beds: 2, Meals: 30 });
await add(ana, { House: 'Elm', In: '2026-02-01', Out: '2026-02-03', Beds: 1, Meals: 9 });
await add(ben, { House: 'Elm', In: '2026-01-05', Beds: 4, Meals: 8 });
await add(cem, { House: 'Oak', In: '2026-03-01', Out: '2026-03-31', Beds: 0, Meals: 60 });

const shownOf = (draft: DefinitionDraft) => shown(owner, draft);
const rows = async (draft: DefinitionDraft) => (await shownOf(draft)).rows;
const refusal = async (draft: DefinitionDraft) => {
  const { issues } = await inside(owner, (context) => plannedFor(context, definitionOf(draft)));
  return issues.map(({ path, message }) => `${path}: ${message}`);
};
const mealsInOrder = { default_order: [{ key: 'meals' }] };

test('formulas have numbers and parentheses, and dates can be moved by days', async () => {
  const fields = [
    of('In'),
    of('Beds'),
    of('Meals', { key: 'meals' }),
    op('(B + C) / 2'),
    op('B + C / 2'),
    op('A + 30 * (B - 1)'),
    op('C / (B - 2) * 0.5'),
  ];
  expect(await rows({ fields, ...mealsInOrder })).toEqual([
    ['01/05/2026', '4', '8', '6', '8', '04/05/2026', '2'],
    ['02/01/2026', '1', '9', '5', '5.5', '02/01/2026', '-4.5'],
    ['01/01/2026', '2', '30', '16', '17', '01/31/2026', ''],
    ['03/01/2026', '0', '60', '30', '30', '01/30/2026', '-15'],
  ]);
});

test('minus zero is shown as zero', async () => {
  const fields = [of('Beds'), of('Meals', { key: 'meals' }), op('A * (0 - 1)')];
  expect((await rows({ fields, ...mealsInOrder })).at(-1)).toEqual(['0', '60', '0']);
});

describe('a formula with a function', () => {
  const days = (agg: string, more: object = {}) => op('C - B', { agg, ...more });
  const read = [of('House'), of('In', { agg: 'min', hidden: true }), of('Out', { agg: 'max', hidden: true })];
  const beds = of('Beds', { agg: 'sum' });

  test('is computed for each record before it', async () => {
    const fields = [...read, op('C - B'), days('avg'), days('sum'), days('count'), days('max'), days('first')];
    expect(await shownOf({ fields, settings: { totals: true } })).toMatchObject({
      rows: [
        ['Elm', '33', '6', '12', '2', '10', '10'],
        ['Oak', '30', '30', '30', '1', '30', '30'],
      ],
      total: ['', '89', '14', '42', '3', '30', '10'],
    });
  });

  test('has conditions, a share and an order of its own', async () => {
    const long = { and: [{ form: stay.id, field_name: String(stay.ids.Meals), op: 'GT', value: 20 }] };
    const fields = [...read, days('sum', { filters: long }), days('sum', { share: 'total' }), beds];
    const draft = { fields, default_order: [{ key: 'c4', order: 'desc' }] };
    expect(await rows(draft)).toEqual([
      ['Oak', '30', '71.4%', '0'],
      ['Elm', '10', '28.6%', '7'],
    ]);
  });

  test('gives dates, and says what it is', async () => {
    const fields = [...read, op('C + 7', { agg: 'max' }), op('(C - B) / 7', { agg: 'avg' })];
    expect((await rows({ fields })).map((row) => row.slice(0, 2))).toEqual([
      ['Elm', '02/10/2026'],
      ['Oak', '04/07/2026'],
    ]);
    const { headers } = await page(owner, { fields });
    expect(headers.map(({ label, field, type }) => [label, field, type]).slice(1)).toEqual([
      ['C + 7 (max)', null, 'date'],
      ['(C - B) / 7 (avg)', null, 'number'],
    ]);
    const said = await inside(owner, async (context) => {
      const { plan } = await plannedFor(context, definitionOf({ fields }));
      return plan.columns.map((one) => describeColumn(one, plan));
    });
    expect(said.slice(3)).toEqual(['Maximum: Out of Stay + 7', 'Average: (Out of Stay − In of Stay) ÷ 7']);
  });

  test('reads what rows hold of a column that is grouped by month', async () => {
    const fields = [
      of('In', { formatter: { output: 'month_year' } }),
      of('Out', { agg: 'max' }),
      op('B - A', { agg: 'sum' }),
    ];
    expect(await rows({ fields })).toEqual([
      ['01/2026', '01/11/2026', '10'],
      ['02/2026', '02/03/2026', '2'],
      ['03/2026', '03/31/2026', '30'],
    ]);
  });

  test('can be the figure of an Aggregate, and be its source', async () => {
    const below = await keep(organization, definitionOf({ fields: [of('House'), of('Beds'), of('Meals')] }));
    const fields = [
      { field: 'c1' },
      { field: 'c2', agg_query: 'sum', hidden: true },
      { field: 'c3', agg_query: 'sum', hidden: true },
      op('C / B', { agg_query: 'avg' }),
    ];
    expect(await rows({ report_type: 'query', report_target_id: below, fields })).toEqual([
      ['Elm', '8.6666666667'],
      ['Oak', ''],
    ]);
    const grouped = await keep(organization, definitionOf({ fields: [...read, days('avg')] }));
    const above = { report_type: 'query' as const, report_target_id: grouped };
    expect(await rows({ ...above, fields: [{ field: 'c4', agg_query: 'sum' }] })).toEqual([['36']]);
  });

  test('counts a household once, and beside each of its members what is known of them', async () => {
    await householdMakers(server, organization).add(ana, ben, 'son');
    const household = (fields: object[]) => rows({ report_type: 'household', fields });
    const size = { field: 'household_size', agg: 'sum' };
    expect(await household([size, op('A * 10', { agg: 'sum' })])).toEqual([['2', '20']]);
    const member = { field: 'client_id', agg: 'count' };
    expect(await household([size, member, op('A * 10', { agg: 'sum' })])).toEqual([['2', '2', '20']]);
    expect(await household([size, member, op('A * 10 + B * 0', { agg: 'sum' })])).toEqual([['2', '2', '40']]);
    const ofMen = { and: [{ field_name: 'client_gender', op: 'EQ', value: 'male' }] };
    const fields = [size, op('A * 10', { agg: 'sum', filters: ofMen })];
    expect(await refusal({ report_type: 'household', fields })).toEqual([
      'fields.1.filters.and.0.field_name: To count households, group by columns of the household',
    ]);
  });

  test('doesn’t tell how many are not counted, where small counts are hidden', async () => {
    for (let each = 0; each < 9; each += 1)
      await make.record(call, { Minutes: 5 }, { client_id: await make.person(`P${each}`) });
    await make.record(call, {}, { client_id: await make.person('Last') });
    const minutes = { form: call.id, field: String(call.ids.Minutes), agg: 'count' };
    const fields = [{ field: 'client_id', agg: 'count_distinct' }, minutes, op('B * 0 + 1', { agg: 'sum' })];
    const figures = (below: number | null) =>
      inside(owner, async (context) => {
        const report = await reportOf({ ...context, small_numbers_below: below }, definitionOf({ fields }));
        return (await report.page({ page: 1, page_size: 10 })).records[0]?.values;
      });
    expect(await figures(null)).toEqual([10, 9, 9]);
    expect(await figures(3)).toEqual([10, null, null]);
  });

  test.each<[string, object[], string]>([
    [
      'text',
      [of('House', { agg: 'count' }), op('A + 1', { agg: 'sum' })],
      'fields.1.formula: Column A has neither numbers nor dates',
    ],
    [
      'households',
      [beds, op('A + 1', { agg: 'count_households' })],
      'fields.1.agg: Choose another function: only Household ID can be counted as households',
    ],
    [
      'a percentage of the group without groups',
      [beds, op('A + 1', { agg: 'sum', share: 'group' })],
      'fields.1.share: Choose percent of total: a percentage of the group needs two columns to group by',
    ],
    [
      'bands',
      [beds, op('A + 1', { agg: 'sum', bands: [1] })],
      'fields.1.bands: Leave this out: a formula doesn’t have it',
    ],
    [
      'a date to go by without first or last',
      [beds, op('A + 1', { by: String(stay.ids.In) })],
      'fields.1.by: Leave this out: only a calculation with a function has it',
    ],
  ])('refuses %s', async (_, fields, said) => {
    expect(await refusal({ fields })).toEqual([said]);
  });
});

describe('a target', () => {
  const beds = of('Beds', { agg: 'sum', target: 14 });
  const ofTarget = { share: 'target' };

  test('is what each figure is compared with, that of the total line and of a cross table too', async () => {
    const fields = [of('House'), beds, { ...beds, ...ofTarget }, op('B + 7', { target: 7, ...ofTarget })];
    const settings = { totals: true };
    expect(await shownOf({ fields, settings })).toMatchObject({
      rows: [
        ['Elm', '7', '50.0%', '200.0%'],
        ['Oak', '0', '0.0%', '100.0%'],
      ],
      total: ['', '7', '50.0%', '200.0%'],
    });
    const { headers } = await page(owner, { fields });
    expect(headers.map(({ label, target }) => [label, target])).toEqual([
      ['House', undefined],
      ['Beds (sum)', 14],
      ['Beds (sum, percent of target)', 14],
      ['B + 7 (percent of target)', 7],
    ]);
    const lines = await asking(owner, { fields, settings }, { as: linesOf });
    expect(lines[0]).toEqual(['Elm', 7, 50, 200]);
    const month = of('In', { formatter: { output: 'month_year' } });
    const crossed = { fields: [of('House'), month, { ...beds, ...ofTarget }] };
    const { table } = await asking(owner, crossed, {
      as: (report) => report.crossTable({ rows: 'c1', columns: 'c2', figures: ['c3'], percentOf: null }, 60),
    });
    expect(table?.rows.map(({ total }) => total.values)).toEqual([[50], [0]]);
    expect(table?.total.values).toEqual([50]);
  });

  test('is told in the dictionary, and makes percentages for what is built on it', async () => {
    const definition = definitionOf({ fields: [of('House'), { ...beds, ...ofTarget, target: 1234567 }] });
    const said = await inside(owner, async (context) => {
      const { plan } = await plannedFor(context, definition);
      return plan.columns.map((one) => describeColumn(one, plan));
    });
    expect(said[1]).toBe('Sum, percent of target 1234567: Beds of Stay');
    const below = await keep(organization, definitionOf({ fields: [of('House'), { ...beds, ...ofTarget }] }));
    const fields = [{ field: 'c2', agg_query: 'avg' }];
    expect(await rows({ report_type: 'query', report_target_id: below, fields })).toEqual([['25.0%']]);
  });

  test('of choices among numbers, the first is a percentage like all others', async () => {
    const grade = await make.form('Grade', {
      Grade: {
        field_type: 'select-one',
        data_type: 'numeric',
        field_options: [10, 20].map((value, position) => ({ label: `Grade ${value}`, value, position })),
      },
    });
    await make.record(grade, { Grade: 20 }, { client_id: ana });
    const first = { form: grade.id, field: String(grade.ids.Grade), agg: 'first' };
    expect(await rows({ fields: [first, { ...first, target: 40, ...ofTarget }] })).toEqual([['Grade 20', '50.0%']]);
  });

  test.each<[string, object, string]>([
    ['a group', of('House', { target: 5 }), 'target: Leave this out: only a function or a formula has a target'],
    ['a date', of('In', { agg: 'max', target: 5 }), 'target: Leave this out: only numbers have a target'],
    ['no target', of('Beds', { agg: 'sum', ...ofTarget }), 'target: Enter a target'],
  ])('is refused of %s', async (_, field, said) => {
    expect(await refusal({ fields: [field, { field: 'client_id', agg: 'count' }] })).toEqual([`fields.0.${said}`]);
  });

  test.each([0, -1, 1e16, Number.NaN])('is above 0 and has an end: not %s', (target) => {
    expect(() => definitionOf({ fields: [{ ...beds, target }] })).toThrow();
  });
});

describe('a condition on a column that the report computes', () => {
  const asked = (key: string, op: string, value?: unknown) => ({ field_name: key, type: 'column', op, value });
  const span = { elapsed: { unit: 'days', until: { form: stay.id, field: String(stay.ids.Out) } } };
  const list = [
    of('House'),
    of('Meals', { key: 'meals' }),
    of('In', { ...span, key: 'days' }),
    op('B / 10', { key: 'tens' }),
  ];
  const listed = async (...conditions: object[]) => {
    const { records, record_count } = await page(owner, { fields: list, conditions, ...mealsInOrder });
    return { meals: records.map(({ values }) => values[1]), record_count };
  };

  test('limits rows by formulas, and by the time between dates', async () => {
    expect(await listed(asked('tens', 'GT', 0.85))).toEqual({ meals: [9, 30, 60], record_count: 3 });
    expect(await listed(asked('days', 'GTE', 10))).toEqual({ meals: [30, 60], record_count: 2 });
    expect(await listed(asked('days', 'EMPTY'))).toEqual({ meals: [8], record_count: 1 });
    expect(await listed(asked('days', 'LT', 20), asked('tens', 'IN', [3]))).toEqual({ meals: [30], record_count: 1 });
  });

  test('limits the rows of figures, and those of one of them', async () => {
    const { elapsed } = span;
    const fields = [of('House'), of('In', { elapsed, agg: 'avg', key: 'days' }), { field: 'client_id', agg: 'count' }];
    expect(await rows({ fields, conditions: [asked('days', 'LT', 20)] })).toEqual([['Elm', '6', '2']]);
    const long = { field: 'client_id', agg: 'count', filters: { and: [asked('days', 'GT', 5)] } };
    expect(await rows({ fields: [...fields, long] })).toEqual([
      ['Elm', '6', '3', '1'],
      ['Oak', '30', '1', '1'],
    ]);
    const formula = [of('House'), of('Meals', { agg: 'sum' }), op('B / 10', { agg: 'sum', key: 'tens' })];
    const settings = { totals: true };
    expect(await shownOf({ fields: formula, settings, conditions: [asked('tens', 'LTE', 3)] })).toMatchObject({
      rows: [['Elm', '47', '4.7']],
      total: ['', '47', '4.7'],
      record_count: 3,
    });
  });

  test('compares numbers as they are shown, and is of what a change compares', async () => {
    const thirds = [of('Meals', { key: 'meals' }), op('A / 9', { key: 'part' })];
    expect(await values(owner, { fields: thirds, conditions: [asked('part', 'EQ', 0.8888888889)] })).toHaveLength(1);
    const tenths = [of('Beds'), op('A * 0.1 + 0.2', { key: 'part' })];
    expect(await values(owner, { fields: tenths, conditions: [asked('part', 'EQ', 0.3)] })).toEqual([[1, 0.3]]);
    const compare = { with: 'previous', as: 'change' };
    const inJanuary = {
      form: stay.id,
      field_name: String(stay.ids.In),
      op: 'RANGE',
      value: ['2026-01-01', '2026-01-31'],
    };
    const changed = [of('House'), of('Meals', { agg: 'sum' }), op('B / 10', { agg: 'sum', key: 'tens', compare })];
    const limited = { fields: changed, conditions: [inJanuary, asked('tens', 'GT', 1)] };
    expect(await rows(limited)).toEqual([['Elm', '30', '']]);
    const days = op('A + 0', { agg: 'max', key: 'day' });
    const byDay = [of('In'), days, of('Meals', { agg: 'sum', compare })];
    expect(await refusal({ fields: byDay, conditions: [asked('day', 'RANGE', ['2026-01-01', '2026-01-31'])] })).toEqual(
      ['fields.2.compare: Group by something else: a report grouped by A + 0 can’t compare its periods'],
    );
  });

  test('leaves a household one row, and a key that is also a field’s ID what it is', async () => {
    const days = { field: 'household_created_at', elapsed: { unit: 'days', until: null }, agg: 'avg', key: 'days' };
    const counted = { field: 'household_id', agg: 'count' };
    const few = { ...counted, filters: { and: [asked('days', 'GTE', 0)] } };
    const { record_count } = await shownOf({ report_type: 'household', fields: [days, counted, few] });
    expect(record_count).toBe(1);
    const house = { field: String(stay.ids.House) };
    const meals = { field: String(stay.ids.Meals), agg: 'sum' };
    const key = house.field;
    const many = { field: 'client_id', agg: 'count', filters: { and: [asked(key, 'GT', 50)] } };
    const fields = [house, meals, op('B * 2', { agg: 'sum', key }), many];
    const settings = { all_answers: true };
    expect(await rows({ report_type: 'fields', settings, fields })).toEqual([
      ['Elm', '47', '94', '1'],
      ['Oak', '60', '120', '1'],
    ]);
  });

  test('is told in words, and of what is below an Aggregate', async () => {
    const conditions = [asked('tens', 'GT', 0.85)];
    const { narrowing } = await page(owner, { fields: list, conditions });
    expect(narrowing.columns).toMatchObject([{ field: 'tens', computed: true, label: 'B / 10', result: 'number' }]);
    const below = await keep(organization, definitionOf({ fields: list, conditions }));
    const fields = [{ field: 'meals', agg_query: 'count' }];
    expect(await rows({ report_type: 'query', report_target_id: below, fields })).toEqual([['3']]);
  });

  test('is of what windows give', async () => {
    const window = {
      order_fields: { [stay.id]: [{ form: stay.id, field: String(stay.ids.In) }] },
      functions: { [stay.id]: [{ form: stay.id, field: String(stay.ids.Meals), function: 'running_total' }] },
    };
    const fields = [{ field: 'client_id' }, of('Meals'), op('B * 2', { key: 'twice' })];
    expect(await values(owner, { fields, window, conditions: [asked('twice', 'GT', 70)] })).toEqual([
      [ana, 39, 78],
      [cem, 60, 120],
    ]);
  });

  test('finds nothing by what the reader can’t see', async () => {
    const reader = await server.newUser(organization, {
      privileges: { ...allPrivileges, forms: ['read'], client_forms: ['read'] },
    });
    const secret = await make.form('Secret', { Score: { field_type: 'number' } });
    await make.record(secret, { Score: 5 }, { client_id: ana });
    const score = { form: secret.id, field: String(secret.ids.Score) };
    await server.query('update forms set restricted = true where id = $1', [secret.id]);
    const fields = [{ field: 'client_id' }, of('Meals'), score, op('B + C', { key: 'more' })];
    const found = (...conditions: object[]) => shown(reader, { fields, conditions });
    expect((await found({ field_name: 'client_id', op: 'EQ', value: ben })).rows).toEqual([
      [String(ben), '8', 'Restricted', ''],
    ]);
    for (const condition of [asked('more', 'EMPTY'), asked('more', 'NEQ', 1)]) {
      const { rows, warnings } = await found(condition);
      expect(rows).toEqual([]);
      expect(warnings).toContain('A condition uses answers that you can’t read, so no record is found.');
    }
    const summed = [of('House'), of('Meals', { agg: 'sum' }), { ...score, agg: 'sum' }, op('B + C', { agg: 'sum' })];
    expect((await shown(reader, { fields: summed })).rows.map((row) => row.slice(2))).toEqual([
      ['Restricted', 'Restricted'],
      ['Restricted', 'Restricted'],
    ]);
  });

  test.each<[string, object[], object, string]>([
    [
      'a column that isn’t there',
      list,
      asked('gone', 'GT', 1),
      'field_name: This condition uses a column that isn’t in this report, or isn’t computed by it',
    ],
    [
      'one that isn’t computed',
      list,
      asked('meals', 'GT', 1),
      'field_name: This condition uses a column that isn’t in this report, or isn’t computed by it',
    ],
    ['words', list, asked('tens', 'CONTAINS', 'x'), 'op: Choose another comparison: B / 10 can’t be compared this way'],
    [
      'a formula of what is gone',
      [of('House'), of('Meals'), { form: stay.id, field: '99999999' }, op('B + C', { key: 'tens' })],
      asked('tens', 'GT', 1),
      'field_name: This condition uses a calculation whose column no longer exists',
    ],
    [
      'a formula of figures',
      [of('House'), of('Meals', { agg: 'sum' }), op('B / 10', { key: 'tens' })],
      asked('tens', 'GT', 1),
      'field_name: This calculation uses the figures of groups. Choose a function for it, or limit the rows in an Aggregate on this report.',
    ],
  ])('is refused of %s', async (_, fields, condition, said) => {
    expect((await refusal({ fields, conditions: [condition] })).at(-1)).toBe(`conditions.and.0.${said}`);
  });
});

test('formulas of two forms say that these are matched by time', async () => {
  const minutes = { form: call.id, field: String(call.ids.Minutes) };
  const said =
    'is computed from answers of Stay and Call. A person’s responses are matched by time, so it can be blank or wrong.';
  const { warnings } = await shownOf({ fields: [of('Meals'), minutes, op('A + B')] });
  expect(warnings).toEqual([`“A + B” ${said}`]);
  const summed = [of('Meals', { agg: 'sum' }), { ...minutes, agg: 'sum' }, op('B + A', { agg: 'sum', label: 'Both' })];
  expect((await shownOf({ fields: summed })).warnings).toEqual([
    `“Both” ${said.replace('Stay and Call', 'Call and Stay')}`,
  ]);
});
