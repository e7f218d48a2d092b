import { expect, test } from 'vitest';
import { keptBySize } from './kept-by-size.ts';

test('what is too large is not kept, and drives nothing out', () => {
  const kept = keptBySize<string>(10);
  kept.set('a', 'A', 6);
  kept.set('b', 'B', 11);
  expect([kept.get('a'), kept.get('b'), kept.size()]).toEqual(['A', undefined, 6]);
  kept.set('a', 'A', 11);
  expect([kept.get('a'), kept.size()]).toEqual([undefined, 0]);
});

test('what was asked for longest ago goes first', () => {
  const kept = keptBySize<string>(10);
  for (const key of ['a', 'b', 'c']) kept.set(key, key, 3);
  expect(kept.get('a')).toBe('a');
  kept.set('d', 'd', 5);
  expect(['a', 'b', 'c', 'd'].map((key) => kept.get(key))).toEqual(['a', undefined, undefined, 'd']);
  kept.set('a', 'anew', 5);
  expect([kept.get('a'), kept.size()]).toEqual(['anew', 10]);
});
