import { describe, expect, test } from 'vitest';
import type { EntityPrivileges } from '#contract/kit/privileges.ts';
import { formMakers } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';
import type { Grant } from '#tests/server/people.ts';
import { type DefinitionDraft, definitionOf, reporting } from '#tests/server/reporting.ts';

const server = await startServer();
const { query } = server;
const { asking, keep, page, values } = reporting(server);
const organization = await server.newOrganization();
const { owner } = organization;
const make = formMakers(server, organization);
const [ana, ben] = [await make.person('Ana'), await make.person('Ben')];
const options = ['red', 'blue', 'green'].map((value, position) => ({ label: value.toUpperCase(), value, position }));
const scores = await make.form('Scores', {
  Score: { field_type: 'number' },
  Color: { field_type: 'select-one', field_options: options },
  Colors: { field_type: 'select-many', field_options: options },
  Seen: { field_type: 'date' },
  Home: { field_type: 'address' },
});
const notes = await make.form('Notes', { Note: {} });
const record = async (client_id: number, given: Record<string, unknown>, day: string) => {
  const { id } = await make.record(scores, given, { client_id });
  await query(
    `with kept as (update responses set completed_at = $2 where id = $1)
     update response_slots set completed_at = $2 where id = $1`,
    [id, `2026-${day}T12:00:00Z`],
  );
};
await record(ana, { Score: 10, Color: 'red', Colors: ['red', 'blue'], Seen: '2026-01-01' }, '01-05');
await record(ana, { Score: 4, Color: 'blue', Seen: '2026-02-01' }, '02-05');
await record(ben, { Color: 'red', Seen: '2026-01-15' }, '01-20');
await record(ben, { Score: 7, Color: 'green' }, '03-01');
await make.record(notes, { Note: 'a' }, { client_id: ana });

const holder = (privileges: EntityPrivileges, grants: Grant[] = []) =>
  server.newUser(organization, { privileges, grants });
const client = { key: 'who', field: 'client_id' };
const of = (name: string, more: object = {}) => ({ form: scores.id, field: String(scores.ids[name]), ...more });
const score = of('Score', { key: 'score' });
const note = { key: 'note', form: notes.id, field: String(notes.ids.Note) };

/** Keeps a report, to build on. */
const kept = (draft: DefinitionDraft) => keep(organization, definitionOf(draft));
const on = (report_target_id: number, ...fields: object[]): DefinitionDraft => ({
  report_type: 'query',
  report_target_id,
  fields,
});
const sum = { field: 'score', agg_query: 'sum' };

