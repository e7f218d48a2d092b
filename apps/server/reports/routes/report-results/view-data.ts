import type { z } from 'zod';
import type { viewPage } from '#contract/resources/report-results.ts';
import { inChartOrder } from '#reports/chart-order.ts';
import { holds } from '#server/access/demands.ts';
import type { Member } from '#server/kit/handlers.ts';
import type { Header, Report } from '#server/reports/report.ts';
import type { View } from '#server/reports/view-issues.ts';

type ViewData = z.input<typeof viewPage>['data'];
type ViewResult = { data: ViewData; warnings: Awaited<ReturnType<Report['page']>>['warnings'] };

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

/** What a view draws, of all rows; null for a table, and for a view whose columns are no longer there. */
export const dataOf = async (report: Report, view: View, caller: Member): Promise<ViewResult> => {
  const { view_type, xaxis, yaxis, group_by } = view;
  const told = (data: ViewData) => ({ data, warnings: [] });
  if (view_type === 'table' || xaxis === null || !isThere(report, view)) return told(null);
  if (view_type === 'map') return told(await mapOf(report, xaxis, caller));
  const axis = report.headers.find(({ key }) => key === xaxis) as Header;
  const chart = { x: xaxis, group: group_by, ys: yaxis };
  if (view_type === 'scatter' && yaxis.length > 0) return told(await report.pairs(chart, maxPoints));
  const { groups, warnings } = await report.groups(chart);
  const data = inChartOrder(groups, axis, view_type);
  return { data, warnings: [...warnings, ...report.keptOutWarnings(data.filter(({ isKeptOut }) => isKeptOut).length)] };
};
