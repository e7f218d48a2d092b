import { describe, expect, test } from 'vitest';
import { findRoom, overlap, type Place } from './dashboard-grid.ts';

const size = { w: 2, h: 3 };

describe('a widget lands where there is room', () => {
  test('in the corner of an empty dashboard', () => {
    expect(findRoom([], size)).toEqual({ x: 0, y: 0, ...size });
  });

  test('beside what fills half of the width', () => {
    expect(findRoom([{ x: 0, y: 0, ...size }], size)).toEqual({ x: 2, y: 0, ...size });
  });

  test('in a gap that is high and wide enough, and not in one that is lower', () => {
    const low: Place[] = [
      { x: 0, y: 0, w: 4, h: 1 },
      { x: 0, y: 3, w: 4, h: 2 },
    ];
    expect(findRoom(low, size)).toEqual({ x: 0, y: 5, ...size });
    expect(findRoom(low, { w: 4, h: 2 })).toEqual({ x: 0, y: 1, w: 4, h: 2 });
  });

  test('over none of fifty others', () => {
    const placed: Place[] = [];
    for (let n = 0; n < 50; n++) placed.push(findRoom(placed, { w: 1 + (n % 4), h: 1 + (n % 5) }));
    const pairs = placed.flatMap((one, n) => placed.slice(n + 1).map((other) => [one, other] as const));
    expect(pairs.filter(([one, other]) => overlap(one, other))).toEqual([]);
    expect(placed.every(({ x, w }) => x + w <= 4)).toBe(true);
  });
});