describe('an Aggregate', () => {
  test('is refused on columns that the report below has not, and on more than three groups', async () => {
    const target = await kept({ fields: [client, score, of('Color'), of('Seen')] });
    await expect(page(owner, on(target, { field: 'nothing' }))).rejects.toMatchObject({
      errors: { 'fields.0.field': [expect.any(String)] },
    });
    await expect(page(owner, on(target, { form: scores.id, field: String(scores.ids.Score) }))).rejects.toMatchObject({
      errors: { 'fields.0.form': [expect.any(String)] },
    });
    const four = ['who', 'score', 'c3', 'c4'].map((field) => ({ field }));
    await expect(page(owner, on(target, ...four))).rejects.toMatchObject({ errors: { fields: [expect.any(String)] } });
    const other = {
      ...on(target, { field: 'who' }),
      conditions: [{ form: notes.id, field_name: note.field, op: 'EMPTY' }],
    };
    await expect(page(owner, other)).rejects.toMatchObject({
      errors: { 'conditions.and.0.field_name': [expect.any(String)] },
    });
  });

  test('6: adds up the rows of the report below', async () => {
    const target = await kept({ fields: [client, score, note] });
    expect(await values(owner, on(target, { field: 'who' }, sum))).toEqual([
      [ana, 14],
      [ben, 7],
    ]);
    const { record_count, headers } = await page(owner, on(target, { field: 'who' }, sum));
    expect([record_count, headers.map(({ label }) => label)]).toEqual([4, ['Client ID', 'Score (sum)']]);
  });

  test('has the conditions of the report below met first, then its own, by form and field', async () => {
    const red = [{ field_name: String(scores.ids.Color), op: 'EQ', value: 'red' }];
    const target = await kept({ fields: [client, score, of('Color', { key: 'color' })], conditions: red });
    const count = { field: 'color', agg_query: 'count' };
    expect(await values(owner, on(target, { field: 'color' }, count))).toEqual([['red', 2]]);
    const own = (one: object) => ({ ...on(target, { field: 'who' }, count), conditions: [one] });
    const above = { form: scores.id, field_name: String(scores.ids.Score), op: 'GT', value: 5 };
    expect(await values(owner, own(above))).toEqual([[ana, 1]]);
    expect(await values(owner, own({ field_name: 'client_id', op: 'EQ', value: ben }))).toEqual([[ben, 1]]);
    const filters = { and: [above] };
    expect(await values(owner, on(target, { ...count, filters }))).toEqual([[1]]);
  });

  test('groups by what the report below worked out, and by every type of column', async () => {
    const grouped = await kept({ fields: [client, { ...score, agg: 'count' }] });
    expect(await values(owner, on(grouped, { field: 'score' }, { field: 'who', agg_query: 'count' }))).toEqual([
      [1, 1],
      [2, 1],
    ]);
    const names = ['Color', 'Colors', 'Seen', 'Home'];
    const plain = await kept({
      fields: [client, score, ...names.map((name) => of(name, { key: name.toLowerCase() }))],
    });
    for (const name of names) {
      const first = { field: name.toLowerCase(), agg_query: 'first' };
      const by = { ...on(plain, { field: name.toLowerCase() }, first), default_order: [{ key: 'c1' }, { key: 'c2' }] };
      expect([name, (await page(owner, by)).records.map(({ display_values }) => display_values)]).toEqual([
        name,
        {
          Color: [
            ['BLUE', 'BLUE'],
            ['GREEN', 'GREEN'],
            ['RED', 'RED'],
          ],
          Colors: [
            ['RED, BLUE', 'RED, BLUE'],
            ['', ''],
          ],
          Seen: [
            ['01/01/2026', '01/01/2026'],
            ['01/15/2026', '01/15/2026'],
            ['02/01/2026', '02/01/2026'],
            ['', ''],
          ],
          Home: [['', '']],
        }[name],
      ]);
    }
    // Of each person the score that was recorded last; ten decimals and blanks as elsewhere.
    const last = { field: 'score', agg_query: 'last' };
    expect(await values(owner, on(plain, { field: 'who' }, last, { type: 'operation', formula: 'A + B' }))).toEqual([
      [ana, 4, ana + 4],
      [ben, 7, ben + 7],
    ]);
    // What a function could not work with is blank.
    const blank = await kept({ fields: [client, of('Color', { key: 'color', agg: 'max' })] });
    const both = { ...on(blank, { field: 'color' }), conditions: [{ field_name: 'color', op: 'EMPTY' }] };
    expect(await values(owner, both)).toEqual([[null]]);
    // Without anything worked out it is groups, too.
    expect(await values(owner, on(plain, { field: 'who' }))).toEqual([[ana], [ben]]);
  });

  test('is built on windows, fields, households and tables too', async () => {
    const latest = { [scores.id]: [{ form: scores.id, field: 'completed_at', function: 'latest' }] };
    const below = {
      window: await kept({ fields: [client, score], window: { order_fields: latest } }),
      fields: await kept({ report_type: 'fields', fields: [client, { key: 'score', field: score.field }] }),
      people: await kept({
        report_type: 'system',
        settings: { table: 'people' },
        fields: [client, { key: 'score', field: 'client_age' }],
      }),
    };
    expect(await values(owner, on(below.window, sum))).toEqual([[11]]);
    expect(await values(owner, on(below.fields, sum, { field: 'who', agg_query: 'count' }))).toEqual([[11, 2]]);
    expect(await values(owner, on(below.people, { field: 'who', agg_query: 'count' }))).toEqual([[2]]);
  });

  test('and reports on fields, households and tables are read whole, drawn and summed up as others are', async () => {
    const target = await kept({ fields: [client, score] });
    const drafts: DefinitionDraft[] = [
      on(target, { key: 'x', field: 'who' }, { ...sum, key: 'y' }),
      {
        report_type: 'fields',
        fields: [
          { key: 'x', field: 'client_id' },
          { key: 'y', field: score.field },
        ],
      },
      {
        report_type: 'household',
        settings: { per_member: true },
        fields: [
          { key: 'x', field: 'household_id' },
          { key: 'y', field: 'client_age' },
        ],
      },
      {
        report_type: 'system',
        settings: { table: 'responses' },
        fields: [
          { key: 'x', field: 'form_name' },
          { key: 'y', field: 'response_id' },
        ],
      },
    ];
    const read = (draft: DefinitionDraft) =>
      asking(owner, draft, {
        as: async (report) => {
          const rows: unknown[] = [];
          const { columns, rows: exported } = report.exported();
          for await (const some of exported) rows.push(...some);
          const keys = columns.slice(0, columns.length - report.headers.length).map(({ label }) => label);
          const [stat] = await report.stats([{ key: 'y', functions: ['count'] }]);
          const drawn = await report.groups({ x: 'x', group: null, ys: ['y'] });
          return { keys, rows: rows.length, counted: stat?.value, drawn: drawn.groups.length };
        },
      });
    expect(await Promise.all(drafts.map(read))).toEqual([
      { keys: [], rows: 2, counted: 2, drawn: 2 },
      { keys: ['client_id'], rows: 2, counted: 2, drawn: 2 },
      { keys: ['client_id', 'household_id'], rows: 0, counted: 0, drawn: 0 },
      { keys: ['client_id', 'response_id'], rows: 5, counted: 5, drawn: 2 },
    ]);
  });

  test('shows what the viewer may see, and nothing of a report that is no more or an Aggregate itself', async () => {
    const target = await kept({ fields: [client, score, note] });
    const report = on(target, { field: 'who' }, sum, { field: 'note', agg_query: 'count' });
    const granted: Grant = { entity: 'clients', id: ben, actions: ['read'] };
    const few = await holder({ client_forms: ['read'] }, [granted]);
    expect(await values(few, report, { isKept: true })).toEqual([[ben, 7, 0]]);
    expect(await values(await holder({ clients: ['read'] }), report, { isKept: true })).toEqual([]);
    await query('update forms set restricted = true where id = $1', [notes.id]);
    const { headers, records } = await page(few, on(target, { field: 'note' }, sum), { isKept: true });
    expect(headers.map(({ restricted }) => restricted)).toEqual([true, false]);
    expect(records.map(({ values, display_values }) => [values, display_values])).toEqual([
      [
        [null, 7],
        ['Restricted', '7'],
      ],
    ]);
    const neighbor = (await server.newOrganization()).owner;
    expect(await values(neighbor, report, { isKept: true })).toEqual([]);
    const circle = await kept({ fields: [client] });
    await query(`update report_definitions set report_type = 'query', report_target_id = id where id = $1`, [circle]);
    expect(await values(owner, on(circle, { field: 'who' }), { isKept: true })).toEqual([]);
  });
});
