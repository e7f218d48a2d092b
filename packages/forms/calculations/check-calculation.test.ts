// Longer than most: each way to refuse a draft, over one form.
import { describe, expect, test } from 'vitest';
import { type Calculation, type CalculationDraft, calculationDraft } from '../definition/calculation.ts';
import { exampleField } from '../testing.ts';
import { checkCalculation } from './check-calculation.ts';
import { field, fromNow, interval, numeric, result } from './testing.ts';

const valid: CalculationDraft = { name: 'Total', calculation_type: 'numeric', equation: '1' };

const fields = [
  { field_id: 1, field: exampleField('number') },
  { field_id: 2, field: exampleField('select-one', { data_type: 'numeric' }) },
  { field_id: 3, field: exampleField('date') },
  { field_id: 4, field: exampleField('freeform-short') },
  { field_id: 5, field: exampleField('select-one') },
  { field_id: 6, field: exampleField('time') },
];

const stored = (id: number, name: string, changes: Partial<Calculation> = {}) =>
  numeric({ id, name, equation: '1', variables: [], ...changes });

const calculations = [
  stored(11, 'Rent', { equation: 'a', variables: [field('a', 1)] }),
  stored(12, 'Due', { calculation_type: 'date', calculation_subtype: 'time_from', display_unit: 'days' }),
  stored(13, 'End', { calculation_type: 'time', calculation_subtype: 'time_from', display_unit: 'hours' }),
  stored(14, 'Length', { calculation_type: 'time', calculation_subtype: 'time_between', display_unit: 'hh:mm' }),
  stored(15, 'Age', { calculation_type: 'date', calculation_subtype: 'time_since', display_unit: 'years' }),
];

const check = (changes: Partial<CalculationDraft>, id?: number) =>
  checkCalculation({ ...valid, ...changes }, { fields, calculations, ...(id && { id }) });

