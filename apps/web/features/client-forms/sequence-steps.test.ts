import { describe, expect, test } from 'vitest';
import { obstacleOf, stepOf } from './sequence-steps.ts';

const form = (id: number, active = true, fillable = true) => ({ id, name: `Form ${id}`, active, fillable });
const sequence = (...forms: ReturnType<typeof form>[]) => ({ id: 1, name: 'Intake day', forms });

describe('a sequence cannot be filled in', () => {
  test('by who lacks forms of it, which are named', () => {
    expect(obstacleOf(sequence(form(1), form(2, true, false)))).toBe('You need access to: Form 2');
    const three = sequence(form(1, true, false), form(2, true, false), form(3, false, false));
    expect(obstacleOf(three)).toBe('You need access to: Form 1, Form 2 and Form 3');
  });

  test('when none of its forms is active', () => {
    expect(obstacleOf(sequence(form(1, false)))).toBe('All its forms are inactive');
    expect(obstacleOf(sequence(form(1, false), form(2)))).toBeNull();
  });
});

describe('in a sequence', () => {
  test('there is nothing of a form that is not in it', () => {
    expect(stepOf(sequence(form(1)), 2)).toBeNull();
  });

  test('inactive forms are skipped, and do not count', () => {
    const three = sequence(form(1), form(2, false), form(3));
    expect(stepOf(three, 1)).toMatchObject({ place: 1, total: 2, next: { id: 3 }, skipped: [{ id: 2 }] });
    expect(stepOf(three, 3)).toMatchObject({ place: 2, total: 2, next: null, skipped: [] });
    expect(stepOf(three, 2), 'one that is open counts').toMatchObject({ place: 2, total: 3, next: { id: 3 } });
  });

  test('the last form is the last active one', () => {
    expect(stepOf(sequence(form(1), form(2, false)), 1)).toMatchObject({
      place: 1,
      total: 1,
      next: null,
      skipped: [{ id: 2 }],
    });
  });
});
