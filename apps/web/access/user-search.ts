import { permissionGroupRoutes } from '#contract/resources/permission-groups.ts';
import { userRoutes } from '#contract/resources/users.ts';
import { type SearchQuery, useSearch } from '#web/kit/use-search.ts';
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

/** The first page of what is found. */
const sent = (typed: SearchQuery) => ({ params: { page: 1 }, query: { ...typed, page_size: offered } });

/** Users of the organization who are not archived, searched while somebody types. None for those who may not see them. */
export const useUserSearch = (typed: string, isWanted: boolean) => {
  const may = useMay()(userRoutes.page);
  const { data, ...state } = useSearch(userRoutes.page, { text: typed, sent, isWanted: isWanted && may });
  // What is here already follows the keys at once, so that Enter never takes somebody who was not asked for.
  const users = (data?.data ?? []).filter(({ name, email }) => isAbout(`${name} ${email}`, typed));
  return { may, users, ...state };
};

/** Permission groups, searched in the same way. */
export const useGroupSearch = (typed: string, isWanted: boolean) => {
  const may = useMay()(permissionGroupRoutes.page);
  const { data, ...state } = useSearch(permissionGroupRoutes.page, { text: typed, sent, isWanted: isWanted && may });
  return { may, groups: (data?.data ?? []).filter(({ name }) => isAbout(name, typed)), ...state };
};
