import { type Catalogue, type Column, isField, type ReportType } from '../columns.ts';
import { reportKinds } from '../kinds.ts';

/** What a definition names: a field or a calculation of a form, or a column above forms. */
export type ColumnReference = { form?: number | null | undefined; field: string; type?: string | null | undefined };

const isNamed =
  ({ field, type }: ColumnReference) =>
  (column: Column) =>
    column.field === field && column.type === (type === 'calculation' ? 'calculation' : 'field');

/** The column of that name; undefined when the catalogue has none. */
export const findColumn = ({ columns, forms }: Catalogue, named: ColumnReference): Column | undefined =>
  (named.form == null ? columns : (forms.find(({ id }) => id === named.form)?.columns ?? [])).find(isNamed(named));

/** What a condition can speak of besides the catalogue. */
export type ComparedContext = {
  report_type: ReportType;
  /** The IDs of the report's forms. */
  forms: readonly number[];
  /** Those of them whose responses are rows: a name that several forms have is about these. */
  rowForms: readonly number[];
  /** By their keys, the columns that the report computes; a sentence where conditions can't speak of one. */
  own: ReadonlyMap<string, Column | string>;
};

export const ambiguous = 'Several forms have this field. Choose one of the forms.';

/** Of the report below an Aggregate: the columns that show what is named, the first of each form, or the one of that key. */
const findBelow = ({ columns }: Catalogue, named: ColumnReference): Column[] | string => {
  const shows = ({ of }: Column) =>
    of?.field === named.field && of.type === (named.type ?? 'field') && (named.form == null || of.form === named.form);
  const first = [...Map.groupBy(columns.filter(shows), ({ of }) => of?.form).values()].map(
    ([first]) => first as Column,
  );
  // A name that several forms have is about those that give rows.
  const ofRows = named.form == null && !isField(named) ? first.filter(({ matched }) => !matched) : first;
  const found = ofRows.length > 0 ? ofRows : first;
  if (found.length > 1 && isField(named)) return ambiguous;
  if (found.length > 0) return found;
  const keyed = columns.find(({ field }) => named.form == null && field === named.field);
  return keyed ? [keyed] : 'This condition uses a column that isn’t in the source report';
};

/** Of the report's own columns, the one of that key, which it computes. */
const findOwn = (own: ReadonlyMap<string, Column | string>, { field }: ColumnReference): Column[] | string => {
  const found = own.get(field) ?? 'This condition uses a column that isn’t in this report, or isn’t computed by it';
  return typeof found === 'string' ? found : [found];
};

/**
 * What a condition speaks of: one column, or that column of every form, as `created_at` without a form; a sentence when
 * it speaks of none, or cannot tell which.
 */
export const findCompared = (
  catalogue: Catalogue,
  { report_type, forms, rowForms, own }: ComparedContext,
  named: ColumnReference,
): Column[] | string => {
  const { isBuiltOnReport, conditionColumns } = reportKinds[report_type];
  if (named.type === 'column') return findOwn(own, named);
  if (isBuiltOnReport) return findBelow(catalogue, named);
  const above = catalogue.columns.find(isNamed(named)) ?? conditionColumns?.find(isNamed(named));
  if (above && named.form == null) return [above];
  const ofAny = isField(named) ? forms : rowForms;
  const among = named.form == null ? ofAny : forms.filter((id) => id === named.form);
  const found = among.flatMap((form) => findColumn(catalogue, { ...named, form }) ?? []);
  if (found.length === 0) return 'This condition uses a column that isn’t in the forms of this report';
  if (found.length > 1 && isField(named)) return ambiguous;
  return found;
};
