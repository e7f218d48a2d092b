import { describe, expect, test } from 'vitest';
import type { Operator } from '../field-types/condition.ts';
import { type ConditionValue, holds, type Kind, type Operand } from './compare.ts';

const calendar = { today: '2026-03-14', weekStartsOn: 'sunday', fiscalYearStartMonth: 1 } as const;
const of = (op: Operator, value: ConditionValue, operand: Operand, kind: Kind = 'text') =>
  holds(value, { op, operand, kind, calendar });

type Case = [op: Operator, value: ConditionValue, operand: Operand, kind: Kind, expected: boolean];

describe('an operator', () => {
  test.each<Case>([
    ['EQ', 'Ana', 'ANA', 'text', true],
    ['EQ', 'Ana ', 'ana', 'text', true],
    ['EQ', 'Ana', 'An', 'text', false],
    ['NEQ', 'Ana', 'Eva', 'text', true],
    ['IN', 'b', ['a', 'B'], 'text', true],
    ['NIN', 'b', ['a', 'b'], 'text', false],
    ['BWITH', 'Harbor', 'har', 'text', true],
    ['EWITH', 'Harbor', 'BOR', 'text', true],
    ['EWITH', 'Harbor', 'bo', 'text', false],
    ['CONTAINS', '100%', '0%', 'text', true],
    ['CONTAINS', 'abc', '.', 'text', false],
    ['NCONTAINS', 'abc', 'd', 'text', true],
    ['EQ', 10, '10.0', 'number', true],
    ['LT', 9, '10', 'number', true],
    ['LT', 9, 'nine', 'number', false],
    ['GT', 9, 'nine', 'number', false],
    ['LTE', 10, 10, 'number', true],
    ['GTE', 9, 10, 'number', false],
    ['RANGE', 10, [10, 20], 'number', true],
    ['RANGE', 20, [10, 20], 'number', true],
    ['RANGE', 21, [10, 20], 'number', false],
    ['NRANGE', 21, [10, 20], 'number', true],
    ['EQ', '2026-03-14', 'today', 'date', true],
    ['EQ', '2026-03-08', 'last 7 days', 'date', true],
    ['EQ', '2026-03-07', 'last 7 days', 'date', false],
    ['GT', '2026-03-15', 'today', 'date', true],
    ['LT', '2026-02-28', 'this month', 'date', true],
    ['LTE', '2026-03-31', 'this month', 'date', true],
    ['RANGE', '2026-03-01', 'this month', 'date', true],
    ['RANGE', '2026-03-10', ['2026-03-01', '2026-03-10'], 'date', true],
    ['EQ', '2026-03-15', 'sunday', 'date', true],
    ['EQ', '2026-03-14', 'sunday', 'date', false],
    ['DOW', '2026-03-14', [0, 6], 'date', true],
    ['DOW', '2026-03-13', [0, 6], 'date', false],
    ['NDOW', '2026-03-13', [0, 6], 'date', true],
    ['TRUE', true, null, 'boolean', true],
    ['TRUE', false, null, 'boolean', false],
    ['FALSE', false, null, 'boolean', true],
    ['CONTAINS', ['a', 'b'], 'B', 'text', true],
    ['CONTAINS', ['ab'], 'a', 'text', false],
    ['IN', ['a', 'b'], ['b', 'c'], 'text', true],
    ['NIN', ['a', 'b'], ['b', 'c'], 'text', false],
    ['NEMPTY', 0, null, 'number', true],
    ['NEMPTY', false, null, 'boolean', true],
    ['EMPTY', [], null, 'text', true],
  ])('%s of %o and %o as %s is %s', (op, value, operand, kind, expected) =>
    expect(of(op, value, operand, kind)).toBe(expected),
  );
});

test.each([
  'EQ',
  'IN',
  'LT',
  'LTE',
  'GT',
  'GTE',
  'BWITH',
  'EWITH',
  'CONTAINS',
  'RANGE',
  'DOW',
  'TRUE',
  'FALSE',
] as const)('%s of nothing is false', (op) => expect(of(op, null, ['', 'x'])).toBe(false));

test.each(['NEQ', 'NIN', 'NCONTAINS', 'NRANGE', 'NDOW', 'EMPTY'] as const)('%s of nothing is true', (op) =>
  expect(of(op, null, ['x', 'y'])).toBe(true),
);
