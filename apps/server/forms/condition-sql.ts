import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { z } from 'zod';
import type { Calendar } from '#forms/calendar.ts';
import type { condition } from '#forms/field-types/condition.ts';
import type { Issue } from '#forms/issue.ts';
import { comparisonIssues, operatorsOfKind } from '#forms/logic/check.ts';
import type { Kind, Operand } from '#forms/logic/compare.ts';
import { presetOf } from '#forms/logic/presets.ts';

export type Condition = z.output<typeof condition>;

export type Holds = RawBuilder<SqlBool>;

/** Whether a value lies before or after a day, `YYYY-MM-DD`. */
type Days = { before: (day: string) => Holds; after: (day: string) => Holds };

/** What conditions may be about: text, a number, a boolean, or a date of the calendar. */
export type ConditionColumn = {
  label: string;
  kind: Kind;
  value: RawBuilder<unknown>;
  /** Whether the value is a list of texts, of which one is enough. */
  isMany?: boolean;
  /** Whether the value is an id, which an index may find. */
  isId?: boolean;
  /** How a date lies to days, where an index may find it so. */
  days?: Days;
};

const holds = (isSo: boolean): Holds => (isSo ? sql`true` : sql`false`);
const not = (one: Holds): Holds => sql`not (${one})`;
const any = (all: Holds[]): Holds => (all.length ? sql`(${sql.join(all, sql` or `)})` : holds(false));

const text = (value: RawBuilder<unknown>): RawBuilder<string> => sql`lower(${value})`;
const folded = (operand: Operand): string => String(operand ?? '').trim();
const textOf = (operand: Operand): RawBuilder<string> => sql`lower(${folded(operand)}::text)`;
const list = (operand: Operand): Operand[] => (Array.isArray(operand) ? operand : [operand]);
const isNumber = (operand: Operand) =>
  operand !== null && operand !== undefined && operand !== '' && !Number.isNaN(Number(operand));

/** As text, as rules compare it: a day that no calendar has is no error. */
const asText = (value: RawBuilder<unknown>): Days => {
  const day = sql`to_char(${value}, 'YYYY-MM-DD') collate "C"`;
  return { before: (first) => sql`${day} < ${first}`, after: (last) => sql`${day} > ${last}` };
};

/** Where a column lies as seen from an operand, which may be a range of days; null when they cannot be compared. */
const ordered = (
  { value, kind, days = asText(value) }: ConditionColumn,
  operand: Operand,
  calendar: Calendar,
): { below: Holds; above: Holds } | null => {
  if (operand === null || operand === undefined || Array.isArray(operand)) return null;
  if (kind === 'number') {
    const number = Number(operand);
    return isNumber(operand)
      ? { below: sql`${value} < ${number}::float8`, above: sql`${value} > ${number}::float8` }
      : null;
  }
  if (kind === 'date') {
    const range = presetOf(String(operand), calendar) ?? { first: String(operand), last: String(operand) };
    if ('weekday' in range) {
      const isNot = not(sql`extract(dow from ${value}) = ${range.weekday}::int`);
      return { below: isNot, above: isNot };
    }
    return { below: days.before(range.first), above: days.after(range.last) };
  }
  return {
    below: sql`${text(value)} collate "C" < ${textOf(operand)}`,
    above: sql`${text(value)} collate "C" > ${textOf(operand)}`,
  };
};

type Comparison = Pick<Condition, 'op' | 'value'>;

/** Whether a column is one of several operands: one look, however many there are; but days may be ranges of them. */
const isOneOf = (column: ConditionColumn, operands: Operand[], calendar: Calendar): Holds => {
  const { value, kind, isMany, isId } = column;
  const single = operands.filter((one) => one !== null && one !== undefined && !Array.isArray(one));
  if (kind === 'number') {
    const numbers = single.filter(isNumber).map(Number);
    return isId
      ? sql`${value} = any(${numbers.filter(Number.isSafeInteger)}::bigint[])`
      : sql`${value} = any(${numbers}::float8[])`;
  }
  if (kind === 'date')
    return any(
      single.flatMap((one) => {
        const found = ordered(column, one, calendar);
        return found ? [not(any([found.below, found.above]))] : [];
      }),
    );
  const texts = sql`array(select lower(one) from unnest(${single.map(folded)}::text[]) one)`;
  return isMany
    ? sql`exists (select from unnest(${value}) item where lower(item) = any(${texts}))`
    : sql`${text(value)} = any(${texts})`;
};

const plain = (column: ConditionColumn, { op, value: operand }: Comparison, calendar: Calendar): Holds => {
  const { value, isMany } = column;
  const at = (one: Operand) => ordered(column, one, calendar);
  switch (op) {
    case 'EQ':
      return isOneOf(column, [operand], calendar);
    case 'IN':
      return isOneOf(column, list(operand), calendar);
    case 'LT':
      return at(operand)?.below ?? holds(false);
    case 'GT':
      return at(operand)?.above ?? holds(false);
    case 'LTE':
      return not(at(operand)?.above ?? holds(true));
    case 'GTE':
      return not(at(operand)?.below ?? holds(true));
    case 'RANGE': {
      const [from, to = from] = list(operand);
      const [low, high] = [at(from), at(to)];
      return low && high ? not(any([low.below, high.above])) : holds(false);
    }
    case 'DOW':
      return any(
        list(operand).map((one) => sql`extract(dow from ${value}) = ${one === null ? null : Number(one)}::int`),
      );
    case 'BWITH':
      return sql`starts_with(${text(value)}, ${textOf(operand)})`;
    case 'EWITH':
      return sql`starts_with(reverse(${text(value)}), reverse(${textOf(operand)}))`;
    case 'CONTAINS':
      // Of several values it means having the item.
      return isMany ? isOneOf(column, [operand], calendar) : sql`strpos(${text(value)}, ${textOf(operand)}) > 0`;
    case 'TRUE':
      return sql`${value}`;
    case 'FALSE':
      return sql`not ${value}`;
    default:
      return holds(false);
  }
};

const opposites: Partial<Record<Condition['op'], Condition['op']>> = {
  NEQ: 'EQ',
  NIN: 'IN',
  NCONTAINS: 'CONTAINS',
  NRANGE: 'RANGE',
  NDOW: 'DOW',
};

/**
 * Whether a condition holds of a row, as the rules of forms compare: comparisons with nothing are false, but for
 * EMPTY and the negated ones.
 * @param calendar from which words such as "last 30 days" count
 */
export const conditionSql = (
  column: ConditionColumn,
  { op, value: operand }: Comparison,
  calendar: Calendar,
): Holds => {
  const isBlank: Holds = sql`(${column.value}) is null`;
  if (op === 'EMPTY') return isBlank;
  if (op === 'NEMPTY') return not(isBlank);
  const opposite = opposites[op];
  return opposite
    ? sql`(${isBlank} or not (${plain(column, { op: opposite, value: operand }, calendar)}))`
    : sql`(${not(isBlank)} and (${plain(column, { op, value: operand }, calendar)}))`;
};

/** What is wrong with conditions, each at its path below `path`: unknown columns, operators and values that do not fit. */
export const conditionIssues = (
  columns: ReadonlyMap<string, ConditionColumn>,
  conditions: Condition[],
  path: string,
): Issue[] =>
  conditions.flatMap((one, index) => {
    const at = `${path}.${index}`;
    const column = columns.get(one.field_name);
    return column
      ? comparisonIssues({ ...column, operators: operatorsOfKind[column.kind] }, one, at)
      : [{ path: `${at}.field_name`, message: `Choose one of ${[...columns.keys()].join(', ')}` }];
  });
