import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How the service answers: well, or in one of the ways in which services fail. */
export const manners = ['well', 'nonsense', 'wrong type', 'huge', 'redirect', 'slow', 'busy', 'refusing'] as const;
export type Manner = (typeof manners)[number];

/** The key that organizations give in browser tests. */
export const placesKey = 'the-key-of-the-agency';

const streets = ['Main Street', 'Harbor Road', 'Lantern Lane', 'Orchard Avenue', 'Quay Street', 'Ferry Landing'];
const towns = [
  { city: 'Harborvale', postcode: '98101', at: [47.61, -122.33] },
  { city: 'Northgate', postcode: '98125', at: [47.71, -122.32] },
  { city: 'Meadow Ridge', postcode: '97201', at: [45.51, -122.68] },
] as const;

/** A place by its number, which holds all that there is to know of it. */
const placeOf = (osm_id: number) => {
  const house = Math.floor(osm_id / 100);
  const town = towns[Math.floor((osm_id % 100) / 10)];
  const road = streets[osm_id % 10];
  if (!town || !road || house < 1 || house > 9999) return null;
  const state = town.postcode.startsWith('97')
    ? { state: 'Oregon', code: 'US-OR' }
    : { state: 'Washington', code: 'US-WA' };
  return {
    osm_type: 'way',
    osm_id,
    display_name: `${house}, ${road}, ${town.city}, ${state.state}, ${town.postcode}, United States`,
    lat: String(town.at[0] + (osm_id % 10) / 200),
    lon: String(town.at[1] + (house % 97) / 1000),
    address: {
      house_number: String(house),
      road,
      city: town.city,
      state: state.state,
      'ISO3166-2-lvl4': state.code,
      postcode: town.postcode,
    },
  };
};

/** The places in whose name every word of the input begins a word. */
const search = (input: string) => {
  const words = input.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const house = Number(words.find((word) => /^\d{1,4}$/.test(word)) ?? 1);
  return towns
    .flatMap((_, town) => streets.map((_, street) => placeOf(house * 100 + town * 10 + street)))
    .filter((place) => place !== null)
    .filter(({ display_name }) => {
      const parts = display_name.toLowerCase().split(/[ ,]+/);
      return words.every((word) => parts.some((part) => part.startsWith(word)));
    });
};

const lookup = (ids: string) => [placeOf(Number(/^W(\d+)$/.exec(ids)?.[1]))].filter((place) => place !== null);

/** A picture of a piece of a map: its numbers, and lines for streets. */
const tile = (path: string) => {
  const [, z, x, y] = /^\/tiles\/(\d+)\/(\d+)\/(\d+)\.svg$/.exec(path) ?? [];
  if (!z) return null;
  const shade = (Number(x) + Number(y)) % 2 ? '#e8efe6' : '#eef2ea';
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256"><rect width="256" height="256" fill="${shade}"/>` +
    '<path d="M0 90H256M0 190H256M70 0V256M180 0V256" stroke="#fff" stroke-width="9"/>' +
    `<text x="82" y="128" font-size="12" font-family="sans-serif" fill="#7b857d">${z}/${x}/${y}</text></svg>`
  );
};

const json = (response: ServerResponse, body: unknown) =>
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));

const misbehave: Record<Exclude<Manner, 'well'>, (response: ServerResponse) => void> = {
  nonsense: (response) => json(response, [{ osm_type: 'moon', osm_id: 'x' }, null, 7, { display_name: ['a'] }]),
  'wrong type': (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome</h1>'),
  huge: (response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const chunk = ' '.repeat(1024 * 1024);
    let left = 50;
    const more = () => {
      while (left-- > 0) if (!response.write(chunk)) return response.once('drain', more);
      return response.end('[]');
    };
    more();
  },
  redirect: (response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
  // Until who asked has gone.
  slow: () => {},
  busy: (response) => response.writeHead(429, { 'retry-after': '60' }).end(),
  refusing: (response) => response.writeHead(401).end(),
};

/**
 * What stands in for a service of OpenStreetMap's kind: it suggests invented addresses, and gives tiles for maps.
 * `npm run dev` and tests use it.
 * @param key what callers must give as `key`; without one nobody is asked for any
 */
export const startPlaces = async ({ key }: { key?: string } = {}) => {
  const asked: URL[] = [];
  let manner: Manner = 'well';
  const answer = ({ url: path }: IncomingMessage, response: ServerResponse) => {
    const url = new URL(path ?? '/', 'http://places');
    const picture = tile(url.pathname);
    if (picture) return response.writeHead(200, { 'content-type': 'image/svg+xml' }).end(picture);
    asked.push(url);
    if (manner !== 'well') return misbehave[manner](response);
    if (key !== undefined && url.searchParams.get('key') !== key) return misbehave.refusing(response);
    if (url.pathname === '/search')
      return json(response, search(url.searchParams.get('q') ?? '').slice(0, Number(url.searchParams.get('limit'))));
    if (url.pathname === '/lookup') return json(response, lookup(url.searchParams.get('osm_ids') ?? ''));
    return response.writeHead(404).end();
  };
  const server = createServer(answer);
  server.listen(0, '127.0.0.1').unref();
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    /** For ADDRESS_URL. */
    addressUrl: key === undefined ? origin : `${origin}/?key={key}`,
    /** For TILES_URL. */
    tilesUrl: `${origin}/tiles/{z}/{x}/{y}.svg`,
    /** What it was asked, tiles aside, the newest last. */
    asked,
    behave: (as: Manner) => {
      manner = as;
    },
    close: () => server.closeAllConnections(),
  };
};
