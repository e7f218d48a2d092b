// Long because each way of naming a question is tried, and each that leads nowhere.
import { describe, expect, test } from 'vitest';
import { readXlsform } from './read.ts';
import type { Cell } from './sheets.ts';

const columns = ['type', 'name', 'label', 'relevant', 'constraint', 'calculation', 'required', 'read_only'] as const;
type Cells = Partial<Record<(typeof columns)[number], string>>;

/** A form in whose group g the question a is asked. */
const read = (...rows: Cells[]) => {
  const result = readXlsform({
    survey: [[...columns], ...rows.map((cells): Cell[] => columns.map((column) => cells[column] ?? ''))],
    choices: [
      ['list_name', 'name', 'label'],
      ['yn', 'yes', 'Yes'],
      ['yn', 'no', 'No'],
    ],
  });
  if ('problems' in result) throw new Error(result.problems.join('; '));
  return result;
};

const group = (name: string): Cells => ({ type: 'begin_group', name, label: name });
const end: Cells = { type: 'end_group' };
const question = (type: string, name: string, more: Cells = {}): Cells => ({ type, name, label: name, ...more });
const text = (name: string, more?: Cells) => question('text', name, more);

/** What shows each question: which question is compared with what, by their names. */
const shown = ({ form }: ReturnType<typeof read>) => {
  const nameOf = (id: unknown) => form.form_fields.find(({ field_id }) => field_id === Number(id))?.field.name;
  return form.logic.map(({ condition, actions }) => [
    JSON.stringify(condition).replaceAll(/"field_name":"(\d+)"/g, (_, id) => `"asks":"${nameOf(id)}"`),
    ...actions.map(({ field_id }) => nameOf(field_id)),
  ]);
};
const on = (asks: string, op: string, value?: string) =>
  JSON.stringify({ and: [{ scope: 'form', conditions: { and: [{ asks, op, value }] } }] });

test('relative paths, an own name and now() are taken over together', () => {
  const { form, remarks } = read(
    { type: 'begin_group', name: 'g', label: 'Group' },
    { type: 'select_one yn', name: 'a', label: 'A?' },
    { type: 'text', name: 'b', label: 'B', relevant: `selected(../a, 'yes')`, required: 'yes' },
    end,
    { type: 'text', name: 'c', label: 'C', relevant: `../g/a = 'yes'` },
    { type: 'integer', name: 'age', label: 'Age', constraint: `\${age} >= 0 and \${age} <= 120` },
    { type: 'date', name: 'd', label: 'D', constraint: '. <= now()' },
  );
  expect(remarks).toEqual([]);
  const isYes = { scope: 'form', conditions: { and: [{ field_name: '2', op: 'EQ', value: 'yes' }] } };
  expect(form.logic).toEqual([
    {
      name: 'Show B and 1 more',
      condition: { and: [isYes] },
      actions: [
        { type: 'show', field_id: 3 },
        { type: 'show', field_id: 4 },
      ],
    },
  ]);
  expect(form.form_fields).toMatchObject([
    {},
    {},
    { is_required: true },
    {},
    { field: { metadata: { format: 'integer', min: 0, max: 120 } } },
    { settings: { maxDate: { type: 'today' } } },
  ]);
});

