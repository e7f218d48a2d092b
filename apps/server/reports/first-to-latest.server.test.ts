import { describe, expect, test } from 'vitest';
import { formMakers } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';
import { type DefinitionDraft, definitionOf, linesOf, reporting } from '#tests/server/reporting.ts';
import { plannedFor } from './planned.ts';
import { reportOf } from './run.ts';

const server = await startServer();
const { inside, keep, page, asking } = reporting(server);
const organization = await server.newOrganization();
const { owner } = organization;
const make = formMakers(server, organization);
const options = [
  { label: 'Crisis', value: 1 },
  { label: 'Stable', value: 3 },
  { label: 'Safe', value: 4 },
  { label: 'Thriving', value: 5 },
];
const check = await make.form('Check', {
  Day: { field_type: 'date' },
  Score: { field_type: 'number' },
  Level: { field_type: 'select-one', data_type: 'numeric', field_options: options },
  Home: {},
  Needs: { field_type: 'select-many', field_options: [{ label: 'Food', value: 'food' }] },
});
const intake = await make.form('Intake', { Program: {} });
const add = (form: typeof check, client_id: number, given: Record<string, unknown>) =>
  make.record(form, given, { client_id });
const [ana, ben, eva, kim, ola] = [
  ...[await make.person('Ana'), await make.person('Ben'), await make.person('Eva')],
  ...[await make.person('Kim'), await make.person('Ola')],
] as [number, number, number, number, number];
// By their days Ana went up; by when they were recorded she went down.
await add(check, ana, { Day: '2026-03-01', Score: 7, Level: 5, Home: 'Own' });
await add(check, ana, { Day: '2026-01-01', Score: 4, Level: 1, Home: 'Street' });
await add(check, ana, { Day: '2026-02-01', Score: 1 });
// The last answer of Ben is blank: the one before it is his latest.
await add(check, ben, { Day: '2026-01-05', Score: 6, Level: 5, Home: 'Street' });
await add(check, ben, { Day: '2026-02-05', Score: 2, Level: 3, Home: 'Own' });
await add(check, ben, { Day: '2026-03-05', Home: 'Car' });
await add(check, eva, { Day: '2026-01-09', Score: 3 });
await add(check, eva, { Day: '2026-02-09', Score: 3 });
await add(check, kim, { Day: '2026-01-01', Score: 9 });
await add(check, ola, { Score: 1 });
await add(check, ola, { Score: 2 });
for (const [client_id, Program] of [
  [ana, 'Bed'],
  [ben, 'Bed'],
  [eva, 'Food'],
] as const)
  await add(intake, client_id, { Program });

const of = (name: string, more: object = {}) => ({ form: check.id, field: String(check.ids[name]), ...more });
const ends = (name: string, show: string, more: object = {}) => of(name, { first_to_latest: { show }, ...more });
const direction = (name: string, better?: string) => of(name, { first_to_latest: { show: 'direction', better } });
const compared = (by = 'Day') => ({ order_fields: { [check.id]: [{ ...of(by), function: 'compare' as const }] } });
const people = { field: 'client_id', agg: 'count_distinct' };
const onAna = { field_name: 'client_first_name', op: 'EQ', value: 'Ana' };
const drafted = (fields: object[], more: object = {}): DefinitionDraft => ({ fields, window: compared(), ...more });
const rows = async (draft: DefinitionDraft) => {
  const { records } = await page(owner, draft);
  return records.map(({ values }) => values);
};

