import { z } from 'zod';
import { parameterValue, reportParameter } from '#reports/definition.ts';
import { viewTypes } from '#reports/views.ts';
import { grid } from '../dashboard-grid.ts';
import { listOf } from '../kit/list.ts';
import { crudRoutes, defineResource } from '../kit/resource.ts';
import { id, route } from '../kit/route.ts';
import { pinnedMessage } from './pinned-messages.ts';

/** So many widgets stand on a dashboard. */
export const maxWidgets = 50;

const cell = (least: number, most: number) => {
  const words = `Enter a whole number from ${least} to ${most}`;
  return z.int(words).min(least, words).max(most, words);
};

const place = {
  x: cell(0, grid.columns - 1),
  y: cell(0, grid.lowest),
  w: cell(1, grid.columns),
  h: cell(1, grid.tallest),
};

/**
 * What a report on a widget asks. The default of a choice comes with the results, as far as the caller may see its values.
 */
const widgetParameter = z.object({ ...reportParameter.shape, default: parameterValue.optional() });

/** One place of the dashboard, which there is one of for the whole organization. */
export const dashboardWidgets = defineResource({
  name: 'dashboard_widgets',
  entity: 'dashboards',
  title: { one: 'widget', many: 'widgets' },
  fields: z.object({
    record_type: z.enum(['ReportDefinition', 'PinnedMessage'], 'Choose ReportDefinition or PinnedMessage'),
    record_id: id,
    /** A view of the report; null is its default view. */
    view_id: id.nullable(),
    ...place,
  }),
  optional: ['view_id', 'x', 'y', 'w', 'h'],
  shown: z.object({
    layout: z.object({ x: z.int(), y: z.int(), w: z.int(), h: z.int() }),
    /** Whether the caller may read what it shows. Those that they may not read are left out for who cannot change it. */
    readable: z.boolean(),
    record: z
      .union([
        z.object({
          name: z.string(),
          view_type: z.enum(viewTypes),
          /** The view that is shown, and what it is called. */
          view_id: id,
          view_name: z.string(),
          /** What the report asks its readers, and the report below an Aggregate. */
          parameters: z.array(widgetParameter),
        }),
        pinnedMessage,
      ])
      .nullable(),
  }),
  filters: z.object({}),
  sort: ['created_at'],
});

export const dashboardWidgetRoutes = {
  // Names are those of reports and messages: to search them would tell of what the caller may not read.
  ...crudRoutes({ ...dashboardWidgets, query: dashboardWidgets.query.omit({ query: true }) }),
  arrange: route({
    method: 'PUT',
    path: '/organization/:org/dashboard_widgets',
    access: { entity: 'dashboards', action: 'write', on: 'any' },
    summary: 'Move and resize widgets; the others keep their places, and if one fails, nothing changes',
    body: z.strictObject({
      widgets: z
        .array(z.strictObject({ id, ...place, lock_version: z.int() }))
        .min(1, 'Send at least one widget')
        .max(maxWidgets, `A dashboard can have at most ${maxWidgets} widgets`),
    }),
    response: listOf(dashboardWidgets.listed),
  }),
};
