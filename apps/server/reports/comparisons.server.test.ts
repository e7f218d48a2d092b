import { describe, expect, test } from 'vitest';
import { reportDefinitionRoutes } from '#contract/resources/report-definitions.ts';
import { formMakers } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';
import { type DefinitionDraft, definitionOf, reporting } from '#tests/server/reporting.ts';
import { reportOf } from './run.ts';

const server = await startServer();
const { call } = server;
const { asking, inside, page } = reporting(server);
const organization = await server.newOrganization();
const { owner } = organization;
const make = formMakers(server, organization);
const visit = await make.form('Visit', { Kind: {}, Day: { field_type: 'date' }, Minutes: { field_type: 'number' } });
const phone = await make.form('Call', { Topic: {} });
const of = (name: string, more: object = {}) => ({ form: visit.id, field: String(visit.ids[name]), ...more });
const on = (name: string, more: object) => ({ form: visit.id, field_name: String(visit.ids[name]), ...more });
const [ana, ben] = [await make.person('Ana'), await make.person('Ben')];
for (const [client_id, Kind, Day, Minutes] of [
  // A year before.
  [ana, 'food', '2025-03-02', 10],
  // The month before.
  [ana, 'food', '2026-02-01', 20],
  [ben, 'food', '2026-02-28', 40],
  [ben, 'rent', '2026-02-10', 5],
  // The month.
  [ana, 'food', '2026-03-01', 30],
  [ana, 'food', '2026-03-31', 30],
  [ana, 'food', '2026-03-15', 30],
  [ben, 'bus', '2026-03-15', 15],
  // After it, and between the two years.
  [ben, 'food', '2026-04-01', 1000],
  [ben, 'food', '2025-09-01', 1000],
] as const)
  await make.record(visit, { Kind, Day, Minutes }, { client_id });

const march = on('Day', { op: 'RANGE', value: ['2026-03-01', '2026-03-31'] });
const before = (as: string) => ({ compare: { with: 'previous', as } });
const lastYear = (as: string) => ({ compare: { with: 'last_year', as } });
const rowsOf = async (draft: DefinitionDraft) => (await page(owner, draft)).records.map(({ values }) => values);

