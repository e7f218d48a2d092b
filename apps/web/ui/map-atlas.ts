import { feature } from 'topojson-client';
import us from 'us-atlas/states-10m.json';
import world from 'world-atlas/countries-110m.json';

type Topology = Parameters<typeof feature>[0];

/** The atlases are typed as whatever stands in them; both are topologies of named collections. */
const collection = (atlas: unknown, name: string) => {
  const topology = atlas as Topology;
  return feature(topology, topology.objects[name]!);
};

/** The countries of the world, coarse. */
export const land = collection(world, 'countries');

/** The states and territories of the United States. */
export const states = collection(us, 'states');
