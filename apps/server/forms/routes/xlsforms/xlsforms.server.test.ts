import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import readWorkbook from 'read-excel-file/node';
import { describe, expect, test } from 'vitest';
import writeWorkbook from 'write-excel-file/node';
import { fieldRoutes } from '#contract/resources/fields.ts';
import { formRoutes } from '#contract/resources/forms.ts';
import { xlsformRoutes } from '#contract/resources/xlsforms.ts';
import { startServer } from '#tests/server/harness.ts';

const server = await startServer();

type Sheets = Record<string, (string | number)[][]>;

const bytesOf = async (sheets: Sheets) =>
  new Uint8Array(await writeWorkbook(Object.entries(sheets).map(([sheet, data]) => ({ sheet, data }))).toBuffer());
const file = (bytes: Uint8Array<ArrayBuffer>, name = 'intake.xlsx') => new File([bytes], name);
const workbook = async (sheets: Sheets) => file(await bytesOf(sheets));

const header = ['type', 'name', 'label', 'required', 'relevant', 'constraint', 'calculation'];
const intake: Sheets = {
  survey: [
    header,
    ['integer', 'age', 'Age', 'yes', '', '. >= 0 and . <= 120'],
    ['select_one job', 'job', 'Job', '', `\${age} >= 18`],
    ['text', 'employer', 'Employer', 'yes', `selected(\${job}, 'yes')`],
    ['geopoint', 'place', 'Place'],
    ['calculate', 'months', 'Age in months', '', '', '', `\${age} * 12`],
    ['note', 'old', 'Ask for the pension', '', `\${months} > 780`],
  ],
  choices: [
    ['list_name', 'name', 'label'],
    ['job', 'yes', 'Has a job'],
    ['job', 'no', 'Has none'],
  ],
  settings: [['form_title'], ['Work intake']],
};
const outcome = {
  name: 'Work intake',
  questions: 5,
  mapped: 4,
  rules: 3,
  calculations: 1,
  languages: [],
  remarks: [{ sheet: 'survey', row: 5, message: 'place is left out: no field has the type geopoint' }],
};

