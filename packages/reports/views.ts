import { z } from 'zod';
import { cleanText, shortText } from '#forms/clean-text.ts';
import { oneOf } from '#forms/field-types/metadata.ts';

export const chartTypes = ['area', 'bar', 'composed', 'line', 'scatter', 'pie', 'radar'] as const;
export type ChartType = (typeof chartTypes)[number];
export const viewTypes = ['table', 'cross_table', 'map', ...chartTypes] as const;
export type ViewType = (typeof viewTypes)[number];

/** The options of each chart type, under the key that settings have for it. */
export const chartOptions = {
  area: { key: 'areachart', options: ['negative_values', 'stacked', 'percent'] },
  bar: { key: 'barchart', options: ['value_labels', 'negative_values', 'stacked'] },
  line: { key: 'linechart', options: ['value_labels', 'negative_values', 'dashed'] },
  pie: { key: 'piechart', options: ['ring', 'value'] },
  scatter: { key: 'scatterchart', options: ['joint_line'] },
  composed: { key: 'composedchart', options: ['negative_values'] },
} as const;

export const maxSeries = 6;
/** A cross table has so many columns, beside their total, and figures; so many of its rows are shown, or stand in a file. */
export const crossTable = { maxColumns: 60, maxFigures: 2, maxRows: 200, maxFileRows: 2000 };
/** What stands where an answer is missing by which a chart or a cross table goes. */
export const blankLabel = '(blank)';
/** What a cross table's figures are shown as percentages of, beside the numbers. */
export const percentages = { row: 'Percent of row', column: 'Percent of column', total: 'Percent of total' } as const;
export type PercentOf = keyof typeof percentages;
/** What a map begins with, and what it takes. */
export const zoom = { usual: 10, least: 1, most: 20 };

const key = cleanText(40, 'Choose a column');
const options = (names: readonly string[]) =>
  z.strictObject(Object.fromEntries(names.map((name) => [name, z.boolean('Choose true or false').optional()])));

/** Options by chart type: `{barchart: {stacked: true}}`. */
export const viewSettings = z.strictObject(
  Object.fromEntries(Object.values(chartOptions).map(({ key, options: names }) => [key, options(names).optional()])),
);

/** A view as it is written. */
export const viewFields = {
  name: shortText('Enter a name'),
  view_type: oneOf(viewTypes),
  /** The key of a column, in a cross table that of its rows; null in a table. */
  xaxis: key.nullable(),
  /** Keys of columns that hold numbers; none stands for the number of rows. */
  yaxis: z.array(key).max(maxSeries, `Choose at most ${maxSeries} columns`),
  xaxis_label: cleanText(255).nullable(),
  yaxis_label: cleanText(255).nullable(),
  /** What a chart's groups go by, and the columns of a cross table. */
  group_by: key.nullable(),
  /** Of a cross table: null for numbers alone. */
  percent_of: oneOf(Object.keys(percentages) as [PercentOf, ...PercentOf[]]).nullable(),
  zoom: z
    .int('Choose a zoom from 1 to 20')
    .min(zoom.least, 'Choose a zoom from 1 to 20')
    .max(zoom.most, 'Choose a zoom from 1 to 20')
    .nullable(),
  /** How each y column is drawn in a composed chart. */
  series: z
    .array(z.strictObject({ key, type: oneOf(['bar', 'line', 'area']) }))
    .max(maxSeries)
    .nullable(),
  settings: viewSettings,
};
