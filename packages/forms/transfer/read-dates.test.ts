import { describe, expect, test } from 'vitest';
import { readDate, readTimeOfDay } from './read-dates.ts';

describe('a date is not guessed', () => {
  test.each([
    ['31/12/2026', 'There is no month 31. Write the month first, like 03/14/1985, or 1985-03-14.'],
    ['02/30/2026', 'This day doesn’t exist. Write it like 02/28/2026.'],
    ['2025-02-29', 'This day doesn’t exist. Write it like 02/28/2026.'],
    ['13/13/2026', 'This day doesn’t exist. Write it like 02/28/2026.'],
    ['3/14/26', 'Write the date like 03/14/1985 or 1985-03-14'],
    ['14 March 1985', 'Write the date like 03/14/1985 or 1985-03-14'],
    ['2026', 'Write the date like 03/14/1985 or 1985-03-14'],
    ['20260314', 'Write the date like 03/14/1985 or 1985-03-14'],
    ['2026-03-14 17:00', 'Write the date like 03/14/1985 or 1985-03-14'],
    ['1/15/2024 0:01', 'Write the date like 03/14/1985 or 1985-03-14'],
    ['1/15/2024 12:00 PM', 'Write the date like 03/14/1985 or 1985-03-14'],
    ['soon', 'Write the date like 03/14/1985 or 1985-03-14'],
  ])('%s', (cell, message) => {
    expect(readDate(cell)).toEqual({ message });
  });
});

describe('a date is read', () => {
  test.each([
    ['1985-03-14', 'as the standard writes it'],
    ['1985/3/14', 'as Japan writes it'],
    ['3/14/1985', 'as the United States write it'],
    ['14.3.1985', 'as Germany writes it'],
    ['14. 03. 1985', 'as Czechia writes it'],
    ['14-Mar-1985', 'as databases write it'],
    ['14 mar 1985', 'as Britain writes it'],
    ['31120', 'as a workbook counts it'],
    ['31120.75', 'as a workbook counts it, with a time'],
    [' 1985-03-14T00:00:00.000Z ', 'at midnight'],
    ['3/14/1985 0:00', 'at midnight, as a spreadsheet saves it'],
    ['3/14/1985 12:00:00 AM', 'at midnight, as a spreadsheet shows it'],
    ['1985-03-14 00:00:00', 'at midnight, as a workbook shows it'],
  ])('%s, %s', (cell) => {
    expect(readDate(cell)).toEqual({ value: '1985-03-14' });
  });

  test.each(['1/15/2024 0:00', '1/15/2024 00:00', '01/15/2024 0:00:00', '2024-01-15 00:00'])('%s', (cell) => {
    expect(readDate(cell)).toEqual({ value: '2024-01-15' });
  });

  test('on the day that is there in leap years alone', () => {
    expect(readDate('29.02.2028')).toEqual({ value: '2028-02-29' });
  });
});

describe('a time of day is read', () => {
  test.each([
    ['17:05', '17:05'],
    ['5:05 PM', '17:05'],
    ['17:05:59', '17:05'],
    ['17.05', '17:05'],
    ['0.5', '12:00'],
    ['.99999', '00:00'],
  ])('%s', (cell, value) => {
    expect(readTimeOfDay(cell)).toEqual({ value });
  });

  test.each(['25:00', 'noon', '1.5'])('not of %s', (cell) => {
    expect(readTimeOfDay(cell)).toEqual({ message: 'Write the time like 17:00 or 05:00 PM' });
  });
});
