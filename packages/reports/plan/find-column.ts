import { type Catalogue, type Column, clientLink, type ReportType } from '../columns.ts';

/** What a definition names: a field or a calculation of a form, or a column above forms. */
export type Named = { form?: number | null | undefined; field: string; type?: string | null | undefined };

const isNamed =
  ({ field, type }: Named) =>
  (column: Column) =>
    column.field === field && column.type === (type === 'calculation' ? 'calculation' : 'field');

/** The column of that name; undefined when the catalogue has none. */
export const findColumn = ({ columns, forms }: Catalogue, named: Named): Column | undefined =>
  (named.form == null ? columns : (forms.find(({ id }) => id === named.form)?.columns ?? [])).find(isNamed(named));

/** What conditions may name, beside what a report shows. */
const aboveForms = ({ columns }: Catalogue, report_type: ReportType) =>
  report_type === 'public_forms' ? [...columns, clientLink] : columns;

const isId = (name: string) => /^\d+$/.test(name);

/**
 * What a condition speaks of: one column, or that column of every form, as `created_at` without a form; a sentence when
 * it speaks of none, or cannot tell which.
 * @param forms the ids of the report's forms
 */
export const findCompared = (
  catalogue: Catalogue,
  { report_type, forms }: { report_type: ReportType; forms: readonly number[] },
  named: Named,
): Column[] | string => {
  const above = aboveForms(catalogue, report_type).find(isNamed(named));
  if (above && named.form == null) return [above];
  const among = named.form == null ? forms : forms.filter((id) => id === named.form);
  const found = among.flatMap((form) => findColumn(catalogue, { ...named, form }) ?? []);
  if (found.length === 0) return 'This condition refers to a column that is not in the forms of this report';
  if (found.length > 1 && isId(named.field)) return 'Several forms have this field. Choose which one is meant';
  return found;
};
