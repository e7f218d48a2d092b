import { z } from 'zod';
import { summaryFunctions, wireTypes } from '#reports/columns.ts';
import { reportConditions } from '#reports/conditions.ts';
import { maxOrders, parameterValues } from '#reports/definition.ts';
import { matchWords } from '#reports/matching.ts';
import { json, pageOf, pageParams, whole } from '../kit/list.ts';
import { id, route } from '../kit/route.ts';
import { timestamp } from '../kit/text.ts';
import { askedParameter, reportColumn, reportDefinitions } from './report-definitions.ts';
import { newView, reportView } from './report-views.ts';
import { preparedExport } from './response-downloads.ts';

/** A column of a result. */
export const resultHeader = z.object({
  key: z.string(),
  /** The place of the column, as formulas name it; null beyond Z. */
  letter: z.string().nullable(),
  label: z.string(),
  type: z.enum(wireTypes),
  /** Of a choice: its options are numbers, which one can calculate with. */
  numeric: z.boolean().optional(),
  form: id.nullable(),
  field: z.string().nullable(),
  agg: z.string().nullable(),
  /** The report computes it of each row: conditions name it by its key, with the type `column`. */
  computed: z.boolean().optional(),
  /** What its figures are to come to. */
  target: z.number().optional(),
  /** Whether the report groups its rows by it. */
  group: z.boolean().optional(),
  /** Its form is restricted, and the caller has no grant on it. */
  restricted: z.boolean(),
  /** Of a choice: the values of its options, in the order in which people see them. */
  options: z
    .array(z.union([z.string(), z.number(), z.boolean()]))
    .readonly()
    .optional(),
});
export type ResultHeader = z.output<typeof resultHeader>;

/** A row of a result; the lists stand beside the headers. */
export const resultRecord = z.object({
  values: z.array(z.unknown()),
  display_values: z.array(z.string()),
  links: z.array(z.string().nullable()),
});

const paged = pageOf(resultRecord).shape.metadata;

const warnings = z.array(z.object({ key: z.string().nullable(), count: z.int(), message: z.string() }));

const told = z.object({
  conditions: reportConditions,
  /** The columns that the conditions speak of, and the forms that these are of. */
  columns: z.array(reportColumn).readonly(),
  forms: z.array(z.object({ id, name: z.string() })).readonly(),
});

/** What narrows the rows, so that it can be told in words and changed, by who cannot open the report itself too. */
const narrowing = told.extend({
  /** The conditions of single columns. */
  filters: z.array(z.object({ key: z.string(), label: z.string(), conditions: reportConditions })),
  /** Those under which the responses of a form are looked at along time. */
  windows: z.array(z.object({ form: id, name: z.string(), conditions: reportConditions })),
  /** Of forms whose responses are matched to rows: which one stands beside each, and by which dates it is found. */
  matches: z.array(matchWords.extend({ form: id, name: z.string() })),
  /** Of windows, whether conditions on answers apply to what they leave; null where there is no such condition. */
  after_window: z.boolean().nullable(),
  /** Whether conditions on calculated columns, or on one of several forms, apply after windows in any case. */
  rows_after_window: z.boolean(),
  /** Whether people who were archived count; null where no rows are of such people. */
  archived_people: z.boolean().nullable(),
  /** What readers are asked when they open it, of the report that an Aggregate is built on too. */
  parameters: z.array(askedParameter.extend({ display_value: z.string() })).readonly(),
  /** Those of the report that an Aggregate is built on; `conditions` is null of one that the caller may not read. */
  base: told.extend({ conditions: reportConditions.nullable() }).nullable(),
});

export const reportResult = z.object({
  headers: z.array(resultHeader),
  records: z.array(resultRecord),
  /** The figures of all rows, where the report asks for them; what stands below groups in it is blank. */
  totals: resultRecord.nullable(),
  metadata: paged,
  /** Rows before they were put into groups. */
  record_count: z.int(),
  /** What was left out of a function or is kept back, by column; of the whole result where `key` is null. */
  warnings,
  narrowing,
  refreshing: z.boolean(),
  last_refreshed_at: timestamp.nullable(),
});
export type ReportResult = z.output<typeof reportResult>;

/** What a chart draws: the value of each y column for one x and group. */
export const chartDatum = z.object({
  x: z.unknown(),
  x_label: z.string(),
  group: z.string().nullable(),
  values: z.array(z.number().nullable()),
});
/** What a map shows; places are rounded for who may not read people. */
export const mapData = z.object({
  points: z.array(
    z.object({ location: z.tuple([z.number(), z.number()]), label: z.string(), link: z.string().nullable() }),
  ),
  displayed: z.int(),
  total: z.int(),
});

/** What stands at a place of a cross table, by its figures; a percentage is null where a figure has no parts. */
const crossTableCell = z.object({
  values: z.array(z.number().nullable()),
  display_values: z.array(z.string()),
  percents: z.array(z.number().nullable()),
});
const crossTableHead = z.object({ value: z.unknown(), label: z.string() });
/** What a cross table shows. Totals are computed from the rows of the report; those that would reveal a small count are null. */
export const crossTableData = z.object({
  columns: z.array(crossTableHead),
  rows: z.array(crossTableHead.extend({ cells: z.array(crossTableCell), total: crossTableCell })),
  totals: z.array(crossTableCell),
  total: crossTableCell,
  /** How many rows there are; the first of them are here. */
  row_count: z.int(),
});

/** What a view draws; null for a table, and for a cross table with more columns than it may have, which a warning says. */
const viewData = z.union([z.array(chartDatum), mapData, crossTableData]).nullable();

export const viewPage = reportResult.extend({
  view: reportView.extend({ data: viewData }),
  /** The same as in the view. */
  data: viewData,
});

