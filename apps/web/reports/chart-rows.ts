import { type ChartData, chartData, cloudsOf, slicesOf, xName, yName } from './chart-data.ts';
import { showNumber } from './numbers.ts';
import type { Look, ViewTable } from './report.ts';

/** A chart as a table: the first column says where, the others how much. */
export type ChartRows = {
  heads: string[];
  rows: string[][];
  /** What the rows come to, where adding them up means something. */
  total: string[] | null;
};

const told = (value: number | null, unit = ''): string => (value === null ? '' : showNumber(value, unit));

const sum = (values: (number | null)[]): number => values.reduce<number>((all, value) => all + (value ?? 0), 0);

const placeRows = (view: Look, { series, places, unit }: ChartData, x: string): ChartRows => {
  // Counted records add up; averages and shares do not.
  const adds = view.yaxis.length === 0 && unit === '';
  const hasAll = adds && series.length > 1;
  const row = (label: string, values: (number | null)[]) => [
    label,
    ...values.map((value) => told(value, unit)),
    ...(hasAll ? [told(sum(values))] : []),
  ];
  return {
    heads: [x, ...series.map(({ name }) => name), ...(hasAll ? ['All'] : [])],
    rows: places.map(({ label, values }) => row(label, values)),
    total:
      adds && places.length > 1
        ? row(
            'All',
            series.map((_, at) => sum(places.map(({ values }) => values[at] ?? 0))),
          )
        : null,
  };
};

/** The numbers of a chart as rows: exactly what it draws, and what it cannot draw below zero. */
export const chartRows = (view: Look, result: ViewTable): ChartRows => {
  const data = chartData(view, result);
  const x = xName(view, result.headers);
  if (view.view_type === 'pie') {
    const { slices, total } = slicesOf(data);
    return {
      heads: [x, yName(view, result.headers) || 'Value', 'Share'],
      rows: slices.map(({ name, value, share }) => [name, showNumber(value), showNumber(share, '%')]),
      total: slices.length > 1 ? ['All', showNumber(total), '100 %'] : null,
    };
  }
  if (view.view_type === 'scatter') {
    const clouds = cloudsOf(view, result);
    const named = clouds.length > 1;
    return {
      heads: [x, yName(view, result.headers) || 'Value', ...(named ? ['Group'] : [])],
      rows: clouds.flatMap(({ name, points }) =>
        points.map(({ x, y, label }) => [label || showNumber(x), showNumber(y), ...(named ? [name] : [])]),
      ),
      total: null,
    };
  }
  return placeRows(view, data, x);
};
