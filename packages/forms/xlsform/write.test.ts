// Long because what is written is read again, part by part.
import { describe, expect, test } from 'vitest';
import type { Calculation } from '../definition/calculation.ts';
import type { FormField } from '../definition/form-definition.ts';
import type { Rule } from '../definition/rule.ts';
import type { Field } from '../field-types/field-type.ts';
import { settle } from '../logic/settle.ts';
import { exampleContext, exampleField, exampleForm, examplePlace } from '../testing.ts';
import type { WrittenForm } from './not-exported.ts';
import { readXlsform } from './read.ts';
import { writeXlsform } from './write.ts';

const options = [
  { label: 'Red', value: 'r', position: 0 },
  { label: 'Dark green', value: 'g', position: 1 },
];
const named = (name: string, type: Parameters<typeof exampleField>[0], changes: Partial<Field> = {}) =>
  exampleField(type, { name, ...(type.startsWith('select') && { field_options: options }), ...changes });

const form = (form_fields: FormField[], changes: Partial<WrittenForm> = {}): WrittenForm => ({
  name: 'Intake',
  description: null,
  redirect_url: null,
  form_fields,
  logic: [],
  calculations: [],
  translations: [],
  ...changes,
});

const when = (field_name: string, op: string, value?: unknown): Rule['condition'] =>
  ({
    and: [{ scope: 'form', conditions: { and: [{ field_name, op, ...(value !== undefined && { value }) }] } }],
  }) as Rule['condition'];

const rule = (condition: Rule['condition'], ...actions: Rule['actions']): Rule => ({
  name: 'A rule',
  condition,
  actions,
});

const calculation = (id: number, changes: Partial<Calculation>): Calculation => ({
  id,
  name: `Result ${id}`,
  equation: 'a',
  calculation_type: 'numeric',
  calculation_subtype: null,
  display_unit: null,
  position: id,
  variables: [],
  formatter: {},
  ...changes,
});
const variable = (name: string, record_type: 'Field' | 'Calculation', record_id: number) => ({
  name,
  record_type,
  record_id,
  parameter_type: null,
  value: null,
});

/** The form that comes back, and what was not exported. */
const roundTrip = (written: WrittenForm) => {
  const sheets = writeXlsform(written);
  const result = readXlsform(sheets);
  if ('problems' in result) throw new Error(result.problems.join('; '));
  const lines = sheets.not_exported!.slice(1).map(([about, message]) => `${about}: ${message}`);
  return { ...result, sheets, lines };
};
const fieldsOf = (written: WrittenForm) => roundTrip(written).form.form_fields.map(({ field }) => field);

