import { beforeEach, describe, expect, test } from 'vitest';
import type { EntityPrivileges } from '#contract/kit/privileges.ts';
import { formMakers, type TestForm } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';
import type { Grant, TestOrganization, TestUser } from '#tests/server/people.ts';
import { type DefinitionDraft, reporting } from '#tests/server/reporting.ts';

const server = await startServer();
const { query } = server;
const { values, page } = reporting(server);

let organization: TestOrganization;
let owner: TestUser;
let make: ReturnType<typeof formMakers>;
let ana: number;
let ben: number;
let scores: TestForm;
let checks: TestForm;

const recordedAt = (id: number, day: string) =>
  query(
    `with kept as (update responses set completed_at = $2 where id = $1)
     update response_slots set completed_at = $2 where id = $1`,
    [id, `2026-${day}T12:00:00Z`],
  );
const record = async (form: TestForm, client_id: number, given: Record<string, unknown>, day: string) => {
  const { id } = await make.record(form, given, { client_id });
  await recordedAt(id, day);
  return id;
};

beforeEach(async () => {
  organization = await server.newOrganization();
  owner = organization.owner;
  make = formMakers(server, organization);
  ana = await make.person('Ana');
  ben = await make.person('Ben');
  const options = ['red', 'blue', 'green'].map((label, position) => ({ label, value: label, position }));
  scores = await make.form('Scores', {
    Score: { field_type: 'number' },
    Colors: { field_type: 'select-many', field_options: options },
    Seen: { field_type: 'date' },
  });
  // The same field on another form.
  checks = await make.form('Checks', { Score: scores.ids.Score as number, Word: {} });
});

const holder = (privileges: EntityPrivileges, grants: Grant[] = []) =>
  server.newUser(organization, { privileges, grants });
const reading = (record: number): Grant => ({ entity: 'clients', id: record, actions: ['read'] });
const of = (...fields: (string | object)[]): DefinitionDraft => ({
  report_type: 'fields',
  fields: fields.map((one) => (typeof one === 'string' ? { field: one } : one)),
});
const field = (name: string) => String(scores.ids[name] ?? checks.ids[name]);
const all_answers = { settings: { all_answers: true } };
const kept = { isKept: true };

