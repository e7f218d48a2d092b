import { describe, expect, test } from 'vitest';
import { readTime } from './calendar.ts';

describe('readTime', () => {
  test.each(['', 'noon', '24', '25:00', '12:60', '13 pm', '0 am', '9:5', '9:00:00', '-9', '9 9', '12345', 'am'])(
    'finds no time in %j',
    (text) => expect(readTime(text)).toBeNull(),
  );
  test.each([
    ['9', '09:00'],
    ['0', '00:00'],
    ['17', '17:00'],
    ['9am', '09:00'],
    ['9 p', '21:00'],
    ['9 P.M.', '21:00'],
    ['12 am', '00:00'],
    ['12pm', '12:00'],
    ['09:00 AM', '09:00'],
    [' 9:30pm ', '21:30'],
    ['17:00', '17:00'],
    ['9.30', '09:30'],
    ['930', '09:30'],
    ['1730', '17:30'],
  ])('reads %j as %s', (text, time) => expect(readTime(text)).toBe(time));
});
