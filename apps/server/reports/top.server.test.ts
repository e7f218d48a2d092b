import { describe, expect, test } from 'vitest';
import { formMakers, optionsOf } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';
import { allPrivileges } from '#tests/server/people.ts';
import { type DefinitionDraft, definitionOf, linesOf, reporting } from '#tests/server/reporting.ts';
import { describeColumn } from './describe-column.ts';
import { reportOf } from './run.ts';

const server = await startServer();
const { asking, inside, keep, page, shown, values } = reporting(server);
const organization = await server.newOrganization();
const { owner } = organization;
const make = formMakers(server, organization);
const intake = await make.form('Intake', {
  City: {},
  Source: { field_type: 'select-one', field_options: optionsOf('Web', 'Friend', 'Church', 'School') },
  Grade: {
    field_type: 'select-one',
    data_type: 'numeric',
    field_options: [10, 20, 30].map((value, position) => ({ label: `Grade ${value}`, value, position })),
  },
  Needs: { field_type: 'select-many', field_options: optionsOf('Food', 'Bed', 'Advice', 'Clothes') },
  Miles: { field_type: 'number' },
  Seen: { field_type: 'date' },
  Home: { field_type: 'address' },
});
const of = (name: string, more: object = {}) => ({ form: intake.id, field: String(intake.ids[name]), ...more });
const [ana, ben, cem] = [await make.person('Ana'), await make.person('Ben'), await make.person('Cem')];
const add = (client_id: number, given: Record<string, unknown>) => make.record(intake, given, { client_id });
await add(ana, { City: 'Troy', Source: 'school', Grade: 10, Needs: ['food', 'bed'], Miles: 1, Seen: '2026-01-05' });
await add(ana, {
  City: 'Troy',
  Source: 'school',
  Grade: 10,
  Needs: ['advice', 'clothes'],
  Miles: 2,
  Seen: '2026-01-06',
});
await add(ben, { City: 'Troy', Source: 'web', Grade: 30, Needs: ['food'], Miles: 4, Seen: '2026-02-05' });
await add(ben, { City: 'Avon', Source: 'church', Grade: 30, Needs: ['bed', 'clothes'], Miles: 8, Seen: '2026-02-06' });
await add(cem, { City: 'Avon', Source: 'church', Grade: 20, Miles: 16, Seen: '2026-02-07' });
await add(cem, { City: 'Bath', Source: 'friend', Miles: 32, Seen: '2026-02-08' });
await add(cem, { City: 'Cole', Miles: 64, Seen: '2026-01-08' });
await add(ana, { Source: 'web', Miles: 128, Seen: '2026-01-09' });

const top = (count: number, by?: string) => ({ top: { count, ...(by && { by }) } });
const answers = { field: 'client_id', agg: 'count', key: 'answers' };
const people = { field: 'client_id', agg: 'count_distinct', key: 'people' };
const miles = of('Miles', { agg: 'sum', key: 'miles' });
const shownOf = (draft: DefinitionDraft) => shown(owner, draft);

test('the groups that come to most are shown by themselves, all others as one, and then what has no value', async () => {
  const fields = [of('City', top(2)), answers, people, miles];
  expect(await shownOf({ fields, settings: { totals: true } })).toEqual({
    rows: [
      ['Troy', '3', '2', '7'],
      ['Avon', '2', '2', '24'],
      ['Other (2)', '2', '1', '96'],
      ['', '1', '1', '128'],
    ],
    total: ['', '8', '3', '255'],
    record_count: 8,
    warnings: [],
  });
  const { records, metadata } = await page(owner, { fields });
  expect(records[2]?.values, 'all others have no value').toEqual([null, 2, 1, 96]);
  expect(metadata.total_count).toBe(4);
});

test('another column can tell which: its conditions count, and what can’t be compared comes last', async () => {
  const rows = async (fields: object[]) => (await shownOf({ fields })).rows.map((row) => row.slice(0, 2));
  expect(await rows([of('City', top(2, 'miles')), answers, miles])).toEqual([
    ['Cole', '1'],
    ['Bath', '1'],
    ['Other (2)', '5'],
    ['', '1'],
  ]);
  const inFebruary = {
    and: [{ form: intake.id, field_name: String(intake.ids.Seen), op: 'GTE', value: '2026-02-01' }],
  };
  expect(await rows([of('City', top(3, 'miles')), answers, { ...miles, filters: inFebruary }])).toEqual([
    ['Bath', '1'],
    ['Avon', '2'],
    ['Troy', '3'],
    ['Other (1)', '1'],
    ['', '1'],
  ]);
  expect(await rows([of('City', top(4)), answers]), 'as many as there are').toEqual([
    ['Troy', '3'],
    ['Avon', '2'],
    ['Bath', '1'],
    ['Cole', '1'],
    ['', '1'],
  ]);
});

