import { beforeEach, describe, expect, test } from 'vitest';
import { clientFormRoutes } from '#contract/resources/client-forms.ts';
import { clientRoutes } from '#contract/resources/clients.ts';
import { dataImportRoutes } from '#contract/resources/data-imports.ts';
import { importRoutes } from '#contract/resources/imports.ts';
import { formMakers, type TestForm } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';
import type { TestOrganization, TestUser } from '#tests/server/people.ts';
import { kindOf } from './findings.ts';

const server = await startServer();
const { call, send } = server;

let organization: TestOrganization;
let as: TestUser;
let make: ReturnType<typeof formMakers>;
let client_id: number;
let form: TestForm;
beforeEach(async () => {
  organization = await server.newOrganization();
  as = organization.owner;
  make = formMakers(server, organization);
  client_id = await make.person();
  form = await make.form('Plan', { Goal: { field_type: 'freeform-long' }, Score: { field_type: 'number' } });
});

const written = (lines: string[]) => new File([lines.join('\n')], 'plan.csv');
/** A file of changes, checked as a whole by somebody. */
const checked = async (lines: string[], by: TestUser = as) => {
  const params = { form_id: form.id };
  const header = `Client ID,Form Response ID,Time Recorded,Goal [${form.ids.Goal}],Score [${form.ids.Score}]`;
  const input = written([header, ...lines]);
  const { id } = await call(importRoutes.create, { as: by, params, body: { type: 'bulk_update' }, files: { input } });
  await call(importRoutes.run, { as: by, params: { ...params, id }, body: { dry_run: true } });
  await server.drainJobs();
  return { ...params, id };
};
const record = async (answers: Record<string, unknown>, of = client_id) =>
  (await make.record(form, answers, { client_id: of })).id;

describe('what the check of a file found is refused', () => {
  test('to an outsider, to who may not import, and to who did not send the file', async () => {
    const params = await checked([`${client_id},,,Sleep,many`]);
    const outsider = (await server.newOrganization()).owner;
    expect((await send(importRoutes.findings, { as: outsider, org: organization, params })).status).toBe(404);
    const reader = await server.newUser(organization, { privileges: { clients: ['read'], client_forms: ['read'] } });
    expect((await send(importRoutes.findings, { as: reader, params })).status).toBeGreaterThan(400);
    const writer = await server.newUser(organization, {
      privileges: { clients: ['read'], client_forms: ['read', 'write'], forms: ['use'] },
    });
    expect((await send(importRoutes.findings, { as: writer, params })).status).toBe(403);
    expect((await send(dataImportRoutes.findings, { as, params: { id: params.id } })).status).toBe(403);
  });
});

