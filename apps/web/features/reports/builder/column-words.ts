import type { Names } from '#forms/words/condition-words.ts';
import type { Aggregate, Column, ResultType } from '#reports/columns.ts';
import { comparisonName } from '#reports/comparisons.ts';
import { conditionsIn, conditionsThat } from '#reports/conditions.ts';
import type { ReportField } from '#reports/definition.ts';
import { elapsedLabel } from '#reports/elapsed.ts';
import { firstToLatestLabel, firstToLatestResult } from '#reports/first-to-latest.ts';
import { formulaText, letterAt } from '#reports/formula.ts';
import { aggregateName, countedRows, reportKinds } from '#reports/kinds.ts';
import { rowFormsOf } from '#reports/plan/plan-match.ts';
import { formsNamed } from '#reports/plan/plan-report.ts';
import { shares } from '#reports/shares.ts';
import { columnIn } from '#web/reports/columns.ts';
import { orWords, reportSentences, textOf } from '#web/reports/conditions/report-sentences.ts';
import { subjectOf } from '#web/reports/conditions/topics.ts';
import type { ReportValues } from './draft.ts';
import type { Builder } from './use-builder.ts';

type BuilderContext = Pick<Builder, 'source' | 'values' | 'inherited'>;

/** What a column is called without a label of its own. */
export const fieldNameOf = ({ source, values }: BuilderContext, field: ReportField): string => {
  if (field.type === 'operation') return field.formula ? `Calculation ${formulaText(field.formula)}` : 'Calculation';
  const place = values.fields.findIndex(({ key }) => key === field.key) + 1;
  const column = columnIn(source.groups, { ...field, field: field.field ?? '' });
  if (!column) return `Column ${place}`;
  const { elapsed, first_to_latest } = field;
  if (first_to_latest) return firstToLatestLabel(column, first_to_latest.show);
  const until = elapsed?.until && columnIn(source.groups, elapsed.until);
  return elapsed ? elapsedLabel(column, until ?? null, elapsed.unit) : column.label;
};

/** What a column of the report holds before its function. */
export const resultOf = (
  { result }: Pick<Column, 'result'>,
  { component, elapsed, first_to_latest }: ReportField,
): ResultType => {
  if (first_to_latest) return firstToLatestResult(first_to_latest.show, result);
  return elapsed ? 'number' : component ? 'text' : result;
};

/** What a column is called: its label, else its field, with its letter where several columns show that field. */
export const labelOf = (builder: BuilderContext, field: ReportField): string => {
  if (field.label) return field.label;
  const name = fieldNameOf(builder, field);
  const { fields } = builder.values;
  const isSame = (one: ReportField) => one.form === field.form && one.field === field.field && one.type === field.type;
  const isAlone = fields.every((one) => one.key === field.key || !isSame(one));
  const letter = letterAt(fields.findIndex(({ key }) => key === field.key));
  return isAlone || letter === null ? name : `${name} (${letter})`;
};

export type ColumnParts = Pick<Column, 'form' | 'field' | 'result' | 'worded'> | undefined;

/** What a function of a column is called. */
export const functionName = (agg: Aggregate, column: ColumnParts, values: ReportValues): string =>
  aggregateName(agg, column ? countedRows(values, [column], rowFormsOf(values, formsNamed(values)).length) : 'records');

/**
 * What a column with conditions of its own is called where nobody wrote a label: a count of its own values is named by
 * its conditions alone. Null without conditions.
 */
export const proposedLabel = (builder: BuilderContext, field: ReportField, names: Names): string | null => {
  const { values, source } = builder;
  const { filters, share, compare } = field;
  const agg = field[reportKinds[values.report_type].functionKey];
  const groups = source.compared;
  // One that is being added speaks of nothing yet.
  const conditions = conditionsThat(filters ?? { and: [] }, (one) => subjectOf(groups, one) !== undefined);
  if (!agg || conditions.and.length === 0) return null;
  // Alone, those of which one must hold need no parentheses.
  const [first] = conditions.and;
  const isEither = conditions.and.length === 1 && first && 'or' in first;
  const told = reportSentences(isEither ? { and: first.or } : conditions, {
    groups,
    names,
    asked: [...values.parameters, ...builder.inherited],
  })
    .map(textOf)
    .join(isEither ? orWords : ' and ');
  const isOfItself = conditionsIn(conditions).every(
    ({ form, field_name }) => (form ?? null) === field.form && field_name === field.field,
  );
  if (agg === 'count' && !share && !compare && isOfItself) return told.slice(0, 255);
  const column = columnIn(source.groups, { ...field, field: field.field ?? '' });
  const works = [
    functionName(agg, column, values),
    ...(share ? [shares[share]] : []),
    ...(compare ? [comparisonName(compare)] : []),
  ]
    .join(', ')
    .toLowerCase();
  return `${fieldNameOf(builder, field)} (${works}) where ${told}`.slice(0, 255);
};

/** What a column is of: its form, the person, or other columns. */
export const sourceOf = ({ source }: BuilderContext, { form, field, type }: ReportField): string => {
  if (type === 'operation') return 'Calculated';
  const group = source.groups.find(({ columns }) =>
    columns.some((one) => one.form === form && one.field === field && one.type === type),
  );
  return group?.title ?? (source.catalogue ? 'No longer exists' : '');
};