test('beside another column, the top is that of all rows, and all others stay last within its groups', async () => {
  const fields = [of('Seen', { formatter: { output: 'month_year' }, key: 'month' }), of('City', top(1)), answers];
  const rows = async (more: object) => (await shownOf({ fields, ...more })).rows;
  const inTurn = [
    ['01/2026', 'Troy', '2'],
    ['01/2026', 'Other (3)', '1'],
    ['01/2026', '', '1'],
    ['02/2026', 'Troy', '1'],
    ['02/2026', 'Other (3)', '3'],
  ];
  expect(await rows({})).toEqual(inTurn);
  const byFigure = [{ key: 'answers', order: 'desc' }];
  expect(await rows({ default_order: [{ key: 'month' }, ...byFigure] })).toEqual(inTurn);
  expect((await rows({ default_order: byFigure })).map((row) => row.slice(1))).toEqual([
    ['Troy', '2'],
    ['Troy', '1'],
    ['Other (3)', '3'],
    ['Other (3)', '1'],
    ['', '1'],
  ]);
  const byName = await rows({
    default_order: [{ key: 'c2', order: 'desc' }],
    fields: [fields[0], of('City', top(3)), answers],
  });
  expect([...new Set(byName.map((row) => row[1]))]).toEqual(['Troy', 'Bath', 'Avon', 'Other (1)', '']);
});

test('choices, choices among numbers, members and addresses have a top; ties stand as on the form', async () => {
  const rows = async (field: object) => (await shownOf({ fields: [field, answers] })).rows;
  expect(await rows(of('Source', top(2)))).toEqual([
    ['Web', '2'],
    ['Church', '2'],
    ['Other (2)', '3'],
    ['', '1'],
  ]);
  expect(await rows(of('Grade', top(1)))).toEqual([
    ['Grade 10', '2'],
    ['Other (2)', '3'],
    ['', '3'],
  ]);
  expect(await rows(of('Needs', top(1)))).toEqual([
    ['Food', '1'],
    ['Other (3)', '3'],
    ['', '4'],
  ]);
  expect(await rows({ form: intake.id, field: 'created_by', ...top(1) })).toHaveLength(1);
  expect(await rows(of('Home', top(1)))).toEqual([['', '8']]);
});

test('with a row for each option, a record is once among all others', async () => {
  const fields = [of('Needs', { each_option: true, ...top(1, 'miles'), key: 'needs' }), answers, miles];
  expect(await shownOf({ fields, settings: { totals: true, empty_groups: true } })).toEqual({
    rows: [
      ['Clothes', '2', '10'],
      ['Other (3)', '4', '15'],
      ['', '4', '240'],
    ],
    total: ['', '8', '255'],
    record_count: 8,
    warnings: [],
  });
});

test('charts and cross tables have the same groups', async () => {
  const fields = [
    of('City', { ...top(1), key: 'city' }),
    of('Source', { ...top(2, 'people'), key: 'source' }),
    answers,
    people,
  ];
  await asking(
    owner,
    { fields },
    {
      as: async (report) => {
        const { groups } = await report.groups({ x: 'city', group: null, ys: ['people'] });
        expect(groups.map(({ x, x_label, values, rest }) => [x, x_label, ...values, rest])).toEqual(
          expect.arrayContaining([
            ['Troy', 'Troy', 2, 0],
            [null, 'Other (3)', 2, 3],
            [null, '', 1, 0],
          ]),
        );
        const split = await report.groups({ x: 'city', group: 'source', ys: ['answers'] });
        expect(split.groups.find(({ rest, group }) => rest > 0 && group === 'Church')?.values).toEqual([2]);
        expect(split.groups.find(({ x, group }) => x === 'Troy' && group === 'Other (2)')?.values).toEqual([2]);
        const keys = { rows: 'city', columns: 'source', figures: ['answers'], percentOf: null };
        const { table } = await report.crossTable(keys, 100);
        expect(table?.columns).toEqual([
          { value: 'web', label: 'Web' },
          { value: 'church', label: 'Church' },
          { value: null, label: 'Other (2)' },
          { value: null, label: '' },
        ]);
        expect(
          table?.rows.map(({ label, cells, total }) => [label, ...[...cells, total].map(({ values }) => values[0])]),
        ).toEqual([
          ['Troy', 1, 0, 2, 0, 3],
          ['Other (3)', 0, 2, 1, 1, 4],
          ['', 1, 0, 0, 0, 1],
        ]);
      },
    },
  );
});

test('a file has the words, and its dictionary says what they are', async () => {
  const fields = [of('City', top(1)), answers];
  await asking(
    owner,
    { fields },
    {
      as: async (report) => {
        expect(await linesOf(report)).toEqual([
          ['Troy', 3],
          ['Other (3)', 4],
          [null, 1],
        ]);
        expect(describeColumn(report.plan.columns[0]!, report.plan)).toBe(
          'City of Intake, the top 1 by Client ID (count) and all others together',
        );
      },
    },
  );
});

