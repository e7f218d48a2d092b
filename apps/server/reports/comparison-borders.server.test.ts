import { describe, expect, test } from 'vitest';
import { reportDefinitionRoutes } from '#contract/resources/report-definitions.ts';
import { reportResultRoutes } from '#contract/resources/report-results.ts';
import { formMakers } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';
import { type DefinitionDraft, definitionOf, reporting } from '#tests/server/reporting.ts';
import { reportOf } from './run.ts';

const server = await startServer();
const { call, send } = server;
const { asking, inside } = reporting(server);
const organization = await server.newOrganization();
const { owner } = organization;
const make = formMakers(server, organization);
const visit = await make.form('Visit', {
  Kind: {},
  Day: { field_type: 'date' },
  Other: { field_type: 'date' },
  Flag: { field_type: 'checkbox' },
});
const of = (name: string, more: object = {}) => ({ form: visit.id, field: String(visit.ids[name]), ...more });
const on = (name: string, more: object) => ({ form: visit.id, field_name: String(visit.ids[name]), ...more });
const before = (as: string) => ({ compare: { with: 'previous', as } });
const march = on('Day', { op: 'RANGE', value: ['2026-03-01', '2026-03-31'] });
const people = await Promise.all(Array.from({ length: 12 }, (_, index) => make.person(`Ana ${index}`)));
/** So many people's visits of a kind. */
const visits = async (Kind: string, Day: string, count: number) => {
  for (const client_id of people.slice(0, count))
    await make.record(visit, { Kind, Day, Other: '2026-01-01', Flag: Kind === 'food' }, { client_id });
};
await visits('food', '2026-02-10', 10);
await visits('food', '2026-03-10', 2);
await visits('rent', '2026-02-10', 12);
await visits('rent', '2026-03-10', 8);

const withoutSmall = (draft: DefinitionDraft) =>
  inside(owner, async (context) => {
    const report = await reportOf({ ...context, small_numbers_below: 5 }, definitionOf(draft));
    const { records, record_count, warnings } = await report.page({ page: 1, page_size: 10 });
    return {
      rows: records.map(({ values }) => values),
      record_count,
      hides: warnings.some(({ message }) => /hidden/.test(message)),
    };
  });
const count = (more: object = {}) => of('Day', { agg: 'count', ...more });

describe('where counts of few people are hidden, a comparison', () => {
  test('hides groups that have few people in any of its periods, with as many others as totals need', async () => {
    const fields = [of('Kind'), count(), count(before('value')), count(before('change'))];
    expect(await withoutSmall({ fields, conditions: [march] })).toEqual({
      rows: [
        ['food', null, null, null],
        ['rent', null, null, null],
      ],
      record_count: 0,
      hides: true,
    });
    const alone = await withoutSmall({
      fields: fields.slice(1),
      conditions: [march, on('Kind', { op: 'EQ', value: 'food' })],
    });
    expect(alone).toEqual({ rows: [[null, null, null]], record_count: 0, hides: true });
  });

  test('hides counts of all but few people of a period, as without it', async () => {
    const few = count({ filters: { and: [on('Kind', { op: 'EQ', value: 'rent' })] } });
    const fields = [{ field: 'client_id', agg: 'count_distinct' }, few, of('Flag', { agg: 'count_true' })];
    const [plain] = (await withoutSmall({ fields, conditions: [march] })).rows;
    expect(plain).toEqual([8, 8, null]);
    const [compared] = (await withoutSmall({ fields: [...fields, count(before('value'))], conditions: [march] })).rows;
    expect(compared?.slice(0, 3)).toEqual(plain);
  });
});

