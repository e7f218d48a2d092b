import {
  Area,
  Bar,
  CartesianGrid,
  ComposedChart,
  LabelList,
  Line,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  useChartWidth,
  XAxis,
  YAxis,
} from 'recharts';
import { type Place, type Series, withoutNegatives } from './chart-data.ts';
import { dashedOf, dashOf, fillOf, strokeOf } from './chart-looks.ts';
import { bar, ChartLegend, mark, tooltip } from './chart-parts.tsx';
import type { Drawing } from './drawing.ts';
import { showNumber } from './numbers.ts';

const short = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

const total = (place: Place): number => place.values.reduce<number>((sum, value) => sum + (value ?? 0), 0);

/** The words at an axis. */
const axisLabel = (value: string, place: object) => (value ? { value, fill: 'var(--cm-muted)', ...place } : undefined);

const tick = { fill: 'var(--cm-muted)', fontSize: 12 };

/** In pixels: how wide a letter of an axis is, a figure above a mark, and how far apart slanted words stand at least. */
const letter = 6.6;
const figure = 7.6;
const slantedGap = 22;

/**
 * The axis of the places. Words that do not fit beside each other stand slanted, so that none is left out; only where
 * there is no room for that either, every second or third is told.
 */
const PlacesAxis = ({
  places,
  title,
  hasRoomBeside,
}: {
  places: readonly Place[];
  title: string;
  /** Whether the first and last value stand away from the ends. */
  hasRoomBeside: boolean;
}) => {
  const room = ((useChartWidth() ?? 0) - 64) / Math.max(1, places.length);
  const longest = Math.max(0, ...places.map(({ label }) => short(label, 18).length)) * letter;
  const isSlanted = longest + 8 > room && room >= slantedGap;
  const way = isSlanted
    ? ({ interval: 0, angle: -35, textAnchor: 'end', height: Math.min(longest, 14 * letter) * 0.6 + 18 } as const)
    : ({ interval: 'equidistantPreserveStart', minTickGap: 8 } as const);
  return (
    <XAxis
      dataKey="label"
      tickLine={false}
      axisLine={{ stroke: 'var(--cm-line)' }}
      tick={tick}
      tickFormatter={(label: string) => short(label, isSlanted ? 14 : 18)}
      tickMargin={6}
      {...way}
      padding={hasRoomBeside ? { left: 20, right: 20 } : {}}
      label={axisLabel(title, { position: 'insideBottom', offset: -12, fontSize: 12 })}
    />
  );
};

/** The values above the marks of a series; upright where they would run into those of the bars beside. */
const ValueLabels = ({
  places,
  amountOf,
  unit,
  besides,
}: {
  places: readonly Place[];
  amountOf: (place: Place) => number | null | undefined;
  unit: string;
  /** How many marks stand beside each other at a place. */
  besides: number;
}) => {
  const told = (place: Place) => {
    const value = amountOf(place);
    return typeof value === 'number' ? showNumber(value, unit) : '';
  };
  const room = (((useChartWidth() ?? 0) - 64) / Math.max(1, places.length)) * (besides > 1 ? 0.56 / besides : 1);
  const isUpright = Math.max(0, ...places.map((place) => told(place).length)) * figure + 4 > room;
  return (
    <LabelList
      {...(isUpright ? { angle: -90, textAnchor: 'start', dominantBaseline: 'central', offset: 6 } : { offset: 8 })}
      position="top"
      dataKey={told}
      fill="var(--cm-ink)"
      fontSize={12}
      fontWeight={600}
    />
  );
};

