// Long because each part of a workbook is read case by case.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkCalculation } from '../calculations/check-calculation.ts';
import { rules as rulesSchema } from '../definition/rule.ts';
import { checkRules } from '../logic/check.ts';
import { exampleContext, examplePlace } from '../testing.ts';
import type { XlsformDraft } from './draft.ts';
import { readXlsform } from './read.ts';
import type { Cell, Sheets } from './sheets.ts';

const header = [
  'type',
  'name',
  'label',
  'relevant',
  'constraint',
  'calculation',
  'required',
  'read_only',
  'appearance',
];

/** A survey sheet of these rows, with a list of yes and no. */
const survey = (...rows: Cell[][]): Sheets => ({
  survey: [header, ...rows],
  choices: [
    ['list_name', 'name', 'label'],
    ['yes_no', 'yes', 'Yes'],
    ['yes_no', 'no', 'No'],
  ],
});

const read = (sheets: Sheets) => {
  const result = readXlsform(sheets);
  if ('problems' in result) throw new Error(result.problems.join('; '));
  return result;
};
const problems = (sheets: Sheets) => {
  const result = readXlsform(sheets);
  return 'problems' in result ? result.problems : [];
};

/** Whether the product would store what was read. */
const issuesOf = ({ form_fields, logic, calculations }: XlsformDraft) => {
  const fields = form_fields.map(({ field_id, field }) => examplePlace(field_id, field));
  const numbered = calculations.map((one, position) => ({ ...one, position }));
  return [
    ...checkRules(logic, { form_fields: fields, calculations: numbered }, exampleContext),
    ...(rulesSchema.safeParse(logic).error?.issues ?? []),
    ...numbered.flatMap((one) => checkCalculation(one, { fields, calculations: numbered, id: one.id }).issues),
  ];
};

describe('a workbook is refused', () => {
  test.each<[string, Sheets, string]>([
    ['without a survey sheet', { choices: [['list_name']] }, 'Add a sheet named survey that lists the questions'],
    ['without a type column', { survey: [['name'], ['a']] }, 'Add a column named type to the survey sheet'],
    ['without a name column', { survey: [['type'], ['text']] }, 'Add a column named name to the survey sheet'],
    ['without a question', survey(['start', 's']), 'Add a question of a known type: this form has none'],
    [
      'with a name that no row has',
      survey(['text', 'a', 'A', `\${b} = 'x'`]),
      'Row 2 of survey: relevant refers to b, but no row has that name',
    ],
    [
      'with a calculation that uses itself',
      survey(['integer', 'a', 'A'], ['calculate', 'total', '', '', '', `\${a} + \${total}`]),
      'Row 3 of survey: total refers to itself',
    ],
    [
      'with questions that wait for each other',
      survey(['text', 'a', 'A', `\${b} = 'x'`], ['text', 'b', 'B', `\${a} = 'x'`]),
      'Row 2 of survey: a refers to itself by way of b',
    ],
    [
      'with a group that waits for a question in it',
      survey(['begin group', 'g', 'G', `\${a} = 'x'`], ['text', 'a', 'A'], ['end group']),
      'Row 2 of survey: g refers to itself by way of a',
    ],
    [
      'with too many questions',
      survey(...Array.from({ length: 1001 }, (_, n) => ['text', `q${n}`, `Question ${n}`])),
      'Use at most 1,000 questions: this form has 1,001',
    ],
    [
      'with too many rows',
      survey(...Array.from({ length: 5001 }, () => ['hidden', 'h'])),
      'Use at most 5,000 rows in the survey sheet',
    ],
    [
      'with too many columns',
      { survey: [['type', 'name', ...Array.from({ length: 199 }, (_, n) => `c${n}`)]] },
      'Use at most 200 columns in the survey sheet',
    ],
  ])('%s', (_, sheets, message) => {
    expect(problems(sheets)[0]).toBe(message);
  });
});

