import {
  CartesianGrid,
  Pie,
  PolarAngleAxis,
  PolarGrid,
  PolarRadiusAxis,
  Radar,
  PieChart as RechartsPie,
  RadarChart as RechartsRadar,
  ScatterChart as RechartsScatter,
  ResponsiveContainer,
  Scatter,
  Sector,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import { cloudsOf, drawnSlices, type Place, type Slice, slicesOf } from './chart-data.ts';
import { dashOf, fillOf, strokeOf } from './chart-looks.ts';
import { ChartLegend, mark, tooltip } from './chart-parts.tsx';
import css from './charts.module.css';
import type { Drawing } from './drawing.ts';
import { showNumber } from './numbers.ts';

const tick = { fill: 'var(--cm-muted)', fontSize: 12 };

/** Two numbers of each record against each other. */
export const ScatterChart = ({ view, result, options, names, label, height }: Drawing) => {
  const clouds = cloudsOf(view, result);
  const labelOf = new Map(clouds.flatMap(({ points }) => points.map(({ x, label }) => [x, label])));
  const isNumber = result.headers.find(({ key }) => key === view.xaxis)?.type === 'number';
  return (
    <>
      {clouds.length > 1 && (
        <ChartLegend entries={clouds.map(({ key, name, look }) => ({ key, name, look, sample: 'mark' }))} />
      )}
      <ResponsiveContainer width="100%" height={height}>
        <RechartsScatter title={label} margin={{ top: 12, right: 16, bottom: 24, left: 12 }}>
          <CartesianGrid vertical={false} stroke="var(--cm-line-soft)" />
          <XAxis
            type="number"
            dataKey="x"
            name={names.x}
            domain={['auto', 'auto']}
            tickLine={false}
            axisLine={{ stroke: 'var(--cm-line)' }}
            tick={tick}
            tickFormatter={(x: number) => (isNumber ? showNumber(x) : (labelOf.get(x) ?? showDay(x)))}
            label={{ value: names.x, fill: 'var(--cm-muted)', position: 'insideBottom', offset: -14, fontSize: 12 }}
          />
          <YAxis
            type="number"
            dataKey="y"
            name={names.y}
            width="auto"
            tickLine={false}
            axisLine={false}
            tick={tick}
            tickFormatter={(y: number) => showNumber(y)}
            label={{ value: names.y, fill: 'var(--cm-muted)', angle: -90, position: 'insideLeft', fontSize: 12 }}
          />
          <Tooltip content={ScatterTooltip} isAnimationActive={false} cursor={false} />
          {clouds.map(({ key, name, look, points }) => (
            <Scatter
              key={key}
              name={name}
              data={options.joint_line ? [...points].sort((a, b) => a.x - b.x) : points}
              fill={fillOf(look)}
              shape={mark(look, true)}
              isAnimationActive={false}
              {...(options.joint_line
                ? { line: { stroke: strokeOf(look), strokeWidth: 1.5, strokeDasharray: dashOf(look) } }
                : {})}
            />
          ))}
        </RechartsScatter>
      </ResponsiveContainer>
    </>
  );
};

const showDay = (time: number): string => new Date(time).toISOString().slice(0, 10);

type TooltipProps = {
  active?: boolean;
  payload?: readonly { name?: unknown; value?: unknown; payload?: { label?: string } }[];
};

/** A point: both of its values, as the table shows them. */
const ScatterTooltip = ({ active, payload = [] }: TooltipProps) =>
  active && payload.length > 0 ? (
    <div className={css.tooltip}>
      <dl>
        {payload.map(({ name, value, payload: point }, index) => (
          <div key={index}>
            <dt>{String(name)}</dt>
            <dd>{(index === 0 && point?.label) || showNumber(Number(value))}</dd>
          </div>
        ))}
      </dl>
    </div>
  ) : null;

const partOf = ({ value, share }: Slice): string => `${showNumber(value)} · ${showNumber(share)} %`;

type LabelAt = { x?: number; y?: number; textAnchor?: string; payload?: Slice };

/** Parts of a whole, as a disk or a ring, named beside them and above. */
export const PieChart = ({ data, options, names, label, height }: Drawing) => {
  const { slices: all, total } = slicesOf(data);
  const { slices } = drawnSlices(all);
  const named = ({ x = 0, y = 0, textAnchor = 'start', payload }: LabelAt) =>
    // What is too thin to point at is named above alone.
    payload && payload.share >= 3 ? (
      <text x={x} y={y} textAnchor={textAnchor as 'start'} className={css.sliceName}>
        <tspan x={x}>{payload.name.length > 24 ? `${payload.name.slice(0, 23)}…` : payload.name}</tspan>
        {options.value && (
          <tspan x={x} dy="1.3em" className={css.sliceValue}>
            {partOf(payload)}
          </tspan>
        )}
      </text>
    ) : (
      <g />
    );
  return (
    <>
      <ChartLegend
        entries={slices.map((slice) => ({
          ...slice,
          sample: 'field',
          ...(options.value ? { note: partOf(slice) } : {}),
        }))}
      />
      <div className={css.pie}>
        <ResponsiveContainer width="100%" height={height}>
          <RechartsPie title={label} margin={{ top: 24, right: 24, bottom: 24, left: 24 }}>
            <Pie
              data={slices}
              dataKey="value"
              nameKey="name"
              innerRadius={options.ring ? '42%' : 0}
              outerRadius="68%"
              startAngle={90}
              endAngle={-270}
              isAnimationActive={false}
              label={named}
              labelLine={false}
              shape={({ key, payload, isActive: _, ...sector }) => (
                <Sector
                  key={key}
                  {...sector}
                  fill={fillOf(payload.look)}
                  stroke={strokeOf(payload.look)}
                  strokeWidth={1.5}
                />
              )}
            />
            <Tooltip content={tooltip('')} isAnimationActive={false} />
            {options.ring && (
              <text x="50%" y="50%" textAnchor="middle" className={css.total}>
                <tspan>{showNumber(total)}</tspan>
                <tspan x="50%" dy="1.6em" className={css.totalName}>
                  {names.y}
                </tspan>
              </text>
            )}
          </RechartsPie>
        </ResponsiveContainer>
      </div>
    </>
  );
};

/** Several scores around a centre, a shape for each series. */
export const RadarChart = ({ data: { series, places }, label, height }: Drawing) => (
  <>
    <ChartLegend entries={series.map(({ key, name, look }) => ({ key, name, look, sample: 'line' }))} />
    <ResponsiveContainer width="100%" height={height}>
      <RechartsRadar data={places} title={label} outerRadius="72%">
        <PolarGrid stroke="var(--cm-line)" />
        <PolarAngleAxis dataKey="label" tickSize={16} tick={{ fill: 'var(--cm-ink)', fontSize: 12 }} />
        <PolarRadiusAxis
          angle={90}
          orientation="left"
          axisLine={false}
          tick={tick}
          tickFormatter={(value: number) => showNumber(value)}
          tickCount={4}
        />
        <Tooltip content={tooltip('')} isAnimationActive={false} />
        {series.map(({ key, name, look }, index) => (
          <Radar
            key={key}
            name={name}
            dataKey={(place: Place) => place.values[index] ?? 0}
            fill={fillOf(look)}
            fillOpacity={0.28}
            stroke={strokeOf(look)}
            strokeWidth={2}
            strokeDasharray={dashOf(look)}
            dot={mark(look)}
            isAnimationActive={false}
          />
        ))}
      </RechartsRadar>
    </ResponsiveContainer>
  </>
);
