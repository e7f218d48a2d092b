import { describe, expect, test } from 'vitest';
import { type ChartAxis, type ChartEntry, inChartOrder } from './chart-order.ts';
import type { ViewType } from './views.ts';

const entry = (x: unknown, value: number | null, rest = 0): ChartEntry => ({
  x,
  x_label: x === null ? (rest ? `Other (${rest})` : '') : String(x),
  values: [value],
  rest,
});
const order = (entries: ChartEntry[], axis: ChartAxis, view_type: ViewType = 'bar') =>
  inChartOrder(entries, axis, view_type).map(({ x, rest }) => (rest ? 'other' : x));

describe('the order of the x axis', () => {
  test('follows the options of a choice, what is no option behind them by size, then the others and blanks', () => {
    const entries = [
      entry(null, 9, 4),
      entry(null, 8),
      entry('gone', 1),
      entry('left', 2),
      entry('car', 7),
      entry('home', 1),
    ];
    const axis = { type: 'choice', options: ['home', 'car'] } as const;
    expect(order(entries, axis)).toEqual(['home', 'car', 'left', 'gone', 'other', null]);
    expect(order(entries, axis, 'line')).toEqual(['home', 'car', 'gone', 'left', 'other', null]);
  });

  test('compares several choices one after the other', () => {
    const lists = [['car'], ['home', 'car'], ['home']].map((list) => entry(list, 1));
    expect(order(lists, { type: 'choices', options: ['home', 'car'] })).toEqual([['home'], ['home', 'car'], ['car']]);
    expect(order([entry(2, 1), entry(1, 5)], { type: 'choice', options: [2, 1] })).toEqual([2, 1]);
  });

  test('puts other words by size over all of their entries, and by name where the chart is read along its axis', () => {
    const entries = [entry('Bath', 2), entry('Troy', 3), entry('Bath', 2), entry('York 10', null), entry('York 9', 0)];
    expect(order(entries, { type: 'text' })).toEqual(['Bath', 'Bath', 'Troy', 'York 9', 'York 10']);
    expect(order(entries, { type: 'text' }, 'area')).toEqual(['Bath', 'Bath', 'Troy', 'York 9', 'York 10']);
    expect(order([entry('Ada', 1), entry('Bo', 2)], { type: 'user' })).toEqual(['Bo', 'Ada']);
    expect(order([entry('Bo', 2), entry('Ada', 1)], { type: 'record' }, 'radar')).toEqual(['Ada', 'Bo']);
  });

  test('puts numbers, days and times by value, and what is true first', () => {
    expect(order([entry(10, 1), entry(null, 5), entry(9, 8)], { type: 'number' })).toEqual([9, 10, null]);
    expect(order([entry('2026-02-01', 9), entry('2025-12-31', 1)], { type: 'date' })).toEqual([
      '2025-12-31',
      '2026-02-01',
    ]);
    expect(order([entry(false, 9), entry(true, 1)], { type: 'boolean' })).toEqual([true, false]);
  });
});
