import { describe, expect, test } from 'vitest';
import {
  asLayout,
  completed,
  fromLayout,
  merged,
  movedSince,
  type Places,
  resized,
  settled,
  stepped,
} from './layout.ts';

const places = (...all: [id: number, x: number, y: number, w: number, h: number][]): Places =>
  new Map(all.map(([id, x, y, w, h]) => [id, { x, y, w, h }]));
const seen = (all: Places) =>
  [...all].map(([id, { x, y, w, h }]) => [id, x, y, w, h]).toSorted(([one], [other]) => one! - other!);

describe('the places of widgets', () => {
  test('DA-07 what is added in the upper left corner stays there, and the others move down', () => {
    expect(seen(settled(places([9, 0, 0, 2, 3], [1, 0, 0, 2, 3], [2, 2, 0, 2, 2])))).toEqual([
      [1, 0, 3, 2, 3],
      [2, 2, 0, 2, 2],
      [9, 0, 0, 2, 3],
    ]);
  });

  test('no rows stay empty', () => {
    expect(seen(settled(places([1, 1, 7, 1, 1], [2, 1, 40, 1, 1])))).toEqual([
      [1, 1, 0, 1, 1],
      [2, 1, 1, 1, 1],
    ]);
  });

  test('a step of a key moves by one column, and not out of the grid', () => {
    const start = places([1, 0, 0, 2, 1], [2, 2, 0, 2, 1]);
    expect(seen(stepped(start, 1, 'ArrowLeft'))).toEqual(seen(start));
    expect(seen(stepped(start, 1, 'ArrowRight'))).toEqual([
      [1, 1, 0, 2, 1],
      [2, 2, 1, 2, 1],
    ]);
  });

  test('up and down go past what stands there', () => {
    const start = places([1, 0, 0, 2, 3], [2, 0, 3, 2, 1], [3, 0, 4, 2, 2]);
    expect(seen(stepped(start, 3, 'ArrowUp'))).toEqual([
      [1, 0, 0, 2, 3],
      [2, 0, 5, 2, 1],
      [3, 0, 3, 2, 2],
    ]);
    expect(seen(stepped(start, 1, 'ArrowDown'))).toEqual([
      [1, 0, 1, 2, 3],
      [2, 0, 0, 2, 1],
      [3, 0, 4, 2, 2],
    ]);
    expect(seen(stepped(start, 3, 'ArrowDown'))).toEqual(seen(start));
  });

  test('a size changes by one cell, from one to four wide and to twenty high', () => {
    const start = places([1, 2, 0, 2, 1], [2, 2, 1, 2, 1]);
    expect(seen(resized(start, 1, 'ArrowRight'))).toEqual(seen(start));
    expect(seen(resized(start, 1, 'ArrowDown'))).toEqual([
      [1, 2, 0, 2, 2],
      [2, 2, 2, 2, 1],
    ]);
    expect(seen(resized(start, 2, 'ArrowUp'))).toEqual(seen(start));
  });

  test('DA-06 those are told that moved or changed their size, and no others', () => {
    const before = places([1, 0, 0, 2, 1], [2, 2, 0, 2, 1], [3, 0, 1, 1, 1]);
    const now = places([1, 0, 0, 2, 2], [2, 2, 0, 2, 1], [3, 0, 2, 1, 1]);
    expect(movedSince(before, now)).toEqual([1, 3]);
  });

  test('what was moved stays where it was left while others change, add and remove, and nothing lies over another', () => {
    const mine = places([1, 2, 0, 2, 3], [2, 0, 0, 2, 3], [3, 0, 3, 2, 1]);
    const theirs = places([1, 0, 0, 2, 3], [3, 2, 0, 2, 5], [4, 0, 3, 4, 1]);
    expect(seen(merged(theirs, mine, [1, 2]))).toEqual([
      [1, 2, 0, 2, 3],
      [3, 2, 3, 2, 5],
      [4, 0, 8, 4, 1],
    ]);
  });

  test('what is undone knows nothing of what came or went since', () => {
    const left = places([1, 0, 0, 2, 2], [2, 2, 0, 2, 2]);
    expect(seen(completed(left, places([1, 2, 0, 1, 1], [9, 0, 0, 2, 3])))).toEqual([
      [1, 0, 0, 2, 2],
      [9, 0, 2, 2, 3],
    ]);
  });

  test('the grid is given what it was given', () => {
    const start = places([1, 0, 0, 2, 1]);
    expect(fromLayout(asLayout(start))).toEqual(start);
  });
});
