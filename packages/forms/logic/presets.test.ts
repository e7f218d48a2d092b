import { describe, expect, test } from 'vitest';
import { addDays, type WeekStart } from '../calendar.ts';
import { datePresets, presetOf } from './presets.ts';

const on = (today: string, weekStartsOn: WeekStart = 'sunday', fiscalYearStartMonth = 1) => ({
  today,
  weekStartsOn,
  fiscalYearStartMonth,
});

test('RP-34 RP-35 RP-36 RP-37 the presets are these, and each stands for something', () => {
  const days = [7, 14, 30, 60, 90, 180, 365];
  const periods = ['week', 'month', 'quarter', 'year'];
  const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
  const expected = [
    ...['today', 'yesterday', ...weekdays],
    ...['last', 'next'].flatMap((which) => days.map((many) => `${which} ${many} days`)),
    ...['this', 'last', 'next'].flatMap((which) => periods.map((period) => `${which} ${period}`)),
    ...['year to date', 'last 12 months', 'this fiscal year', 'last fiscal year'],
    ...['this month last year', 'this quarter last year', 'year to date last year'],
  ];
  expect(datePresets.toSorted()).toEqual(expected.toSorted());
  expect(datePresets.filter((preset) => presetOf(preset, on('2024-02-29')) === null)).toEqual([]);
  for (const [weekday, word] of weekdays.entries()) expect(presetOf(word, on('2026-03-14'))).toEqual({ weekday });
  for (const many of days) {
    const today = '2026-03-14';
    expect(presetOf(`last ${many} days`, on(today))).toEqual({ first: addDays(today, 1 - many), last: today });
    expect(presetOf(`next ${many} days`, on(today))).toEqual({ first: today, last: addDays(today, many - 1) });
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
  expect(presetOf(words, on('2026-03-14'))).toEqual({ first, last }),
);

test('other words stand for nothing', () => {
  for (const none of ['', 'tomorrow', 'last 8 days', 'last 7', '2026-03-14', 'next 7 days or so'])
    expect(presetOf(none, on('2024-02-29'))).toBeNull();
});

test('periods around the end of a leap February', () => {
  expect(presetOf('this month', on('2024-02-29'))).toEqual({ first: '2024-02-01', last: '2024-02-29' });
  expect(presetOf('last month', on('2024-03-31'))).toEqual({ first: '2024-02-01', last: '2024-02-29' });
  expect(presetOf('last week', on('2024-01-01'))).toEqual({ first: '2023-12-24', last: '2023-12-30' });
});

/** The days from the first of last week to the last of next week. */
const weeksAround = (today: string, weekStartsOn: WeekStart) =>
  ['last week', 'this week', 'next week'].map((words) => {
    const days = presetOf(words, on(today, weekStartsOn));
    return days && 'first' in days ? `${days.first} ${days.last}` : null;
  });

describe('R49 a week that begins', () => {
  test.each<[about: string, today: string, weekStartsOn: WeekStart, last: string, current: string, next: string]>([
    ['on Sunday, seen on its Sunday', '2026-03-15', 'sunday', '03-08 03-14', '03-15 03-21', '03-22 03-28'],
    ['on Monday, seen on its Sunday', '2026-03-15', 'monday', '03-02 03-08', '03-09 03-15', '03-16 03-22'],
    ['on Sunday, seen on its Monday', '2026-03-16', 'sunday', '03-08 03-14', '03-15 03-21', '03-22 03-28'],
    ['on Monday, seen on its Monday', '2026-03-16', 'monday', '03-09 03-15', '03-16 03-22', '03-23 03-29'],
    ['on Sunday, seen on its Saturday', '2026-03-14', 'sunday', '03-01 03-07', '03-08 03-14', '03-15 03-21'],
    ['on Monday, seen on its Saturday', '2026-03-14', 'monday', '03-02 03-08', '03-09 03-15', '03-16 03-22'],
  ])('%s', (_, today, weekStartsOn, ...weeks) => {
    const inYear = weeks.map((week) => week.replaceAll(/\d\d-\d\d/g, '2026-$&'));
    expect(weeksAround(today, weekStartsOn)).toEqual(inYear);
  });

  test('goes on over the end of a year', () => {
    // December 31, 2023 is a Sunday, January 1, 2024 a Monday.
    expect(weeksAround('2023-12-31', 'sunday')[1]).toBe('2023-12-31 2024-01-06');
    expect(weeksAround('2023-12-31', 'monday')).toEqual([
      '2023-12-18 2023-12-24',
      '2023-12-25 2023-12-31',
      '2024-01-01 2024-01-07',
    ]);
    expect(weeksAround('2024-01-01', 'monday')[0]).toBe('2023-12-25 2023-12-31');
    expect(weeksAround('2026-01-01', 'monday')[1]).toBe('2025-12-29 2026-01-04');
  });

  test('holds the day it is seen on, and has seven days', () => {
    for (let day = 0; day < 400; day++) {
      const today = addDays('2025-12-01', day);
      for (const weekStartsOn of ['sunday', 'monday'] as const) {
        const week = presetOf('this week', on(today, weekStartsOn)) as { first: string; last: string };
        expect(week.first <= today && today <= week.last && addDays(week.first, 6) === week.last).toBe(true);
        expect(new Date(week.first).getUTCDay()).toBe(weekStartsOn === 'monday' ? 1 : 0);
      }
    }
  });

  test('changes no other words', () => {
    const others = datePresets.filter((words) => !words.endsWith('week'));
    for (const words of others)
      expect(presetOf(words, on('2026-03-15', 'monday'))).toEqual(presetOf(words, on('2026-03-15')));
  });
});

test.each<[words: string, today: string, fiscalYearStartMonth: number, first: string, last: string]>([
  ['year to date', '2026-03-14', 7, '2026-01-01', '2026-03-14'],
  ['Year_to_date', '2026-01-01', 1, '2026-01-01', '2026-01-01'],
  ['last 12 months', '2026-03-14', 1, '2025-03-01', '2026-02-28'],
  ['last 12 months', '2024-03-01', 1, '2023-03-01', '2024-02-29'],
  ['last 12 months', '2026-01-31', 1, '2025-01-01', '2025-12-31'],
  ['this fiscal year', '2026-03-14', 1, '2026-01-01', '2026-12-31'],
  ['this fiscal year', '2026-03-14', 7, '2025-07-01', '2026-06-30'],
  ['this fiscal year', '2026-06-30', 7, '2025-07-01', '2026-06-30'],
  ['this fiscal year', '2026-07-01', 7, '2026-07-01', '2027-06-30'],
  ['this fiscal year', '2026-03-01', 3, '2026-03-01', '2027-02-28'],
  ['this fiscal year', '2026-12-31', 12, '2026-12-01', '2027-11-30'],
  ['last fiscal year', '2026-03-14', 10, '2024-10-01', '2025-09-30'],
  ['last fiscal year', '2024-03-01', 3, '2023-03-01', '2024-02-29'],
  ['last fiscal year', '2026-01-01', 1, '2025-01-01', '2025-12-31'],
  ['this month last year', '2025-02-10', 1, '2024-02-01', '2024-02-29'],
  ['this month last year', '2024-02-29', 1, '2023-02-01', '2023-02-28'],
  ['this quarter last year', '2026-03-14', 7, '2025-01-01', '2025-03-31'],
  ['this quarter last year', '2026-12-31', 1, '2025-10-01', '2025-12-31'],
  ['year to date last year', '2026-03-14', 1, '2025-01-01', '2025-03-14'],
  ['year to date last year', '2024-02-29', 1, '2023-01-01', '2023-02-28'],
  ['year to date last year', '2025-02-28', 1, '2024-01-01', '2024-02-29'],
])('%s on %s, with fiscal years from month %s, is from %s to %s', (words, today, month, first, last) => {
  expect(presetOf(words, on(today, 'sunday', month))).toEqual({ first, last });
});
