import { z } from 'zod';
import { dateFormats, timeFormats } from '../calendar.ts';
import { cleanText, shortText } from '../clean-text.ts';
import { oneOf } from '../field-types/metadata.ts';

export const calculationTypes = ['numeric', 'date', 'time'] as const;
export type CalculationType = (typeof calculationTypes)[number];

export const calculationSubtypes = ['time_since', 'time_between', 'time_from'] as const;
export type CalculationSubtype = (typeof calculationSubtypes)[number];

/** The units in which intervals are counted, by what they are added to. */
export const intervalUnits = {
  date: ['days', 'weeks', 'months', 'years'],
  time: ['hours', 'minutes'],
} as const;
export type IntervalUnit = (typeof intervalUnits)['date' | 'time'][number];

/** What a calculation may be shown in; the first is the default. `hh:mm` and `h.mm` are hours with their minutes. */
export const displayUnits = {
  date: intervalUnits.date,
  time: [...intervalUnits.time, 'hh:mm', 'h.mm'],
} as const;
export type DisplayUnit = (typeof displayUnits)['date' | 'time'][number];

const interval = z.strictObject(
  {
    magnitude: z.number('Enter a number').min(-100_000, 'Enter -100,000 or more').max(100_000, 'Enter 100,000 or less'),
    unit: oneOf([...intervalUnits.date, ...intervalUnits.time]),
  },
  'Send the value as {magnitude, unit}',
);
export type Interval = z.output<typeof interval>;

const variable = z.strictObject({
  name: cleanText(50).regex(/^([a-z])\1*$/, 'Name variables a to z, then aa to zz and so on'),
  record_type: oneOf(['Field', 'Calculation']).nullish(),
  record_id: z.int('Enter an ID').positive('Enter an ID').nullish(),
  parameter_type: oneOf(['interval', 'date_relative']).nullish(),
  value: interval.nullish(),
});
export type DraftVariable = z.output<typeof variable>;

/** How a number, a day or a time is shown; what it leaves out is as usual. */
export const formatter = z.strictObject({
  format: oneOf(['integer', 'float', 'currency']).nullish(),
  precision: z.int('Enter a whole number').min(0, 'Enter 0 or more').max(10, 'Enter 10 or less').nullish(),
  currency: oneOf(['$', '€']).nullish(),
  timestamp: oneOf(timeFormats).nullish(),
  output: oneOf([...dateFormats, 'time', 'hour']).nullish(),
});
export type Formatter = z.output<typeof formatter>;

/** A calculation as it arrives: each part is checked for itself, `checkCalculation` checks them against the form. */
export const calculationDraft = z.strictObject({
  name: shortText('Enter a name'),
  equation: cleanText(500, 'Enter an equation').nullish(),
  calculation_type: oneOf(calculationTypes),
  calculation_subtype: oneOf(calculationSubtypes).nullish(),
  display_unit: oneOf([...displayUnits.date, ...displayUnits.time]).nullish(),
  position: z.int('Enter a whole number').min(0, 'Enter 0 or more').max(10_000, 'Enter 10,000 or less').nullish(),
  variables: z.array(variable, 'Send the variables as a list').max(100, 'Use at most 100 variables').nullish(),
  formatter: formatter.nullish(),
});
export type CalculationDraft = z.output<typeof calculationDraft>;

/** What a letter of the equation stands for: a field, another calculation, or a value of its own. */
export type CalculationVariable = {
  name: string;
  record_type: 'Field' | 'Calculation' | null;
  record_id: number | null;
  /** `interval` is an amount of time; `date_relative` is the day or the time that far from today or from now. */
  parameter_type: 'interval' | 'date_relative' | null;
  value: Interval | null;
};

export type Calculation = {
  id: number;
  name: string;
  equation: string;
  calculation_type: CalculationType;
  /** Null for numeric calculations alone. */
  calculation_subtype: CalculationSubtype | null;
  display_unit: DisplayUnit | null;
  position: number;
  variables: CalculationVariable[];
  formatter: Formatter;
};

/** A number, a date `YYYY-MM-DD`, a time `HH:mm`, hours with minutes as `display_unit` writes them, or nothing. */
export type CalculationValue = number | string | null;

/** What a result is; hours written with their minutes are text. */
export type ResultKind = CalculationType | 'text';

/** What a calculation gives, and so where its result can be used. Hours written with their minutes are text. */
export const kindOf = ({
  calculation_type,
  calculation_subtype,
  display_unit,
}: Pick<Calculation, 'calculation_type' | 'calculation_subtype' | 'display_unit'>): ResultKind => {
  if (calculation_subtype === 'time_from') return calculation_type;
  return display_unit === 'hh:mm' || display_unit === 'h.mm' ? 'text' : 'numeric';
};

/** The ids of the calculations whose results a calculation uses. */
export const dependenciesOf = ({ variables }: Pick<Calculation, 'variables'>): number[] =>
  variables.flatMap(({ record_type, record_id }) => (record_type === 'Calculation' && record_id ? [record_id] : []));
