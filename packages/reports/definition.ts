import { z } from 'zod';
import { cleanText } from '#forms/clean-text.ts';
import { formatter } from '#forms/definition/calculation.ts';
import { maxValues } from '#forms/field-types/condition.ts';
import { oneOf } from '#forms/field-types/metadata.ts';
import { bandStarts } from './bands.ts';
import { columnName, columnType, namedField, namedForm } from './column-name.ts';
import {
  type Aggregate,
  addressComponents,
  aggregates,
  compareOperations,
  orderFunctions,
  type ReportType,
  rowFunctions,
} from './columns.ts';
import { type Comparison, comparisons, type EarlierPeriod } from './comparisons.ts';
import { conditionsIn, listOf, parameterKey, type ReportConditions, reportConditions } from './conditions.ts';
import { elapsedTime } from './elapsed.ts';
import { firstToLatest } from './first-to-latest.ts';
import { withoutSpaces } from './formula.ts';
import { momentFormats } from './moment-formats.ts';
import type { ReportSettings } from './settings.ts';
import { type Share, shares, targetProblem } from './shares.ts';
import { topGroups } from './top.ts';

export const maxFields = 100;
export const maxOrders = 3;
export const maxParameters = 3;

export const parameterTypes = ['period', 'choice'] as const;
export type ParameterType = (typeof parameterTypes)[number];

const key = cleanText(40).regex(/^[a-z0-9_]{1,40}$/, 'Use 1 to 40 lowercase letters, digits and _');
const aggregate = z.enum(Object.keys(aggregates) as [Aggregate, ...Aggregate[]], 'Choose a function');

/** How a column is shown; in aggregate mode, a date or a time stamp is also grouped as it is shown. */
const reportFormatter = formatter.extend({
  output: oneOf(momentFormats).nullish(),
  format: oneOf(['integer', 'float', 'currency', 'percent', 'ratio']).nullish(),
  /** Whether thousands are set apart. */
  grouping: z.boolean('Choose true or false').nullish(),
});
/** Numbers as they are have no places of their own to set apart. */
const hasPlaces = ({ format, precision, grouping }: ReportFormatter) =>
  !grouping || precision != null || (format != null && format !== 'float');
export type ReportFormatter = z.output<typeof reportFormatter>;

/** A column of a report. An operation works its value out of other columns, named by the letter of their place. */
export const reportField = z
  .strictObject({
    key: key.nullish(),
    form: namedForm,
    field: namedField.nullish().transform((value) => value ?? null),
    type: oneOf(['field', 'calculation', 'operation'])
      .nullish()
      .transform((value) => value ?? 'field'),
    label: cleanText(255)
      .nullish()
      .transform((value) => value || null),
    formatter: reportFormatter
      .refine(hasPlaces, { path: ['precision'], error: 'Enter how many decimals, to set thousands apart' })
      .nullish()
      .transform((value) => value ?? null),
    hidden: z
      .boolean('Choose true or false')
      .nullish()
      .transform((value) => value ?? false),
    agg: aggregate.nullish().transform((value) => value ?? null),
    agg_query: aggregate.nullish().transform((value) => value ?? null),
    /** Shows the function's figure as a percentage. Its conditions limit the part, not the whole. */
    share: oneOf(Object.keys(shares) as [Share, ...Share[]]).nullish(),
    /** What its figures are to come to. */
    target: z
      .number('Enter a number')
      .refine((target) => !targetProblem(target), { error: ({ input }) => targetProblem(Number(input)) ?? '' })
      .nullish(),
    /** Compares the function's figure with that of an earlier period: of conditions on dates, the one before. */
    compare: z
      .strictObject({
        with: oneOf(Object.keys(comparisons) as [EarlierPeriod, ...EarlierPeriod[]]),
        as: oneOf(Object.keys(comparisons.previous) as [Comparison['as'], ...Comparison['as'][]]),
      })
      .nullish(),
    filters: reportConditions.nullish().transform((value) => value ?? null),
    /** The date of the same form that `first` and `last` go by; when it was recorded where nothing is said. */
    by: namedField.nullish(),
    formula: cleanText(200)
      .nullish()
      .transform((value) => (value ? withoutSpaces(value) : null) || null),
    component: oneOf(addressComponents)
      .nullish()
      .transform((value) => value ?? null),
    /** Shows a date as the time from it until another date of the same row; until today where none is named. */
    elapsed: elapsedTime(z.strictObject(columnName)).nullish(),
    /** Shows the first and the latest answer of a person, or how they differ, where the window compares responses. */
    first_to_latest: firstToLatest.nullish(),
    /** Shows numbers in bands, by where each of these begins. */
    bands: bandStarts.nullish(),
    /** Groups by each option of a question with several choices, instead of by what was chosen together. */
    each_option: z.boolean('Choose true or false').nullish(),
    /** Shows the groups that come to most by themselves, and all others as one. */
    top: topGroups(key.nullish()).nullish(),
  })
  .refine(({ type, field }) => type === 'operation' || field !== null, { path: ['field'], error: 'Choose a column' });

/** Columns as they are kept: each has a key, c1, c2 and so on by its place where none was sent. */
export const reportFields = listOf(reportField, maxFields, 'columns')
  .refine((fields) => fields.length > 0, 'Choose at least one column')
  .transform((fields) => fields.map((one, index) => ({ ...one, key: one.key ?? `c${index + 1}` })));
export type ReportField = z.output<typeof reportFields>[number];

/** A column without a function, conditions or a label of its own. */
export const blankField = {
  label: null,
  formatter: null,
  hidden: false,
  agg: null,
  agg_query: null,
  filters: null,
  formula: null,
  component: null,
} as const;

