import type { Issue } from '#contract/kit/issues.ts';
import { isNumeric } from '#reports/columns.ts';
import { chartOptions, crossTable, type PercentOf, type ViewType } from '#reports/views.ts';
import type { ViewColumn } from './view-columns.ts';

/** A view as it would be. */
export type View = {
  view_type: ViewType;
  xaxis: string | null;
  yaxis: string[];
  group_by: string | null;
  percent_of: PercentOf | null;
  zoom: number | null;
  series: { key: string; type: string }[] | null;
  settings: Record<string, Record<string, boolean>>;
};

/** A view of which nothing is said but its type. */
export const blankView: Omit<View, 'view_type'> = {
  xaxis: null,
  yaxis: [],
  group_by: null,
  percent_of: null,
  zoom: null,
  series: null,
  settings: {},
};

type Columns = ReadonlyMap<string, ViewColumn>;

const refused = (path: string, message: string): Issue[] => [{ path, message }];
const choose = 'Choose a column that the report shows';

/** A table shows the report as it is. */
const tableIssues = ({ xaxis, yaxis, group_by, zoom, series }: View): Issue[] =>
  Object.entries({ xaxis, yaxis: yaxis.length || null, group_by, zoom, series: series?.length || null }).flatMap(
    ([path, value]) => (value === null ? [] : refused(path, 'A table doesn’t have this setting. Leave it out.')),
  );

const chooseGroup = 'Choose a column that the report groups by';

/** A cross table shows figures of a report by groups, by two of these. */
const crossTableIssues = (view: View, columns: Columns): Issue[] => {
  const { xaxis, group_by, yaxis, percent_of, zoom, series } = view;
  const isGroup = (key: string | null) => columns.get(key ?? '')?.isGroup === true;
  const figures = yaxis.map((key) => columns.get(key));
  if (![...columns.values()].some((one) => one.isGroup))
    return refused('view_type', 'A cross table needs a report with functions, which groups its rows');
  return [
    ...(isGroup(xaxis) ? [] : refused('xaxis', chooseGroup)),
    ...(isGroup(group_by) ? [] : refused('group_by', chooseGroup)),
    ...(xaxis !== null && xaxis === group_by ? refused('group_by', 'Choose another column than for the rows') : []),
    ...(yaxis.length === 0 ? refused('yaxis', 'Choose one or two figures') : []),
    ...(yaxis.length > crossTable.maxFigures
      ? refused('yaxis', `Choose at most ${crossTable.maxFigures} figures for a cross table`)
      : []),
    ...figures.flatMap((one, index) =>
      one?.isFigure ? [] : refused(`yaxis.${index}`, 'Choose a number column with a function or a formula'),
    ),
    ...(new Set(yaxis).size < yaxis.length ? refused('yaxis', 'Choose each column only once') : []),
    ...(percent_of !== null && figures.some((one) => one?.isFigure) && !figures.some((one) => one?.hasParts)
      ? refused('percent_of', 'Only counts and sums have percentages. Choose one of those, or show numbers alone.')
      : []),
    ...Object.entries({ zoom, series: series?.length || null }).flatMap(([path, value]) =>
      value === null ? [] : refused(path, 'A cross table doesn’t have this setting. Leave it out.'),
    ),
  ];
};

const mapIssues = ({ xaxis, yaxis, group_by, series }: View, columns: Columns): Issue[] => [
  ...(columns.get(xaxis ?? '')?.type === 'address'
    ? []
    : refused('xaxis', 'Choose a column with addresses that have a location')),
  ...Object.entries({ yaxis: yaxis.length || null, group_by, series: series?.length || null }).flatMap(
    ([path, value]) => (value === null ? [] : refused(path, 'A map doesn’t have this setting. Leave it out.')),
  ),
];

const seriesIssues = ({ view_type, yaxis, series }: View): Issue[] => {
  if (!series?.length) return [];
  if (view_type !== 'composed')
    return refused('series', 'Leave this out: only composed charts draw columns in different ways');
  return series.flatMap(({ key }, index) =>
    yaxis.includes(key) ? [] : refused(`series.${index}.key`, 'Choose one of the columns of the y axis'),
  );
};

const chartIssues = (view: View, columns: Columns): Issue[] => {
  const { xaxis, yaxis, group_by, zoom } = view;
  return [
    ...(columns.has(xaxis ?? '') ? [] : refused('xaxis', choose)),
    ...yaxis.flatMap((key, index) => {
      if (!columns.has(key)) return refused(`yaxis.${index}`, choose);
      const holdsNumbers = isNumeric(columns.get(key)?.type ?? 'text');
      return holdsNumbers ? [] : refused(`yaxis.${index}`, 'Choose a number column');
    }),
    ...(new Set(yaxis).size < yaxis.length ? refused('yaxis', 'Choose each column only once') : []),
    ...(group_by === null || columns.has(group_by) ? [] : refused('group_by', choose)),
    ...(group_by !== null && yaxis.length > 1
      ? refused('group_by', 'Groups need a single column. Choose one for the y axis.')
      : []),
    ...(zoom === null ? [] : refused('zoom', 'Leave this out: only a map has a zoom')),
    ...seriesIssues(view),
  ];
};

/** Options of another type of chart say nothing here. */
const settingIssues = ({ view_type, settings }: View): Issue[] => {
  const own = view_type in chartOptions ? chartOptions[view_type as keyof typeof chartOptions].key : null;
  return Object.keys(settings).flatMap((key) =>
    key === own ? [] : refused(`settings.${key}`, 'These options belong to another type. Leave them out.'),
  );
};

const percentIssues = ({ view_type, percent_of }: View): Issue[] =>
  percent_of === null || view_type === 'cross_table'
    ? []
    : refused('percent_of', 'Leave this out: only cross tables show percentages beside numbers');

const issuesOfType: Partial<Record<ViewType, (view: View, columns: Columns) => Issue[]>> = {
  table: tableIssues,
  map: mapIssues,
  cross_table: crossTableIssues,
};

/** What is wrong with a view of a report with these columns. */
export const viewIssues = (view: View, columns: Columns): Issue[] => [
  ...(issuesOfType[view.view_type] ?? chartIssues)(view, columns),
  ...percentIssues(view),
  ...settingIssues(view),
];