describe('what the check of a file found', () => {
  test('tells what would change: as it is now, and as it would be then', async () => {
    const id = await record({ Goal: 'Sleep', Score: 980 });
    const same = await record({ Goal: 'Eat', Score: 1 });
    const params = await checked([`${client_id},${id},,,1040`, `${client_id},${same},,Eat,1`, `${client_id},,,New,2`]);
    expect(await call(importRoutes.findings, { as, params })).toEqual({
      kinds: [],
      errors: [],
      changes: [
        {
          row: 2,
          item_id: id,
          values: [
            { field: 'Goal', now: 'Sleep', planned: null },
            { field: 'Score', now: '980', planned: '1040' },
          ],
        },
      ],
    });
    await call(clientFormRoutes.update, {
      as,
      params: { client_id, id },
      body: { answers: [{ field_id: form.ids.Goal as number, value: 'Rest' }] },
    });
    const [change] = (await call(importRoutes.findings, { as, params })).changes;
    expect(change?.values[0]).toEqual({ field: 'Goal', now: 'Rest', planned: null });
    await call(importRoutes.run, { as, params, body: {} });
    await server.drainJobs();
    expect((await call(importRoutes.findings, { as, params })).changes).toEqual([]);
  });

  test('tells of nobody whom who asks may not see any more', async () => {
    const other = await make.person();
    const [mine, theirs] = [await record({ Score: 1 }), await record({ Score: 2 }, other)];
    const worker = await server.newUser(organization, {
      privileges: { client_forms: ['read', 'write'], forms: ['use'] },
      grants: [client_id, other].map((id) => ({ entity: 'clients', id, actions: ['read'] })),
    });
    const params = await checked([`${client_id},${mine},,,7`, `${other},${theirs},,,8`], worker);
    const items = async () =>
      (await call(importRoutes.findings, { as: worker, params })).changes.map(({ item_id }) => item_id);
    expect(await items()).toEqual([mine, theirs]);
    await server.query(
      `delete from record_permissions where organization_id = $1 and entity = 'clients' and record_id = $2`,
      [organization.id, other],
    );
    expect(await items()).toEqual([mine]);
  });

  test('tells ten changes and fifty errors at most, and counts all of them by kind', async () => {
    const made = await Promise.all(Array.from({ length: 12 }, (_, score) => record({ Score: score })));
    const changed = await checked(made.map((id) => `${client_id},${id},,,99`));
    expect((await call(importRoutes.findings, { as, params: changed })).changes).toHaveLength(10);
    const lines = Array.from({ length: 60 }, (_, n) => `${client_id},,,x,word${n}`);
    const params = await checked([...lines, '999999,,,x,1', 'a,b']);
    const { kinds, errors, changes } = await call(importRoutes.findings, { as, params });
    expect([errors.length, changes]).toEqual([50, []]);
    expect(kinds.map(({ count }) => count)).toEqual([60, 1, 1]);
    expect(errors[0]).toMatchObject({ row: 2, column: `Score [${form.ids.Score}]`, value: 'word0' });
    expect(kinds[0]?.what).toBe(errors[0]?.what);
  });

  test('is told to the platform team of people, without the last 4 of SSN', async () => {
    const superuser = await server.newSuperuser();
    const input = new File([`id,last,ssn\n${client_id},Marsh-Lee,9876\n`], 'people.csv');
    const { id } = await call(dataImportRoutes.create, {
      as: superuser,
      body: { organization_id: organization.id, type: 'client' },
      files: { input },
    });
    const params = { id };
    const mappings = [
      { destination_id: 'last_name', origin_id: 2 },
      { destination_id: 'ssn_suffix', origin_id: 3 },
    ];
    await call(dataImportRoutes.update, { as: superuser, params, body: { client_id_column: 1, mappings } });
    await call(dataImportRoutes.update, { as: superuser, params, body: { dry_run: true } });
    await server.drainJobs();
    const before = await call(clientRoutes.show, { as, params: { id: client_id } });
    const found = await call(dataImportRoutes.findings, { as: superuser, params });
    expect(found.changes).toEqual([
      {
        row: 2,
        item_id: client_id,
        values: [
          { field: 'last', now: before.last_name, planned: 'Marsh-Lee' },
          { field: 'ssn', now: '••••', planned: '••••' },
        ],
      },
    ]);
    await call(dataImportRoutes.update, { as: superuser, params, body: { name: 'Another' } });
    expect((await call(dataImportRoutes.findings, { as: superuser, params })).changes).toEqual([]);
  });
});

test.each([
  ['“couch” isn’t an option of Where did you sleep?', 'Not an option of Where did you sleep'],
  ['There is no month 14. Write the month first, like 03/14/1985', 'There is no month …'],
  ['Several people may be this one: 1, 2. Fill in the ID.', 'Several people may be this one'],
  ['This row has 5 cells, but the first row has 7', 'This row has … cells, but the first row has …'],
  ['Enter a number', 'Enter a number'],
  ['Write a number without a unit, like 1234.50', 'Write a number without a unit'],
])('the kind of “%s” is %s', (message, kind) => {
  expect(kindOf(message)).toBe(kind);
});
