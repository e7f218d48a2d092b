import { expect, test } from 'vitest';
import { toldApart } from './told-apart.ts';

test('a change tells those from whom a person was told apart, not those with whom that was taken back', () => {
  expect(toldApart({ first_name: ['A', 'B'] })).toEqual([]);
  expect(toldApart({ 'distinct_from.12': [null, true], 'distinct_from.7': [true, null], dob: [null, 1] })).toEqual([
    12,
  ]);
});
