import type { z } from 'zod';
import type { Errors } from '#contract/kit/issues.ts';
import type { groupLocation, permissionGroupRoutes } from '#contract/resources/permission-groups.ts';
import type { Position } from '#web/ui/map.tsx';

/** A location of a group as it is held until Save. */
export type Place = {
  /** Tells places apart, also those that are not stored yet. */
  key: string;
  name: string;
  address: string;
  latitude: number | null;
  longitude: number | null;
};

/** A place in the form, with what is wrong with numbers that cannot be read. */
export type PlaceDraft = Place & { problems: { latitude?: string; longitude?: string } };

export const blankPlace: PlaceDraft = {
  key: '',
  name: '',
  address: '',
  latitude: null,
  longitude: null,
  problems: {},
};

type GroupLocations = z.output<typeof permissionGroupRoutes.locations.response>['data'];

export const placesOf = (stored: GroupLocations): Place[] =>
  stored.map(({ id, name, address, location }) => ({
    key: String(id),
    name,
    address,
    latitude: location?.[0] ?? null,
    longitude: location?.[1] ?? null,
  }));

/** The places as they are sent. */
export const sentPlaces = (places: Place[]): z.input<typeof groupLocation>[] =>
  places.map(({ name, address, latitude, longitude }) => ({
    name,
    address,
    location: latitude === null || longitude === null ? null : [latitude, longitude],
  }));

/** Where a place is; null while it is not on the map, or half of it is missing. */
export const positionOf = ({ latitude, longitude }: Place): Position | null =>
  latitude === null || longitude === null || Math.abs(latitude) > 90 || Math.abs(longitude) > 180
    ? null
    : [latitude, longitude];

/** What must be mended before a place is taken into the list. */
export const placeErrors = ({ name, address, latitude, longitude, problems }: PlaceDraft): Errors => {
  const isOffMap = latitude === null && longitude === null;
  const degrees = (what: 'latitude' | 'longitude', value: number | null, most: number) => {
    if (problems[what]) return { [what]: [problems[what]] };
    if (value === null) return isOffMap ? {} : { [what]: [`Enter ${what} too, or remove the location from the map`] };
    return Math.abs(value) > most ? { [what]: [`Enter a number between -${most} and ${most}`] } : {};
  };
  return {
    ...(name.trim() ? {} : { name: ['Enter name'] }),
    ...(address.trim() ? {} : { address: ['Enter address'] }),
    ...degrees('latitude', latitude, 90),
    ...degrees('longitude', longitude, 180),
  };
};
