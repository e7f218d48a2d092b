import {
  type Aggregate,
  aggregates,
  type Column,
  clientLink,
  householdColumns,
  isField,
  type ReportType,
  reportTypes,
  type SourceForm,
  type SystemTable,
} from './columns.ts';
import { type FunctionMode, functionModes, type ReportDefinition } from './definition.ts';
import type { ReportSettings } from './settings.ts';

/** How a report reads the forms that its columns name: how many at most, and in which order of time. */
export type FormsRead = {
  form_type: SourceForm['form_type'];
  limit: number;
  tooMany: string;
  timeColumn: 'completed_at' | 'created_at';
  /** Whether a second form gives the records that the first one picks, one beside each row. */
  picksRecords?: true;
  /** Whether a row is about one question in a response. */
  asksQuestions?: true;
  /** Whether responses belong to people, so that windows look at the responses of each person. */
  ofPeople?: true;
  /** Whether one of the person's responses to another form can stand beside each row. */
  matchesResponses?: true;
};

/** What is true of every report of a type, wherever it is built, checked or run. */
export type ReportKind = {
  /** What it can do with its rows; a new report begins with the first. The only mode holds even without functions. */
  modes: readonly [FunctionMode, ...FunctionMode[]];
  /** What its rows stand for, in the plural, by how many forms it reads. */
  rows: (settings: ReportSettings, forms: number) => string;
  /** The property of a column that names its function. */
  functionKey: 'agg' | 'agg_query';
  groupLimit?: number;
  forms?: FormsRead;
  isBuiltOnReport?: true;
  needsField?: true;
  /** The product's table that a new report is about. */
  firstTable?: SystemTable;
  /** Of rows that stand for several people, unless `per_member` gives each a row: the columns of the row itself. */
  rowColumns?: readonly Column[];
  /** Whether it knows the latest answer of each person alone, whatever its settings are. */
  latestAnswers?: true;
  /** Whether a report can count people who were archived: of households, only who is there at present counts. */
  reachesArchived?: (settings: ReportSettings) => boolean;
  /** What only conditions can use. */
  conditionColumns?: readonly Column[];
};

const always = () => true;

const ofForms = { modes: functionModes, functionKey: 'agg' } as const;
const ofNoForm = { modes: ['none', 'agg'], functionKey: 'agg' } as const;

export const reportKinds: Record<ReportType, ReportKind> = {
  client_forms: {
    ...ofForms,
    rows: ({ include_people_without_responses }, forms) =>
      forms === 1 && !include_people_without_responses ? 'responses' : 'records',
    forms: {
      form_type: 'client',
      limit: 10,
      tooMany: 'Use at most 10 forms',
      timeColumn: 'completed_at',
      ofPeople: true,
      matchesResponses: true,
    },
    reachesArchived: always,
  },
  data_quality: {
    ...ofForms,
    rows: () => 'questions',
    forms: {
      form_type: 'client',
      limit: 1,
      tooMany: 'Use one form',
      timeColumn: 'completed_at',
      ofPeople: true,
      asksQuestions: true,
    },
    reachesArchived: always,
  },
  public_forms: {
    ...ofForms,
    rows: () => 'responses',
    forms: {
      form_type: 'client',
      limit: 1,
      tooMany: 'Multiple forms cannot be used on a Public Form report as there is no client record to connect on.',
      timeColumn: 'completed_at',
    },
    conditionColumns: [clientLink],
    reachesArchived: always,
  },
  internal_forms: {
    ...ofForms,
    rows: () => 'records',
    forms: {
      form_type: 'internal',
      limit: 2,
      tooMany: 'Use at most 2 forms, one of which picks records of the other',
      timeColumn: 'created_at',
      picksRecords: true,
    },
  },
  system: {
    ...ofNoForm,
    rows: ({ table }) => (table === 'people' || table === 'responses' ? table : 'records'),
    firstTable: 'people',
    reachesArchived: ({ table }) => table === 'people' || table === 'responses',
  },
  fields: {
    ...ofNoForm,
    rows: ({ all_answers }) => (all_answers ? 'responses' : 'people'),
    needsField: true,
    reachesArchived: always,
  },
  household: { ...ofNoForm, rows: () => 'households', rowColumns: householdColumns, latestAnswers: true },
  query: { modes: ['agg'], functionKey: 'agg_query', rows: () => 'rows', groupLimit: 3, isBuiltOnReport: true },
};

/** The types of report that others can be built on. */
export const baseTypes = reportTypes.filter((type) => !reportKinds[type].isBuiltOnReport);

/**
 * Whether a report counts people who were archived. Figures do unless the report says otherwise: those of a past time
 * don't change when somebody is archived. Lists don't. Null where no rows are of such people.
 */
export const countsArchived = (
  { report_type, settings }: Pick<ReportDefinition, 'report_type' | 'settings'>,
  mode: FunctionMode,
): boolean | null =>
  reportKinds[report_type].reachesArchived?.(settings) ? (settings.archived_people ?? mode !== 'none') : null;

/** Returns whether a column can count households: a person's Household ID can. A person without one counts as one. */
export const countsHouseholds = ({ form, field }: Pick<Column, 'form' | 'field'>, report_type: ReportType): boolean => {
  const { rowColumns, isBuiltOnReport } = reportKinds[report_type];
  return form === null && field === 'household_id' && !rowColumns && !isBuiltOnReport;
};

/** What a function counts of a column, or of those of a formula, in the plural: answers, the rows of the report, or the members that they stand for. */
export const countedRows = (
  { report_type, settings }: Pick<ReportDefinition, 'report_type' | 'settings'>,
  columns: readonly Pick<Column, 'form' | 'field'>[],
  forms: number,
): string => {
  const { rows, rowColumns, isBuiltOnReport } = reportKinds[report_type];
  if (columns.some(isField) && !isBuiltOnReport) return 'answers';
  const isOfRow = columns.every(({ form, field }) => form === null && rowColumns?.some((one) => one.field === field));
  return rowColumns && (settings.per_member || !isOfRow) ? 'members' : rows(settings, forms);
};

/** What a function is called; a percentage says of what it is. @param rows what it counts, in the plural */
export const aggregateName = (agg: Aggregate, rows: string): string =>
  agg === 'percent' ? `Percent of ${rows}` : aggregates[agg];

/** Whether a column has a value for each of several people in a row, so that it needs a function. */
export const needsFunction = (
  { report_type, settings }: Pick<ReportDefinition, 'report_type' | 'settings'>,
  { form, field }: Pick<Column, 'form' | 'field'>,
): boolean => {
  const { rowColumns } = reportKinds[report_type];
  return !!rowColumns && !settings.per_member && (form !== null || !rowColumns.some((one) => one.field === field));
};
