import type { z } from 'zod';
import type { RouteSpec } from '#contract/kit/route.ts';
import type { RecordType } from '#contract/record-types.ts';
import { nounIn, type Place } from '#web/access/places.ts';

export type StoredRecord = { id: number; lock_version: number };

type RouteWithResponse<A> = RouteSpec & { response: z.ZodType<A> };
type RouteWithBody<B> = RouteSpec & { body: z.ZodType<unknown, B> };

/** The routes that the screens of a resource call; those that may be missing are things that cannot be done with it. */
type ResourceRoutes<T, L, C, U> = {
  page: RouteWithResponse<{ data: L[] }>;
  show: RouteWithResponse<T>;
  create: RouteWithBody<C> & RouteWithResponse<NoInfer<T>>;
  update: RouteWithBody<U> & RouteWithResponse<NoInfer<T>>;
  /** Rows that a search does not find, and that are like what was searched for. */
  similar?: RouteWithResponse<{ data: L[] }>;
  remove?: RouteSpec;
  clone?: RouteWithResponse<NoInfer<T>>;
};

/** A resource as far as its list needs it. Without a route that creates, records come about in another way. */
export type ListResource<T, L> = Place & {
  routes: Pick<ResourceRoutes<T, L, unknown, unknown>, 'page' | 'show' | 'similar'> & { create?: RouteSpec };
};

type Names<T> = {
  /** Under which history and grants know it; without one it has neither. */
  type?: RecordType;
  nameOf: (record: T) => string;
  /** Its name as lists sort it, where that is another one. */
  listNameOf?: (record: T) => string;
  /** What a draft of a change to one is kept under, where there are drafts. */
  draftOf?: (id: number) => string;
  /** What is said while one is loaded, where it is not "Loading sequence". */
  loading?: string;
};

/** A record of a resource, a row of its list, and what creating and changing one takes. */
export type Resource<T extends StoredRecord, L = unknown, C = unknown, U = unknown> = Place &
  Names<T> & { noun: string; loading: string; listNameOf: (record: T) => string; routes: ResourceRoutes<T, L, C, U> };

/** All that a feature says about its resource: list, detail, form and whatever leads to them read it here. */
export const resourceOf = <T extends StoredRecord, L, C, U>(
  place: Place,
  routes: ResourceRoutes<T, L, C, U>,
  names: Names<T>,
): Resource<T, L, C, U> => ({
  ...place,
  noun: nounIn(place),
  loading: `Loading ${nounIn(place)}`,
  listNameOf: names.nameOf,
  ...names,
  routes,
});
