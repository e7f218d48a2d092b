import { blankLabel, chartOptions, maxSeries } from '#reports/views.ts';
import type { Datum, Header, Look, ViewTable } from './report.ts';

/** What is drawn for one column or group; `look` is its place among colours, dashes and marks. */
export type Series = { key: string; name: string; look: number; as: 'bar' | 'line' | 'area' };

/** A place on the x axis, and the value of each series there. */
export type Place = { key: string; label: string; values: (number | null)[] };

export type ChartData = {
  series: Series[];
  places: Place[];
  /** After each number: values that are shares are percent. */
  unit: '' | '%';
};

/** What counts records where no column is measured. */
export const countName = 'Number of records';

/** The options of a view's own chart type; what was chosen for another type does not count. */
export const optionsOf = ({ view_type, settings }: Pick<Look, 'view_type' | 'settings'>): Record<string, boolean> =>
  view_type in chartOptions ? (settings[chartOptions[view_type as keyof typeof chartOptions].key] ?? {}) : {};

/** The rows that a chart is drawn from; a table and a map have none. */
const rowsOf = ({ data }: ViewTable): Datum[] => (Array.isArray(data) ? data : []);

const nameIn = (headers: Header[], key: string): string => headers.find((header) => header.key === key)?.label ?? key;

/** The name of the x axis: its own label, else that of its column. */
export const xName = ({ xaxis, xaxis_label }: Look, headers: Header[]): string =>
  xaxis_label || (xaxis ? nameIn(headers, xaxis) : '');

/** What the values are, where one word says it: the label of the axis, else the one column that is measured. */
export const yName = ({ yaxis, yaxis_label }: Look, headers: Header[]): string =>
  yaxis_label || (yaxis.length === 0 ? countName : yaxis.length === 1 ? nameIn(headers, yaxis[0]!) : '');

const othersName = /^Other \(([\d,]+)\)$/;

/** Names in the order in which people look for them: numbers by size, what was put together or is blank last. */
const inOrder = (names: Iterable<string>): string[] => {
  const rank = (name: string) => (othersName.test(name) ? 1 : name === blankLabel ? 2 : 0);
  return [...names].sort((a, b) => rank(a) - rank(b) || a.localeCompare(b, undefined, { numeric: true }));
};

const groupOf = ({ group }: Datum): string => group || blankLabel;

const seriesOf = (view: Look, { headers }: ViewTable, data: Datum[]): Series[] => {
  const as = view.view_type === 'line' || view.view_type === 'area' ? view.view_type : 'bar';
  if (view.group_by) return inOrder(new Set(data.map(groupOf))).map((name, look) => ({ key: name, name, look, as }));
  if (view.yaxis.length === 0) return [{ key: 'count', name: yName(view, headers), look: 0, as }];
  const asked = new Map((view.series ?? []).map(({ key, type }) => [key, type]));
  return view.yaxis.map((key, look) => ({
    key,
    name: nameIn(headers, key),
    look,
    as: view.view_type === 'composed' ? (asked.get(key) ?? 'bar') : as,
  }));
};

/** Each value as its share of its place, in percent to one decimal; what is below zero has no share. */
const shares = (values: (number | null)[]): (number | null)[] => {
  const total = values.reduce<number>((sum, value) => sum + Math.max(0, value ?? 0), 0);
  return values.map((value) =>
    value === null ? null : total > 0 ? Math.round((Math.max(0, value) / total) * 1000) / 10 : 0,
  );
};

/** The numbers of a chart: what it draws, and what its table says. Rows of one place stand in the order of the server. */
export const chartData = (view: Look, result: ViewTable): ChartData => {
  const data = rowsOf(result);
  const series = seriesOf(view, result, data);
  const at = new Map(series.map(({ key }, index) => [key, index]));
  const places = new Map<string, Place>();
  for (const datum of data) {
    // Neither what is blank nor what was put together has a value.
    const key = datum.x === null && othersName.test(datum.x_label) ? datum.x_label : JSON.stringify(datum.x);
    const place = places.get(key) ?? {
      key,
      label: datum.x_label || blankLabel,
      // Where records are counted, none is a number too.
      values: series.map(() => (view.yaxis.length === 0 ? 0 : null)),
    };
    places.set(key, place);
    if (view.group_by) place.values[at.get(groupOf(datum))!] = datum.values[0] ?? null;
    else place.values = series.map((_, index) => datum.values[index] ?? null);
  }
  const isShares = view.view_type === 'area' && optionsOf(view).percent === true;
  return {
    series,
    places: [...places.values()].map((place) => (isShares ? { ...place, values: shares(place.values) } : place)),
    unit: isShares ? '%' : '',
  };
};

/** Adds up what is known; null where nothing is. */
const sumOf = (values: readonly (number | null)[]): number | null =>
  values.reduce((sum, value) => (value === null ? sum : (sum ?? 0) + value), null);