test('summaries and formulas know no value of all others', async () => {
  const fields = [
    of('Grade', { ...top(1), key: 'grade' }),
    answers,
    { type: 'operation', formula: 'A + B', key: 'sum' },
  ];
  expect((await values(owner, { fields })).map((row) => row[2])).toEqual([12, null, null]);
  await asking(
    owner,
    { fields },
    {
      as: async (report) => {
        const found = await report.stats([{ key: 'grade', functions: ['min', 'distinct', 'sum'] }]);
        expect(found.map(({ value }) => value)).toEqual([10, 1, 10]);
      },
    },
  );
});

test('an Aggregate on such a report reads all of its groups', async () => {
  const target = await keep(organization, definitionOf({ fields: [of('City', { ...top(1), key: 'city' }), answers] }));
  const on = (...fields: object[]) => page(owner, { report_type: 'query', report_target_id: target, fields });
  const { records } = await on({ field: 'city' }, { field: 'answers', agg_query: 'sum' });
  expect(records.map(({ display_values }) => display_values[0])).toEqual(['Avon', 'Bath', 'Cole', 'Troy', '']);
  const own = await on({ field: 'city', ...top(1) }, { field: 'answers', agg_query: 'sum' });
  expect(own.records.map(({ display_values }) => display_values)).toEqual([
    ['Troy', '3'],
    ['Other (3)', '4'],
    ['', '1'],
  ]);
});

describe('where counts of few people are hidden', () => {
  const few = (draft: DefinitionDraft, below: number) =>
    inside(owner, async (context) => {
      const report = await reportOf({ ...context, small_numbers_below: below }, definitionOf(draft));
      const { records, warnings } = await report.page({ page: 1, page_size: 100 });
      return {
        rows: records.map(({ display_values }) => display_values),
        warnings: warnings.map(({ message }) => message),
      };
    });

  test('what is hidden doesn’t tell which come first', async () => {
    // Cole and Bath come to more than Troy, of one person alone, and what Avon comes to is hidden with them.
    const { rows } = await few({ fields: [of('City', top(2, 'miles')), miles] }, 2);
    expect(rows.map(([city]) => city)).toEqual(['Troy', 'Avon', 'Other (2)', '']);
  });

  test('what other columns hide doesn’t tell either', async () => {
    const form = await make.form('Census', { Town: {}, Sex: {} });
    const town = { form: form.id, field: String(form.ids.Town), key: 'town' };
    const fields = [{ ...town, ...top(2) }, { form: form.id, field: String(form.ids.Sex) }, people];
    const count = async (Town: string, Sex: string, times: number) => {
      for (let turn = 0; turn < times; turn++)
        await make.record(form, { Town, Sex }, { client_id: await make.person(`${Town} ${Sex} ${turn}`) });
    };
    for (const [Town, Sex, times] of [
      ...[['Troy', 'F', 7] as const, ['Troy', 'M', 3] as const, ['Avon', 'F', 5] as const],
      ...[['Avon', 'M', 4] as const, ['Cole', 'M', 6] as const, ['Bath', 'F', 4] as const],
    ])
      await count(Town, Sex, times);
    // Troy is the largest, and beside Avon, with 7 women, that would tell of at least 2 men.
    const { rows } = await few({ fields }, 4);
    expect(rows).toEqual([
      ['Cole', 'M', '6'],
      ['Bath', 'F', '4'],
      ['Other (2)', 'F', '12'],
      ['Other (2)', 'M', '7'],
    ]);
  });

  test('of more than 200 values in a chart, what is hidden doesn’t tell which are among the largest', async () => {
    const form = await make.form('Errands', { Town: {}, Sex: {}, Miles: { field_type: 'number' } });
    const ofForm = (name: string, more: object) => ({ form: form.id, field: String(form.ids[name]), ...more });
    for (const Town of [...Array.from({ length: 202 }, (_, at) => `A ${at}`), 'Zed', 'Zed', 'Zed'])
      await make.record(form, { Town, Sex: 'F', Miles: 1 }, { client_id: ana });
    const [town, sex] = [ofForm('Town', { key: 'town' }), ofForm('Sex', { key: 'sex' })];
    const townsIn = (fields: object[], chart: { group: string | null; ys: string[] }) =>
      inside(owner, async (context) => {
        const report = await reportOf({ ...context, small_numbers_below: 2 }, definitionOf({ fields }));
        const { groups } = await report.groups({ x: 'town', ...chart });
        expect(groups).toHaveLength(51);
        return groups.map(({ x }) => x);
      });
    expect(await townsIn([town, sex], { group: null, ys: [] })).not.toContain('Zed');
    const average = ofForm('Miles', { agg: 'avg', key: 'miles' });
    expect(await townsIn([town, sex, average], { group: 'sex', ys: ['miles'] })).not.toContain('Zed');
  });

  test('all groups are shown where every figure is hidden', async () => {
    const { rows, warnings } = await few({ fields: [of('City', top(1)), answers] }, 5);
    expect(rows.map(([city]) => city)).toEqual(['Avon', 'Bath', 'Cole', 'Troy', '']);
    expect(warnings[0]).toBe(
      'All groups of City are shown: Client ID (count) is blank or hidden in each, so it can’t tell which come first.',
    );
  });
});