describe('a question', () => {
  test.each<[string, object]>([
    ['text', { field_type: 'freeform-short' }],
    ['integer', { field_type: 'number', metadata: { format: 'integer' } }],
    ['decimal', { field_type: 'number', metadata: {} }],
    ['range', { field_type: 'number', metadata: { min: 1, max: 10, format: 'integer' } }],
    ['select_one yes_no', { field_type: 'select-one', metadata: {} }],
    ['select one from yes_no', { field_type: 'select-one' }],
    ['select_multiple yes_no or_other', { field_type: 'select-many', metadata: { allow_other: true } }],
    ['select all that apply from yes_no', { field_type: 'select-many' }],
    ['date', { field_type: 'date' }],
    ['Time', { field_type: 'time' }],
    ['note', { field_type: 'presentation' }],
    ['image', { field_type: 'attachment' }],
    ['acknowledge', { field_type: 'checkbox' }],
  ])('of the type %s becomes a field', (type, field) => {
    const { form, questions, mapped } = read(survey([type, 'q', 'Question']));
    expect(form.form_fields).toMatchObject([
      { field_id: 1, is_required: false, field: { name: 'Question', ...field } },
    ]);
    expect([questions, mapped]).toEqual([1, 1]);
  });

  test.each([
    'geopoint',
    'rank yes_no',
    'select_one_from_file towns.csv',
    'dateTime',
    'barcode',
    'no_such_type',
    'constructor',
  ])('of the type %s is told and counted', (type) => {
    const result = read(survey(['text', 'a', 'A'], [type, 'q', 'Question']));
    expect([result.questions, result.mapped]).toEqual([2, 1]);
    expect(result.remarks).toEqual([
      { sheet: 'survey', row: 3, message: `q is left out: no field has the type ${type}` },
    ]);
  });

  test.each([
    ['start=2 end=9', { min: 2, max: 9, format: 'integer' }, []],
    ['end=0.5, start=-1; step=0.5', { min: -1, max: 0.5 }, ['The column parameters isn’t imported (row 2)']],
    ['start=0 ticks=5', { min: 0, max: 10, format: 'integer' }, ['The column parameters isn’t imported (row 2)']],
  ])('of the type range takes %s', (parameters, metadata, told) => {
    const { form, remarks } = read({
      survey: [
        ['type', 'name', 'label', 'parameters'],
        ['range', 'q', 'Question', parameters],
      ],
    });
    expect(form.form_fields[0]?.field.metadata).toEqual(metadata);
    expect(remarks.map(({ message }) => message)).toEqual(told);
  });

  test('takes its appearance, or says that it does not', () => {
    const { form, remarks } = read(
      survey(
        ['text', 'a', 'A', '', '', '', '', '', 'multiline'],
        ['image', 'b', 'B', '', '', '', '', '', 'signature'],
        ['text', 'c', 'C', '', '', '', '', '', 'numbers'],
      ),
    );
    expect(form.form_fields.map(({ field }) => field.field_type)).toEqual([
      'freeform-long',
      'signature',
      'freeform-short',
    ]);
    expect(remarks.map(({ message }) => message)).toEqual(['The column appearance isn’t imported (row 4)']);
  });

  test('without its list, its label or a free name is told', () => {
    const { remarks } = read(
      survey(
        ['text', 'a', 'A'],
        ['select_one towns', 'b', 'B'],
        ['text', '', ''],
        ['text', 'a', 'A again'],
        ['', 'c', 'C'],
      ),
    );
    expect(remarks).toEqual([
      { sheet: 'survey', row: 3, message: 'b is left out: the list towns isn’t on the choices sheet' },
      { sheet: 'survey', row: 4, message: 'The text in this row is left out: it has no name and no label' },
      {
        sheet: 'survey',
        row: 5,
        message: 'a is also the name of an earlier row: expressions use that row, unless they give a path',
      },
      { sheet: 'survey', row: 6, message: 'c is left out: it has no type' },
    ]);
  });

  test('cuts the label of a choice that is too long, and tells its row and text', () => {
    const statement = 'A long statement that a person is asked to agree to, '.repeat(6).trim();
    const { form, remarks } = read({
      survey: [
        ['type', 'name', 'label'],
        ['select_one l', 'a', 'Which?'],
      ],
      choices: [
        ['list_name', 'name', 'label'],
        ['l', 'a1', 'Short'],
        ['l', 'a2', statement],
        ['l', statement, 'Named so'],
      ],
    });
    const [asked] = form.form_fields.map(({ field }) => field);
    expect(asked?.field_options).toMatchObject([{ value: 'a1', label: 'Short' }, { value: 'a2' }]);
    expect(asked?.field_options[1]?.label).toHaveLength(255);
    expect(remarks).toEqual([
      { sheet: 'choices', row: 3, message: `The label of a2 is cut to 255 characters: ${statement}` },
      {
        sheet: 'choices',
        row: 4,
        message: `A choice is left out: its name is longer than 255 characters: ${statement}`,
      },
    ]);
  });

  test.each(['select_one', 'select_multiple', 'select one', 'select_one or_other', 'Select1 or other'])(
    'tells that %s names no list',
    (type) => {
      const { remarks } = read(survey(['text', 'a', 'A'], [type, 'b', 'B']));
      expect(remarks).toEqual([
        {
          sheet: 'survey',
          row: 3,
          message: `b is left out: ${type} names no list. Write the name of a list from the choices sheet after it.`,
        },
      ]);
    },
  );

  test.each([
    [1000, 1, null],
    [2000, 0, /^b is left out. .* Shorten the options: together they take [\d,]+ characters, and the limit is 65,536$/],
    [2001, 0, /^b is left out: it has more than 2,000 choices$/],
    [7400, 0, /^b is left out: it has more than 2,000 choices$/],
  ])('with a list of %i choices', (count, asked, told) => {
    const choices = Array.from({ length: count }, (_, n) => ['villages', `v${n}`, `Village ${n}`]);
    const { form, remarks } = read({
      survey: [
        ['type', 'name', 'label'],
        ['text', 'a', 'A'],
        ['select_one villages', 'b', 'B'],
      ],
      choices: [['list_name', 'name', 'label'], ...choices],
    });
    expect(form.form_fields).toHaveLength(1 + asked);
    expect(remarks.map(({ message }) => message)).toEqual(told ? [expect.stringMatching(told)] : []);
  });

  test('tells the cells that show an error of a formula', () => {
    const { remarks } = read(survey(['text', 'a', '#N/A']));
    expect(remarks).toEqual([
      {
        sheet: 'survey',
        row: 2,
        message: 'label: This cell shows the error #N/A. Correct its formula, or clear the cell.',
      },
    ]);
  });

  test('keeps a label that is too long for a name', () => {
    const long = 'word '.repeat(80).trim();
    const { form } = read(survey(['text', 'a', long], ['note', 'b', long]));
    const [asked, told] = form.form_fields.map(({ field }) => field);
    expect(asked?.name).toHaveLength(255);
    expect(asked?.description).toBe(long);
    expect(told?.metadata).toEqual({ presentation_content: long });
  });

  test('is translated by columns of other languages, options included', () => {
    const { form, remarks } = read({
      survey: [
        ['type', 'name', 'label', 'label::Spanish (es)', 'hint', 'hint::Español', 'label::Klingon', 'label::es'],
        ['select_one yn', 'a', 'Car?', '¿Carro?', 'Any', 'Cualquiera', 'x', 'y'],
        ['note', 'b', 'word '.repeat(80), 'palabra '.repeat(80), '', '', '', ''],
        ['text', 'c', 'Town', '', '', '', '', ''],
      ],
      choices: [
        ['list_name', 'name', 'label', 'label::Spanish (es)', 'label::French (fr)'],
        ['yn', 'y', 'Yes', 'Sí', 'Oui'],
        ['yn', 'n', 'No', '', 'Non'],
      ],
    });
    const [es, fr] = form.translations;
    expect(form.translations.map(({ language }) => language)).toEqual(['es', 'fr']);
    expect(es?.texts).toEqual({
      'field.1.name': { text: '¿Carro?', original: 'Car?' },
      'field.1.description': { text: 'Cualquiera', original: 'Any' },
      'field.1.option.y': { text: 'Sí', original: 'Yes' },
      'field.2.name': { text: expect.stringMatching(/^palabra .*…$/), original: expect.stringMatching(/^word .*…$/) },
      'field.2.content': { text: 'palabra '.repeat(80).trim(), original: 'word '.repeat(80).trim() },
    });
    expect(Object.keys(fr?.texts ?? {})).toEqual(['field.1.option.y', 'field.1.option.n']);
    expect(remarks.map(({ message }) => message)).toEqual([
      'The column label::Klingon isn’t imported (row 2)',
      'The column label::es isn’t imported (row 2)',
    ]);
  });

  test.each(['', 'French (fr)', 'French', 'fr', 'FRENCH'])(
    'is read in English where the workbook has it, and translated by the others: %j',
    (default_language) => {
      const { form, remarks } = read({
        survey: [
          ['type', 'name', 'label::French (fr)', 'label::English (en)', 'hint::English (en)'],
          ['text', 'a', 'Votre nom', 'Your name', 'As on the card'],
          ['select_one yn', 'b', 'Oui ou non', 'Yes or no', ''],
        ],
        choices: [
          ['list_name', 'name', 'label::French (fr)', 'label::English (en)'],
          ['yn', 'yes', 'Oui', 'Yes'],
        ],
        settings: [['default_language'], [default_language]],
      });
      expect(form.form_fields.map(({ field }) => [field.name, field.description])).toEqual([
        ['Your name', 'As on the card'],
        ['Yes or no', null],
      ]);
      expect(form.form_fields[1]?.field.field_options).toMatchObject([{ value: 'yes', label: 'Yes' }]);
      expect(form.translations).toEqual([
        {
          language: 'fr',
          texts: {
            'field.1.name': { text: 'Votre nom', original: 'Your name' },
            'field.2.name': { text: 'Oui ou non', original: 'Yes or no' },
            'field.2.option.yes': { text: 'Oui', original: 'Yes' },
          },
        },
      ]);
      expect(remarks).toEqual([]);
    },
  );

  test.each([
    ['label::french', 'label::english', 'label::FR', 'Label::EN'],
    ['label::fr', 'label::en', 'label::French (fr)', 'label::English'],
    ['label::Français (fr)', 'label::ENGLISH (EN)', 'label::fr', 'label:en'],
    ['label: French', 'label : English', 'caption::French', 'caption::English'],
  ])('is read in English whatever a language is called: %s, %s', (french, english, frenchChoice, englishChoice) => {
    const { form, remarks } = read({
      survey: [
        ['type', 'name', french, english],
        ['select_one yn', 'b', 'Oui ou non', 'Yes or no'],
      ],
      choices: [
        ['list_name', 'name', frenchChoice, englishChoice],
        ['yn', 'yes', 'Oui', 'Yes'],
      ],
    });
    const [asked] = form.form_fields.map(({ field }) => field);
    expect(asked).toMatchObject({ name: 'Yes or no', field_options: [{ value: 'yes', label: 'Yes' }] });
    expect(form.translations).toMatchObject([
      { language: 'fr', texts: { 'field.1.name': { text: 'Oui ou non' }, 'field.1.option.yes': { text: 'Oui' } } },
    ]);
    expect(remarks).toEqual([]);
  });

  test.each(['Español (es)', 'es', 'SPANISH'])(
    'is read in the default language where it has no English: %s',
    (language) => {
      const { form, remarks } = read({
        survey: [
          ['type', 'name', 'label::French (fr)', 'label::Spanish (es)', 'hint'],
          ['text', 'a', 'Ville', 'Ciudad', 'Donde vive'],
          ['text', 'b', 'Rue', '', ''],
        ],
        settings: [
          ['form_title', 'default_language', 'version'],
          ['Intake', language, 3],
        ],
      });
      expect(form.name).toBe('Intake');
      expect(form.form_fields.map(({ field }) => [field.name, field.description])).toEqual([
        ['Ciudad', 'Donde vive'],
        ['Rue', null],
      ]);
      expect(form.translations.map((one) => one.language)).toEqual(['fr']);
      expect(remarks.map(({ message }) => message)).toEqual([
        'The label is not in Spanish in row 3: another language is used instead',
        'version isn’t imported',
      ]);
    },
  );

  test('without a label takes that of another language, and tells so', () => {
    const { form, remarks } = read({
      survey: [
        ['type', 'name', 'label', 'label::Spanish (es)'],
        ['text', 'a', 'Town', 'Ciudad'],
        ['text', 'b', '', 'Calle'],
      ],
    });
    expect(form.form_fields.map(({ field }) => field.name)).toEqual(['Town', 'Calle']);
    expect(remarks.map(({ message }) => message)).toEqual([
      'The label is blank in row 3: another language is used instead',
    ]);
  });

  test('lies in a section, and is shown when the section and the question are', () => {
    const { form, questions, remarks } = read(
      survey(
        ['integer', 'age', 'Age'],
        ['begin_group', 'work', 'Work', `\${age} >= 18`],
        ['text', 'employer', 'Employer'],
        ['text', 'school', 'School', `\${age} < 30`],
        ['end_group'],
        ['begin repeat', 'kids', 'Kids'],
        ['text', 'kid', 'Name of the kid'],
        ['end repeat'],
      ),
    );
    const over17 = { scope: 'form', conditions: { and: [{ field_name: '1', op: 'GTE', value: 18 }] } };
    const under30 = { scope: 'form', conditions: { and: [{ field_name: '1', op: 'LT', value: 30 }] } };
    expect(form.form_fields.map(({ field }) => field.name)).toEqual([
      'Age',
      'Work',
      'Employer',
      'School',
      'Kids',
      'Name of the kid',
    ]);
    expect(form.logic).toEqual([
      {
        name: 'Show Work and 1 more',
        condition: { and: [over17] },
        actions: [
          { type: 'show', field_id: 2 },
          { type: 'show', field_id: 3 },
        ],
      },
      { name: 'Show School', condition: { and: [over17, under30] }, actions: [{ type: 'show', field_id: 4 }] },
    ]);
    expect(questions).toBe(4);
    expect(remarks.map(({ message }) => message)).toEqual(['The questions of kids are asked once, not repeatedly']);
  });

  test('is required and locked always, sometimes or never', () => {
    const { form, remarks } = read(
      survey(
        ['text', 'a', 'A', '', '', '', 'yes'],
        ['text', 'b', 'B', '', '', '', 'true()', 'yes'],
        ['text', 'c', 'C', '', '', '', `\${a} = 'x'`, `\${a} = ''`],
        ['text', 'd', 'D', 'FALSE', '', '', 'no'],
        ['text', 'e', 'E', 'position(..) > 1', '', '', 'yes'],
      ),
    );
    expect(form.form_fields.map(({ is_required }) => is_required)).toEqual([true, true, false, false, false]);
    expect(form.form_fields.map(({ settings }) => settings.hide)).toEqual([
      undefined,
      undefined,
      undefined,
      true,
      undefined,
    ]);
    expect(form.logic.map(({ name, actions }) => [name, actions[0]?.field_id])).toEqual([
      ['Require C', 3],
      ['Lock C', 3],
    ]);
    expect(remarks).toEqual([
      {
        sheet: 'survey',
        row: 6,
        message: 'The relevant of e isn’t imported, so it’s always shown and optional: position(..) > 1',
      },
      { sheet: 'survey', row: null, message: 'The column read_only isn’t imported (row 3)' },
    ]);
  });
});

