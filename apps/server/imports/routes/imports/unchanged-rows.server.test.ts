import { beforeEach, describe, expect, test } from 'vitest';
import { importRoutes } from '#contract/resources/imports.ts';
import { responseDownloadRoutes } from '#contract/resources/response-downloads.ts';
import { formMakers, type TestForm } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';
import type { TestOrganization, TestUser } from '#tests/server/people.ts';

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
  form = await make.form('Visits', {
    Since: { field_type: 'date' },
    Hours: { field_type: 'number' },
    Zip: {},
    Note: {},
  });
});

const recorded = async (count: number) => {
  for (let n = 0; n < count; n++)
    await make.record(
      form,
      { Since: '2024-01-15', Hours: 1.5, Zip: '02134', Note: n === 0 ? '=sum' : `n${n}` },
      { client_id },
    );
};
const stored = () =>
  server.query<{ id: number; completed_at: string }>(
    `select id, answers, completed_at::text, updated_by_id, updated_at, lock_version, calculation_results
       from responses where organization_id = $1 order by id`,
    [organization.id],
  );
const history = async () =>
  (
    await server.query(`select id from versions where organization_id = $1 and item_type = 'client_forms'`, [
      organization.id,
    ])
  ).length;

const downloaded = async () => {
  const { bytes } = await send(responseDownloadRoutes.csv, { as, params: { id: form.id }, query: {} });
  return Buffer.from(bytes).toString();
};
/** As a spreadsheet of the United States saves what it opened. */
const savedAgain = (text: string) =>
  text.replace('\ufeff', '').replaceAll(',2024-01-15,1.5,02134,', ',1/15/2024,1.50,2134,');

const imported = async (text: string, by = as) => {
  const params = { form_id: form.id };
  const input = new File([text], 'visits.csv');
  const { body } = await send(importRoutes.create, {
    as: by,
    params,
    body: { type: 'bulk_update' },
    files: { input },
  });
  expect(body).toMatchObject({ state: 'mapped' });
  await call(importRoutes.run, { as: by, params: { ...params, id: body.id }, body: {} });
  await server.drainJobs();
  return call(importRoutes.show, { as, params: { ...params, id: body.id } });
};

describe('a download that a spreadsheet saved again changes nothing', () => {
  test.each([1, 250])('of %d rows', async (count) => {
    await make.record(form, { Since: '2024-01-15', Hours: 1.5, Zip: '02134', Note: '=sum' }, { client_id });
    if (count > 1)
      await server.query(
        `with made as (
           insert into responses (organization_id, form_id, client_id, administrator_id, answers, completed_at)
           select organization_id, form_id, client_id, administrator_id, answers, completed_at - n * interval '1.000007 seconds'
             from responses, generate_series(1, $2::int) n where organization_id = $1
           returning organization_id, form_id, id, client_id, completed_at)
         insert into response_slots (organization_id, form_id, id, client_id, completed_at) select * from made`,
        [organization.id, count - 1],
      );
    const before = [await stored(), await history()];
    const text = savedAgain(await downloaded());
    expect(text.match(/1\/15\/2024,1\.50,2134,/g)).toHaveLength(count);
    const other = await server.newUser(organization, {
      privileges: { clients: ['read'], client_forms: ['read', 'write'], forms: ['read', 'use'] },
    });
    const done = await imported(text, other);
    expect(done).toMatchObject({
      state: 'succeeded',
      counts: { created: 0, updated: 0, unchanged: count, failed: 0 },
      transaction_id: null,
    });
    expect([await stored(), await history()]).toEqual(before);
  });

  test('also between rows that do change something, which keep their microseconds', async () => {
    await recorded(3);
    await server.query(`update responses set completed_at = '2026-11-20T09:30:00.123456Z' where organization_id = $1`, [
      organization.id,
    ]);
    await server.query(
      `update response_slots set completed_at = '2026-11-20T09:30:00.123456Z' where organization_id = $1`,
      [organization.id],
    );
    const [first, second, third] = await stored();
    const text = savedAgain(await downloaded())
      .replace(',n1', ',other')
      .replace(',n2', ',another');
    expect(await imported(text)).toMatchObject({ state: 'succeeded', counts: { updated: 2, unchanged: 1 } });
    const after = await stored();
    expect(after[0]).toEqual(first);
    for (const [now, was] of [
      [after[1], second],
      [after[2], third],
    ] as const)
      expect(now).toMatchObject({ completed_at: was?.completed_at, lock_version: 2 });
    const slots = await server.query<{ completed_at: string }>(
      'select distinct completed_at::text from response_slots where organization_id = $1',
      [organization.id],
    );
    expect(slots).toEqual([{ completed_at: first?.completed_at }]);
  });

  test('and a cell that somebody did change is a change', async () => {
    await recorded(1);
    const text = savedAgain(await downloaded()).replace(',1.50,2134,', ',1.51,2135,');
    expect(await imported(text)).toMatchObject({ state: 'succeeded', counts: { updated: 1, unchanged: 0 } });
    const [row] = await stored();
    expect(row).toMatchObject({
      answers: {
        [form.ids.Hours as number]: 1.51,
        [form.ids.Zip as number]: '2135',
        [form.ids.Note as number]: '=sum',
      },
    });
  });
});

test('a row that says otherwise of a locked question alone changes nothing', async () => {
  form = await make.form(
    'Locked',
    { Hours: { field_type: 'number' }, Note: {} },
    {
      logic: (ids) => [
        {
          name: 'Lock',
          condition: {
            and: [
              {
                scope: 'form',
                conditions: { and: [{ field_name: String(ids.Hours), op: 'GTE', value: 1 }] },
              },
            ],
          },
          actions: [{ type: 'lock', field_id: ids.Note as number }],
        },
      ],
    },
  );
  await make.record(form, { Hours: 0, Note: 'kept' }, { client_id });
  await server.query(
    `update responses set answers = answers || jsonb_build_object($2::text, 5) where organization_id = $1`,
    [organization.id, String(form.ids.Hours)],
  );
  const before = [await stored(), await history()];
  const text = (await downloaded()).replace(',kept', ',other');
  expect(await imported(text)).toMatchObject({ state: 'succeeded', counts: { updated: 0, unchanged: 1 } });
  expect([await stored(), await history()]).toEqual(before);
});

test('an import of which every row is refused writes nothing, and the next one runs', async () => {
  await recorded(1);
  const before = [await stored(), await history()];
  const text = await downloaded();
  expect(await imported(text.replace(',1.5,', ',many,'))).toMatchObject({ state: 'failed', counts: { failed: 1 } });
  expect([await stored(), await history()]).toEqual(before);
  expect(await imported(text)).toMatchObject({ state: 'succeeded', counts: { unchanged: 1 } });
});
