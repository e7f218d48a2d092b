import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api.ts';

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Lists and records count as stale after two minutes.
      staleTime: 120_000,
      // These would keep an abandoned screen signed in.
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      // Without a connection a call fails and says so, rather than wait in silence.
      networkMode: 'always',
      retry: (count, error) => count < 2 && error instanceof ApiError && error.status >= 500,
      retryDelay: 250,
    },
    mutations: { networkMode: 'always' },
  },
});
