import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { mutants } from './mutants.mjs';

test('there are twenty faults to plant, each with a name of its own', () => {
  expect(new Set(mutants.map(({ name }) => name)).size).toBe(20);
});

test.each(mutants)('$name: the place is there, once', ({ file, find, replace }) => {
  const parts = readFileSync(file, 'utf8').split(find);
  expect(parts).toHaveLength(2);
  expect(replace).not.toBe(find);
});
