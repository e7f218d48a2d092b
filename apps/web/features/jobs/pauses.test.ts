import { describe, expect, test } from 'vitest';
import { pauseAfter } from './pauses.ts';

describe('the pause until it is asked again', () => {
  test.each([
    [0, 1000],
    [2000, 1000],
    [8000, 2000],
    [40_000, 10_000],
    [60_000, 15_000],
    [3_600_000, 15_000],
    [-5000, 1000],
  ])('after %i ms is %i ms', (watched, pause) => expect(pauseAfter(watched)).toBe(pause));
});
