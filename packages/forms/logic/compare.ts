import type { Operator } from '../definition/condition.ts';
import type { Compared } from '../field-types/field-type.ts';
import { dayOfWeek, presetOf } from './presets.ts';

/** How two values are compared: numbers as numbers, days with the words for days, times and text as text. */
export type Kind = 'text' | 'number' | 'date' | 'boolean';

/** What a condition compares with, as it is written: a value, or several. */
export type Operand = string | number | boolean | null | undefined | Operand[];

/** A value as conditions see it: nothing, when there is no answer. */
export type Seen = Compared | null;

const isBlank = (value: Seen): value is null =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** The operators that hold of nothing (R49). */
const negated = new Set<Operator>(['NEQ', 'NIN', 'NCONTAINS', 'NRANGE', 'NDOW']);

const opposite: Partial<Record<Operator, Operator>> = {
  NEQ: 'EQ',
  NIN: 'IN',
  NCONTAINS: 'CONTAINS',
  NRANGE: 'RANGE',
  NDOW: 'DOW',
};

const text = (value: unknown) =>
  String(value ?? '')
    .trim()
    .toLowerCase();
const list = (operand: Operand): Operand[] => (Array.isArray(operand) ? operand : [operand]);

type Ordered = { below: boolean; above: boolean } | null;

/** Where a value lies as seen from an operand, which may be a range of days; null when they cannot be compared. */
const ordered = (value: string | number | boolean, operand: Operand, kind: Kind, today: string): Ordered => {
  if (operand === null || operand === undefined || Array.isArray(operand)) return null;
  if (kind === 'number') {
    const [left, right] = [Number(value), operand === '' ? Number.NaN : Number(operand)];
    return Number.isNaN(left) || Number.isNaN(right) ? null : { below: left < right, above: left > right };
  }
  if (kind === 'date') {
    const range = presetOf(String(operand), today) ?? { first: String(operand), last: String(operand) };
    if ('weekday' in range) {
      const isIt = dayOfWeek(String(value)) === range.weekday;
      return { below: !isIt, above: !isIt };
    }
    return { below: String(value) < range.first, above: String(value) > range.last };
  }
  const [left, right] = [text(value), text(operand)];
  return { below: left < right, above: left > right };
};

const equals = (value: string | number | boolean, operand: Operand, kind: Kind, today: string): boolean => {
  const found = ordered(value, operand, kind, today);
  return found !== null && !found.below && !found.above;
};

const inRange = (value: string | number | boolean, operand: Operand, kind: Kind, today: string): boolean => {
  const [from, to = from] = list(operand);
  const [low, high] = [ordered(value, from, kind, today), ordered(value, to, kind, today)];
  return low !== null && high !== null && !low.below && !high.above;
};

/** An operator that is not negated, of one value that is there. */
const holdsOf = (op: Operator, value: string | number | boolean, operand: Operand, kind: Kind, today: string) => {
  switch (op) {
    case 'EQ':
      return equals(value, operand, kind, today);
    case 'IN':
      return list(operand).some((one) => equals(value, one, kind, today));
    case 'LT':
      return ordered(value, operand, kind, today)?.below ?? false;
    case 'GT':
      return ordered(value, operand, kind, today)?.above ?? false;
    case 'LTE':
      return !(ordered(value, operand, kind, today)?.above ?? true);
    case 'GTE':
      return !(ordered(value, operand, kind, today)?.below ?? true);
    case 'RANGE':
      return inRange(value, operand, kind, today);
    case 'DOW':
      return list(operand).some((one) => one !== null && Number(one) === dayOfWeek(String(value)));
    case 'BWITH':
      return text(value).startsWith(text(operand));
    case 'EWITH':
      return text(value).endsWith(text(operand));
    case 'CONTAINS':
      return text(value).includes(text(operand));
    default:
      return false;
  }
};

/** Of several values an operator holds when it holds of one of them; containing means having the item. */
const holdsOfSome = (op: Operator, value: Compared, operand: Operand, kind: Kind, today: string) =>
  Array.isArray(value)
    ? value.some((one) => holdsOf(op === 'CONTAINS' ? 'EQ' : op, one, operand, kind, today))
    : holdsOf(op, value, operand, kind, today);

/**
 * Whether an operator holds between a value and an operand (R49): text without regard to case, ranges with both ends,
 * Sunday is 0. Comparisons with nothing are false, but for EMPTY and the negated ones. Never throws.
 * @param today the day from which words such as "last 30 days" count, `YYYY-MM-DD`
 */
export const holds = (op: Operator, value: Seen, operand: Operand, kind: Kind, today: string): boolean => {
  if (op === 'EMPTY') return isBlank(value);
  if (op === 'NEMPTY') return !isBlank(value);
  if (isBlank(value)) return negated.has(op);
  if (op === 'TRUE') return value === true;
  if (op === 'FALSE') return value === false;
  const plain = opposite[op];
  return plain ? !holdsOfSome(plain, value, operand, kind, today) : holdsOfSome(op, value, operand, kind, today);
};
