import { describe, expect, test } from 'vitest';
import { formMakers, optionsOf } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';
import { allPrivileges } from '#tests/server/people.ts';
import { type DefinitionDraft, definitionOf, linesOf, reporting } from '#tests/server/reporting.ts';
import { reportOf } from './run.ts';

const server = await startServer();
const { asking, inside, keep, page, shown, values } = reporting(server);
const organization = await server.newOrganization();
const { owner } = organization;
const make = formMakers(server, organization);
const intake = await make.form('Intake', {
  Needs: { field_type: 'select-many', field_options: optionsOf('Food', 'Bed', 'Advice', 'Clothes') },
  Ways: { field_type: 'select-many', field_options: optionsOf('Phone', 'Mail') },
  Kind: { field_type: 'select-one', field_options: optionsOf('New', 'Back', 'Other') },
  Miles: { field_type: 'number' },
  Place: {},
});
const of = (name: string, more: object = {}) => ({ form: intake.id, field: String(intake.ids[name]), ...more });
const [ana, ben, cem, dee] = [
  await make.person('Ana'),
  await make.person('Ben'),
  await make.person('Cem'),
  await make.person('Dee'),
];
const add = (client_id: number, given: Record<string, unknown>) => make.record(intake, given, { client_id });
await add(ana, { Needs: ['food', 'bed'], Ways: ['phone', 'mail'], Kind: 'new', Miles: 1, Place: 'Troy' });
await add(ana, { Needs: ['bed'], Ways: ['mail'], Kind: 'back', Miles: 2, Place: 'Troy' });
await add(ben, { Needs: ['food'], Kind: 'new', Miles: 4, Place: 'Troy' });
await add(dee, { Needs: ['food', 'advice'], Ways: ['phone'], Kind: 'new', Miles: 8, Place: 'Avon' });
await add(cem, { Miles: 16, Place: 'Avon' });

const needs = of('Needs', { each_option: true, key: 'needs' });
const ways = of('Ways', { each_option: true, key: 'ways' });
const people = { field: 'client_id', agg: 'count_distinct', key: 'people' };
const miles = of('Miles', { agg: 'sum', key: 'miles' });
const empty = { empty_groups: true };
const shownOf = (draft: DefinitionDraft) => shown(owner, draft);

test('a row with several choices is in the group of each, in the order of the form, and counts once in the total', async () => {
  const found = await shownOf({ fields: [needs, people, miles], settings: { ...empty, totals: true } });
  expect(found).toEqual({
    rows: [['Food', '3', '13'], ['Bed', '1', '3'], ['Advice', '1', '8'], ['Clothes', '0', ''], ['', '1', '16'], ...[]],
    total: ['', '4', '31'],
    record_count: 5,
    warnings: [],
  });
  const { headers, records } = await page(owner, { fields: [needs, people] });
  expect(headers[0]).toMatchObject({ type: 'choice', options: ['food', 'bed', 'advice', 'clothes'] });
  expect(records[0]?.values).toEqual(['food', 3]);
});

test('percentages are of all rows, each once: together they are more than 100 %', async () => {
  const answers = { field: 'client_id', agg: 'count' };
  const fields = [
    of('Place'),
    needs,
    { ...answers, share: 'total' },
    { ...answers, share: 'group' },
    { ...people, share: 'total' },
    { ...answers, agg: 'percent' },
  ];
  const rounded = (await values(owner, { fields })).map((row) =>
    row.map((one) => (typeof one === 'number' ? Math.round(one) : one)),
  );
  expect(rounded).toEqual([
    ['Avon', 'food', 20, 50, 25, 20],
    ['Avon', 'advice', 20, 50, 25, 20],
    ['Avon', null, 20, 50, 25, 20],
    ['Troy', 'food', 40, 67, 50, 40],
    ['Troy', 'bed', 40, 67, 25, 40],
  ]);
});

test('two questions with several choices meet in each pair of choices', async () => {
  const fields = [needs, ways, { field: 'client_id', agg: 'count', key: 'rows' }];
  const { records, record_count } = await page(owner, { fields });
  expect(record_count).toBe(5);
  expect(records.map(({ values }) => values)).toEqual([
    ['food', 'phone', 2],
    ['food', 'mail', 1],
    ['food', null, 1],
    ['bed', 'phone', 1],
    ['bed', 'mail', 2],
    ['advice', 'phone', 1],
    [null, null, 1],
  ]);
});

