import { describe, expect, test } from 'vitest';
import { type SmartConditions, smartConditions } from '#contract/resources/data-groups.ts';
import { dayIssues, gatheringOf, principalsIn } from './smart-conditions.ts';

const calendar = { today: '2026-11-22', weekStartsOn: 'sunday', fiscalYearStartMonth: 1 } as const;
const created = (op: 'EQ' | 'RANGE', value: string | [string, string]) =>
  ({ field_name: 'created_at', op, value }) as const;
const by = (type: 'User' | 'PermissionGroup', id: number) =>
  ({ field_name: 'whodunnit', op: 'EQ', value: { type, id } }) as const;
const gathering = (...and: SmartConditions['and']) => gatheringOf({ and }, calendar);

describe('conditions', () => {
  test.each([
    ['nothing', {}],
    ['an empty list', { and: [] }],
    ['eleven', { and: Array.from({ length: 11 }, () => created('EQ', 'today')) }],
    ['a list of a million', { and: Array.from({ length: 1_000_000 }, () => 1) }],
    ['another field', { and: [{ field_name: 'name', op: 'EQ', value: 'x' }] }],
    ['another operator', { and: [{ ...by('User', 1), op: 'NEQ' }] }],
    ['a creator without type', { and: [{ field_name: 'whodunnit', op: 'EQ', value: 1 }] }],
    ['another type of record', { and: [{ field_name: 'item_type', op: 'EQ', value: 'Form' }] }],
    ['what the contract does not know', { and: [{ ...created('EQ', 'today'), extra: 1 }] }],
    ['or', { or: [created('EQ', 'today')] }],
  ])('refuse %s', (_, sent) => {
    expect(smartConditions.safeParse(sent).success).toBe(false);
  });

  test.each([
    [
      'words that nobody knows',
      created('EQ', 'some day'),
      'Choose a day, or a period such as "this month" or "last 90 days"',
    ],
    ['a weekday', created('EQ', 'monday'), 'Choose a day, or a period such as "this month" or "last 90 days"'],
    ['a range of one day', created('RANGE', '2026-01-01'), 'Choose the first and the last day'],
    ['a range without RANGE', created('EQ', ['2026-01-01', '2026-01-02']), 'Choose a day, or use RANGE'],
    [
      'a range that ends before it begins',
      created('RANGE', ['2026-01-02', '2026-01-01']),
      'The last day must not be before the first',
    ],
  ])('refuse %s', (_, condition, message) => {
    const and = [created('EQ', 'today'), condition];
    expect(dayIssues({ and }, calendar)).toEqual([{ path: 'smart_conditions.and.1.value', message }]);
  });

  test('without any about the type gather people and responses, of any day and anybody', () => {
    expect(gathering(created('EQ', 'last 30 days'))).toEqual({
      types: ['clients', 'client_forms'],
      creators: [],
      first: '2026-10-24',
      last: '2026-11-22',
      moves: true,
    });
  });

  test('must all hold: days and types are what they share, creators all that are named', () => {
    const both = gathering(
      created('RANGE', ['2026-11-01', '2026-12-31']),
      created('EQ', 'this quarter'),
      { field_name: 'item_type', op: 'IN', value: ['Client', 'ClientForm'] },
      { field_name: 'item_type', op: 'EQ', value: 'ClientForm' },
      by('User', 4),
      by('PermissionGroup', 7),
      by('User', 4),
    );
    expect(both).toEqual({
      types: ['client_forms'],
      creators: [4, -7],
      first: '2026-11-01',
      last: '2026-12-31',
      moves: true,
    });
    expect(gathering(created('EQ', '2026-11-20'))).toMatchObject({
      first: '2026-11-20',
      last: '2026-11-20',
      moves: false,
    });
  });

  test('name each creator once', () => {
    expect(principalsIn({ and: [by('User', 4), created('EQ', 'today'), by('User', 4)] })).toEqual([
      { type: 'User', id: 4 },
    ]);
    expect(principalsIn(null)).toEqual([]);
  });
});
