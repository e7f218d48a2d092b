import { describe, expect, test } from 'vitest';
import { checkCalculation } from '../calculations/check-calculation.ts';
import { runCalculations } from '../calculations/run.ts';
import { examplePlace } from '../testing.ts';
import { readDictionary } from './read.ts';

const columns = [
  'field_name',
  'form_name',
  'field_type',
  'field_label',
  'text_validation_type_or_show_slider_number',
  'select_choices_or_calculations',
];

/** The calculations of an instrument that asks for the dates start and stop, the number a and the time at. */
const readCalculations = (...calculations: [name: string, text: string][]) => {
  const rows = [
    ['start', 'intake', 'text', 'Start', 'date_ymd', ''],
    ['stop', 'intake', 'text', 'Stop', 'date_mdy', ''],
    ['a', 'intake', 'text', 'A', 'number', ''],
    ['at', 'intake', 'text', 'At', 'time', ''],
    ...calculations.map(([name, text]) => [name, 'intake', 'calc', `The ${name}`, '', text]),
  ];
  const read = readDictionary([columns, ...rows].map((cells, index) => ({ row: index + 1, cells })));
  if ('problems' in read) throw new Error(read.problems.join('; '));
  const { form, remarks } = read.forms[0]!;
  const made = form.calculations.map((one, position) => ({ ...one, position }));
  const fields = form.form_fields.map(({ field_id, field }) => examplePlace(field_id, field));
  expect(made.flatMap((one) => checkCalculation(one, { fields, calculations: made, id: one.id }).issues)).toEqual([]);

  /** The results by the names of the calculations, on 2026-11-28. */
  const results = (start: string | null, stop: string | null) => {
    const answers = new Map<number, unknown>([
      [1, start],
      [2, stop],
      [3, 7],
    ]);
    const clock = { today: '2026-11-28', now: '2026-11-28T18:00:00Z', timeZone: 'UTC' };
    const values = runCalculations(made, (id) => answers.get(id), clock);
    return Object.fromEntries(made.map(({ id, name }) => [name, values.get(id)]));
  };
  return { results, said: remarks.map(({ row, message }) => [row, message]), made };
};

const between =
  'the date difference is negative when the second date is before the first, and REDCap shows it without the sign';
const since = 'the date difference is negative when the date is in the future, and REDCap shows it without the sign';
const until = 'the date difference is negative when the date is in the past, and REDCap shows it without the sign';
const completed = 'only completed units count, so near an anniversary REDCap’s result can differ by one';

test('a dictionary of date differences gives REDCap’s results, and tells each sign that differs', () => {
  const { results, said } = readCalculations(
    ['days', `datediff([start],[stop],'d')`],
    ['years', `datediff([start],[stop],'y')`],
    ['months', `datediff([start],[stop],'M','ymd',true)`],
    ['whole', `rounddown(datediff([start],[stop],'y'))`],
    ['age', 'round(datediff([start],"today","y"),1)'],
    ['left', 'datediff("today",[stop],"d")'],
    ['hours', `datediff([start],[stop],'h')`],
  );
  expect(results('2021-05-10', '2026-11-28')).toEqual({
    'The days': 2028,
    'The years': 5.5524754102,
    'The months': 66.6228646518,
    'The whole': 5,
    'Days for The age': 2028,
    'The age': 5.6,
    'Days for The left': 0,
    'The left': 0,
    'The hours': 48_672,
  });
  expect(results('2026-12-08', '2026-12-08')).toMatchObject({
    'The left': 10,
    'Days for The left': -10,
    'The days': 0,
  });
  expect(results('2026-11-28', '2026-11-18')).toMatchObject({ 'The days': -10, 'The left': -10, 'The hours': -240 });
  expect(Object.values(results(null, null)).every((value) => value === null)).toBe(true);
  expect(said).toEqual([
    [6, `In days, ${between}`],
    [7, `In years, ${between}`],
    [9, `In whole, ${between}; ${completed}`],
    [10, 'age is calculated from another calculation, Days for The age'],
    [10, `In age, ${since}`],
    [11, 'left is calculated from another calculation, Days for The left'],
    [11, `In left, ${until}`],
    [12, `In hours, ${between}`],
  ]);
});