describe('first and latest answers of each person', () => {
  test('improved, same and worse are counted in one report, with percentages of who can be compared', async () => {
    const fields = [direction('Score'), people, ends('Score', 'change', { agg: 'count', share: 'total' })];
    const { records, headers, totals } = await page(owner, drafted(fields, { settings: { totals: true } }));
    expect(headers.map(({ label, type }) => [label, type])).toEqual([
      ['Score, improved, same or worse', 'choice'],
      ['Client ID (count distinct)', 'number'],
      ['Score, change (count, percent of total)', 'number'],
    ]);
    expect(records.map(({ values }) => values)).toEqual([
      ['improved', 1, expect.closeTo(100 / 3)],
      ['same', 1, expect.closeTo(100 / 3)],
      ['worse', 1, expect.closeTo(100 / 3)],
      [null, 1, 0],
    ]);
    expect(records.map(({ display_values: [shown] }) => shown)).toEqual([
      ...['Improved', 'Same', 'Worse'],
      'Fewer than two answers',
    ]);
    expect(totals?.values.slice(1)).toEqual([4, 100]);
  });

  test('lower numbers can be better', async () => {
    expect(await rows(drafted([direction('Score', 'lower'), people]))).toEqual([
      ['improved', 1],
      ['same', 1],
      ['worse', 1],
      [null, 1],
    ]);
    const fields = [{ field: 'client_first_name' }, direction('Score', 'lower')];
    expect(await rows(drafted(fields))).toEqual([
      ['Ana', 'worse'],
      ['Ben', 'improved'],
      ['Eva', 'same'],
      ['Kim', null],
    ]);
  });

  test('first, latest and change stand beside each other, by the chosen date, of who answered twice', async () => {
    const fields = [
      { field: 'client_first_name' },
      ...[ends('Score', 'first'), ends('Score', 'latest'), ends('Score', 'change'), ends('Home', 'first')],
      ...[ends('Home', 'latest'), of('Home'), direction('Level')],
    ];
    expect(await rows(drafted(fields))).toEqual([
      ['Ana', 4, 7, 3, 'Street', 'Own', 'Own', 'improved'],
      ['Ben', 6, 2, -4, 'Street', 'Car', 'Car', 'worse'],
      ['Eva', 3, 3, 0, null, null, null, null],
      ['Kim', null, null, null, null, null, null, null],
    ]);
    const byTime = {
      order_fields: { [check.id]: [{ ...of('Day'), field: 'completed_at', function: 'compare' as const }] },
    };
    expect(await rows({ ...drafted(fields.slice(0, 4)), window: byTime })).toEqual([
      ['Ana', 7, 1, -6],
      ['Ben', 6, 2, -4],
      ['Eva', 3, 3, 0],
      ['Kim', null, null, null],
      ['Ola', 1, 2, 1],
    ]);
  });

  test('averages are of people, and figures can have conditions, formulas and bands', async () => {
    const change = ends('Score', 'change', { agg: 'avg' });
    const worse = { and: [{ field_name: 'c1', type: 'column', op: 'EQ', value: 'worse' }] };
    const fields = [
      direction('Score'),
      change,
      ends('Score', 'first', { agg: 'avg' }),
      ends('Score', 'change', { agg: 'min', filters: worse }),
      ends('Score', 'change', { hidden: true, agg: 'sum' }),
      { type: 'operation', formula: 'D*2', agg: 'max' },
    ];
    expect(await rows(drafted(fields))).toEqual([
      ['improved', 3, 4, null, 6],
      ['same', 0, 3, null, 0],
      ['worse', -4, 6, -4, -8],
      [null, null, null, null, null],
    ]);
    expect(await rows(drafted([ends('Score', 'change', { bands: [-5, 0, 1] }), people]))).toEqual([
      [-5, 1],
      [0, 1],
      [1, 1],
      [null, 1],
    ]);
  });

  test('whoever got worse can be listed', async () => {
    const conditions = [{ field_name: 'c2', type: 'column', op: 'IN', value: ['worse', 'same'] }];
    expect(await rows(drafted([{ field: 'client_first_name' }, direction('Score')], { conditions }))).toEqual([
      ['Ben', 'worse'],
      ['Eva', 'same'],
    ]);
    const byMore = [{ field_name: 'c2', type: 'column', op: 'GT', value: 0 }];
    expect(
      await rows(drafted([{ field: 'client_first_name' }, ends('Score', 'change')], { conditions: byMore })),
    ).toEqual([['Ana', 3]]);
  });

  test('conditions limit what is compared, or the rows after that', async () => {
    const until = [{ form: check.id, field_name: String(check.ids.Day), op: 'LT', value: '2026-02-15' }];
    const fields = [{ field: 'client_first_name' }, ends('Score', 'change')];
    expect(await rows(drafted(fields, { conditions: until }))).toEqual([
      ['Ana', -3],
      ['Ben', -4],
      ['Eva', 0],
      ['Kim', null],
    ]);
    const after = { conditions: until, settings: { conditions_after_window: true } };
    expect(await rows(drafted([direction('Score'), people], after))).toEqual([
      ['same', 1],
      [null, 1],
    ]);
  });

  test('first and latest answers make a cross table, a chart and files in words', async () => {
    const fields = [ends('Home', 'first'), ends('Home', 'latest'), people, direction('Score')];
    await asking(owner, drafted(fields), {
      as: async (report) => {
        const { table } = await report.crossTable({ rows: 'c1', columns: 'c2', figures: ['c3'], percentOf: null }, 200);
        expect(table?.rows.map(({ label }) => label)).toEqual(['Street', '']);
        expect(table?.columns.map(({ label }) => label)).toEqual(['Car', 'Own', '']);
        expect(table?.rows[0]?.cells.map(({ values }) => values[0])).toEqual([1, 1, 0]);
        const { groups } = await report.groups({ x: 'c4', group: null, ys: ['c3'] });
        expect(groups.map(({ x_label, values }) => [x_label, ...values])).toEqual([
          ['Improved', 1],
          ['Same', 1],
          ['Worse', 1],
          ['Fewer than two answers', 1],
        ]);
        expect((await linesOf(report)).map((line) => line[3])).toEqual(
          expect.arrayContaining(['Improved', 'Worse', 'Same']),
        );
        expect(report.exported().columns.map(({ meaning }) => meaning)).toEqual([
          'Home, first of Check: the first answer of two or more',
          'Home, latest of Check: the latest answer of two or more',
          'Count distinct: Client ID',
          'Score, improved, same or worse of Check: the latest answer compared with the first, higher is better',
        ]);
      },
    });
  });

  test('a choice among numbers keeps its labels, and its change is a number', async () => {
    const { records } = await page(
      owner,
      drafted([
        { field: 'client_first_name' },
        ends('Level', 'first'),
        ends('Level', 'latest'),
        ends('Level', 'change'),
      ]),
    );
    expect(records.map(({ display_values }) => display_values).slice(0, 2)).toEqual([
      ['Ana', 'Crisis', 'Thriving', '4'],
      ['Ben', 'Thriving', 'Stable', '-2'],
    ]);
    const level = await page(owner, drafted([ends('Level', 'latest'), people], { settings: { empty_groups: true } }));
    expect(level.records.map(({ display_values }) => display_values)).toEqual([
      ['Crisis', '0'],
      ['Stable', '1'],
      ['Safe', '0'],
      ['Thriving', '1'],
      ['', '2'],
    ]);
  });

  test('neither changes nor averages of choices among numbers are called by their labels', async () => {
    const fields = [ends('Level', 'change', { agg: 'max' }), of('Level', { agg: 'sum' }), of('Level', { agg: 'max' })];
    const { records } = await page(owner, drafted(fields, { conditions: [onAna] }));
    expect(records[0]?.display_values).toEqual(['4', '5', 'Thriving']);
    const own = {
      order_fields: compared().order_fields,
      compare_operations: { [check.id]: [{ ...of('Level'), function: 'diff' }] },
    };
    const diff = await page(owner, { fields: [of('Level')], window: own, conditions: [onAna] });
    expect(diff.records[0]?.display_values).toEqual(['4']);
  });

  test('a direction is that of the change that people see', async () => {
    const even = await make.form('Even', { Weight: { field_type: 'number' } });
    await add(even, ana, { Weight: 0.3 });
    await add(even, ana, { Weight: 0.30000000000000004 });
    const weight = (show: string) => ({ form: even.id, field: String(even.ids.Weight), first_to_latest: { show } });
    const window = {
      order_fields: { [even.id]: [{ form: even.id, field: 'completed_at', function: 'compare' as const }] },
    };
    expect(await rows({ fields: [weight('change'), weight('direction')], window })).toEqual([[0, 'same']]);
  });

  test('functions that can’t be of a direction are blank, and so is what no longer orders responses', async () => {
    const least = await page(owner, drafted([direction('Score'), { ...direction('Score'), agg: 'min' }]));
    expect(least.records.map(({ display_values }) => display_values[1])).toEqual(['', '', '', '']);
    const order_fields = { [check.id]: [{ form: check.id, field: '999999', function: 'latest' as const }] };
    const lost = await page(owner, { fields: [of('Home'), people], window: { order_fields } }, { isKept: true });
    expect(lost.records.reduce((sum, { values }) => sum + Number(values[1]), 0)).toBe(5);
    expect(lost.warnings.map(({ message }) => message)).toEqual([
      'What responses to Check were ordered by no longer exists, so they’re ordered by when they were recorded. Edit the report to choose another.',
    ]);
  });

  test('rows are ordered by the answer that stands in them, not by its change', async () => {
    const fields = [{ field: 'client_first_name' }, ends('Score', 'change')];
    const order = { default_order: [{ ...of('Score'), order: 'desc' }] };
    expect((await rows(drafted(fields, order))).map(([name]) => name)).toEqual(['Kim', 'Ana', 'Eva', 'Ben']);
  });

  test('keys of columns are no part of each other', async () => {
    const fields = [ends('Home', 'first', { key: 'a' }), ends('Home', 'latest', { key: 'a_shown' }), people];
    expect(await rows(drafted(fields, { conditions: [onAna] }))).toEqual([['Street', 'Own', 1]]);
  });

  test('directions that nobody went are shown with groups without records', async () => {
    const settings = { empty_groups: true };
    expect(await rows(drafted([direction('Score'), people], { conditions: [onAna], settings }))).toEqual([
      ['improved', 1],
      ['same', 0],
      ['worse', 0],
    ]);
  });

  test('one response for each person of several forms belongs together, so that nothing is warned of', async () => {
    const window = {
      order_fields: {
        ...compared().order_fields,
        [intake.id]: [{ form: intake.id, field: 'completed_at', function: 'latest' as const }],
      },
    };
    const program = { form: intake.id, field: String(intake.ids.Program) };
    const found = await page(owner, { fields: [program, direction('Score'), people], window });
    expect(found.records.map(({ values }) => values)).toEqual([
      ['Bed', 'improved', 1],
      ['Bed', 'worse', 1],
      ['Food', 'same', 1],
      [null, null, 1],
    ]);
    expect(found.warnings).toEqual([]);
    expect(found.narrowing.matches).toEqual([
      { form: intake.id, name: 'Intake', response: 'latest', date: null, at: null },
      { form: check.id, name: 'Check', response: 'compare', date: 'Day', at: null },
    ]);
  });

  test('an Aggregate works with what the report below shows', async () => {
    const target = await keep(
      organization,
      definitionOf(drafted([{ field: 'client_id' }, direction('Score'), ends('Score', 'change')])),
    );
    const found = await page(owner, {
      report_type: 'query',
      report_target_id: target,
      fields: [{ field: 'c2' }, { field: 'c1', agg_query: 'count' }, { field: 'c3', agg_query: 'avg' }],
      conditions: [{ field_name: 'c2', op: 'NEQ', value: 'same' }],
    });
    expect(found.records.map(({ display_values }) => display_values)).toEqual([
      ['Improved', '1', '3'],
      ['Worse', '1', '-4'],
      ['Fewer than two answers', '1', ''],
    ]);
  });
});

