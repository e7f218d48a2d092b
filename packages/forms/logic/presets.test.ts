import { expect, test } from 'vitest';
import { datePresets, presetOf } from './presets.ts';

test.each([
  ['today', '2026-03-14', '2026-03-14'],
  ['Yesterday', '2026-03-13', '2026-03-13'],
  ['last 7 days', '2026-03-08', '2026-03-14'],
  ['last_365_days', '2025-03-15', '2026-03-14'],
  ['next 30 days', '2026-03-14', '2026-04-12'],
  ['this week', '2026-03-08', '2026-03-14'],
  ['last week', '2026-03-01', '2026-03-07'],
  ['next week', '2026-03-15', '2026-03-21'],
  ['this month', '2026-03-01', '2026-03-31'],
  ['last month', '2026-02-01', '2026-02-28'],
  ['next month', '2026-04-01', '2026-04-30'],
  ['this quarter', '2026-01-01', '2026-03-31'],
  ['last quarter', '2025-10-01', '2025-12-31'],
  ['next quarter', '2026-04-01', '2026-06-30'],
  ['this year', '2026-01-01', '2026-12-31'],
  ['last year', '2025-01-01', '2025-12-31'],
  ['next year', '2027-01-01', '2027-12-31'],
])('%s on 03/14/2026 is %s to %s', (words, first, last) =>
  expect(presetOf(words, '2026-03-14')).toEqual({ first, last }),
);

test('days of the week are numbers from Sunday', () =>
  expect(presetOf('friday', '2026-03-14')).toEqual({ weekday: 5 }));

test('every preset stands for something, other words for nothing', () => {
  expect(datePresets.filter((preset) => presetOf(preset, '2024-02-29') === null)).toEqual([]);
  for (const none of ['', 'tomorrow', 'last 8 days', 'last 7', '2026-03-14', 'next 7 days or so'])
    expect(presetOf(none, '2024-02-29')).toBeNull();
});

test('periods around the end of a leap February', () => {
  expect(presetOf('this month', '2024-02-29')).toEqual({ first: '2024-02-01', last: '2024-02-29' });
  expect(presetOf('last month', '2024-03-31')).toEqual({ first: '2024-02-01', last: '2024-02-29' });
  expect(presetOf('last week', '2024-01-01')).toEqual({ first: '2023-12-24', last: '2023-12-30' });
});
