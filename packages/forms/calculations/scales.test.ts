import { describe, expect, test } from 'vitest';
import type { CalculationValue, DisplayUnit, Formatter, Interval } from '../definition/calculation.ts';
import { exampleContext } from '../testing.ts';
import { runCalculations } from './run.ts';
import { between, field, from, fromNow, interval, ofTime, run, since } from './testing.ts';

describe('date calculations', () => {
  test.each<[DisplayUnit, unknown, unknown]>([
    ['days', null, '2026-01-01'],
    ['days', '2026-01-01', undefined],
    ['days', '2026-02-30', '2026-03-01'],
    ['days', '2026-13-01', '2026-03-01'],
    ['days', '03/14/2026', '2026-03-15'],
    ['days', '0999-12-31', '2026-03-15'],
    ['days', '2026-03-14T00:00:00Z', '2026-03-15'],
    ['days', 20_260_314, '2026-03-15'],
    ['days', 'yesterday', '2026-03-15'],
    ['hours', '2026-03-14', '2026-03-15'],
  ])('%s from %j to %j are blank', (unit, a, b) => {
    expect(run(between(unit), a, b)).toBeNull();
  });

  test.each<[string, string, DisplayUnit, number | null, number]>([
    ['2026-03-01', '2026-03-01', 'days', null, 0],
    ['2024-02-28', '2024-03-01', 'days', null, 2],
    ['2025-02-28', '2025-03-01', 'days', null, 1],
    ['2026-03-07', '2026-03-09', 'days', null, 2],
    ['2026-03-09', '2026-03-07', 'days', null, -2],
    ['1000-01-01', '9999-12-31', 'days', null, 3_287_181],
    ['2026-03-01', '2026-03-14', 'weeks', null, 1],
    ['2026-03-01', '2026-03-15', 'weeks', null, 2],
    ['2026-03-14', '2026-03-01', 'weeks', null, -1],
    ['2026-03-01', '2026-03-11', 'weeks', 1, 1.4],
    ['2026-03-01', '2026-03-11', 'weeks', 3, 1.429],
    ['2026-03-01', '2026-03-11', 'days', 3, 10],
    ['2026-01-15', '2026-02-14', 'months', null, 0],
    ['2026-01-15', '2026-02-15', 'months', null, 1],
    ['2026-01-31', '2026-02-27', 'months', null, 0],
    ['2026-01-31', '2026-02-28', 'months', null, 1],
    ['2026-01-31', '2026-03-30', 'months', null, 1],
    ['2025-12-31', '2026-01-01', 'months', null, 0],
    ['2026-02-15', '2026-01-15', 'months', null, -1],
    ['2026-02-14', '2026-01-15', 'months', null, 0],
    ['2026-04-01', '2026-04-16', 'months', 1, 0.5],
    ['2026-04-16', '2026-04-01', 'months', 1, -0.5],
    ['2026-04-16', '2026-04-01', 'months', 0, 0],
    ['2026-04-01', '2026-04-16', 'months', 0, 1],
    ['1985-03-14', '2026-03-13', 'years', null, 40],
    ['1985-03-14', '2026-03-14', 'years', null, 41],
    ['2004-02-29', '2005-02-28', 'years', null, 0],
    ['2004-02-29', '2005-02-28', 'months', null, 11],
    ['2004-02-29', '2005-03-01', 'months', null, 12],
    ['2004-02-29', '2004-03-28', 'months', null, 0],
    ['2004-02-29', '2004-03-29', 'months', null, 1],
    ['2004-02-29', '2005-02-27', 'years', null, 0],
    ['2004-02-29', '2008-02-28', 'years', null, 3],
    ['2025-01-01', '2025-07-02', 'years', 2, 0.5],
    ['2025-01-01', '2026-01-01', 'years', 2, 1],
    ['2027-01-01', '2025-07-01', 'years', null, -1],
  ])('from %s to %s in %s with precision %s: %d', (a, b, unit, precision, result) => {
    expect(run(between(unit, { formatter: { precision } }), a, b)).toBe(result);
  });

  test('completed units stay completed in every number format', () => {
    expect(run(between('years', { formatter: { format: 'integer' } }), '1985-03-14', '2026-03-13')).toBe(40);
  });

  test('time since counts to today', () => {
    expect(run(since({ display_unit: 'years' }), '1985-03-15')).toBe(40);
    expect(run(since({ display_unit: 'years' }), '1985-03-14')).toBe(41);
    expect(run(since(), '2026-03-20')).toBe(-6);
  });

  test.each<[Interval, number]>([
    [{ magnitude: 0, unit: 'days' }, 13],
    [{ magnitude: -3, unit: 'days' }, 10],
    [{ magnitude: 2, unit: 'weeks' }, 27],
    [{ magnitude: 1, unit: 'months' }, 44],
    [{ magnitude: -1, unit: 'years' }, -352],
  ])('time between counts to %o from today', (value, days) => {
    expect(run(between('days', { variables: [field('a', 1), fromNow(value)] }), '2026-03-01')).toBe(days);
  });

  test.each<[string, Interval, string]>([
    ['2026-03-14', { magnitude: 90, unit: 'days' }, '2026-06-12'],
    ['2026-03-07', { magnitude: 2, unit: 'days' }, '2026-03-09'],
    ['2026-10-31', { magnitude: 1, unit: 'days' }, '2026-11-01'],
    ['2024-02-28', { magnitude: 1, unit: 'days' }, '2024-02-29'],
    ['2026-03-14', { magnitude: -2, unit: 'weeks' }, '2026-02-28'],
    ['2026-01-31', { magnitude: 1, unit: 'months' }, '2026-02-28'],
    ['2024-01-31', { magnitude: 1, unit: 'months' }, '2024-02-29'],
    ['2026-03-31', { magnitude: -1, unit: 'months' }, '2026-02-28'],
    ['2026-11-30', { magnitude: 3, unit: 'months' }, '2027-02-28'],
    ['2026-12-15', { magnitude: 1, unit: 'months' }, '2027-01-15'],
    ['2024-02-29', { magnitude: 1, unit: 'years' }, '2025-02-28'],
    ['2024-02-29', { magnitude: 4, unit: 'years' }, '2028-02-29'],
    ['9999-12-31', { magnitude: -8999, unit: 'years' }, '1000-12-31'],
  ])('%s and %o is %s', (a, value, date) => {
    expect(run(from(interval(value)), a)).toBe(date);
  });

  test.each<[string, Interval | null]>([
    ['2026-03-14', null],
    ['9999-12-31', { magnitude: 1, unit: 'days' }],
    ['2000-01-01', { magnitude: -1950, unit: 'years' }],
    ['2026-03-14', { magnitude: 100_000, unit: 'years' }],
    ['2026-03-14', { magnitude: 1, unit: 'hours' }],
    ['2026-02-29', { magnitude: 1, unit: 'days' }],
  ])('%s and %o is blank', (a, value) => {
    expect(run(from(interval(value)), a)).toBeNull();
  });

  test.each<[DisplayUnit, number, string]>([
    ['days', 10, '2026-03-24'],
    ['days', 0.5, '2026-03-15'],
    ['weeks', 1.5, '2026-03-25'],
    ['months', -1, '2026-02-14'],
    ['years', 0.5, '2026-09-14'],
  ])('a number is counted in the unit of the calculation: %s, %d', (display_unit, number, date) => {
    expect(run(from(field('b', 2), { display_unit }), '2026-03-14', number)).toBe(date);
  });

  test('a number that is missing makes it blank', () => {
    expect(run(from(field('b', 2)), '2026-03-14', null)).toBeNull();
    expect(run(from(field('b', 2)), '2026-03-14', '5')).toBeNull();
    expect(run(from(field('b', 2), { display_unit: null }), '2026-03-14', 5)).toBeNull();
  });
});

