import { describe, expect, test } from 'vitest';
import type { Operator } from '#forms/field-types/condition.ts';
import { reportConditions } from './conditions.ts';
import { parameterValues, reportParameter, reportParameters } from './definition.ts';
import { comparedWith, valueProblem, withChosen } from './parameters.ts';

const april = ['2026-04-01', '2026-04-30'];
const period = (value: string | string[] | null) => ({ type: 'period' as const, value });

describe('a condition that refers to what readers choose', () => {
  test.each<[Operator, string | string[] | null, object | null]>([
    ['EQ', 'last month', { op: 'EQ', value: 'last month' }],
    ['LT', 'last month', { op: 'LT', value: 'last month' }],
    ['EQ', april, { op: 'RANGE', value: april }],
    ['NEQ', april, { op: 'NRANGE', value: april }],
    ['LT', april, { op: 'LT', value: '2026-04-01' }],
    ['GTE', april, { op: 'GTE', value: '2026-04-01' }],
    ['LTE', april, { op: 'LTE', value: '2026-04-30' }],
    ['GT', april, { op: 'GT', value: '2026-04-30' }],
    ['EQ', null, null],
  ])('compares by %s with the period %j', (op, value, compared) => {
    expect(comparedWith(op, period(value))).toEqual(compared);
  });

  test('has the values of a choice, and is left out where all are chosen', () => {
    const and = [
      { field_name: '5', op: 'NIN' as const, parameter: 'program' },
      { field_name: '6', op: 'EQ' as const, value: 1 },
      { field_name: '7', op: 'IN' as const, parameter: 'unknown' },
    ];
    const choosing = (value: string[] | null) =>
      withChosen({ and }, new Map([['program', { type: 'choice' as const, value }]])).and;
    expect(choosing(['food'])).toEqual([{ field_name: '5', op: 'NIN', value: ['food'] }, and[1], and[2]]);
    expect(choosing(null)).toEqual([and[1], and[2]]);
  });

  test('limits nothing beside others of which one must hold, once all are chosen', () => {
    const other = { field_name: '6', op: 'EQ' as const, value: 1 };
    const and = [{ or: [{ field_name: '5', op: 'IN' as const, parameter: 'program' }, other] }, other];
    const choosing = (value: string[] | null) =>
      withChosen({ and }, new Map([['program', { type: 'choice' as const, value }]])).and;
    expect(choosing(['food'])).toEqual([{ or: [{ field_name: '5', op: 'IN', value: ['food'] }, other] }, other]);
    expect(choosing(null)).toEqual([other]);
  });

  test('needs no value, as others do', () => {
    const asked = (more: object) =>
      reportConditions.safeParse({ and: [{ field_name: '5', op: 'EQ', ...more }] }).success;
    expect([asked({ parameter: 'period' }), asked({}), asked({ parameter: 'Period' })]).toEqual([true, false, false]);
  });
});

test.each<[string | string[] | null, string | null]>([
  [null, null],
  ['Last_Month', null],
  ['monday', 'Choose a period'],
  ['last week of May', 'Choose a period'],
  ['2026-04-01', 'Choose a period'],
  [april, null],
  [['2026-04-01', '2026-04-01'], null],
  [['2026-04-30', '2026-04-01'], 'Enter the first day of the period first'],
  [['2026-04-31', '2026-05-01'], 'Enter the first and last day of the period'],
  [['2026-02-29', '2026-05-01'], 'Enter the first and last day of the period'],
  [['2026-04-01'], 'Enter the first and last day of the period'],
  [[], 'Enter the first and last day of the period'],
])('of the period %j it says %j', (value, problem) => {
  expect(valueProblem('period', value)).toBe(problem);
});

test('a choice has a value, or is of all', () => {
  expect([['food'], [], null, 'food'].map((value) => valueProblem('choice', value))).toEqual([
    null,
    'Choose at least one value, or send null for all',
    null,
    'Choose at least one value, or send null for all',
  ]);
});

describe('what readers are asked', () => {
  const own = { key: 'period', label: 'Period', type: 'period' };
  const problems = (one: object) =>
    reportParameter.safeParse(one).error?.issues.map(({ path, message }) => [path.join('.'), message]);

  test('has a name and a key, and a column where it offers values', () => {
    expect(reportParameter.parse(own)).toEqual({ ...own, column: null, default: null });
    const column = { form: 3, field: '5' };
    expect(reportParameter.parse({ ...own, type: 'choice', column }).column).toEqual({ ...column, type: 'field' });
    const wrong = [['column', 'Choose a column for a choice, and none for a period']];
    expect(problems({ ...own, column })).toEqual(wrong);
    expect(problems({ ...own, type: 'choice' })).toEqual(wrong);
    expect(problems({ ...own, label: ' ' })).toEqual([['label', 'Enter a name']]);
    expect(problems({ ...own, key: '1st' })?.[0]?.[0]).toBe('key');
  });

  test('is three at most, with fifty values each', () => {
    const several = (count: number) => reportParameters.safeParse(Array.from({ length: count }, () => own)).success;
    expect([several(3), several(4)]).toEqual([true, false]);
    const chosen = (count: number) =>
      parameterValues.safeParse({ program: Array.from({ length: count }, String) }).success;
    expect([chosen(50), chosen(51)]).toEqual([true, false]);
  });
});