describe('an export says what it leaves out', () => {
  test.each<[string, Partial<FormField>, string[]]>([
    ['search', {}, ['Field F: It is left out: an XLSForm has no question like Search']],
    ['email', {}, ['Field F: It becomes a text question, not Email']],
    [
      'freeform-short',
      { field: named('F', 'freeform-short', { metadata: { mask: '999' } }) },
      ['Field F: The setting mask is left out'],
    ],
    [
      'select-many',
      {
        field: named('F', 'select-many', {
          field_options: [
            { label: 'Old', value: 'o', position: 0, hidden: true },
            { label: 'New one', value: 'new one', position: 1 },
            { label: 'No idea', value: '8', position: 2, meaning: 'unknown' },
          ],
        }),
      },
      [
        'Field F: The removed option Old is left out',
        'Field F: Other tools don’t allow spaces in the value new one',
        'Field F: It isn’t said that No idea counts as unknown',
      ],
    ],
    [
      'number',
      { is_quick_view: true, is_locked: true },
      ['Field F: It isn’t a Preview Field', 'Field F: It isn’t locked'],
    ],
    ['date', { settings: { client_field: 'dob' } }, ['Field F: It doesn’t fill in dob of the person']],
    ['date', { settings: { due_date: 'recorder' } }, ['Field F: It isn’t marked as a due date']],
  ])('of %s', (type, changes, lines) => {
    const place = examplePlace(1, named('F', type as Field['field_type']), changes);
    const other = examplePlace(2, named('Other', 'freeform-short'));
    expect(roundTrip(form([place, other])).lines).toEqual(lines);
  });

  test('of a form, its rules and its calculations', () => {
    const fields = [
      examplePlace(1, named('Age', 'number')),
      examplePlace(2, named('Job', 'freeform-short')),
      examplePlace(3, named('Born', 'date')),
    ];
    const administrator: Rule['condition'] = {
      and: [{ scope: 'administrator', conditions: { and: [{ field_name: 'role', op: 'EQ', value: 'orgadmin' }] } }],
    };
    const { lines } = roundTrip(
      form(fields, {
        description: 'For the first visit',
        redirect_url: 'https://example.org',
        logic: [
          rule(administrator, { type: 'hide', field_id: 2 }),
          rule(when('1', 'GT', 5), { type: 'clear', field_id: 2 }),
          rule(when('3', 'DOW', [0]), { type: 'hide', field_id: 2 }),
        ],
        calculations: [
          calculation(1, {
            calculation_type: 'date',
            calculation_subtype: 'time_since',
            variables: [variable('a', 'Field', 3)],
          }),
          calculation(2, { variables: [variable('a', 'Calculation', 1)] }),
          calculation(3, { variables: [variable('a', 'Field', 1)], formatter: { format: 'currency' } }),
        ],
      }),
    );
    expect(lines).toEqual([
      'Form Intake: Its description is left out: For the first visit',
      'Form Intake: Its redirect address is left out: https://example.org',
      'Calculation Result 1: It is left out: an XLSForm can only calculate with numbers',
      'Calculation Result 2: It is left out: an XLSForm can only calculate with numbers',
      'Calculation Result 3: Its format is left out',
      'Rule A rule: Its condition can’t be exported',
      'Rule A rule: Its action clear is left out',
      'Rule A rule: Its condition can’t be exported',
    ]);
  });
});

describe('rules that are too many for one expression', () => {
  test('are told, and the question is always shown', () => {
    const logic = Array.from({ length: 60 }, (_, n) =>
      rule(when('1', 'EQ', n), { type: n % 2 ? 'hide' : 'show', field_id: 2 }),
    );
    const { sheets, lines } = roundTrip(
      form([examplePlace(1, named('Age', 'number')), examplePlace(2, named('Job', 'number'))], { logic }),
    );
    expect(sheets.survey![2]![5]).toBe('');
    expect(lines).toEqual(['Field Job: Its rules are too long for the column relevant']);
  });
});