describe('groups of what windows leave', () => {
  const latest = { order_fields: { [check.id]: [{ ...of('Day'), function: 'latest' as const }] } };

  test('people are counted by their latest answer in one report', async () => {
    expect(await rows({ fields: [of('Home'), people], window: latest })).toEqual([
      ['Car', 1],
      ['Own', 1],
      [null, 2],
    ]);
  });

  test('functions of rows, and comparisons with an earlier period, are refused beside groups', async () => {
    const functions = { [check.id]: [{ ...of('Score'), function: 'previous' as const }] };
    const period = [{ form: check.id, field_name: String(check.ids.Day), op: 'EQ', value: 'this quarter' }];
    expect(await issuesOf({ fields: [of('Score', { agg: 'sum' })], window: { functions } })).toEqual({
      [`window.functions.${check.id}`]:
        'Leave this out: rows that are put into groups have no row before or after them',
    });
    const figure = of('Score', { agg: 'sum', compare: { with: 'previous', as: 'change' } });
    expect(await issuesOf({ fields: [figure], conditions: period, window: latest })).toEqual({
      'fields.0.compare': 'Leave this out: reports with one response for each person can’t compare periods',
    });
  });
});

const issuesOf = async (draft: DefinitionDraft) => {
  const { issues } = await inside(owner, (context) => plannedFor(context, definitionOf(draft)));
  return Object.fromEntries(issues.map(({ path, message }) => [path, message]));
};

