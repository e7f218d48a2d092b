import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { type ReportResult, reportResultRoutes } from '#contract/resources/report-results.ts';
import { ApiError, call } from '#web/kit/api.ts';
import { useKeyedQuery } from '#web/kit/queries.ts';
import type { previewOf } from './issues.ts';

/** So many ms after the last change the rows are asked for. */
const pause = 400;

/**
 * The first rows of a report that is being built. Newer questions abort older ones, and the rows that are there stay until
 * others come.
 */
export const usePreview = (wanted: ReturnType<typeof previewOf> | null) => {
  const text = wanted && 'body' in wanted ? JSON.stringify(wanted.body) : null;
  const [debounced] = useDebouncedValue(text, pause);
  const { data, error, isFetching, isPlaceholderData, dataUpdatedAt, refetch } = useKeyedQuery<ReportResult>(
    [reportResultRoutes.preview.path, debounced],
    ({ signal }) => call(reportResultRoutes.preview, { body: JSON.parse(debounced as string) }, { signal }),
    { enabled: debounced !== null, placeholderData: keepPreviousData, retry: false, gcTime: 60_000 },
  );
  const isBehind = text !== debounced || isFetching;
  return {
    result: data,
    isLoading: text !== null && isBehind,
    /** The rows that are there answer something else. */
    isOld: isPlaceholderData || text !== debounced || text === null,
    /** What keeps the rows from being asked for. */
    waits: wanted && 'waits' in wanted ? wanted.waits : null,
    failure: error && !isBehind ? (error instanceof ApiError ? error.message : 'Try again in a moment.') : null,
    refreshedAt: dataUpdatedAt,
    refresh: () => void refetch(),
  };
};

export type Preview = ReturnType<typeof usePreview>;
