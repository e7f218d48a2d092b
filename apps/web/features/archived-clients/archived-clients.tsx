import { IconArchive, IconArchiveOff } from '@tabler/icons-react';
import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { z } from 'zod';
import { archivedClientRoutes } from '#contract/resources/archived-clients.ts';
import { useZone } from '#web/access/account.tsx';
import { ConfirmWrite } from '#web/access/confirm-write.tsx';
import { places } from '#web/access/places.ts';
import { colleagueName, counted, fullName, showDateTime } from '#web/kit/formats.ts';
import { useRouteQuery } from '#web/kit/queries.ts';
import { useTitle } from '#web/kit/title.ts';
import { useWrite } from '#web/kit/use-record.ts';
import { whyNotLoaded } from '#web/kit/why-not-loaded.ts';
import { Button } from '#web/ui/button.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import { EmptyState, LoadFailed } from '#web/ui/empty-state.tsx';
import { Page } from '#web/ui/page.tsx';
import { Pager } from '#web/ui/pager.tsx';
import { RecordHeader } from '#web/ui/record-header.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import { Section } from '#web/ui/section.tsx';
import { ListSkeleton } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toast.tsx';
import words from '#web/ui/words.module.css';
import css from './archived-clients.module.css';

type ArchivedClient = z.output<typeof archivedClientRoutes.show.response>;

/** The people whom organizations have archived: found, and brought back. */
export const ArchivedClients = () => {
  const [searchParams, setSearchParams] = useSearchParams();
  const query = searchParams.get('query') ?? '';
  const page = Math.max(1, Number(searchParams.get('page')) || 1);
  const { data, error, isPending, refetch } = useRouteQuery(
    archivedClientRoutes.page,
    { params: { page }, query: query ? { query } : {} },
    { placeholderData: keepPreviousData },
  );
  const total = data?.metadata.total_count ?? 0;
  const [about, setAbout] = useState<ArchivedClient | null>(null);
  const zone = useZone();
  useTitle('Archived Clients');
  const isReady = data !== undefined && !error;
  return (
    <Page>
      <RecordHeader
        title="Archived Clients"
        facts={[isReady ? counted(total, 'archived person', 'archived people') : 'From all organizations']}
      />
      <Section>
        <div className={css.search}>
          <SearchBox
            label="Search archived clients"
            placeholder="Search by name, ID, or organization..."
            value={query}
            onSearch={(text) => setSearchParams(text ? { query: text } : {}, { replace: true })}
          />
        </div>
        {isPending && <ListSkeleton label="Loading archived clients" />}
        {error && (
          <LoadFailed
            title="Could not load archived clients."
            helper={whyNotLoaded(error)}
            onRetry={() => void refetch()}
          />
        )}
        {isReady && data.data.length === 0 && (
          <EmptyState
            icon={IconArchive}
            title="No archived clients found"
            helper={
              page > 1
                ? 'This page is empty. Go back to the first one.'
                : query
                  ? 'Try a shorter or different search.'
                  : 'Deleted people appear here.'
            }
          />
        )}
        {isReady && data.data.length > 0 && (
          <>
            <DataTable
              label="Archived Clients"
              widthsKey="archived-clients"
              columns={[
                { key: 'id', title: 'ID', cell: ({ id }) => id },
                { key: 'name', title: 'Name', cell: (person) => <Name {...person} /> },
                {
                  key: 'organization',
                  title: 'Organization',
                  cell: ({ organization: { id, name } }) => <Link to={`${places.organizations.at}/${id}`}>{name}</Link>,
                },
                {
                  key: 'archived_by',
                  title: 'Archived By',
                  cell: ({ archive }) => colleagueName(archive.administrator),
                },
                {
                  key: 'archived_at',
                  title: 'Archived Date',
                  cell: ({ archive }) => showDateTime(archive.created_at, zone),
                },
                {
                  key: 'unarchive',
                  title: 'Action',
                  cell: (person) =>
                    person.merged_into === null && (
                      <Button
                        size="small"
                        icon={IconArchiveOff}
                        aria-label={`Unarchive ${fullName(person)}`}
                        onClick={() => setAbout(person)}
                      >
                        Unarchive
                      </Button>
                    ),
                },
              ]}
              rows={data.data}
              rowKey={({ id, organization }) => `${organization.id} ${id}`}
            />
            <Pager
              page={page}
              pages={data.metadata.total_pages}
              onPage={(next) => setSearchParams({ ...(query ? { query } : {}), page: String(next) })}
            />
          </>
        )}
      </Section>
      {about && <Unarchive person={about} onClose={() => setAbout(null)} />}
    </Page>
  );
};

const Name = (person: ArchivedClient) => (
  <>
    {fullName(person)}
    {person.merged_into && <span className={words.small}> Merged into {person.merged_into.name}</span>}
  </>
);

/** Asks whether to bring a person back, and loads the list anew. */
const Unarchive = ({ person, onClose }: { person: ArchivedClient; onClose: () => void }) => {
  const unarchive = useWrite(archivedClientRoutes.remove);
  const cache = useQueryClient();
  const name = fullName(person);
  return (
    <ConfirmWrite
      title={`Unarchive ${name}`}
      verb="Unarchive"
      write={async () => {
        await unarchive.mutateAsync({
          sent: { params: { id: person.id }, query: { organization_id: String(person.organization.id) } },
        });
        await cache.invalidateQueries({ queryKey: [archivedClientRoutes.page.path] });
        toast.success(`${name} unarchived`);
        onClose();
      }}
      onClose={onClose}
    >
      <p>Are you sure you want to unarchive this person?</p>
      <p>
        This restores them in {person.organization.name} with everything recorded: responses, notes, files and
        household.
      </p>
    </ConfirmWrite>
  );
};