test('a cross table counts each row once in its totals, and a chart has a bar for each option', async () => {
  const draft = { fields: [of('Place', { key: 'place' }), needs, people, miles], settings: empty };
  await asking(owner, draft, {
    as: async (report) => {
      const keys = { rows: 'needs', columns: 'place', figures: ['people'], percentOf: 'column' as const };
      const { table, about } = await report.crossTable(keys, 100);
      expect(table?.columns.map(({ label }) => label)).toEqual(['Avon', 'Troy']);
      expect(
        table?.rows.map(({ label, cells, total }) => [label, ...[...cells, total].map(({ values }) => values[0])]),
      ).toEqual([
        ['Food', 1, 2, 3],
        ['Bed', 0, 1, 1],
        ['Advice', 1, 0, 1],
        ['Clothes', 0, 0, 0],
        ['', 1, 0, 1],
      ]);
      expect([...(table?.totals ?? []), table?.total].map((one) => one?.values[0])).toEqual([2, 2, 4]);
      expect(table?.rows[0]?.cells.map(({ percents }) => percents[0])).toEqual([50, 100]);
      expect((await about()).record_count).toBe(5);
      const across = await report.crossTable({ ...keys, rows: 'place', columns: 'needs' }, 100);
      expect(across.table?.columns.map(({ label }) => label)).toEqual(['Food', 'Bed', 'Advice', 'Clothes', '']);
      const { groups } = await report.groups({ x: 'needs', group: null, ys: ['miles'] });
      expect(groups.map(({ x, values }) => [x, ...values]).toSorted()).toEqual([
        [null, 16],
        ...[
          ['advice', 8],
          ['bed', 3],
          ['clothes', null],
          ['food', 13],
        ],
      ]);
      const both = await report.groups({ x: 'place', group: 'needs', ys: ['people'] });
      expect(both.groups.find(({ x, group }) => x === 'Troy' && group === 'Food')?.values).toEqual([2]);
      const [sum] = await report.stats([{ key: 'miles', functions: ['sum'] }]);
      expect(sum?.value, 'of all rows, each once').toBe(31);
    },
  });
});

test('a file has the words of each option, and its dictionary says what a row is', async () => {
  await asking(
    owner,
    { fields: [needs, people], settings: { totals: true } },
    {
      as: async (report) => {
        const { columns } = report.exported();
        const lines = await linesOf(report);
        expect(columns[0]?.meaning).toBe('Needs of Intake, one row for each option. One of Food, Bed, Advice, Clothes');
        expect(lines).toEqual([
          ['Food', 3],
          ['Bed', 1],
          ['Advice', 1],
          [null, 1],
          ['Total', 4],
        ]);
      },
    },
  );
});

test('order and first rows go by what is asked', async () => {
  const fields = [needs, people];
  const byWords = await values(owner, { fields, default_order: [{ key: 'needs', order: 'desc' }] });
  expect(byWords.map(([option]) => option)).toEqual(['food', 'bed', 'advice', null]);
  const bySize = await values(owner, { fields, default_order: [{ key: 'people' }] });
  expect(bySize.map(([, count]) => count)).toEqual([1, 1, 1, 3]);
});

test('with groups without records, all choices have one, in the order of the form; those chosen together have it, too', async () => {
  const count = { field: 'client_id', agg: 'count' };
  const together = await values(owner, { fields: [of('Needs'), count], settings: empty });
  expect(together.map(([needs]) => needs)).toEqual([['food'], ['food', 'bed'], ['food', 'advice'], ['bed'], null]);
  const beside = await values(owner, { fields: [of('Place'), of('Kind'), count], settings: empty });
  expect(beside).toEqual([
    ...[
      ['Avon', 'new', 1],
      ['Avon', 'back', 0],
      ['Avon', 'other', 0],
      ['Avon', null, 1],
    ],
    ...[
      ['Troy', 'new', 2],
      ['Troy', 'back', 1],
      ['Troy', 'other', 0],
    ],
  ]);
  const byValue = await values(owner, { fields: [of('Kind'), count] });
  expect(byValue.map(([kind]) => kind)).toEqual(['back', 'new', null]);
});

const below = (fields: object[]) => keep(organization, definitionOf({ fields }));

test('an Aggregate groups by each option of the report below, or counts its rows by option', async () => {
  const onList = { report_type: 'query' as const, report_target_id: await below([of('Needs'), of('Place')]) };
  const counted = { field: 'c2', agg_query: 'count' };
  const list = await shownOf({ ...onList, fields: [{ field: 'c1', each_option: true }, counted], settings: empty });
  expect(list.rows).toEqual([
    ['Food', '3'],
    ['Bed', '2'],
    ['Advice', '1'],
    ['Clothes', '0'],
    ['', '1'],
  ]);
  const report_target_id = await below([needs, of('Place'), people]);
  const onGroups = { report_type: 'query' as const, report_target_id };
  const grouped = { fields: [{ field: 'needs' }, { field: 'people', agg_query: 'sum' }], settings: empty };
  expect((await shownOf({ ...onGroups, ...grouped })).rows).toEqual([
    ['Food', '3'],
    ['Bed', '1'],
    ['Advice', '1'],
    ['Clothes', ''],
    ['', '1'],
  ]);
  const conditions = [{ field_name: 'needs', op: 'EQ', value: 'bed' }];
  expect((await shownOf({ ...onGroups, ...grouped, settings: {}, conditions })).rows).toEqual([['Bed', '1']]);
});

