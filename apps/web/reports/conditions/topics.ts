import type { Topic } from '#forms/words/topics.ts';
import { type Column, clientLink, type ResultType } from '#reports/columns.ts';
import type { ReportCondition } from '#reports/conditions.ts';
import { operatorsOf } from '#reports/operators.ts';
import { type ColumnGroup, type ColumnName, comparedName } from '../columns.ts';

const kinds: Partial<Record<ResultType, Topic['kind']>> = {
  number: 'number',
  scale: 'number',
  date: 'date',
  timestamp: 'date',
  time: 'time',
  boolean: 'boolean',
};

/** The operators that look at a part of the text: what they compare with is typed, not chosen. */
const byPart: readonly string[] = ['CONTAINS', 'NCONTAINS', 'BWITH', 'EWITH'];

/** What conditions call a column. */
export const comparedLabel = ({ label, latest }: Pick<Column, 'label' | 'latest'>): string =>
  latest ? `${label} (member’s latest answer)` : label;

/** What a column is to a condition that compares by the operator. */
export const topicOfColumn = (column: Column, op: string): Topic => {
  const { field, result, options, internal_form_id } = column;
  return {
    label: comparedLabel(column),
    kind: kinds[result] ?? 'text',
    operators: field === clientLink.field ? ['TRUE', 'FALSE'] : operatorsOf[result],
    options: options && !byPart.includes(op) ? [...options] : null,
    of: result === 'user' ? 'users' : null,
    ...(result === 'record' && internal_form_id !== undefined ? { picks: Number(field) } : {}),
  };
};

/**
 * The column that a condition is about: of an Aggregate the one that shows what is named, or the one of that key.
 * Undefined while none was chosen, and for one that is not there any more.
 */
export const subjectOf = (
  groups: readonly ColumnGroup[],
  { form, field_name, type }: ReportCondition,
): Column | undefined => {
  const columns = groups.flatMap((group) => group.columns);
  const isNamed = (name: ColumnName) =>
    name.field === field_name &&
    (name.computed ? 'column' : name.type) === (type ?? 'field') &&
    (form == null || name.form === form);
  return (
    columns.find((column) => isNamed(comparedName(column))) ?? columns.find((column) => column.of && isNamed(column))
  );
};
