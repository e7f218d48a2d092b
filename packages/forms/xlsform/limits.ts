import { addDays } from '../calendar.ts';
import type { FieldSettings } from '../definition/field-settings.ts';
import { type DateLimit, dateLimit } from '../field-types/date-limit.ts';
import type { Field } from '../field-types/field-type.ts';
import { comparedDay, isDay, literalOf, plainDay, thisDay } from './condition-terms.ts';
import { joined } from './conditions.ts';
import type { Xpath, XpathOperator } from './xpath.ts';

type Limits<T> = { min?: T; max?: T };

/** The settings of a field and of its place that a constraint amounts to, and whether it says nothing else. */
export type ReadLimits = { metadata: Limits<number>; settings: FieldSettings; isWhole: boolean };

/** What a constraint limits: the answer, or the number of its characters. */
type Kind = { read: (expression: Xpath) => number | null; isSelf: (expression: Xpath) => boolean; step: number | null };

const isSelf = (expression: Xpath) => expression.kind === 'self';
const isLength = (expression: Xpath) =>
  expression.kind === 'call' && expression.name === 'string-length' && expression.parameters.every(isSelf);
const numberOf = (expression: Xpath) => {
  const literal = literalOf(expression);
  return literal === null || literal === '' || !Number.isFinite(Number(literal)) ? null : Number(literal);
};

/** Reads as much of a constraint as the smallest and largest answer of a field can say. */
export const readLimits = (expression: Xpath, field: Pick<Field, 'field_type' | 'metadata'>): ReadLimits => {
  const parts = conjuncts(expression);
  if (field.field_type === 'date') {
    const limits = dateLimits(parts);
    return { metadata: {}, settings: limits.found, isWhole: limits.isWhole };
  }
  const kind = kindOf(field);
  const limits = kind ? numberLimits(parts, kind) : { found: {}, isWhole: false };
  return { metadata: limits.found, settings: {}, isWhole: limits.isWhole };
};

const kindOf = ({ field_type, metadata }: Pick<Field, 'field_type' | 'metadata'>): Kind | null => {
  if (field_type === 'number') return { read: numberOf, isSelf, step: metadata.format === 'integer' ? 1 : null };
  const isText = field_type === 'freeform-short' || field_type === 'freeform-long';
  return isText ? { read: numberOf, isSelf: isLength, step: 1 } : null;
};

const conjuncts = (expression: Xpath): Xpath[] =>
  expression.kind === 'operation' && expression.operator === 'and'
    ? [...conjuncts(expression.left), ...conjuncts(expression.right)]
    : [expression];

const mirrors: Partial<Record<XpathOperator, XpathOperator>> = {
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
  '=': '=',
};

/** A comparison with the answer on the left. */
const faced = (part: Xpath, isAnswer: (expression: Xpath) => boolean) => {
  if (part.kind !== 'operation') return null;
  const { operator, left, right } = part;
  if (!mirrors[operator]) return null;
  if (isAnswer(left)) return { operator, other: right };
  return isAnswer(right) ? { operator: mirrors[operator]!, other: left } : null;
};

const numberLimits = (parts: Xpath[], { read, isSelf, step }: Kind) => {
  const found: Limits<number> = {};
  let isWhole = true;
  for (const part of parts) {
    const comparison = faced(part, isSelf);
    const value = comparison && read(comparison.other);
    const isStrict = comparison?.operator === '<' || comparison?.operator === '>';
    // Next to a limit that is itself excluded lies a whole number, but no decimal one.
    if (!comparison || value === null || (isStrict && (step === null || !Number.isInteger(value)))) {
      isWhole = false;
      continue;
    }
    const shift = isStrict ? (step ?? 0) : 0;
    if (comparison.operator !== '<' && comparison.operator !== '<=') {
      found.min = Math.max(found.min ?? Number.NEGATIVE_INFINITY, value + shift);
    }
    if (comparison.operator !== '>' && comparison.operator !== '>=') {
      found.max = Math.min(found.max ?? Number.POSITIVE_INFINITY, value - shift);
    }
  }
  return { found, isWhole };
};

const dateLimits = (parts: Xpath[]) => {
  const found: FieldSettings = {};
  let isWhole = true;
  for (const part of parts) {
    const written = faced(part, (one) => isSelf(plainDay(one)));
    const comparison = written && comparedDay(written.operator, written.other);
    const limit = comparison && dayOf(comparison.other);
    const shift = comparison?.operator === '>' ? 1 : comparison?.operator === '<' ? -1 : 0;
    const isFirst = comparison?.operator.startsWith('>');
    const key = isFirst ? 'minDate' : 'maxDate';
    if (!limit || comparison?.operator === '=' || found[key]) isWhole = false;
    else found[key] = moved(limit, shift);
  }
  return { found, isWhole };
};

/** A day of the calendar, or one that is so many days from today. */
const dayOf = (expression: Xpath): DateLimit | null => {
  const literal = literalOf(expression);
  if (literal === thisDay) return { type: 'today' };
  if (typeof literal === 'string' && isDay(literal)) return { type: 'specific', value: literal };
  if (expression.kind !== 'operation' || literalOf(expression.left) !== thisDay) return null;
  const days = numberOf(expression.right);
  const sign = expression.operator === '+' ? 1 : expression.operator === '-' ? -1 : null;
  const isDiff = sign !== null && days !== null && Number.isInteger(days) && Math.abs(days) <= 36_500;
  return isDiff ? { type: 'diff', value: sign * days } : null;
};

const moved = (limit: DateLimit, days: number): DateLimit => {
  if (days === 0) return limit;
  if (limit.type === 'specific') return { type: 'specific', value: addDays(limit.value, days) };
  const value = (limit.type === 'diff' ? limit.value : 0) + days;
  return value === 0 ? { type: 'today' } : { type: 'diff', value };
};

/** The constraint that says the limits of a field and of its place on a form; null without any. */
export const writeLimits = ({ field_type, metadata }: Field, { minDate, maxDate }: FieldSettings): string | null => {
  const limited = field_type === 'freeform-short' || field_type === 'freeform-long' ? 'string-length(.)' : '.';
  const bound = (symbol: string, limit: unknown) => {
    if (limit === undefined || limit === null) return [];
    return [`${limited} ${symbol} ${typeof limit === 'number' ? limit : dayText(limit)}`];
  };
  const parts = [
    ...bound('>=', metadata.min),
    ...bound('<=', metadata.max),
    ...bound('>=', minDate),
    ...bound('<=', maxDate),
  ];
  return parts.length > 0 ? joined(parts, 'and') : null;
};

const dayText = (limit: unknown): string => {
  const day = dateLimit.parse(
    limit === 'today' ? { type: limit } : typeof limit === 'string' ? { type: 'specific', value: limit } : limit,
  );
  if (day.type === 'specific') return `date('${day.value}')`;
  const days = day.type === 'diff' ? day.value : 0;
  return days === 0 ? thisDay : `${thisDay} ${days < 0 ? '-' : '+'} ${Math.abs(days)}`;
};
