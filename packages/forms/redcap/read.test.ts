import { describe, expect, test } from 'vitest';
import { checkCalculation } from '../calculations/check-calculation.ts';
import { checkRules } from '../logic/check.ts';
import { exampleContext, examplePlace } from '../testing.ts';
import { dictionaryColumns } from './columns.ts';
import { readDictionary } from './read.ts';

const header = Object.values(dictionaryColumns).map(([title]) => title);
type Cells = Partial<Record<keyof typeof dictionaryColumns, string>>;

const rowsOf = (...rows: Cells[]) => [
  { row: 1, cells: header },
  ...rows.map((cells, index) => ({
    row: index + 2,
    cells: Object.keys(dictionaryColumns).map((column) => cells[column as keyof Cells] ?? ''),
  })),
];
const question = (name: string, type: string, more: Cells = {}): Cells => ({
  name,
  form: 'intake',
  type,
  label: `About ${name}`,
  ...more,
});

/** The only instrument of these rows, which the product would store as it is. */
const readOne = (...rows: Cells[]) => {
  const read = readDictionary(rowsOf(...rows));
  if ('problems' in read) throw new Error(read.problems.join('; '));
  const [one, ...others] = read.forms;
  if (!one || others.length > 0) throw new Error(`${read.forms.length} forms`);
  const fields = one.form.form_fields.map(({ field_id, field }) => examplePlace(field_id, field));
  const calculations = one.form.calculations.map((each, position) => ({ ...each, position }));
  expect([
    ...checkRules(one.form.logic, { form_fields: fields, calculations }, exampleContext),
    ...calculations.flatMap((each) => checkCalculation(each, { fields, calculations, id: each.id }).issues),
  ]).toEqual([]);
  return one;
};
const problems = (rows: Parameters<typeof readDictionary>[0]) => {
  const read = readDictionary(rows);
  return 'problems' in read ? read.problems : [];
};

describe('a data dictionary is refused', () => {
  test.each<[string, Parameters<typeof readDictionary>[0], string]>([
    [
      'when it is another file',
      [{ row: 1, cells: ['Client ID', 'Form Response ID'] }],
      'This file isn’t a data dictionary. Download the dictionary from your REDCap project and choose that file.',
    ],
    [
      'when it is empty',
      [],
      'This file isn’t a data dictionary. Download the dictionary from your REDCap project and choose that file.',
    ],
    [
      'when a column is missing',
      [{ row: 1, cells: ['field_name', 'form_name', 'field_label'] }],
      'The column Field Type is missing from the first row',
    ],
    ['when it has no rows', rowsOf(), 'This data dictionary has no rows below the header'],
    ['when a row has no type', rowsOf(question('a', '')), 'Row 2: fill in the variable, its form and its type'],
    [
      'when questions wait for each other',
      rowsOf(question('a', 'text', { branching: `[b] = 'x'` }), question('b', 'text', { branching: `[a] = 'x'` })),
      'Row 2: a refers to itself by way of b',
    ],
    [
      'when an instrument asks too much',
      rowsOf(...Array.from({ length: 1001 }, (_, n) => question(`q${n}`, 'text'))),
      'Intake asks 1001 questions. Split it: a form can have at most 1,000.',
    ],
    [
      'when it has too many instruments',
      rowsOf(...Array.from({ length: 101 }, (_, n) => question(`q${n}`, 'text', { form: `f${n}` }))),
      'Use at most 100 instruments: this file has 101. Split the file.',
    ],
  ])('%s', (_, rows, problem) => {
    expect(problems(rows)[0]).toBe(problem);
  });
});

