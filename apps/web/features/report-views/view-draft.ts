import { type ChartType, chartOptions, crossTable, maxSeries, type ViewType } from '#reports/views.ts';
import type { Header, Look } from '#web/reports/report.ts';

/** What a new view may be: every report has its table. */
export type NewType = Exclude<ViewType, 'table'>;

export const newTypes: readonly NewType[] = [
  'cross_table',
  'bar',
  'line',
  'area',
  'composed',
  'pie',
  'scatter',
  'radar',
  'map',
];

export const numbersIn = (headers: readonly Header[]): Header[] =>
  headers.filter(({ type, numeric }) => type === 'number' || numeric);
/** The columns that a report groups its rows by. */
const groupsIn = (headers: readonly Header[]): Header[] => headers.filter(({ group }) => group);
/** The numbers that are no groups: of a report by groups those that it works out. */
const figuresIn = (headers: readonly Header[]): Header[] => numbersIn(headers).filter(({ group }) => !group);
export const addressesIn = (headers: readonly Header[]): Header[] => headers.filter(({ type }) => type === 'address');

/** What a report lacks for a type of view; null where it has all. */
export const lackOf = (type: NewType, headers: readonly Header[]): string | null => {
  const numbers = numbersIn(headers).length;
  if (type === 'map') return addressesIn(headers).length === 0 ? 'Needs an address column' : null;
  if (type === 'cross_table')
    return groupsIn(headers).length < 2 || figuresIn(headers).length === 0
      ? 'Needs two columns to group by and a function'
      : null;
  if (type === 'scatter') return numbers < 2 ? 'Needs two number columns' : null;
  if (type === 'composed') return numbers === 0 ? 'Needs a number column' : null;
  return headers.length === 0 ? 'Needs a column' : null;
};

/** The columns that may stand on the x axis. */
export const acrossOf = (type: ViewType, headers: readonly Header[]): Header[] => {
  if (type === 'map') return addressesIn(headers);
  if (type === 'cross_table') return groupsIn(headers);
  if (type === 'scatter') return numbersIn(headers);
  return headers.filter((header) => header.type !== 'file');
};

/** The columns that may be measured. */
export const measurable = ({ view_type, xaxis }: Look, headers: readonly Header[]): Header[] => {
  if (view_type === 'cross_table') return figuresIn(headers);
  return numbersIn(headers).filter(({ key }) => key !== xaxis || view_type !== 'scatter');
};

/** How many columns may be measured: a pie shows the parts of one whole. */
export const maxMeasured = (type: ViewType): number => {
  if (type === 'cross_table') return crossTable.maxFigures;
  return type === 'pie' || type === 'scatter' ? 1 : maxSeries;
};

/** Whether a view may be split by the values of a column: where at most one is measured, and its type shows groups. */
export const maySplit = ({ view_type, yaxis }: Pick<Look, 'view_type' | 'yaxis'>): boolean =>
  view_type === 'cross_table' || (view_type !== 'map' && view_type !== 'pie' && yaxis.length <= 1);

/** The columns by whose values a view may be split; those of a cross table go across. */
export const splittingBy = ({ view_type, xaxis }: Look, headers: readonly Header[]): Header[] =>
  view_type === 'cross_table' ? groupsIn(headers) : headers.filter(({ key, type }) => key !== xaxis && type !== 'file');

/** A cross table as it begins: of the report's groups time goes across, else the last one. */
const crossTableDraft = (headers: readonly Header[]): Pick<Look, 'xaxis' | 'group_by' | 'yaxis'> => {
  const groups = groupsIn(headers);
  const across = groups.find(({ type }) => type === 'date' || type === 'timestamp') ?? groups.at(-1);
  const [first] = figuresIn(headers);
  return {
    xaxis: groups.find((one) => one !== across)?.key ?? null,
    group_by: across?.key ?? null,
    yaxis: first ? [first.key] : [],
  };
};

/** A view of a type as it begins: the columns that are most likely meant. */
export const draftOf = (type: NewType, headers: readonly Header[], name = ''): Look => {
  const numbers = numbersIn(headers);
  const across = acrossOf(type, headers);
  const x = across.find((header) => header.type !== 'number') ?? across[0];
  const measured = numbers.filter(({ key }) => key !== x?.key);
  // What was worked out of groups is what such a report is about.
  const workedOut = measured.filter(({ agg }) => agg !== null);
  const [first] = workedOut.length > 0 ? workedOut : type === 'scatter' || type === 'composed' ? measured : [];
  return {
    name,
    view_type: type,
    xaxis: x?.key ?? null,
    yaxis: type === 'map' || !first ? [] : [first.key],
    xaxis_label: null,
    yaxis_label: null,
    group_by: null,
    percent_of: null,
    zoom: null,
    series: null,
    settings: {},
    ...(type === 'cross_table' && crossTableDraft(headers)),
  };
};

/** What is sent of a view: nothing that another type would have. */
export const bodyOf = (look: Look): Look => {
  const { view_type, yaxis, series, settings, group_by } = look;
  const options = chartOptions[view_type as keyof typeof chartOptions]?.key;
  const own = options && settings[options];
  const isMap = view_type === 'map';
  const isCrossTable = view_type === 'cross_table';
  const hasLabels = !isMap && !isCrossTable;
  return {
    ...look,
    xaxis_label: (hasLabels && look.xaxis_label) || null,
    yaxis_label: (hasLabels && look.yaxis_label) || null,
    yaxis: isMap ? [] : yaxis,
    group_by: maySplit(look) ? group_by : null,
    percent_of: (isCrossTable && look.percent_of) || null,
    zoom: isMap ? look.zoom : null,
    series:
      view_type === 'composed'
        ? yaxis.map((key) => series?.find((one) => one.key === key) ?? { key, type: 'bar' as const })
        : null,
    settings: options && own ? { [options]: own } : {},
  };
};

const optionWords: Record<string, string> = {
  value_labels: 'Value labels',
  negative_values: 'Negative values',
  stacked: 'Stacked',
  percent: 'As percentages',
  dashed: 'Dashed lines',
  ring: 'Ring',
  value: 'Values',
  joint_line: 'Line through points',
};

/** The options of a type of view, in words. */
export const optionsFor = (type: ViewType): { name: string; label: string }[] =>
  (chartOptions[type as keyof typeof chartOptions]?.options ?? []).map((name) => ({
    name,
    label: optionWords[name] ?? name,
  }));

/** With an option of its type on or off. */
export const withOption = (look: Look, name: string, isOn: boolean): Look['settings'] => {
  const { key } = chartOptions[look.view_type as ChartType & keyof typeof chartOptions];
  return { ...look.settings, [key]: { ...look.settings[key], [name]: isOn } };
};
