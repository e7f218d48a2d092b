import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import type { Answer, RouteSpec, Sent } from '#contract/kit/route.ts';
import { ApiError, call } from './api.ts';
import { failures } from './failures.ts';

/** One record. When it cannot be loaded, the screen goes back to its list and says why. */
export const useRecord = <R extends RouteSpec>(route: R, params: object, back: string) => {
  const navigate = useNavigate();
  const query = useQuery({
    queryKey: [route.path, params],
    queryFn: ({ signal }) => call(route, { params } as unknown as Sent<R>, { signal }),
  });
  const { error } = query;
  useEffect(() => {
    if (!(error instanceof ApiError) || error.status === 401) return;
    failures.report(error);
    navigate(back, { replace: true });
  }, [error, back, navigate]);
  return query;
};

/** Calls a route that writes, and then lets every list and record be loaded afresh. */
export const useWrite = <R extends RouteSpec>(route: R) => {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ sent, idempotencyKey }: { sent: Sent<R>; idempotencyKey?: string }): Promise<Answer<R>> =>
      call(route, sent, idempotencyKey ? { idempotencyKey } : {}),
    onSuccess: () => cache.invalidateQueries(),
  });
};
