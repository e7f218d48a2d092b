import type { TooltipContentProps } from 'recharts';
import { dashOf, fillOf, markOf, strokeOf } from './chart-looks.ts';
import css from './charts.module.css';
import { showNumber } from './numbers.ts';

/** What a mark is given of its place by the chart. */
type At = { cx?: number; cy?: number; value?: unknown };

/** The mark of a series at one place; none where it has no value. */
export const mark =
  (look: number, isFilled = false) =>
  ({ cx, cy, value }: At) =>
    typeof cx === 'number' && typeof cy === 'number' && value !== null ? (
      <path
        key={`${cx} ${cy}`}
        d={markOf(look)}
        transform={`translate(${cx} ${cy})`}
        fill={isFilled ? fillOf(look) : 'var(--cm-surface)'}
        stroke={strokeOf(look)}
        strokeWidth={1.75}
      />
    ) : (
      <g key={`${cx} ${cy}`} />
    );

type Box = { x?: number; y?: number; width?: number; height?: number };

/** A bar or a part of one: between two parts of a stack the ground is seen. */
export const bar =
  (look: number, isStacked: boolean) =>
  ({ x = 0, y = 0, width = 0, height = 0 }: Box) => {
    const [top, tall] = height < 0 ? [y + height, -height] : [y, height];
    const gap = isStacked && tall > 3 ? 1.5 : 0;
    return tall === 0 ? (
      <g />
    ) : (
      <rect
        x={x + 0.5}
        y={top + gap / 2}
        width={Math.max(1, width - 1)}
        height={tall - gap}
        rx={Math.min(2, tall / 2)}
        fill={fillOf(look)}
        stroke={strokeOf(look)}
      />
    );
  };

/** Under the pointer or the arrow keys: the place, and each series with its value there. */
export const tooltip = (unit: string) =>
  function ChartTooltip({ active, label, payload }: Pick<TooltipContentProps, 'active' | 'label' | 'payload'>) {
    const told = payload.filter(({ value, type }) => type !== 'none' && typeof value === 'number');
    if (!active || told.length === 0) return null;
    return (
      <div className={css.tooltip}>
        {label !== undefined && <b>{String(label)}</b>}
        <dl>
          {told.map(({ name, value, graphicalItemId }) => (
            <div key={graphicalItemId}>
              <dt>{name}</dt>
              <dd>{showNumber(value as number, unit)}</dd>
            </div>
          ))}
        </dl>
      </div>
    );
  };

/** How a series is drawn in the legend: as a field of its colour, as a line with its mark, or as the mark alone. */
export type Sample = 'field' | 'line' | 'mark';

export type LegendEntry = { key: string; name: string; look: number; sample: Sample; dash?: string; note?: string };

/** The series of a chart by name, above it. */
export const ChartLegend = ({ entries }: { entries: LegendEntry[] }) => (
  <ul className={css.legend} aria-label="Legend">
    {entries.map(({ key, name, look, sample, dash = dashOf(look), note }) => (
      <li key={key}>
        <svg
          className={css.sample}
          data-sample={sample}
          viewBox={sample === 'line' ? '-14 -7 28 14' : '-7 -7 14 14'}
          aria-hidden="true"
        >
          {sample === 'field' ? (
            <rect x={-6} y={-6} width={12} height={12} rx={3} fill={fillOf(look)} stroke={strokeOf(look)} />
          ) : (
            <>
              {sample === 'line' && (
                <path d="M-14 0H14" stroke={strokeOf(look)} strokeWidth={2} strokeDasharray={dash} />
              )}
              <path
                d={markOf(look)}
                fill={sample === 'mark' ? fillOf(look) : 'var(--cm-surface)'}
                stroke={strokeOf(look)}
                strokeWidth={1.75}
              />
            </>
          )}
        </svg>
        {name}
        {note && <span className={css.legendNote}>{note}</span>}
      </li>
    ))}
  </ul>
);
