import { z } from 'zod';
import { type PercentOf, percentages, viewFields, viewTypes } from '#reports/views.ts';
import { asAbove, stamps, underRoutes } from '../kit/resource.ts';
import { id } from '../kit/route.ts';

/** How the result of a report is looked at. */
export const reportView = z.object({
  ...stamps.shape,
  report_definition_id: id,
  name: z.string(),
  view_type: z.enum(viewTypes),
  xaxis: z.string().nullable(),
  yaxis: z.array(z.string()),
  xaxis_label: z.string().nullable(),
  yaxis_label: z.string().nullable(),
  group_by: z.string().nullable(),
  percent_of: z.enum(Object.keys(percentages) as [PercentOf, ...PercentOf[]]).nullable(),
  /** Of a map; 10 where none was chosen (R80a). */
  zoom: z.int().nullable(),
  /** Whether the map is drawn to fit its points, because no zoom was chosen. */
  fits: z.boolean(),
  series: z.array(z.object({ key: z.string(), type: z.enum(['bar', 'line', 'area']) })).nullable(),
  settings: z.record(z.string(), z.record(z.string(), z.boolean())),
});
export type ReportViewRecord = z.output<typeof reportView>;

const fields = z.strictObject(viewFields);

/** A view as it is sent before there is one. */
export const newView = fields.partial().required({ name: true, view_type: true });

/** Who may change a report may change its views. */
export const reportViews = {
  name: 'report_views',
  access: asAbove('report_definitions'),
  summaries: {
    list: 'List the views of a report',
    show: 'Show one view',
    create: 'Add a view to a report',
    update: 'Change a view',
    remove: 'Delete a view',
  },
  record: reportView,
  create: newView,
  changes: fields.partial().extend({ lock_version: z.int().optional() }),
} as const;

export const reportViewRoutes = underRoutes('report_definitions/:report_id', reportViews);
