import { describe, expect, test } from 'vitest';
import { sampleOf } from './sample.ts';

const cases = Array.from({ length: 137 }, (_, index) => index);

describe('a sample of generated cases', () => {
  test('is empty only where there are no cases', () => {
    expect(sampleOf(7, 'any', 10, [])).toEqual([]);
    for (let seed = 0; seed < 30; seed++) expect(sampleOf(seed, 'any', 10, ['one', 'two']).length).toBe(1);
  });

  test('is a tenth, and ten seeds in a row try every case', () => {
    for (const first of [0, 1, 2311]) {
      const samples = Array.from({ length: 10 }, (_, more) => sampleOf(first + more, 'cross-tenant', 10, cases));
      expect(samples.every(({ length }) => length === 13 || length === 14)).toBe(true);
      expect(samples.flat().toSorted((a, b) => a - b)).toEqual(cases);
    }
  });

  test('is the same for the same seed, and another one for another family', () => {
    expect(sampleOf(5, 'all routes', 10, cases)).toEqual(sampleOf(5, 'all routes', 10, cases));
    expect(sampleOf(5, 'all routes', 10, cases)).not.toEqual(sampleOf(5, 'hostile values', 10, cases));
  });
});
