import { expect, test } from 'vitest';
import { compare, type Merge } from './compare.ts';

const before = { name: 'Ana', note: null as string | null, tags: ['a'], lock_version: 1 };

test('only what both changed, to different things, clashes', () => {
  const mine = { ...before, name: 'Mine', note: 'both', tags: ['a', 'b'] };
  const theirs = { ...before, name: 'Theirs', note: 'both', lock_version: 2 };
  expect(compare(before, { mine, theirs })).toEqual({
    clashes: ['name'],
    merged: { name: 'Mine', note: 'both', tags: ['a', 'b'], lock_version: 2 },
  });
});

test('what only they changed is taken from them, lists that say the same are the same', () => {
  const mine = { ...before, tags: ['a'] };
  const theirs = { ...before, name: 'Theirs', tags: ['c'], lock_version: 2 };
  expect(compare(before, { mine, theirs })).toEqual({ clashes: [], merged: theirs });
});

test('two files are the same only when they are one', () => {
  const file = new File(['x'], 'x.txt');
  const other = new File(['y'], 'y.txt');
  const start = { file: null as File | null };
  expect(compare(start, { mine: { file }, theirs: { file: other } }).clashes).toEqual(['file']);
  expect(compare(start, { mine: { file }, theirs: { file } }).clashes).toEqual([]);
});

test('lists that are merged clash only where both changed the same, and take the side that was chosen', () => {
  const both = { ...before, tags: ['a', 'b'], name: 'Mine' };
  const theirs = { ...before, tags: ['a', 'c'], name: 'Theirs' };
  const union: Merge<string[]> = (_, sides) => ({ value: [...sides.theirs, 'b'], isClash: false });
  const taken = new Set(['name'] as const);
  expect(compare(before, { mine: both, theirs }, { merges: { tags: union }, taken })).toEqual({
    clashes: ['name'],
    merged: { ...theirs, tags: ['a', 'c', 'b'] },
  });
});
