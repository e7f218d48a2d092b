import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api.ts';
import { session } from './session.ts';

/** Lists and records count as stale after this many milliseconds. */
const freshFor = 120_000;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: freshFor,
      // Nobody asked for these, and they would keep an abandoned screen signed in.
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      retry: (count, error) => count < 2 && error instanceof ApiError && error.status >= 500,
    },
  },
});

// Nothing of one session stays for the next.
session.subscribe(() => {
  if (!session.token()) queryClient.clear();
});
