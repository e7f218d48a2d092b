import { type DateFormat, formatDate, formatTime } from '../calendar.ts';
import {
  type Calculation,
  type CalculationValue,
  type DisplayUnit,
  type Formatter,
  kindOf,
} from '../definition/calculation.ts';
import { decimalsOf } from './round.ts';
import { scales } from './scales.ts';

type CalculationFormat = Pick<Calculation, 'calculation_type' | 'calculation_subtype' | 'display_unit' | 'formatter'>;

/**
 * The result of a calculation as people read it: $1,234.50, 3 days, 03/14/1985, 20:30; '' when it is blank. Text of
 * another kind than the calculation gives, from before it was changed, is shown as it is.
 */
export const displayCalculation = (calculation: CalculationFormat, value: CalculationValue): string => {
  if (value === null) return '';
  const { calculation_type, display_unit, formatter } = calculation;
  if (typeof value === 'number') {
    return calculation_type === 'numeric' ? showNumber(value, formatter) : showLength(value, display_unit, formatter);
  }
  const kind = kindOf(calculation);
  if (kind === 'date' && Number.isFinite(scales.date.read(value))) return formatDate(value, dateFormatOf(formatter));
  if (kind === 'time' && Number.isFinite(scales.time.read(value))) return showTime(value, formatter);
  return value;
};

const showNumber = (value: number, formatter: Formatter) => {
  const isAmount = formatter.format === 'currency';
  const decimals = decimalsOf(formatter);
  return numberFormat({
    maximumFractionDigits: decimals,
    minimumFractionDigits: isAmount ? decimals : (formatter.precision ?? 0),
    useGrouping: isAmount,
    ...(isAmount && { style: 'currency', currency: formatter.currency === '€' ? 'EUR' : 'USD' }),
  }).format(value);
};

/** Hours are kept to ten decimals; two of them are enough to read. */
const showLength = (value: number, unit: DisplayUnit | null, { precision }: Formatter) => {
  const text = numberFormat({ maximumFractionDigits: precision ?? 2, useGrouping: false }).format(value);
  if (unit === null) return text;
  return `${text} ${/^-?1$/.test(text) ? unit.slice(0, -1) : unit}`;
};

// Making a format is far dearer than using it.
const numberFormats = new Map<string, Intl.NumberFormat>();
const numberFormat = (options: Intl.NumberFormatOptions) => {
  const key = JSON.stringify(options);
  const format = numberFormats.get(key) ?? new Intl.NumberFormat('en-US', options);
  numberFormats.set(key, format);
  return format;
};

/** A day has neither time nor hour: asked for one of them, it is shown as a date. */
const dateFormatOf = ({ output }: Formatter): DateFormat =>
  !output || output === 'time' || output === 'hour' ? 'date' : output;

const showTime = (value: string, { timestamp, output }: Formatter) => {
  const time = formatTime(value, timestamp ?? '24-hour');
  return output === 'hour' ? time.replace(/:\d\d/, '') : time;
};
