import Supercluster from 'supercluster';

export type MapPoint = { key: string; name: string; at: readonly [latitude: number, longitude: number]; sign?: string };

/** More points than these are put together where they lie close, within as many pixels: no mark covers another. */
const most = 200;
const close = 64;

/** The place of a point in the list. */
type PointProperties = { place: number };

/**
 * Gathers points by where they are: those of one spot are one mark, and with `clusters`, or where there are many, also
 * those so close that their marks would cover each other.
 * @param nearest the largest scale
 */
export const gathered = (
  points: readonly MapPoint[],
  { clusters, nearest }: { clusters: boolean; nearest: number },
): Supercluster<PointProperties> => {
  const index = new Supercluster<PointProperties>({
    radius: clusters || points.length > most ? close : 0,
    extent: 256,
    maxZoom: nearest,
  });
  return index.load(
    points.map(({ at: [latitude, longitude] }, place) => ({
      type: 'Feature' as const,
      properties: { place },
      geometry: { type: 'Point' as const, coordinates: [longitude, latitude] },
    })),
  );
};
