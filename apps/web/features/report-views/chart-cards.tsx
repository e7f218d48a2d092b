import type { ReactNode } from 'react';
import { useId } from 'react';
import type { Header } from '#web/reports/report.ts';
import { viewTypeWords } from '#web/reports/view-types.ts';
import css from './chart-cards.module.css';
import { lackOf, type NewType, newTypes } from './view-draft.ts';

const about: Record<NewType, string> = {
  cross_table: 'Figures by two columns, with totals: services by type and month',
  bar: 'Compare groups: intakes by month, by worker',
  line: 'Follow numbers over time',
  area: 'How parts add up over time',
  composed: 'Bars with a line over them',
  pie: 'Parts of a whole, up to six',
  scatter: 'How two numbers relate',
  radar: 'Several scores side by side',
  map: 'Addresses on a map',
};

const fill = (n: number) => ({ fill: `var(--chart-fill-${n})`, stroke: `var(--chart-line-${n})` });
const line = (n: number) => ({ fill: 'none', stroke: `var(--chart-line-${n})`, strokeWidth: 2 });
const grid = <path d="M0 10H240M0 32H240M0 54H240M0 76H240" stroke="var(--cm-line-soft)" />;

const pairs = [
  [36, 46],
  [12, 32],
  [36, 24],
  [4, 36],
  [24, 14],
];

/** How each type looks, on 240 by 80. */
const sketches: Record<NewType, ReactNode> = {
  cross_table: (
    <>
      <rect width={240} height={20} rx={2} fill="var(--cm-line-soft)" />
      <path d="M0 20H240M0 40H240M0 60H240M60 0V80M120 0V80M180 0V80" stroke="var(--cm-line)" />
      <g fill="var(--chart-line-1)">
        {[0, 1, 2].flatMap((row) =>
          [0, 1, 2].map((column) => (
            <rect key={`${row} ${column}`} x={80 + column * 60} y={27 + row * 20} width={24} height={6} rx={1} />
          )),
        )}
      </g>
      <g fill="var(--cm-muted)">
        {[27, 47, 67].map((y) => (
          <rect key={y} x={8} y={y} width={36} height={6} rx={1} />
        ))}
      </g>
    </>
  ),
  bar: (
    <>
      {grid}
      {pairs.map(([a = 0, b = 0], index) => (
        <g key={index}>
          <rect x={10 + index * 46} y={a} width={16} height={76 - a} rx={1} {...fill(1)} />
          <rect x={27 + index * 46} y={b} width={16} height={76 - b} rx={1} {...fill(2)} />
        </g>
      ))}
    </>
  ),
  line: (
    <>
      {grid}
      <path d="M4 56L62 38L120 46L178 16L236 6" {...line(1)} />
      <path d="M4 26L62 38L120 26L178 46L236 34" {...line(2)} strokeDasharray="7 4" />
    </>
  ),
  area: (
    <>
      <path d="M0 44L60 22L120 22L180 12L240 4V76H0Z" {...fill(2)} />
      <path d="M0 60L60 52L120 44L180 50L240 36V76H0Z" {...fill(1)} />
    </>
  ),
  composed: (
    <>
      {grid}
      {[44, 28, 40, 12, 22, 4].map((y, index) => (
        <rect key={index} x={8 + index * 40} y={y} width={22} height={76 - y} rx={1} {...fill(4)} />
      ))}
      <path d="M19 52L59 42L99 30L139 36L179 20L219 30" {...line(2)} />
    </>
  ),
  pie: (
    <g transform="translate(120 40)">
      <path d="M0 0V-38A38 38 0 0 1 0 38Z" {...fill(1)} />
      <path d="M0 0V38A38 38 0 0 1 -36 -12Z" {...fill(2)} />
      <path d="M0 0L-36 -12A38 38 0 0 1 0 -38Z" {...fill(3)} />
    </g>
  ),
  scatter: (
    <>
      {grid}
      {[24, 70, 94, 144, 192].map((x, index) => (
        <circle key={x} cx={x} cy={[56, 38, 46, 16, 8][index]} r={5} {...fill(1)} />
      ))}
      {[48, 118, 168, 218].map((x, index) => (
        <rect key={x} x={x - 4} y={[16, 28, 48, 34][index]} width={9} height={9} {...fill(2)} />
      ))}
    </>
  ),
  radar: (
    <g transform="translate(120 42)">
      <path d="M0 -38L36 -12L22 31L-22 31L-36 -12Z" fill="none" stroke="var(--cm-line)" />
      <path d="M0 -20L28 -9L10 14L-16 22L-20 -7Z" {...fill(1)} fillOpacity={0.4} />
      <path d="M0 -30L16 -5L20 28L-10 14L-33 -11Z" {...fill(2)} fillOpacity={0.3} strokeDasharray="7 4" />
    </g>
  ),
  map: (
    <>
      <rect width={240} height={80} rx={4} fill="var(--map-land)" />
      <path d="M0 24H240M0 60L150 56M70 0V80M170 0L178 80" stroke="var(--map-road-edge)" strokeWidth={6} />
      <g fill="var(--cm-primary)">
        <circle cx={52} cy={46} r={12} />
        <circle cx={150} cy={62} r={9} />
        <circle cx={200} cy={22} r={8} />
      </g>
    </>
  ),
};

/** The types of view, each on a card with what it is for, or what the report lacks for it. */
export const ChartCards = ({
  headers,
  value,
  onChange,
}: {
  headers: Header[];
  value: NewType | null;
  onChange: (type: NewType) => void;
}) => {
  const name = useId();
  return (
    <div className={css.cards} role="radiogroup" aria-label="View type">
      {newTypes.map((type) => {
        const lack = lackOf(type, headers);
        const id = `${name}-${type}`;
        return (
          <label key={type} className={css.card} data-lacks={lack !== null || undefined}>
            <svg viewBox="0 0 240 80" aria-hidden="true">
              {sketches[type]}
            </svg>
            <span className={css.words}>
              <b id={id}>{viewTypeWords[type].label}</b>
              <small id={`${id}-about`}>
                {about[type]}
                {lack && (
                  <>
                    . <b>{lack}</b>
                  </>
                )}
              </small>
            </span>
            <input
              type="radio"
              name={name}
              checked={value === type}
              disabled={lack !== null}
              aria-labelledby={id}
              aria-describedby={`${id}-about`}
              onChange={() => onChange(type)}
            />
          </label>
        );
      })}
    </div>
  );
};
