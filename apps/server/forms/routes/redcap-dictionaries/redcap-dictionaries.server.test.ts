import { describe, expect, test } from 'vitest';
import { fieldRoutes } from '#contract/resources/fields.ts';
import { formRoutes } from '#contract/resources/forms.ts';
import { redcapDictionaryRoutes } from '#contract/resources/redcap-dictionaries.ts';
import { startServer } from '#tests/server/harness.ts';

const server = await startServer();

const columns = [
  'Variable / Field Name',
  'Form Name',
  'Section Header',
  'Field Type',
  'Field Label',
  '"Choices, Calculations, OR Slider Labels"',
  'Field Note',
  'Text Validation Type OR Show Slider Number',
  'Text Validation Min',
  'Text Validation Max',
  'Identifier?',
  'Branching Logic (Show field only if...)',
  'Required Field?',
];
const dictionary = (rows: string[], name = 'project.csv') =>
  new File([[columns.join(','), ...rows].join('\r\n')], name);

const project = [
  'age,intake,Who you are,text,Age,,,integer,0,120,,,y',
  'job,intake,,radio,Job,"1, Has one | 2, Has none",,,,,,[age] >= 18,',
  'cost,intake,,calc,Cost,[age] * 2 + [job],,,,,,,',
  'next,follow_up,,text,Next visit,,,date_mdy,,,y,,',
];
const outcome = {
  forms: [
    { name: 'Intake', form_id: null, questions: 2, mapped: 2, rules: 1, calculations: 1, remarks: [] },
    {
      name: 'Follow up',
      form_id: null,
      questions: 1,
      mapped: 1,
      rules: 0,
      calculations: 0,
      remarks: [{ row: null, column: 'Identifier?', message: 'The column Identifier? isn’t imported (row 5)' }],
    },
  ],
};

test('a question with a list of 7,400 choices is left out and named, and the others are taken', async () => {
  const { owner: as } = await server.newOrganization();
  const choices = Array.from({ length: 7400 }, (_, n) => `${n}, Village ${n}`).join(' | ');
  expect(choices.length).toBeGreaterThan(65_536);
  const input = dictionary([...project, `village,intake,,dropdown,Village,"${choices}",,,,,,,`]);
  const { status, body } = await server.send(redcapDictionaryRoutes.check, { as, body: {}, files: { input } });
  expect(status).toBe(200);
  expect(body.forms[0]).toMatchObject({
    questions: 3,
    mapped: 2,
    remarks: [{ row: 6, column: 'Field Type', message: 'village is left out: it has more than 2,000 choices' }],
  });
});

describe('a data dictionary is refused', () => {
  const refusal = async (input?: File) => {
    const { owner: as } = await server.newOrganization();
    const reply = await server.send(redcapDictionaryRoutes.check, { as, body: {}, files: input ? { input } : {} });
    return [reply.status, reply.errors];
  };

  test.each<[string, File | undefined, string]>([
    ['when there is none', undefined, 'Choose the data dictionary of a REDCap project (.csv)'],
    [
      'when it is a workbook',
      new File(['PK\x03\x04'], 'form.xlsx'),
      'Choose the data dictionary of a REDCap project (.csv)',
    ],
    [
      'when it is a picture with another name',
      new File([Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0)], 'form.csv'),
      'This file’s content doesn’t match its name, which ends in .csv. Choose a CSV file or a workbook (.xlsx).',
    ],
    [
      'when it is a table of something else',
      new File(['a,b\n1,2'], 'form.csv'),
      'This file isn’t a data dictionary. Download the dictionary from your REDCap project and choose that file.',
    ],
    [
      'when a quotation mark is not closed',
      dictionary(['age,intake,,text,"Age,,,,,,,,']),
      'A quotation mark opens in row 2 and isn’t closed. Close it and choose the file again.',
    ],
    [
      'when it is too long',
      dictionary(Array.from({ length: 5001 }, (_, n) => `q${n},intake,,text,Q,,,,,,,,`)),
      'This file has more than 5,000 rows. Split it.',
    ],
    [
      'when a cell holds a megabyte',
      dictionary([`age,intake,,text,${'a'.repeat(1024 * 1024)},,,,,,,,`]),
      'A cell in row 2 is longer than 1,000,000 characters',
    ],
    [
      'when questions wait for each other, with the row',
      dictionary([`a,intake,,text,A,,,,,,,[b] = '1',`, `b,intake,,text,B,,,,,,,[a] = '1',`]),
      'Row 2: a refers to itself by way of b',
    ],
  ])('%s', async (_, input, message) => {
    expect(await refusal(input)).toEqual([422, { input: [message] }]);
  });
});

