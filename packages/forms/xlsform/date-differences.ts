import type { DisplayUnit } from '../definition/calculation.ts';
import { type Lookup, literalOf, thisDay } from './condition-terms.ts';
import { type Arithmetic, readCalculation } from './equations.ts';
import type { Xpath } from './xpath.ts';

/** How many days a unit has, or how often it fits in one, as REDCap counts. */
const units: Partial<Record<string, { operator: 'div' | '*'; number: string; display_unit: DisplayUnit | null }>> = {
  y: { operator: 'div', number: '365.2425', display_unit: 'years' },
  M: { operator: 'div', number: '30.44', display_unit: 'months' },
  d: { operator: '*', number: '1', display_unit: 'days' },
  h: { operator: '*', number: '24', display_unit: null },
  m: { operator: '*', number: '1440', display_unit: null },
  s: { operator: '*', number: '86400', display_unit: null },
};
type Unit = NonNullable<(typeof units)[string]>;

/** `datediff(a, b, 'd')`: the time from one date to another, from a date to today, or from today to a date. */
type DateDifference = {
  /** What stands for its days in expressions. */
  key: string;
  /** The fields of the dates; of one where the other is today. */
  dates: number[];
  order: 'between' | 'since' | 'until';
  unit: Unit;
  /** Otherwise REDCap leaves out the sign. */
  isSigned: boolean;
  /** Where REDCap counts to the present time of day. */
  hasTime: boolean;
};

/** How a calculation with date differences is made. */
export type CalculationPlan = {
  differences: DateDifference[];
  /** Those whose days must be calculations of their own. */
  needs: DateDifference[];
  /** The one whose days are this calculation. */
  gives: DateDifference | null;
  /** The calculation, for which `lookup` knows the keys of what it needs; null when it can't be made. */
  draft: (lookup: Lookup) => Arithmetic | null;
  isCompleted: boolean;
};

/** How an expression becomes a calculation. Date differences in it are counted in days, each by a calculation of its own. */
export const planOf = (expression: Xpath, lookup: Lookup): CalculationPlan => {
  const completed = readCompleted(expression, lookup);
  if (completed)
    return {
      differences: [completed],
      needs: [],
      gives: null,
      draft: () => spanIn(completed, completed.unit.display_unit ?? 'days'),
      isCompleted: completed.unit.number !== '1',
    };
  const { written, differences } = withDays(expression, lookup);
  const only = written.kind === 'reference' ? differences.find(({ key }) => key === written.name) : undefined;
  return {
    differences,
    needs: only ? [] : [...new Map(differences.map((one) => [one.key, one])).values()],
    gives: only ?? null,
    draft: only ? () => spanIn(only, 'days') : (known) => readCalculation(written, known),
    isCompleted: false,
  };
};

/** The calculation of the whole units from the first date to the second. */
export const spanIn = ({ dates, order }: DateDifference, display_unit: DisplayUnit): Arithmetic => ({
  equation: 'b - a',
  calculation_type: 'date',
  calculation_subtype: order === 'between' ? 'time_between' : 'time_since',
  display_unit,
  variables: dates.map((record_id, index) => ({
    name: index === 0 ? 'a' : 'b',
    record_type: 'Field' as const,
    record_id,
    parameter_type: null,
    value: null,
  })),
  formatter: {},
});

/** In what results differ from REDCap's; null where in nothing. */
export const differenceRemark = ({ differences, isCompleted }: CalculationPlan): string | null => {
  const [unsigned] = differences.filter(({ isSigned }) => !isSigned);
  const said = [
    ...(unsigned
      ? [`the date difference is negative when ${backwards[unsigned.order]}, and REDCap shows it without the sign`]
      : []),
    ...(isCompleted ? ['only completed units count, so near an anniversary REDCap’s result can differ by one'] : []),
    ...(differences.some(({ hasTime }) => hasTime) ? ['whole days count, and REDCap’s “now” includes the time'] : []),
  ];
  return said.length > 0 ? said.join('; ') : null;
};

const backwards = {
  between: 'the second date is before the first',
  since: 'the date is in the future',
  until: 'the date is in the past',
};

/** `rounddown(datediff(a, b, 'y'))`: completed units, as people count age. */
const readCompleted = (expression: Xpath, lookup: Lookup): DateDifference | null => {
  if (expression.kind !== 'call' || expression.name !== 'rounddown') return null;
  const [inner, places] = expression.parameters;
  const isWhole = places === undefined || literalOf(places) === 0;
  const difference = inner && isWhole ? readDifference(inner, lookup) : null;
  return difference?.unit.display_unit && difference.order !== 'until' ? difference : null;
};

/** An expression with the days of date differences in their places. */
const withDays = (expression: Xpath, lookup: Lookup) => {
  const differences: DateDifference[] = [];
  const write = (one: Xpath): Xpath => {
    const difference = readDifference(one, lookup);
    if (difference) differences.push(difference);
    if (difference) return inUnit(difference);
    switch (one.kind) {
      case 'negative':
        return { ...one, operand: write(one.operand) };
      case 'call':
        return { ...one, parameters: one.parameters.map(write) };
      case 'operation':
        return { ...one, left: write(one.left), right: write(one.right) };
      default:
        return one;
    }
  };
  return { written: write(expression), differences };
};

const inUnit = ({ key, order, unit: { operator, number } }: DateDifference): Xpath => {
  const counted: Xpath = { kind: 'reference', name: key };
  // Counted from the date to today, where today comes first.
  const days: Xpath = order === 'until' ? { kind: 'negative', operand: counted } : counted;
  return number === '1' ? days : { kind: 'operation', operator, left: days, right: { kind: 'number', digits: number } };
};

const readDifference = (expression: Xpath, lookup: Lookup): DateDifference | null => {
  if (expression.kind !== 'call' || expression.name !== 'datediff') return null;
  const [first, second, written, ...rest] = expression.parameters;
  const unit = written?.kind === 'text' && Object.hasOwn(units, written.text) ? units[written.text] : undefined;
  const isSigned = readSigned(rest);
  if (!first || !second || !unit || isSigned === null) return null;
  const days = [first, second].filter((one) => !isThisDay(one));
  const dates = days.flatMap((one) => {
    const subject = one.kind === 'reference' ? lookup(one.name) : null;
    return subject?.scope === 'form' && subject.field.field_type === 'date' ? subject.id : [];
  });
  if (days.length === 0 || dates.length !== days.length) return null;
  const order = days.length === 2 ? 'between' : days[0] === first ? 'since' : 'until';
  const hasTime = [first, second].some((one) => one.kind === 'text' && /^now$/i.test(one.text));
  return { key: `datediff(${dates.join()})`, dates, order, unit, isSigned, hasTime };
};

/** Behind the unit stand the format of the dates, whether the sign is kept, or both; null for anything else. */
const readSigned = (rest: readonly Xpath[]): boolean | null => {
  const [first] = rest;
  const isFormat = first?.kind === 'text' && /^([dmy]{3})?$/i.test(first.text);
  const [sign, ...more] = isFormat ? rest.slice(1) : rest;
  if (sign === undefined) return false;
  const literal = /^(?:(true|1)|(false|0))(?:\(\))?$/i.exec(String(literalOf(sign)));
  return literal && more.length === 0 ? literal[1] !== undefined : null;
};

const isThisDay = (expression: Xpath): boolean =>
  literalOf(expression) === thisDay || (expression.kind === 'text' && /^(today|now)$/i.test(expression.text));