describe('a report on fields', () => {
  test('is refused on what is no field of a form that its author may use', async () => {
    const stock = await make.form('Stock', { Name: {} }, { form_type: 'internal' });
    const [nobody, clinic] = [await holder({ clients: ['read'], client_forms: ['read'] }), field('Score')];
    await expect(page(nobody, of('client_id', clinic))).rejects.toMatchObject({
      errors: { 'fields.1.field': [expect.any(String)] },
    });
    for (const unknown of [String(stock.ids.Name), '999999999', 'household_size'])
      await expect(page(owner, of('client_id', unknown))).rejects.toMatchObject({
        errors: { 'fields.1.field': [expect.any(String)] },
      });
  });

  test('7: shows the latest answer of each person that is not blank', async () => {
    await record(scores, ana, { Score: 10 }, '01-05');
    await record(scores, ana, { Score: 4 }, '02-05');
    await record(scores, ben, { Colors: ['red'] }, '01-20');
    await record(scores, ben, { Score: 7 }, '03-01');
    await record(scores, ben, { Colors: ['green'] }, '03-05');
    expect(await values(owner, of('client_id', field('Score')))).toEqual([
      [ana, 4],
      [ben, 7],
    ]);
    expect(await values(owner, of('client_id', field('Score'), field('Colors')))).toEqual([
      [ana, 4, null],
      [ben, 7, ['green']],
    ]);
  });

  test('takes the latest from any form that asks the field, and leaves out who answered none', async () => {
    await record(scores, ana, { Score: 10, Colors: ['red', 'blue'], Seen: '2026-01-01' }, '03-01');
    await record(checks, ana, { Score: 3 }, '04-01');
    await record(checks, ben, { Word: 'a' }, '04-01');
    const columns = ['client_id', 'Score', 'Colors', 'Seen'].map((name) => (name === 'client_id' ? name : field(name)));
    expect(await values(owner, of(...columns))).toEqual([[ana, 3, ['red', 'blue'], '2026-01-01']]);
    const { records } = await page(owner, of(field('Colors'), field('Seen')));
    expect(records[0]).toMatchObject({
      display_values: ['red, blue', '01/01/2026'],
      links: [`/organization/clients/${ana}`, `/organization/clients/${ana}`],
    });
  });

  test('shows a row for each response on request, with its form and its time', async () => {
    const first = await record(scores, ana, { Score: 10, Colors: ['red'] }, '01-05');
    const second = await record(checks, ana, { Score: 3 }, '04-01');
    await record(checks, ben, { Word: 'a' }, '04-01');
    const columns = ['client_id', 'form_name', 'response_id', 'completed_at', 'created_by', field('Score')];
    expect(await values(owner, { ...of(...columns), ...all_answers })).toEqual([
      [ana, 'Scores', first, '2026-01-05T12:00:00.000Z', owner.id, 10],
      [ana, 'Checks', second, '2026-04-01T12:00:00.000Z', owner.id, 3],
    ]);
    const { records } = await page(owner, { ...of(field('Score')), ...all_answers });
    expect(records[1]?.links).toEqual([`/organization/clients/${ana}/client_forms/${second}`]);
  });

  test('is filtered, ordered and put into groups like other reports', async () => {
    await record(scores, ana, { Score: 10, Colors: ['red', 'blue'] }, '01-05');
    await record(scores, ben, { Score: 4, Colors: ['blue'] }, '01-05');
    const above = [{ field_name: field('Score'), op: 'GT', value: 5 }];
    expect(await values(owner, { ...of('client_id'), conditions: above, fields: [{ field: field('Score') }] })).toEqual(
      [[10]],
    );
    const blue = [{ field_name: field('Colors'), op: 'IN', value: ['blue'] }];
    const order = [{ field: field('Score'), order: 'asc' }];
    expect(
      await values(owner, { ...of('client_first_name', field('Score')), conditions: blue, default_order: order }),
    ).toEqual([
      ['Ben', 4],
      ['Ana', 10],
    ]);
    const grouped = of(
      { field: 'client_gender' },
      { field: field('Score'), agg: 'avg' },
      { field: 'client_id', agg: 'count' },
    );
    expect(await values(owner, grouped)).toEqual([['female', 7, 2]]);
  });

  test('shows exactly the people and answers that the viewer may read', async () => {
    await record(scores, ana, { Score: 10 }, '01-05');
    await record(checks, ana, { Score: 3, Word: 'x' }, '04-01');
    await record(scores, ben, { Score: 4 }, '01-05');
    const report = of('client_id', field('Score'));
    const few = await holder({ client_forms: ['read'] }, [reading(ana)]);
    expect(await values(few, report, kept)).toEqual([[ana, 3]]);
    expect(await values(await holder({ clients: ['read'] }), report, kept)).toEqual([]);
    const neighbor = (await server.newOrganization()).owner;
    expect(await values(neighbor, report, kept)).toEqual([]);
    // Restricted, the form with the newer answer is as if it did not ask.
    await make.grant('forms', checks.id, owner, 'read', 'write');
    expect(await values(few, report, kept)).toEqual([[ana, 10]]);
    expect(await values(owner, report)).toContainEqual([ana, 3]);
    const { headers, records } = await page(few, of('client_id', field('Score'), field('Word')), kept);
    expect(headers.map(({ restricted }) => restricted)).toEqual([false, false, true]);
    expect(records.map(({ values, display_values }) => [values, display_values[2]])).toEqual([
      [[ana, 10, null], 'Restricted'],
    ]);
    const asked = { conditions: { and: [{ field_name: field('Word'), op: 'EMPTY' as const }] } };
    expect(await values(few, report, { ...kept, ...asked } as never)).toEqual([]);
    await query('update clients set archived_at = now() where id = $1', [ana]);
    expect(await values(owner, report)).toEqual([[ben, 4]]);
  });
});
