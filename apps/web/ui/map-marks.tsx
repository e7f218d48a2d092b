import type { Map as LeafletMap } from 'leaflet';
import { useMemo, useState } from 'react';
import { useMapEvents } from 'react-leaflet';
import Supercluster from 'supercluster';
import { Mark } from './map-mark.tsx';

export type MapPoint = { key: string; name: string; at: readonly [latitude: number, longitude: number]; sign?: string };

/** More points than these are put together where they lie close, within as many pixels. */
const most = 200;
const close = 64;

type Held = { place: number };

/** The points by places: those of one spot are one mark, and where there are many, those close to each other. */
const gathered = (points: MapPoint[], most_zoom: number) => {
  const clusters = new Supercluster<Held>({
    radius: points.length > most ? close : 0,
    extent: 256,
    maxZoom: most_zoom,
  });
  return clusters.load(
    points.map(({ at: [latitude, longitude] }, place) => ({
      type: 'Feature' as const,
      properties: { place },
      geometry: { type: 'Point' as const, coordinates: [longitude, latitude] },
    })),
  );
};

type View = { zoom: number; box: [west: number, south: number, east: number, north: number] };

/** What of the map is in view, and half of it around. */
const viewOf = (map: LeafletMap): View => {
  const bounds = map.getBounds().pad(0.5);
  const [south, north] = [Math.max(-85, bounds.getSouth()), Math.min(85, bounds.getNorth())];
  return { zoom: Math.floor(map.getZoom()), box: [bounds.getWest(), south, bounds.getEast(), north] };
};

/** The marks of the points that are in view. */
export const Marks = ({
  points,
  current,
  range: [, mostZoom],
  onChoose,
}: {
  points: MapPoint[];
  current: string | undefined;
  range: readonly [least: number, most: number];
  onChoose: ((...keys: string[]) => void) | undefined;
}) => {
  const clusters = useMemo(() => gathered(points, mostZoom), [points, mostZoom]);
  const [view, setView] = useState<View | null>(null);
  const map = useMapEvents({
    moveend: () => setView(viewOf(map)),
    zoomend: () => setView(viewOf(map)),
    resize: () => setView(viewOf(map)),
  });
  if (!view) return null;
  return clusters.getClusters(view.box, view.zoom).map(({ geometry, properties }) => {
    const [longitude, latitude] = geometry.coordinates as [number, number];
    if (!('cluster' in properties)) {
      const { key, name, sign } = points[properties.place]!;
      return (
        <Mark
          key={key}
          name={name}
          at={[latitude, longitude]}
          sign={sign}
          isCurrent={key === current}
          onChoose={onChoose && (() => onChoose(key))}
        />
      );
    }
    const { cluster_id, point_count } = properties;
    const keys = () =>
      clusters.getLeaves(cluster_id, Number.POSITIVE_INFINITY).map(({ properties: { place } }) => points[place]!.key);
    return (
      <Mark
        key={`of ${cluster_id}`}
        name={`${point_count} here`}
        at={[latitude, longitude]}
        sign={String(point_count)}
        size={Math.round(26 + 3.4 * Math.sqrt(Math.min(point_count, 200)))}
        isCurrent={false}
        onChoose={onChoose && (() => onChoose(...keys()))}
      />
    );
  });
};