describe('a figure beside that of an earlier period', () => {
  test('is that figure, its change, and its change in percent; groups of either period are there', async () => {
    const count = (more: object) => of('Minutes', { agg: 'count', ...more });
    const fields = [of('Kind'), count({}), count(before('value')), count(before('change')), count(before('percent'))];
    expect(await rowsOf({ fields, conditions: [march] })).toEqual([
      ['bus', 1, 0, 1, null],
      ['food', 3, 2, 1, 0.5],
      ['rent', 0, 1, -1, -1],
    ]);
  });

  test('is of the same days last year, whatever lies between', async () => {
    const sum = (more: object) => of('Minutes', { agg: 'sum', ...more });
    const people = (more: object) => ({ field: 'client_id', agg: 'count_distinct', ...more });
    const fields = [
      of('Kind'),
      sum({}),
      sum(lastYear('value')),
      sum(before('value')),
      people({}),
      people(before('value')),
      people(lastYear('change')),
    ];
    expect(await rowsOf({ fields, conditions: [march] })).toEqual([
      ['bus', 15, null, null, 1, 0, 1],
      ['food', 90, 10, 60, 1, 2, 0],
      ['rent', null, null, 5, 0, 1, 0],
    ]);
  });

  test('has the conditions of its column, and those of the report that aren’t of a period', async () => {
    const fields = [
      of('Minutes', { agg: 'count', filters: { and: [on('Minutes', { op: 'GT', value: 15 })] } }),
      of('Minutes', { agg: 'count', filters: { and: [on('Minutes', { op: 'GT', value: 15 })] }, ...before('value') }),
    ];
    const conditions = [march, on('Kind', { op: 'EQ', value: 'food' })];
    expect(await rowsOf({ fields, conditions })).toEqual([[3, 2]]);
  });

  test('is compared by a period of its column alone', async () => {
    const fields = [
      of('Minutes', { agg: 'count', filters: { and: [march] } }),
      of('Minutes', { agg: 'count', filters: { and: [march] }, ...before('value') }),
      of('Minutes', { agg: 'count' }),
    ];
    expect(await rowsOf({ fields })).toEqual([[4, 3, 10]]);
  });

  test('follows what the reader chooses', async () => {
    const draft = {
      fields: [
        of('Minutes', { agg: 'count' }),
        of('Minutes', { agg: 'count', ...before('value') }),
        of('Minutes', { agg: 'count', ...before('change') }),
        of('Minutes', { agg: 'max', ...lastYear('value') }),
      ],
      conditions: [on('Day', { op: 'EQ', parameter: 'period' })],
      parameters: [{ key: 'period', label: 'Period', type: 'period' as const, column: null, default: null }],
    };
    const chosen = (period: string[] | null) =>
      asking(owner, draft, {
        parameters: { period },
        as: async (report) => (await report.page({ page: 1, page_size: 10 })).records.map(({ values }) => values),
      });
    expect(await chosen(null), 'of any time there is none before').toEqual([[10, null, null, null]]);
    expect(await chosen(['2026-02-01', '2026-02-28'])).toEqual([[3, 0, 3, null]]);
    expect(await chosen(['2026-03-01', '2026-03-31'])).toEqual([[4, 3, 1, 10]]);
  });

  test('is shown in percent, called by what it is compared with, and described', async () => {
    const fields = [of('Kind'), of('Minutes', { agg: 'sum', ...before('percent') })];
    const { headers, records } = await page(owner, { fields, conditions: [march] });
    expect(headers.map(({ label }) => label)).toEqual(['Kind', 'Minutes (sum, % change from previous period)']);
    expect(records.map((one) => one.display_values[1])).toEqual(['', '50.0%', '']);
    const meanings = await asking(
      owner,
      { fields, conditions: [march] },
      {
        as: async (report) => report.exported().columns.map(({ meaning }) => meaning),
      },
    );
    expect(meanings.at(-1)).toBe('Sum: Minutes of Visit, only some rows, % change from previous period');
  });

  test('has a total of its own', async () => {
    const fields = [of('Kind'), of('Minutes', { agg: 'sum' }), of('Minutes', { agg: 'sum', ...before('change') })];
    const { totals } = await page(owner, { fields, conditions: [march], settings: { totals: true } });
    expect(totals?.values).toEqual([null, 105, 40]);
  });

  test('is what rows are ordered by, and calculations and charts work with', async () => {
    const fields = [
      of('Kind'),
      of('Minutes', { agg: 'sum', ...before('change'), key: 'change' }),
      of('Minutes', { agg: 'sum', ...before('value') }),
      { type: 'operation', formula: 'B / C', key: 'ratio' },
    ];
    const draft = { fields, conditions: [march], default_order: [{ key: 'change', order: 'desc' as const }] };
    expect(await rowsOf(draft)).toEqual([
      ['food', 30, 60, 0.5],
      ['bus', null, null, null],
      ['rent', null, 5, null],
    ]);
    const drawn = await asking(owner, draft, {
      as: (report) => report.groups({ x: 'c1', group: null, ys: ['change', 'ratio'] }),
    });
    expect(drawn.groups.map(({ x, values }) => [x, ...values])).toEqual([
      ['bus', null, null],
      ['food', 30, 0.5],
      ['rent', null, null],
    ]);
  });

  test('is a column of an Aggregate on its report', async () => {
    const { id } = await call(reportDefinitionRoutes.create, {
      as: owner,
      body: {
        name: 'Visits by kind',
        report_type: 'client_forms',
        fields: [of('Kind', { key: 'kind' }), of('Minutes', { agg: 'count', key: 'change', ...before('change') })],
        conditions: { and: [march] },
      } as never,
    });
    const draft = { report_type: 'query' as const, report_target_id: id };
    expect(await rowsOf({ ...draft, fields: [{ field: 'change', agg_query: 'max' }] })).toEqual([[1]]);
    expect(await rowsOf({ ...draft, fields: [{ field: 'kind' }, { field: 'change', agg_query: 'sum' }] })).toEqual([
      ['bus', 1],
      ['food', 1],
      ['rent', -1],
    ]);
  });

  test('stands in months of another date, those without rows too', async () => {
    const fields = [
      { form: visit.id, field: 'completed_at', formatter: { output: 'month_year' } },
      of('Minutes', { agg: 'count' }),
      of('Minutes', { agg: 'count', ...before('value') }),
    ];
    const settings = { empty_groups: true };
    const figures = (await rowsOf({ fields, conditions: [march], settings })).map((row) => row.slice(1));
    expect(figures).toEqual([[4, 3]]);
  });

  test('tells nothing of few people', async () => {
    const fields = [of('Kind'), of('Minutes', { agg: 'count' }), of('Minutes', { agg: 'count', ...before('change') })];
    const shown = await inside(owner, async (context) => {
      const report = await reportOf(
        { ...context, small_numbers_below: 5 },
        definitionOf({ fields, conditions: [march] }),
      );
      return (await report.page({ page: 1, page_size: 10 })).records.map(({ values }) => values.slice(1));
    });
    expect(shown.flat().every((value) => value === null)).toBe(true);
  });
});

