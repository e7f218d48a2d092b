import { expect, test } from 'vitest';
import { lettersLeftOf, linesOf, planOf, short, slantedHeight, slantedLead } from './axis-labels.ts';

test.each([
  ['Emergency shelter', 20, ['Emergency shelter'], false],
  ['Emergency shelter', 10, ['Emergency', 'shelter'], false],
  ['Transitional housing for families', 12, ['Transitional', 'housing for', 'families'], false],
  ['Transitional housing', 8, ['Transit…', 'housing'], true],
  ['one two three four', 5, ['one', 'two', 'thre…'], true],
  ['one two six four', 5, ['one', 'two', 'six…'], true],
  ['', 5, [], false],
])('%s in lines of %i letters', (label, most, lines, isCut) => {
  expect(linesOf(label, most)).toEqual({ lines, isCut });
});

const labels = ['Emergency shelter for families', 'Food', 'Rent'];

test('none is cut while there is room', () => {
  expect(planOf(labels, { room: 300, height: 300 })).toMatchObject({ way: 'lines', count: 1 });
  expect(planOf(labels, { room: 96, height: 300 })).toMatchObject({ way: 'lines', most: 13, count: 3 });
  expect(planOf(labels, { room: 60, height: 300 })).toEqual({ way: 'slanted', most: 27 });
  expect(planOf(labels, { room: 10, height: 300 })).toEqual({ way: 'some' });
});

test('where lines are wide, three of them say more than a slanted one', () => {
  expect(planOf(['x'.repeat(300), 'Food'], { room: 200, height: 300 })).toMatchObject({ way: 'lines', count: 1 });
  expect(planOf(['long words '.repeat(30), 'Food'], { room: 200, height: 300 })).toMatchObject({
    way: 'lines',
    count: 3,
  });
});

test('slanted labels take a third of the height at most, and reach over the left edge of no chart', () => {
  expect(slantedHeight(['x'.repeat(300)], 26)).toBeLessThan(120);
  expect(slantedHeight(['Food'], 26)).toBeLessThan(40);
  expect(short('x'.repeat(300), 26)).toHaveLength(26);
  expect(slantedLead(['Food', 'x'.repeat(300)], 26, 200)).toBe(0);
  expect(slantedLead(['x'.repeat(300), 'Food'], 26, 40)).toBe(20);
  expect(lettersLeftOf(100)).toBe(18);
});

test('an axis without places, or not measured yet, has a plan', () => {
  expect(planOf([], { room: 0, height: 300 })).toEqual({ way: 'some' });
  expect(planOf(labels, { room: -64, height: 300 })).toEqual({ way: 'some' });
});