describe('a constraint', () => {
  test('narrows the range of a question, and never widens it', () => {
    const { form } = read(survey(['range', 'q', 'Question', '', '. >= 0 and . <= 5']));
    expect(form.form_fields[0]?.field.metadata).toEqual({ min: 1, max: 5, format: 'integer' });
  });

  test.each<[string, string, object]>([
    ['integer', '. >= 0 and . <= 120', { metadata: { format: 'integer', min: 0, max: 120 } }],
    ['integer', '.>0 and .<5', { metadata: { format: 'integer', min: 1, max: 4 } }],
    ['decimal', '-1.5 <= . and (. <= 2)', { metadata: { min: -1.5, max: 2 } }],
    ['date', '. <= today()', { settings: { maxDate: { type: 'today' } } }],
    [
      'date',
      ". > date('2024-02-28') and . < today() + 7",
      { settings: { minDate: { type: 'specific', value: '2024-02-29' }, maxDate: { type: 'diff', value: 6 } } },
    ],
    ['text', 'string-length(.) >= 2 and string-length(.) < 10', { metadata: { min: 2, max: 9 } }],
  ])(
    'of %s: %s becomes limits',
    (type, constraint, { metadata = {}, settings = {} }: { metadata?: object; settings?: object }) => {
      const { form, remarks } = read(survey([type, 'q', 'Question', '', constraint]));
      expect(form.form_fields[0]).toMatchObject({ field: { metadata }, settings });
      expect(remarks).toEqual([]);
    },
  );

  test.each([
    ['decimal', '. > 0', 'isn’t imported'],
    ['decimal', '. > 0 and . <= 5', 'is only partly imported'],
    ['integer', '. >= 5 and . <= 1', 'isn’t imported'],
    ['text', "regex(., '^a')", 'isn’t imported'],
    ['text', '. = 5', 'isn’t imported'],
    ['date', ". != '2024-01-01'", 'isn’t imported'],
  ])('of %s: %s is told', (type, constraint, outcome) => {
    const { remarks } = read(survey([type, 'q', 'Question', '', constraint]));
    expect(remarks).toEqual([{ sheet: 'survey', row: 2, message: `The constraint of q ${outcome}: ${constraint}` }]);
  });
});