describe('a data dictionary', () => {
  test('is read and imported by who may write forms and fields', async () => {
    const organization = await server.newOrganization();
    const files = { input: dictionary(project) };
    const writer = await server.newUser(organization, { privileges: { forms: ['write'] } });
    const both = await server.newUser(organization, { privileges: { forms: ['write'], fields: ['write'] } });
    for (const route of [redcapDictionaryRoutes.check, redcapDictionaryRoutes.import]) {
      expect((await server.send(route, { as: writer, body: {}, files })).status).toBe(403);
      expect((await server.send(route, { as: both, body: {}, files })).status).toBeLessThan(300);
    }
  });

  test('is checked without storing anything', async () => {
    const { owner: as } = await server.newOrganization();
    const files = { input: dictionary(project) };
    expect(await server.call(redcapDictionaryRoutes.check, { as, body: {}, files })).toEqual(outcome);
    expect((await server.call(formRoutes.list, { as })).data).toEqual([]);
    expect((await server.call(fieldRoutes.list, { as })).data).toEqual([]);
  });

  test('becomes an inactive client form for each instrument, with fields, rules and calculations', async () => {
    const { owner: as } = await server.newOrganization();
    // As an older Windows saves it.
    const text = [columns.join(','), ...project].join('\r\n').replace('Cost,', 'Co\xfbt,');
    const input = new File([Uint8Array.from(text, (one) => one.charCodeAt(0))], 'project.csv');
    const { forms } = await server.call(redcapDictionaryRoutes.import, { as, body: {}, files: { input } });
    expect(forms).toEqual(outcome.forms.map((one) => ({ ...one, form_id: expect.any(Number) })));
    const [intake, followUp] = await Promise.all(
      forms.map(({ form_id }) => server.call(formRoutes.show, { as, params: { id: form_id as number } })),
    );
    expect([intake, followUp]).toMatchObject([
      { name: 'Intake', active: false, form_type: 'client' },
      { name: 'Follow up', active: false, form_type: 'client' },
    ]);
    expect(intake?.form_fields.map(({ field, is_required }) => [field.name, field.field_type, is_required])).toEqual([
      ['Who you are', 'presentation', false],
      ['Age', 'number', true],
      ['Job', 'select-one', false],
    ]);
    const [, age, job] = intake?.form_fields ?? [];
    expect(job?.field).toMatchObject({ data_type: 'numeric', field_options: [{ value: 1 }, { value: 2 }] });
    expect(intake?.calculations).toMatchObject([
      { name: 'Coût', equation: 'a*2+b', variables: [{ record_id: age?.field_id }, { record_id: job?.field_id }] },
    ]);
    expect(intake?.logic).toMatchObject([{ actions: [{ type: 'show', field_id: job?.field_id }] }]);
    expect(followUp?.form_fields.map(({ field }) => field.field_type)).toEqual(['date']);
  });

  test('calculates years from the days between two dates', async () => {
    const { owner: as } = await server.newOrganization();
    const rows = [
      'start,intake,,text,Start,,,date_ymd,,,,,',
      'stop,intake,,text,Stop,,,date_ymd,,,,,',
      `years,intake,,calc,Years,"round(datediff([start],[stop],'y'), 2)",,,,,,,`,
    ];
    const { forms } = await server.call(redcapDictionaryRoutes.import, {
      as,
      body: {},
      files: { input: dictionary(rows) },
    });
    expect(forms).toMatchObject([{ calculations: 2, remarks: [{ row: 4 }, { row: 4 }] }]);
    const form = await server.call(formRoutes.show, { as, params: { id: forms[0]?.form_id as number } });
    const [start, stop] = form.form_fields.map(({ field_id }) => field_id);
    const [days, years] = form.calculations;
    expect(days).toMatchObject({
      name: 'Days for Years',
      display_unit: 'days',
      variables: [{ record_id: start }, { record_id: stop }],
    });
    expect(years).toMatchObject({
      name: 'Years',
      equation: 'a/365.2425',
      formatter: { precision: 2 },
      variables: [{ record_type: 'Calculation', record_id: days?.id }],
    });
  });
});
