import { calendarDate } from '#forms/calendar.ts';
import type { Operator } from '#forms/field-types/condition.ts';
import { isPreset } from '#forms/logic/presets.ts';
import { weekdayNames } from '#forms/words/condition-words.ts';
import { type Column, isDate, type ResultType } from './columns.ts';
import {
  alternativesOf,
  type ConditionEntry,
  conditionsIn,
  entryOf,
  type ReportCondition,
  type ReportConditions,
} from './conditions.ts';
import type {
  ParameterType,
  ParameterValue,
  ParameterValues,
  ReportDefinition,
  ReportParameter,
} from './definition.ts';

/** What a report asks its readers, with what was chosen: null for all. */
export type ParameterChoice = { type: ParameterType; value: ParameterValue };

/** The operators of conditions that a parameter may stand in. */
export const parameterOperators: Record<ParameterType, readonly Operator[]> = {
  period: ['EQ', 'NEQ', 'LT', 'LTE', 'GT', 'GTE'],
  choice: ['IN', 'NIN'],
};

/** One of them, as a plan has it. */
export type AskedParameter = ParameterChoice & {
  /** What conditions call it by. */
  key: string;
  label: string;
  /** Of a choice: the column whose values are offered; null when it is gone. */
  column: Column | null;
  /** What counts while the reader has chosen nothing. */
  default: ParameterValue;
};

const choiceResults: readonly ResultType[] = ['choice', 'choices', 'scale', 'user', 'record'];

/** The type of parameter that a condition on such a column can have; null for none. */
export const parameterTypeFor = ({ result }: Pick<Column, 'result'>): ParameterType | null =>
  isDate(result) ? 'period' : choiceResults.includes(result) ? 'choice' : null;

const isWeekday = (preset: string) => weekdayNames.some((name) => name.toLowerCase() === preset.trim().toLowerCase());
const isDay = (day: unknown): day is string => calendarDate().safeParse(day).success;

/** Whether a value is one of the words for days that readers can choose as a period. */
export const isPeriodPreset = (value: unknown): value is string =>
  typeof value === 'string' && isPreset(value) && !isWeekday(value);

type WithKey = Pick<AskedParameter, 'key'>;

/** What the report below an Aggregate asks, and the Aggregate itself doesn't: what both ask by a key is asked once. */
export const inheritedBy = <P extends WithKey>(own: readonly WithKey[], below: readonly P[]): P[] =>
  below.filter(({ key }) => own.every((one) => one.key !== key));

/** All conditions of a report: its own, those of its columns, and those of its windows. */
export const allConditions = ({
  conditions,
  fields,
  window,
}: Pick<ReportDefinition, 'conditions' | 'fields' | 'window'>): ReportCondition[] => [
  ...conditionsIn(conditions),
  ...fields.flatMap(({ filters }) => (filters ? conditionsIn(filters) : [])),
  ...Object.values(window?.filters ?? {}).flatMap(conditionsIn),
];

/** What is wrong with a chosen value, as a sentence; null when nothing is. */
export const valueProblem = (type: ParameterType, value: ParameterValue): string | null => {
  if (value === null) return null;
  if (type === 'choice')
    return Array.isArray(value) && value.length > 0 ? null : 'Choose at least one value, or send null for all';
  if (!Array.isArray(value)) return isPeriodPreset(value) ? null : 'Choose a period';
  const [first, last] = value;
  if (value.length !== 2 || !isDay(first) || !isDay(last)) return 'Enter the first and last day of the period';
  return first > last ? 'Enter the first day of the period first' : null;
};

const ofRange: Partial<Record<Operator, (first: string, last: string) => Pick<ReportCondition, 'op' | 'value'>>> = {
  EQ: (first, last) => ({ op: 'RANGE', value: [first, last] }),
  NEQ: (first, last) => ({ op: 'NRANGE', value: [first, last] }),
  LT: (first) => ({ op: 'LT', value: first }),
  GTE: (first) => ({ op: 'GTE', value: first }),
  LTE: (_, last) => ({ op: 'LTE', value: last }),
  GT: (_, last) => ({ op: 'GT', value: last }),
};

type Question = Pick<ReportParameter, 'type'> & { column: Pick<Column, 'form' | 'field' | 'type'> | null };

/** Whether two reports ask the same: a period both, or values of the same column. */
export const asksTheSame = (one: Question, other: Question): boolean =>
  one.type === other.type &&
  one.column?.form === other.column?.form &&
  one.column?.field === other.column?.field &&
  one.column?.type === other.column?.type;

/** What was chosen of a parameter; undefined for nothing, whatever objects have by themselves. */
export const chosenOf = (values: ParameterValues, key: string): ParameterValue | undefined =>
  Object.hasOwn(values, key) ? values[key] : undefined;

/**
 * A comparison with what was chosen in place of its value; null where all is chosen, so that it limits nothing. A period
 * from one day to another is compared like a period that has a name: before it is before its first day.
 */
export const comparedWith = (
  op: Operator,
  { type, value }: ParameterChoice,
): Pick<ReportCondition, 'op' | 'value'> | null => {
  if (value === null) return null;
  if (type === 'choice' || !Array.isArray(value)) return { op, value };
  const [first, last] = value as [string, string];
  return ofRange[op]?.(first, last) ?? { op, value };
};

/** A condition with what was chosen in place of its parameter; null where it then limits nothing. */
const chosenFor = (
  { parameter, ...one }: ReportCondition,
  asked: ReadonlyMap<string, ParameterChoice>,
): ReportCondition | null => {
  const found = parameter ? asked.get(parameter) : undefined;
  if (!found) return { ...one, ...(parameter && { parameter }) };
  const compared = comparedWith(one.op, found);
  return compared && { ...one, ...compared };
};

/**
 * Conditions with what was chosen in place of their parameters. Those that then limit nothing are left out, with what
 * else may hold in their place.
 */
export const withChosen = (
  { and }: ReportConditions,
  asked: ReadonlyMap<string, ParameterChoice>,
): ReportConditions => ({
  and: and.flatMap((entry): ConditionEntry[] => {
    const all = alternativesOf(entry).map((one) => chosenFor(one, asked));
    const limiting = all.filter((one) => one !== null);
    const chosen = limiting.length < all.length ? null : entryOf(limiting);
    return chosen ? [chosen] : [];
  }),
});

/** Whether both are chosen among alike: the options of one column may stand on several forms. */
const isAlike = (one: Column, other: Column) =>
  one.result === other.result && one.internal_form_id === other.internal_form_id;

/** Why a parameter can't stand in a condition on a column; null when it can. */
export const parameterProblem = (
  { label, type, column: asked }: AskedParameter,
  { column, op }: { column: Column; op: string },
): string | null => {
  if (parameterTypeFor(column) !== type || (asked && type === 'choice' && !isAlike(asked, column)))
    return `${column.label} can’t be compared with ${label}`;
  return (parameterOperators[type] as readonly string[]).includes(op)
    ? null
    : `${label} can’t be used with this comparison. Choose another one.`;
};
