import type { Calendar } from '../calendar.ts';
import { maxValue, type Operator } from '../field-types/condition.ts';
import type { ComparableValue } from '../field-types/field-type.ts';
import { type DayRange, dayOfWeek, presetOf } from './presets.ts';

/** How two values are compared: numbers as numbers, days with the words for days, times and text as text. */
export type Kind = 'text' | 'number' | 'date' | 'boolean';

/** What a condition compares with, as it is written: a value, or several. */
export type Operand = string | number | boolean | null | undefined | Operand[];

/** What is asked of a value. */
export type Question = {
  op: Operator;
  operand: Operand;
  kind: Kind;
  /** From which words such as "last 30 days" count. */
  calendar: Calendar;
};

/** A value as conditions see it: nothing, when there is no answer. */
export type ConditionValue = ComparableValue | null;

type Single = string | number | boolean;

const text = (value: unknown) =>
  String(value ?? '')
    .trim()
    .toLowerCase();
const list = (operand: Operand): Operand[] => (Array.isArray(operand) ? operand : [operand]);

/**
 * A value made ready to be compared again and again: its text is folded once, however many conditions look at it.
 * `weight` says how much work one look at it is, 1 for what is short.
 */
export type Subject = {
  value: ConditionValue;
  isMany: boolean;
  parts: readonly Single[];
  texts: () => readonly string[];
  weight: number;
};

const isBlank = (value: ConditionValue): value is null =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0);

export const subjectOf = (value: ConditionValue): Subject => {
  const parts = isBlank(value) ? [] : Array.isArray(value) ? value : [value];
  let folded: string[] | undefined;
  const texts = () => {
    folded ??= parts.map(text);
    return folded;
  };
  const characters = parts.reduce<number>((sum, part) => sum + (typeof part === 'string' ? part.length : 0), 0);
  return { value, isMany: Array.isArray(value), parts, texts, weight: Math.max(1, parts.length) + (characters >> 10) };
};

/** Whether an operator that is not negated holds of one part of a subject; `folded` is the part as folded text. */
type Holds = (part: Single, folded: string) => boolean;

type Order = { isBelow: Holds; isAbove: Holds };

const never: Holds = () => false;

const orderOfDays = ({ first, last }: DayRange): Order => ({
  isBelow: (part) => String(part) < first,
  isAbove: (part) => String(part) > last,
});

/** Where parts lie as seen from an operand, which may be a range of days; null when nothing can be compared with it. */
const orderFrom = (operand: Operand, kind: Kind, calendar: Calendar): Order | null => {
  if (operand === null || operand === undefined || Array.isArray(operand)) return null;
  if (kind === 'number') {
    const limit = operand === '' ? Number.NaN : Number(operand);
    return { isBelow: (part) => Number(part) < limit, isAbove: (part) => Number(part) > limit };
  }
  if (kind === 'date') {
    const days = presetOf(String(operand), calendar) ?? { first: String(operand), last: String(operand) };
    if (!('weekday' in days)) return orderOfDays(days);
    const isOther: Holds = (part) => dayOfWeek(String(part)) !== days.weekday;
    return { isBelow: isOther, isAbove: isOther };
  }
  const limit = text(operand);
  return { isBelow: (_, folded) => folded < limit, isAbove: (_, folded) => folded > limit };
};

/** Numbers of which one is none are neither below nor above each other, nor the same. */
const isComparable = (part: Single, operand: Operand, kind: Kind) =>
  kind !== 'number' || !(Number.isNaN(Number(part)) || operand === '' || Number.isNaN(Number(operand)));

const within = ([from, to]: [Operand, Operand], kind: Kind, calendar: Calendar): Holds => {
  const [low, high] = [orderFrom(from, kind, calendar), orderFrom(to, kind, calendar)];
  if (!low || !high) return never;
  return (part, folded) =>
    isComparable(part, from, kind) &&
    isComparable(part, to, kind) &&
    !low.isBelow(part, folded) &&
    !high.isAbove(part, folded);
};

/** One look-up, however long the list is; but days may be ranges of them. */
const oneOf = (operands: readonly Operand[], kind: Kind, calendar: Calendar): Holds => {
  const single = operands.filter((one) => one !== null && one !== undefined && !Array.isArray(one));
  if (kind === 'date') {
    const days = single.map((one) => within([one, one], kind, calendar));
    return (part, folded) => days.some((holds) => holds(part, folded));
  }
  if (kind === 'number') {
    const numbers = new Set(single.filter((one) => one !== '' && !Number.isNaN(Number(one))).map(Number));
    return (part) => numbers.has(Number(part));
  }
  const texts = new Set(single.map(text));
  return (_, folded) => texts.has(folded);
};

