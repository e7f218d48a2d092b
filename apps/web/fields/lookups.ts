import { useDebouncedValue } from '@mantine/hooks';
import { useInfiniteQuery } from '@tanstack/react-query';
import { addressRoutes } from '#contract/resources/addresses.ts';
import { lookupRoutes } from '#contract/resources/lookups.ts';
import type { Field } from '#forms/field-types/field-type.ts';
import { call } from '#web/kit/api.ts';
import { useRouteQuery } from '#web/kit/queries.ts';
import { parameterNames } from './reliance.tsx';

type Page<T> = { data: T[]; metadata: { total_pages: number } };

/** What the server has found so far. */
export type LookupResults<T> = {
  offers: T[];
  isSearching: boolean;
  hasFailed: boolean;
  /** What the list says below the offers. */
  message: string | undefined;
  /** Loads the next page, while there is one. */
  onMore: (() => void) | undefined;
};

/**
 * What the server offers for a field, page by page, 250 ms after the last change of what was typed or of `key`, which
 * tells apart what else the offers depend on. Nothing is asked while `typed` is null, or for a field that is not stored.
 */
const useFound = <T>(
  { fieldId, key, typed }: { fieldId: number | undefined; key: string; typed: string | null },
  load: (id: number, search: { query: string; page: string }, signal: AbortSignal) => Promise<Page<T>>,
): LookupResults<T> => {
  const query = typed?.trim() ?? null;
  const wanted = fieldId === undefined || query === null ? null : JSON.stringify([key, query]);
  const [search] = useDebouncedValue(wanted, 250);
  const isAsked = wanted !== null && search === wanted;
  const list = useInfiniteQuery({
    queryKey: ['found', fieldId, key, query],
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) => load(fieldId!, { query: query!, page: String(pageParam) }, signal),
    getNextPageParam: ({ metadata }, _, page) => (page < metadata.total_pages ? page + 1 : undefined),
    enabled: isAsked,
  });
  const offers = isAsked && !list.error ? (list.data?.pages.flatMap(({ data }) => data) ?? []) : [];
  const isSearching = list.isFetching || (wanted !== null && !isAsked);
  return {
    offers,
    isSearching,
    hasFailed: list.error !== null,
    message:
      fieldId === undefined ? 'Save the field to see results' : messageOf(isSearching, list.error, offers.length === 0),
    onMore: list.hasNextPage && !list.isFetching ? () => void list.fetchNextPage() : undefined,
  };
};

const failed = 'An error occurred:';

const messageOf = (isSearching: boolean, error: Error | null, isEmpty: boolean) => {
  if (isSearching) return 'Searching';
  // What an endpoint answered wrong is told with these words by the server.
  if (error) return error.message.startsWith(failed) ? error.message : `${failed} ${error.message}`;
  return isEmpty ? 'No results found' : undefined;
};

const isGiven = (value: unknown) => (typeof value === 'string' ? value.trim() !== '' : value !== null);

/** What the endpoint of a field offers; nothing before there is an answer to everything that it relies on. */
export const useOptions = (
  { field, fieldId, parameters }: { field: Field; fieldId: number | undefined; parameters: Record<string, unknown> },
  typed: string | null,
): LookupResults<{ value: string | number; label: string }> => {
  const names = parameterNames(field);
  const isReady = names.every((name) => Object.hasOwn(parameters, name) && isGiven(parameters[name]));
  const given = JSON.stringify(Object.fromEntries(names.map((name) => [name, parameters[name]])));
  const found = useFound({ fieldId, key: given, typed: isReady ? typed : null }, (id, { query, page }, signal) =>
    call(
      lookupRoutes.options,
      { params: { id }, query: { ...(query && { query }), page_index: page, parameters: given } },
      { signal },
    ),
  );
  return isReady ? found : { ...nothing, message: 'First answer the questions this field depends on' };
};

const nothing = { offers: [], isSearching: false, hasFailed: false, onMore: undefined };

/** The records that a ref-picker offers. */
export const useRecords = (fieldId: number | undefined, typed: string | null) =>
  useFound({ fieldId, key: 'records', typed }, (id, { query, page }, signal) =>
    call(lookupRoutes.records, { params: { id }, query: { ...(query && { query }), page } }, { signal }),
  );

/** Addresses that begin with what was typed, 700 ms after the last key; `notice` says why there may be more than these. */
export const useAddresses = (typed: string) => {
  const [input] = useDebouncedValue(typed.trim(), 700);
  const { data, isError } = useRouteQuery(
    addressRoutes.addressAutocomplete,
    { query: { input } },
    { enabled: input.length > 2 && typed !== '' },
  );
  return {
    addresses: typed === '' ? [] : (data?.predictions ?? []),
    notice: isError ? 'Address suggestions are not available.' : (data?.error_message ?? null),
  };
};
