import { describe, expect, test } from 'vitest';
import type { RuleCondition } from '#forms/definition/rule.ts';
import { type Condition, groupsOf } from '#forms/words/expression.ts';
import { blanksOf, fieldsRead, withOperator } from './conditions.ts';

const of = (...list: Condition[]): RuleCondition => ({ and: [{ scope: 'form', conditions: { or: list } }] });

describe('an expression', () => {
  test('FO-62 that cannot be read counts as none', () => {
    const unreadable = [
      {},
      { and: [] },
      { and: [{}] },
      { xor: [] },
      { and: [{ scope: 'moon', conditions: { and: [] } }] },
    ];
    for (const one of unreadable) expect(groupsOf(one as never)).toBeNull();
    expect(groupsOf({ and: [{ scope: 'form', conditions: { and: [] } }] })).toBeNull();
    expect(groupsOf(null)).toBeNull();
  });

  test('is taken apart into its groups', () => {
    expect(groupsOf(of({ field_name: '1', op: 'EMPTY' }))).toEqual({
      word: 'and',
      parts: [{ scope: 'form', conditions: { or: [{ field_name: '1', op: 'EMPTY' }] } }],
    });
  });
});

describe('what is missing', () => {
  test('is told at its path', () => {
    const blanks = blanksOf(
      of(
        { field_name: '', op: 'EQ' },
        { field_name: '1', op: 'EQ', value: '' },
        { field_name: '1', op: 'RANGE', value: [1, null] },
        { field_name: '1', op: 'IN', value: [] },
        { field_name: '1', op: 'EQ', value: 0 },
        { field_name: '1', op: 'EMPTY' },
      ),
    );
    expect(blanks).toEqual([
      { path: 'and.0.conditions.or.0.field_name', message: 'Choose a field for the condition' },
      { path: 'and.0.conditions.or.1.value', message: 'Enter or choose a value' },
      { path: 'and.0.conditions.or.2.value', message: 'Enter both ends of the range' },
      { path: 'and.0.conditions.or.3.value', message: 'Enter or choose a value' },
    ]);
  });

  test('of no condition at all is a condition', () => {
    expect(blanksOf(null)).toEqual([{ path: '', message: 'Add at least one condition' }]);
  });
});

describe('another operator', () => {
  const five: Condition = { field_name: '1', op: 'EQ', value: 5 };

  test('takes no value that it cannot compare with', () => {
    expect(withOperator(five, 'EMPTY')).toEqual({ field_name: '1', op: 'EMPTY' });
    expect(withOperator({ ...five, op: 'DOW', value: [1] }, 'EQ')).toEqual({ field_name: '1', op: 'EQ' });
  });

  test('keeps what was entered as far as it goes', () => {
    expect(withOperator(five, 'GTE').value).toBe(5);
    expect(withOperator(five, 'IN').value).toEqual([5]);
    expect(withOperator(five, 'RANGE').value).toEqual([5, null]);
    expect(withOperator({ ...five, op: 'IN', value: [5, 6] }, 'EQ').value).toBe(5);
  });
});

test('the fields that a condition reads, of which the field itself is one', () => {
  const condition: RuleCondition = {
    or: [
      { scope: 'form', conditions: { and: [{ field_name: '3', op: 'EMPTY' }] } },
      { scope: 'self', conditions: { and: [{ field_name: 'self', op: 'EMPTY' }] } },
      { scope: 'client', conditions: { and: [{ field_name: 'dob', op: 'EMPTY' }] } },
    ],
  };
  expect(fieldsRead(condition, 8)).toEqual([3, 8]);
});