describe('a path', () => {
  const asked = (relevant: string) =>
    read(
      question('select_one yn', 'top'),
      group('g'),
      question('select_one yn', 'a'),
      group('h'),
      text('b-1.x'),
      text('z', { relevant }),
      end,
      end,
      group('i'),
      question('select_multiple yn', 'c'),
      end,
    );

  test.each([
    [`../../a = 'yes'`, on('a', 'EQ', 'yes')],
    [`selected(../../a, "no")`, on('a', 'EQ', 'no')],
    [`not(selected(../../a, 'no'))`, on('a', 'NEQ', 'no')],
    [`../../../top='yes'`, on('top', 'EQ', 'yes')],
    [`../../../i/c != ''`, on('c', 'NEMPTY')],
    [`selected(../../../i/c,‘yes’)`, on('c', 'CONTAINS', 'yes')],
    [`../b-1.x = '../../a'`, on('b-1.x', 'EQ', '../../a')],
    [`current()/../../a = 'yes'`, on('a', 'EQ', 'yes')],
    [`./../../a = 'yes'`, on('a', 'EQ', 'yes')],
    [`/data/g/a = 'yes'`, on('a', 'EQ', 'yes')],
    [`'yes'=/intake_form/top`, on('top', 'EQ', 'yes')],
    [`/data/g/h/../a = 'yes'`, on('a', 'EQ', 'yes')],
    [`\${a} = 'yes'`, on('a', 'EQ', 'yes')],
  ])('%s leads to its question', (relevant, condition) => {
    const result = asked(relevant);
    expect(result.remarks).toEqual([]);
    expect(shown(result)).toEqual([[condition, 'z']]);
  });

  test.each([
    `../a = 'yes'`,
    `../../../../top = 'yes'`,
    `/a = 'yes'`,
    `/data/a = 'yes'`,
    `../../h = 'yes'`,
    `../z = 'yes'`,
    `../../a[1] = 'yes'`,
    `../../a/name = 'yes'`,
    `../jr:a = 'yes'`,
    `instance('x')/data/g/a = 'yes'`,
    `\${h}/data/g/a = 'yes'`,
    `position(..) > 1`,
    `count(../../a) > 1`,
    '//a',
  ])('%s, which leads to none, is told as it stands', (relevant) => {
    const result = asked(relevant);
    expect(result.form.logic).toEqual([]);
    expect(result.remarks).toEqual([
      {
        sheet: 'survey',
        row: 7,
        message: `The relevant of z isn’t imported, so it’s always shown and optional: ${relevant}`,
      },
    ]);
  });

  test('leads from a group to what is beside it', () => {
    const result = read(
      question('select_one yn', 'a'),
      { ...group('g'), relevant: `../a = 'yes'` },
      text('b', { required: `../../a = 'yes'`, read_only: `../../a = 'no'` }),
      end,
    );
    expect(result.remarks).toEqual([]);
    expect(result.form.logic.map(({ name }) => name)).toEqual(['Show g and 1 more', 'Require b', 'Lock b']);
  });

  test('tells questions of one name apart, which a name does not', () => {
    const result = read(
      group('one'),
      question('select_one yn', 'agrees'),
      text('why', { relevant: `../agrees = 'no'` }),
      end,
      group('two'),
      question('select_one yn', 'agrees', { label: 'again' }),
      text('when', { relevant: `../agrees = 'yes'` }),
      text('where', { relevant: `\${agrees} = 'yes'` }),
      end,
    );
    expect(shown(result)).toEqual([
      [on('agrees', 'EQ', 'no'), 'why'],
      [on('again', 'EQ', 'yes'), 'when'],
      [on('agrees', 'EQ', 'yes'), 'where'],
    ]);
    expect(result.remarks.map(({ message }) => message)).toEqual([
      'agrees is also the name of an earlier row: expressions use that row, unless they give a path',
    ]);
  });

  test('is not taken for that of a group whose name a question has too', () => {
    const result = read(
      group('a'),
      question('select_one yn', 'a'),
      end,
      text('b', { relevant: `\${a} = 'yes'` }),
      text('c', { relevant: `../a/a = 'yes'` }),
    );
    expect(shown(result)).toEqual([[on('a', 'EQ', 'yes'), 'b', 'c']]);
  });

  test('is that of a question rather than of a calculation before it', () => {
    const result = read(
      { type: 'calculate', name: 'a', calculation: '1 + 1' },
      group('g'),
      question('select_one yn', 'a'),
      end,
      text('b', { relevant: `\${a} = 'yes'` }),
    );
    expect(shown(result)).toEqual([[on('a', 'EQ', 'yes'), 'b']]);
    expect(result.remarks.map(({ message }) => message)).toEqual(['a is left out: another row has the same name']);
  });

  test('is calculated with', () => {
    const { form, remarks } = read(
      group('g'),
      question('integer', 'a'),
      { type: 'calculate', name: 'double', calculation: '../a*2' },
      end,
      { type: 'calculate', name: 'more', calculation: '/data/g/double - -../g/a' },
    );
    expect(remarks).toEqual([]);
    expect(form.calculations).toMatchObject([
      { name: 'double', equation: 'a*2', variables: [{ record_type: 'Field', record_id: 2 }] },
      {
        name: 'more',
        equation: 'a--b',
        variables: [
          { record_type: 'Calculation', record_id: 1 },
          { record_type: 'Field', record_id: 2 },
        ],
      },
    ]);
  });

  test.each<[string, Cells[], string[]]>([
    [
      'two questions',
      [text('a', { relevant: `../b = 'x'` }), text('b', { relevant: `/data/a = 'x'` })],
      [
        "The relevant of a isn’t imported, so it’s always shown and optional: ../b = 'x'",
        "The relevant of b isn’t imported, so it’s always shown and optional: /data/a = 'x'",
      ],
    ],
    [
      'a question and one that names it',
      [text('a', { relevant: `../b = 'x'` }), text('b', { relevant: `\${a} = 'x'` })],
      ["The relevant of a isn’t imported, so it’s always shown and optional: ../b = 'x'"],
    ],
    [
      'a group and a question in it',
      [{ ...group('a'), relevant: `./b = 'x'` }, text('b'), end],
      ["The relevant of a isn’t imported, so it’s always shown and optional: ./b = 'x'"],
    ],
    [
      'a question and a calculation',
      [
        question('integer', 'a', { relevant: '../b > 1' }),
        { type: 'calculate', name: 'b', calculation: 'coalesce(../a, 2)' },
      ],
      [
        'b is left out: only sums, differences, products, quotients and remainders of numbers can be calculated',
        'The relevant of a isn’t imported, so it’s always shown and optional: ../b > 1',
      ],
    ],
    [
      'a calculation of itself',
      [text('a'), { type: 'calculate', name: 'b', calculation: '../b + 1' }],
      ['b is left out: only sums, differences, products, quotients and remainders of numbers can be calculated'],
    ],
  ])('is told where it makes rows wait for each other: %s', (_, rows, messages) => {
    const { remarks } = read(...rows);
    expect(remarks.map(({ message }) => message).toSorted()).toEqual(messages.toSorted());
  });

  test('does not excuse names that go round in a circle', () => {
    expect(() =>
      read(
        text('a', { relevant: `\${b} = 'x' and ../c = 'x'` }),
        text('b', { relevant: `\${a} = 'x'` }),
        text('c', { relevant: `../b = 'x'` }),
      ),
    ).toThrow('Row 2 of survey: a refers to itself by way of b');
  });
});

