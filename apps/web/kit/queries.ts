import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api.ts';

/** Lists and records count as stale after this many milliseconds. */
const freshFor = 120_000;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: freshFor,
      // Nobody asked for these, and they would keep an abandoned screen signed in.
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      // Without a connection a call fails and says so, rather than wait in silence.
      networkMode: 'always',
      retry: (count, error) => count < 2 && error instanceof ApiError && error.status >= 500,
    },
    mutations: { networkMode: 'always' },
  },
});
