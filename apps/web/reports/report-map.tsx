import { IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { zoom } from '#reports/views.ts';
import { counted } from '#web/kit/formats.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PointMap, type Position } from '#web/ui/map.tsx';
import { mapDataOf } from './map-table.tsx';
import type { Look, ViewTable } from './report.ts';
import css from './report-map.module.css';
import { viewTypeWords } from './view-types.ts';

/** At most this many records of one place are named on the map; its table has all. */
const maxNamed = 20;

/** The places of a report on a map. Pressed, a place says whose it is, with links that open a new tab. */
export const ReportMap = ({ view, result, height }: { view: Look; result: ViewTable; height: number }) => {
  const data = mapDataOf(result);
  const [chosen, setChosen] = useState<string[]>([]);
  const [near, setNear] = useState<Position[]>();
  if (!data || data.total === 0) return <EmptyState icon={viewTypeWords.map.icon} title="No results found" />;
  const { points, displayed, total } = data;
  const named = chosen.map((key) => points[Number(key)]!);
  return (
    <div className={css.map} style={{ height }}>
      <PointMap
        label={`Map of ${view.name}`}
        points={points.map(({ location, label }, at) => ({ key: String(at), name: label || 'Record', at: location }))}
        {...(view.zoom !== null && !view.fits && { zoom: view.zoom })}
        range={[zoom.least, zoom.most]}
        clusters
        near={near}
        note={
          displayed < total
            ? `Some records are missing location information. Currently displaying ${displayed.toLocaleString('en-US')} of ${total.toLocaleString('en-US')}.`
            : undefined
        }
        current={chosen.length === 1 ? chosen[0] : undefined}
        onChoose={(...keys) => setChosen(keys)}
      />
      {named.length > 0 && (
        <Here
          title={named.length === 1 ? '1 record here' : `${counted(named.length, 'record')} here`}
          points={named}
          onZoom={() => setNear(named.map(({ location }) => location))}
          onClose={() => setChosen([])}
        />
      )}
    </div>
  );
};

type HereProps = {
  title: string;
  points: { label: string; link: string | null }[];
  onZoom: () => void;
  onClose: () => void;
};

/** Whose place it is that was pressed. It takes the focus; Esc closes it. */
const Here = ({ title, points, onZoom, onClose }: HereProps) => {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    box.current?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <div
      ref={box}
      role="dialog"
      aria-label={title}
      tabIndex={-1}
      className={css.here}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose();
      }}
    >
      <div className={css.head}>
        <b>{title}</b>
        <IconButton size="small" label="Close" icon={IconX} onClick={onClose} />
      </div>
      {points.length > 1 && (
        <div>
          <Button size="small" onClick={onZoom}>
            Zoom in
          </Button>
        </div>
      )}
      <ul>
        {points.slice(0, maxNamed).map(({ label, link }, index) => (
          <li key={index}>
            {link ? (
              <a href={link} target="_blank" rel="noreferrer">
                {label}
              </a>
            ) : (
              label
            )}
          </li>
        ))}
      </ul>
      {points.length > maxNamed && <p>{`and ${points.length - maxNamed} more. The table shows everything.`}</p>}
    </div>
  );
};