describe('a question', () => {
  test.each<[string, Cells, object]>([
    ['text', {}, { field_type: 'freeform-short' }],
    ['text', { validation: 'integer' }, { field_type: 'number', metadata: { format: 'integer' } }],
    ['text', { validation: 'number_2dp' }, { field_type: 'number' }],
    ['text', { validation: 'email' }, { field_type: 'email' }],
    ['text', { validation: 'date_mdy' }, { field_type: 'date' }],
    ['text', { validation: 'time' }, { field_type: 'time' }],
    ['notes', {}, { field_type: 'freeform-long' }],
    ['radio', { choices: '1, Yes | 2, No' }, { field_type: 'select-one', data_type: 'string' }],
    ['dropdown', { choices: 'a, One, two | b, Three' }, { field_options: [{ label: 'One, two' }, { label: 'Three' }] }],
    ['checkbox', { choices: '1, Food | 2, Rent' }, { field_type: 'select-many' }],
    ['yesno', {}, { field_type: 'checkbox', metadata: { checked_value: 'Yes', unchecked_value: 'No' } }],
    ['truefalse', {}, { field_type: 'checkbox', metadata: { checked_value: 'True', unchecked_value: 'False' } }],
    ['file', {}, { field_type: 'attachment' }],
    ['file', { validation: 'signature' }, { field_type: 'signature' }],
    ['slider', {}, { field_type: 'number', metadata: { min: 0, max: 100 } }],
    ['descriptive', {}, { field_type: 'presentation' }],
  ])('of the type %s %o becomes a field', (type, more, field) => {
    const { form, questions, mapped, remarks } = readOne(question('a', type, more));
    expect(form.form_fields).toMatchObject([{ field_id: 1, field: { name: 'About a', ...field } }]);
    expect([questions, mapped, remarks]).toEqual([1, 1, []]);
  });

  test('takes a bar within a label for no choice, and tells so', () => {
    const choices = '1, First | 2, Native Hawaiian |or| Other Islander | 3, Third';
    const { form, remarks } = readOne(question('race', 'checkbox', { choices }));
    expect(form.form_fields[0]?.field.field_options).toMatchObject([
      { value: '1', label: 'First' },
      { value: '2', label: 'Native Hawaiian | or | Other Islander' },
      { value: '3', label: 'Third' },
    ]);
    expect(remarks.map(({ message }) => message)).toEqual([
      '“or” has no code: it becomes part of the choice 2',
      '“Other Islander” has no code: it becomes part of the choice 2',
    ]);
    const titles = readOne(question('title', 'dropdown', { choices: 'Mr. | Mrs. | Dr.' }));
    expect(titles.form.form_fields[0]?.field.field_options).toMatchObject([{ label: 'Mr.' }, { label: 'Mrs.' }, {}]);
    expect(titles.remarks).toEqual([]);
  });

  test.each<[string, [value: string, label: string][]]>([
    [
      '1, Low| 2, High|3,None| | 4, Last',
      [
        ['1', 'Low'],
        ['2', 'High'],
        ['3', 'None'],
        ['4', 'Last'],
      ],
    ],
    [
      '1, $1,000 or less | 2, More',
      [
        ['1', '$1,000 or less'],
        ['2', 'More'],
      ],
    ],
    [
      '-99, Unknown | 1, Known',
      [
        ['-99', 'Unknown'],
        ['1', 'Known'],
      ],
    ],
    [
      '1, Yes, often\n2, No',
      [
        ['1', 'Yes, often'],
        ['2', 'No'],
      ],
    ],
    [
      'Mr. | Mrs. | Dr.',
      [
        ['Mr.', 'Mr.'],
        ['Mrs.', 'Mrs.'],
        ['Dr.', 'Dr.'],
      ],
    ],
    [
      '1, | 2, No',
      [
        ['1', '1'],
        ['2', 'No'],
      ],
    ],
  ])('takes the choices %s as they are', (choices, options) => {
    const { form, remarks } = readOne(question('a', 'radio', { choices }));
    expect(form.form_fields[0]?.field.field_options.map(({ value, label }) => [value, label])).toEqual(options);
    expect(remarks).toEqual([]);
  });

  test('takes a negative code in branching logic', () => {
    const { form, remarks } = readOne(
      question('neg', 'radio', { choices: '-99, Unknown | 1, Known' }),
      question('race', 'checkbox', { choices: '1, First | 2, Second' }),
      question('b', 'text', { branching: `[neg] = '-99' and [race(2)] = '1'` }),
    );
    expect(JSON.stringify(form.logic[0]?.condition)).toContain('"value":"-99"');
    expect(remarks).toEqual([]);
  });

  test.each<[string, Cells, string, string]>([
    ['sql', {}, 'Field Type', 'a is left out: no field has the type sql'],
    [
      'text',
      { validation: 'phone' },
      'Text Validation Type OR Show Slider Number',
      'The validation phone of a isn’t imported: any text is accepted',
    ],
    [
      'text',
      { validation: 'time', min: '08:00' },
      'Text Validation Min',
      'The Text Validation Min of a isn’t imported: from 08:00',
    ],
    [
      'radio',
      { choices: '1, Yes | 1, No' },
      'Choices, Calculations, OR Slider Labels',
      'The choice 1 is left out: another choice has the same code',
    ],
    [
      'radio',
      { choices: `1, ${'Statement '.repeat(30).trim()} | 2, Short` },
      'Choices, Calculations, OR Slider Labels',
      `The label of 1 is cut to 255 characters: ${'Statement '.repeat(30).trim()}`,
    ],
    [
      'radio',
      { choices: 'maybe | 1, Yes' },
      'Choices, Calculations, OR Slider Labels',
      '“maybe” is left out: it has no code',
    ],
    [
      'text',
      { hint: '#REF!' },
      'Field Note',
      'This cell shows the error #REF!. Correct its formula, or clear the cell.',
    ],
    [
      'slider',
      { choices: 'low | high' },
      'Choices, Calculations, OR Slider Labels',
      'The labels at the ends of a aren’t imported: low | high',
    ],
    ['text', { label: 'About <b>a</b>' }, 'Field Label', 'The formatting of a isn’t imported'],
  ])('of the type %s %o is told with its row and column', (type, more, column, message) => {
    const { remarks } = readOne(question('b', 'text'), question('a', type, more));
    expect(remarks).toEqual([{ row: 3, column, message }]);
  });

  test('keeps its note, its limits, and whether it must be answered; what is about looks alone is told once', () => {
    const { form, remarks } = readOne(
      question('age', 'text', { validation: 'integer', min: '18', max: '99', required: 'y', hint: 'In <i>years</i>' }),
      question('met', 'text', { validation: 'date_ymd', min: '2020-01-01', max: 'today', alignment: 'LH' }),
      question('said', 'notes', { alignment: 'LV', identifier: 'y' }),
    );
    expect(form.form_fields).toMatchObject([
      { is_required: true, field: { description: 'In years', metadata: { min: 18, max: 99, format: 'integer' } } },
      { settings: { minDate: { type: 'specific', value: '2020-01-01' }, maxDate: { type: 'today' } } },
      {},
    ]);
    expect(remarks.map(({ column, message }) => [column, message])).toEqual([
      ['Identifier?', 'The column Identifier? isn’t imported (row 4)'],
      ['Custom Alignment', 'The column Custom Alignment isn’t imported (rows 3, 4)'],
    ]);
  });

  test('stands below its section, and each instrument is a form of its own', () => {
    const read = readDictionary(
      rowsOf(question('a', 'text', { section: 'Money' }), question('b', 'text', { form: 'follow_up_visit' })),
    );
    expect(
      'forms' in read && read.forms.map(({ form }) => [form.name, form.form_fields.map((one) => one.field.name)]),
    ).toEqual([
      ['Intake', ['Money', 'About a']],
      ['Follow up visit', ['About b']],
    ]);
  });
});

