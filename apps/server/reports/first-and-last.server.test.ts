import { expect, test } from 'vitest';
import { formMakers } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';
import { type DefinitionDraft, reporting } from '#tests/server/reporting.ts';

const server = await startServer();
const { values, page } = reporting(server);
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
  ['a text', of('Score', { agg: 'last', by: String(scores.ids.Told) }), 'by', 'Choose a date: Told is none'],
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
    'Leave this out: only the first and the last go by a date',
  ],
])('W10 %s is refused', async (_, field, at, message) => {
  await expect(page(owner, { fields: [person, field] })).rejects.toMatchObject({
    errors: { [`fields.1.${at}`]: [message] },
  });
});