describe('calculationDraft', () => {
  test.each([
    [{ name: ' ' }, 'name', 'Enter a name'],
    [{ equation: 'a'.repeat(501) }, 'equation', 'Use at most 500 characters'],
    [{ equation: 5 }, 'equation', 'Enter an equation'],
    [{ calculation_type: 'text' }, 'calculation_type', 'Choose one of numeric, date, time'],
    [{ calculation_subtype: 'since' }, 'calculation_subtype', 'Choose one of time_since, time_between, time_from'],
    [
      { display_unit: 'seconds' },
      'display_unit',
      'Choose one of days, weeks, months, years, hours, minutes, hh:mm, h.mm',
    ],
    [{ position: -1 }, 'position', 'Enter 0 or more'],
    [{ variables: {} }, 'variables', 'Send the variables as a list'],
    [{ variables: Array(101).fill({ name: 'a' }) }, 'variables', 'Use at most 100 variables'],
    [{ variables: [{ name: 'A' }] }, 'variables.0.name', 'Name variables a to z, then aa to zz and so on'],
    [{ variables: [{ name: 'ab' }] }, 'variables.0.name', 'Name variables a to z, then aa to zz and so on'],
    [{ variables: [{ name: 'constructor' }] }, 'variables.0.name', 'Name variables a to z, then aa to zz and so on'],
    [
      { variables: [{ name: 'a', record_type: 'Form' }] },
      'variables.0.record_type',
      'Choose one of Field, Calculation',
    ],
    [{ variables: [{ name: 'a', record_id: 0 }] }, 'variables.0.record_id', 'Enter an ID'],
    [
      { variables: [{ name: 'a', parameter_type: 'day' }] },
      'variables.0.parameter_type',
      'Choose one of interval, date_relative',
    ],
    [{ variables: [{ name: 'a', value: 5 }] }, 'variables.0.value', 'Send the value as {magnitude, unit}'],
    [
      { variables: [{ name: 'a', value: { magnitude: '5', unit: 'days' } }] },
      'variables.0.value.magnitude',
      'Enter a number',
    ],
    [
      { variables: [{ name: 'a', value: { magnitude: 1e6, unit: 'days' } }] },
      'variables.0.value.magnitude',
      'Enter 100,000 or less',
    ],
    [
      { variables: [{ name: 'a', value: { magnitude: 1, unit: 'hh:mm' } }] },
      'variables.0.value.unit',
      'Choose one of days, weeks, months, years, hours, minutes',
    ],
    [{ formatter: { format: 'percent' } }, 'formatter.format', 'Choose one of integer, float, currency'],
    [{ formatter: { precision: 11 } }, 'formatter.precision', 'Enter 10 or less'],
    [{ formatter: { precision: 1.5 } }, 'formatter.precision', 'Enter a whole number'],
    [{ formatter: { currency: '£' } }, 'formatter.currency', 'Choose one of $, €'],
    [{ formatter: { timestamp: '24h' } }, 'formatter.timestamp', 'Choose one of 24-hour, 12-hour'],
    [
      { formatter: { output: 'iso' } },
      'formatter.output',
      'Choose one of date, short_date, month_year, alpha_date, alpha_month_year, quarter, dow, year, time, hour',
    ],
  ])('refuses %o', (changes, path, message) => {
    const { error } = calculationDraft.safeParse({ ...valid, ...changes });
    expect(error?.issues.map((issue) => [issue.path.join('.'), issue.message])).toEqual([[path, message]]);
  });

  test.each([{ colour: 'red' }, { variables: [{ name: 'a', colour: 'red' }] }, { formatter: { colour: 'red' } }])(
    'refuses unknown keys: %o',
    (changes) => {
      expect(calculationDraft.safeParse({ ...valid, ...changes }).success).toBe(false);
    },
  );

  test('takes a draft with everything, and one with nulls', () => {
    const full = {
      name: 'Due',
      equation: 'a + b',
      calculation_type: 'date',
      calculation_subtype: 'time_from',
      display_unit: 'days',
      position: 2,
      variables: [field('a', 3), interval({ magnitude: -2, unit: 'weeks' })],
      formatter: { format: 'float', precision: 2, currency: '€', timestamp: '12-hour', output: 'quarter' },
    };
    expect(calculationDraft.parse(full)).toEqual(full);
    const empty = { ...full, calculation_subtype: null, display_unit: null, position: null, formatter: null };
    expect(calculationDraft.parse(empty)).toEqual(empty);
  });
});

