import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import type { Answer, RequestInput, RouteSpec } from '#contract/kit/route.ts';
import { useRouteQuery } from './queries.ts';

/** What is sent of what was typed: nothing when nothing was. */
export type SearchQuery = { query?: string };

/**
 * What the server finds while somebody types, 250 ms after the last key. What was found before stands meanwhile:
 * `isSearching` tells whether it answers something else than what stands in the box.
 * @param sent makes what is sent of what was typed
 */
export const useSearch = <R extends RouteSpec>(
  route: R,
  { text, sent, isWanted = true }: { text: string; sent: (typed: SearchQuery) => RequestInput<R>; isWanted?: boolean },
): { data: Answer<R> | undefined; isSearching: boolean; isError: boolean; error: unknown; refetch: () => void } => {
  const typed = text.trim();
  const [query] = useDebouncedValue(typed, 250);
  const options = { enabled: isWanted, placeholderData: keepPreviousData };
  const { data, isFetching, isError, error, refetch } = useRouteQuery(route, sent(query ? { query } : {}), options);
  return { data, isError, error, refetch, isSearching: isWanted && (isFetching || query !== typed) };
};
