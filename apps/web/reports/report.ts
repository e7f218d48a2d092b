import type { z } from 'zod';
import { reportDefinitionRoutes, type reportDefinitions } from '#contract/resources/report-definitions.ts';
import type { reportView } from '#contract/resources/report-views.ts';
import { places } from '#web/access/places.ts';
import { resourceOf } from '#web/screens/resource.ts';

export type Report = z.output<typeof reportDefinitions.record>;
export type View = z.output<typeof reportView>;

export const reports = resourceOf(places.reports, reportDefinitionRoutes, {
  type: 'report_definitions',
  nameOf: ({ name }: Report) => name,
});

/** The address of a report; its default view opens there. */
export const reportAt = (id: number): string => `${places.reports.at}/${id}`;

/** The address of one of its views, `new` for the wizard that adds one. */
export const viewAt = (report: number, view: number | 'new'): string => `${reportAt(report)}/views/${view}`;
