import { IconHistory } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { maxCounted, versionEventTypes, versionItemTypes, versionRoutes } from '#contract/resources/versions.ts';
import { useZone } from '#web/access/account.tsx';
import { places } from '#web/access/places.ts';
import { counted, showDateTime } from '#web/kit/formats.ts';
import { useRouteQuery } from '#web/kit/queries.ts';
import { useTitle } from '#web/kit/title.ts';
import { whyNotLoaded } from '#web/kit/why-not-loaded.ts';
import { DataTable } from '#web/ui/data-table.tsx';
import { EmptyState, LoadFailed } from '#web/ui/empty-state.tsx';
import { Page } from '#web/ui/page.tsx';
import { Pager } from '#web/ui/pager.tsx';
import { RecordHeader } from '#web/ui/record-header.tsx';
import { Section } from '#web/ui/section.tsx';
import { ListSkeleton } from '#web/ui/skeleton.tsx';
import { addressOf, queryOf, searchedIn, type Version, wrongWith } from './searched.ts';

const { at } = places.versions;

/** How many versions a search has found, as far as they are counted. */
const howMany = (count: number) =>
  count >= maxCounted ? `More than ${maxCounted.toLocaleString('en-US')} versions` : counted(count, 'version');

const titleOf = ({ item_type, event }: ReturnType<typeof searchedIn>) =>
  [
    versionItemTypes[item_type as keyof typeof versionItemTypes],
    versionEventTypes[event as keyof typeof versionEventTypes],
  ]
    .filter(Boolean)
    .join(', ') || 'Results';

/** What a search has found, the newest first. */
export const Results = () => {
  const [address, setAddress] = useSearchParams();
  const searched = searchedIn(address);
  const page = Math.max(1, Number(address.get('page')) || 1);
  const isWhole = Object.keys(wrongWith(searched)).length === 0;
  const { data, isPending, error, refetch } = useRouteQuery(
    versionRoutes.page,
    { params: { page }, query: queryOf(searched) },
    { enabled: isWhole, placeholderData: keepPreviousData },
  );
  const zone = useZone();
  const title = titleOf(searched);
  useTitle(title);
  const opened = ({ id }: Version) => `${at}/${id}?${addressOf(searched, page)}`;
  const total = data?.metadata.total_count ?? 0;
  return (
    <Page>
      <RecordHeader
        crumbs={[{ label: 'Version History', to: `${at}?${addressOf(searched)}` }, { label: 'Results' }]}
        title={title}
        facts={[data ? howMany(total) : 'All organizations']}
      />
      <Section>
        {!isWhole && (
          <EmptyState
            icon={IconHistory}
            title="This search is incomplete"
            helper="Choose a record type, an event and a date, then search again."
          />
        )}
        {isWhole && error && (
          <LoadFailed
            title="Could not load the versions."
            helper={whyNotLoaded(error)}
            onRetry={() => void refetch()}
          />
        )}
        {isWhole && isPending && <ListSkeleton label="Searching versions" />}
        {data && !error && data.data.length === 0 && (
          <EmptyState
            icon={IconHistory}
            title="No versions found"
            helper={page > 1 ? 'There aren’t that many pages.' : 'Try other dates, or search without a user.'}
          />
        )}
        {data && !error && data.data.length > 0 && (
          <>
            <DataTable<Version>
              label={title}
              widthsKey="versions"
              columns={[
                {
                  key: 'record',
                  title: 'Record',
                  cell: (one) => (
                    <Link to={opened(one)}>
                      {versionItemTypes[one.item_type]} {one.item_id}
                    </Link>
                  ),
                },
                { key: 'name', title: 'Name', cell: ({ item_name }) => item_name },
                { key: 'organization', title: 'Organization', cell: ({ organization_name }) => organization_name },
                {
                  key: 'user',
                  title: 'User',
                  cell: ({ user_name, impersonator_name }) =>
                    impersonator_name ? `${user_name}, by ${impersonator_name}` : user_name,
                },
                { key: 'when', title: 'Time', cell: ({ created_at }) => showDateTime(created_at, zone) },
                {
                  key: 'related',
                  title: 'Related',
                  align: 'end',
                  phone: 'hidden',
                  cell: ({ related_count }) => related_count.toLocaleString('en-US'),
                },
                {
                  key: 'transaction',
                  title: 'Transaction',
                  phone: 'hidden',
                  cell: ({ transaction_id }) => <code>{transaction_id}</code>,
                },
              ]}
              rows={data.data}
              rowKey={({ id }) => id}
            />
            <Pager
              page={page}
              pages={data.metadata.total_pages}
              onPage={(next) => setAddress(addressOf(searched, next))}
            />
          </>
        )}
      </Section>
    </Page>
  );
};
