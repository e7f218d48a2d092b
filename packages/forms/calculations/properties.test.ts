import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Calculation, CalculationValue } from '../definition/calculation.ts';
import { exampleContext } from '../testing.ts';
import { ageing, runCalculations } from './run.ts';
import { between, from, interval, run } from './testing.ts';

describe('for any definitions and answers', () => {
  const anything = fc.oneof(
    fc.jsonValue(),
    fc.string({ unit: 'binary' }),
    fc.double(),
    fc.constantFrom(undefined, null, 'constructor', '__proto__'),
  );
  const name = fc.constantFrom('a', 'b', 'aa', 'constructor', '__proto__');
  const unit = fc.constantFrom(
    'days',
    'weeks',
    'months',
    'years',
    'hours',
    'minutes',
    'hh:mm',
    'h.mm',
    'constructor',
    null,
  );
  const nearly = <T>(likely: fc.Arbitrary<T>) =>
    fc.oneof({ arbitrary: likely as fc.Arbitrary<unknown>, weight: 20 }, { arbitrary: anything, weight: 1 });
  const id = fc.integer({ min: 1, max: 6 });
  const variable = fc.record({
    name: nearly(name),
    record_type: nearly(fc.constantFrom('Field', 'Calculation', null)),
    record_id: nearly(fc.option(id)),
    parameter_type: nearly(fc.constantFrom('interval', 'date_relative', null, null)),
    value: nearly(fc.option(fc.record({ magnitude: nearly(fc.integer({ min: -9, max: 9 })), unit: nearly(unit) }))),
  });
  const formatter = fc.record({
    format: nearly(fc.constantFrom('integer', 'float', 'currency', null)),
    precision: nearly(fc.constantFrom(0, 2, 10, null)),
  });
  const definition = fc.record({
    id,
    name: fc.constant('Total'),
    equation: nearly(fc.constantFrom('a', 'a + b', 'a / b * 1.5', '-a % b', 'constructor')),
    calculation_type: nearly(fc.constantFrom('numeric', 'date', 'time')),
    calculation_subtype: nearly(fc.constantFrom('time_since', 'time_between', 'time_from', null)),
    display_unit: nearly(unit),
    position: fc.nat({ max: 3 }),
    variables: nearly(fc.array(nearly(variable), { maxLength: 4 })),
    formatter: nearly(formatter),
  });
  const definitions = fc.uniqueArray(definition, { selector: ({ id }) => id, maxLength: 6 });
  const answer = fc.oneof(
    fc.integer({ min: -99, max: 99 }),
    fc.constantFrom('2026-03-14', '2024-02-29', '1000-01-01', '9999-12-31', '09:00', '23:59'),
    anything,
  );

  const isResult = (value: CalculationValue | undefined) =>
    value === null ||
    Number.isFinite(value) ||
    (typeof value === 'string' && /^(\d{4}-\d\d-\d\d|\d\d:\d\d|\d{1,2}\.\d\d)$/.test(value));

  test('there is a result or a blank for each, and nothing is thrown', () => {
    fc.assert(
      fc.property(definitions, fc.array(answer, { minLength: 6, maxLength: 6 }), (definitions, answers) => {
        const calculations = definitions as Calculation[];
        const results = runCalculations(calculations, (id) => answers[id - 1], exampleContext);
        expect([...results.keys()].sort()).toEqual(calculations.map(({ id }) => id).sort());
        expect([...results.values()].filter((value) => !isResult(value))).toEqual([]);
        expect(ageing(calculations).size).toBeLessThanOrEqual(calculations.length);
      }),
      { numRuns: 5000 },
    );
  });

  test('a month later is a month, from any day', () => {
    const day = fc.date({ min: new Date('1900-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
    const months = fc.integer({ min: 0, max: 600 });
    fc.assert(
      fc.property(day, months, (date, magnitude) => {
        const start = date.toISOString().slice(0, 10);
        const end = run(from(interval({ magnitude, unit: 'months' })), start);
        expect(run(between('months'), start, end)).toBe(magnitude);
        expect(run(between('years'), start, end)).toBe(Math.floor(magnitude / 12));
      }),
      { numRuns: 1000 },
    );
  });
});
