import { describe, expect, test } from 'vitest';
import { possibleDuplicate } from './match.ts';
import { figuresOf, labelledPeople, pairsAmong } from './testing.ts';

const people = labelledPeople();

describe('of a thousand people, 300 of whom are written once more', () => {
  test('the set is the same each time', () => {
    expect(people).toHaveLength(1300);
    expect(labelledPeople()).toEqual(people);
  });

  test('95 in 100 are found, with 5 others in a thousand at most', () => {
    const { ways, share, falseAlarms } = figuresOf(people, pairsAmong(people));
    const told = [...ways].map(([way, { found, of }]) => `${way} ${found} of ${of}`).join(', ');
    expect(share, told).toBeGreaterThanOrEqual(0.95);
    expect(falseAlarms.length, told).toBeLessThanOrEqual(5);
  });

  test('what they have in common misses nobody whom the rules find', () => {
    const found = new Set<string>();
    for (const [index, person] of people.entries())
      for (let other = 0; other < index; other++)
        if (possibleDuplicate(person, people[other] as (typeof people)[number])) found.add(`${other} ${index}`);
    expect(pairsAmong(people)).toEqual(found);
  });
});
