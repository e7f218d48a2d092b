import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { clientRoutes } from '#contract/resources/clients.ts';
import { useRecentPeople } from '#web/access/recent-people.ts';
import { isAbout } from '#web/access/user-search.ts';
import { listName, showDate } from '#web/kit/formats.ts';
import { useRouteQuery } from '#web/kit/queries.ts';

/** So many letters tell enough to search for somebody. */
const enough = 3;

/** How long the search waits for the next key, in ms: shortly after each second one. */
const pauseAfter = (text: string) => (text.length % 2 === 1 ? 250 : 1000);

export type PersonOption = { id: number; first_name: string; last_name: string; dob: string };

/** People found while somebody types; before that, those whom one had open before. */
export const usePeopleSearch = (text: string) => {
  const typed = text.trim();
  const [debounced] = useDebouncedValue(typed, pauseAfter(typed));
  const isAsked = debounced.length >= enough && typed.length >= enough;
  const recent = useRecentPeople();
  const { data, isFetching, isError } = useRouteQuery(
    clientRoutes.page,
    { params: { page: 1 }, query: { query: debounced, page_size: '10' } },
    { enabled: isAsked, placeholderData: keepPreviousData },
  );
  const isSearching = typed.length >= enough && !isError && (isFetching || debounced !== typed);
  const found = isAsked && !isError ? (data?.data ?? []) : [];
  // What is here already follows the keys at once, so that Enter never takes somebody who was not asked for.
  const fitting = isSearching
    ? found.filter((one) => isAbout(`${listName(one)} ${showDate(one.dob)} ${one.id}`, typed))
    : found;
  const people: PersonOption[] = typed === '' ? recent : fitting;
  return { people, message: messageFor({ typed, isSearching, isError, count: people.length }) };
};

type State = { typed: string; isSearching: boolean; isError: boolean; count: number };

const messageFor = ({ typed, isSearching, isError, count }: State): string | undefined => {
  if (typed.length < enough) return count > 0 ? undefined : `Type at least ${enough} letters`;
  if (isError) return 'Could not search. Type again to retry';
  if (isSearching) return 'Searching';
  return count > 0 ? undefined : 'No people found';
};
