import { describe, expect, it } from 'vitest';
import { entriesOf, functionsOf, toggled, withColumn } from './summary-functions.ts';

describe('the settings of a summary', () => {
  it('offer sums and averages of numbers alone', () => {
    expect(functionsOf({ type: 'text' })).toEqual(['count', 'distinct']);
    expect(functionsOf({ type: 'date' })).toEqual(['count', 'distinct', 'min', 'max']);
    for (const held of [{ type: 'number' as const }, { type: 'choice' as const, numeric: true }])
      expect(functionsOf(held)).toEqual(['count', 'distinct', 'sum', 'avg', 'min', 'max']);
    expect(functionsOf({ type: 'choice' })).toEqual(['count', 'distinct']);
  });

  it('RP-92 count a column of which nothing else is stored, and leave one with an empty list out', () => {
    expect(entriesOf('')).toEqual([]);
    expect(entriesOf('[{"key":"c1"},{"key":"c2","functions":[]},{"key":"c3","functions":["avg"]}]')).toEqual([
      { key: 'c1', functions: ['count'] },
      { key: 'c3', functions: ['avg'] },
    ]);
  });

  it('RP-89 count a column that is added, once', () => {
    const once = withColumn([], 'c1');
    expect(once).toEqual([{ key: 'c1', functions: ['count'] }]);
    expect(withColumn(once, 'c1')).toEqual(once);
  });

  it('RP-90 drop a column with its last function', () => {
    const two = toggled([{ key: 'c1', functions: ['count'] }], 'c1', 'avg');
    expect(two).toEqual([{ key: 'c1', functions: ['count', 'avg'] }]);
    expect(toggled(toggled(two, 'c1', 'count'), 'c1', 'avg')).toEqual([]);
  });
});
