import { maxValue, type Operator } from '../field-types/condition.ts';
import { operatorsOfField } from '../field-types/index.ts';
import type { Subject } from './draft.ts';
import type { Xpath, XpathOperator } from './xpath.ts';

/** One comparison of an answer or a result. */
export type Term = { subject: Subject; op: Operator; value?: string | number };

/** Terms of which all or any must hold; `all` of nothing always holds, `any` of nothing never does. */
export type Logic = Term | { all: Logic[] } | { any: Logic[] };

export type Lookup = (name: string) => Subject | null;

/** The comparisons that an expression is made of; null when it is made of anything else. */
export const readLogic = (expression: Xpath, lookup: Lookup): Logic | null => logicOf(expression, lookup, false);

const logicOf = (expression: Xpath, lookup: Lookup, isNegated: boolean): Logic | null => {
  if (expression.kind === 'call') return callLogic(expression, lookup, isNegated);
  if (expression.kind !== 'operation') return null;
  const { operator, left, right } = expression;
  if (operator === 'and' || operator === 'or') {
    const parts = [left, right].map((part) => logicOf(part, lookup, isNegated));
    if (!parts.every((part) => part !== null)) return null;
    return (operator === 'and') === isNegated ? { any: parts } : { all: parts };
  }
  const logic = comparison(operator, [left, right], lookup) ?? comparison(mirrored(operator), [right, left], lookup);
  return logic && (isNegated ? negate(logic) : logic);
};

const callLogic = ({ name, parameters }: Xpath & { kind: 'call' }, lookup: Lookup, isNegated: boolean) => {
  const [first, second] = parameters;
  if (name === 'true' || name === 'false') return (name === 'true') === isNegated ? { any: [] } : { all: [] };
  if (name === 'not' && first && !second) return logicOf(first, lookup, !isNegated);
  const subject = first?.kind === 'reference' ? lookup(first.name) : null;
  const value = second && literalOf(second);
  const term = subject && value !== null && value !== undefined ? callTerm(name, subject, String(value)) : null;
  return term && (isNegated ? negate(term) : term);
};

const textSearches: Record<string, Operator> = { contains: 'CONTAINS', 'starts-with': 'BWITH', 'ends-with': 'EWITH' };

const callTerm = (name: string, subject: Subject, value: string): Logic | null => {
  if (subject.scope !== 'form' || value === '') return null;
  const { field_type } = subject.field;
  if (name === 'selected' && field_type === 'select-many') return { subject, op: 'CONTAINS', value };
  if (name === 'selected' && field_type === 'select-one') return { subject, op: 'EQ', value };
  const op = textSearches[name];
  return op && field_type !== 'select-many' && allows(subject, op) ? { subject, op, value } : null;
};

const allows = (subject: Subject, op: Operator) =>
  subject.scope === 'calculator' || operatorsOfField(subject.field).includes(op);

const mirrors: Partial<Record<XpathOperator, XpathOperator>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' };
const mirrored = (operator: XpathOperator) => mirrors[operator] ?? operator;

const comparisons: Partial<Record<XpathOperator, Operator>> = {
  '=': 'EQ',
  '!=': 'NEQ',
  '<': 'LT',
  '<=': 'LTE',
  '>': 'GT',
  '>=': 'GTE',
};

const comparison = (operator: XpathOperator, [left, right]: [Xpath, Xpath], lookup: Lookup): Logic | null => {
  const answer = plainDay(left);
  const subject = answer.kind === 'reference' ? lookup(answer.name) : null;
  const isDate = subject?.scope === 'form' && subject.field.data_type === 'date';
  if (!isDate && answer !== left) return null;
  const compared = isDate ? comparedDay(operator, right) : { operator, other: right };
  const op = compared && comparisons[compared.operator];
  const literal = compared && literalOf(compared.other);
  if (!op || !subject || literal === null) return null;
  if (literal === '') return emptiness(subject, op);
  if (subject.scope === 'form' && subject.field.field_type === 'checkbox') return tick(subject, op, literal);
  if (literal === ticked || literal === unticked) return null;
  const value = valueFor(subject, literal);
  return value !== null && allows(subject, op) ? { subject, op, value } : null;
};

const emptiness = (subject: Subject, op: Operator): Logic | null => {
  if (op === 'EQ') return { subject, op: 'EMPTY' };
  return op === 'NEQ' ? { subject, op: 'NEMPTY' } : null;
};

/** What acknowledging writes as the answer in other tools. */
export const acknowledged = 'OK';

/** Yes and no as expressions have them. */
const ticked = 'true()';
const unticked = 'false()';