const windowEntry = <F extends readonly string[]>(functions: F) =>
  z.strictObject({
    ...columnName,
    function: oneOf(functions)
      .nullish()
      .transform((value) => value ?? null),
  });

const byForm = <Z extends z.ZodType>(item: Z) =>
  z.record(z.string().regex(/^[1-9]\d{0,15}$/, 'Use the IDs of forms as the keys of the sections'), item);

/** How the responses of each form are told apart along time, by the form's id. */
export const reportWindow = z.strictObject({
  filters: byForm(reportConditions).optional(),
  order_fields: byForm(listOf(windowEntry(orderFunctions), 1, 'columns')).optional(),
  compare_operations: byForm(listOf(windowEntry(compareOperations), maxFields, 'columns')).optional(),
  functions: byForm(listOf(windowEntry(rowFunctions), maxFields, 'columns')).optional(),
  /** Worked out and answered: whether earliest and latest are compared. What is sent counts for nothing. */
  comparison: z.boolean().optional(),
});
export type ReportWindow = z.output<typeof reportWindow>;

/** What takes the place of the person in windows. */
export const partitionField = z.strictObject(columnName);
export type PartitionField = z.output<typeof partitionField>;

/** One column to order by: a column of the report by its key, or what it names. */
export const orderEntry = z
  .strictObject({
    key: key.nullish(),
    form: namedForm,
    field: namedField.nullish(),
    type: columnType.nullish(),
    agg: aggregate.nullish(),
    order: oneOf(['asc', 'desc'])
      .nullish()
      .transform((value) => value ?? 'asc'),
  })
  .refine(({ key, field }) => !!key || !!field, { path: ['key'], error: 'Choose a column' });
export type OrderEntry = z.output<typeof orderEntry>;

/** Of several entries for one column the last stays, where it stands; of those the last three. */
export const defaultOrder = listOf(orderEntry, maxFields, 'columns').transform((entries) => {
  const name = ({ key, form, field, type, agg }: OrderEntry) => key ?? JSON.stringify([form, field, type, agg]);
  const last = new Map(entries.map((one, index) => [name(one), index]));
  return entries.filter((one, index) => last.get(name(one)) === index).slice(-maxOrders);
});

/** What a reader chooses: a period or its first and last day, or values; null for all. */
export const parameterValue = z
  .union([cleanText(40), z.array(z.union([cleanText(255), z.number(), z.boolean()])).max(maxValues)], {
    error: `Send a period, or a list of at most ${maxValues} values`,
  })
  .nullable();
export type ParameterValue = z.output<typeof parameterValue>;

/** What readers choose, by the keys of parameters; the default counts of what is left out. */
export const parameterValues = z.record(parameterKey, parameterValue);
export type ParameterValues = z.output<typeof parameterValues>;

/** What a report asks its readers when they open it. A choice offers the values of a column. */
export const reportParameter = z
  .strictObject({
    key: parameterKey,
    label: cleanText(60, 'Enter a name').min(1, 'Enter a name'),
    type: oneOf(parameterTypes),
    column: z
      .strictObject(columnName)
      .nullish()
      .transform((value) => value ?? null),
    default: parameterValue.optional().transform((value) => value ?? null),
  })
  .refine(({ type, column }) => (type === 'choice') === (column !== null), {
    path: ['column'],
    error: 'Choose a column for a choice, and none for a period',
  });
export type ReportParameter = z.output<typeof reportParameter>;
export const reportParameters = listOf(reportParameter, maxParameters, 'parameters');

export const functionModes = ['none', 'agg', 'window'] as const;
export type FunctionMode = (typeof functionModes)[number];

/** What a report says of its rows, as it is kept: everything but its name and who made it. */
export type ReportDefinition = {
  report_type: ReportType;
  report_target_id: number | null;
  fields: ReportField[];
  conditions: ReportConditions;
  default_order: OrderEntry[];
  window: ReportWindow | null;
  partition_field: PartitionField | null;
  parameters: ReportParameter[];
  settings: ReportSettings;
};

/** A report that says nothing of its rows yet. */
export const blankDefinition: Omit<ReportDefinition, 'report_type'> = {
  report_target_id: null,
  fields: [],
  conditions: { and: [] },
  default_order: [],
  window: null,
  partition_field: null,
  parameters: [],
  settings: {},
};

const namesCompared = (conditions: ReportConditions) =>
  conditionsIn(conditions).flatMap(({ field_name, type }) => (type === 'column' ? [] : field_name));

/** The columns that a report names to show, filter, count or order by, as they stand there. */
export const namesIn = ({
  fields,
  conditions,
  default_order,
  parameters,
  settings,
}: ReportDefinition): (string | null | undefined)[] => [
  ...fields.flatMap(({ field, by, elapsed, filters }) => [
    field,
    by,
    elapsed?.until?.field,
    ...(filters ? namesCompared(filters) : []),
  ]),
  ...namesCompared(conditions),
  ...default_order.map(({ field }) => field),
  ...parameters.map(({ column }) => column?.field),
  ...Object.values(settings.matching ?? {}).flatMap(({ date, at }) => [date?.field, at?.field]),
];

/** What a report does with its rows: it follows from what it says. Groups are of the rows that windows leave. */
export const functionModeOf = ({ window, fields }: Pick<ReportDefinition, 'window' | 'fields'>): FunctionMode =>
  fields.some(({ agg, agg_query }) => agg || agg_query) ? 'agg' : window ? 'window' : 'none';
