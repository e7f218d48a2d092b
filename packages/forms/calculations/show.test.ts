import { describe, expect, test } from 'vitest';
import type { CalculationType, CalculationValue, DisplayUnit, Formatter } from '../definition/calculation.ts';
import { displayCalculation } from './show.ts';

const numeric = (formatter: Formatter) => ({
  calculation_type: 'numeric' as const,
  calculation_subtype: null,
  display_unit: null,
  formatter,
});
const between = (display_unit: DisplayUnit, formatter: Formatter = {}) => ({
  calculation_type: 'date' as const,
  calculation_subtype: 'time_between' as const,
  display_unit,
  formatter,
});
const from = (calculation_type: CalculationType, formatter: Formatter) => ({
  calculation_type,
  calculation_subtype: 'time_from' as const,
  display_unit: null,
  formatter,
});

describe('displayCalculation', () => {
  test.each([numeric({ format: 'currency' }), between('days'), from('date', {}), from('time', {})])(
    'shows nothing for a blank',
    (calculation) => {
      expect(displayCalculation(calculation, null)).toBe('');
    },
  );

  test.each<[Formatter, number, string]>([
    [{}, 1234.5, '1234.5'],
    [{}, 0.3333333333, '0.3333333333'],
    [{}, -2, '-2'],
    [{ format: 'integer' }, 1234, '1234'],
    [{ format: 'float' }, 1.5, '1.5'],
    [{ format: 'float', precision: 2 }, 1.5, '1.50'],
    [{ precision: 1 }, 3, '3.0'],
    [{ format: 'currency' }, 1234.5, '$1,234.50'],
    [{ format: 'currency', currency: '$' }, -1234.5, '-$1,234.50'],
    [{ format: 'currency', currency: '€' }, 1234.5, '€1,234.50'],
    [{ format: 'currency', precision: 0 }, 1235, '$1,235'],
    [{ format: 'currency', precision: 3 }, 1, '$1.000'],
  ])('with %o shows %d as %s', (formatter, value, text) => {
    expect(displayCalculation(numeric(formatter), value)).toBe(text);
  });

  test.each<[DisplayUnit, CalculationValue, Formatter, string]>([
    ['days', 3, {}, '3 days'],
    ['days', 1, {}, '1 day'],
    ['days', 0, {}, '0 days'],
    ['days', -1, {}, '-1 day'],
    ['days', 1204, {}, '1204 days'],
    ['weeks', 1, {}, '1 week'],
    ['months', 1.5, { precision: 2 }, '1.5 months'],
    ['years', 1, {}, '1 year'],
    ['years', 41, {}, '41 years'],
    ['hours', 8.5, {}, '8.5 hours'],
    ['hours', 0.3333333333, {}, '0.33 hours'],
    ['hours', 0.3333, { precision: 4 }, '0.3333 hours'],
    ['minutes', 1, {}, '1 minute'],
    ['hh:mm', '08:30', {}, '08:30'],
    ['h.mm', '8.30', {}, '8.30'],
  ])('in %s shows %j with %o as %s', (unit, value, formatter, text) => {
    expect(displayCalculation(between(unit, formatter), value)).toBe(text);
  });

  test.each<[Formatter, string]>([
    [{}, '03/04/1985'],
    [{ output: 'date' }, '03/04/1985'],
    [{ output: 'short_date' }, '03/04/85'],
    [{ output: 'month_year' }, '03/1985'],
    [{ output: 'alpha_date' }, 'March 4, 1985'],
    [{ output: 'alpha_month_year' }, 'March 1985'],
    [{ output: 'quarter' }, 'Q1 1985'],
    [{ output: 'dow' }, 'Monday'],
    [{ output: 'year' }, '1985'],
    [{ output: 'time' }, '03/04/1985'],
    [{ output: 'hour' }, '03/04/1985'],
  ])('with %o shows a date as %s', (formatter, text) => {
    expect(displayCalculation(from('date', formatter), '1985-03-04')).toBe(text);
  });

  test.each<[string, Formatter, string]>([
    ['20:30', {}, '20:30'],
    ['20:30', { timestamp: '24-hour', output: 'time' }, '20:30'],
    ['20:30', { timestamp: '12-hour' }, '08:30 PM'],
    ['08:05', { timestamp: '12-hour' }, '08:05 AM'],
    ['00:05', { timestamp: '12-hour' }, '12:05 AM'],
    ['12:05', { timestamp: '12-hour' }, '12:05 PM'],
    ['20:30', { output: 'hour' }, '20'],
    ['20:30', { output: 'hour', timestamp: '12-hour' }, '08 PM'],
    ['20:30', { output: 'quarter' }, '20:30'],
  ])('shows %s with %o as %s', (time, formatter, text) => {
    expect(displayCalculation(from('time', formatter), time)).toBe(text);
  });

  test('shows what another kind of calculation left behind as it is', () => {
    expect(displayCalculation(from('date', { output: 'alpha_date' }), '20:30')).toBe('20:30');
    expect(displayCalculation(from('time', { timestamp: '12-hour' }), '1985-03-04')).toBe('1985-03-04');
    expect(displayCalculation(numeric({}), '1985-03-04')).toBe('1985-03-04');
    expect(displayCalculation(from('date', {}), 5)).toBe('5');
  });
});