const tick = (subject: Subject, op: Operator, literal: string | number): Logic | null => {
  if (op !== 'EQ' && op !== 'NEQ') return null;
  if (literal === unticked) return op === 'EQ' ? { subject, op: 'FALSE' } : negate({ subject, op: 'FALSE' });
  if (literal !== acknowledged && literal !== ticked) return null;
  return op === 'EQ' ? { subject, op: 'TRUE' } : negate({ subject, op: 'TRUE' });
};

/** What an answer is compared with, in the kind of the answer. */
const valueFor = (subject: Subject, literal: string | number): string | number | null => {
  const kind = subject.scope === 'calculator' ? 'numeric' : subject.field.data_type;
  if (kind === 'numeric') return Number.isFinite(Number(literal)) ? Number(literal) : null;
  if (kind === 'date') return literal === thisDay ? 'today' : isDay(literal) ? literal : null;
  if (kind === 'time') return /^([01]\d|2[0-3]):[0-5]\d/.exec(String(literal))?.[0] ?? null;
  if (literal === thisDay || (subject.scope === 'form' && subject.field.field_type === 'select-many')) return null;
  return String(literal).length > maxValue ? null : String(literal);
};

export const isDay = (literal: unknown): boolean =>
  typeof literal === 'string' && /^\d{4}-\d\d-\d\d$/.test(literal) && !Number.isNaN(Date.parse(literal));

/** The day on which the form is filled in. */
export const thisDay = 'today()';

const isNow = (expression: Xpath) =>
  expression.kind === 'call' && expression.name === 'now' && expression.parameters.length === 0;

/** Today begins before now. */
const withToday: Partial<Record<XpathOperator, XpathOperator>> = { '<': '<=', '<=': '<=', '>': '>', '>=': '>' };
const today: Xpath = { kind: 'call', name: 'today', parameters: [] };

/** A day without the conversions that compare it as a number, such as `decimal-date-time(today()) - 7`. */
export const plainDay = (expression: Xpath): Xpath => {
  if (expression.kind === 'operation') return { ...expression, left: plainDay(expression.left) };
  const [inner, ...others] = expression.kind === 'call' ? expression.parameters : [];
  if (expression.kind !== 'call' || !inner || others.length > 0) return expression;
  if (expression.name === 'date' && isNow(plainDay(inner))) return today;
  return ['date', 'date-time', 'decimal-date-time'].includes(expression.name) ? plainDay(inner) : expression;
};

/**
 * What a day is compared with. `now()`, or a number of days before or after it, is written as the same comparison with
 * `today()`; null where a day can't be equal to it.
 */
export const comparedDay = (
  operator: XpathOperator,
  written: Xpath,
): { operator: XpathOperator; other: Xpath } | null => {
  const other = plainDay(written);
  const isMoved = other.kind === 'operation' && isNow(other.left);
  if (!isMoved && !isNow(other)) return { operator, other };
  const same = withToday[operator];
  return same ? { operator: same, other: isMoved ? { ...other, left: today } : today } : null;
};

/** A text, a number or a day as it is written, `thisDay` for the day itself; null for all else. */
export const literalOf = (expression: Xpath): string | number | null => {
  switch (expression.kind) {
    case 'text':
      return expression.text;
    case 'number':
      return Number(expression.digits);
    case 'negative': {
      const operand = literalOf(expression.operand);
      return typeof operand === 'number' ? -operand : null;
    }
    case 'call': {
      const { name, parameters } = expression;
      if (parameters.length === 0 && [thisDay, ticked, unticked].includes(`${name}()`)) return `${name}()`;
      const [first] = parameters;
      const isCast = ['date', 'number', 'string', 'time'].includes(name) && parameters.length === 1;
      return isCast && first ? literalOf(first) : null;
    }
    default:
      return null;
  }
};

const opposites: Partial<Record<Operator, Operator>> = {
  EQ: 'NEQ',
  NEQ: 'EQ',
  EMPTY: 'NEMPTY',
  NEMPTY: 'EMPTY',
  CONTAINS: 'NCONTAINS',
};

/** These hold of no empty answer, so that their opposites do. */
const opposedWhenAnswered: Partial<Record<Operator, Operator>> = {
  LT: 'GTE',
  LTE: 'GT',
  GT: 'LTE',
  GTE: 'LT',
  TRUE: 'FALSE',
  FALSE: 'TRUE',
};

const negate = (logic: Logic): Logic | null => {
  if (!('op' in logic)) return null;
  const { subject, op } = logic;
  const opposite = opposites[op];
  if (opposite) return { ...logic, op: opposite };
  const answered = opposedWhenAnswered[op];
  return answered
    ? {
        any: [
          { ...logic, op: answered },
          { subject, op: 'EMPTY' },
        ],
      }
    : null;
};
