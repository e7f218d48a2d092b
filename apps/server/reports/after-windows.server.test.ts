import { expect, test } from 'vitest';
import { formMakers } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';
import { type DefinitionDraft, reporting } from '#tests/server/reporting.ts';

const server = await startServer();
const { values, page } = reporting(server);
const organization = await server.newOrganization();
const { owner } = organization;
const make = formMakers(server, organization);

const visits = await make.form('Visits', { On: { field_type: 'date' }, Score: { field_type: 'number' } });
const calls = await make.form('Calls', { Kind: {} });
const [ana, ben, cem] = [await make.person('Ana'), await make.person('Ben'), await make.person('Cem')];
// The latest of Ana is below 5, that of Ben isn't.
for (const [client_id, On, Score] of [
  [ana, '2026-08-01', 9],
  [ana, '2026-09-01', 3],
  [ben, '2026-08-01', 4],
  [ben, '2026-09-01', 8],
] as const)
  await make.record(visits, { On, Score }, { client_id });
await make.record(calls, { Kind: 'in' }, { client_id: cem });

const of = (form: typeof visits, name: string) => ({ form: form.id, field: String(form.ids[name]) });
const asked = (op: string, value?: number) => [
  { form: visits.id, field_name: String(visits.ids.Score), op, ...(value === undefined ? {} : { value }) },
];
const latest = {
  order_fields: { [visits.id]: [{ ...of(visits, 'On'), function: 'latest' }] },
};
const after = { settings: { conditions_after_window: true } };
const draft = (more: Partial<DefinitionDraft>): DefinitionDraft => ({
  fields: [{ field: 'client_id' }, of(visits, 'Score')],
  window: latest,
  ...more,
});

test.each<[string, Partial<DefinitionDraft>, unknown[][]]>([
  [
    'before the window',
    { conditions: asked('GT', 5) },
    [
      [ana, 9],
      [ben, 8],
    ],
  ],
  ['after the window', { conditions: asked('GT', 5), ...after }, [[ben, 8]]],
  [
    'after a window that leaves every row',
    {
      conditions: asked('GT', 5),
      ...after,
      window: { functions: { [visits.id]: [{ ...of(visits, 'Score'), function: 'row_number' }] } },
    },
    [
      [ana, 1],
      [ben, 2],
    ],
  ],
  [
    'after the window, of who has no response',
    { conditions: asked('EMPTY'), settings: { ...after.settings, include_people_without_responses: true } },
    [[cem, null]],
  ],
])('W11 conditions apply %s', async (_, more, expected) => {
  const result = await page(owner, draft(more));
  expect(result.records.map((one) => one.values)).toEqual(expected);
  expect(result.record_count).toBe(expected.length);
  expect(result.narrowing.after_window).toBe(more.settings?.conditions_after_window === true);
});

test('W11 nothing is said where no condition is on answers', async () => {
  const said = async (more: Partial<DefinitionDraft>) => (await page(owner, draft(more))).narrowing.after_window;
  expect(await said(after)).toBe(null);
  expect(await said({ conditions: [{ field_name: 'client_id', op: 'EQ', value: ana }] })).toBe(null);
});

test('W11 beside another form they take away no answers of that', async () => {
  await make.record(calls, { Kind: 'in' }, { client_id: ben });
  await make.record(calls, { Kind: 'out' }, { client_id: ben });
  await make.record(calls, { Kind: 'in' }, { client_id: ana });
  const fields = [{ field: 'client_id' }, of(visits, 'Score'), of(calls, 'Kind')];
  expect(await values(owner, draft({ fields, conditions: asked('GT', 5), ...after }))).toEqual([
    [ben, 8, 'in'],
    [ben, null, 'out'],
  ]);
});

test('W11 a condition that the reader may not know finds nothing', async () => {
  const secret = await make.form('Secret', { Word: {} });
  await make.record(secret, { Word: 'yes' }, { client_id: ben });
  await server.query('update forms set restricted = true where id = $1', [secret.id]);
  const reader = await server.newUser(organization, { privileges: { client_forms: ['read'], clients: ['read'] } });
  const fields = [{ field: 'client_id' }, of(visits, 'Score'), of(secret, 'Word')];
  const conditions = [{ form: secret.id, field_name: String(secret.ids.Word), op: 'EQ', value: 'yes' }];
  expect(await values(reader, draft({ fields, conditions, ...after }), { isKept: true })).toEqual([]);
});
