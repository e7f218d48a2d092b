import { expect, test } from 'vitest';
import { addDays } from '../calendar.ts';
import { datePresets, presetOf } from './presets.ts';

test('RP-34 RP-35 RP-36 RP-37 the presets are these, and each stands for something', () => {
  const days = [7, 14, 30, 60, 90, 180, 365];
  const periods = ['week', 'month', 'quarter', 'year'];
  const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
  const expected = [
    ...['today', 'yesterday', ...weekdays],
    ...['last', 'next'].flatMap((which) => days.map((many) => `${which} ${many} days`)),
    ...['this', 'last', 'next'].flatMap((which) => periods.map((period) => `${which} ${period}`)),
  ];
  expect(datePresets.toSorted()).toEqual(expected.toSorted());
  expect(datePresets.filter((preset) => presetOf(preset, '2024-02-29') === null)).toEqual([]);
  for (const [weekday, word] of weekdays.entries()) expect(presetOf(word, '2026-03-14')).toEqual({ weekday });
  for (const many of days) {
    const today = '2026-03-14';
    expect(presetOf(`last ${many} days`, today)).toEqual({ first: addDays(today, 1 - many), last: today });
    expect(presetOf(`next ${many} days`, today)).toEqual({ first: today, last: addDays(today, many - 1) });
  }
});

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

test('other words stand for nothing', () => {
  for (const none of ['', 'tomorrow', 'last 8 days', 'last 7', '2026-03-14', 'next 7 days or so'])
    expect(presetOf(none, '2024-02-29')).toBeNull();
});

test('periods around the end of a leap February', () => {
  expect(presetOf('this month', '2024-02-29')).toEqual({ first: '2024-02-01', last: '2024-02-29' });
  expect(presetOf('last month', '2024-03-31')).toEqual({ first: '2024-02-01', last: '2024-02-29' });
  expect(presetOf('last week', '2024-01-01')).toEqual({ first: '2023-12-24', last: '2023-12-30' });
});
