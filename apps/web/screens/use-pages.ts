import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { pageSize } from '#contract/kit/list.ts';
import type { RequestInput, RouteSpec } from '#contract/kit/route.ts';
import { queryOf } from '#web/kit/queries.ts';

/** What is asked for; `beside` is what stands beside the filters. */
type PagesQuery = { query: string; filters: object; sort: object[] | undefined; beside: object };
type ListPage<L> = { data: L[]; metadata: { total_count: number } };

/** Rows of a list: `length` of them, and holes where a page is not here. */
type Rows<L> = { rows: (L | undefined)[]; total: number; reached: number };

const pageOf = (index: number): number => Math.floor(index / pageSize) + 1;

/**
 * The first page, which tells the total; those of the rows in view and beside them, so that a little scrolling finds them
 * there; those around the open row; and the one that is asked for.
 */
const wantedPages = ([from, to]: View, place: number, last: number): number[] => {
  const [begin, end] = [Math.max(1, pageOf(from) - 1), pageOf(to) + 1];
  const inView = Array.from({ length: end - begin + 1 }, (_, n) => begin + n);
  const aroundOpen = place < 0 ? [] : [pageOf(Math.max(0, place - 1)), pageOf(place), pageOf(place + 1)];
  return [...new Set([1, ...inView, ...aroundOpen, last])].filter((page) => page <= last);
};

const rowsOf = <L>(pages: { page: number; data: ListPage<L> | undefined }[], reached: number): Rows<L> => {
  const total = pages[0]?.data?.metadata.total_count ?? 0;
  const rows: (L | undefined)[] = [];
  for (const { page, data } of pages)
    for (const [at, row] of (data?.data ?? []).entries()) rows[(page - 1) * pageSize + at] = row;
  rows.length = Math.min(reached * pageSize, total);
  return { rows, total, reached };
};

export type View = readonly [from: number, to: number];

/**
 * A list as far as somebody has come in it. Only the pages in view are loaded and kept up to date, so that its hundred
 * thousandth row costs as much as its first, and one may come back to a place without loading what is above it. What
 * was found before stands until the answer to another question is there.
 * @param reached how many pages to begin with, and `onReached` is told when there are more
 * @param openId the record that is open: its row and those beside it stay loaded, once they are found
 */
export const usePages = <L extends { id: number }>(
  route: RouteSpec,
  { query, filters, sort, beside }: PagesQuery,
  { openId, reached: before, onReached }: { openId: number; reached: number; onReached: (pages: number) => void },
) => {
  const sent = {
    ...(query ? { query } : {}),
    ...(Object.keys(filters).length > 0 ? { filters: JSON.stringify(filters) } : {}),
    ...(sort?.length ? { sort: JSON.stringify(sort) } : {}),
    ...beside,
  };
  const key = JSON.stringify([route.path, sent]);
  const [at, setAt] = useState({ key, reached: before, last: before });
  const [view, setView] = useState<View>([0, 0]);
  const [place, setPlace] = useState({ id: 0, index: -1 });
  const [kept, setKept] = useState<{ key: string } & Rows<L>>();
  const { reached, last } = at.key === key ? at : { reached: 1, last: 1 };
  const isKnown = at.key === key && place.id === openId;
  const wanted = wantedPages(at.key === key ? view : [0, 0], isKnown ? place.index : -1, last);
  const answers = useQueries({
    queries: wanted.map((page) =>
      queryOf(route, { params: { page: String(page) }, query: sent } as RequestInput<RouteSpec>),
    ),
  }) as UseQueryResult<ListPage<L>>[];
  const first = answers[0]!;
  const asking = answers[wanted.indexOf(last)]!;
  const isHere = first.data !== undefined;
  const found = isHere
    ? rowsOf(
        wanted.map((page, index) => ({ page, data: answers[index]?.data })),
        reached,
      )
    : undefined;
  const { rows, total } = found ?? kept ?? { rows: [], total: 0 };

  // What changes with what has come is changed at once, before anything of it is drawn.
  if (at.key !== key && isHere) setAt({ key, reached: 1, last: 1 });
  if (at.key === key && last > reached && asking.data) {
    setAt({ key, reached: last, last });
    onReached(last);
  }
  const index = rows.findIndex((row) => row?.id === openId);
  if (found && index >= 0 && (!isKnown || place.index !== index)) setPlace({ id: openId, index });
  if (found && !(kept?.key === key && kept.total === found.total && kept.reached === reached))
    setKept({ key, ...found });

  return {
    key: found ? key : (kept?.key ?? key),
    rows,
    total,
    status: found
      ? ('ready' as const)
      : first.isError
        ? ('failed' as const)
        : kept
          ? ('ready' as const)
          : ('loading' as const),
    error: first.error,
    refreshing: !found && kept !== undefined,
    more: rows.length < total,
    loadingMore: last > reached && asking.isFetching,
    onEnd: () => {
      if (last > reached) void asking.refetch();
      else setAt({ key, reached, last: reached + 1 });
    },
    onRetry: () => void first.refetch(),
    onView: setView,
  };
};
