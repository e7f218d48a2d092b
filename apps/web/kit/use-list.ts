import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { RequestInput, RouteSpec } from '#contract/kit/route.ts';
import { call } from './api.ts';

type ListPage<T> = { data: T[]; metadata: { page: number; total_count: number; total_pages: number } };

/**
 * A list that is loaded page by page. Newer searches abort older ones, and old rows stay until the new ones are there.
 * @param route the paged list route, @param asked its query without the page
 */
export const useList = <T extends { id: number }>(
  route: RouteSpec,
  asked: { query?: string | undefined; filters?: object | undefined; sort?: object[] | undefined },
  params: Record<string, unknown> = {},
) => {
  const { query, filters, sort } = asked;
  const list = useInfiniteQuery({
    queryKey: [route.path, params, query ?? '', filters ?? {}, sort ?? []],
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) =>
      call(
        route,
        {
          params: { ...params, page: String(pageParam) },
          query: {
            ...(query ? { query } : {}),
            ...(filters && Object.keys(filters).length ? { filters: JSON.stringify(filters) } : {}),
            ...(sort?.length ? { sort: JSON.stringify(sort) } : {}),
          },
        } as RequestInput<RouteSpec>,
        { signal },
      ) as unknown as Promise<ListPage<T>>,
    getNextPageParam: ({ metadata }) => (metadata.page < metadata.total_pages ? metadata.page + 1 : undefined),
    placeholderData: keepPreviousData,
  });
  const pages = list.data?.pages ?? [];
  const hasFailed = list.isError && pages.length === 0;
  const status: 'failed' | 'loading' | 'ready' = hasFailed ? 'failed' : list.isPending ? 'loading' : 'ready';
  return {
    rows: pages.flatMap(({ data }) => data),
    total: pages.at(-1)?.metadata.total_count ?? 0,
    status,
    error: list.error,
    refreshing: list.isPlaceholderData,
    more: list.hasNextPage,
    loadingMore: list.isFetchingNextPage,
    onEnd: () => void list.fetchNextPage(),
    onRetry: () => void list.refetch(),
  };
};
