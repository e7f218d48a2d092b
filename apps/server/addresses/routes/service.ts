import { z } from 'zod';
import type { Answer } from '#contract/kit/route.ts';
import type { addressRoutes } from '#contract/resources/addresses.ts';
import { trustedOrigin } from '#server/kit/outgoing/allowed-origins.ts';
import { CallFailed } from '#server/kit/outgoing/connect.ts';
import { getJson } from '#server/kit/outgoing/get-json.ts';

export type Prediction = Answer<typeof addressRoutes.addressAutocomplete>['predictions'][number];
export type AddressDetail = NonNullable<Answer<typeof addressRoutes.addressDetail>['result']>;
/** A place that the service found: what is suggested, and what is told of it once it is chosen. */
export type AddressMatch = Prediction & { detail: AddressDetail };

/** Who types waits for it. */
const timeoutMs = 5000;
/** Places of which more are sent are cut off. */
const maxPlaces = 8;

const degrees = (most: number) => z.string().min(1).transform(Number).pipe(z.number().min(-most).max(most));

/** Text that an answer may hold: somebody else's words become part of a form here. */
const line = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^\P{Cc}*$/u);

/** A place as Nominatim tells it (jsonv2). One without an id of OpenStreetMap's, such as a bare postal code, has no detail. */
const place = z.object({
  osm_type: z.enum(['node', 'way', 'relation']),
  osm_id: z.int().positive(),
  display_name: line(1000).min(1),
  lat: degrees(90),
  lon: degrees(180),
  address: z.record(z.string(), line(255)).default({}),
});
type Place = z.output<typeof place>;

const placesIn = (answer: unknown): Place[] => {
  if (!Array.isArray(answer)) throw new CallFailed('The server didn’t answer with a list of places');
  return answer.slice(0, maxPlaces).flatMap((one) => place.safeParse(one).data ?? []);
};

/** `osm:N123` for the node 123. */
const placeId = ({ osm_type, osm_id }: Place): string => `osm:${osm_type.charAt(0).toUpperCase()}${osm_id}`;

const detailOf = ({ display_name, lat, lon, address }: Place): AddressDetail => {
  const first = (...names: string[]) => names.map((name) => address[name]).find(Boolean) ?? null;
  // US-IL; other countries number their regions, and those people know by name only.
  const [, stateCode] = /^[A-Z]{2}-([A-Z]{2})$/.exec(address['ISO3166-2-lvl4'] ?? '') ?? [];
  return {
    formatted_address: display_name,
    address_components: {
      streetAddress: [address.house_number, address.road].filter(Boolean).join(' ') || null,
      unitNumber: first('unit'),
      city: first('city', 'town', 'village', 'hamlet', 'municipality'),
      state: stateCode ?? first('state'),
      postalCode: first('postcode'),
    },
    geometry: { location: { lat, lng: lon } },
  };
};

const keyMark = '{key}';

/** Whether each organization has a key of its own at the service, which stands where its address says `{key}`. */
export const asksForKey = (addressUrl: string): boolean =>
  [...new URL(addressUrl).searchParams.values()].includes(keyMark);

/**
 * A service of OpenStreetMap's kind (Nominatim) at the address that the operator gave. Both calls throw CallFailed when it
 * does not answer as such a service does.
 * @param key the organization's, where the service asks for one
 * @param time for each call, in milliseconds
 */
export const openAddressService = (addressUrl: string, key: string | null, time = timeoutMs) => {
  const ask = async (path: string, parameters: Record<string, string>): Promise<Place[]> => {
    const url = new URL(addressUrl);
    url.pathname = url.pathname.replace(/\/*$/, path);
    for (const [name, value] of [...url.searchParams]) if (value === keyMark) url.searchParams.set(name, key ?? '');
    for (const [name, value] of Object.entries({ format: 'jsonv2', addressdetails: '1', ...parameters }))
      url.searchParams.set(name, value);
    return placesIn(await getJson(url, [trustedOrigin(addressUrl)], time));
  };
  return {
    /** The places that fit what was typed, the best first. */
    search: async (input: string): Promise<AddressMatch[]> => {
      const places = await ask('/search', { limit: '5', q: input });
      return places.map((one) => ({
        description: one.display_name,
        place_id: placeId(one),
        detail: detailOf(one),
      }));
    },
    /** A place by its id; null when there is none. */
    find: async (place_id: string): Promise<AddressDetail | null> => {
      const [, osm_id] = /^osm:([NWR][1-9]\d{0,18})$/.exec(place_id) ?? [];
      if (!osm_id) return null;
      const [found] = await ask('/lookup', { osm_ids: osm_id });
      return found ? detailOf(found) : null;
    },
  };
};