describe('a constraint', () => {
  test.each<[string, string, object]>([
    ['decimal', `\${q} >= 0.5`, { field: { metadata: { min: 0.5 } } }],
    ['integer', '../q > 0 and 10 > ../q', { field: { metadata: { min: 1, max: 9 } } }],
    ['integer', '/data/q>=1 and current()/.<=4', { field: { metadata: { min: 1, max: 4 } } }],
    ['integer', `. >= 1 and \${ q }<=4`, { field: { metadata: { min: 1, max: 4 } } }],
    ['text', 'string-length(../q) <= 9', { field: { metadata: { max: 9 } } }],
    ['date', '. <= now()', { settings: { maxDate: { type: 'today' } } }],
    ['date', '. < now()', { settings: { maxDate: { type: 'today' } } }],
    ['date', '. > now()', { settings: { minDate: { type: 'diff', value: 1 } } }],
    // Today begins before now.
    ['date', 'now() <= .', { settings: { minDate: { type: 'diff', value: 1 } } }],
    ['date', '. <= now() + 7', { settings: { maxDate: { type: 'diff', value: 7 } } }],
    ['date', 'decimal-date-time(.) <= decimal-date-time(today())', { settings: { maxDate: { type: 'today' } } }],
    [
      'date',
      'decimal-date-time(../q) > decimal-date-time(now()) - 7',
      { settings: { minDate: { type: 'diff', value: -6 } } },
    ],
    ['date', '. <= date-time(decimal-date-time(today() +28))', { settings: { maxDate: { type: 'diff', value: 28 } } }],
    ['text', 'true()', { settings: {} }],
    ['integer', '1', { field: { metadata: { format: 'integer' } } }],
    ['date', '. >= date(now())', { settings: { minDate: { type: 'today' } } }],
  ])('of %s that says %s limits its own question', (type, constraint, entry) => {
    const { form, remarks } = read(question(type, 'q', { constraint }));
    expect(remarks).toEqual([]);
    expect(form.form_fields).toMatchObject([entry]);
  });

  test.each([
    ['integer', `\${p} > 0`, 'isn’t imported'],
    ['integer', '../p > 0', 'isn’t imported'],
    ['integer', '. > 0 and ../q < ../p', 'is only partly imported'],
    ['date', '. = now()', 'isn’t imported'],
    ['date', 'decimal-date-time(.) + 294 >= decimal-date-time(today())', 'isn’t imported'],
    ['date', 'floor(decimal-date-time(.)) <= floor(decimal-date-time(now()))', 'isn’t imported'],
    ['text', 'decimal-date-time(.) <= decimal-date-time(today())', 'isn’t imported'],
    ['text', '0', 'isn’t imported'],
    ['time', '. <= now()', 'isn’t imported'],
    ['text', '. = now()', 'isn’t imported'],
  ])('of %s that says %s is told', (type, constraint, outcome) => {
    const { remarks } = read(question('integer', 'p'), question(type, 'q', { constraint }));
    expect(remarks).toEqual([{ sheet: 'survey', row: 3, message: `The constraint of q ${outcome}: ${constraint}` }]);
  });

  test('of the second question of a name is about that one', () => {
    const { form } = read(
      group('g'),
      question('integer', 'q'),
      end,
      group('h'),
      question('integer', 'q', { constraint: `\${q} < 5 and ../q > 1` }),
      end,
    );
    expect(form.form_fields.map(({ field }) => field.metadata)).toMatchObject([{}, {}, {}, { min: 2, max: 4 }]);
    expect(form.form_fields[1]?.field.metadata).toEqual({ format: 'integer' });
  });
});