describe('branching logic', () => {
  const asked = [
    question('age', 'text', { validation: 'integer' }),
    question('job', 'radio', { choices: '1, Has one | 2, Looks for one' }),
    question('needs', 'checkbox', { choices: '1, Food | 2, Rent' }),
    question('smokes', 'yesno'),
  ];
  const on = (field: number, op: string, value?: unknown) => ({
    scope: 'form',
    conditions: { and: [{ field_name: String(field), op, ...(value !== undefined && { value }) }] },
  });

  test.each<[string, object]>([
    ['[age] >= 18', { and: [on(1, 'GTE', 18)] }],
    [`[job] = '1'`, { and: [on(2, 'EQ', '1')] }],
    [`[job] <> "1" AND [age]<65`, { and: [on(2, 'NEQ', '1'), on(1, 'LT', 65)] }],
    [`[needs(2)] = '1'`, { and: [on(3, 'CONTAINS', '2')] }],
    [`[needs(2)]='0' or [needs(1)] = 1`, { or: [on(3, 'NCONTAINS', '2'), on(3, 'CONTAINS', '1')] }],
    [`[smokes] = '1'`, { and: [on(4, 'TRUE')] }],
    [`[smokes] = '0'`, { and: [on(4, 'FALSE')] }],
    [`[smokes] <> ''`, { and: [on(4, 'NEMPTY')] }],
  ])('%s becomes a rule that shows', (branching, condition) => {
    const { form, remarks } = readOne(...asked, question('more', 'text', { branching }));
    expect(remarks).toEqual([]);
    expect(form.logic).toEqual([{ name: 'Show About more', condition, actions: [{ type: 'show', field_id: 5 }] }]);
  });

  test.each([
    `[visit_1_arm_1][age] > 18`,
    `[elsewhere] = '1'`,
    `[age]^2 > 400`,
    `datediff([age], 'today', 'y') > 3`,
    `[needs(1)] > 0`,
    `[age`,
    `']`.repeat(2000),
  ])('%s is told, and its question is always shown and optional', (branching) => {
    const { form, remarks } = readOne(...asked, question('more', 'text', { branching, required: 'y' }));
    expect([form.logic, form.form_fields[4]?.is_required]).toEqual([[], false]);
    expect(remarks).toHaveLength(1);
    expect(remarks[0]).toMatchObject({ row: 6, column: 'Branching Logic (Show field only if...)' });
    expect(remarks[0]?.message).toContain('so it’s always shown and optional: ');
    expect(remarks[0]?.message).toContain(branching.slice(0, 100));
  });
});

describe('a calculation', () => {
  const asked = [
    question('a', 'text', { validation: 'number' }),
    question('score', 'radio', { choices: '0, Never | 1, Often' }),
  ];
  const field = (name: string, record_id: number) => expect.objectContaining({ name, record_type: 'Field', record_id });

  test.each<[string, object]>([
    ['([a]+[score])/2', { equation: '(a+b)/2', variables: [field('a', 1), field('b', 2)] }],
    ['round([a]*100, 1)', { equation: 'a*100', formatter: { format: 'float', precision: 1 } }],
  ])('%s is worked out by the form', (choices, calculation) => {
    const { form, remarks } = readOne(...asked, question('result', 'calc', { choices }));
    expect(form.calculations).toMatchObject([{ name: 'About result', ...calculation }]);
    expect(remarks).toEqual([]);
  });

  test.each([`if([a] > 1, 2, 3)`, 'mean([a], [score])', '[a][score]', '[b]+1'])(
    '%s is told with its row and column',
    (choices) => {
      const { form, remarks } = readOne(...asked, question('result', 'calc', { choices }));
      expect(form.calculations).toEqual([]);
      expect(remarks).toMatchObject([{ row: 4, column: 'Choices, Calculations, OR Slider Labels' }]);
    },
  );
});
