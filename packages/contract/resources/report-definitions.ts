import { z } from 'zod';
import { operators } from '#forms/field-types/condition.ts';
import { reportTypes, resultTypes, systemTables } from '#reports/columns.ts';
import { reportConditions } from '#reports/conditions.ts';
import {
  defaultOrder,
  functionModes,
  parameterTypes,
  parameterValue,
  partitionField,
  reportFields,
  reportParameters,
  reportWindow,
} from '#reports/definition.ts';
import { momentFormats } from '#reports/moment-formats.ts';
import { reportSettings } from '#reports/settings.ts';
import { byCategory } from '../kit/list.ts';
import { cloneRoutes, crudRoutes, defineResource, plainCopy } from '../kit/resource.ts';
import { id, route } from '../kit/route.ts';
import { name, optionalText, timestamp } from '../kit/text.ts';
import { recordTypes } from '../record-types.ts';
import { reportView } from './report-views.ts';

const jsonList = z.array(z.record(z.string(), z.unknown()));
const jsonObject = z.record(z.string(), z.unknown());

const fields = z.object({
  name: name(),
  description: optionalText(2000),
  report_type: z.enum(reportTypes, 'Choose a type of report'),
  /** The report that an Aggregate is built on. */
  report_target_id: id.nullable(),
  fields: reportFields,
  conditions: reportConditions,
  default_order: defaultOrder,
  window: reportWindow.nullable(),
  partition_field: partitionField.nullable(),
  /** What readers are asked when they open it: conditions refer to it by its key. */
  parameters: reportParameters,
  settings: reportSettings,
  /** One of its views; every report has a table. */
  default_view_id: id.nullable(),
  /** It follows from the rest; `none` drops the functions, another one is compared with what was sent. */
  function_mode: z.enum(functionModes),
});

/** What is asked of answers, people and the product's own tables, again and again. */
export const reportDefinitions = defineResource({
  name: 'report_definitions',
  ...recordTypes.report_definitions,
  fields,
  optional: [
    'description',
    'report_target_id',
    'conditions',
    'default_order',
    'window',
    'partition_field',
    'parameters',
    'settings',
    'default_view_id',
    'function_mode',
  ],
  shown: z.object({
    // As it is kept: read again by the schemas above, it may have grown stricter since.
    fields: jsonList,
    conditions: z.object({ and: jsonList }),
    default_order: jsonList,
    window: jsonObject.nullable(),
    partition_field: jsonObject.nullable(),
    parameters: jsonList,
    settings: jsonObject,
    report_views: z.array(reportView),
    category: z.object({ id, name: z.string() }).nullable(),
    /** When what it shows was last worked out by Refresh; reading it always works it out. */
    last_refreshed_at: timestamp.nullable(),
    refreshing: z.boolean(),
    /** The window's, flat. */
    order_fields: jsonList,
    compare_operations: jsonList,
    /** Whether the caller is kept from counts of few people in it. */
    small_numbers_below: z.int().nullable(),
    /** Whether figures of it were kept for the caller, too. */
    has_kept_figures: z.boolean(),
  }),
  unlisted: [
    'fields',
    'conditions',
    'default_order',
    'window',
    'partition_field',
    'parameters',
    'settings',
    'report_views',
    'order_fields',
    'compare_operations',
    'small_numbers_below',
    'has_kept_figures',
  ],
  filters: z.object({ report_type: z.enum(reportTypes) }),
  sort: ['name', 'created_at', 'updated_at'],
  search: byCategory,
});

const ofReport = '/organization/:org/report_definitions/:id';
const read = { entity: 'report_definitions', action: 'read' } as const;

/** A column that a report may show, or that its conditions speak of. */
export const reportColumn = z.object({
  form: id.nullable(),
  field: z.string(),
  type: z.enum(['field', 'calculation']),
  label: z.string(),
  result: z.enum(resultTypes),
  options: z
    .array(z.object({ label: z.string(), value: z.union([z.string(), z.number(), z.boolean()]) }))
    .readonly()
    .optional(),
  restricted: z.boolean().optional(),
  internal_form_id: id.optional(),
  /** The report computes it: conditions name it by the key that `field` has, with the type `column`. */
  computed: z.boolean().optional(),
  latest: z.boolean().optional(),
  /** Its numbers are in percent. */
  percent: z.boolean().optional(),
  whole: z.boolean().optional(),
  changing: z.boolean().optional(),
  format: z.enum(momentFormats).optional(),
  worded: z.boolean().optional(),
  matched: z.boolean().optional(),
  operators: z.array(z.enum(operators)).readonly().optional(),
  /** Of a column of the report below an Aggregate: what it shows, as conditions name it. */
  of: z.object({ form: id.nullable(), field: z.string(), type: z.enum(['field', 'calculation']) }).optional(),
});

/** What a report asks its readers, with what was chosen. */
export const askedParameter = z.object({
  key: z.string(),
  label: z.string(),
  type: z.enum(parameterTypes),
  /** Of a choice: the column whose values are offered; null when it is gone. */
  column: reportColumn.nullable(),
  /** Null for all. */
  value: parameterValue,
  /** What counts while nothing is chosen. */
  default: parameterValue,
});

export const reportDefinitionRoutes = {
  ...crudRoutes(reportDefinitions),
  ...cloneRoutes(reportDefinitions, { summary: 'Copy a report with its views and summary', body: plainCopy }),
  uses: route({
    method: 'GET',
    path: `${ofReport}/uses`,
    access: { ...read, on: 'record' },
    summary: 'List uses of a report: widgets, and Aggregate reports that the caller can see',
    response: z.object({ reports: z.array(z.object({ id, name: z.string() })), widgets: z.int() }),
  }),
  /** Loaded form by form, so that hundreds of forms do not come at once. */
  catalogue: route({
    method: 'GET',
    path: '/organization/:org/report_catalogue',
    access: { entity: 'report_definitions', action: 'write', on: 'any' },
    summary: 'List what the caller can build a report from',
    query: z.strictObject({
      report_type: z.enum(reportTypes),
      /** Ids of forms, with commas between, whose columns are wanted; at most 10. Of an Aggregate: that of its report. */
      forms: z
        .string()
        .regex(/^[1-9]\d{0,15}(,[1-9]\d{0,15}){0,9}$/, 'Send the IDs of at most 10 forms')
        .transform((ids) => ids.split(',').map(Number))
        .optional(),
      /** The table of a system report. */
      table: z
        .string()
        .refine((name) => name in systemTables, `Choose one of ${Object.keys(systemTables).join(', ')}`)
        .optional(),
    }),
    response: z.object({
      /** The columns above forms. */
      columns: z.array(reportColumn).readonly(),
      /** What the report below an Aggregate asks its readers. */
      parameters: z.array(askedParameter).readonly(),
      /** Those that may be chosen; `columns` is empty of those that were not asked for. */
      forms: z.array(
        z.object({
          id,
          name: z.string(),
          form_type: z.enum(['client', 'internal']),
          restricted: z.boolean(),
          columns: z.array(reportColumn).readonly(),
        }),
      ),
      /** Reports on which an Aggregate may be built. */
      reports: z.array(z.object({ id, name: z.string() })),
    }),
  }),
  /** Small numbers: what the owner decides of one report. */
  liftSmallNumbers: route({
    method: 'PUT',
    path: `${ofReport}/small_numbers`,
    access: { entity: 'report_definitions', action: 'write', on: 'record' },
    audited: true,
    summary: 'Show or hide small counts in one report, as the owner',
    body: z.strictObject({ shown: z.boolean() }),
    response: reportDefinitions.record,
  }),
};