describe('checkCalculation', () => {
  type Changes = Partial<CalculationDraft>;
  const date: Changes = { calculation_type: 'date', variables: [field('a', 3)] };
  const between: Changes = { calculation_type: 'date', calculation_subtype: 'time_between' };
  const from: Changes = { calculation_type: 'date', calculation_subtype: 'time_from' };
  const time: Changes = { calculation_type: 'time', calculation_subtype: 'time_from' };

  test.each<[Changes, string, string]>([
    [{ equation: null }, 'equation', 'Enter an equation'],
    [{ equation: '1 +' }, 'equation', 'Enter a number or a variable after + at position 3'],
    [{ equation: 'a + b', variables: [field('a', 1)] }, 'variables', 'Choose what b stands for'],
    [{ equation: 'a', variables: [{ name: 'a' }] }, 'variables.0.record_id', 'Choose a field or a calculation for a'],
    [
      { equation: 'a', variables: [{ name: 'a', record_id: 1 }] },
      'variables.0.record_id',
      'Choose a field or a calculation for a',
    ],
    ...[3, 4, 5, 6, 99].map((id): [Changes, string, string] => [
      { equation: 'b', variables: [field('a', 1), field('b', id)] },
      'variables.1.record_id',
      'Choose a numeric field of this form for b',
    ]),
    ...[12, 13, 14, 99].map((id): [Changes, string, string] => [
      { equation: 'a', variables: [result('a', id)] },
      'variables.0.record_id',
      'Choose a calculation of this form that gives a number for a',
    ]),
    [
      { equation: 'a', variables: [field('a', 1), field('a', 2)] },
      'variables.1.name',
      'Two variables are named a: remove one',
    ],
    [
      { equation: 'a', variables: [interval({ magnitude: 1, unit: 'days' }, 'a')] },
      'variables.0.parameter_type',
      'Choose a field or a calculation for a',
    ],
    [{ calculation_type: 'date' }, 'variables', 'Choose what a stands for'],
    [
      { calculation_type: 'date', variables: [field('a', 1)] },
      'variables.0.record_id',
      'Choose a date field of this form for a',
    ],
    [
      { calculation_type: 'date', variables: [result('a', 15)] },
      'variables.0.record_id',
      'Choose a calculation of this form that gives a date for a',
    ],
    [
      { calculation_type: 'date', variables: [fromNow({ magnitude: 1, unit: 'days' }, 'a')] },
      'variables.0.parameter_type',
      'Choose a field or a calculation for a',
    ],
    [{ ...date, display_unit: 'hours' }, 'display_unit', 'Choose days, weeks, months or years'],
    [{ ...between, variables: [field('a', 3)] }, 'variables', 'Choose what b stands for'],
    [
      { ...between, variables: [field('a', 3), field('b', 1)] },
      'variables.1.record_id',
      'Choose a date field of this form for b',
    ],
    [
      { ...between, variables: [field('a', 3), interval({ magnitude: 1, unit: 'days' })] },
      'variables.1.parameter_type',
      'Choose a field or a calculation for b',
    ],
    [
      { ...between, variables: [field('a', 3), fromNow(null)] },
      'variables.1.value',
      'Enter how many days, weeks, months or years',
    ],
    [
      { ...from, variables: [field('a', 3), field('b', 3)] },
      'variables.1.record_id',
      'Choose a numeric field of this form for b',
    ],
    [
      { ...from, variables: [field('a', 3), interval({ magnitude: 1, unit: 'hours' })] },
      'variables.1.value.unit',
      'Choose days, weeks, months or years',
    ],
    [
      { ...from, variables: [field('a', 3), interval({ magnitude: 1.5, unit: 'weeks' })] },
      'variables.1.value.magnitude',
      'Enter a whole number of weeks',
    ],
    [
      { ...time, variables: [field('a', 3), interval({ magnitude: 1.5, unit: 'hours' })] },
      'variables.0.record_id',
      'Choose a time field of this form for a',
    ],
    [
      { ...time, variables: [field('a', 6), interval({ magnitude: 1, unit: 'days' })] },
      'variables.1.value.unit',
      'Choose hours or minutes',
    ],
    [
      { ...time, display_unit: 'days', variables: [field('a', 6), field('b', 1)] },
      'display_unit',
      'Choose hours, minutes, hh:mm or h.mm',
    ],
  ])('refuses %o', (changes, path, message) => {
    expect(check(changes).issues).toEqual([{ path, message }]);
  });

  test('tells every issue', () => {
    const { issues } = check({ ...between, display_unit: 'minutes', variables: [field('b', 1)] });
    expect(issues.map(({ path }) => path)).toEqual(['display_unit', 'variables', 'variables.0.record_id']);
  });

  test('keeps a numeric calculation, without the variables that its equation does not use', () => {
    const variables = [field('c', 99), result('b', 11), field('a', 2), result('d', 15)];
    const formatter = { format: 'currency', currency: '€' } as const;
    const draft = {
      equation: 'a * b / d',
      display_unit: 'days',
      calculation_subtype: 'time_since',
      formatter,
    } as const;
    expect(check({ ...draft, variables })).toEqual({
      calculation: {
        name: 'Total',
        equation: 'a * b / d',
        calculation_type: 'numeric',
        calculation_subtype: null,
        display_unit: null,
        variables: variables.slice(1),
        formatter,
      },
      issues: [],
    });
  });

  test('fills in what follows from the type', () => {
    expect(check({ ...date, equation: 'constructor', position: 3 })).toEqual({
      calculation: {
        name: 'Total',
        equation: 'b - a',
        calculation_type: 'date',
        calculation_subtype: 'time_since',
        display_unit: 'days',
        position: 3,
        variables: [field('a', 3)],
        formatter: {},
      },
      issues: [],
    });
    const { calculation, issues } = check({ calculation_type: 'time', variables: [field('a', 6), result('b', 13)] });
    expect(issues).toEqual([]);
    expect(calculation).toMatchObject({
      equation: 'b - a',
      calculation_subtype: 'time_between',
      display_unit: 'hours',
    });
    expect(calculation).not.toHaveProperty('position');
  });

  test('time since drops b, which is today', () => {
    const { calculation, issues } = check({ ...date, variables: [field('b', 99), field('a', 3)] });
    expect(issues).toEqual([]);
    expect(calculation.variables).toEqual([field('a', 3)]);
  });

  test.each<[Changes, string]>([
    [{ ...between, variables: [result('a', 12), field('b', 3)] }, 'b - a'],
    [{ ...between, variables: [field('a', 3), fromNow({ magnitude: -1, unit: 'years' })] }, 'b - a'],
    [{ ...from, variables: [field('a', 3), interval({ magnitude: 90, unit: 'days' })] }, 'a + b'],
    [{ ...from, variables: [field('a', 3), field('b', 2)] }, 'a + b'],
    [{ ...from, variables: [field('a', 3), result('b', 11)] }, 'a + b'],
    [{ ...time, variables: [field('a', 6), interval({ magnitude: 1.5, unit: 'hours' })] }, 'a + b'],
  ])('takes %o', (changes, equation) => {
    const { calculation, issues } = check(changes);
    expect(issues).toEqual([]);
    expect(calculation.equation).toBe(equation);
    expect(calculation.variables).toEqual(changes.variables);
  });

  test('a variable is a record or a value, not both', () => {
    const b = { ...field('b', 99), parameter_type: 'interval', value: { magnitude: 1, unit: 'days' } } as const;
    const { calculation, issues } = check({ ...from, variables: [field('a', 3), b] });
    expect(issues).toEqual([]);
    expect(calculation.variables[1]).toEqual(interval({ magnitude: 1, unit: 'days' }));
  });

  test('refuses a calculation that depends on itself', () => {
    expect(check({ equation: 'a', variables: [result('a', 11)] }, 11).issues).toEqual([
      { path: 'variables.0.record_id', message: 'Total depends on itself: Total, Total' },
    ]);
    // A field with the number of the calculation is no circle.
    expect(check({ equation: 'a', variables: [field('a', 1)] }, 1).issues).toEqual([]);
  });

  test('refuses a calculation that depends on itself through others', () => {
    const chain = [
      stored(1, 'Total', { equation: '1' }),
      stored(2, 'Rent', { equation: 'a', variables: [result('a', 3)] }),
      stored(3, 'Base', { equation: 'a', variables: [result('a', 1)] }),
    ];
    const draft = { ...valid, equation: 'a + b', variables: [field('a', 1), result('b', 2)] };
    expect(checkCalculation(draft, { fields, calculations: chain, id: 1 }).issues).toEqual([
      { path: 'variables.1.record_id', message: 'Total depends on itself: Total, Rent, Base, Total' },
    ]);
    expect(checkCalculation(draft, { fields, calculations: chain }).issues).toEqual([]);
  });

  test('refuses to give something else while another calculation counts with it', () => {
    const users = [
      stored(1, 'Days', { calculation_type: 'date', calculation_subtype: 'time_since', display_unit: 'days' }),
      stored(2, 'Fee', { equation: 'a', variables: [result('a', 1)] }),
    ];
    const change = (changes: Changes) =>
      checkCalculation({ ...valid, name: 'Days', ...changes }, { fields, calculations: users, id: 1 }).issues;
    expect(change({ ...from, variables: [field('a', 3), interval({ magnitude: 1, unit: 'days' })] })).toEqual([
      { path: 'calculation_type', message: 'Fee needs a number from this calculation: change Fee first' },
    ]);
    expect(change({ equation: 'a', variables: [field('a', 1)] })).toEqual([]);
  });
});
