import { describe, expect, test } from 'vitest';
import type { Calculation, CalculationVariable } from '../definition/calculation.ts';
import { calculationWords, equationWords, relativeWords } from './calculation-words.ts';

const names: Record<string, string> = { a: 'Income', b: 'Rent', aa: 'Help' };
const nameOf = (letters: string) => names[letters] ?? '…';

describe('an equation in words', () => {
  test.each([
    ['a-b', 'Income − Rent'],
    ['-(a + aa) * 2', '-(Income + Help) × 2'],
    ['a / -b', 'Income ÷ -Rent'],
    ['1.5 % c', '1.5 % …'],
  ])('%s is %s', (equation, words) => expect(equationWords(equation, nameOf)).toBe(words));
});

test('a day or a time as seen from now', () => {
  expect(relativeWords({ magnitude: 0, unit: 'days' }, 'date')).toBe('today');
  expect(relativeWords({ magnitude: -30, unit: 'days' }, 'date')).toBe('30 days ago');
  expect(relativeWords({ magnitude: 1, unit: 'hours' }, 'time')).toBe('in 1 hour');
});

describe('a calculation in words', () => {
  const form = {
    form_fields: [
      { field_id: 1, field: { name: 'Visit' } },
      { field_id: 2, field: { name: 'Exit' } },
    ],
    calculations: [],
  };
  const variable = (name: string, rest: Partial<CalculationVariable>) =>
    ({
      name,
      record_type: 'Field',
      record_id: null,
      parameter_type: null,
      value: null,
      ...rest,
    }) as CalculationVariable;
  const visit = variable('a', { record_id: 1 });
  const told = (changes: Partial<Calculation>) =>
    calculationWords(
      {
        calculation_type: 'date',
        display_unit: 'years',
        variables: [visit],
        formatter: {},
        ...changes,
      } as Calculation,
      form,
    );

  test('since, between and from', () => {
    expect(told({ calculation_subtype: 'time_since' })).toBe('Years since Visit');
    expect(told({ calculation_subtype: 'time_between', variables: [visit, variable('b', { record_id: 2 })] })).toBe(
      'Years from Visit to Exit',
    );
    const back = variable('b', { parameter_type: 'interval', value: { magnitude: -1, unit: 'weeks' } });
    expect(told({ calculation_subtype: 'time_from', variables: [visit, back] })).toBe('Visit minus 1 week');
  });
});