/** Which of several are drawn for themselves, by their places: all where each has a color of its own, else the largest. */
const apartOf = (sizes: readonly number[]): number[] => {
  const all = sizes.map((_, place) => place);
  if (all.length <= maxSeries) return all;
  const largest = all.toSorted((a, b) => sizes[b]! - sizes[a]!).slice(0, maxSeries - 1);
  return largest.toSorted((a, b) => a - b);
};

/** How many a name stands for: the server puts small groups together itself where there are very many. */
const heldIn = (name: string): number => Number(othersName.exec(name)?.[1]?.replaceAll(',', '') ?? 1);

const others = (count: number) => ({
  key: 'other',
  name: `Other (${count.toLocaleString('en-US')})`,
  look: maxSeries - 1,
});

/**
 * The numbers of a chart as it is drawn: of more series than there are colors the largest, and the others added up as
 * one. Its table has all. @returns `together`: of how many series that one is
 */
export const drawnData = (data: ChartData): ChartData & { together: number } => {
  const sizes = data.series.map(({ name }, index) =>
    heldIn(name) > 1 ? -1 : data.places.reduce((sum, { values }) => sum + Math.abs(values[index] ?? 0), 0),
  );
  const apart = apartOf(sizes);
  const isApart = new Set(apart);
  const together = data.series
    .filter((_, index) => !isApart.has(index))
    .reduce((count, { name }) => count + heldIn(name), 0);
  if (together === 0) return { ...data, together };
  return {
    ...data,
    together,
    series: [
      ...apart.map((place, look) => ({ ...data.series[place]!, look })),
      { ...others(together), as: data.series[0]!.as },
    ],
    places: data.places.map((place) => ({
      ...place,
      values: [
        ...apart.map((index) => place.values[index] ?? null),
        sumOf(place.values.filter((_, index) => !isApart.has(index))),
      ],
    })),
  };
};

const draws = new Set(['area', 'bar', 'line', 'composed']);

/** What is left of the places when values below zero are left out, and how many those were. */
export const withoutNegatives = (view: Look, { places }: ChartData): { places: Place[]; left: number } => {
  if (!draws.has(view.view_type) || optionsOf(view).negative_values) return { places, left: 0 };
  const left = places.flatMap(({ values }) => values).filter((value) => value !== null && value < 0).length;
  if (left === 0) return { places, left };
  return {
    places: places.map((place) => ({
      ...place,
      values: place.values.map((value) => (value !== null && value < 0 ? null : value)),
    })),
    left,
  };
};

export type Slice = { key: string; name: string; look: number; value: number; share: number };

/** The parts of a whole: what is above zero, each with its share in percent. */
export const slicesOf = ({ places }: ChartData): { slices: Slice[]; total: number; left: number } => {
  const parts = places.flatMap(({ key, label, values }) => {
    const value = values.reduce<number>((sum, each) => sum + (each ?? 0), 0);
    return value === 0 ? [] : [{ key, name: label, value }];
  });
  const above = parts.filter(({ value }) => value > 0);
  const total = above.reduce((sum, { value }) => sum + value, 0);
  return {
    slices: above.map((part, look) => ({ ...part, look, share: Math.round((part.value / total) * 1000) / 10 })),
    total,
    left: parts.length - above.length,
  };
};

/** The slices of a pie as it is drawn: of more than there are colors the largest, and the others as one. */
export const drawnSlices = (slices: readonly Slice[]): { slices: Slice[]; together: number } => {
  const apart = new Set(apartOf(slices.map(({ name, value }) => (heldIn(name) > 1 ? -1 : value))));
  const rest = slices.filter((_, place) => !apart.has(place));
  const own = slices.filter((_, place) => apart.has(place)).map((slice, look) => ({ ...slice, look }));
  if (rest.length === 0) return { slices: own, together: 0 };
  const sum = (of: (slice: Slice) => number) => rest.reduce((sum, slice) => sum + of(slice), 0);
  const share = Math.round(sum((slice) => slice.share) * 10) / 10;
  const together = sum(({ name }) => heldIn(name));
  return { slices: [...own, { ...others(together), value: sum(({ value }) => value), share }], together };
};

export type Cloud = { key: string; name: string; look: number; points: { x: number; y: number; label: string }[] };

/** A number for a place on an axis: days and moments by their time. */
const measure = (value: unknown): number =>
  typeof value === 'string' ? Date.parse(value) : Number(value ?? Number.NaN);

/** The points of a scatter chart, by group or measured column: each record that has both values. */
export const cloudsOf = (view: Look, result: ViewTable): Cloud[] => {
  const data = rowsOf(result);
  const series = seriesOf(view, result, data);
  return series.map(({ key, name, look }, index) => ({
    key,
    name,
    look,
    points: data.flatMap((datum) => {
      if (view.group_by && groupOf(datum) !== key) return [];
      const [x, y] = [measure(datum.x), datum.values[view.group_by ? 0 : index]];
      return Number.isFinite(x) && typeof y === 'number' ? [{ x, y, label: datum.x_label }] : [];
    }),
  }));
};
