import { expect, test } from 'vitest';
import { mergedOver } from './merged.ts';

const said = (text: string, original = 'x') => ({ text, original });

test('what somebody changed, added and took away here lies over what somebody else saved meanwhile', () => {
  const began = { a: said('a'), b: said('b'), c: said('c'), d: said('d', 'old') };
  const now = { a: said('a'), b: said('mine'), d: said('d', 'new'), e: said('e') };
  const theirs = { a: said('theirs'), b: said('theirs'), c: said('theirs'), d: said('d', 'old'), f: said('f') };
  expect(mergedOver(theirs, { began, now })).toEqual({
    a: said('theirs'),
    b: said('mine'),
    d: said('d', 'new'),
    e: said('e'),
    f: said('f'),
  });
});
