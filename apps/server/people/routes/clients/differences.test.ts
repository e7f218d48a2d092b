import { describe, expect, test } from 'vitest';
import { differences, distance } from './differences.ts';

describe('how far a name is from what was typed', () => {
  test.each([
    [['zhara'], ' omar haddad'],
    [['zhara', 'xu'], ' zahra ndiaye'],
    [['li'], ' lo chen'],
    [['added1a'], ' ana added1b'],
  ])('%j is not like%s', (words, name) => expect(distance(words, name)).toBeNull());

  test.each([
    ['zhara', 'zahra', 1],
    ['zhara', 'sara', 2],
    ['zhara', 'sarah', 3],
    ['esperansa', 'esperanza', 1],
    ['', 'ana', 3],
    ['ana', '', 3],
  ])('%s and %s differ by %i', (word, name, count) => expect(differences(word, name).whole).toBe(count));

  test('words that are only begun count half a letter more', () => {
    expect(distance(['zarha', 'diaye'], ' zahra ndiaye zahra n diaye')).toBe(1);
    expect(distance(['esprean'], ' esperanza ruiz')).toBe(1.5);
    expect(distance(['zahra'], ' zahra ruiz')).toBe(0);
    expect(distance(['zah'], ' zahra ruiz')).toBe(0.5);
  });
});
