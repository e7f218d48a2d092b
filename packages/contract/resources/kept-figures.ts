import { z } from 'zod';
import { reportConditions } from '#reports/conditions.ts';
import { parameterValues } from '#reports/definition.ts';
import { viewTypes } from '#reports/views.ts';
import { listOf, personName } from '../kit/list.ts';
import { removal } from '../kit/resource.ts';
import { id, route } from '../kit/route.ts';
import { name, timestamp } from '../kit/text.ts';
import { sortEntries, viewPage } from './report-results.ts';

/** Who sees kept figures, with the words of screens. Whoever can't read a form that they're from never does. */
export const seenBy = { keeper: 'Only me', readers: 'Everyone who can open this report' } as const;

/** Figures of a report as they were at a time. */
export const keptFigures = z.object({
  id,
  report_definition_id: id,
  name: z.string(),
  seen_by: z.enum(Object.keys(seenBy) as [keyof typeof seenBy, ...(keyof typeof seenBy)[]]),
  kept_at: timestamp,
  kept_by: personName,
  /** How they're looked at: as the view was when they were kept. */
  view_type: z.enum(viewTypes),
  /** Whether nobody can open them: they show counts that the organization hides now. */
  hidden: z.boolean(),
  /** Whether the caller may delete them: they kept them, or may change the report. */
  removable: z.boolean(),
  lock_version: z.int(),
});
export type KeptFigures = z.output<typeof keptFigures>;

const read = { entity: 'report_definitions', action: 'read', on: 'record' } as const;
const path = '/organization/:org/report_definitions/:report_id/kept_figures';
const one = `${path}/:id` as const;

/** Figures that stay, of reports whose figures change with what they count. */
export const keptFiguresRoutes = {
  list: route({
    method: 'GET',
    path,
    access: read,
    summary: 'List the kept figures of a report, newest first, without the figures',
    response: listOf(keptFigures),
  }),
  show: route({
    method: 'GET',
    path: one,
    access: read,
    audited: true,
    summary: 'Show kept figures, as the report’s view showed them at the time',
    response: keptFigures.extend({ page: viewPage }),
  }),
  create: route({
    method: 'POST',
    path,
    access: read,
    heavy: true,
    audited: true,
    summary: 'Keep the figures that a view of a report shows now',
    body: z.strictObject({
      name: name(),
      seen_by: keptFigures.shape.seen_by,
      view_id: id,
      /** In place of the report's own. */
      conditions: reportConditions.optional(),
      /** What is chosen of what the report asks. */
      parameters: parameterValues.optional(),
      /** In place of the default order. */
      sort: sortEntries.optional(),
    }),
    response: keptFigures,
  }),
  remove: route({
    method: 'DELETE',
    path: one,
    access: read,
    audited: true,
    summary: 'Delete kept figures',
    body: removal.optional(),
  }),
};
