import { type reportViews as OfReportViews, reportViewRoutes, reportViews } from '#contract/resources/report-views.ts';
import { implement, type MemberContext } from '#server/kit/handlers.ts';
import { invalid } from '#server/kit/problem.ts';
import type { Row } from '#server/kit/rows.ts';
import { type ChildInput, type ServingBelow, under } from '#server/kit/under.ts';
import { findReport, lockReport, type ReportRow, viewOf } from '#server/reports/stored.ts';
import { columnsFor, type ViewColumn } from '#server/reports/view-columns.ts';
import { blankView, type View, viewIssues } from '#server/reports/view-issues.ts';

type SentView = ChildInput<typeof OfReportViews>;
type Report = ReportRow & { columns: ReadonlyMap<string, ViewColumn> };

/** What of a view is said of one type of chart alone. */
const ofType = { percent_of: null, zoom: null, series: null, settings: {} };

/** A view with what was sent laid over what is kept; with another type, what was said for the old one goes. */
const viewWith = (sent: SentView, before?: Row<'report_views'>): View | null => {
  const kept = before ? { ...viewOf(before), zoom: before.zoom } : blankView;
  const view_type = sent.view_type ?? before?.view_type;
  if (!view_type) return null;
  const isOther = before && view_type !== before.view_type;
  const own = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));
  return { ...kept, ...(isOther && ofType), ...own, view_type } as View;
};

const tableStays = 'The table view of a report can’t change';

const serving: ServingBelow<typeof reportViews, 'report_views', Report> = {
  table: 'report_views',
  usual: [],
  check: (sent, { above, before }) => {
    if (before?.view_type === 'table') return [{ path: 'base', message: tableStays }];
    const view = viewWith(sent, before);
    if (view?.view_type === 'table')
      return [{ path: 'view_type', message: 'A report has only one table view, and it already exists' }];
    return view ? viewIssues(view, above.columns) : [];
  },
  write: ({ name, xaxis_label, yaxis_label, ...sent }, _, { before }) => {
    const { view_type, xaxis, yaxis, group_by, percent_of, zoom, series, settings } = viewWith(sent, before) as View;
    return {
      columns: {
        ...(name !== undefined && { name }),
        ...(xaxis_label !== undefined && { xaxis_label }),
        ...(yaxis_label !== undefined && { yaxis_label }),
        view_type,
        xaxis,
        yaxis,
        group_by,
        percent_of,
        zoom,
        series: series && JSON.stringify(series),
        settings: JSON.stringify(settings),
      },
    };
  },
  serialize: (rows) => rows.map(viewOf),
  removing: async ({ view_type, is_default }) => {
    if (view_type === 'table') throw invalid('base', tableStays);
    if (is_default) throw invalid('base', 'This is the default view. Make another view the default first.');
  },
};

/** The report of the path, and what columns its views may name when one of them is written. */
const find = async (id: number, context: MemberContext): Promise<Report> => {
  const row = await findReport(id, context);
  if (context.action === 'read') return { ...row, columns: new Map() };
  await lockReport(context, id);
  return { ...row, columns: await columnsFor(context, row) };
};

/** How results of reports are looked at. */
export const reportViewsFeature = implement(
  reportViewRoutes,
  under(reportViews, { key: 'report_id', column: 'report_definition_id', find }, serving),
);
