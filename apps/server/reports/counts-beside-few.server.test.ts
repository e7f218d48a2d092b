import { expect, test } from 'vitest';
import { formMakers } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';
import { type DefinitionDraft, definitionOf, reporting } from '#tests/server/reporting.ts';
import type { Report } from './report.ts';
import { reportOf } from './run.ts';

const server = await startServer();
const { inside, keep } = reporting(server);
const organization = await server.newOrganization();
const { owner } = organization;
const make = formMakers(server, organization);
const form = await make.form('Intake', {
  Place: {},
  Status: {},
  Day: { field_type: 'date' },
  Score: { field_type: 'number' },
});
const of = (name: string, more: object = {}) => ({ form: form.id, field: String(form.ids[name]), ...more });
const statuses = ['answered', 'unknown', 'declined', 'missing'] as const;

/** In each place, so many people of each status. */
const places: Record<string, readonly [answered: number, unknown: number, declined: number, missing: number]> = {
  A: [6, 5, 0, 1],
  B: [7, 8, 6, 9],
  C: [9, 20, 0, 1],
};
for (const [Place, counts] of Object.entries(places))
  for (const [at, count] of counts.entries())
    for (let guest = 0; guest < count; guest++) {
      const client_id = await make.person(`${Place} ${statuses[at]} ${guest}`);
      await make.record(form, { Place, Status: statuses[at], Score: 2, Day: '2026-01-10' }, { client_id });
    }

const where = (name: string, value: unknown, op = 'EQ') => ({
  form: form.id,
  field_name: String(form.ids[name]),
  op,
  value,
});
const all = of('Status', { agg: 'count', key: 'all' });
const counted = (status: string, more: object = {}) =>
  of('Status', { agg: 'count', key: status, filters: { and: [where('Status', status)] }, ...more });
const each = statuses.map((status) => counted(status));
const inPlaces = (names: string[], fields: object[], more: object = {}): DefinitionDraft => ({
  fields: [of('Place'), ...fields],
  conditions: [where('Place', names, 'IN')],
  ...more,
});
const asked = <T>(draft: DefinitionDraft, wanted: (report: Report) => Promise<T>) =>
  inside(owner, async (context) => wanted(await reportOf({ ...context, small_numbers_below: 5 }, definitionOf(draft))));
const tableOf = (draft: DefinitionDraft) =>
  asked(draft, async (report) => {
    const { records, totals } = await report.page({ page: 1, page_size: 10 });
    return [...records.map(({ values }) => values), ...(totals ? [totals.values] : [])];
  });

test('with a count of few goes the smallest other one of its row, where the others leave few', async () => {
  expect(await tableOf(inPlaces(['A', 'B'], [all, ...each]))).toEqual([
    ['A', 12, 6, null, 0, null],
    ['B', 30, 7, 8, 6, 9],
  ]);
  expect(await tableOf(inPlaces(['B', 'C'], [all, ...each]))).toEqual([
    ['B', 30, 7, 8, 6, 9],
    ['C', 30, null, 20, 0, null],
  ]);
});

test('so it does in the line of all rows, and without groups', async () => {
  const settings = { totals: true };
  expect(await tableOf(inPlaces(['A', 'B'], [all, ...each], { settings }))).toEqual([
    ['A', 12, 6, null, 0, null],
    ['B', 30, 7, 8, 6, 9],
    [null, 42, 13, null, 6, null],
  ]);
  const conditions = [where('Place', 'A')];
  expect(await tableOf({ fields: [all, ...each], conditions })).toEqual([[12, 6, null, 0, null]]);
  expect(await tableOf({ fields: [of('Place'), all, ...each], conditions, settings })).toEqual([
    ['A', 12, 6, null, 0, null],
    [null, 12, 6, null, 0, null],
  ]);
});

test('where the others leave enough, none goes with it, and of two conditions none does', async () => {
  const some = [counted('answered'), counted('declined'), counted('missing')];
  expect(await tableOf(inPlaces(['A'], [all, ...some]))).toEqual([['A', 12, 6, 0, null]]);
  expect(await tableOf(inPlaces(['C'], [all, counted('unknown'), counted('missing')]))).toEqual([['C', 30, 20, null]]);
});

test('formulas don’t work with it, and sums and averages stay', async () => {
  const score = (agg: string) => of('Score', { agg, filters: { and: [where('Status', 'unknown')] } });
  const fields = [all, ...each, { type: 'operation', formula: 'B-D' }, score('sum'), score('avg')];
  expect(await tableOf(inPlaces(['A'], fields))).toEqual([['A', 12, 6, null, 0, null, null, 10, 2]]);
});

test('under the same conditions, other counts and percentages go with it', async () => {
  const people = { field: 'client_id', agg: 'count_distinct', filters: { and: [where('Status', 'unknown')] } };
  const fields = [...each, counted('unknown', { key: 'share', share: 'total' }), people];
  expect(await tableOf(inPlaces(['A', 'B'], fields))).toEqual([
    ['A', 6, null, 0, null, null, null],
    ['B', 7, 8, 6, 9, null, 8],
  ]);
});

test('of equal ones the first column goes', async () => {
  const either = (value: string[]) => of('Status', { agg: 'count', filters: { and: [where('Status', value, 'IN')] } });
  const fields = [either(['unknown']), either(['unknown', 'declined']), counted('answered'), counted('missing')];
  expect(await tableOf(inPlaces(['A'], fields))).toEqual([['A', null, 5, 6, null]]);
});

test('a chart and a cross table don’t tell it either, also alone', async () => {
  const draft = inPlaces(['A', 'B'], [all, ...each, of('Day')]);
  const charted = await asked(draft, (report) => report.groups({ x: 'c1', group: null, ys: ['unknown'] }));
  expect(charted.groups.map(({ x, values }) => [x, ...values])).toEqual([
    ['A', null],
    ['B', 8],
  ]);
  const keys = { rows: 'c1', columns: 'c7', figures: ['unknown'], percentOf: null };
  const { table } = await asked(draft, (report) => report.crossTable(keys, 10));
  expect(table?.rows.map(({ cells, total }) => [...cells, total].flatMap(({ values }) => values))).toEqual([
    [null, null],
    [8, 8],
  ]);
});

test('an Aggregate works with what the report below it tells', async () => {
  const report_target_id = await keep(organization, definitionOf(inPlaces(['A', 'B'], [all, ...each])));
  const sums = ['all', ...statuses].map((field) => ({ field, agg_query: 'sum' }));
  const draft: DefinitionDraft = { report_type: 'query', report_target_id, fields: sums };
  expect(await tableOf(draft)).toEqual([[42, 13, 8, 6, 9]]);
});

test('where a report compares periods, each has counts of its own, and what has no other condition is no part', async () => {
  const compared = counted('unknown', { key: 'earlier', compare: { with: 'previous', as: 'value' } });
  const draft: DefinitionDraft = {
    fields: [of('Place'), all, ...each, compared],
    conditions: [where('Place', 'A'), where('Day', ['2026-01-01', '2026-01-31'], 'RANGE')],
  };
  expect(await tableOf(draft)).toEqual([['A', 12, 6, null, 0, null, 0]]);
  const two = [counted('unknown'), counted('missing'), compared];
  expect(await tableOf({ ...draft, fields: [of('Place'), all, ...two] })).toEqual([['A', 12, 5, null, 0]]);
});
