import type { Errors } from '#contract/kit/issues.ts';
import { checkCalculation } from '#forms/calculations/check-calculation.ts';
import { nextVariableName } from '#forms/calculations/equation.ts';
import {
  type Calculation,
  type CalculationDraft,
  type CalculationSubtype,
  type CalculationType,
  type CalculationVariable,
  calculationDraft,
  type DisplayUnit,
  dependenciesOf,
  displayUnits,
  type Formatter,
  type Interval,
  kindOf,
} from '#forms/definition/calculation.ts';
import { rulesAboutCalculation } from '#forms/logic/check.ts';
import { calculationWords } from '#forms/words/calculation-words.ts';
import type { EditedForm, StoredCalculation } from '#web/forms/definition/edited-form.ts';
import type { FormRecord } from '#web/forms/definition/form-record.ts';
import { errorsOf } from '#web/forms/errors-of.ts';

/** What a calculation counts with: a field of the form, or another of its calculations. */
export type Operand = Pick<CalculationVariable, 'record_type' | 'record_id'>;

/** The second part of a date or time calculation: an operand, or an amount of time of its own. */
export type Second = { operand: Operand | null; interval: Interval; isInterval: boolean };

/** A date or time calculation while it is edited: each subtype keeps what was entered for it. */
export type Span = {
  subtype: CalculationSubtype;
  first: Operand | null;
  end: Second;
  added: Second;
  unit: DisplayUnit;
};

/** What the editor of a calculation holds: what was entered for one type stays when another is looked at. */
export type CalculationValues = {
  name: string;
  type: CalculationType;
  equation: string;
  variables: CalculationVariable[];
  date: Span;
  time: Span;
  formatter: Formatter;
  lock_version?: number;
};

/** The form as its calculations are checked against. Its settings were checked when it was saved. */
export type CalculatedForm = Pick<EditedForm, 'form_fields' | 'calculations'>;
export const calculatedForm = (form: FormRecord): CalculatedForm => form as unknown as CalculatedForm;

const second = (interval: Interval): Second => ({ operand: null, interval, isInterval: false });

const emptySpan = (type: 'date' | 'time'): Span => ({
  subtype: type === 'date' ? 'time_since' : 'time_between',
  first: null,
  end: second({ magnitude: 0, unit: displayUnits[type][0] }),
  added: { ...second({ magnitude: 30, unit: type === 'date' ? 'days' : 'minutes' }), isInterval: true },
  unit: displayUnits[type][0],
});

export const emptyCalculation: CalculationValues = {
  name: '',
  type: 'numeric',
  equation: '',
  variables: [],
  date: emptySpan('date'),
  time: emptySpan('time'),
  formatter: {},
};

const operandOf = (variable: CalculationVariable | undefined): Operand | null =>
  variable?.record_id ? { record_type: variable.record_type, record_id: variable.record_id } : null;

const spanOf = ({ variables, calculation_subtype, display_unit }: Calculation, empty: Span): Span => {
  const [a, b] = ['a', 'b'].map((name) => variables.find((one) => one.name === name));
  const part = { operand: operandOf(b), isInterval: b?.value != null };
  const filled = (before: Second): Second => ({ ...before, ...part, interval: b?.value ?? before.interval });
  return {
    subtype: calculation_subtype ?? empty.subtype,
    first: operandOf(a),
    end: calculation_subtype === 'time_between' ? filled(empty.end) : empty.end,
    added: calculation_subtype === 'time_from' ? filled(empty.added) : empty.added,
    unit: display_unit ?? empty.unit,
  };
};

/** A stored calculation as its editor holds it. */
export const valuesOf = (stored: StoredCalculation): CalculationValues => {
  const { name, calculation_type: type, equation, variables, formatter, lock_version } = stored;
  const common = { ...emptyCalculation, name, type, formatter, lock_version };
  return type === 'numeric' ? { ...common, equation, variables } : { ...common, [type]: spanOf(stored, common[type]) };
};

