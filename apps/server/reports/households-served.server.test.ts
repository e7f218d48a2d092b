import { expect, test } from 'vitest';
import { clientRoutes } from '#contract/resources/clients.ts';
import { formMakers } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';
import { householdMakers } from '#tests/server/household-makers.ts';
import { type DefinitionDraft, definitionOf, reporting } from '#tests/server/reporting.ts';

const server = await startServer();
const { asking, keep, page, values } = reporting(server);
const organization = await server.newOrganization();
const { owner } = organization;
const make = formMakers(server, organization);
const live = householdMakers(server, organization);

const visits = await make.form('Visits', { Program: {} });
const intake = await make.form('Intake', { ZIP: {} });
const [ana, leo, cem, eva] = [
  await live.person('Ana'),
  await live.person('Leo'),
  await live.person('Cem'),
  await live.person('Eva'),
];
await live.add(ana, leo, 'son');
for (const [client_id, Program] of [
  [ana, 'Food'],
  [ana, 'Food'],
  [leo, 'Bed'],
  [cem, 'Food'],
  [eva, 'Bed'],
] as const)
  await make.record(visits, { Program }, { client_id });

const of = (form: typeof visits, name: string, more: object = {}) => ({
  form: form.id,
  field: String(form.ids[name]),
  ...more,
});
const households = { field: 'household_id', agg: 'count_households' };
const visit = of(visits, 'Program', { agg: 'count' });

test.each<[string, DefinitionDraft, unknown[][]]>([
  ['in all', { fields: [households, visit] }, [[3, 5]]],
  [
    'in groups',
    { fields: [of(visits, 'Program'), households] },
    [
      ['Bed', 2],
      ['Food', 2],
    ],
  ],
  [
    'under a condition',
    {
      fields: [
        {
          ...households,
          filters: { and: [{ form: visits.id, field_name: String(visits.ids.Program), op: 'EQ', value: 'Bed' }] },
        },
        visit,
      ],
    },
    [[2, 5]],
  ],
  ['of people', { report_type: 'system', settings: { table: 'people' }, fields: [households] }, [[3]]],
])('W9 who has no household counts as one, %s', async (_, draft, expected) => {
  expect(await values(owner, draft)).toEqual(expected);
});

test('W9 households of several groups are never added up', async () => {
  const draft = { fields: [of(visits, 'Program'), of(visits, 'Program', { key: 'count', agg: 'count' }), households] };
  const { headers } = await page(owner, draft);
  expect(headers.at(-1)?.label).toBe('Households');
  const { groups } = await asking(owner, draft, {
    as: (report) => report.groups({ x: 'c1', group: null, ys: ['c3'] }),
  });
  expect(groups.map(({ values }) => values)).toEqual([[2], [2]]);
});

test.each<[string, DefinitionDraft]>([
  ['another column', { fields: [{ field: 'client_id', agg: 'count_households' }, visit] }],
  ['a report on households', { report_type: 'household', fields: [households] }],
])('W9 %s is refused', async (_, draft) => {
  await expect(page(owner, draft)).rejects.toMatchObject({
    errors: {
      'fields.0.agg': ['Choose another function: only Household ID can be counted as households'],
    },
  });
});

test('W7 a figure of one form that is grouped by a question of another says so', async () => {
  await make.record(intake, { ZIP: '07302' }, { client_id: ana });
  const { warnings } = await page(owner, { fields: [of(intake, 'ZIP'), visit] });
  expect(warnings).toEqual([
    {
      key: 'c2',
      count: 0,
      message:
        '“Program (count)” is about Visits and grouped by “ZIP” of Intake. ' +
        'A person’s responses are matched by time, so groups can be blank or wrong.',
    },
  ]);
  const people = await page(owner, {
    fields: [of(intake, 'ZIP'), of(visits, 'Program'), { field: 'client_id', agg: 'count' }],
  });
  expect(people.warnings.map(({ key }) => key)).toEqual(['c3']);
});

test.each<[string, DefinitionDraft]>([
  ['of one form', { fields: [of(visits, 'Program'), visit] }],
  ['grouped by the person', { fields: [{ field: 'client_id' }, visit, of(intake, 'ZIP', { agg: 'count' })] }],
  ['of rows', { fields: [of(visits, 'Program'), of(intake, 'ZIP')] }],
])('W7 nothing is said of reports %s', async (_, draft) => {
  expect((await page(owner, draft)).warnings).toEqual([]);
});

test('W5 W9 households of a past time stay when somebody of them is archived', async () => {
  const draft = { fields: [households, visit] };
  await server.call(clientRoutes.remove, { as: owner, params: { id: leo } });
  expect(await values(owner, draft)).toEqual([[3, 5]]);
  expect(await values(owner, { ...draft, settings: { archived_people: false } })).toEqual([[3, 4]]);
});

test('W9 a column of another report is no household, whatever its key', async () => {
  const base = definitionOf({ fields: [{ key: 'household_id', field: 'client_first_name' }, visit] });
  const onto = {
    report_type: 'query' as const,
    report_target_id: await keep(organization, base),
    fields: [{ field: 'household_id', agg_query: 'count_households' }],
  };
  await expect(page(owner, onto)).rejects.toMatchObject({ errors: { 'fields.0.agg_query': [expect.any(String)] } });
});
