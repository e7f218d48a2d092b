import { QueryClient } from '@tanstack/react-query';
import { toast } from '#web/ui/toast.tsx';
import { ApiError } from './api.ts';
import { failures } from './failures.ts';
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
      // Without a connection a call fails and says so, rather than wait in silence.
      networkMode: 'always',
      retry: (count, error) => count < 2 && error instanceof ApiError && error.status >= 500,
    },
    mutations: { networkMode: 'always' },
  },
});

// Nothing of one session stays for the next; what is interrupted waits for the same person.
session.subscribe(() => {
  if (session.token() || session.isInterrupted()) return;
  queryClient.clear();
  failures.clear();
  toast.clear();
});