describe('a date difference whose sign is asked for', () => {
  test.each<[string, number, number]>([
    [`datediff([start],[stop],'d','ymd',true)`, 10, -10],
    [`datediff([start], [stop], "d", "mdy", TRUE)`, 10, -10],
    [`datediff([start],[stop],'d',true)`, 10, -10],
    [`datediff([start],[stop],'d','',1)`, 10, -10],
    [`datediff([start],[stop],'d','ymd','true')`, 10, -10],
  ])('%s is the same in both orders', (text, forth, back) => {
    const { results, said, made } = readCalculations(['r', text]);
    expect(said).toEqual([]);
    expect(made).toHaveLength(1);
    expect(results('2026-01-01', '2026-01-11')['The r']).toBe(forth);
    expect(results('2026-01-11', '2026-01-01')['The r']).toBe(back);
  });

  test.each<[string, number]>([
    [`datediff([start],[stop],'y','ymd',true)`, -0.0273790701],
    [`datediff([start],[stop],'M',true)`, -0.3285151117],
    [`round(datediff([start],[stop],'M','ymd',true),2)`, -0.33],
    [`datediff([start],[stop],'m','ymd',true)`, -14_400],
    [`datediff([start],[stop],'s','ymd',true)`, -864_000],
    [`datediff([start],[stop],'d','ymd',true)/7 + [a]`, 5.5714285714],
    [`datediff([start],'today','d','ymd',true) - datediff([stop],'today','d','ymd',true)`, -10],
  ])('%s counts with the days', (text, result) => {
    const { results, said } = readCalculations(['r', text]);
    expect(results('2026-01-11', '2026-01-01')['The r']).toBe(result);
    expect(said.every(([, message]) => String(message).startsWith('r is calculated from another calculation, '))).toBe(
      true,
    );
  });
});

test('the days of the same dates are calculated once', () => {
  const { made } = readCalculations(
    ['years', `datediff([start],[stop],'y')`],
    ['months', `datediff([start],[stop],'M') + datediff([start],[stop],'y')`],
    ['back', `datediff([stop],[start],'y')`],
  );
  expect(made.map(({ name }) => name)).toEqual([
    'Days for The years',
    'The years',
    'The months',
    'Days for The back',
    'The back',
  ]);
});

test.each([
  [`datediff([start],[stop],'d')`, between],
  [`datediff([start],[stop],'d','ymd',false)`, between],
  [`datediff([start],[stop],'d','dmy')`, between],
  [`datediff([start],[stop],'d',0)`, between],
  [`datediff([start],"today",'d')`, since],
  [`rounddown(datediff([start],"today",'M','ymd',true),0)`, completed],
  [`rounddown(datediff([start],"today",'y'),0)`, `${since}; ${completed}`],
  [`rounddown(datediff([start],[stop],'d','ymd',true))`, null],
  [`datediff([start],'now','d','ymd',true)`, 'whole days count, and REDCap’s “now” includes the time'],
])('%s tells what differs: %s', (text, difference) => {
  const { said, made } = readCalculations(['r', text]);
  expect(made).toHaveLength(1);
  expect(said).toEqual(difference === null ? [] : [[6, `In r, ${difference}`]]);
});

test.each([
  `datediff([start],[at],'d')`,
  `datediff([start],[a],'d')`,
  `datediff([start],'2026-01-01','d')`,
  `datediff("today","today",'d')`,
  `datediff([start],[stop],'w')`,
  `datediff([start],[stop],'constructor')`,
  `datediff([start],[stop])`,
  `datediff([start],[stop],'d','ymd',[a])`,
  `datediff([start],[stop],'d',true,'ymd')`,
  `rounddown(datediff([start],[stop],'y'),1)`,
  `rounddown(datediff("today",[stop],'y'))`,
  `if(datediff([start],[stop],'y') > 3, 1, 0)`,
])('%s is told, and leaves no calculation behind', (text) => {
  const { said, made } = readCalculations(['r', text]);
  expect(made).toEqual([]);
  expect(said).toEqual([
    [6, 'r is left out: only sums, differences, products, quotients and remainders of numbers can be calculated'],
  ]);
});