test('what a function can’t work with is counted once', async () => {
  const { warnings } = await shownOf({ fields: [needs, of('Place', { agg: 'sum' })] });
  expect(warnings).toEqual([expect.stringMatching(/: 5 answers that aren’t numbers/)]);
});

test('an option that is answered twice counts once', async () => {
  const form = await make.form('Twice', {
    Sizes: {
      ...{ field_type: 'select-many', data_type: 'numeric_array', metadata: { allow_other: true } },
      field_options: [1, 2].map((value, position) => ({ label: `Size ${value}`, value, position })),
    },
  });
  await make.record(form, { Sizes: [1, '1', 2] }, { client_id: ana });
  const each = { form: form.id, field: String(form.ids.Sizes), each_option: true };
  expect(await values(owner, { fields: [each, { field: 'client_id', agg: 'count' }] })).toEqual([
    [1, 1],
    [2, 1],
  ]);
});

test('of many options in a chart with two axes, the largest are shown', async () => {
  const many = Array.from({ length: 210 }, (_, at) => `o${at}`);
  const form = await make.form('Chart', {
    Needs: { field_type: 'select-many', field_options: many.map((value) => ({ label: value, value })) },
    Place: {},
  });
  for (const chosen of [many.slice(0, 205), ...Array(3).fill(['o0', 'o209'])])
    await make.record(form, { Needs: chosen, Place: 'Troy' }, { client_id: ana });
  const ofForm = (name: string, more: object) => ({ form: form.id, field: String(form.ids[name]), ...more });
  const fields = [
    ofForm('Needs', { each_option: true, key: 'needs' }),
    ofForm('Place', { key: 'place' }),
    { field: 'client_id', agg: 'count', key: 'count' },
  ];
  const entries = await asking(
    owner,
    { fields },
    {
      as: async (report) => (await report.groups({ x: 'needs', group: 'place', ys: ['count'] })).groups,
    },
  );
  expect(entries.find(({ x }) => x === 'o209')?.values).toEqual([3]);
  expect(entries).toHaveLength(51);
  expect(entries.find(({ rest }) => rest > 0)?.values, 'who is among the others by many options counts once').toEqual([
    1,
  ]);
});

describe('where small counts are hidden', () => {
  const told = async (draft: DefinitionDraft) =>
    inside(owner, async (context) => {
      const report = await reportOf({ ...context, small_numbers_below: 3 }, definitionOf(draft));
      const { records, totals, record_count, warnings } = await report.page({ page: 1, page_size: 100 });
      return { report, records: records.map(({ values }) => values), totals: totals?.values, record_count, warnings };
    });
  const overlapping = async () => {
    const form = await make.form('Overlap', {
      Needs: { field_type: 'select-many', field_options: optionsOf('Food', 'Bed') },
      Place: {},
    });
    for (let guest = 0; guest < 11; guest++) {
      const chosen = [...(guest < 6 ? ['food'] : []), ...(guest > 4 ? ['bed'] : [])];
      const client_id = await make.person(`Guest ${guest}`);
      await make.record(form, { Needs: chosen, Place: guest % 2 ? 'Troy' : 'Avon' }, { client_id });
    }
    const each = { form: form.id, field: String(form.ids.Needs), each_option: true, key: 'needs' };
    return { each, place: { form: form.id, field: String(form.ids.Place), key: 'place' } };
  };

  test('nothing is told of all rows, from which it would follow how many chose several options', async () => {
    const { each, place } = await overlapping();
    const shares = [
      { ...people, key: 'share', share: 'total' },
      { field: 'client_id', agg: 'percent', key: 'percent' },
    ];
    const found = await told({ fields: [each, people, ...shares], settings: { totals: true } });
    expect(found.records).toEqual([
      ['food', 6, null, null],
      ['bed', 6, null, null],
    ]);
    expect([found.totals, found.record_count]).toEqual([[null, null, null, null], 0]);
    expect(found.warnings.map(({ message }) => message)).toEqual([expect.stringMatching(/fewer than 3 people/)]);

    const both = { fields: [each, place, people] };
    await inside(owner, async (context) => {
      const report = await reportOf({ ...context, small_numbers_below: 3 }, definitionOf(both));
      const keys = { rows: 'needs', columns: 'place', figures: ['people'], percentOf: 'column' as const };
      const { table, about } = await report.crossTable(keys, 100);
      expect(table?.rows.map(({ cells, total }) => [...cells, total].map(({ values }) => values[0]))).toEqual([
        [3, 3, 6],
        [3, 3, 6],
      ]);
      expect([...(table?.totals ?? []), table?.total].map((one) => one?.values[0])).toEqual([null, null, null]);
      expect(table?.rows[0]?.cells[0]?.percents).toEqual([null]);
      expect((await about()).record_count).toBe(0);
      const { groups } = await report.groups({ x: 'place', group: null, ys: ['people'] });
      expect(groups.map(({ values, isKeptOut }) => [values[0], isKeptOut])).toEqual([
        [null, true],
        [null, true],
      ]);
      const [sum] = await report.stats([{ key: 'people', functions: ['sum'] }]);
      expect(sum?.value).toBeNull();
    });
  });

  test('a percentage within each option is told', async () => {
    const { each, place } = await overlapping();
    const { records } = await told({ fields: [each, place, { ...people, share: 'group' }] });
    expect(records.map(([, , share]) => share)).toEqual([50, 50, 50, 50]);
  });
});

