import {
  type keepPreviousData,
  type QueryKey,
  queryOptions,
  type UseQueryOptions,
  type UseQueryResult,
  useQuery,
} from '@tanstack/react-query';
import { useId } from 'react';
import type { Answer, RouteSpec, Sent } from '#contract/kit/route.ts';
import { call } from './api.ts';
import { connection } from './connection.ts';
import { queryClient } from './queries.ts';
import { addressOf, isOfRemoved, touchedBy } from './reach.ts';

/** How an answer is kept: by the path of its route, and what was sent with it. */
export const keyOf = <R extends RouteSpec>(route: R, sent: Sent<R>): QueryKey => {
  const { params = {}, query } = sent as { params?: object; query?: object };
  return query && Object.keys(query).length > 0 ? [route.path, params, query] : [route.path, params];
};

/** The question behind an answer, for several at once. */
export const questionOf = <R extends RouteSpec>(route: R, sent: Sent<R>) =>
  queryOptions<Answer<R>>({
    queryKey: keyOf(route, sent),
    queryFn: ({ signal }) => call(route, sent, { signal }),
  });

type Wishes = Pick<UseQueryOptions, 'enabled' | 'staleTime' | 'gcTime' | 'retry' | 'refetchInterval'> & {
  /** The answer to what was sent before stands until this one is there. */
  placeholderData?: typeof keepPreviousData;
};

/** What a route answers: the one door to what the server knows. It is loaded afresh after writes that touch it. */
export const useAnswer = <R extends RouteSpec>(route: R, sent: Sent<R>, wishes: Wishes = {}) =>
  useQuery<Answer<R>>({ ...questionOf(route, sent), ...(wishes as object) });

/** What is loaded in another way than by one call, kept by a key. One that begins with a path says which writes touch it. */
export const useKept = <T>(queryKey: QueryKey, load: UseQueryOptions<T>['queryFn'], wishes: Wishes) =>
  useQuery<T>({ queryKey, queryFn: load, ...(wishes as object) } as UseQueryOptions<T>);

/**
 * What several calls together load, for this screen alone and afresh each time that it opens.
 * @param on what it is about: loaded again when it changes, and not at all while it is null
 */
export const useLoaded = <T>(load: () => Promise<T>, on: string | null = ''): UseQueryResult<T> =>
  useKept([useId(), on], load, { enabled: on !== null, gcTime: 0, staleTime: 0 });

/** The answers that are here already. */
export const answers = {
  /** Takes an answer that came with another call. */
  put: <R extends RouteSpec>(route: R, sent: Sent<R>, answer: Answer<R>): void => {
    queryClient.setQueryData(keyOf(route, sent), answer);
  },
  /** Loads the answers of a route afresh, whatever was sent. */
  reload: (route: RouteSpec): Promise<void> => queryClient.invalidateQueries({ queryKey: [route.path] }),
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
      queryClient.invalidateQueries({ predicate: ({ queryKey }) => isTouched(queryKey) && !isGone(queryKey) }),
    ]);
  },
};
