import { parse } from 'csv-parse/sync';
import { beforeEach, describe, expect, test } from 'vitest';
import writeWorkbook from 'write-excel-file/node';
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

beforeEach(async () => {
  organization = await server.newOrganization();
  as = organization.owner;
  make = formMakers(server, organization);
  client_id = await make.person();
  await server.query(`update organizations set time_zone = 'America/Los_Angeles' where id = $1`, [organization.id]);
});

const verified = async (form: TestForm, content: string | Uint8Array<ArrayBuffer>, name = 'a.csv') => {
  const params = { form_id: form.id };
  const files = { input: new File([content], name) };
  return (await send(importRoutes.create, { as, params, body: { type: 'bulk_update' }, files })).body;
};
const ran = async (form: TestForm, ...file: [content: string | Uint8Array<ArrayBuffer>, name?: string]) => {
  const made = await verified(form, ...file);
  expect(made).toMatchObject({ state: 'mapped', errors: {} });
  const params = { form_id: form.id, id: made.id };
  await call(importRoutes.run, { as, params, body: {} });
  await server.drainJobs();
  return call(importRoutes.show, { as, params });
};
const errorsOf = async (form: TestForm, id: number) => {
  const { bytes } = await send(importRoutes.errors, { as, params: { form_id: form.id, id } });
  return (parse(Buffer.from(bytes), { bom: true }) as string[][]).slice(1).map((line) => line.slice(-3));
};
const stored = () =>
  server.query<{ id: number; answers: Record<string, unknown>; completed_at: string }>(
    'select id, answers, completed_at, lock_version from responses where organization_id = $1 order by id',
    [organization.id],
  );
const downloaded = async (form: TestForm, format: 'csv' | 'xlsx' = 'csv') =>
  (await send(responseDownloadRoutes[format], { as, params: { id: form.id }, query: {} })).bytes;

describe('an error of a formula is no blank cell', () => {
  const error = (word: string) => `This cell shows the error ${word}. Correct its formula, or clear the cell.`;

  test.each(['csv', 'xlsx'])('in a file of the kind %s: each is told, and no answer is erased', async (kind) => {
    const form = await make.form('Visits', { Note: {}, Hours: { field_type: 'number' }, Day: { field_type: 'date' } });
    const { id } = await make.record(form, { Note: 'kept', Hours: 2, Day: '2026-01-05' }, { client_id });
    const before = await stored();
    const labels = ['Note', 'Hours', 'Day'].map((name) => `${name} [${form.ids[name]}]`);
    const rows = [
      ['Client ID', 'Form Response ID', 'Time Recorded', ...labels],
      [String(client_id), String(id), '#REF!', '#N/A', '#DIV/0!', '#VALUE!'],
      ['#N/A', '', '', 'a', '', ''],
    ];
    const content =
      kind === 'csv'
        ? rows.map((row) => row.join(',')).join('\r\n')
        : new Uint8Array(await writeWorkbook([{ sheet: 'One', data: rows }]).toBuffer());
    const done = await ran(form, content, `a.${kind}`);
    expect(done).toMatchObject({ state: 'failed', counts: { updated: 0, created: 0, failed: 2 } });
    expect(await errorsOf(form, done.id)).toEqual([
      ['2', 'Time Recorded', error('#REF!')],
      ['2', labels[0], error('#N/A')],
      ['2', labels[1], error('#DIV/0!')],
      ['2', labels[2], error('#VALUE!')],
      ['3', 'Client ID', error('#N/A')],
    ]);
    expect(await stored()).toEqual(before);
  });

  test('and the file of errors keeps cells of several lines in their row', async () => {
    const form = await make.form('Visits', { Note: { field_type: 'freeform-long' }, Hours: { field_type: 'number' } });
    const head = [
      'Client ID',
      'Form Response ID',
      'Time Recorded',
      `Note [${form.ids.Note}]`,
      `Hours [${form.ids.Hours}]`,
    ];
    const done = await ran(form, `${head.join(',')}\r\n${client_id},,,"one\ntwo",#N/A\r\n`);
    const { bytes } = await send(importRoutes.errors, { as, params: { form_id: form.id, id: done.id } });
    expect(Buffer.from(bytes).toString()).toContain(`${client_id},,,"one\ntwo",#N/A,2,`);
  });

  test('unless somebody has answered so', async () => {
    const form = await make.form('Visits', { Note: {} });
    await make.record(form, { Note: '#N/A' }, { client_id });
    expect(await ran(form, Buffer.from(await downloaded(form)).toString())).toMatchObject({
      state: 'succeeded',
      counts: { unchanged: 1 },
    });
  });
});

