import {
  type InvalidateQueryFilters,
  type keepPreviousData,
  type QueryKey,
  queryOptions,
  type UseQueryOptions,
  type UseQueryResult,
  useQuery,
} from '@tanstack/react-query';
import { useId } from 'react';
import type { Answer, RequestInput, RouteSpec } from '#contract/kit/route.ts';
import { call } from './api.ts';
import { connection } from './connection.ts';
import { queryClient } from './query-client.ts';
import { addressOf, isOfRemoved, touchedBy } from './reach.ts';

/** How an answer is kept: by the path of its route, and what was sent with it. */
export const queryKeyOf = <R extends RouteSpec>(route: R, sent: RequestInput<R>): QueryKey => {
  const { params = {}, query } = sent as { params?: object; query?: object };
  return query && Object.keys(query).length > 0 ? [route.path, params, query] : [route.path, params];
};

/** The question behind an answer, for several at once. */
export const queryOf = <R extends RouteSpec>(route: R, sent: RequestInput<R>) =>
  queryOptions<Answer<R>>({
    queryKey: queryKeyOf(route, sent),
    queryFn: ({ signal }) => call(route, sent, { signal }),
  });

type Wishes = Pick<UseQueryOptions, 'enabled' | 'staleTime' | 'gcTime' | 'retry' | 'refetchInterval'> & {
  /** The answer to what was sent before stands until this one is there. */
  placeholderData?: typeof keepPreviousData;
};

/** Reads a route: the one way to what the server knows. Reloaded after writes that touch it. */
export const useRouteQuery = <R extends RouteSpec>(route: R, sent: RequestInput<R>, wishes: Wishes = {}) =>
  useQuery<Answer<R>>({ ...queryOf(route, sent), ...(wishes as object) });

/** Caches something that isn't one call's response. If its key begins with a path, writes to that path reload it. */
export const useKeyedQuery = <T>(queryKey: QueryKey, load: UseQueryOptions<T>['queryFn'], wishes: Wishes) =>
  useQuery<T>({ queryKey, queryFn: load, ...(wishes as object) } as UseQueryOptions<T>);

/**
 * What several calls together load, for this screen alone and afresh each time that it opens.
 * @param on what it is about: loaded again when it changes, and not at all while it is null
 */
export const useLoaded = <T>(load: () => Promise<T>, on: string | null = ''): UseQueryResult<T> =>
  useKeyedQuery([useId(), on], load, { enabled: on !== null, gcTime: 0, staleTime: 0 });

/** Loads matching responses again. One that is still loading may tell of before a write; the library would keep it. */
const invalidate = (filters: InvalidateQueryFilters): Promise<void> => {
  const loading = queryClient.getQueryCache().findAll({ ...filters, type: 'active', fetchStatus: 'fetching' });
  for (const query of loading) void query.cancel({ silent: true });
  return queryClient.invalidateQueries(filters);
};

/** The responses of the server that are cached. */
export const queries = {
  /** Takes an answer that came with another call. */
  put: <R extends RouteSpec>(route: R, sent: RequestInput<R>, answer: Answer<R>): void => {
    queryClient.setQueryData(queryKeyOf(route, sent), answer);
  },
  /** Reloads every response of a route, whatever was sent. */
  reload: (route: RouteSpec): Promise<void> => invalidate({ queryKey: [route.path] }),
  /** Loads again what failed. */
  retry: (): Promise<void> => queryClient.refetchQueries({ predicate: ({ state }) => state.status === 'error' }),
  /**
   * Loads afresh what a call that wrote has touched. Answers about a record that is gone wait until somebody wants
   * them: asked again, they would say that there is no such record.
   */
  reloadAfter: async (route: RouteSpec, sent: { params?: object }): Promise<void> => {
    const written = addressOf(route.path, sent.params);
    const isTouched = touchedBy(written, connection().reach);
    const isGone = (key: QueryKey) => route.method === 'DELETE' && isOfRemoved(written, key);
    await Promise.all([
      queryClient.invalidateQueries({ predicate: ({ queryKey }) => isGone(queryKey), refetchType: 'none' }),
      invalidate({ predicate: ({ queryKey }) => isTouched(queryKey) && !isGone(queryKey) }),
    ]);
  },
};
