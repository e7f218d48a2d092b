import { useEffect } from 'react';
import type { z } from 'zod';
import { clientRoutes, type clients } from '#contract/resources/clients.ts';
import { useRouteQuery } from '#web/kit/queries.ts';
import { useMember } from './account.tsx';

type ListedPerson = z.output<typeof clients.listed>;

const most = 8;

/** The ids of people whom each account has opened on this page, the last first. Kept in memory, and without names. */
const openedBy = new Map<number, readonly number[]>();

/** Remembers that a person was opened. */
export const useRemembered = (id: number): void => {
  const { account } = useMember();
  useEffect(() => {
    const others = (openedBy.get(account.id) ?? []).filter((one) => one !== id);
    openedBy.set(account.id, [id, ...others].slice(0, most));
  }, [account.id, id]);
};

/** Those whom somebody has opened last, as far as they may still see them and as they are called now. */
export const useRecentPeople = (): ListedPerson[] => {
  const { account } = useMember();
  const ids = openedBy.get(account.id) ?? [];
  const conditions = JSON.stringify({ and: [{ field_name: 'client_id', op: 'IN', value: ids }] });
  const { data } = useRouteQuery(
    clientRoutes.page,
    { params: { page: 1 }, query: { conditions } },
    { enabled: ids.length > 0 },
  );
  return (data?.data ?? []).toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
};
