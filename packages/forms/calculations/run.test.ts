import { describe, expect, test } from 'vitest';
import type { Calculation, Formatter } from '../definition/calculation.ts';
import { exampleContext } from '../testing.ts';
import { ageing, runCalculations } from './run.ts';
import { between, blank, field, from, fromNow, interval, numeric, ofTime, result, run, since } from './testing.ts';

/** The results of several, in the order of their ids. */
const runAll = (calculations: Calculation[], ...answers: unknown[]) => {
  const results = runCalculations(calculations, (id) => answers[id - 1], exampleContext);
  return [...results].sort(([a], [b]) => a - b).map(([, value]) => value);
};

describe('numeric calculations', () => {
  test.each<[Partial<Calculation>, unknown[]]>([
    [{}, []],
    [{}, [null]],
    [{}, ['5']],
    [{}, ['constructor']],
    [{}, [[5]]],
    [{}, [true]],
    [{}, [Number.NaN]],
    [{ equation: 'a / b' }, [1, 0]],
    [{ equation: 'a * b' }, [1e200, 1e200]],
    [{ equation: 'a +' }, [1]],
    [{ equation: 'c' }, [1]],
    [{ equation: '' }, [1]],
    [{ variables: [] }, [1]],
    [{ variables: [{ ...field('a', 1), record_id: null }] }, [1]],
    [{ variables: [result('a', 99)] }, [1]],
    [{ variables: [{ ...blank, name: 'a', parameter_type: 'interval', value: { magnitude: 1, unit: 'days' } }] }, [1]],
  ])('%o of %j is blank', (changes, answers) => {
    expect(run(numeric(changes), ...answers)).toBeNull();
  });

  test.each<[Formatter, number, number]>([
    [{}, 2.5, 2.5],
    [{}, 1 / 3, 0.3333333333],
    [{}, 0.1 + 0.2, 0.3],
    [{}, 9007199254740991, 9007199254740991],
    [{}, 1e21, 1e21],
    [{}, 1e-11, 0],
    [{}, -0, 0],
    [{ format: 'float' }, 2 / 3, 0.6666666667],
    [{ format: 'integer' }, 2.5, 3],
    [{ format: 'integer' }, -2.5, -2],
    [{ format: 'integer' }, -2.6, -3],
    [{ format: 'integer' }, -0.5, 0],
    [{ format: 'integer' }, 2.4999, 2],
    [{ format: 'currency' }, 1.005, 1.01],
    [{ format: 'currency' }, 1.115 * 3, 3.35],
    [{ format: 'currency' }, 8.345, 8.35],
    [{ format: 'currency', precision: 0 }, 8.5, 9],
    [{ precision: 1 }, 1.15 * 3, 3.5],
    [{ precision: 1 }, 0.05, 0.1],
    [{ precision: 1 }, -0.05, 0],
    [{ precision: 3 }, 1e-7, 0],
    [{ precision: 10 }, 123456.12345678905, 123456.123456789],
    [{ precision: null, format: null }, 1.5, 1.5],
  ])('%o rounds %d to %d', (formatter, value, rounded) => {
    expect(Object.is(run(numeric({ formatter }), value), rounded)).toBe(true);
  });

  test('reads its equation', () => {
    expect(run(numeric({ equation: '(a - b) * 2 % 5' }), 10, 6)).toBe(3);
  });
});

describe('calculations on calculations', () => {
  test('are in order of dependency, whatever their positions', () => {
    const calculations = [
      numeric({ id: 1, equation: 'a * 12', variables: [result('a', 2)], position: 0 }),
      numeric({ id: 2, equation: 'a + b', variables: [result('a', 3), field('b', 1)], position: 1 }),
      numeric({ id: 3, equation: 'a / 2', variables: [field('a', 2)], position: 2 }),
    ];
    expect(runAll(calculations, 100, 50)).toEqual([1500, 125, 25]);
    expect([...runCalculations(calculations, () => 1, exampleContext).keys()]).toEqual([3, 2, 1]);
  });

  test('are in order of position otherwise', () => {
    const calculations = [
      numeric({ id: 1, position: 2 }),
      numeric({ id: 2, position: 0 }),
      numeric({ id: 3, position: 1 }),
    ];
    expect([...runCalculations(calculations, () => 1, exampleContext).keys()]).toEqual([2, 3, 1]);
  });

  test('count on with what is shown', () => {
    const rounded = numeric({ id: 1, equation: 'a / 3', formatter: { format: 'currency' } });
    expect(runAll([rounded, numeric({ id: 2, equation: 'a * 3', variables: [result('a', 1)] })], 1)).toEqual([
      0.33, 0.99,
    ]);
  });

  test('go from kind to kind', () => {
    const due = from(interval({ magnitude: 1, unit: 'months' }), { id: 1 });
    const left = between('days', { id: 2, variables: [field('a', 1), result('b', 1)] });
    const fee = numeric({ id: 3, equation: 'a * 2', variables: [result('a', 2)] });
    const later = from(result('b', 3), { id: 4 });
    expect(runAll([later, fee, left, due], '2026-01-31')).toEqual(['2026-02-28', 28, 56, '2026-03-28']);
  });

  test('are blank with a result of another kind, or none', () => {
    const due = from(interval({ magnitude: 1, unit: 'months' }), { id: 1 });
    const calculations = [
      due,
      numeric({ id: 2, variables: [result('a', 1)] }),
      since({ id: 3, variables: [result('a', 2)] }),
    ];
    expect(runAll(calculations, '2026-01-31')).toEqual(['2026-02-28', null, null]);
  });

  test('are blank in a circle and after it, and leave the others alone', () => {
    const calculations = [
      numeric({ id: 1, equation: '1 + 0 * a', variables: [result('a', 2)] }),
      numeric({ id: 2, variables: [result('a', 1)] }),
      numeric({ id: 3, equation: '5', variables: [result('a', 2)] }),
      numeric({ id: 4, variables: [result('a', 4)] }),
      numeric({ id: 5 }),
    ];
    expect(runAll(calculations, 7)).toEqual([null, null, null, null, 7]);
  });
});

describe('ageing', () => {
  test('finds what time changes, through other calculations too', () => {
    const calculations = [
      numeric({ id: 1, variables: [result('a', 2)] }),
      numeric({ id: 2, variables: [result('a', 3)] }),
      since({ id: 3 }),
      between('days', { id: 4 }),
      between('days', { id: 5, variables: [field('a', 1), fromNow({ magnitude: 1, unit: 'days' })] }),
      from(interval({ magnitude: 1, unit: 'days' }), { id: 6 }),
      from(result('b', 1), { id: 7 }),
      since({ ...ofTime, id: 8, display_unit: 'hours' }),
    ];
    expect([...ageing(calculations)].sort()).toEqual([1, 2, 3, 5, 7, 8]);
  });
});
