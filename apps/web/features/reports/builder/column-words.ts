import type { ReportField } from '#reports/definition.ts';
import { columnIn } from '#web/reports/columns.ts';
import type { Builder } from './use-builder.ts';

type BuilderContext = Pick<Builder, 'source' | 'values'>;

/** What a column is called: its label, else its field. */
export const labelOf = ({ source, values }: BuilderContext, field: ReportField): string => {
  if (field.label) return field.label;
  if (field.type === 'operation') return field.formula ? `Calculation ${field.formula}` : 'Calculation';
  const place = values.fields.findIndex(({ key }) => key === field.key) + 1;
  return columnIn(source.groups, { ...field, field: field.field ?? '' })?.label ?? `Column ${place}`;
};

/** What a column is of: its form, the person, or other columns. */
export const sourceOf = ({ source }: BuilderContext, { form, field, type }: ReportField): string => {
  if (type === 'operation') return 'Calculated';
  const group = source.groups.find(({ columns }) =>
    columns.some((one) => one.form === form && one.field === field && one.type === type),
  );
  return group?.title ?? (source.catalogue ? 'No longer exists' : '');
};
