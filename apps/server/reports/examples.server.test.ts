import { describe, expect, test } from 'vitest';
import { formMakers } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';
import { reporting } from '#tests/server/reporting.ts';

const server = await startServer();
const organization = await server.newOrganization();
const { owner } = organization;
const make = formMakers(server, organization);
const { values } = reporting(server);

const one = await make.person('Ana');
const two = await make.person('Ben');
const scores = await make.form('Scores', {
  Score: { field_type: 'number' },
  Color: {
    field_type: 'select-one',
    field_options: ['red', 'blue', 'green'].map((value, position) => ({ label: value, value, position })),
  },
  Seen: { field_type: 'date' },
});
const notes = await make.form('Notes', { Note: {} });

const recordedAt = (id: number, moment: string) =>
  server.query(
    `with kept as (update responses set completed_at = $2 where id = $1)
     update response_slots set completed_at = $2 where id = $1`,
    [id, moment],
  );
const record = async (client_id: number, given: Record<string, unknown>, day: string) => {
  const { id } = await make.record(scores, given, { client_id });
  await recordedAt(id, `2026-${day}T12:00:00Z`);
};
await record(one, { Score: 10, Color: 'red', Seen: '2026-01-01' }, '01-05');
await record(one, { Score: 4, Color: 'blue', Seen: '2026-02-01' }, '02-05');
await record(two, { Color: 'red', Seen: '2026-01-15' }, '01-20');
await record(two, { Score: 7, Color: 'green' }, '03-01');
await make.record(notes, { Note: 'a' }, { client_id: one });

const client = { field: 'client_id' };
const score = { form: scores.id, field: String(scores.ids.Score) };
const color = { form: scores.id, field: String(scores.ids.Color) };
const seen = { form: scores.id, field: String(scores.ids.Seen) };
const note = { form: notes.id, field: String(notes.ids.Note) };
const window = (sections: Record<string, object[]>) =>
  Object.fromEntries(Object.entries(sections).map(([name, entries]) => [name, { [scores.id]: entries }]));
const recorded = { form: scores.id, field: 'completed_at' };

describe('the worked examples of reports', () => {
  test('1: NEQ holds of nothing', async () => {
    const conditions = [{ field_name: score.field, op: 'NEQ', value: 10 }];
    expect(await values(owner, { fields: [client, score], conditions })).toEqual([
      [one, 4],
      [two, null],
      [two, 7],
    ]);
  });

  test('2: groups, a sum, and a count with filters', async () => {
    const filters = { and: [{ field_name: score.field, op: 'GT', value: 5 }] };
    const fields = [color, { ...score, agg: 'sum' }, { ...client, agg: 'count', filters }];
    expect(await values(owner, { fields })).toEqual([
      ['blue', 4, 0],
      ['green', 7, 1],
      ['red', 10, 1],
    ]);
  });

  test('3: compare, a running total, and the latest', async () => {
    const fields = [client, score];
    const compare = window({
      order_fields: [{ ...recorded, function: 'compare' }],
      compare_operations: [{ ...score, function: 'diff' }],
    });
    expect(await values(owner, { fields, window: compare })).toEqual([
      [one, -6],
      [two, null],
    ]);
    const running = window({ order_fields: [recorded], functions: [{ ...score, function: 'running_total' }] });
    expect(await values(owner, { fields, window: running })).toEqual([
      [one, 10],
      [one, 14],
      [two, null],
      [two, 7],
    ]);
    const latest = window({ order_fields: [{ ...recorded, function: 'latest' }] });
    expect(await values(owner, { fields, window: latest })).toEqual([
      [one, 4],
      [two, 7],
    ]);
  });

  test('4: forms beside each other', async () => {
    expect(await values(owner, { fields: [client, score, note] })).toEqual([
      [one, 10, 'a'],
      [one, 4, null],
      [two, null, null],
      [two, 7, null],
    ]);
  });

  test('5: a date and a number', async () => {
    const fields = [seen, score, { type: 'operation', formula: 'A + B' }];
    expect(await values(owner, { fields })).toEqual([
      ['2026-01-01', 10, '2026-01-11'],
      ['2026-02-01', 4, '2026-02-05'],
      ['2026-01-15', null, null],
      [null, 7, null],
    ]);
  });

  test('8: moments are compared by day in the zone of the viewer', async () => {
    const viewer = await server.newUser(organization, { privileges: { clients: ['read'], client_forms: ['read'] } });
    await server.query(`update users set time_zone = 'America/New_York' where id = $1`, [viewer.id]);
    const form = await make.form('Night', { Word: {} });
    const { id } = await make.record(form, { Word: 'late' }, { client_id: one });
    await recordedAt(id, '2026-03-01T03:30:00Z');
    const fields = [{ form: form.id, field: String(form.ids.Word) }];
    const on = (value: string) => [{ field_name: 'completed_at', op: 'EQ', value }];
    expect(await values(viewer, { fields, conditions: on('2026-02-28') }, { isKept: true })).toEqual([['late']]);
    expect(await values(viewer, { fields, conditions: on('2026-03-01') }, { isKept: true })).toEqual([]);
  });
});
