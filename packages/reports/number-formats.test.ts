import { expect, test } from 'vitest';
import { numberFormatOf, showNumber, spreadsheetCode } from './number-formats.ts';

type Formatter = NonNullable<Parameters<typeof numberFormatOf>[0]>;

test.for<[Formatter, number, string, string]>([
  [{ format: 'percent' }, 0.1363636364, '13.6%', '0.0%'],
  [{ format: 'percent', precision: 0 }, 0.5, '50%', '0%'],
  [{ format: 'percent', precision: 2 }, -0.57, '-57.00%', '0.00%'],
  [{ format: 'percent', grouping: true }, 12.5, '1,250.0%', '#,##0.0%'],
  [{ format: 'ratio' }, 2.45, '2.5 : 1', '0.0" : 1"'],
  [{ format: 'integer' }, 1234.4, '1234', '0'],
  [{ format: 'integer', grouping: true }, 1234567, '1,234,567', '#,##0'],
  [{ format: 'float', precision: 2 }, 1.005, '1.01', '0.00'],
  [{ format: 'float', precision: 2, grouping: true }, -1234.5, '-1,234.50', '#,##0.00'],
  [{ precision: 2, grouping: true }, 1234.5, '1,234.50', '#,##0.00'],
  [{ format: 'currency' }, 1234.5, '$1,234.50', '"$"#,##0.00'],
  [{ format: 'currency', currency: '€', precision: 0 }, -5, '-€5', '"€"#,##0'],
  [{ format: 'integer' }, -0.2, '0', '0'],
])('%j shows %d as %s, and spreadsheets as %s', ([formatter, value, shown, code]) => {
  const format = numberFormatOf(formatter, false)!;
  expect([showNumber(value, format), spreadsheetCode(format)]).toEqual([shown, code]);
});

test.for<[Formatter | null, string]>([
  [null, '57.1%'],
  [{}, '57.1%'],
  [{ precision: 2 }, '57.14%'],
  [{ format: 'percent', precision: 0 }, '57%'],
  [{ format: 'integer' }, '57%'],
  [{ format: 'float' }, '57.1%'],
  [{ format: 'currency' }, '57.1%'],
])('a number that is in percent is shown by %j as %s', ([formatter, shown]) => {
  expect(showNumber(57.1428571429, numberFormatOf(formatter, true)!)).toBe(shown);
});

test.for<Formatter | null>([null, {}, { format: 'float' }, { output: 'year' }])(
  '%j says nothing of how numbers are shown',
  (formatter) => expect(numberFormatOf(formatter, false)).toBeNull(),
);