describe('a calculation', () => {
  const calculated = (expression: string) =>
    read(
      survey(
        ['integer', 'a', 'A'],
        ['decimal', 'b', 'B'],
        ['text', 'c', 'C'],
        ['calculate', 'r', '', '', '', expression],
      ),
    );

  test.each([
    [`\${a} + \${b} * 2`, 'a+b*2', {}],
    [`(\${b} - \${a}) div \${b} mod 3`, '(a-b)/a%3', {}],
    [`round(number(\${a}) div 3, 2)`, 'a/3', { format: 'float', precision: 2 }],
    [`-\${a}`, '-a', {}],
  ])('%s is %s', (expression, equation, formatter) => {
    const { form, remarks } = calculated(expression);
    expect(form.calculations).toMatchObject([{ id: 1, name: 'r', equation, formatter, calculation_type: 'numeric' }]);
    expect([issuesOf(form), remarks]).toEqual([[], []]);
  });

  test.each([`\${c} + 1`, `if(\${a} > 1, 'x', 'y')`, `concat(\${a}, '')`, `\${a} +`, 'now()'])(
    '%s is told',
    (expression) => {
      const { form, remarks } = calculated(expression);
      expect(form.calculations).toEqual([]);
      expect(remarks).toEqual([
        {
          sheet: 'survey',
          row: 5,
          message:
            'r is left out: only sums, differences, products, quotients and remainders of numbers can be calculated',
        },
      ]);
    },
  );

  test('of a name that is taken is told, and so is what it says besides', () => {
    const { form, remarks } = read(
      survey(
        ['integer', 'a', 'A'],
        ['calculate', 'a', '', '', '', `\${a} * 2`],
        ['calculate', 'r', '', `\${a} > 1`, '', `\${a} * 3`],
        ['calculate', 'r', '', '', '', `\${a} * 4`],
      ),
    );
    expect(form.calculations).toHaveLength(1);
    expect(remarks.map(({ row, message }) => [row, message])).toEqual([
      [3, 'a is left out: another row has the same name'],
      [5, 'r is left out: another row has the same name'],
      [null, 'The column relevant isn’t imported (row 4)'],
    ]);
  });

  test('stands after those that it uses, and conditions may ask for its result', () => {
    const { form } = read(
      survey(
        ['calculate', 'double', 'Twice the sum', '', '', `\${sum} * 2`],
        ['calculate', 'sum', '', '', '', `\${a} + 1`],
        ['integer', 'a', 'A'],
        ['note', 'high', 'That is high', `\${double} > 100`],
      ),
    );
    expect(form.calculations.map(({ id, name }) => [id, name])).toEqual([
      [1, 'sum'],
      [2, 'Twice the sum'],
    ]);
    expect(form.calculations[1]?.variables).toMatchObject([{ record_type: 'Calculation', record_id: 1 }]);
    expect(form.logic[0]?.condition).toEqual({
      and: [{ scope: 'calculator', conditions: { and: [{ field_name: '2', op: 'GT', value: 100 }] } }],
    });
    expect(issuesOf(form)).toEqual([]);
  });
});

