import { type Catalogue, type Column, clientLink, type ReportType, type ResultType } from '#reports/columns.ts';

/** What a column is, without the words for it. */
export type ColumnName = Pick<Column, 'form' | 'field' | 'type'>;

/** One text for a column, without blanks where it has no form. */
export const nameOfColumn = ({ form, field, type }: ColumnName): string => `${form ?? ''}.${type}.${field}`;

/** Columns that are told of together: those of a form, of the person, of what the report is about. */
export type ColumnGroup = {
  key: string;
  title: string;
  of: 'person' | 'form' | 'household' | 'fields' | 'report' | 'system';
  restricted: boolean;
  columns: readonly Column[];
};

const above = (report_type: ReportType): Pick<ColumnGroup, 'title' | 'of'> => {
  switch (report_type) {
    case 'household':
      return { title: 'Household', of: 'household' };
    case 'system':
      return { title: 'System', of: 'system' };
    case 'query':
      return { title: 'Columns of the report', of: 'report' };
    default:
      return { title: 'Person', of: 'person' };
  }
};

/** Fields that stand above forms are called by their ids. */
const isField = ({ field }: Column): boolean => /^\d+$/.test(field);
const isAnswer = (column: Column): boolean => isField(column) || column.type === 'calculation';
const ofPerson = ({ field }: Column): boolean => field.startsWith('client_');

/** The columns that a report may have, by what they are of; groups without columns are left out. */
export const columnGroups = (report_type: ReportType, { columns, forms }: Catalogue): ColumnGroup[] => {
  const own = report_type === 'system' || report_type === 'query';
  const group = (part: Pick<ColumnGroup, 'title' | 'of'>, of: readonly Column[]): ColumnGroup => ({
    key: part.of,
    restricted: false,
    columns: of,
    ...part,
  });
  const rest = columns.filter((one) => own || !isField(one));
  return [
    ...(report_type === 'household'
      ? [
          group(
            above(report_type),
            rest.filter((one) => !ofPerson(one)),
          ),
          group({ title: 'Members', of: 'person' }, rest.filter(ofPerson)),
        ]
      : [group(above(report_type), rest)]),
    group(
      { title: 'Fields', of: 'fields' },
      columns.filter((one) => !own && isField(one)),
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
};

/** What conditions may be about: all columns, and of public forms whether somebody's person is known. */
export const conditionGroups = (report_type: ReportType, groups: readonly ColumnGroup[]): ColumnGroup[] => [
  ...groups,
  ...(report_type === 'public_forms'
    ? [{ key: 'link', title: 'Public form response', of: 'report' as const, restricted: false, columns: [clientLink] }]
    : []),
];

/** How conditions name a column: one of an Aggregate by what it shows in the report below. */
export const comparedName = ({ of, form, field, type }: Column): ColumnName => of ?? { form, field, type };

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
  choices: 'Choices',
  address: 'Address',
  file: 'File',
  record: 'Record',
  user: 'User',
};
