import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import type { Answer, RouteSpec, Sent } from '#contract/kit/route.ts';
import { useAnswer } from './answers.ts';

/** What is sent of what was typed: nothing when nothing was. */
export type Typed = { query?: string };

/**
 * What the server finds while somebody types, 250 ms after the last key. What was found before stands meanwhile:
 * `isSearching` tells whether it answers something else than what stands in the box.
 * @param sent makes what is sent of what was typed
 */
export const useSearch = <R extends RouteSpec>(
  route: R,
  { text, sent, isWanted = true }: { text: string; sent: (typed: Typed) => Sent<R>; isWanted?: boolean },
): { data: Answer<R> | undefined; isSearching: boolean; isError: boolean } => {
  const typed = text.trim();
  const [query] = useDebouncedValue(typed, 250);
  const { data, isFetching, isError } = useAnswer(route, sent(query ? { query } : {}), {
    enabled: isWanted,
    placeholderData: keepPreviousData,
  });
  return { data, isError, isSearching: isWanted && (isFetching || query !== typed) };
};
