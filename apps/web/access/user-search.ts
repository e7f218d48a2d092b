import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { permissionGroupRoutes } from '#contract/resources/permission-groups.ts';
import { userRoutes } from '#contract/resources/users.ts';
import { call } from '#web/kit/api.ts';
import { matches } from '#web/ui/highlight.tsx';
import { useMay } from './account.tsx';

/** As many of each are offered at once; more are found by typing. */
const offered = '50';

/** Whether every word that was typed occurs in the text. */
export const isAbout = (text: string, typed: string): boolean =>
  typed
    .split(/\s+/)
    .filter(Boolean)
    .every((word) => matches(text, word).some(({ match }) => match));

const asked = (query: string) => ({
  params: { page: 1 },
  query: { ...(query ? { query } : {}), page_size: offered },
});

const usePage = <T>(
  key: string,
  typed: string,
  enabled: boolean,
  load: (query: string, signal: AbortSignal) => Promise<T>,
) => {
  const [query] = useDebouncedValue(typed.trim(), 250);
  const { data, isFetching, isError } = useQuery({
    queryKey: [key, query],
    queryFn: ({ signal }) => load(query, signal),
    enabled,
    placeholderData: (before) => before,
  });
  return { data, isError, isSearching: enabled && (isFetching || query !== typed.trim()) };
};

/** Users of the organization who are not archived, searched while somebody types. None for those who may not see them. */
export const useUserSearch = (typed: string, isWanted: boolean) => {
  const may = useMay()(userRoutes.page);
  const { data, ...state } = usePage('search users', typed, isWanted && may, (query, signal) =>
    call(userRoutes.page, asked(query), { signal }),
  );
  // What is here already follows the keys at once, so that Enter never takes somebody who was not asked for.
  const users = (data?.data ?? []).filter(({ name, email }) => isAbout(`${name} ${email}`, typed));
  return { may, users, ...state };
};

/** Permission groups, searched in the same way. */
export const useGroupSearch = (typed: string, isWanted: boolean) => {
  const may = useMay()(permissionGroupRoutes.page);
  const { data, ...state } = usePage('search groups', typed, isWanted && may, (query, signal) =>
    call(permissionGroupRoutes.page, asked(query), { signal }),
  );
  return { may, groups: (data?.data ?? []).filter(({ name }) => isAbout(name, typed)), ...state };
};