test.each<[string, DefinitionDraft, string, RegExp]>([
  [
    'without a period',
    { fields: [of('Minutes', { agg: 'count', ...before('value') })] },
    'fields.0.compare',
    /Add a condition with a period/,
  ],
  [
    'of a column without a function',
    { fields: [of('Kind', before('value')), of('Minutes', { agg: 'count' })], conditions: [march] },
    'fields.0.compare',
    /only a function/,
  ],
  [
    'along the same date',
    { fields: [of('Day'), of('Minutes', { agg: 'count', ...before('value') })], conditions: [march] },
    'fields.1.compare',
    /Group by something else/,
  ],
  [
    'of two periods',
    {
      fields: [of('Minutes', { agg: 'count', filters: { and: [march] }, ...before('value') })],
      conditions: [on('Day', { op: 'EQ', value: 'this year' })],
    },
    'fields.0.compare',
    /Use one period: there are conditions on Day and on Day/,
  ],
  [
    'of a period that begins later by another condition',
    {
      fields: [of('Minutes', { agg: 'count', ...before('value') })],
      conditions: [march, on('Day', { op: 'GTE', value: '2026-03-10' })],
    },
    'fields.0.compare',
    /Use one period/,
  ],
  [
    'of when people were born',
    {
      fields: [of('Minutes', { agg: 'count', ...before('value') })],
      conditions: [{ field_name: 'client_dob', op: 'RANGE', value: ['2000-01-01', '2009-12-31'] }],
    },
    'fields.0.compare',
    /Add a condition with a period/,
  ],
  [
    'of people who have no responses',
    {
      fields: [{ field: 'client_id', agg: 'count', ...before('value') }, of('Minutes', { agg: 'count' })],
      conditions: [march],
      settings: { include_people_without_responses: true },
    },
    'fields.0.compare',
    /people without responses/,
  ],
  [
    'of two forms beside each other',
    {
      fields: [
        of('Minutes', { agg: 'count', ...before('value') }),
        { form: phone.id, field: String(phone.ids.Topic), agg: 'count' },
      ],
      conditions: [march],
    },
    'fields.0.compare',
    /only reports on one form/,
  ],
  [
    'of changes of what is no number',
    { fields: [of('Day', { agg: 'max', ...before('change') })], conditions: [march] },
    'fields.0.compare',
    /only numbers can change/,
  ],
  [
    'of latest answers alone',
    {
      report_type: 'fields',
      fields: [{ field: String(visit.ids.Minutes), agg: 'count', ...before('value') }],
      conditions: [{ field_name: String(visit.ids.Day), op: 'RANGE', value: ['2026-03-01', '2026-03-31'] }],
    },
    'fields.0.compare',
    /latest answers/,
  ],
  [
    'beside one of the days of its period',
    {
      fields: [of('Minutes', { agg: 'count', ...before('value') })],
      conditions: [march, on('Day', { op: 'IN', value: ['2026-03-05'] })],
    },
    'fields.0.compare',
    /Use one period/,
  ],
  [
    'beside a percentage of a whole',
    {
      fields: [
        of('Kind'),
        of('Minutes', { agg: 'count', share: 'total' }),
        of('Minutes', { agg: 'count', ...before('value') }),
      ],
      conditions: [march],
    },
    'fields.2.compare',
    /percentages of a whole can’t compare/,
  ],
])('there is no comparison %s', async (_, draft, path, message) => {
  const error = await page(owner, draft).catch((one) => one);
  expect(error.errors[path]?.[0]).toMatch(message);
});