const equal = (operand: Operand, kind: Kind, calendar: Calendar): Holds => {
  if (kind === 'date' || kind === 'number') return oneOf([operand], kind, calendar);
  if (operand === null || operand === undefined || Array.isArray(operand)) return never;
  const sought = text(operand);
  return (_, folded) => folded === sought;
};

const compared = ({ operand, kind, calendar }: Question, holds: (order: Order) => Holds): Holds => {
  const order = orderFrom(operand, kind, calendar);
  if (!order) return never;
  const one = holds(order);
  return (part, folded) => isComparable(part, operand, kind) && one(part, folded);
};

/** Searching for a long text can take as long as a thousand searches for a short one. */
const searched = (operand: Operand, holds: (folded: string, sought: string) => boolean): Holds => {
  const sought = text(operand);
  return sought.length > maxValue ? never : (_, folded) => holds(folded, sought);
};

const plainHolds = (question: Question, isMany: boolean): Holds => {
  const { op, operand, kind, calendar } = question;
  switch (op) {
    case 'EQ':
      return equal(operand, kind, calendar);
    case 'IN':
      return oneOf(list(operand), kind, calendar);
    case 'LT':
      return compared(question, ({ isBelow }) => isBelow);
    case 'GT':
      return compared(question, ({ isAbove }) => isAbove);
    case 'LTE':
      return compared(
        question,
        ({ isAbove }) =>
          (part, folded) =>
            !isAbove(part, folded),
      );
    case 'GTE':
      return compared(
        question,
        ({ isBelow }) =>
          (part, folded) =>
            !isBelow(part, folded),
      );
    case 'RANGE': {
      const [from, to = from] = list(operand);
      return within([from, to], kind, calendar);
    }
    case 'DOW': {
      const days = new Set(list(operand).flatMap((one) => (one === null ? [] : [Number(one)])));
      return (part) => days.has(dayOfWeek(String(part)));
    }
    case 'BWITH':
      return searched(operand, (folded, sought) => folded.startsWith(sought));
    case 'EWITH':
      return searched(operand, (folded, sought) => folded.endsWith(sought));
    case 'CONTAINS':
      // Of several values it means having the item.
      return isMany ? equal(operand, kind, calendar) : searched(operand, (folded, sought) => folded.includes(sought));
    default:
      return never;
  }
};

/** The operators that hold of nothing, and of what the other one does not. */
const opposites: Partial<Record<Operator, Operator>> = {
  NEQ: 'EQ',
  NIN: 'IN',
  NCONTAINS: 'CONTAINS',
  NRANGE: 'RANGE',
  NDOW: 'DOW',
};

/** A comparison made ready; `weight` says how much work it is beside that of its subject. */
export type Comparison = { holdsOf: (subject: Subject) => boolean; weight: number };

/**
 * The comparison that an operator makes with an operand: text without regard to case, ranges with both ends,
 * Sunday is 0. Comparisons with nothing are false, but for EMPTY and the negated ones. Of several values an operator
 * holds when it holds of one of them. Never throws.
 */
export const comparison = (question: Question): Comparison => {
  const { op, operand, kind } = question;
  const weight = kind === 'date' ? list(operand).length : 1;
  const of = (holdsOf: Comparison['holdsOf']): Comparison => ({ holdsOf, weight });
  if (op === 'EMPTY') return of(({ value }) => isBlank(value));
  if (op === 'NEMPTY') return of(({ value }) => !isBlank(value));
  if (op === 'TRUE') return of(({ value }) => value === true);
  if (op === 'FALSE') return of(({ value }) => value === false);
  const opposite = opposites[op];
  const ready = (isMany: boolean) => plainHolds({ ...question, op: opposite ?? op }, isMany);
  let [ofOne, ofMany]: (Holds | undefined)[] = [];
  return of(({ value, isMany, parts, texts }) => {
    if (isBlank(value)) return opposite !== undefined;
    if (isMany) ofMany ??= ready(true);
    else ofOne ??= ready(false);
    const holds = (isMany ? ofMany : ofOne) as Holds;
    const folded = texts();
    return parts.some((part, index) => holds(part, folded[index]!)) !== (opposite !== undefined);
  });
};

/** Whether an operator holds between a value and an operand, as `comparison` says. */
export const holds = (value: ConditionValue, question: Question): boolean =>
  comparison(question).holdsOf(subjectOf(value));
