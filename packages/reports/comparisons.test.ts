import { expect, test } from 'vitest';
import { type EarlierPeriod, inEarlierPeriod, isOfPeriod } from './comparisons.ts';

const calendar = { today: '2026-03-14', weekStartsOn: 'sunday', fiscalYearStartMonth: 7 } as const;

test.each<[value: string | string[], EarlierPeriod, first: string, last: string]>([
  ['this month', 'previous', '2026-02-01', '2026-02-28'],
  ['this month', 'last_year', '2025-03-01', '2025-03-31'],
  ['last quarter', 'previous', '2025-07-01', '2025-09-30'],
  ['last quarter', 'last_year', '2024-10-01', '2024-12-31'],
  ['this year', 'previous', '2025-01-01', '2025-12-31'],
  ['this fiscal year', 'previous', '2024-07-01', '2025-06-30'],
  ['last 12 months', 'previous', '2024-03-01', '2025-02-28'],
  ['this week', 'previous', '2026-03-01', '2026-03-07'],
  ['today', 'previous', '2026-03-13', '2026-03-13'],
  ['last 30 days', 'previous', '2026-01-14', '2026-02-12'],
  ['year to date', 'previous', '2025-10-20', '2025-12-31'],
  ['year to date', 'last_year', '2025-01-01', '2025-03-14'],
  [['2024-02-01', '2024-02-29'], 'previous', '2024-01-01', '2024-01-31'],
  [['2024-02-01', '2024-02-29'], 'last_year', '2023-02-01', '2023-02-28'],
  [['2025-02-01', '2025-02-28'], 'last_year', '2024-02-01', '2024-02-29'],
  [['2026-01-10', '2026-01-19'], 'previous', '2025-12-31', '2026-01-09'],
  [['last month', 'today'], 'previous', '2025-12-21', '2026-01-31'],
  ['2024-02-29', 'last_year', '2023-02-28', '2023-02-28'],
])('the earlier period of %j, by %s, is from %s to %s', (value, earlier, first, last) => {
  expect(inEarlierPeriod({ value }, earlier, calendar)).toEqual({ op: 'RANGE', value: [first, last] });
});

test('periods are those of dates, with a first and a last day', () => {
  const date = { result: 'date' as const, field: '5' };
  const held = [
    isOfPeriod(date, { op: 'EQ', value: 'this month' }),
    isOfPeriod({ result: 'timestamp', field: 'completed_at' }, { op: 'RANGE', value: ['2026-01-01', '2026-01-31'] }),
    isOfPeriod(date, { op: 'EQ', value: 'Monday' }),
    isOfPeriod(date, { op: 'LT', value: 'this month' }),
    isOfPeriod({ result: 'number', field: '5' }, { op: 'EQ', value: 1 }),
    isOfPeriod({ ...date, field: 'client_dob' }, { op: 'EQ', value: 'this month' }),
    isOfPeriod({ ...date, of: { form: null, field: 'client_dob', type: 'field' } }, { op: 'EQ', value: 'this month' }),
    isOfPeriod(null, { op: 'EQ', value: 'this month' }),
  ];
  expect(held).toEqual([true, true, false, false, false, false, false, false]);
});
