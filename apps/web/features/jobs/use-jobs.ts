import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { RequestInput, RouteSpec } from '#contract/kit/route.ts';
import { call } from '#web/kit/api.ts';
import type { Job } from './job.ts';
import { pauseAfter } from './pauses.ts';

export type Counts = Record<Job['state'], number>;
type Page<J> = {
  data: J[];
  metadata: { page: number; total_count: number; total_pages: number };
  counts: Counts;
};
type JobQuery = { filters?: object; query?: string; pageSize?: number };

/**
 * Jobs, a page at a time. While any is under way, whichever are shown, they are asked for again, with growing pauses;
 * that keeps no session alive.
 * @param route the paged list of an organization, or of the platform
 */
export const useJobs = <J extends Job>(route: RouteSpec, { filters, query: searched, pageSize }: JobQuery = {}) => {
  const cache = useQueryClient();
  const since = useRef<number>(undefined);
  const queryKey = [route.path, filters ?? {}, searched ?? '', pageSize ?? null];
  const query = {
    ...(filters ? { filters: JSON.stringify(filters) } : {}),
    ...(searched ? { query: searched } : {}),
    ...(pageSize ? { page_size: String(pageSize) } : {}),
  };
  const list = useInfiniteQuery({
    queryKey,
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) => {
      const background = cache.getQueryData(queryKey) !== undefined && pageParam === 1;
      const sent = { params: { page: String(pageParam) }, query } as unknown as RequestInput<RouteSpec>;
      return call(route, sent, { signal, background }) as unknown as Promise<Page<J>>;
    },
    getNextPageParam: ({ metadata }) => (metadata.page < metadata.total_pages ? metadata.page + 1 : undefined),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => {
      const { enqueued = 0, running = 0 } = data?.pages[0]?.counts ?? {};
      if (enqueued + running === 0) {
        since.current = undefined;
        return false;
      }
      since.current ??= Date.now();
      return pauseAfter(Date.now() - since.current);
    },
  });
  const pages = list.data?.pages ?? [];
  return {
    jobs: pages.flatMap(({ data }) => data),
    /** How many there are in each state; undefined until they were counted. */
    counts: pages[0]?.counts,
    total: pages.at(-1)?.metadata.total_count ?? 0,
    status: pages.length > 0 ? ('ready' as const) : list.isError ? ('failed' as const) : ('loading' as const),
    error: list.error,
    /** Whether what is shown may be out of date. */
    isStale: list.isError && pages.length > 0,
    more: list.hasNextPage,
    loadingMore: list.isFetchingNextPage,
    onMore: () => void list.fetchNextPage(),
    onRetry: () => void list.refetch(),
  };
};
