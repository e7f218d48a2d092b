import type { Names } from '#forms/words/condition-words.ts';
import { type Aggregate, aggregates } from '#reports/columns.ts';
import type { ReportField } from '#reports/definition.ts';
import { letterAt } from '#reports/formula.ts';
import { columnIn } from '#web/reports/columns.ts';
import { reportSentences, textOf } from '#web/reports/conditions/report-sentences.ts';
import type { Builder } from './use-builder.ts';

type BuilderContext = Pick<Builder, 'source' | 'values'>;

/** What a column is called without a label of its own. */
export const fieldNameOf = ({ source, values }: BuilderContext, field: ReportField): string => {
  if (field.type === 'operation') return field.formula ? `Calculation ${field.formula}` : 'Calculation';
  const place = values.fields.findIndex(({ key }) => key === field.key) + 1;
  return columnIn(source.groups, { ...field, field: field.field ?? '' })?.label ?? `Column ${place}`;
};

/** What a column is called: its label, else its field, with its letter where several columns show that field. */
export const labelOf = (builder: BuilderContext, field: ReportField): string => {
  if (field.label) return field.label;
  const name = fieldNameOf(builder, field);
  const { fields } = builder.values;
  const isAlone = fields.every((one) => one.key === field.key || fieldNameOf(builder, one) !== name);
  const letter = letterAt(fields.findIndex(({ key }) => key === field.key));
  return isAlone || letter === null ? name : `${name} (${letter})`;
};

/**
 * What a column with conditions of its own is called where nobody wrote a label: a count of its own values is named by
 * its conditions alone. Null without conditions.
 */
export const proposedLabel = (
  builder: BuilderContext,
  field: ReportField,
  { agg, names }: { agg: Aggregate | null; names: Names },
): string | null => {
  const { filters } = field;
  if (!agg || !filters || filters.and.length === 0) return null;
  const told = reportSentences(filters, { groups: builder.source.compared, names }).map(textOf).join(' and ');
  const isOfItself = filters.and.every(
    ({ form, field_name }) => (form ?? null) === field.form && field_name === field.field,
  );
  const label =
    agg === 'count' && isOfItself ? told : `${aggregates[agg]} of ${fieldNameOf(builder, field)} where ${told}`;
  return label.slice(0, 255);
};

/** What a column is of: its form, the person, or other columns. */
export const sourceOf = ({ source }: BuilderContext, { form, field, type }: ReportField): string => {
  if (type === 'operation') return 'Calculated';
  const group = source.groups.find(({ columns }) =>
    columns.some((one) => one.form === form && one.field === field && one.type === type),
  );
  return group?.title ?? (source.catalogue ? 'No longer exists' : '');
};
