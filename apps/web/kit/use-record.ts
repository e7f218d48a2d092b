import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import type { Answer, RequestInput, RouteSpec } from '#contract/kit/route.ts';
import { ApiError, call, type Options } from './api.ts';
import { failures } from './failures.ts';
import { queries, useRouteQuery } from './queries.ts';

/** One record. When it cannot be loaded, the screen goes back to its list and says why. */
export const useRecord = <R extends RouteSpec>(route: R, params: object, back: string) => {
  const navigate = useNavigate();
  const query = useRouteQuery(route, { params } as unknown as RequestInput<R>);
  const { error } = query;
  useEffect(() => {
    if (!(error instanceof ApiError) || error.status === 401) return;
    failures.report(error);
    navigate(back, { replace: true });
  }, [error, back, navigate]);
  return query;
};

/**
 * One record as a form begins with it: as it is stored now, and not replaced while somebody types. Undefined until it is
 * there.
 */
export const useRecordToEdit = <R extends RouteSpec>(route: R, params: object, back: string): Answer<R> | undefined => {
  const { data, isFetching } = useRecord(route, params, back);
  const begun = useRef<{ key: string; record: Answer<R> }>(undefined);
  const key = JSON.stringify(params);
  // What is in the cache may have been changed since; then it is being loaded again.
  if (begun.current?.key !== key && data && !isFetching) begun.current = { key, record: data };
  return begun.current?.key === key ? begun.current.record : undefined;
};

type WriteCall<R extends RouteSpec> = { sent: RequestInput<R> } & Pick<Options, 'idempotencyKey' | 'drafts'>;

/** Calls a route that writes, and then lets what it touches be loaded afresh: see `queries.reloadAfter`. */
export const write = async <R extends RouteSpec>(route: R, { sent, ...options }: WriteCall<R>): Promise<Answer<R>> => {
  const answer = await call(route, sent, options);
  await queries.reloadAfter(route, sent as { params?: object });
  return answer;
};

/** The same for a screen, which also learns whether it is under way. */
export const useWrite = <R extends RouteSpec>(route: R) =>
  useMutation({ mutationFn: (call: WriteCall<R>) => write(route, call) });
