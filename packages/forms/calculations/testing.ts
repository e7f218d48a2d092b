import type { Calculation, CalculationVariable, DisplayUnit, Interval } from '../definition/calculation.ts';
import { exampleContext } from '../testing.ts';
import { runCalculations } from './run.ts';

/** A variable that stands for nothing yet. */
export const blank = { record_type: null, record_id: null, parameter_type: null, value: null };

/** A variable that stands for the answer to a field. */
export const field = (name: string, record_id: number): CalculationVariable => ({
  ...blank,
  name,
  record_type: 'Field',
  record_id,
});

/** A variable that stands for the result of another calculation. */
export const result = (name: string, record_id: number): CalculationVariable => ({
  ...blank,
  name,
  record_type: 'Calculation',
  record_id,
});

/** A variable that is an amount of time. */
export const interval = (value: Interval | null, name = 'b'): CalculationVariable => ({
  ...blank,
  name,
  parameter_type: 'interval',
  value,
});

/** A variable that is the day or the time that far from now. */
export const fromNow = (value: Interval | null, name = 'b'): CalculationVariable => ({
  ...blank,
  name,
  parameter_type: 'date_relative',
  value,
});

/** A calculation with the fields 1 and 2 as its variables a and b. */
export const numeric = (changes: Partial<Calculation> = {}): Calculation => ({
  id: 1,
  name: 'Total',
  equation: 'a',
  calculation_type: 'numeric',
  calculation_subtype: null,
  display_unit: null,
  position: 0,
  variables: [field('a', 1), field('b', 2)],
  formatter: {},
  ...changes,
});

export const since = (changes: Partial<Calculation> = {}) =>
  numeric({
    equation: 'b - a',
    calculation_type: 'date',
    calculation_subtype: 'time_since',
    display_unit: 'days',
    variables: [field('a', 1)],
    ...changes,
  });

export const between = (display_unit: DisplayUnit, changes: Partial<Calculation> = {}) =>
  since({ calculation_subtype: 'time_between', display_unit, variables: [field('a', 1), field('b', 2)], ...changes });

export const from = (b: CalculationVariable, changes: Partial<Calculation> = {}) =>
  since({ equation: 'a + b', calculation_subtype: 'time_from', variables: [field('a', 1), b], ...changes });

/** Makes one of the others a calculation with times of day. */
export const ofTime = { calculation_type: 'time' } as const;

/** The result of one calculation, with the answers of the fields 1, 2, … */
export const run = (calculation: Calculation, ...answers: unknown[]) =>
  runCalculations([calculation], (id) => answers[id - 1], exampleContext).get(calculation.id);
