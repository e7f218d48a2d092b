import { QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { ApiError } from './api.ts';
import { queryClient } from './query-client.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('what the server fails to answer is asked three times, and told within a second', async () => {
  vi.useFakeTimers();
  let calls = 0;
  const observer = new QueryObserver(queryClient, {
    queryKey: ['down'],
    queryFn: () => {
      calls += 1;
      throw new ApiError(500, { base: ['Down'] });
    },
  });
  const stop = observer.subscribe(() => {});
  await vi.advanceTimersByTimeAsync(900);
  expect([observer.getCurrentResult().status, calls]).toEqual(['error', 3]);
  stop();
});