describe('a comparison with nothing to compare', () => {
  const kept = async (conditions: object[], more: object = {}) =>
    (
      await call(reportDefinitionRoutes.create, {
        as: owner,
        body: {
          name: 'Visits',
          report_type: 'client_forms',
          fields: [count(), count(before('value')), count(before('change'))],
          conditions: { and: conditions },
          ...more,
        } as never,
      })
    ).id;
  const shown = (id: number, query: object) => call(reportResultRoutes.show, { as: owner, params: { id }, query });

  test.each([
    ['no period at all', [], [32, null, null]],
    ['only the end of one', [on('Day', { op: 'GTE', value: '2026-03-01' })], [10, null, null]],
    [
      'one that begins where no calendar does',
      [on('Day', { op: 'RANGE', value: ['0001-01-01', '2026-12-31'] })],
      [32, 0, 32],
    ],
    [
      'days of which there were none before',
      [on('Day', { op: 'RANGE', value: ['0026-03-01', '2026-03-31'] })],
      [32, 0, 32],
    ],
  ])('is blank where the reader asks for %s', async (_, and, expected) => {
    const id = await kept([march]);
    const result = await shown(id, { conditions: JSON.stringify({ and }) });
    expect(result.records[0]?.values).toEqual(expected);
    expect(result.warnings.some(({ message }) => message.includes('no single period'))).toBe(expected[1] === null);
    expect((await shown(id, {})).records[0]?.values).toEqual([10, 22, -12]);
  });

  const period = { key: 'p', label: 'Period', type: 'period', default: null };
  test.each([
    ['another date too', on('Other', { op: 'EQ', parameter: 'p' })],
    ['where the same one begins', on('Day', { op: 'GTE', parameter: 'p' })],
  ])('is refused where readers are asked for %s', async (_, condition) => {
    const body = {
      name: 'Visits',
      report_type: 'client_forms',
      fields: [count(), count(before('value'))],
      conditions: { and: [march, condition] },
      parameters: [period],
    };
    const { status, errors } = await send(reportDefinitionRoutes.create, { as: owner, body: body as never });
    expect([status, errors['fields.1.compare']?.[0]]).toEqual([422, expect.stringContaining('Use one period')]);
  });

  test('is refused where the source report has the same period', async () => {
    const below = await kept([on('Day', { op: 'EQ', parameter: 'p' })], {
      fields: [of('Day', { key: 'day' }), { field: 'client_id', key: 'who' }],
      parameters: [period],
    });
    const body = {
      name: 'Visits',
      report_type: 'query',
      report_target_id: below,
      fields: [{ field: 'who', agg_query: 'count', ...before('value') }],
      conditions: { and: [{ field_name: 'day', op: 'EQ', parameter: 'p' }] },
    };
    const { errors } = await send(reportDefinitionRoutes.create, { as: owner, body: body as never });
    expect(errors['fields.0.compare']).toEqual([expect.stringContaining('source report has the same period')]);
  });
});

test('a change in percent of percentages is a share of one, and is described with its figures', async () => {
  const fields = [
    of('Flag', { agg: 'percent_true', label: 'Fed', ...before('percent') }),
    { type: 'operation', formula: 'A + A' },
  ];
  const { values, meanings } = await asking(
    owner,
    { fields, conditions: [march] },
    {
      as: async (report) => ({
        values: (await report.page({ page: 1, page_size: 1 })).records[0]?.display_values,
        meanings: report.exported().columns.map(({ meaning }) => meaning),
      }),
    },
  );
  // 2 of 10 after 10 of 22.
  expect(values).toEqual(['-56.0%', '-1.12']);
  expect(meanings[1]).toBe('(Fed (now) − Fed (earlier)) ÷ Fed (earlier) + (Fed (now) − Fed (earlier)) ÷ Fed (earlier)');
});

test('hidden figures behind a change are nothing that rows can be ordered by', async () => {
  const draft = { fields: [of('Kind'), count({ key: 'c', ...before('change') })], conditions: [march] };
  const error = await asking(owner, draft, {
    sort: [{ field: 'c:earlier', order: 'asc' }],
    as: (report) => report.page({ page: 1, page_size: 1 }),
  }).catch((one) => one);
  expect(error.errors).toEqual({ 'sort.0.field': ['Choose a column of this report'] });
});
