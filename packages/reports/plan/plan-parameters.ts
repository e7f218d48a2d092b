import type { ParameterValue, ParameterValues, ReportParameter } from '../definition.ts';
import {
  type AskedParameter,
  asksTheSame,
  chosenOf,
  inheritedBy,
  parameterTypeFor,
  valueProblem,
} from '../parameters.ts';
import { findCompared } from './find-column.ts';
import type { PlanSources } from './plan.ts';
import { type ConditionContext, comparisonProblems } from './plan-conditions.ts';

type Reading = Omit<ConditionContext, 'parameters' | 'catalogue'> & { catalogue: PlanSources };

const columnOf = ({ column: named, type }: ReportParameter, reading: Reading, path: string) => {
  if (type !== 'choice' || !named) return null;
  const found = findCompared(reading.catalogue, reading, named);
  if (typeof found === 'string') {
    reading.say(`${path}.column`, found);
    return null;
  }
  const [column = null] = found;
  if (column && parameterTypeFor(column) !== 'choice')
    reading.say(
      `${path}.column`,
      `Readers can’t choose among values of ${column.label}. Choose a column with options.`,
    );
  return column;
};

/** What is wrong with a value of a parameter; null when nothing is. */
const problemOf = ({ type, column }: Pick<AskedParameter, 'type' | 'column'>, value: ParameterValue): string | null => {
  const problem = valueProblem(type, value);
  if (problem || value === null || !column || column.restricted) return problem;
  return comparisonProblems(column, { field_name: column.field, op: 'IN', value }, '')[0]?.message ?? null;
};

const alike = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase();

/** Tells where parameters can't be told apart from others, of the report or of the one below. */
const checkNames = (
  own: readonly ReportParameter[],
  below: readonly AskedParameter[],
  say: ConditionContext['say'],
) => {
  for (const [index, one] of own.entries()) {
    const path = `parameters.${index}`;
    const before = own.slice(0, index);
    const other = below.find(({ key }) => key === one.key);
    if (before.some(({ key }) => key === one.key)) say(`${path}.key`, 'Use each key once');
    if (other && !asksTheSame(one, other))
      say(`${path}.key`, `The source report already asks for ${other.label}. Remove this, and ask again.`);
    const isTaken =
      before.some(({ label }) => alike(label, one.label)) ||
      below.some(({ key, label }) => key !== one.key && alike(label, one.label));
    if (isTaken) say(`${path}.label`, 'Enter another name: this one is taken');
  }
};

/**
 * What a report asks its readers: its own parameters, and those of the report below an Aggregate. What both ask by the
 * same key is asked once.
 */
export const planParameters = (
  own: readonly ReportParameter[],
  reading: Reading,
  values: ParameterValues = {},
): AskedParameter[] => {
  const { catalogue, say } = reading;
  const below = catalogue.parameters ?? [];
  checkNames(own, below, say);
  const planned = own.map((one, index): AskedParameter => {
    const path = `parameters.${index}`;
    const { key, label, type, default: usual } = one;
    const asked = { key, label, type, column: columnOf(one, reading, path), default: usual };
    const problem = problemOf(asked, usual);
    if (problem) say(`${path}.default`, problem);
    const value = chosenOf(values, key);
    return { ...asked, value: value === undefined || problemOf(asked, value) ? usual : value };
  });
  const all = [...planned, ...inheritedBy(own, below)];
  for (const [key, value] of Object.entries(values)) {
    const found = all.find((one) => one.key === key);
    if (!found) say(`parameters.${key}`, 'This report doesn’t ask for this. Leave it out.');
    const problem = found && problemOf(found, value);
    if (problem) say(`parameters.${key}`, problem);
  }
  return all;
};
