import { describe, expect, it } from 'vitest';
import { readNumber } from './numbers.ts';

describe('readNumber', () => {
  it.each(['abc', '12a', '1,24', '1,2345', '1e5', '--3', '.', '1 2', '0x10'])('does not read %s', (text) => {
    expect(readNumber(text)).toEqual({ value: null, problem: 'Enter a number, using digits only' });
  });

  it.each([
    ['', null],
    ['0', 0],
    [' 1240 ', 1240],
    ['1,240', 1240],
    ['-1,234,567.5', -1234567.5],
    ['.5', 0.5],
    ['5.', 5],
    ['$1,240', 1240],
    ['-$3', -3],
  ])('reads %j as %s', (text, value) => {
    expect(readNumber(text)).toEqual({ value });
  });
});
