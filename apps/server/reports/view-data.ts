import type { z } from 'zod';
import type { viewPage } from '#contract/resources/report-results.ts';
import { inChartOrder } from '#reports/chart-order.ts';
import { crossTable } from '#reports/views.ts';
import { holds } from '#server/access/demands.ts';
import type { Member } from '#server/kit/handlers.ts';
import { invalid } from '#server/kit/problem.ts';
import type { Header, Report, ResultPage } from '#server/reports/report.ts';
import { viewColumns } from '#server/reports/view-columns.ts';
import type { View } from '#server/reports/view-issues.ts';

type ViewData = z.input<typeof viewPage>['data'];
type ViewResult = { data: ViewData; warnings: Awaited<ReturnType<Report['page']>>['warnings'] };

const { maxRows, maxFileRows } = crossTable;
/** So many points are drawn at once. */
const maxPoints = 5000;

/** A place as somebody may see it who may not read people: to about a kilometer. */
const rounded = (value: number) => Math.round(value * 100) / 100;

const mapOf = async (report: Report, xaxis: string, caller: Member): Promise<ViewData> => {
  const { points, ...counts } = await report.points({ key: xaxis, limit: maxPoints });
  if (holds(caller, { entity: 'clients', action: 'read' })) return { points, ...counts };
  return {
    points: points.map(({ location: [lat, lng], ...point }) => ({ ...point, location: [rounded(lat), rounded(lng)] })),
    ...counts,
  };
};

const isThere = (report: Report, { xaxis, yaxis, group_by }: View) => {
  const keys = new Set(report.headers.map(({ key }) => key));
  return [xaxis, group_by, ...yaxis].every((key) => key === null || keys.has(key));
};

/** Whether a report still groups by the rows and the columns of a cross table, and computes its figures. */
const isCrossed = ({ plan }: Report, { xaxis, group_by, yaxis }: View): boolean => {
  const columns = viewColumns(plan);
  const areGroups = [xaxis, group_by].every((key) => columns.get(key ?? '')?.isGroup);
  return areGroups && xaxis !== group_by && yaxis.every((key) => columns.get(key)?.isFigure);
};

/** The cross table of a view; undefined of another view, and where the report no longer has what it is made of. */
const crossTableFor = async (report: Report, view: View, limit = maxRows) => {
  const { view_type, xaxis, group_by, yaxis, percent_of } = view;
  if (view_type !== 'cross_table' || xaxis === null || group_by === null || !isCrossed(report, view)) return undefined;
  return report.crossTable({ rows: xaxis, columns: group_by, figures: yaxis, percentOf: percent_of }, limit);
};

type CrossTableFile = ReturnType<Report['exported']> & { warnings: ViewResult['warnings'] };

/**
 * The cross table of a view as it stands in a file, and what it can't show. Throws a Problem where there is none, or too
 * much of it.
 */
export const fileOf = async (report: Report, view: View): Promise<CrossTableFile> => {
  if (view.view_type !== 'cross_table')
    throw invalid('view_id', 'Only cross tables have files of their own. Leave this out for the rows of the report.');
  const crossed = await crossTableFor(report, view, maxFileRows);
  if (!crossed) throw invalid('view_id', 'The report has changed, so this cross table can’t be shown. Edit its view.');
  const { table, warnings } = crossed;
  const file = crossed.file();
  if (!table || !file) throw invalid('view_id', warnings[0]?.message ?? 'This cross table has too many columns');
  if (table.row_count > maxFileRows)
    throw invalid(
      'view_id',
      `A cross table has at most ${maxFileRows.toLocaleString('en-US')} rows in a file, and this one has ${table.row_count.toLocaleString('en-US')}. Add a condition.`,
    );
  return { ...file, warnings: warnings.filter(({ key }) => key !== null) };
};

/** What a view draws, of all rows; null for a table, and for a view whose columns are no longer there. */
export const dataOf = async (report: Report, view: View, caller: Member): Promise<ViewResult> => {
  const { view_type, xaxis, yaxis, group_by } = view;
  const told = (data: ViewData) => ({ data, warnings: [] });
  const crossed = await crossTableFor(report, view);
  if (crossed) return { data: crossed.table, warnings: crossed.warnings };
  if (view_type === 'table' || view_type === 'cross_table' || xaxis === null || !isThere(report, view))
    return told(null);
  if (view_type === 'map') return told(await mapOf(report, xaxis, caller));
  const axis = report.headers.find(({ key }) => key === xaxis) as Header;
  const chart = { x: xaxis, group: group_by, ys: yaxis };
  if (view_type === 'scatter' && yaxis.length > 0) return told(await report.pairs(chart, maxPoints));
  const { groups, warnings } = await report.groups(chart);
  const data = inChartOrder(groups, axis, view_type);
  return { data, warnings: [...warnings, ...report.keptOutWarnings(data.filter(({ isKeptOut }) => isKeptOut).length)] };
};

/** A page of a result with what a view draws. Beside a cross table there are no rows: nobody would look at them. */
export const pageOf = async (
  report: Report,
  view: View,
  { caller, ...paging }: { caller: Member; page: number; page_size: number },
): Promise<ResultPage & { data: ViewData }> => {
  const crossed = await crossTableFor(report, view);
  if (crossed) {
    const { table, warnings } = crossed;
    const about = await crossed.about();
    const metadata = { ...paging, total_count: 0, total_pages: 0 };
    return { ...about, metadata, warnings: [...about.warnings, ...warnings], data: table };
  }
  const page = await report.page(paging);
  const { data, warnings } = await dataOf(report, view, caller);
  return { ...page, warnings: [...page.warnings, ...warnings], data };
};