describe('whatever a workbook holds', () => {
  const word = fc.constantFrom(
    `\${a}`,
    `\${b}`,
    "'x'",
    '1',
    '.',
    '(',
    ')',
    'and',
    'or',
    'not(',
    '=',
    '<',
    '-',
    'today()',
    'now()',
    '../a',
    '/data/b',
    '..',
    'selected(',
    ',',
    '"',
  );
  const expression = fc.array(word, { maxLength: 9 }).map((words) => words.join(' '));
  const cell = fc.oneof(expression, fc.string(), fc.double(), fc.boolean(), fc.date(), fc.constant(null));
  const type = fc.constantFrom(
    'text',
    'integer',
    'date',
    'select_one yes_no',
    'select_multiple yes_no',
    'calculate',
    'begin group',
    'end group',
    'note',
    'acknowledge',
  );
  const row = fc.tuple(type, fc.constantFrom('a', 'b', 'c', ''), cell, cell, cell, cell, cell, cell, cell);

  test('it is read without an exception, and what is read can be stored', () => {
    fc.assert(
      fc.property(fc.array(row, { maxLength: 8 }), (rows) => {
        const result = readXlsform(survey(...(rows as Cell[][])));
        if ('problems' in result) expect(result.problems).not.toEqual([]);
        else expect(issuesOf(result.form)).toEqual([]);
      }),
      { numRuns: 2000 },
    );
  });

  test('it is read to its end, however deep, wide and nested', () => {
    const deep = `${'('.repeat(900)}1${')'.repeat(900)}`;
    const wide = Array.from({ length: 200 }, (_, n) => `(\${a} = '${n}' or \${a} = 'x')`).join(' and ');
    const nested = Array.from({ length: 2400 }, (_, n) => ['begin group', `g${n}`, `G${n}`, `\${a} != ''`]);
    read(
      survey(
        ['text', 'a', 'A'],
        ['text', 'b', 'B', deep],
        ['text', 'c', 'C', wide],
        ['text', 'd', 'D', `\${${' '.repeat(30_000)}`],
      ),
    );
    problems(survey(['text', 'a', 'A'], ...nested, ['text', 'z', 'Z'], ...nested.map(() => ['end group'])));
  });
});
