import { IconFocusCentered, IconMinus, IconPlus } from '@tabler/icons-react';
import type { LatLngBoundsExpression, Map as LeafletMap } from 'leaflet';
import 'leaflet/dist/leaflet.css';
import { useEffect, useId, useState } from 'react';
import { GeoJSON, MapContainer, Pane, useMapEvents } from 'react-leaflet';
import { IconButton } from './button.tsx';
import css from './map.module.css';
import { land, states } from './map-atlas.ts';
import { type MapPoint, Marks } from './map-marks.tsx';
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

const Presses = ({ onPlace }: { onPlace: NonNullable<MapProps['onPlace']> }) => {
  useMapEvents({
    click: ({ latlng }) => {
      const { lat, lng } = latlng.wrap();
      onPlace([rounded(lat), rounded(lng)]);
    },
  });
  return null;
};

/** The map itself; PointMap loads it when it is shown. */
export const MapView = ({
  label,
  points,
  current,
  onChoose,
  onPlace,
  zoom,
  range = usualRange,
  near,
  note,
}: MapProps) => {
  const help = useId();
  const [map, setMap] = useState<LeafletMap | null>(null);

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
        Arrow keys move the map, plus and minus change its scale.
      </p>
      <MapContainer
        ref={setMap}
        className={css.map}
        bounds={continentalStates}
        minZoom={range[0]}
        maxZoom={range[1]}
        zoomSnap={tiles ? 1 : 0.5}
        // An animation that goes on after the map is gone throws.
        zoomAnimation={false}
        worldCopyJump
        maxBoundsViscosity={1}
        maxBounds={[
          [-85, -540],
          [85, 540],
        ]}
        zoomControl={false}
        attributionControl={false}
        data-presses={onPlace ? '' : undefined}
      >
        {/* Below tiles, where there are any: it is seen until they come, and where they do not. */}
        <Pane name="atlas" style={{ zIndex: 150 }}>
          <GeoJSON data={land} interactive={false} style={{ className: css.land }} />
          <GeoJSON data={states} interactive={false} style={{ className: css.states }} />
        </Pane>
        {tiles && <Tiles of={tiles} />}
        {onPlace && <Presses onPlace={onPlace} />}
        <Marks points={points} current={current} range={range} onChoose={onChoose} />
      </MapContainer>
      <div className={css.tools}>
        <IconButton boxed label="Zoom in" icon={IconPlus} onClick={() => map?.zoomIn()} />
        <IconButton boxed label="Zoom out" icon={IconMinus} onClick={() => map?.zoomOut()} />
        <IconButton
          boxed
          label="Show everything"
          icon={IconFocusCentered}
          onClick={() => map && showAll(map, points)}
        />
      </div>
      <div className={css.foot}>
        {note && <p className={css.note}>{note}</p>}
        {tiles && <Attribution of={tiles} />}
      </div>
    </>
  );
};