/** Bars, areas and lines over the places of an axis, together or one kind of them. */
export const CartesianChart = ({ view, data, options, names, label, height }: Drawing) => {
  const { series, unit } = data;
  const { places } = withoutNegatives(view, data);
  const isStacked = Boolean(options.stacked || options.percent) && series.length > 1;
  const valueAt = (index: number) => (place: Place) => place.values[index] ?? (isStacked ? 0 : null);
  const bars = isStacked ? 1 : series.filter(({ as }) => as === 'bar').length;
  const labels = (index: number) =>
    options.value_labels &&
    (!isStacked || index === series.length - 1) && (
      <ValueLabels
        places={places}
        amountOf={(place) => (isStacked ? total(place) : place.values[index])}
        unit={unit}
        besides={series[index]?.as === 'bar' ? bars : 1}
      />
    );
  const draw = ({ key, name, look, as }: Series, index: number) => {
    const shared = {
      name,
      dataKey: valueAt(index),
      isAnimationActive: false,
      ...(isStacked ? { stackId: 'all' } : {}),
    };
    if (as === 'bar')
      return (
        <Bar key={key} {...shared} fill={fillOf(look)} shape={bar(look, isStacked)} maxBarSize={40}>
          {labels(index)}
        </Bar>
      );
    if (as === 'area')
      return (
        <Area
          key={key}
          {...shared}
          type="linear"
          fill={fillOf(look)}
          fillOpacity={0.82}
          stroke={strokeOf(look)}
          strokeWidth={1.75}
          strokeDasharray={dashOf(look)}
          dot={places.length === 1 ? mark(look) : false}
        />
      );
    return [
      // On bars a line would drown without the ground around it.
      view.view_type === 'composed' && (
        <Line
          key={`${key} ground`}
          {...shared}
          stroke="var(--cm-surface)"
          strokeWidth={6}
          dot={false}
          activeDot={false}
          legendType="none"
          tooltipType="none"
        />
      ),
      <Line
        key={key}
        {...shared}
        stroke={strokeOf(look)}
        strokeWidth={2}
        strokeDasharray={options.dashed ? dashedOf(look) : ''}
        dot={mark(look)}
        activeDot={false}
        connectNulls={false}
      >
        {labels(index)}
      </Line>,
    ];
  };
  // Bars first, so that lines lie over them.
  const order = { area: 0, bar: 1, line: 2 };
  const drawn = series.map((one, index) => ({ one, index })).sort((a, b) => order[a.one.as] - order[b.one.as]);
  return (
    <>
      {(series.length > 1 || view.view_type === 'composed') && (
        <ChartLegend
          entries={series.map(({ key, name, look, as }) => ({
            key,
            name,
            look,
            sample: as === 'line' ? 'line' : 'field',
            dash: options.dashed ? dashedOf(look) : '',
          }))}
        />
      )}
      <ResponsiveContainer width="100%" height={height}>
        <ComposedChart
          data={places}
          title={label}
          stackOffset={isStacked && options.negative_values ? 'sign' : 'none'}
          margin={{ top: 22, right: 16, bottom: view.xaxis_label ? 20 : 4, left: view.yaxis_label ? 12 : 0 }}
          barCategoryGap="22%"
          barGap={2}
        >
          <CartesianGrid vertical={false} stroke="var(--cm-line-soft)" />
          <PlacesAxis
            places={places}
            title={view.xaxis_label ?? ''}
            hasRoomBeside={Boolean(options.value_labels) && view.view_type === 'line'}
          />
          <YAxis
            width="auto"
            tickLine={false}
            axisLine={false}
            tick={tick}
            tickFormatter={(value: number) => showNumber(value, unit)}
            {...(options.percent ? { ticks: [0, 25, 50, 75, 100], allowDataOverflow: true } : {})}
            domain={options.percent ? [0, 100] : [(least: number) => Math.min(0, least), 'auto']}
            allowDecimals={names.y !== names.count}
            label={axisLabel(view.yaxis_label ?? '', { angle: -90, position: 'insideLeft', fontSize: 12 })}
          />
          <Tooltip
            content={tooltip(unit)}
            isAnimationActive={false}
            cursor={{ fill: 'var(--cm-hover)', stroke: 'none' }}
          />
          {drawn.map(({ one, index }) => draw(one, index))}
          {options.negative_values && <ReferenceLine y={0} stroke="var(--cm-input-border)" />}
        </ComposedChart>
      </ResponsiveContainer>
    </>
  );
};
