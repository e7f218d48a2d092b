import { describe, expect, test } from 'vitest';
import { amended, firstStep, redone, undone, withChange } from './edit-steps.ts';

const three = withChange(withChange(firstStep('a'), 'b', { tag: null, at: 1 }), 'c', { tag: null, at: 2 });

describe('steps', () => {
  test('go back one by one to the first, and forward again', () => {
    expect(undone(three).now).toBe('b');
    expect(undone(undone(undone(three))).now).toBe('a');
    expect(redone(undone(three)).now).toBe('c');
    expect(redone(three)).toBe(three);
  });
  test('a new change takes away what could be done again', () => {
    expect(redone(withChange(undone(three), 'd', { tag: null, at: 3 })).now).toBe('d');
  });
  test('what is typed in one go is one step, until the hand rests or goes elsewhere', () => {
    const typed = withChange(withChange(firstStep(''), 'n', { tag: 'name', at: 5000 }), 'na', {
      tag: 'name',
      at: 5300,
    });
    expect(undone(typed).now).toBe('');
    expect(undone(withChange(typed, 'nam', { tag: 'name', at: 9000 })).now).toBe('na');
    expect(undone(withChange(typed, 'other', { tag: 'description', at: 5400 })).now).toBe('na');
    // After an undo, typing on is a step of its own.
    expect(undone(withChange(undone(typed), 'x', { tag: 'name', at: 5500 })).now).toBe('');
  });
  test('a change to the same is none', () => {
    expect(withChange(three, 'c', { tag: null, at: 9 })).toBe(three);
  });
  test('are corrected all at once, and none is added', () => {
    const corrected = amended(undone(three), (value) => value.toUpperCase());
    expect([corrected.now, undone(corrected).now, redone(corrected).now]).toEqual(['B', 'A', 'C']);
  });
});