const blank = { record_type: null, record_id: null, parameter_type: null, value: null };

const spanVariables = ({ subtype, first, end, added }: Span): CalculationVariable[] => {
  const a = { ...blank, name: 'a', ...first };
  if (subtype === 'time_since') return [a];
  const { operand, interval, isInterval } = subtype === 'time_between' ? end : added;
  const parameter_type = subtype === 'time_between' ? ('date_relative' as const) : ('interval' as const);
  return [
    a,
    isInterval ? { ...blank, name: 'b', parameter_type, value: interval } : { ...blank, name: 'b', ...operand },
  ];
};

const equations: Record<CalculationSubtype, string> = {
  time_since: 'b - a',
  time_between: 'b - a',
  time_from: 'a + b',
};

/** Whether the result is a number with a format, a date, a time of day, or an amount of time. */
export const resultOf = (values: CalculationValues): 'number' | 'date' | 'time' | 'length' => {
  if (values.type === 'numeric') return 'number';
  return values[values.type].subtype === 'time_from' ? values.type : 'length';
};

/** Only what the result is shown by: a formatter of a number says nothing of a date. */
const formatterOf = (values: CalculationValues): Formatter => {
  const { format, precision, currency, timestamp, output } = values.formatter;
  switch (resultOf(values)) {
    case 'number':
      return {
        ...(format && { format }),
        ...(precision != null && format !== 'integer' && { precision }),
        ...(format === 'currency' && { currency: currency ?? '$' }),
      };
    case 'date':
      return output ? { output } : {};
    case 'time':
      return { ...(timestamp && { timestamp }), ...(output && { output }) };
    default:
      return precision == null ? {} : { precision };
  }
};

/** Whether a letter occurs in an equation. */
export const isUsed = (name: string, equation: string): boolean =>
  [...equation.matchAll(/([a-z])\1*/g)].some(([letters]) => letters === name);

/** What is sent: variables that the equation does not use are left out. */
export const draftOf = (values: CalculationValues): CalculationDraft => {
  const { name, type, equation, variables } = values;
  const formatter = formatterOf(values);
  if (type === 'numeric')
    return {
      name,
      calculation_type: type,
      calculation_subtype: null,
      display_unit: null,
      equation,
      variables: variables.filter((one) => isUsed(one.name, equation)),
      formatter,
    };
  const span = values[type];
  return {
    name,
    calculation_type: type,
    calculation_subtype: span.subtype,
    display_unit: span.unit,
    equation: equations[span.subtype],
    variables: spanVariables(span),
    formatter,
  };
};

/** What is wrong with a calculation on its form, by the paths of what is sent. @param id of the stored one */
export const calculationErrors = (values: CalculationValues, form: CalculatedForm, id?: number): Errors => {
  const draft = draftOf(values);
  const malformed = (calculationDraft.safeParse(draft).error?.issues ?? []).map(({ path, message }) => ({
    path: path.join('.'),
    message,
  }));
  const on = { fields: form.form_fields, calculations: form.calculations, ...(id && { id }) };
  const unfit = checkCalculation(draft, on).issues.filter(({ path }) => malformed.every((one) => one.path !== path));
  return errorsOf([...malformed, ...unfit]);
};

/** Whether the results follow from other things than before, so that responses are calculated anew. */
export const changesResults = (before: CalculationDraft | null, after: CalculationDraft): boolean => {
  const decisive = ({ name: _, position: __, ...rest }: CalculationDraft) => JSON.stringify(rest);
  return before === null || decisive(before) !== decisive(after);
};

/** The records of one kind that a calculation can count with. @param id of the calculation itself, which cannot */
export const operandsOf = (form: CalculatedForm, kind: CalculationType, id?: number) => ({
  fields: form.form_fields.filter(({ field }) => field.data_type === kind),
  calculations: form.calculations.filter((one) => one.id !== id && kindOf(one) === kind),
});

