import { type Expression, nextVariableName, parseEquation, printEquation } from '../calculations/equation.ts';
import { type Calculation, calculationDraft } from '../definition/calculation.ts';
import type { Lookup } from './condition-terms.ts';
import type { Xpath } from './xpath.ts';

type EquationOperator = (Expression & { kind: 'operation' })['operator'];

const operators: Partial<Record<string, EquationOperator>> = { '+': '+', '-': '-', '*': '*', div: '/', mod: '%' };
const words: Record<EquationOperator, string> = { '+': '+', '-': '-', '*': '*', '/': 'div', '%': 'mod' };

/** A calculation, but for its name. */
export type Arithmetic = Omit<Calculation, 'id' | 'name' | 'position'>;

/** The calculation that an expression of numbers is; null when it is anything else. */
export const readCalculation = (expression: Xpath, lookup: Lookup): Arithmetic | null => {
  const { inner, precision } = rounded(expression);
  const letters = new Map<string, string>();
  const equation = equationOf(inner, (reference) => {
    const before = letters.get(reference);
    if (before || !isNumber(reference, lookup)) return before ?? null;
    const letter = nextVariableName([...letters.values()]);
    letters.set(reference, letter);
    return letter;
  });
  const text = equation && printEquation(equation);
  if (!text || 'problem' in parseEquation(text)) return null;
  const variables = [...letters].map(([reference, letter]) => {
    const { scope, id } = lookup(reference)!;
    const record_type = scope === 'form' ? ('Field' as const) : ('Calculation' as const);
    return { name: letter, record_type, record_id: id, parameter_type: null, value: null };
  });
  return {
    equation: text,
    calculation_type: 'numeric',
    calculation_subtype: null,
    display_unit: null,
    variables,
    formatter: precision === null ? {} : { format: 'float', precision },
  };
};

const isNumber = (reference: string, lookup: Lookup) => {
  const subject = lookup(reference);
  return subject !== null && (subject.scope === 'calculator' || subject.field.data_type === 'numeric');
};

/** Rounding the whole is a matter of the calculation's format. */
const rounded = (expression: Xpath): { inner: Xpath; precision: number | null } => {
  if (expression.kind !== 'call' || expression.name !== 'round') return { inner: expression, precision: null };
  const [inner, places] = expression.parameters;
  const precision = places === undefined ? 0 : places.kind === 'number' ? Number(places.digits) : Number.NaN;
  const isFormat = inner && calculationDraft.shape.formatter.safeParse({ precision }).success;
  return isFormat ? { inner, precision } : { inner: expression, precision: null };
};

const equationOf = (expression: Xpath, letterOf: (name: string) => string | null): Expression | null => {
  switch (expression.kind) {
    case 'number':
      return { kind: 'number', digits: expression.digits };
    case 'reference': {
      const name = letterOf(expression.name);
      return name === null ? null : { kind: 'variable', name };
    }
    case 'negative': {
      const operand = equationOf(expression.operand, letterOf);
      return operand && { kind: 'negative', operand };
    }
    case 'call': {
      const [only, ...others] = expression.parameters;
      return expression.name === 'number' && only && others.length === 0 ? equationOf(only, letterOf) : null;
    }
    case 'operation': {
      const operator = operators[expression.operator];
      const left = operator ? equationOf(expression.left, letterOf) : null;
      const right = left && equationOf(expression.right, letterOf);
      return operator && left && right ? { kind: 'operation', operator, left, right } : null;
    }
    default:
      return null;
  }
};

/** The expression of a calculation of numbers; null for the others, and when a name is missing. */
export const writeCalculation = (
  { calculation_type, equation, variables, formatter }: Calculation,
  nameOf: (record_type: 'Field' | 'Calculation', id: number) => string | null,
): string | null => {
  const parsed = parseEquation(equation);
  if (calculation_type !== 'numeric' || 'problem' in parsed) return null;
  const text = textOf(parsed.expression, (letter) => {
    const { record_type, record_id } = variables.find(({ name }) => name === letter) ?? {};
    return record_type && record_id ? nameOf(record_type, record_id) : null;
  });
  const { precision } = formatter;
  return text !== null && typeof precision === 'number' ? `round(${text}, ${precision})` : text;
};

const textOf = (expression: Expression, nameOf: (letter: string) => string | null): string | null => {
  switch (expression.kind) {
    case 'number':
      return expression.digits;
    case 'variable': {
      const name = nameOf(expression.name);
      return name && `\${${name}}`;
    }
    case 'negative': {
      const operand = textOf(expression.operand, nameOf);
      return operand && `-${enclosed(expression.operand, operand, 3)}`;
    }
    case 'operation': {
      const { operator, left, right } = expression;
      const before = textOf(left, nameOf);
      const after = textOf(right, nameOf);
      const strength = strengthOf(expression);
      return (
        before &&
        after &&
        `${enclosed(left, before, strength)} ${words[operator]} ${enclosed(right, after, strength + 1)}`
      );
    }
  }
};

/** How strongly an expression holds together: sums least, what is no operation most. */
const strengthOf = (expression: Expression) => {
  if (expression.kind !== 'operation') return 3;
  return expression.operator === '+' || expression.operator === '-' ? 1 : 2;
};

const enclosed = (expression: Expression, text: string, weakest: number) =>
  strengthOf(expression) < weakest ? `(${text})` : text;