describe('what can’t be compared', () => {
  test('it is said at its place', async () => {
    const at = 'fields.0.first_to_latest';
    const fields = (one: object) => ({ fields: [one, { field: 'client_id' }], window: compared() });
    expect(await issuesOf({ fields: [ends('Score', 'change')] })).toEqual({
      [at]: 'Compare the first and latest responses of this form to show this of Score',
    });
    expect(await issuesOf({ ...fields(ends('Home', 'change')) })).toEqual({
      [`${at}.show`]: 'Choose First or Latest: Home isn’t a number',
    });
    expect(await issuesOf(fields(ends('Needs', 'first')))).toEqual({
      [at]: 'Leave this out: Needs can’t be compared',
    });
    expect(await issuesOf(fields(of('Score', { first_to_latest: { show: 'first', better: 'lower' } })))).toEqual({
      [`${at}.better`]: 'Leave this out: only “Improved, same or worse” needs to know what is better',
    });
    expect(await issuesOf(fields(ends('Day', 'first', { elapsed: { unit: 'days' } })))).toEqual({
      [at]: 'Leave this out: the time between two dates is known of each response',
    });
    expect(
      await issuesOf({
        ...fields(of('Score')),
        fields: [of('Score'), { type: 'operation', formula: 'A+A', first_to_latest: { show: 'first' } }],
      }),
    ).toEqual({ 'fields.1.first_to_latest': 'Leave this out: a formula doesn’t have it' });
    expect(
      await issuesOf({ fields: [{ field: 'client_dob', first_to_latest: { show: 'first' } }, of('Score')] }),
    ).toEqual({ [at]: 'Leave this out: only answers to a client form that gives the rows can be compared' });
  });

  test('a removed question is blank', async () => {
    const gone = { form: check.id, field: '999999', first_to_latest: { show: 'direction' } };
    const { records, warnings } = await page(owner, drafted([gone, direction('Score'), people]), { isKept: true });
    expect(records.map(({ values }) => values[0])).toEqual([null, null, null, null]);
    expect(warnings.map(({ key }) => key)).toEqual(['c1']);
    // Without the window that it needs, it is blank, too.
    const alone = await page(owner, { fields: [direction('Score'), people] }, { isKept: true });
    expect(alone.records.map(({ values }) => values)).toEqual([[null, 5]]);
    expect(alone.warnings.map(({ key }) => key)).toEqual(['c1']);
  });
});

describe('who sees it', () => {
  test('first and latest are those of people whom one may see, and of few nothing is told', async () => {
    const few = await server.newUser(organization, {
      privileges: { client_forms: ['read'], forms: ['read'], report_definitions: ['read'] },
      grants: [ana, eva].map((id) => ({ entity: 'clients', id, actions: ['read'] })),
    });
    const { records } = await page(few, drafted([direction('Score'), people]));
    expect(records.map(({ values }) => values)).toEqual([
      ['improved', 1],
      ['same', 1],
    ]);
    const draft = drafted([direction('Score'), people], { settings: { totals: true } });
    const hidden = await inside(owner, async (context) =>
      (await reportOf({ ...context, small_numbers_below: 2 }, definitionOf(draft))).page({ page: 1, page_size: 100 }),
    );
    expect(hidden.records.map(({ values }) => values[1])).toEqual([null, null, null, null]);
  });
});
