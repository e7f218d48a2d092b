import { describe, expect, test } from 'vitest';
import type { Operator } from '#forms/field-types/condition.ts';
import type { Column } from '#reports/columns.ts';
import { type Askable, columnOf, fittingFor, parameterFor, withAsked, withoutAsked } from './asking.ts';

const day: Column = { form: 12, field: '36', type: 'field', label: 'Seen on', result: 'date' };
const program: Column = { form: 12, field: '35', type: 'field', label: 'Program', result: 'choice', options: [] };
const number: Column = { form: 12, field: '34', type: 'field', label: 'Score', result: 'number' };
const period: Askable = {
  key: 'period',
  label: 'Period',
  type: 'period',
  column: null,
  default: ['2026-01-01', '2026-01-31'],
};

describe('what readers are asked in place of a value', () => {
  test.each<[Column, Operator, unknown, unknown]>([
    [day, 'EQ', 'last month', 'last month'],
    [day, 'LT', '2026-01-01', ['2026-01-01', '2026-01-01']],
    [day, 'RANGE', ['2026-01-01', '2026-01-31'], ['2026-01-01', '2026-01-31']],
    [day, 'RANGE', ['2026-01-01', null], null],
    [day, 'EQ', 'monday', null],
    [day, 'IN', ['2026-01-01'], null],
    [day, 'EQ', undefined, null],
    [program, 'IN', ['food', 'bed'], ['food', 'bed']],
    [program, 'EQ', 'food', ['food']],
    [program, 'CONTAINS', 'fo', null],
    [program, 'IN', [], null],
  ])('of %o that is compared by %s with %j has the default %j', (column, op, value, expected) => {
    expect(parameterFor(column, { op, value: value as string }, [])?.default).toEqual(expected);
  });

  test('is a period or a choice, with a name and a key of its own; of numbers nothing is asked', () => {
    expect(parameterFor(day, { op: 'EQ' }, [])).toMatchObject({ key: 'period', label: 'Period', column: null });
    expect(parameterFor(day, { op: 'EQ' }, [period])).toMatchObject({ key: 'seen_on', label: 'Seen on' });
    const taken = { ...period, key: 'program', label: 'program' };
    expect(parameterFor(program, { op: 'IN' }, [taken])).toEqual({
      key: 'program_2',
      label: 'Program 2',
      type: 'choice',
      column: { form: 12, field: '35', type: 'field' },
      default: null,
    });
    expect(parameterFor(number, { op: 'EQ' }, [])).toBeNull();
  });

  test('of an Aggregate names what the column shows, and is found again', () => {
    const shown: Column = { ...program, form: null, field: 'prog', of: { form: 12, field: '35', type: 'field' } };
    const asked = parameterFor(shown, { op: 'IN' }, []);
    const groups = [{ key: 'report', title: 'Columns', of: 'report' as const, restricted: false, columns: [shown] }];
    expect(asked?.column).toEqual({ form: 12, field: '35', type: 'field' });
    expect(columnOf(groups, asked?.column as NonNullable<typeof asked>['column'] & object)).toBe(shown);
  });
});

test('a condition refers to a period or a choice by an operator that fits, and gets its default back', () => {
  const one = { form: 12, field_name: '36', op: 'NRANGE' as const, value: ['2026-02-01', '2026-02-28'] };
  const asked = withAsked(one, period);
  expect(asked).toEqual({ form: 12, field_name: '36', op: 'NEQ', parameter: 'period' });
  expect(withoutAsked(asked, period)).toEqual({ form: 12, field_name: '36', op: 'NRANGE', value: period.default });
  const choice = withAsked({ field_name: '35', op: 'EQ', value: 'food' }, { key: 'program', type: 'choice' });
  expect(choice).toEqual({ field_name: '35', op: 'IN', parameter: 'program' });
});

test('only what fits a column is offered', () => {
  const choice: Askable = { key: 'program', label: 'Program', type: 'choice', column: program, default: null };
  expect([day, program, number].map((column) => fittingFor(column, [period, choice]).map(({ key }) => key))).toEqual([
    ['period'],
    ['program'],
    [],
  ]);
});