describe('time calculations', () => {
  test.each([
    [null, '09:00'],
    ['09:00', null],
    ['24:00', '09:00'],
    ['9:00', '10:00'],
    ['09:60', '10:00'],
    ['09:00 AM', '10:00'],
    [900, '10:00'],
  ])('from %j to %j is blank', (a, b) => {
    expect(run(between('hours', ofTime), a, b)).toBeNull();
  });

  test.each<[string, string, DisplayUnit, Formatter, CalculationValue]>([
    ['09:00', '17:30', 'hours', {}, 8.5],
    ['09:00', '09:20', 'hours', {}, 0.3333333333],
    ['09:00', '09:20', 'hours', { precision: 2 }, 0.33],
    ['09:00', '17:30', 'hours', { format: 'integer' }, 9],
    ['09:00', '17:30', 'minutes', {}, 510],
    ['09:00', '17:30', 'hh:mm', {}, '08:30'],
    ['09:00', '17:30', 'h.mm', {}, '8.30'],
    ['09:00', '09:05', 'hh:mm', {}, '00:05'],
    ['09:00', '09:05', 'h.mm', {}, '0.05'],
    ['09:00', '09:00', 'minutes', {}, 0],
    ['22:00', '06:30', 'hours', {}, 8.5],
    ['22:00', '06:30', 'h.mm', {}, '8.30'],
    ['00:01', '00:00', 'minutes', {}, 1439],
    ['09:00', '17:30', 'days', {}, null],
  ])('from %s to %s in %s with %o: %j', (a, b, unit, formatter, value) => {
    expect(run(between(unit, { ...ofTime, formatter }), a, b)).toBe(value);
  });

  test('time since counts to now in the time zone of the organization', () => {
    expect(run(since({ ...ofTime, display_unit: 'hh:mm' }), '09:15')).toBe('01:45');
    expect(run(since({ ...ofTime, display_unit: 'hours' }), '12:00')).toBe(23);
  });

  test('a value of its own is counted from now', () => {
    const variables = [field('a', 1), fromNow({ magnitude: 15, unit: 'hours' })];
    expect(run(between('hours', { ...ofTime, variables }), '01:00')).toBe(1);
  });

  test.each<[string, Interval, string | null]>([
    ['09:00', { magnitude: 90, unit: 'minutes' }, '10:30'],
    ['09:00', { magnitude: 1.5, unit: 'hours' }, '10:30'],
    ['23:30', { magnitude: 1, unit: 'hours' }, '00:30'],
    ['00:30', { magnitude: -1, unit: 'hours' }, '23:30'],
    ['09:00', { magnitude: 49, unit: 'hours' }, '10:00'],
    ['09:00', { magnitude: 1, unit: 'days' }, null],
  ])('%s and %o is %s', (a, value, time) => {
    expect(run(from(interval(value), ofTime), a)).toBe(time);
  });

  test.each<[DisplayUnit, number, string]>([
    ['hours', 1.5, '10:30'],
    ['minutes', 5, '09:05'],
    ['hh:mm', 2, '11:00'],
    ['h.mm', 2, '11:00'],
  ])('a number is counted in the unit of the calculation: %s, %d', (display_unit, number, time) => {
    expect(run(from(field('b', 2), { ...ofTime, display_unit }), '09:00', number)).toBe(time);
  });

  test('a value that is none for a time makes it blank', () => {
    const variables = [field('a', 1), fromNow({ magnitude: 1, unit: 'days' })];
    expect(run(between('h.mm', { ...ofTime, variables }), '09:00')).toBeNull();
  });

  test('an unknown time zone makes it blank', () => {
    const clock = { ...exampleContext, timeZone: 'Nowhere/Atlantis' };
    const calculation = since({ ...ofTime, display_unit: 'hours' });
    expect(runCalculations([calculation], () => '09:00', clock).get(1)).toBeNull();
  });
});
