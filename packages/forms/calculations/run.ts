import { type Calculation, type CalculationValue, dependenciesOf, type Interval } from '../definition/calculation.ts';
import type { Clock } from './clock.ts';
import { evaluateEquation, parseEquation, variablesOf } from './equation.ts';
import type { KeptResults } from './kept.ts';
import { decimalsOf, roundHalfUp } from './round.ts';
import { type Scale, scales } from './scales.ts';

/**
 * The result of each calculation, by id. `answerOf` gives the stored answer of a field. A calculation counts on with
 * the results of others as they are displayUnit, rounded. Whatever the definitions and the answers are, nothing is thrown:
 * where an operand is missing or of another kind, something is divided by zero or the result cannot be stored, it is
 * null. Definitions are prepared once for each array, which must not be changed afterwards. Results that are kept, and
 * stand, are taken as they are.
 */
export const runCalculations = (
  calculations: readonly Calculation[],
  answerOf: (field_id: number) => unknown,
  { kept, ...clock }: Clock & { kept?: KeptResults | undefined },
): Map<number, CalculationValue> => {
  const results = new Map<number, CalculationValue>();
  const source = { answerOf, clock, results };
  const standing = kept?.stand(answerOf) ? kept.results : null;
  for (const { id, run } of planOf(calculations)) {
    if (standing?.has(id)) {
      results.set(id, standing.get(id) ?? null);
      continue;
    }
    const value = unlessThrown(() => run(source), null);
    results.set(id, typeof value === 'number' && !Number.isFinite(value) ? null : value);
  }
  return results;
};

/** The ids of the calculations whose results change as time passes, and so are computed when they are read. */
export const ageing = (calculations: readonly Calculation[]): Set<number> => {
  const ids = new Set<number>();
  for (const { id, readsClock, dependencies } of planOf(calculations)) {
    if (readsClock || dependencies.some((dependency) => ids.has(dependency))) ids.add(id);
  }
  return ids;
};

/** What the calculations of a form read. */
type Source = {
  answerOf: (field_id: number) => unknown;
  clock: Clock;
  results: ReadonlyMap<number, CalculationValue>;
};

type Run = (source: Source) => CalculationValue;

type CalculationPlan = { id: number; dependencies: number[]; readsClock: boolean; run: Run };

const blank: Run = () => null;

const unlessThrown = <T>(attempt: () => T, otherwise: T): T => {
  try {
    return attempt();
  } catch {
    return otherwise;
  }
};

const plans = new WeakMap<readonly Calculation[], CalculationPlan[]>();

const planOf = (calculations: readonly Calculation[]): CalculationPlan[] => {
  const plan = plans.get(calculations) ?? inOrder(calculations);
  plans.set(calculations, plan);
  return plan;
};

/** By position, but each after those that it depends on. What is part of a circle, or needs one, comes last, blank. */
const inOrder = (calculations: readonly Calculation[]): CalculationPlan[] => {
  const waiting = calculations.toSorted((a, b) => a.position - b.position).map(prepare);
  const ids = new Set(waiting.map(({ id }) => id));
  const ordered: CalculationPlan[] = [];
  for (;;) {
    const next = waiting.findIndex(({ dependencies }) => dependencies.every((id) => !ids.has(id)));
    if (next < 0) return [...ordered, ...waiting.map((prepared) => ({ ...prepared, run: blank }))];
    ordered.push(...waiting.splice(next, 1));
    ids.delete(ordered.at(-1)!.id);
  }
};

const prepare = (calculation: Calculation): CalculationPlan =>
  unlessThrown<CalculationPlan>(
    () => ({
      id: calculation.id,
      dependencies: dependenciesOf(calculation),
      readsClock:
        calculation.calculation_subtype === 'time_since' ||
        calculation.variables.some(({ parameter_type }) => parameter_type === 'date_relative'),
      run:
        calculation.calculation_type === 'numeric'
          ? prepareNumeric(calculation)
          : prepareSpan(calculation, scales[calculation.calculation_type]),
    }),
    { id: calculation.id, dependencies: [], readsClock: false, run: blank },
  );

const variableOf = ({ variables }: Calculation, name: string) => variables.find((variable) => variable.name === name);

/** What reads the answer or the result that a variable stands for. */
const operandOf = (calculation: Calculation, name: string): ((source: Source) => unknown) => {
  const { record_type, record_id } = variableOf(calculation, name) ?? {};
  if (record_id == null) return blank;
  return record_type === 'Field' ? ({ answerOf }) => answerOf(record_id) : ({ results }) => results.get(record_id);
};

const asNumber = (value: unknown) => (typeof value === 'number' ? value : null);

const prepareNumeric = (calculation: Calculation): Run => {
  const parsed = parseEquation(calculation.equation);
  if ('problem' in parsed) return blank;
  const { expression } = parsed;
  const decimals = decimalsOf(calculation.formatter);
  const operands = variablesOf(expression).map((name) => ({ name, read: operandOf(calculation, name) }));
  return (source) => {
    const values = Object.fromEntries(operands.map(({ name, read }) => [name, asNumber(read(source))]));
    const result = evaluateEquation(expression, values);
    return result === null ? null : roundHalfUp(result, decimals);
  };
};

const prepareSpan = (calculation: Calculation, scale: Scale): Run => {
  const readStart = operandOf(calculation, 'a');
  const run =
    calculation.calculation_subtype === 'time_from' ? runFrom(calculation, scale) : runUntil(calculation, scale);
  return (source) => {
    const start = scale.read(readStart(source));
    return Number.isFinite(start) ? run(start, source) : null;
  };
};

type RunSpan = (start: number, source: Source) => CalculationValue;

/** The point that lies an interval after the start. */
const runFrom = (calculation: Calculation, scale: Scale): RunSpan => {
  const interval = intervalOf(calculation);
  return (start, source) => {
    const added = interval(source);
    return added && scale.write(scale.add(start, added));
  };
};

/** A number is counted in the unit that the calculation is displayUnit in; hours with minutes are hours. */
const intervalOf = (calculation: Calculation): ((source: Source) => Interval | null) => {
  const { parameter_type, value = null } = variableOf(calculation, 'b') ?? {};
  if (parameter_type === 'interval') return () => value;
  const operand = operandOf(calculation, 'b');
  const displayUnit = calculation.display_unit;
  if (displayUnit === null) return () => null;
  const unit = displayUnit === 'hh:mm' || displayUnit === 'h.mm' ? 'hours' : displayUnit;
  return (source) => {
    const magnitude = asNumber(operand(source));
    return magnitude === null ? null : { magnitude, unit };
  };
};

/** How long it is from the start to the end. */
const runUntil = (calculation: Calculation, scale: Scale): RunSpan => {
  const { display_unit, formatter } = calculation;
  const readEnd = endOf(calculation, scale);
  return (start, source) => {
    const end = readEnd(source);
    return Number.isFinite(end) ? scale.between(start, end, { unit: display_unit, formatter }) : null;
  };
};

const endOf = (calculation: Calculation, scale: Scale): ((source: Source) => number) => {
  if (calculation.calculation_subtype === 'time_since') return ({ clock }) => scale.now(clock);
  const { parameter_type, value } = variableOf(calculation, 'b') ?? {};
  if (parameter_type === 'date_relative') {
    return ({ clock }) => (value ? scale.add(scale.now(clock), value) : Number.NaN);
  }
  const operand = operandOf(calculation, 'b');
  return (source) => scale.read(operand(source));
};
