import type { Map as LeafletMap } from 'leaflet';
import { useEffect, useMemo, useState } from 'react';
import { gathered, type MapPoint } from './map-clusters.ts';
import { Mark } from './map-mark.tsx';

type View = { zoom: number; box: [west: number, south: number, east: number, north: number] };

/** What of the map is in view, and half of it around. */
const viewOf = (map: LeafletMap): View => {
  const bounds = map.getBounds().pad(0.5);
  const [south, north] = [Math.max(-85, bounds.getSouth()), Math.min(85, bounds.getNorth())];
  return { zoom: Math.floor(map.getZoom()), box: [bounds.getWest(), south, bounds.getEast(), north] };
};

/** The marks of the points that are in view. */
export const Marks = ({
  map,
  points,
  current,
  clusters: isClustered,
  range: [, nearest],
  onChoose,
}: {
  map: LeafletMap;
  points: MapPoint[];
  current: string | undefined;
  clusters: boolean;
  range: readonly [least: number, most: number];
  onChoose: ((...keys: string[]) => void) | undefined;
}) => {
  const clusters = useMemo(() => gathered(points, { clusters: isClustered, nearest }), [points, isClustered, nearest]);
  const [view, setView] = useState<View | null>(null);
  useEffect(() => {
    const look = () => setView(viewOf(map));
    map.on('moveend zoomend resize', look);
    return () => {
      map.off('moveend zoomend resize', look);
    };
  }, [map]);
  if (!view) return null;
  return clusters.getClusters(view.box, view.zoom).map(({ geometry, properties }) => {
    const [longitude, latitude] = geometry.coordinates as [number, number];
    if (!('cluster' in properties)) {
      const { key, name, sign } = points[properties.place]!;
      return (
        <Mark
          key={key}
          map={map}
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
        map={map}
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
