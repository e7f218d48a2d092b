import { expect, test } from 'vitest';
import { formMakers } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';
import { type DefinitionDraft, definitionOf, reporting } from '#tests/server/reporting.ts';

const server = await startServer();
const { keep, page, values } = reporting(server);
const organization = await server.newOrganization();
const { owner } = organization;
const make = formMakers(server, organization);

const scores = await make.form('Scores', { On: { field_type: 'date' }, Score: { field_type: 'number' }, Told: {} });
const other = await make.form('Other', { Seen: { field_type: 'date' } });
const [ana, ben] = [await make.person('Ana'), await make.person('Ben')];
// Typed in from paper: the latest first, and one without its date.
for (const [client_id, On, Score] of [
  [ana, '2026-09-01', 7],
  [ana, '2026-08-01', 3],
  [ana, null, 5],
  [ben, null, 4],
] as const)
  await make.record(scores, { ...(On && { On }), Score }, { client_id });

const of = (name: string, more: object = {}) => ({ form: scores.id, field: String(scores.ids[name]), ...more });
const by = String(scores.ids.On);
const person = { field: 'client_id' };
const draft = (more: object): DefinitionDraft => ({
  fields: [person, of('Score', { agg: 'first', ...more }), of('Score', { agg: 'last', ...more })],
});

test.each<[string, object, unknown[][]]>([
  [
    'when they were recorded',
    {},
    [
      [ana, 7, 5],
      [ben, 4, 4],
    ],
  ],
  [
    'a chosen date, those without it last',
    { by },
    [
      [ana, 3, 7],
      [ben, 4, 4],
    ],
  ],
])('W10 the first and the last go by %s', async (_, more, expected) => {
  expect(await values(owner, draft(more))).toEqual(expected);
});

test.each<[string, object, string, string]>([
  ['a text', of('Score', { agg: 'last', by: String(scores.ids.Told) }), 'by', 'Choose a date: Told isn’t a date'],
  [
    'a date of another form',
    of('Score', { agg: 'last', by: String(other.ids.Seen) }),
    'by',
    'Choose a date of this form',
  ],
  [
    'a function that goes by no date',
    of('Score', { agg: 'sum', by }),
    'by',
    'Leave this out: only First and Last are ordered by a date',
  ],
])('W10 %s is refused', async (_, field, at, message) => {
  await expect(page(owner, { fields: [person, field] })).rejects.toMatchObject({
    errors: { [`fields.1.${at}`]: [message] },
  });
});

test('W10 what goes by a date that is gone is blank', async () => {
  const fields = [of('Score', { agg: 'first', by: '999999' }), of('Score', { agg: 'count' })];
  expect((await values(owner, { fields }, { isKept: true }))[0]?.[0]).toBeNull();
});

test('W10 a report on fields goes by it too', async () => {
  const field = { field: String(scores.ids.Score) };
  const fields = [person, { ...field, agg: 'first', by }, { ...field, agg: 'last', by }];
  expect(await values(owner, { report_type: 'fields', settings: { all_answers: true }, fields })).toEqual([
    [ana, 3, 7],
    [ben, 4, 4],
  ]);
});

test('W10 a report on households reads the date of its members', async () => {
  const fields = [{ field: 'household_size' }, { field: 'household_title', agg: 'first', by: 'client_dob' }];
  expect(await values(owner, { report_type: 'household', fields })).toEqual([]);
});

test('W10 what goes by a date that the reader may not know is blank', async () => {
  const secret = await make.form('Secret', { When: { field_type: 'date' }, Score: { field_type: 'number' } });
  await make.record(secret, { When: '2026-09-01', Score: 7 }, { client_id: ana });
  const below = definitionOf({
    fields: [of('Score', { key: 'score' }), { form: secret.id, field: String(secret.ids.When), key: 'when' }],
  });
  const report_target_id = await keep(organization, below);
  await server.query('update forms set restricted = true where id = $1', [secret.id]);
  const reader = await server.newUser(organization, { privileges: { client_forms: ['read'], clients: ['read'] } });
  const onto = {
    report_type: 'query' as const,
    report_target_id,
    fields: [{ field: 'score', agg_query: 'first', by: 'when' }],
  };
  expect(await values(reader, onto, { isKept: true })).toEqual([[null]]);
});
