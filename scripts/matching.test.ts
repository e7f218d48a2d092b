import { describe, expect, test } from 'vitest';
import { mayMatch, titlePattern, wordsForTitle } from './matching.mjs';

const file = 'apps/server/kit/calendar.test.ts';
const matches = (title: string, ...words: string[]) =>
  mayMatch(words, file, `test('${title}'`) && titlePattern(wordsForTitle(words, file)).test(title);

describe('the tests that words mean', () => {
  test('leave out those that lack a word', () => {
    expect(matches('ages on leap days', 'calendar', 'summer')).toBe(false);
    expect(matches('ages on leap days', 'age.')).toBe(false);
  });

  test('have each word in path or title, in any order and in any case', () => {
    expect(matches('ages on leap days', 'LEAP', 'ages', 'server/kit')).toBe(true);
    expect(matches('ages on leap days', 'calendar')).toBe(true);
    expect(matches('is (2) + 3', '(2)', '+')).toBe(true);
  });
});
