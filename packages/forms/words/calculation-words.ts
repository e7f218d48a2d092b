import type { Calculation, CalculationType, CalculationVariable, Interval } from '../definition/calculation.ts';
import { capital } from './condition-words.ts';

/** The form that a calculation belongs to, as far as its words speak of it. */
type NamedForm = {
  form_fields: readonly { field_id: number; field: { name: string } }[];
  calculations: readonly { id: number; name: string }[];
};
type Operand = Pick<CalculationVariable, 'record_type' | 'record_id'>;

export const typeNames: Record<CalculationType, string> = { numeric: 'Numeric', date: 'Date', time: 'Time' };

export const subtypeNames = { time_since: 'Time since', time_between: 'Time between', time_from: 'Time from' } as const;

export const unitNames = {
  days: 'Days',
  weeks: 'Weeks',
  months: 'Months',
  years: 'Years',
  hours: 'Hours',
  minutes: 'Minutes',
  'hh:mm': 'Hours and minutes, like 01:30',
  'h.mm': 'Hours and minutes, like 1.30',
} as const;

/** The name of what a calculation counts with. */
export const operandName = ({ form_fields, calculations }: NamedForm, operand: Partial<Operand>): string => {
  const { record_type, record_id } = operand;
  const name =
    record_type === 'Field'
      ? form_fields.find(({ field_id }) => field_id === record_id)?.field.name
      : calculations.find(({ id }) => id === record_id)?.name;
  return name ?? '…';
};

const signs: Record<string, string> = { '-': '−', '*': '×', '/': '÷' };

/** A sign of an equation as it is written on paper; anything else as it is. */
export const signWords = (sign: string): string => signs[sign] ?? sign;

/** An equation with what its letters stand for: "Income − Rent". */
export const equationWords = (equation: string, nameOf: (letters: string) => string): string =>
  equation
    .replaceAll(/\s+/g, '')
    .replaceAll(/([a-z])\1*|(?<=[\w).])[-+*/%]|[*/%]/g, (part) =>
      /[a-z]/.test(part) ? nameOf(part) : ` ${signWords(part)} `,
    )
    .trim();

const amount = ({ magnitude, unit }: Interval): string => {
  const size = Math.abs(magnitude);
  return `${size.toLocaleString('en-US')} ${size === 1 ? unit.slice(0, -1) : unit}`;
};

/** A day or a time told from now: "30 days ago", "in 2 hours", "today". */
export const relativeWords = (interval: Interval, type: 'date' | 'time'): string => {
  if (interval.magnitude === 0) return type === 'date' ? 'today' : 'now';
  return interval.magnitude < 0 ? `${amount(interval)} ago` : `in ${amount(interval)}`;
};

/** What a calculation works out: "Income − Rent", "Years since Date of birth", "Date of visit plus 30 days". */
export const calculationWords = (calculation: Calculation, form: NamedForm): string => {
  const { equation, calculation_type, calculation_subtype, display_unit, variables } = calculation;
  const variable = (name: string) => variables.find((one) => one.name === name);
  const nameOf = (name: string) => operandName(form, variable(name) ?? {});
  if (calculation_type === 'numeric') return equationWords(equation, nameOf);
  const unit = capital(display_unit === 'hh:mm' || display_unit === 'h.mm' ? 'hours' : (display_unit ?? 'time'));
  const value = variable('b')?.value;
  switch (calculation_subtype) {
    case 'time_between':
      return `${unit} from ${nameOf('a')} to ${value ? relativeWords(value, calculation_type) : nameOf('b')}`;
    case 'time_from':
      return value
        ? `${nameOf('a')} ${value.magnitude < 0 ? 'minus' : 'plus'} ${amount(value)}`
        : `${nameOf('a')} plus ${nameOf('b')} ${unit.toLowerCase()}`;
    default:
      return `${unit} since ${nameOf('a')}`;
  }
};
