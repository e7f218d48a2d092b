import type { Band } from '../bands.ts';
import type {
  AddressComponent,
  Aggregate,
  Catalogue,
  Column,
  CompareOperation,
  ReportType,
  ResultType,
  RowFunction,
} from '../columns.ts';
import type { Comparison, EarlierPeriod } from '../comparisons.ts';
import type { ReportCondition } from '../conditions.ts';
import type { FunctionMode, ReportFormatter } from '../definition.ts';
import type { ElapsedUnit } from '../elapsed.ts';
import type { Formula } from '../formula.ts';
import type { MatchedResponse } from '../matching.ts';
import type { AskedParameter } from '../parameters.ts';
import type { Period } from '../periods.ts';
import type { ReportSettings } from '../settings.ts';
import type { PartOf } from '../shares.ts';

/** One comparison; about null, about what is no longer there or is restricted, it finds nothing. */
export type PlanCondition = Pick<ReportCondition, 'op' | 'value'> & {
  column: Column | null;
  /** What it speaks of, in words; null where that is gone. */
  named: string | null;
  /** The periods of which one must hold, null for its own; left out for its own alone. */
  periods?: readonly (EarlierPeriod | null)[];
};

/** Comparisons of which one must hold. */
export type Alternatives = readonly PlanCondition[];

/** The time from a date until another one; until today where that is null. */
export type TimeBetween = { unit: ElapsedUnit; from: Column; until: Column | null };

/** A column of the result. */
export type PlanColumn = {
  key: string;
  label: string;
  /** What it shows; null of an operation, and of what is no longer there. */
  column: Column | null;
  /** Of a column that holds the time between two dates: which these are. */
  elapsed: TimeBetween | null;
  /** The bands that its numbers are shown in, in ascending order; the first is below all that were asked for. */
  bands: readonly Band[] | null;
  /** Of a column whose rows are in the group of each of their choices: the column that holds all of these. */
  eachOf: Column | null;
  /** Of groups: how many are shown by themselves, and the key of the column whose figures tell which; the others are one. */
  top: { count: number; by: string } | null;
  component: AddressComponent | null;
  formatter: ReportFormatter | null;
  hidden: boolean;
  agg: Aggregate | null;
  /** What its function's figure is a percentage of. */
  share: PartOf | null;
  /** How its figure compares with that of an earlier period; blank where there is none. */
  compare: (Comparison & { isBlank?: boolean }) | null;
  /** For a hidden figure: the key of the column that is computed from it. */
  behind: string | null;
  /** Whether its numbers are in percent: 40 is 40 %. */
  isPercent: boolean;
  /** Which rows its aggregate counts. */
  filters: Alternatives[];
  /** The date that `first` and `last` go by; null for when it was recorded. */
  by: Column | null;
  over: RowFunction | CompareOperation | EndsValue | null;
  /** By what its days or moments are put together, where rows are grouped by it. */
  period: Period | null;
  formula: Formula | null;
  /** Of a formula with a function: what it is of each row, by the columns that stand beside it, and what these are. */
  rowFormula: { formula: Formula; columns: readonly PlanColumn[] } | null;
  /** What its numbers are to come to, and whether they are shown as a percentage of that. */
  target: { value: number; isPercent: boolean } | null;
  /** What it holds in the end, after its function. */
  result: ResultType;
};

/** A column of which nothing is computed and nothing is shown in another way. */
export const plainColumn = {
  elapsed: null,
  bands: null,
  eachOf: null,
  top: null,
  component: null,
  formatter: null,
  agg: null,
  share: null,
  compare: null,
  behind: null,
  isPercent: false,
  filters: [],
  by: null,
  over: null,
  period: null,
  formula: null,
  rowFormula: null,
  target: null,
} satisfies Partial<PlanColumn>;

/** What a definition is read against; of an Aggregate with what the report below asks its readers. */
export type PlanSources = Catalogue & { parameters?: readonly AskedParameter[] | undefined };

/** What a column shows of the first and the latest answer of a person; of how they differ in words, by what is better. */
export type EndsValue = 'first' | 'latest' | 'change' | 'higher_is_better' | 'lower_is_better';

