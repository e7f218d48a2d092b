import { describe, expect, test } from 'vitest';
import type { CalculationVariable } from '#forms/definition/calculation.ts';
import type { StoredCalculation } from '#web/forms/definition/edited-form.ts';
import {
  type CalculationValues,
  changesResults,
  draftOf,
  emptyCalculation,
  filtered,
  mayType,
  type Operand,
  proposedName,
  usersOf,
  valuesOf,
  withCalculation,
  withoutVariable,
  withSign,
  withVariable,
} from './draft.ts';

const income: Operand = { record_type: 'Field', record_id: 1 };
const rent: Operand = { record_type: 'Field', record_id: 2 };
const as = (name: string, operand: Operand): CalculationVariable => ({
  name,
  parameter_type: null,
  value: null,
  ...operand,
});
const values = (changes: Partial<CalculationValues>): CalculationValues => ({ ...emptyCalculation, ...changes });

describe('an equation', () => {
  test('FO-66 takes no letter and no other sign from the keyboard', () => {
    for (const key of ['x', 'A', '=', ',', '^', 'é']) expect(mayType(key)).toBe(false);
    for (const key of ['7', '+', '-', '*', '/', '%', '.', '(', ')', ' ', 'ArrowLeft', 'Backspace', 'Tab'])
      expect(mayType(key)).toBe(true);
  });

  test('FO-66 keeps of pasted text what it can hold', () => {
    expect(filtered('=a + bb - (1,5)', [as('a', income)])).toBe('a +  - (15)');
  });

  test('FO-69 gets the next letter at the caret, the same one for the same field', () => {
    const first = withVariable(values({ equation: '() * 2' }), income, 1);
    expect(first).toEqual({ equation: '(a) * 2', variables: [as('a', income)], caret: 2 });
    const next = withVariable(values(first), rent, 2);
    expect(next).toMatchObject({ equation: '(a b) * 2', variables: [as('a', income), as('b', rent)] });
    expect(withVariable(values(next), income, 0)).toMatchObject({ equation: 'a(a b) * 2', variables: next.variables });
  });

  test('FO-67 leaves out what it does not use, and loses what is taken away', () => {
    const both = values({ equation: 'aa + a', variables: [as('a', income), as('b', rent), as('aa', rent)] });
    expect(draftOf(both).variables).toEqual([as('a', income), as('aa', rent)]);
    expect(withoutVariable(both, 'a')).toEqual({ equation: 'aa + ', variables: [as('b', rent), as('aa', rent)] });
  });
});

test('a calculation is named by what it works out, once that can be told', () => {
  const form = {
    form_fields: [
      [1, 'Income'],
      [2, 'Rent'],
    ].map(([field_id, name]) => ({ field_id, field: { name } })),
    calculations: [],
  } as never;
  const both = { variables: [as('a', income), as('b', rent)] };
  expect(proposedName(values({}), form)).toBe('');
  expect(proposedName(values({ equation: 'a - b', ...both }), form)).toBe('Income − Rent');
  expect(proposedName(values({ equation: 'c - b', ...both }), form)).toBe('');
  expect(proposedName(values({ type: 'date' }), form)).toBe('');
  expect(proposedName(values({ equation: Array(20).fill('a').join(' + '), ...both }), form)).toMatch(
    /^Income \+ Income.{50,}…$/,
  );
});

test('a sign goes into the equation where the caret is', () => {
  expect(withSign(values({ equation: 'a b' }), '*', 1)).toEqual({ equation: 'a* b', variables: [], caret: 2 });
});

describe('a stored calculation', () => {
  const stored = (changes: Partial<StoredCalculation>): StoredCalculation => ({
    id: 1,
    name: 'Stay',
    equation: 'b - a',
    calculation_type: 'date',
    calculation_subtype: 'time_between',
    display_unit: 'weeks',
    position: 0,
    variables: [
      as('a', income),
      {
        ...as('b', { record_type: null, record_id: null }),
        parameter_type: 'date_relative',
        value: { magnitude: -1, unit: 'days' },
      },
    ],
    formatter: { precision: 1 },
    lock_version: 3,
    ...changes,
  });

  test.each([
    stored({}),
    stored({ calculation_subtype: 'time_since', variables: [as('a', income)] }),
    stored({ calculation_type: 'time', display_unit: 'h.mm', variables: [as('a', income), as('b', rent)] }),
    stored({
      equation: 'a + b',
      calculation_subtype: 'time_from',
      variables: [as('a', income), as('b', rent)],
      formatter: { output: 'alpha_date' },
    }),
    stored({
      equation: 'a * 2',
      calculation_type: 'numeric',
      calculation_subtype: null,
      display_unit: null,
      variables: [as('a', income)],
      formatter: { format: 'currency', currency: '€' },
    }),
  ])('comes back as it was: $calculation_type $calculation_subtype', (calculation) => {
    const { id: _, position: __, lock_version: ___, ...rest } = calculation;
    expect(draftOf(valuesOf(calculation))).toEqual(rest);
  });

  test('FO-71 FO-72 begins with time since for dates and time between for times, and their equations', () => {
    expect(draftOf(values({ type: 'date' }))).toMatchObject({ calculation_subtype: 'time_since', equation: 'b - a' });
    expect(draftOf(values({ type: 'time' }))).toMatchObject({ calculation_subtype: 'time_between', equation: 'b - a' });
  });

  test('gives other results once more than its name is changed', () => {
    const before = draftOf(valuesOf(stored({})));
    expect(changesResults(before, { ...before, name: 'Other' })).toBe(false);
    expect(changesResults(before, { ...before, display_unit: 'days' })).toBe(true);
    expect(changesResults(null, before)).toBe(true);
  });
});

describe('calculations of a form that is being edited', () => {
  const double = draftOf(values({ name: 'Double', equation: 'a * 2', variables: [as('a', income)] }));
  const first = withCalculation([], double, null);

  test('are not taken away while another one or a rule needs them', () => {
    const id = first[0]!.id;
    const more = draftOf(
      values({ name: 'More', equation: 'a', variables: [as('a', { record_type: 'Calculation', record_id: id })] }),
    );
    expect(usersOf(id, { calculations: withCalculation(first, more, null), logic: [] })).toBe('More uses it');
    const condition = {
      and: [{ scope: 'calculator', conditions: { and: [{ field_name: String(id), op: 'NEMPTY' }] } }],
    };
    const logic = [{ name: 'Rich', condition, actions: [{ type: 'show', field_id: 1 }] }] as never;
    expect(usersOf(id, { calculations: first, logic })).toBe('The rule Rich uses it');
    expect(usersOf(id, { calculations: first, logic: [] })).toBeNull();
  });
  test('get a number each that no stored one has, and keep it when they are changed', () => {
    const both = withCalculation(first, { ...double, name: 'Again' }, null);
    expect(new Set(both.map(({ id }) => id)).size).toBe(2);
    for (const { id } of both) expect(Number.isSafeInteger(id) && id > 2 ** 52).toBe(true);
    const changed = withCalculation(both, { ...double, name: 'Twofold' }, both[0]!.id);
    expect(changed.map(({ id, name }) => [id, name])).toEqual([
      [both[0]!.id, 'Twofold'],
      [both[1]!.id, 'Again'],
    ]);
  });
});