/** By which columns a result is sorted, by their keys. */
export const sortEntries = z
  .array(z.strictObject({ field: z.string().max(40), order: z.enum(['asc', 'desc']) }))
  .max(maxOrders, `Sort by at most ${maxOrders} columns`);

const overrides = {
  /** In place of the report's own. */
  conditions: json(reportConditions).optional(),
  /** What is chosen of what the report asks, by the keys of its parameters: `{"period":"last month","program":["food"]}`. */
  parameters: json(parameterValues).optional(),
  /** In place of the default order. */
  sort: json(sortEntries).optional(),
};
/** The cross table to download in place of all rows. */
const ofView = { view_id: whole(1, Number.MAX_SAFE_INTEGER).optional() };
const paging = { page: whole(1, 10_000).optional(), page_size: whole(1, 100).optional() };

const read = { entity: 'report_definitions', action: 'read', on: 'record' } as const;
const write = { entity: 'report_definitions', action: 'write', on: 'record' } as const;
const query = z.strictObject({ ...overrides, ...ofView });
const asFile = { access: read, heavy: true, audited: true, query, download: true } as const;
const one = '/organization/:org/report_results/:id';
const summaryPath = '/organization/:org/report_definitions/:report_id/report_summary';
const summaryFunction = z.enum(Object.keys(summaryFunctions) as [keyof typeof summaryFunctions]);

/** Which functions of which columns a summary holds: JSON text, `[{"key":"c2","functions":["avg"]}]`. */
export const summarySettings = z
  .array(z.strictObject({ key: z.string().max(40), functions: z.array(summaryFunction).max(6).optional() }))
  .max(50, 'Choose at most 50 columns');

const summary = z.object({
  settings: z.string(),
  fields: z.array(
    z.object({ key: z.string(), label: z.string(), type: z.enum(wireTypes), numeric: z.boolean().optional() }),
  ),
  stats: z.array(
    z.object({
      label: z.string(),
      value: z.union([z.number(), z.string()]).nullable(),
      key: z.string(),
      function: summaryFunction,
    }),
  ),
  /** What is kept back. */
  warnings,
});
const summaryBody = z.strictObject({ settings: z.string().max(20_000) });

/** What reports come to. Each read works it out under the rights of who asks. */
export const reportResultRoutes = {
  show: route({
    method: 'GET',
    path: one,
    access: read,
    heavy: true,
    audited: true,
    summary: 'Show the result of a report, a page at a time',
    query: z.strictObject({ ...overrides, ...paging }),
    response: reportResult,
  }),
  refresh: route({
    method: 'PUT',
    path: one,
    access: read,
    summary: 'Refresh a report in the background',
    body: z.strictObject({}).optional(),
    response: z.object({ id, refreshing: z.boolean(), last_refreshed_at: timestamp.nullable() }),
    status: 202,
  }),
  csv: route({
    method: 'GET',
    path: `${one}.csv`,
    ...asFile,
    summary:
      'Download all rows of a report as CSV, or one of its cross tables; more than 200,000 answer 202, and an email says when the file is ready',
  }),
  xlsx: route({
    method: 'GET',
    path: `${one}.xlsx`,
    ...asFile,
    summary:
      'Download all rows of a report as a workbook, or one of its cross tables; more than 200,000 answer 202, and an email says when the file is ready',
  }),
  dictionary: route({
    method: 'GET',
    path: `${one}/dictionary.csv`,
    access: read,
    summary: 'Describe the columns of an export of a report',
    query: z.strictObject({ parameters: overrides.parameters, ...ofView }),
    download: true,
  }),
  exported: route({
    method: 'GET',
    path: '/organization/:org/report_results/:report_id/exports/:id',
    access: 'member',
    audited: true,
    summary: 'Show an export of a report that was too large to download immediately, to the person who requested it',
    response: preparedExport,
  }),
  viewPage: route({
    method: 'GET',
    path: '/organization/:org/report_definitions/:report_id/report_views/:id/page/:page',
    access: read,
    heavy: true,
    audited: true,
    summary: 'Show the data of a report’s view, with a page of the result',
    params: pageParams,
    query: z.strictObject({ ...overrides, page_size: paging.page_size }),
    response: viewPage,
  }),
  /** Stores nothing: at most 20 rows of a report that is being built. */
  viewPreview: route({
    method: 'POST',
    path: '/organization/:org/report_definitions/:report_id/view_previews',
    access: write,
    heavy: true,
    audited: true,
    summary: 'Preview the data of a view, without saving',
    body: newView.partial({ name: true }),
    response: z.object({ data: viewData, warnings }),
    status: 200,
  }),
  preview: route({
    method: 'POST',
    path: '/organization/:org/report_previews',
    access: { entity: 'report_definitions', action: 'write', on: 'any' },
    heavy: true,
    audited: true,
    summary: 'Preview the result of a report, without saving',
    body: reportDefinitions.create.partial({ name: true }),
    response: reportResult,
    status: 200,
  }),
  summary: route({
    method: 'GET',
    path: summaryPath,
    access: read,
    heavy: true,
    summary: 'Show the summary of a report',
    query: z.strictObject({ conditions: overrides.conditions, parameters: overrides.parameters }),
    response: summary,
  }),
  createSummary: route({
    method: 'POST',
    path: summaryPath,
    access: write,
    heavy: true,
    summary: 'Show the functions of a report’s summary',
    body: summaryBody,
    response: summary,
  }),
  updateSummary: route({
    method: 'PUT',
    path: summaryPath,
    access: write,
    heavy: true,
    summary: 'Change the functions of a report’s summary',
    body: summaryBody,
    response: summary,
  }),
};
