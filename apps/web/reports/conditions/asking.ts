import type { Operator } from '#forms/field-types/condition.ts';
import { operatorWords } from '#forms/words/condition-words.ts';
import type { Column } from '#reports/columns.ts';
import type { ReportCondition } from '#reports/conditions.ts';
import type { ParameterType, ParameterValue, ReportParameter } from '#reports/definition.ts';
import {
  type AskedParameter,
  comparedWith,
  parameterOperators,
  parameterProblem,
  parameterTypeFor,
  valueProblem,
} from '#reports/parameters.ts';
import { slugOf, unusedName } from '#web/parts/slug.ts';
import { type ColumnGroup, comparedName } from '../columns.ts';
import { subjectOf } from './topics.ts';

/** What a report asks, as far as conditions can refer to it. */
export type Askable = Pick<AskedParameter, 'key' | 'label' | 'type' | 'column' | 'default'>;

const negated: readonly Operator[] = ['NEQ', 'NIN', 'NRANGE', 'NCONTAINS', 'NEMPTY'];

/** The operator that compares with what readers choose, and says the most like another one. */
const operatorFor = (type: ParameterType, op: Operator): Operator => {
  const allowed = parameterOperators[type];
  const [is, isNot] = allowed as readonly [Operator, Operator];
  return allowed.includes(op) ? op : negated.includes(op) ? isNot : is;
};

/** An operator in words, as it is said of what readers choose: "is in Period". */
export const askedOperatorWords: typeof operatorWords = (op, kind) =>
  kind === 'date' && (op === 'EQ' || op === 'NEQ') ? `${operatorWords(op, kind)} in` : operatorWords(op, kind);

/** A condition that refers to what readers choose. */
export const withAsked = (
  { value: _, ...one }: ReportCondition,
  { key, type }: Pick<Askable, 'key' | 'type'>,
): ReportCondition => ({
  ...one,
  op: operatorFor(type, one.op),
  parameter: key,
});

/** A condition with a value of its own again: what readers had as the default. */
export const withoutAsked = (
  { parameter: _, ...one }: ReportCondition,
  asked: Askable | undefined,
): ReportCondition => ({
  ...one,
  ...(asked && comparedWith(one.op, { type: asked.type, value: asked.default })),
});

/** The column whose values a choice offers; undefined if it no longer exists. */
export const columnOf = (
  groups: readonly ColumnGroup[],
  { form, field, type }: NonNullable<ReportParameter['column']>,
): Column | undefined => subjectOf(groups, { form, field_name: field, type, op: 'IN' });

/** What a condition on a column can refer to, of what a report asks. */
export const fittingFor = (column: Column, asked: readonly Askable[]): Askable[] =>
  asked.filter((one) => {
    const [op = ''] = parameterOperators[one.type];
    return parameterProblem({ ...one, value: null }, { column, op }) === null;
  });

const isDay = (value: unknown): value is string => /^\d{4}-\d\d-\d\d$/.test(String(value));

/** The value that a condition has, as readers would choose it; null where they can't choose the same. */
const defaultOf = (
  type: ParameterType,
  { op, value = null }: Pick<ReportCondition, 'op' | 'value'>,
): ParameterValue => {
  const all = [value].flat();
  const list = all.filter((one) => one !== null);
  const sameFor: readonly Operator[] =
    type === 'choice' ? ['EQ', 'NEQ', 'IN', 'NIN'] : ['RANGE', 'NRANGE', ...parameterOperators.period];
  if (!sameFor.includes(op) || list.length < all.length) return null;
  const [only] = list;
  const chosen = type === 'period' && list.length === 1 ? (isDay(only) ? [only, only] : String(only)) : list;
  return valueProblem(type, chosen) === null ? chosen : null;
};

const unusedLabel = (wanted: string, asked: readonly Askable[]): string =>
  unusedName(wanted, {
    isTaken: (name) => asked.some(({ label }) => label.trim().toLowerCase() === name.toLowerCase()),
    joint: ' ',
  });

/** What readers are asked in place of the value that a condition has; that value is the default. */
export const parameterFor = (
  column: Column,
  condition: Pick<ReportCondition, 'op' | 'value'>,
  asked: readonly Askable[],
): ReportParameter | null => {
  const type = parameterTypeFor(column);
  if (!type) return null;
  const isFirstPeriod = type === 'period' && asked.every((one) => one.type !== 'period');
  const label = unusedLabel((isFirstPeriod ? 'Period' : column.label).slice(0, 56), asked);
  return {
    key: unusedName(slugOf(label, { joint: '_', most: 36 }) || 'asked', {
      isTaken: (key) => asked.some((one) => one.key === key),
    }),
    label,
    type,
    column: type === 'choice' ? comparedName(column) : null,
    default: defaultOf(type, condition),
  };
};