describe('what is exported comes back', () => {
  test('as the same fields', () => {
    const fields = [
      named('Name', 'freeform-short', { metadata: { min: 2, max: 40 }, description: 'As on the passport' }),
      named('Story', 'freeform-long'),
      named('Age', 'number', { metadata: { min: 0, max: 120, format: 'integer' } }),
      named('Height', 'number', { metadata: { max: 2.5 } }),
      named('At', 'time'),
      named('Colour', 'select-one', { metadata: { allow_other: true } }),
      named('Colours', 'select-many'),
      named('I agree', 'checkbox'),
      named('Papers', 'attachment'),
      named('Signature', 'signature'),
      named('Please read', 'presentation'),
    ];
    const places = fields.map((field, index) => examplePlace(index + 1, field, { is_required: index === 2 }));
    const { form: back, remarks, lines } = roundTrip(form(places));
    expect(back.form_fields.map(({ field }) => field)).toEqual(fields);
    expect(back.form_fields.map(({ is_required }) => is_required)).toEqual(fields.map((_, index) => index === 2));
    expect([back.name, remarks, lines]).toEqual(['Intake', [], []]);
  });

  test('also a text to read that is too long for a name', () => {
    const text = 'word '.repeat(100).trim();
    const field = named(`${text.slice(0, 254).trim()}…`, 'presentation', { metadata: { presentation_content: text } });
    const question = named('Age', 'number');
    expect(fieldsOf(form([field, question].map((one, index) => examplePlace(index + 1, one))))).toEqual([
      field,
      question,
    ]);
  });

  test('with the days that a form takes', () => {
    const settings = {
      minDate: { type: 'specific', value: '2024-01-01' },
      maxDate: { type: 'diff', value: -3 },
    } as const;
    const { form: back } = roundTrip(form([examplePlace(1, named('Visit', 'date'), { settings })]));
    expect(back.form_fields[0]?.settings).toEqual(settings);
  });

  test('with names of its own where labels are alike or have no letters', () => {
    const { sheets } = roundTrip(
      form(['Âge', 'Age', '12', '年齢'].map((name, index) => examplePlace(index + 1, named(name, 'number')))),
    );
    expect(sheets.survey!.slice(1).map(([, name]) => name)).toEqual(['age', 'age_2', 'question', 'question_2']);
  });

  test('also where a spreadsheet would take it for a formula', () => {
    const typed = ['=HYPERLINK("x")', '+1', '-2+3', '@a'];
    const field_options = [...typed, '-99'].map((label, position) => ({ label, value: label, position }));
    const fields = [...typed.map((name) => named(name, 'number')), named('-99', 'select-one', { field_options })];
    const written = form(
      fields.map((field, index) => examplePlace(index + 1, field)),
      { name: '=1' },
    );
    const { sheets, form: back } = roundTrip(written);
    const cells = Object.values(sheets).flat(2).map(String);
    expect(cells.filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual(['-99', '-99', '-99']);
    expect([back.name, fieldsOf(written)]).toEqual(['=1', fields]);
  });

  test('as the same calculations', () => {
    const calculations = [
      calculation(1, { equation: 'a*(b+2)', variables: [variable('a', 'Field', 1), variable('b', 'Field', 2)] }),
      calculation(2, {
        equation: '-a/3%2',
        variables: [variable('a', 'Calculation', 1)],
        formatter: { format: 'float', precision: 2 },
      }),
    ];
    const { form: back, lines } = roundTrip(
      form([examplePlace(1, named('A', 'number')), examplePlace(2, named('B', 'number'))], { calculations }),
    );
    expect(back.calculations).toEqual(calculations.map(({ position: _, ...one }) => one));
    expect(lines).toEqual([]);
  });
});

describe('rules', () => {
  const places = [
    examplePlace(1, named('Age', 'number')),
    examplePlace(2, named('Colour', 'select-one')),
    examplePlace(3, named('Colours', 'select-many')),
    examplePlace(4, named('Agreed', 'checkbox')),
    examplePlace(5, named('Born', 'date')),
    examplePlace(6, named('Town', 'freeform-short')),
    examplePlace(7, named('Target', 'freeform-short')),
  ];

  test.each<[Rule['condition'], string]>([
    [when('1', 'GTE', 18), `\${age} >= 18`],
    [when('2', 'EQ', 'r'), `\${colour} = 'r'`],
    [when('2', 'NEQ', "g'"), `\${colour} != "g'"`],
    [when('3', 'CONTAINS', 'r'), `selected(\${colours}, 'r')`],
    [when('3', 'NCONTAINS', 'r'), `not(selected(\${colours}, 'r'))`],
    [when('4', 'TRUE'), `\${agreed} = 'OK'`],
    [when('5', 'LT', 'today'), `\${born} < today()`],
    [when('5', 'EQ', '2024-02-29'), `\${born} = date('2024-02-29')`],
    [when('6', 'EMPTY'), `\${town} = ''`],
    [when('6', 'BWITH', 'New'), `starts-with(\${town}, 'New')`],
    [
      {
        or: [
          {
            scope: 'form',
            conditions: {
              and: [
                { field_name: '1', op: 'LT', value: 5 },
                { field_name: '6', op: 'NEMPTY' },
              ],
            },
          },
          { scope: 'form', conditions: { and: [{ field_name: '2', op: 'EQ', value: 'g' }] } },
        ],
      },
      `(\${age} < 5 and \${town} != '') or \${colour} = 'g'`,
    ],
  ])('%j come back', (condition, expression) => {
    const show = rule(condition, { type: 'show', field_id: 7 });
    const { sheets, form: back, lines } = roundTrip(form(places, { logic: [show] }));
    expect(sheets.survey![7]![5]).toBe(expression);
    expect(back.logic).toEqual([{ ...show, name: 'Show Target' }]);
    expect(lines).toEqual([]);
  });

  test.each<[string, Rule[]]>([
    ['hide', [rule(when('1', 'GT', 10), { type: 'hide', field_id: 7 })]],
    [
      'show after hide',
      [
        rule(when('1', 'GT', 10), { type: 'hide', field_id: 7 }),
        rule(when('6', 'EQ', 'x'), { type: 'show', field_id: 7 }),
      ],
    ],
    [
      'hide after show',
      [
        rule(when('6', 'EQ', 'x'), { type: 'show', field_id: 7 }),
        rule(when('1', 'GT', 10), { type: 'hide', field_id: 7 }),
      ],
    ],
    [
      'require and optional',
      [
        rule(when('6', 'NEMPTY'), { type: 'require', field_id: 7 }),
        rule(when('1', 'RANGE', [5, 15]), { type: 'optional', field_id: 7 }),
      ],
    ],
    ['lock', [rule(when('1', 'NRANGE', [5, 15]), { type: 'lock', field_id: 7 })]],
    ['unlock', [rule(when('2', 'IN', ['r', 'g']), { type: 'unlock', field_id: 7 })]],
    [
      'show by several',
      [
        rule(when('3', 'IN', ['r', 'g']), { type: 'show', field_id: 7 }),
        rule(when('2', 'NIN', ['r', 'g']), { type: 'show', field_id: 7 }),
      ],
    ],
  ])('that %s do the same to every answer when they come back', (_, logic) => {
    const { form: back, lines } = roundTrip(form(places, { logic }));
    expect(lines).toEqual([]);
    const stateWith = (rules: Rule[], answers: Record<string, unknown>) => {
      const { hidden, required, locked } = settle(
        { ...exampleForm(...places), logic: rules },
        { answers, stored: {}, context: exampleContext },
      ).states.get(7)!;
      return { hidden, required, locked };
    };
    for (const age of [null, 5, 10, 11, 20])
      for (const town of [null, 'x', 'y'])
        for (const colour of [null, 'r', 'g', 'b']) {
          const answers = { 1: age, 2: colour, 3: colour ? [colour] : [], 6: town };
          expect([answers, stateWith(back.logic, answers)]).toEqual([answers, stateWith(logic, answers)]);
        }
  });
});

test('PU-15 what a form says in other languages is written, and read again', () => {
  const asked = form([examplePlace(1, named('Color', 'select-one', { description: 'One' }))], {
    translations: [
      {
        language: 'es',
        texts: {
          name: { text: '=Admisión', original: 'Intake' },
          'field.1.name': { text: '=1+1', original: 'Color' },
          'field.1.description': { text: 'Uno', original: 'One' },
          'field.1.option.r': { text: 'Rojo', original: 'Red' },
        },
      },
      { language: 'ar', texts: { 'field.1.name': { text: 'اللون', original: 'Color' } } },
    ],
  });
  const sheets = writeXlsform(asked);
  expect(sheets.survey?.[0]?.slice(-4)).toEqual([
    'label::Spanish (es)',
    'hint::Spanish (es)',
    'label::Arabic (ar)',
    'hint::Arabic (ar)',
  ]);
  expect(sheets.survey?.[1]?.slice(-4)).toEqual(["'=1+1", 'Uno', 'اللون', '']);
  expect(sheets.choices).toEqual([
    ['list_name', 'name', 'label', 'label::Spanish (es)', 'label::Arabic (ar)'],
    ['color', 'r', 'Red', 'Rojo', ''],
    ['color', 'g', 'Dark green', '', ''],
  ]);
  expect(sheets.not_exported).toContainEqual(['Form Intake', 'Its name in Spanish (es) is left out: =Admisión']);
  const read = readXlsform(sheets);
  const { name: _, ...ofFields } = asked.translations[0]!.texts;
  expect('form' in read && read.form.translations).toEqual([
    asked.translations[1],
    { language: 'es', texts: ofFields },
  ]);
  expect('form' in read && read.remarks).toEqual([]);
});