test.each([
  [`\${d} <= now()`, on('d', 'LTE', 'today')],
  [`\${d} < now()`, on('d', 'LTE', 'today')],
  [`now() < ../d`, on('d', 'GT', 'today')],
  [`\${d} >= now()`, on('d', 'GT', 'today')],
  [`decimal-date-time(\${d}) < decimal-date-time(today())`, on('d', 'LT', 'today')],
  [`\${d} > date(now())`, on('d', 'GT', 'today')],
])('the condition %s is about today', (relevant, condition) => {
  const result = read(question('date', 'd'), text('z', { relevant }));
  expect(result.remarks).toEqual([]);
  expect(shown(result)).toEqual([[condition, 'z']]);
});

test.each([
  `\${d} = now()`,
  `date(\${s}) < today()`,
  `decimal-date-time(\${s}) = 'x'`,
  `\${t} < now()`,
  `\${s} = now()`,
])('the condition %s is told', (relevant) => {
  const { form, remarks } = read(question('date', 'd'), question('time', 't'), text('s'), text('z', { relevant }));
  expect([form.logic, remarks.length]).toEqual([[], 1]);
});

test.each(['tel', 'phone number', 'Phone_number'])('a phone number (%s) is a text', (type) => {
  const { form, remarks } = read(question(type, 'phone'));
  expect([form.form_fields[0]?.field.field_type, remarks]).toEqual(['freeform-short', []]);
});
