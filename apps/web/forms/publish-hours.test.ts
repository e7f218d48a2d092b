import { describe, expect, test } from 'vitest';
import { hoursInWords, titlesOf } from './publish-hours.ts';

const setting = {
  id: 1,
  expired_at: null,
  dow: [] as number[],
  time_start: null,
  time_end: null,
  time_zone: 'America/Los_Angeles',
};

describe('the hours of a publish setting in words', () => {
  test('tell its days, hours and end', () => {
    expect(hoursInWords(setting)).toBe('Every day, all day');
    expect(hoursInWords({ ...setting, dow: [0, 1, 2, 3, 4, 5, 6] })).toBe('Every day, all day');
    expect(hoursInWords({ ...setting, dow: [5, 6], time_start: '08:00 PM', time_end: '06:00 AM' })).toBe(
      'Friday and Saturday, 08:00 PM to 06:00 AM',
    );
    expect(hoursInWords({ ...setting, time_start: '06:00 PM', expired_at: '2026-12-19T07:59:00.000Z' })).toBe(
      'Every day, 06:00 PM to midnight, until 12/18/2026',
    );
  });

  test('name days that follow each other by the first and the last', () => {
    expect(hoursInWords({ ...setting, dow: [1, 2, 3, 4, 5] })).toBe('Monday to Friday, all day');
    expect(hoursInWords({ ...setting, dow: [0, 2, 3] })).toBe('Sunday, Tuesday, and Wednesday, all day');
  });
});

test('publish settings with the same hours are numbered, and the removed ones after the others', () => {
  const others = [setting, { ...setting, id: 5, dow: [1] }, { ...setting, id: 9 }];
  const titles: [number, string][] = [
    [1, 'Every day, all day'],
    [5, 'Monday, all day'],
    [9, 'Every day, all day (2)'],
  ];
  expect([...titlesOf(others.toReversed())]).toEqual(titles);
  expect([...titlesOf([{ ...setting, id: 3, removed: true }, ...others])]).toEqual([
    ...titles,
    [3, 'Every day, all day (3)'],
  ]);
});