/** How the responses of one form are told apart along time. */
export type PlanWindow = {
  order: Column;
  /** Whether what they were ordered by no longer exists, so that this is when they were recorded. */
  isUnordered: boolean;
  /** One row for each person: that response; `compare` is the latest, beside what was worked out. */
  reduces: 'earliest' | 'latest' | 'compare' | null;
  filters: Alternatives[];
};

/** Which of a person's responses to a form stands beside each row of others. Without a date that it needs, none does. */
export type PlanMatch = {
  response: MatchedResponse;
  /** The date of the form that it is found by; null when it is gone. */
  date: Column | null;
  /** The date of the row that it is compared with; null when it is gone, and where it is compared with none. */
  at: Column | null;
};

export type PlanForm = {
  id: number;
  name: string;
  restricted: boolean;
  window: PlanWindow | null;
  /** Null of a form whose responses are rows. */
  match: PlanMatch | null;
};

/** Returns the forms whose responses are rows. */
export const rowForms = ({ forms }: Pick<Plan, 'forms'>): PlanForm[] => forms.filter(({ match }) => !match);

/** Returns the columns that a column's values are computed from, or are. */
export const columnsOf = ({ column, elapsed, eachOf, rowFormula }: PlanColumn): Column[] =>
  rowFormula
    ? rowFormula.columns.flatMap(columnsOf)
    : [elapsed?.from ?? eachOf ?? column, elapsed?.until ?? null].filter((one) => one !== null);

/** Returns the columns that conditions compare, but for those that the report computes, each as often as it is named. */
export const columnsCompared = (conditions: readonly Alternatives[]): Column[] =>
  conditions.flat().flatMap(({ column }) => (column && !column.computed ? [column] : []));

const ends: readonly PlanColumn['over'][] = ['first', 'latest', 'change', 'higher_is_better', 'lower_is_better'];

/** Whether a column shows the first and the latest answer of a person, or how they differ. */
export const isOfEnds = ({ over }: Pick<PlanColumn, 'over'>): boolean => ends.includes(over);

/** Whether rows have at most one response of each person to each form, so that answers of several forms belong together. */
export const isOnePerPerson = (plan: Plan): boolean =>
  plan.partition === null && rowForms(plan).every(({ window }) => window?.reduces);

/** Returns every column that the columns of a plan read, each as often as it is named. */
export const columnsShown = ({ columns }: { columns: readonly PlanColumn[] }): Column[] =>
  columns.flatMap((one) => [...columnsOf(one), ...(one.by ? [one.by] : []), ...columnsCompared(one.filters)]);

/** Returns every column that a plan reads, each as often as it is named. */
export const columnsRead = (plan: Plan): Column[] => [
  ...columnsShown(plan),
  ...columnsCompared([...plan.conditions, ...plan.conditionsAfter, ...plan.rowConditions]),
];

/** A report as it is worked out for one caller: plain data, with everything resolved that names something. */
export type Plan = {
  report_type: ReportType;
  settings: ReportSettings;
  mode: FunctionMode;
  /** Whether people who were archived count; null where no rows are of such people. */
  archived: boolean | null;
  /** In the order in which the columns name them. */
  forms: PlanForm[];
  /** internal_forms: the column by which the records of one form pick those of the other. */
  picks: Column | null;
  /** Those of the definition, then hidden ones: figures that changes are computed from, and columns to order by. */
  columns: PlanColumn[];
  /** What its readers are asked, of the report below an Aggregate too. */
  parameters: readonly AskedParameter[];
  conditions: Alternatives[];
  /** What the rows that windows leave must meet. */
  conditionsAfter: Alternatives[];
  /**
   * What rows must meet as they stand, whatever is done with them then: in columns that the report computes, in matched
   * responses, or in one of several forms.
   */
  rowConditions: Alternatives[];
  /** What takes the place of the person in the windows of its form. */
  partition: Column | null;
  /** By the places of columns. */
  order: { at: number; order: 'asc' | 'desc' }[];
};