export const keyOf = ({ record_type, record_id }: Operand): string => `${record_type} ${record_id}`;
export const operandAt = (key: string): Operand => {
  const [type, id] = key.split(' ');
  return { record_type: type as Operand['record_type'], record_id: Number(id) };
};

/** What can be typed in an equation; the letters come from its variables. */
const typeable = /[\d\s+\-*/%.()]/;

/** Whether a key may write into an equation: keys with a name, such as arrows, are not characters. */
export const mayType = (key: string): boolean => key.length > 1 || typeable.test(key);

/** The text without what an equation cannot hold: pasted letters stay where they name a variable. */
export const filtered = (text: string, variables: readonly CalculationVariable[]): string =>
  text.replaceAll(/([a-z])\1*|./gs, (part) =>
    typeable.test(part) || variables.some(({ name }) => name === part) ? part : '',
  );

/** The equation with a variable at the caret, and the variable: the same one for a record that has one already. */
export const withVariable = ({ equation, variables }: CalculationValues, operand: Operand, caret: number) => {
  const existing = variables.find((one) => keyOf(one) === keyOf(operand));
  const variable = existing ?? { ...blank, ...operand, name: nextVariableName(variables.map(({ name }) => name)) };
  const [before, after] = [equation.slice(0, caret), equation.slice(caret)];
  // The same letter twice in a row would be another name.
  const inserted = `${/[a-z]$/.test(before) ? ' ' : ''}${variable.name}${/^[a-z]/.test(after) ? ' ' : ''}`;
  return {
    equation: before + inserted + after,
    variables: existing ? variables : [...variables, variable],
    caret: caret + inserted.length,
  };
};

/** The equation with a sign at the caret. */
export const withSign = ({ equation, variables }: CalculationValues, sign: string, caret: number) => ({
  equation: equation.slice(0, caret) + sign + equation.slice(caret),
  variables,
  caret: caret + sign.length,
});

/** A name for a calculation: what it works out, in words; '' while something is missing. */
export const proposedName = (values: CalculationValues, form: CalculatedForm): string => {
  if (values.type === 'numeric' && values.equation.trim() === '') return '';
  const words = calculationWords(draftOf(values) as Calculation, form);
  if (words.includes('…')) return '';
  return words.length > 80 ? `${words.slice(0, 79).trimEnd()}…` : words;
};

/** The equation and the variables without one of them. */
export const withoutVariable = ({ equation, variables }: CalculationValues, name: string) => ({
  equation: equation.replaceAll(/([a-z])\1*/g, (letters) => (letters === name ? '' : letters)),
  variables: variables.filter((one) => one.name !== name),
});

/** The first number that stands for the id of a calculation that is not saved yet: none that is stored comes so far. */
const firstUnsaved = Number.MAX_SAFE_INTEGER;

/** The calculations with one more, or one changed. @param id of the one that is changed; null adds one */
export const withCalculation = (
  calculations: readonly StoredCalculation[],
  draft: CalculationDraft,
  id: number | null,
): StoredCalculation[] => {
  const { calculation } = checkCalculation(draft, { fields: [], calculations: [] });
  if (id !== null) return calculations.map((one) => (one.id === id ? { ...one, ...calculation } : one));
  const lowest = Math.min(
    firstUnsaved + 1,
    ...calculations.map((one) => one.id).filter((one) => one > firstUnsaved / 2),
  );
  return [...calculations, { id: lowest - 1, ...calculation, position: calculations.length, lock_version: 0 }];
};

/** Why a calculation cannot be taken away: what counts with it, or asks for it, in words; null when nothing does. */
export const usersOf = (
  id: number,
  { calculations, logic }: Pick<EditedForm, 'calculations' | 'logic'>,
): string | null => {
  const other = calculations.find((one) => dependenciesOf(one).includes(id));
  if (other) return `${other.name} uses it`;
  const [rule] = rulesAboutCalculation(logic, id);
  return rule === undefined ? null : `The rule ${rule} uses it`;
};
