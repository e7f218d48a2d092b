import { expect, test } from 'vitest';
import { gathered, type MapPoint } from './map-clusters.ts';

const everywhere: [number, number, number, number] = [-180, -85, 180, 85];
/** A heap of 12 points along a street, and one that lies far away. */
const points = [...Array.from({ length: 12 }, (_, index) => 44.62 + index * 0.0005), 40].map(
  (latitude, index): MapPoint => ({ key: String(index), name: 'Somebody', at: [latitude, -124.05] }),
);
const counts = (clusters: boolean, zoom: number) =>
  gathered(points, { clusters, nearest: 18 })
    .getClusters(everywhere, zoom)
    .map(({ properties }) => ('cluster' in properties ? properties.point_count : 1))
    .sort((a, b) => b - a);

test('marks that would cover each other are one with their count, until there is room for each', () => {
  expect(counts(true, 8)).toEqual([12, 1]);
  expect(counts(true, 18)).toEqual(points.map(() => 1));
});

test('where each point is chosen by itself, only those of one spot are one', () => {
  expect(counts(false, 8)).toHaveLength(13);
  const twice = gathered([points[0]!, points[0]!], { clusters: false, nearest: 18 }).getClusters(everywhere, 8);
  expect(twice).toMatchObject([{ properties: { point_count: 2 } }]);
});
