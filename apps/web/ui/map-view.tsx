import { IconFocusCentered, IconMinus, IconPlus } from '@tabler/icons-react';
import {
  GeoJSON,
  type LatLngBoundsExpression,
  Map as LeafletMap,
  type LeafletMouseEvent,
  type MapOptions,
} from 'leaflet';
import 'leaflet/dist/leaflet.css';
import { useEffect, useId, useRef, useState } from 'react';
import { IconButton } from './button.tsx';
import css from './map.module.css';
import { land, states } from './map-atlas.ts';
import type { MapPoint } from './map-clusters.ts';
import { Marks } from './map-marks.tsx';
import { Attribution, Tiles, tiles } from './map-tiles.tsx';
import hidden from './visually-hidden.module.css';

/** Latitude and longitude in degrees. */
export type Position = readonly [latitude: number, longitude: number];

export type MapProps = {
  /** Names the map. */
  label: string;
  points: MapPoint[];
  /** The key of the point that stands out. */
  current?: string | undefined;
  /** Whether marks that would cover each other are shown as one, with their count. */
  clusters?: boolean;
  /** Told the point that was pressed, or all of those that one mark stands for. */
  onChoose?: ((...keys: string[]) => void) | undefined;
  /** Told where the map was pressed. */
  onPlace?: ((at: Position) => void) | undefined;
  /** The scale to begin with, in the midst of the points; without one all are in view. */
  zoom?: number;
  /** The scales that may be chosen. */
  range?: readonly [least: number, most: number];
  /** What to show, whenever it changes. */
  near?: Position[] | undefined;
  /** What there is to say of the points, at the foot of the map. */
  note?: string | undefined;
};

/** The atlas is coarse: nearer it shows nothing more, while tiles show each street. */
const usualRange = [2, tiles ? 18 : 12] as const;
const nearest = tiles ? 15 : 5;

const continentalStates: LatLngBoundsExpression = [
  [24.5, -125],
  [49.5, -66.9],
];

/** Shows all points, or the continental states where there is none. */
const showAll = (map: LeafletMap, points: MapProps['points']) =>
  points.length > 0
    ? map.fitBounds(
        points.map(({ at: [latitude, longitude] }) => [latitude, longitude]),
        { padding: [40, 40], maxZoom: nearest, animate: false },
      )
    : map.fitBounds(continentalStates, { animate: false });

const middle = (numbers: number[]): number => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

/** Shows the midst of the points, from which most of them are not far. */
const showMidst = (map: LeafletMap, points: MapProps['points'], zoom: number) =>
  map.setView([middle(points.map(({ at }) => at[0])), middle(points.map(({ at }) => at[1]))], zoom, { animate: false });

/** Six digits are finer than a door; five are a metre. */
const rounded = (degrees: number) => Math.round(degrees * 1e5) / 1e5;

const options: MapOptions = {
  zoomSnap: tiles ? 1 : 0.5,
  // An animation that goes on after the map is removed throws.
  zoomAnimation: false,
  worldCopyJump: true,
  maxBoundsViscosity: 1,
  maxBounds: [
    [-85, -540],
    [85, 540],
  ],
  zoomControl: false,
  attributionControl: false,
};

/** Draws the outlines below the tiles, if there are any: they show until tiles load, and where they don't. */
const drawAtlas = (map: LeafletMap) => {
  map.createPane('atlas').style.zIndex = '150';
  for (const [outlines, className] of [
    [land, css.land],
    [states, css.states],
  ] as const)
    new GeoJSON(outlines, { pane: 'atlas', interactive: false, style: { className } }).addTo(map);
};

/** The map itself; PointMap loads it when it is shown. */
export const MapView = ({
  label,
  points,
  current,
  clusters = false,
  onChoose,
  onPlace,
  zoom,
  range = usualRange,
  near,
  note,
}: MapProps) => {
  const help = useId();
  const container = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<LeafletMap | null>(null);
  const [minZoom, maxZoom] = range;

  useEffect(() => {
    if (!container.current) return;
    const created = new LeafletMap(container.current, { ...options, minZoom, maxZoom });
    created.fitBounds(continentalStates, { animate: false });
    drawAtlas(created);
    setMap(created);
    return () => {
      setMap(null);
      created.remove();
    };
  }, [minZoom, maxZoom]);

  useEffect(() => {
    if (!map || !onPlace) return;
    const place = ({ latlng }: LeafletMouseEvent) => {
      const { lat, lng } = latlng.wrap();
      onPlace([rounded(lat), rounded(lng)]);
    };
    map.on('click', place);
    return () => {
      map.off('click', place);
    };
  }, [map, onPlace]);

  useEffect(() => {
    if (!map) return;
    const element = map.getContainer();
    element.setAttribute('role', 'application');
    element.setAttribute('aria-label', label);
    element.setAttribute('aria-describedby', help);
    // A dialog that opens grows to its size only after the map is there.
    const observer = new ResizeObserver(() => map.invalidateSize({ animate: false }));
    observer.observe(element);
    return () => observer.disconnect();
  }, [map, label, help]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, not whenever a point is moved
  useEffect(() => {
    if (!map) return;
    if (zoom !== undefined && points.length > 0) showMidst(map, points, zoom);
    else showAll(map, points);
  }, [map]);

  useEffect(() => {
    if (map && near) map.fitBounds(near as [number, number][], { padding: [60, 60], animate: false });
  }, [map, near]);

  // Who types a position must see where it is.
  const chosen = points.find(({ key }) => key === current);
  const [latitude, longitude] = chosen?.at ?? [];
  useEffect(() => {
    if (!map || latitude === undefined || longitude === undefined) return;
    if (!map.getBounds().pad(-0.05).contains([latitude, longitude])) map.panTo([latitude, longitude]);
  }, [map, latitude, longitude]);

  return (
    <>
      <p id={help} className={hidden.text}>
        Use the arrow keys to move the map, and plus and minus to zoom.
      </p>
      <div ref={container} className={css.map} data-presses={onPlace ? '' : undefined} />
      {map && (
        <>
          {tiles && <Tiles map={map} of={tiles} />}
          <Marks map={map} points={points} current={current} clusters={clusters} range={range} onChoose={onChoose} />
        </>
      )}
      <div className={css.tools}>
        <IconButton boxed label="Zoom in" icon={IconPlus} onClick={() => map?.zoomIn()} />
        <IconButton boxed label="Zoom out" icon={IconMinus} onClick={() => map?.zoomOut()} />
        <IconButton boxed label="Zoom to fit" icon={IconFocusCentered} onClick={() => map && showAll(map, points)} />
      </div>
      <div className={css.foot}>
        {note && <p className={css.note}>{note}</p>}
        {tiles && <Attribution of={tiles} />}
      </div>
    </>
  );
};