test('who can’t read a form gets none of its options', async () => {
  const secret = await make.form('Secret', {
    Needs: { field_type: 'select-many', field_options: optionsOf('Food', 'Bed') },
  });
  await make.record(secret, { Needs: ['food', 'bed'] }, { client_id: ana });
  await server.query('update forms set restricted = true where id = $1', [secret.id]);
  const reader = await server.newUser(organization, { privileges: allPrivileges });
  const each = { form: secret.id, field: String(secret.ids.Needs), each_option: true };
  const draft = { fields: [each, of('Place'), people], settings: empty };
  const { headers, records } = await page(reader, draft, { isKept: true });
  expect(headers[0]).toMatchObject({ restricted: true });
  expect(headers[0]).not.toHaveProperty('options');
  expect(records.map(({ display_values }) => display_values)).toEqual([
    ['Restricted', 'Avon', '2'],
    ['Restricted', 'Troy', '2'],
  ]);
});

test('of more than 1,000 options, only those with records are shown, and a sentence says so', async () => {
  const many = Array.from({ length: 1001 }, (_, at) => ({ label: `Option ${at}`, value: `o${at}` }));
  const form = await make.form('Wide', { Needs: { field_type: 'select-many', field_options: many } });
  await make.record(form, { Needs: ['o7', 'o3'] }, { client_id: ana });
  const each = { form: form.id, field: String(form.ids.Needs), each_option: true };
  expect(await shownOf({ fields: [each, people], settings: empty })).toMatchObject({
    rows: [
      ['Option 3', '1'],
      ['Option 7', '1'],
    ],
    warnings: ['Needs has 1,001 options, more than 1,000, so those without records are left out.'],
  });
  const both = await make.form('Both', {
    One: { field_type: 'select-one', field_options: many.slice(0, 200) },
    Other: { field_type: 'select-one', field_options: many.slice(0, 200) },
  });
  await make.record(both, { One: 'o1', Other: 'o2' }, { client_id: ana });
  const groups = [both.ids.One, both.ids.Other].map((id) => ({ form: both.id, field: String(id) }));
  expect(await shownOf({ fields: [...groups, people], settings: empty })).toMatchObject({
    rows: [['Option 1', 'Option 2', '1']],
    warnings: [
      expect.stringMatching(/^One by Other could be more than 10,000 rows.*left out\. Group by fewer columns\.$/),
    ],
  });
});

test.each<[string, object, string]>([
  [
    'a question with one choice',
    of('Kind', { each_option: true }),
    'Leave this out: Kind doesn’t take several choices',
  ],
  [
    'a function',
    of('Needs', { each_option: true, agg: 'count' }),
    'Leave this out: only groups have one row for each option',
  ],
  ['a formula', { type: 'operation', formula: 'B+B', each_option: true }, 'Leave this out: a formula doesn’t have it'],
])('refuses each option of %s', async (_, field, message) => {
  const fields = [field, of('Miles', { agg: 'sum' })];
  await expect(page(owner, { fields })).rejects.toMatchObject({
    status: 422,
    errors: { 'fields.0.each_option': [message] },
  });
});

test('a list of rows has no groups of options', async () => {
  await expect(page(owner, { fields: [needs, of('Place')] })).rejects.toMatchObject({
    errors: { 'fields.0.each_option': ['Leave this out: only groups have one row for each option'] },
  });
});
