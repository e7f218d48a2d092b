import { type Catalogue, type Column, isField, type ReportType, type ResultType } from '#reports/columns.ts';
import { reportKinds } from '#reports/kinds.ts';
import { type Heading, kindWords } from './kind-words.ts';

/** What a column is, without the words for it. */
export type ColumnName = Pick<Column, 'form' | 'field' | 'type' | 'computed'>;

/** One text for a column, without blanks where it has no form. */
export const nameOfColumn = ({ form, field, type, computed }: ColumnName): string =>
  `${form ?? ''}.${computed ? 'column' : type}.${field}`;

/** Columns that are told of together: those of a form, of the person, of what the report is about. */
export type ColumnGroup = {
  key: string;
  title: string;
  of: Heading['of'] | 'form';
  restricted: boolean;
  columns: readonly Column[];
};

const isAnswer = (column: Column): boolean => isField(column) || column.type === 'calculation';

/** The columns that a report may have, by what they are of; groups without columns are left out. */
export const columnGroups = (report_type: ReportType, { columns, forms }: Catalogue): ColumnGroup[] =>
  [
    ...kindWords[report_type].headings.map(
      ({ title, of, takes }): ColumnGroup => ({
        key: of,
        title,
        of,
        restricted: false,
        columns: columns.filter(takes),
      }),
    ),
    ...forms.map(
      ({ id, name, restricted, columns: of }): ColumnGroup => ({
        key: String(id),
        title: name,
        of: 'form',
        restricted,
        // What was answered comes before what is known of the response.
        columns: [...of.filter(isAnswer), ...of.filter((one) => !isAnswer(one))],
      }),
    ),
  ].filter((one) => one.columns.length > 0);

/** What conditions may be about: all columns, and what only conditions can use. */
export const conditionGroups = (report_type: ReportType, groups: readonly ColumnGroup[]): ColumnGroup[] => {
  const { conditions: title = '' } = kindWords[report_type];
  const { conditionColumns: columns } = reportKinds[report_type];
  return columns ? [...groups, { key: 'link', title, of: 'report', restricted: false, columns }] : [...groups];
};

/** The columns that a report computes, as a group for its conditions; none where it computes none. */
export const ownGroup = (columns: readonly Column[]): ColumnGroup[] =>
  columns.length > 0
    ? [{ key: 'own', title: 'Calculated in this report', of: 'report', restricted: false, columns }]
    : [];

/** How conditions name a column: one of an Aggregate by what it shows in the report below. */
export const comparedName = ({ of, form, field, type, computed }: Column): ColumnName =>
  of ?? { form, field, type, ...(computed && { computed }) };

/** The column of that name; where no form is named, the first that is called so. */
export const columnIn = (
  groups: readonly ColumnGroup[],
  { form, field, type }: { form?: number | null | undefined; field: string; type?: string | null | undefined },
): Column | undefined =>
  groups
    .flatMap(({ columns }) => columns)
    .find((one) => one.field === field && one.type === (type ?? 'field') && (form == null || one.form === form));

/** What a column holds, in a word. */
export const resultWords: Record<ResultType, string> = {
  text: 'Text',
  number: 'Number',
  date: 'Date',
  time: 'Time',
  timestamp: 'Date and time',
  boolean: 'Yes or no',
  choice: 'Choice',
  scale: 'Choice of numbers',
  choices: 'Choices',
  address: 'Address',
  file: 'File',
  record: 'Record',
  user: 'User',
};
