import { z } from 'zod';
import { comparisonIssues } from '#forms/logic/check.ts';
import type { Kind } from '#forms/logic/compare.ts';
import { isPreset } from '#forms/logic/presets.ts';
import type { Catalogue, Column, ResultType } from '../columns.ts';
import { pathIn, type ReportCondition, type ReportConditions } from '../conditions.ts';
import { operatorsOf } from '../operators.ts';
import { type AskedParameter, comparedWith, parameterProblem } from '../parameters.ts';
import { ambiguous, type ComparedContext, findCompared } from './find-column.ts';
import type { Alternatives, PlanCondition } from './plan.ts';

/** Tells what is wrong, at a path of the definition. */
export type Say = (path: string, message: string) => void;

/** What a definition is read against: the catalogue, the report's own forms, and what its readers have chosen. */
export type ConditionContext = ComparedContext & {
  catalogue: Catalogue;
  parameters: readonly AskedParameter[];
  say: Say;
};

const kinds: Partial<Record<ResultType, Kind>> = {
  number: 'number',
  scale: 'number',
  record: 'number',
  user: 'number',
  date: 'date',
  timestamp: 'date',
  boolean: 'boolean',
};

/** How the values of a column are compared. */
export const kindOfResult = (result: ResultType): Kind => kinds[result] ?? 'text';

/** What to say where something is asked of a value that is worked out when it is read. */
export const changes = (label: string): string => `${label} changes daily, so it can only be shown`;

const isDay = (value: unknown) => isPreset(value) || z.iso.date().safeParse(value).success;
const daysOfWeek: readonly string[] = ['DOW', 'NDOW'];

/** What is wrong with one comparison, below `path`. */
export const comparisonProblems = (column: Column, one: ReportCondition, path: string) => {
  const { label, result, changing, operators = operatorsOf[result] } = column;
  if (changing) return [{ path: `${path}.field_name`, message: changes(label) }];
  const kind = kindOfResult(result);
  const issues = comparisonIssues({ label, kind, operators }, one, path);
  if (issues.length > 0 || kind !== 'date' || daysOfWeek.includes(one.op)) return issues;
  const days = [one.value].flat().filter((value) => value !== undefined && value !== null);
  return days.every(isDay)
    ? []
    : [{ path: `${path}.value`, message: 'Enter a date like 03/14/1985, or choose a period' }];
};

/** A condition on a column with what the reader chose in place of its value; null where it limits nothing. */
const withParameter = (
  column: Column,
  one: ReportCondition,
  { at, parameters, say }: Pick<ConditionContext, 'parameters' | 'say'> & { at: string },
): Pick<PlanCondition, 'op' | 'value'> | 'wrong' | null => {
  const parameter = parameters.find(({ key }) => key === one.parameter);
  const problem = parameter
    ? parameterProblem(parameter, { column, op: one.op })
    : 'This is no longer asked of readers. Enter a value.';
  if (problem) say(`${at}.parameter`, problem);
  return problem || !parameter ? 'wrong' : comparedWith(one.op, parameter);
};

/**
 * A condition at a path with the columns that it speaks of, of all of which it must hold; one that cannot be understood
 * finds nothing. Null where it limits nothing.
 */
const planCondition = (
  one: ReportCondition,
  at: string,
  { catalogue, parameters, say, ...report }: ConditionContext,
): PlanCondition[] | null => {
  const { field_name: field, form, type, op, value } = one;
  const found = findCompared(catalogue, report, { form, field, type });
  if (typeof found === 'string') {
    say(`${at}.field_name`, found);
    return [{ column: null, named: null, op, value }];
  }
  const [first] = found as [Column];
  const compared = one.parameter ? withParameter(first, one, { at, parameters, say }) : { op, value };
  if (compared === null) return null;
  const issues = compared === 'wrong' ? [] : comparisonProblems(first, { ...one, ...compared }, at);
  for (const { path, message } of issues) say(path, message);
  const isWrong = compared === 'wrong' || issues.length > 0;
  return found.map((column) => ({
    column: isWrong && !column.restricted ? null : column,
    named: column.restricted ? null : column.label,
    ...(compared === 'wrong' ? { op, value } : compared),
  }));
};

/** The conditions below `path`, each with what may hold in its place; those that limit nothing are left out. */
export const planConditions = ({ and }: ReportConditions, path: string, reading: ConditionContext): Alternatives[] =>
  and.flatMap((entry, index): Alternatives[] => {
    if (!('or' in entry))
      return (planCondition(entry, `${path}.${pathIn(index, entry)}`, reading) ?? []).map((one) => [one]);
    const all = entry.or.map((one, place) => {
      const at = `${path}.${pathIn(index, entry, place)}`;
      const planned = planCondition(one, at, reading);
      if (!planned || planned.length < 2) return planned;
      reading.say(`${at}.field_name`, ambiguous);
      return planned.slice(0, 1).map((first) => ({ ...first, column: null }));
    });
    const limiting = all.filter((one) => one !== null);
    return limiting.length < all.length ? [] : [limiting.flat()];
  });
