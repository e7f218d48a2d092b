import { describe, expect, test } from 'vitest';
import { entriesKeptOut } from './few-people.ts';

const entry = (x_label: string, people: number, group: string | null = null) => ({ x_label, group, people });
const kept = (...people: number[]) => [
  ...entriesKeptOut(
    people.map((count, index) => entry(String(index), count)),
    5,
  ),
];

describe('counts of few people', () => {
  test('none are kept out where none are few', () => {
    expect(kept(5, 9, 0)).toEqual([]);
  });

  test('are kept out with the smallest other one, so that the total does not tell', () => {
    expect(kept(40, 3, 7, 20)).toEqual([1, 2]);
    expect(kept(4, 4, 4, 6, 8)).toEqual([0, 1, 2, 3]);
  });

  test('are kept out alone where there is nothing else', () => {
    expect(kept(3)).toEqual([0]);
    expect(kept(3, 0)).toEqual([0]);
  });

  test('cannot be worked out along either axis', () => {
    const entries = [
      entry('a', 2, 'red'),
      entry('a', 9, 'blue'),
      entry('a', 30, 'green'),
      entry('b', 8, 'red'),
      entry('b', 7, 'blue'),
      entry('b', 40, 'green'),
    ];
    const out = entriesKeptOut(entries, 5);
    for (const line of [['a'], ['b'], ['red'], ['blue'], ['green']].flat()) {
      const gone = entries.filter(
        ({ x_label, group }, place) => out.has(place) && (x_label === line || group === line),
      );
      expect(gone.length === 0 || gone.some(({ people }) => people >= 5), line).toBe(true);
      expect(gone).not.toHaveLength(1);
    }
    expect(out.has(2) && out.has(5), 'the largest stay').toBe(false);
  });
});