describe('a file is refused', () => {
  const refusal = async (input?: File) => {
    const { owner: as } = await server.newOrganization();
    const reply = await server.send(xlsformRoutes.check, { as, body: {}, files: input ? { input } : {} });
    return [reply.status, reply.errors];
  };
  const choose = [422, { input: ['Choose an XLSForm workbook (.xlsx)'] }];

  test.each([
    ['an old workbook', 'form.xls', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'],
    ['an old workbook with a new name', 'form.xlsx', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'],
    ['a table of text', 'form.csv', 'type,name\ntext,a\n'],
    ['an empty file', 'form.xlsx', ''],
  ])('when it is %s', async (_, name, content) => {
    expect(
      await refusal(
        file(
          Uint8Array.from(content, (one) => one.charCodeAt(0)),
          name,
        ),
      ),
    ).toEqual(choose);
  });

  test('when there is none', async () => {
    expect(await refusal()).toEqual(choose);
  });

  test('when it is an archive without sheets', async () => {
    expect(await refusal(file(zipSync({ 'a.xml': strToU8('<a/>') })))).toEqual([
      422,
      {
        input: [
          'This file isn’t a workbook. Open it in a spreadsheet program, save it as .xlsx and choose the new file.',
        ],
      },
    ]);
  });

  test('when it unpacks to a thousand times its size', async () => {
    const bomb = zipSync({ ...unzipSync(await bytesOf(intake)), 'xl/media/image.png': new Uint8Array(30_000_000) });
    expect(await refusal(file(bomb))).toEqual([
      422,
      { input: ['This file is far too large when unpacked. Remove unneeded content and choose it again.'] },
    ]);
  });

  test('but not because a single cell stands at the far end of its sheet', async () => {
    const files = unzipSync(await bytesOf(intake));
    const sheet = Object.keys(files).find((name) => name.endsWith('sheet1.xml')) as string;
    const far = '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData>';
    files[sheet] = strToU8(strFromU8(files[sheet] as Uint8Array).replace('</sheetData>', far));
    expect(await refusal(file(zipSync(files)))).toEqual([200, {}]);
  });

  test('when its questions go round in a circle, with the row', async () => {
    const survey = [header, ['integer', 'a', 'A'], ['calculate', 'total', '', '', '', '', `\${a} + \${total}`]];
    expect(await refusal(await workbook({ survey }))).toEqual([
      422,
      { input: ['Row 3 of survey: total refers to itself'] },
    ]);
  });
});

describe('an XLSForm', () => {
  test('is imported by who may write forms and fields, and exported to who may read the form', async () => {
    const organization = await server.newOrganization();
    const files = { input: await workbook(intake) };
    const writer = await server.newUser(organization, { privileges: { forms: ['write'] } });
    for (const route of [xlsformRoutes.check, xlsformRoutes.import])
      expect((await server.send(route, { as: writer, body: {}, files })).status).toBe(403);
    const both = await server.newUser(organization, { privileges: { forms: ['write'], fields: ['write'] } });
    const { form_id } = await server.call(xlsformRoutes.import, { as: both, body: {}, files });
    const stranger = await server.newUser(organization, { privileges: { clients: ['read'] } });
    expect((await server.send(xlsformRoutes.export, { as: both, params: { id: form_id } })).status).toBe(200);
    expect((await server.send(xlsformRoutes.export, { as: stranger, params: { id: form_id } })).status).toBe(404);
  });

  test('is checked without storing anything', async () => {
    const { owner: as } = await server.newOrganization();
    const files = { input: await workbook(intake) };
    expect(await server.call(xlsformRoutes.check, { as, body: {}, files })).toEqual(outcome);
    expect((await server.call(formRoutes.list, { as })).data).toEqual([]);
    expect((await server.call(fieldRoutes.list, { as })).data).toEqual([]);
  });

  test('becomes an inactive form with its fields, rules and calculations, and comes back', async () => {
    const { owner: as } = await server.newOrganization();
    const { form_id, ...told } = await server.call(xlsformRoutes.import, {
      as,
      body: { form_type: 'internal' },
      files: { input: await workbook(intake) },
    });
    expect(told).toEqual(outcome);
    const form = await server.call(formRoutes.show, { as, params: { id: form_id } });
    expect(form).toMatchObject({ name: 'Work intake', active: false, form_type: 'internal' });
    const [age, job, employer, old] = form.form_fields;
    expect(form.form_fields.map(({ field, is_required }) => [field.name, field.field_type, is_required])).toEqual([
      ['Age', 'number', true],
      ['Job', 'select-one', false],
      ['Employer', 'freeform-short', true],
      ['Ask for the pension', 'presentation', false],
    ]);
    expect(age?.field.metadata).toEqual({ min: 0, max: 120, format: 'integer' });
    expect(form.calculations).toMatchObject([
      { name: 'Age in months', equation: 'a*12', variables: [{ name: 'a', record_id: age?.field_id }] },
    ]);
    const shown = (scope: string, id: number | undefined, op: string, value: unknown) => ({
      and: [{ scope, conditions: { and: [{ field_name: String(id), op, value }] } }],
    });
    expect(form.logic.map(({ condition, actions }) => [condition, actions[0]?.field_id])).toEqual([
      [shown('form', age?.field_id, 'GTE', 18), job?.field_id],
      [shown('form', job?.field_id, 'EQ', 'yes'), employer?.field_id],
      [shown('calculator', form.calculations[0]?.id, 'GT', 780), old?.field_id],
    ]);

    const exported = await server.send(xlsformRoutes.export, { as, params: { id: form_id } });
    expect(exported.headers['content-disposition']).toContain('filename="work_intake.xlsx"');
    const sheets = await readWorkbook(exported.bytes);
    expect(sheets.map(({ sheet }) => sheet)).toEqual(['survey', 'choices', 'settings', 'not_exported']);
    const again = await server.call(xlsformRoutes.check, {
      as,
      body: {},
      files: { input: file(new Uint8Array(exported.bytes)) },
    });
    expect(again).toEqual({ ...outcome, questions: 4, remarks: [] });
  });
});
