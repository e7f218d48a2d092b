import { IconArrowBackUp, IconCircleX, IconHistory } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { versionRoutes } from '#contract/resources/versions.ts';
import { places } from '#web/access/places.ts';
import { counted } from '#web/kit/formats.ts';
import { useRouteQuery } from '#web/kit/queries.ts';
import { useTitle } from '#web/kit/title.ts';
import { whyNotLoaded } from '#web/kit/why-not-loaded.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState, LoadFailed } from '#web/ui/empty-state.tsx';
import { Page } from '#web/ui/page.tsx';
import { ListSkeleton } from '#web/ui/skeleton.tsx';
import { addressOf, searchedIn } from './searched.ts';

const { at } = places.versions;

/** Asks again while a rollback is not over, in milliseconds. */
const pause = 1000;

/** What became of a rollback: it is followed until it has ended. */
export const RolledBack = () => {
  const [address] = useSearchParams();
  const id = Number(address.get('rollback'));
  const { data, error, refetch } = useRouteQuery(
    versionRoutes.showRollback,
    { params: { id } },
    {
      enabled: id > 0,
      staleTime: 0,
      refetchInterval: ({ state }: { state: { data?: unknown } }) => {
        const { state: now } = (state.data ?? {}) as { state?: string };
        return now === 'succeeded' || now === 'failed' ? false : pause;
      },
    },
  );
  const cache = useQueryClient();
  const isDone = data?.state === 'succeeded';
  // Whatever was read before may be otherwise now.
  useEffect(() => {
    if (isDone) void cache.invalidateQueries();
  }, [isDone, cache]);
  const search = addressOf(searchedIn(address));
  useTitle('Rollback');
  const toResults = <ButtonLink to={`${at}/results?${search}`}>Back to the results</ButtonLink>;
  const toReview = (
    <ButtonLink to={`${at}/${Number(address.get('version'))}?${search}`}>Review the transaction</ButtonLink>
  );
  return (
    <Page>
      <div aria-live="polite">
        {error && (
          <LoadFailed
            title="Could not load the rollback."
            helper={whyNotLoaded(error)}
            onRetry={() => void refetch()}
          />
        )}
        {!error && !data && <ListSkeleton label="Loading the rollback" />}
        {isDone && (
          <EmptyState
            icon={IconArrowBackUp}
            heading="h1"
            title={`Transaction ${data.transaction_id} was rolled back`}
            helper="Everything is back to how it was before, with the same IDs."
            action={toResults}
          />
        )}
        {data?.state === 'failed' && (
          <EmptyState
            icon={IconCircleX}
            heading="h1"
            title={`Transaction ${data.transaction_id} was not rolled back`}
            helper={data.error ?? 'Nothing was rolled back.'}
            action={toReview}
          />
        )}
        {data && data.state !== 'succeeded' && data.state !== 'failed' && (
          <EmptyState
            icon={IconHistory}
            heading="h1"
            title={`Transaction ${data.transaction_id} is being rolled back`}
            helper={
              data.progress.done > 0
                ? `${counted(data.progress.done, 'record')} so far. You can leave this page. Jobs shows the result.`
                : 'You can leave this page. Jobs shows the result.'
            }
          />
        )}
      </div>
    </Page>
  );
};