test('questions whose names begin as formulas do come back in an untouched download', async () => {
  const names = [
    '- of which children',
    '+ others',
    '= total',
    '@home',
    "'=quoted",
    'a "b", c; d',
    'Same',
    '子供 – наши',
  ];
  const form = await make.form('Household', Object.fromEntries(names.map((name) => [name, {}])));
  await make.record(form, Object.fromEntries(names.map((name, place) => [name, `${place}`])), { client_id });
  for (const format of ['csv', 'xlsx'] as const) {
    const bytes = new Uint8Array(await downloaded(form, format));
    expect(await ran(form, bytes, `a.${format}`)).toMatchObject({ state: 'succeeded', counts: { unchanged: 1 } });
  }
});

test('a file with semicolons is read whatever commas its questions hold', async () => {
  const form = await make.form('Needs', { 'Needs: food, rent, work, other': {} });
  const label = `Needs: food, rent, work, other [${form.ids['Needs: food, rent, work, other']}]`;
  const head = `\ufeffClient ID;Form Response ID;Time Recorded;${label}`;
  expect(await ran(form, `${head}\r\n${client_id};;;Food\r\n`)).toMatchObject({ counts: { created: 1 } });
  expect(await ran(form, `sep=;\r\n${head.slice(1)}\r\n${client_id};;;Rent, food\r\n`)).toMatchObject({
    counts: { created: 1 },
  });
  expect((await stored()).map(({ answers }) => Object.values(answers))).toEqual([['Food'], ['Rent, food']]);
});

describe('a time without a zone is the organization’s', () => {
  let form: TestForm;
  let head: string[];
  beforeEach(async () => {
    form = await make.form('Visits', { Note: {} });
    head = ['Client ID', 'Form Response ID', 'Time Recorded', `Note [${form.ids.Note}]`];
  });

  test('in a text and in a date cell alike', async () => {
    // 10 PM, as a cell without a zone holds it.
    const night = { value: new Date('2024-01-15T22:00:00Z'), type: Date, format: 'm/d/yyyy h:mm' };
    const workbook = await writeWorkbook([
      { sheet: 'One', data: [head, [client_id, null, night, 'same in a workbook']] },
    ]).toBuffer();
    await ran(form, `${head.join(',')}\n${client_id},,1/15/2024 22:00,same in CSV\n`);
    await ran(form, new Uint8Array(workbook), 'a.xlsx');
    expect((await stored()).map(({ completed_at }) => completed_at)).toEqual([
      '2024-01-16T06:00:00.000Z',
      '2024-01-16T06:00:00.000Z',
    ]);
  });

  test('and a workbook that is downloaded shows it, with the zone in its first row', async () => {
    await make.record(form, { Note: 'x' }, { client_id });
    // The second 1:30 of that night.
    const time = '2024-11-03T09:30:15.123456Z';
    await server.query('update responses set completed_at = $2 where organization_id = $1', [organization.id, time]);
    const before = await stored();
    const bytes = new Uint8Array(await downloaded(form, 'xlsx'));
    const made = await verified(form, bytes, 'a.xlsx');
    expect(made.preview[0]?.[2]).toBe('2024-11-03 01:30:15');
    expect(await ran(form, bytes, 'a.xlsx')).toMatchObject({ state: 'succeeded', counts: { unchanged: 1 } });
    // Its zone stands in the file: it means the same once the organization has moved.
    await server.query(`update organizations set time_zone = 'Asia/Tokyo' where id = $1`, [organization.id]);
    expect(await ran(form, bytes, 'a.xlsx')).toMatchObject({ state: 'succeeded', counts: { unchanged: 1 } });
    expect(await stored()).toEqual(before);
    const csv = Buffer.from(await downloaded(form)).toString();
    expect(csv).toContain('Client ID,Form Response ID,Time Recorded,');
    expect(csv).toContain('2024-11-03T09:30:15.123Z');
  });

  test('and what the clocks skipped, or showed twice, is told', async () => {
    const done = await ran(
      form,
      `${head.join(',')}\n${client_id},,3/10/2024 2:30,never\n${client_id},,11/3/2024 1:30,twice\n`,
    );
    expect(done).toMatchObject({ state: 'failed', counts: { failed: 2 } });
    expect((await errorsOf(form, done.id)).map(([row, column, message]) => [row, column, message])).toEqual([
      ['2', 'Time Recorded', 'The clocks were set forward on 2024-03-10, and 02:30 was skipped. Write another time.'],
      [
        '3',
        'Time Recorded',
        'The clocks were set back on 2024-11-03, and 01:30 came twice. Write 2024-11-03T01:30-07:00 or 2024-11-03T01:30-08:00.',
      ],
    ]);
  });
});
