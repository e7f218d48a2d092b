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
  type YAxisProps,
} from 'recharts';
import { lettersLeftOf, linesOf, planOf, short, slant, slantedHeight, slantedLead } from './axis-labels.ts';
import { type Place, type Series, withoutNegatives } from './chart-data.ts';
import { dashedOf, dashOf, fillOf, strokeOf } from './chart-looks.ts';
import { bar, ChartLegend, mark, tooltip } from './chart-parts.tsx';
import type { Drawing } from './drawing.ts';
import { showNumber } from './numbers.ts';

const total = (place: Place): number => place.values.reduce<number>((sum, value) => sum + (value ?? 0), 0);

/** The words at an axis. */
const axisLabel = (value: string, place: object) => (value ? { value, fill: 'var(--cm-muted)', ...place } : undefined);

const tick = { fill: 'var(--cm-muted)', fontSize: 12 };

/** In pixels: how wide a figure above a mark is, and how far apart the lines of a label stand. */
const figure = 7.6;
const lineHeight = 15;

type TickAt = { x?: number | string; y?: number | string; payload?: { value: string } };

/** A label below its place, in lines; whole under the pointer. */
const linesBelow = (most: number) =>
  function Lines({ x = 0, y = 0, payload }: TickAt) {
    const label = payload?.value ?? '';
    const { lines, isCut } = linesOf(label, most);
    return (
      <text x={x} y={y} textAnchor="middle" {...tick}>
        {isCut && <title>{label}</title>}
        {lines.map((line, at) => (
          <tspan key={at} x={x} dy={at === 0 ? '0.71em' : lineHeight}>
            {line}
          </tspan>
        ))}
      </text>
    );
  };

/** A label that stands slanted; whole under the pointer. */
const slanted = (most: number) =>
  function Slanted({ x = 0, y = 0, payload }: TickAt) {
    const label = payload?.value ?? '';
    const shown = short(label, Math.min(most, lettersLeftOf(Number(x))));
    return (
      <text transform={`translate(${x} ${y}) rotate(${slant.angle})`} dy="0.71em" textAnchor="end" {...tick}>
        {shown !== label && <title>{label}</title>}
        {shown}
      </text>
    );
  };

/** How the labels of the places stand in this drawing, and how much room each has, in pixels. */
const useLabels = (places: readonly Place[], height: number) => {
  const room = ((useChartWidth() ?? 0) - 64) / Math.max(1, places.length);
  const labels = places.map(({ label }) => label);
  return { labels, room, plan: planOf(labels, { room, height }) };
};

/**
 * The axis of the places. Labels that do not fit beside each other are broken into lines, or else stand slanted, so that
 * none is left out; only where there is no room for that either, every second or third is told.
 */
const PlacesAxis = ({
  places,
  title,
  height,
  hasRoomBeside,
}: {
  places: readonly Place[];
  title: string;
  /** Of the whole drawing, in pixels. */
  height: number;
  /** Whether the first and last value stand away from the ends. */
  hasRoomBeside: boolean;
}) => {
  const { labels, plan } = useLabels(places, height);
  const look = () => {
    if (plan.way === 'lines')
      return { interval: 0, tick: linesBelow(plan.most), height: plan.count * lineHeight + 15 } as const;
    if (plan.way === 'slanted')
      return { interval: 0, tick: slanted(plan.most), height: slantedHeight(labels, plan.most) } as const;
    const tickFormatter = (label: string) => short(label, 18);
    return { interval: 'equidistantPreserveStart', minTickGap: 8, tick, tickFormatter } as const;
  };
  return (
    <XAxis
      dataKey="label"
      tickLine={false}
      axisLine={{ stroke: 'var(--cm-line)' }}
      tickMargin={6}
      {...look()}
      padding={hasRoomBeside ? { left: 20, right: 20 } : {}}
      label={axisLabel(title, { position: 'insideBottom', offset: -12, fontSize: 12 })}
    />
  );
};

/** The axis of the values: as wide as its words, or as what stands slanted below the first places. */
const ValuesAxis = ({ places, height, ...axis }: { places: readonly Place[]; height: number } & YAxisProps) => {
  const { labels, room, plan } = useLabels(places, height);
  const lead = plan.way === 'slanted' ? slantedLead(labels, plan.most, room) : 0;
  const figures = Math.max(0, ...places.map((place) => showNumber(Math.round(total(place))).length));
  const isWider = lead > figures * figure + (axis.label ? 36 : 16);
  return <YAxis {...axis} width={isWider ? lead : 'auto'} tickLine={false} axisLine={false} tick={tick} />;
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
            height={height}
            hasRoomBeside={Boolean(options.value_labels) && view.view_type === 'line'}
          />
          <ValuesAxis
            places={places}
            height={height}
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
