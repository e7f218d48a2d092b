import { expect, test } from 'vitest';
import { clientRoutes } from '#contract/resources/clients.ts';
import { mergeClientRoutes } from '#contract/resources/merge-clients.ts';
import { formMakers } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';
import { type DefinitionDraft, definitionOf, reporting } from '#tests/server/reporting.ts';

const server = await startServer();
const { call, query } = server;
const { asking, keep, page, values } = reporting(server);
const organization = await server.newOrganization();
const { owner } = organization;
const make = formMakers(server, organization);

const visits = await make.form('Visits', { On: { field_type: 'date' }, Score: { field_type: 'number' } });
const [ana, ben] = [await make.person('Ana'), await make.person('Ben')];
for (const [client_id, On, Score] of [
  [ana, '2026-08-03', 4],
  [ben, '2026-08-10', 2],
  [ben, '2026-09-10', 6],
] as const)
  await make.record(visits, { On, Score }, { client_id });

const of = (name: string, more: object = {}) => ({ form: visits.id, field: String(visits.ids[name]), ...more });
const byQuarter = of('On', { formatter: { output: 'quarter' } });
const served = { field: 'client_id', agg: 'count_distinct' };
const list = { fields: [{ field: 'client_id' }, of('Score')] };
const perQuarter: DefinitionDraft = { fields: [byQuarter, served, of('Score', { agg: 'sum' })] };
const latest: DefinitionDraft = {
  fields: [{ field: 'client_id' }, of('Score')],
  window: { order_fields: { [visits.id]: [{ form: visits.id, field: 'completed_at', function: 'latest' }] } },
};
const settings = (archived_people: boolean) => ({ settings: { archived_people } });
const onto = async (target: DefinitionDraft): Promise<DefinitionDraft> => ({
  report_type: 'query',
  report_target_id: await keep(organization, definitionOf(target)),
  fields: [
    { field: 'c1', agg_query: 'count_distinct' },
    { field: 'c2', agg_query: 'sum' },
  ],
});

const reports: [string, DefinitionDraft, unknown[][], DefinitionDraft['report_type']?][] = [
  ['by quarter', perQuarter, [['2026-07-01', 2, 12]]],
  ['by quarter, without them', { ...perQuarter, ...settings(false) }, [['2026-07-01', 1, 4]]],
  [
    'of everybody',
    { fields: [served, of('Score', { agg: 'sum' })], settings: { include_people_without_responses: true } },
    [[2, 12]],
  ],
  [
    'of windows',
    latest,
    [
      [ana, 4],
      [ben, 6],
    ],
  ],
  ['of windows, without them', { ...latest, ...settings(false) }, [[ana, 4]]],
  ['in lists', list, [[ana, 4]]],
  [
    'in lists, with them',
    { ...list, ...settings(true) },
    [
      [ana, 4],
      [ben, 2],
      [ben, 6],
    ],
  ],
  ['on fields', { report_type: 'fields', fields: [{ ...of('Score', { agg: 'sum' }), form: null }] }, [[10]]],
  [
    'of people',
    { report_type: 'system', fields: [{ field: 'client_id', agg: 'count' }], settings: { table: 'people' } },
    [[2]],
  ],
  [
    'of responses',
    { report_type: 'system', fields: [{ field: 'response_id', agg: 'count' }], settings: { table: 'responses' } },
    [[3]],
  ],
];

const anna = await make.person('Anna');
await server.send(mergeClientRoutes.create, {
  as: owner,
  body: { master_client_id: ana, client_ids: [anna], is_duplicate: true },
});
await server.drainJobs();
await call(clientRoutes.remove, { as: owner, params: { id: ben } });
// Nothing was ever recorded for them, as for people of an import that was undone.
await call(clientRoutes.remove, { as: owner, params: { id: await make.person('Dee') } });

test.each(reports)('W5 figures %s count who was archived as the report says', async (_, draft, expected) => {
  expect(await values(owner, draft)).toEqual(expected);
});

test('a merged record counts for nobody', async () => {
  const [merged] = await query('select merged_into_id from clients where id = $1', [anna]);
  expect(merged).toEqual({ merged_into_id: ana });
});

test('W5 an Aggregate counts them unless the report below says otherwise', async () => {
  expect(await values(owner, await onto(list))).toEqual([[2, 12]]);
  expect(await values(owner, await onto({ ...list, ...settings(false) }))).toEqual([[1, 4]]);
});

test('W5 a chart, a summary and a file say the same', async () => {
  const drawn = await asking(owner, perQuarter, {
    as: (report) => report.groups({ x: 'c1', group: null, ys: ['c2'] }),
  });
  expect(drawn.groups.map(({ values }) => values)).toEqual([[2]]);
  const sums = (draft: DefinitionDraft) =>
    asking(owner, draft, { as: (report) => report.stats([{ key: 'c2', functions: ['sum'] }]) });
  expect((await sums(latest)).map(({ value }) => value)).toEqual([10]);
  expect((await sums(list)).map(({ value }) => value)).toEqual([4]);
  const ids = await asking(owner, latest, {
    as: async (report) => {
      const found: unknown[] = [];
      for await (const rows of report.exported().rows) for (const [client_id] of rows) found.push(client_id);
      return found;
    },
  });
  expect(ids).toEqual([ana, ben]);
});

test('W5 the result says whether they count, and leads to nobody whose page is closed', async () => {
  const isSaid = async (draft: DefinitionDraft) => (await page(owner, draft)).narrowing.archived_people;
  expect(await isSaid(perQuarter)).toBe(true);
  expect(await isSaid(list)).toBe(false);
  expect(await isSaid(await onto({ ...list, ...settings(false) }))).toBe(false);
  expect(await isSaid({ report_type: 'household', fields: [{ field: 'household_size', agg: 'sum' }] })).toBe(null);
  const { records } = await page(owner, latest);
  expect(records.map(({ links }) => links.filter((link) => link !== null).length)).toEqual([2, 0]);
});

test('W5 a member who may see one person counts that one', async () => {
  const few = await server.newUser(organization, {
    privileges: { client_forms: ['read'] },
    grants: [{ entity: 'clients', id: ana, actions: ['read'] }],
  });
  expect(await values(few, perQuarter, { isKept: true })).toEqual([['2026-07-01', 1, 4]]);
});
