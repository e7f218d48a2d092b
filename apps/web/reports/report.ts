import type { z } from 'zod';
import { reportDefinitionRoutes, type reportDefinitions } from '#contract/resources/report-definitions.ts';
import type {
  chartDatum,
  crossTableData,
  mapData,
  ResultHeader,
  viewPage,
} from '#contract/resources/report-results.ts';
import type { reportView } from '#contract/resources/report-views.ts';
import { places } from '#web/access/places.ts';
import { counted } from '#web/kit/formats.ts';
import { resourceOf } from '#web/screens/resource.ts';

export type Report = z.output<typeof reportDefinitions.record>;
export type View = z.output<typeof reportView>;
/** A view as far as it says what is drawn: one that is being made has no id yet. */
export type Look = Pick<
  View,
  'name' | 'view_type' | 'xaxis' | 'yaxis' | 'xaxis_label' | 'yaxis_label' | 'group_by' | 'zoom' | 'series' | 'settings'
> &
  Partial<Pick<View, 'fits' | 'percent_of'>>;
export type ViewPage = z.output<typeof viewPage>;
/** What a report asks when it is opened, with what was chosen. */
export type AskedParameter = ViewPage['narrowing']['parameters'][number];
export type Header = ResultHeader;
export type Datum = z.output<typeof chartDatum>;
export type MapData = z.output<typeof mapData>;
export type CrossTableData = z.output<typeof crossTableData>;
export type CrossTableCell = CrossTableData['total'];
/** What a chart or a map is drawn from. */
export type ViewTable = { headers: Header[]; data: ViewPage['data'] };

export const reports = resourceOf(places.reports, reportDefinitionRoutes, {
  type: 'report_definitions',
  nameOf: ({ name }: Report) => name,
});

/** The address of a report; its default view opens there. */
export const reportAt = (id: number): string => `${places.reports.at}/${id}`;

/** The address of one of its views, `new` for the wizard that adds one. */
export const viewAt = (report: number, view: number | 'new'): string => `${reportAt(report)}/views/${view}`;

/** The address of its kept figures, and of one of these. */
export const keptAt = (report: number, kept?: number): string =>
  `${reportAt(report)}/kept${kept === undefined ? '' : `/${kept}`}`;

/** What a result is based on. Where counts of few people are hidden, the number of records may be, too. */
export const basisWords = (records: number): string =>
  records > 0 ? `Based on the ${counted(records, 'record')} you can see` : 'Based on the records you can see';