test('where no figure tells, options stand as without a top', async () => {
  const nothing = of('Miles', { agg: 'sum', filters: { and: [{ field_name: 'client_id', op: 'LT', value: 0 }] } });
  const draft = { fields: [of('Source', top(1)), nothing], settings: { empty_groups: true } };
  const { headers, records, warnings } = await page(owner, draft);
  expect(headers[0]).toMatchObject({ options: ['web', 'friend', 'church', 'school'] });
  expect(records.map(({ display_values }) => display_values[0])).toEqual(['Web', 'Friend', 'Church', 'School', '']);
  expect(warnings.map(({ message }) => message)).toEqual([expect.stringMatching(/^All groups of Source are shown:/)]);
});

test('all others are no point of a scatter chart', async () => {
  const fields = [of('Grade', { ...top(1), key: 'grade' }), answers];
  await asking(
    owner,
    { fields },
    {
      as: async (report) => {
        expect((await report.pairs({ x: 'grade', group: null, ys: ['answers'] }, 10)).map(({ x }) => x)).toEqual([10]);
        expect(await report.pairs({ x: 'answers', group: null, ys: ['grade'] }, 10)).toHaveLength(1);
      },
    },
  );
});

test('who can’t read a form learns nothing of it from a top', async () => {
  const secret = await make.form('Secret', { Cost: { field_type: 'number' }, Why: {} });
  await make.record(secret, { Cost: 5, Why: 'a' }, { client_id: ana });
  await server.query('update forms set restricted = true where id = $1', [secret.id]);
  const reader = await server.newUser(organization, { privileges: allPrivileges });
  const cost = { form: secret.id, field: String(secret.ids.Cost), agg: 'sum', key: 'cost' };
  const byCost = await page(reader, { fields: [of('City', top(1, 'cost')), cost] }, { isKept: true });
  expect(byCost.records.map(({ display_values }) => display_values)).toEqual([
    ...['Avon', 'Bath', 'Cole', 'Troy', ''].map((city) => [city, 'Restricted']),
  ]);
  const why = { form: secret.id, field: String(secret.ids.Why), ...top(1) };
  const byWhy = await page(reader, { fields: [why, of('Miles', { agg: 'count' })] }, { isKept: true });
  expect(byWhy.records.map(({ display_values }) => display_values)).toEqual([['Restricted', '8']]);
});

test('what can’t have a top is refused, each with a sentence at its place', async () => {
  const refusedAt = async (fields: object[]) =>
    page(owner, { fields }).then(
      () => null,
      ({ errors }: { errors: unknown }) => errors,
    );
  const none = 'Leave this out: only words, choices, members and records have a top';
  expect(await refusedAt([of('Miles', top(1)), answers])).toEqual({ 'fields.0.top': [none] });
  expect(await refusedAt([of('Seen', top(1)), answers])).toEqual({ 'fields.0.top': [none] });
  expect(await refusedAt([of('City'), { ...answers, ...top(1) }])).toEqual({
    'fields.1.top': ['Leave this out: only groups have a top'],
  });
  expect(await refusedAt([of('City', top(1, 'gone')), answers])).toEqual({
    'fields.0.top.by': ['Choose a column with a function that gives numbers, to tell which groups come first'],
  });
  expect(await refusedAt([of('City', top(1)), of('City', { agg: 'last' })])).toEqual({
    'fields.0.top': ['Choose a column with a function that gives numbers, to tell which groups come first'],
  });
  expect(await refusedAt([of('City', top(1))]), 'without functions').toEqual({
    'fields.0.top': ['Choose a column with a function that gives numbers, to tell which groups come first'],
  });
  const formula = { type: 'operation', formula: 'B + B', ...top(1) };
  expect(await refusedAt([of('City'), answers, formula])).toEqual({
    'fields.2.top': ['Leave this out: a formula doesn’t have it'],
  });
  for (const count of [0, 101, 1.5, '3', null])
    expect(() => definitionOf({ fields: [of('City', { top: { count } }), answers] }), String(count)).toThrow(
      'Enter a whole number from 1 to 100',
    );
});
