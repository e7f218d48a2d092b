import { IconAlertCircle, IconArrowBackUp, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { versionItemTypes, versionRoutes } from '#contract/resources/versions.ts';
import { useZone } from '#web/access/account.tsx';
import { ConfirmWrite } from '#web/access/confirm-write.tsx';
import { places } from '#web/access/places.ts';
import { capital, counted, showDateTime } from '#web/kit/formats.ts';
import { useRouteQuery } from '#web/kit/queries.ts';
import { useTitle } from '#web/kit/title.ts';
import { useWrite } from '#web/kit/use-record.ts';
import { whyNotLoaded } from '#web/kit/why-not-loaded.ts';
import { Side } from '#web/screens/beside.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import { Pairs } from '#web/ui/description-list.tsx';
import { LoadFailed } from '#web/ui/empty-state.tsx';
import { FilterChip } from '#web/ui/filter-chip.tsx';
import { Icon, type IconType } from '#web/ui/icon.tsx';
import { Pager } from '#web/ui/pager.tsx';
import { RecordHeader } from '#web/ui/record-header.tsx';
import { Section } from '#web/ui/section.tsx';
import { SideCard } from '#web/ui/side-card.tsx';
import { ListSkeleton } from '#web/ui/skeleton.tsx';
import { StatusBadge, type Tone } from '#web/ui/status-badge.tsx';
import words from '#web/ui/words.module.css';
import { addressOf, type RelatedItem, type ReviewedVersion, searchedIn } from './searched.ts';
import css from './versions.module.css';

const { at } = places.versions;
type Event = RelatedItem['event'];

const events: Record<Event, { label: string; tone: Tone; icon: IconType }> = {
  update: { label: 'Update', tone: 'info', icon: IconPencil },
  destroy: { label: 'Delete', tone: 'error', icon: IconTrash },
  create: { label: 'Create', tone: 'neutral', icon: IconPlus },
};
const shownEvents: Event[] = ['update', 'destroy', 'create'];

/** What a type of record is called: those that cannot be searched for by the words of their collection. */
const typeName = (item_type: string) =>
  versionItemTypes[item_type as keyof typeof versionItemTypes] ?? capital(item_type.replaceAll('_', ' '));

/** A transaction, before it is rolled back: all that it wrote, field by field, and what stands in the way. */
export const Review = () => {
  const id = Number(useParams().id);
  const [address] = useSearchParams();
  const results = `${at}/results?${addressOf(searchedIn(address), Number(address.get('page')) || 1)}`;
  const { data: version, error, refetch } = useRouteQuery(versionRoutes.show, { params: { id } });
  useTitle(version ? `Review transaction ${version.transaction_id}` : 'Review a transaction');
  if (version) return <Transaction key={version.id} version={version} results={results} />;
  if (!error) return <ListSkeleton label="Loading the transaction" />;
  return (
    <LoadFailed title="Could not load this transaction." helper={whyNotLoaded(error)} onRetry={() => void refetch()} />
  );
};

type RollbackBlocker = ReviewedVersion['blocked_by'][number];

/** "Plan of Ann Lee (Client Form 90) was changed afterwards. By Priya Nair, 11/20/26 09:14 AM." */
const reasonOf = ({ reason, changed_by, changed_at }: RollbackBlocker, zone: string): string =>
  changed_at ? `${reason} By ${changed_by}, ${showDateTime(changed_at, zone)}.` : reason;

const Transaction = ({ version, results }: { version: ReviewedVersion; results: string }) => {
  const [isAsked, setAsked] = useState(false);
  const zone = useZone();
  const { transaction_id, event_counts, related_count, blocked_by, blocked_count } = version;
  const isBlocked = blocked_count > 0;
  const inTheWay = blocked_count === 1 ? 'One item blocks' : `${blocked_count} items block`;
  const items = counted(related_count, 'item');
  const writer = version.impersonator_name
    ? `${version.user_name}, by ${version.impersonator_name}`
    : version.user_name;
  const foot = (
    <div className={css.foot}>
      <p>{isBlocked ? `${inTheWay} this rollback` : 'Everything is rolled back, or nothing. IDs stay the same'}</p>
      <ButtonLink tone="subtle" to={results}>
        Cancel
      </ButtonLink>
      <Button tone="danger" icon={IconArrowBackUp} disabled={isBlocked} onClick={() => setAsked(true)}>
        Roll back {items}
      </Button>
    </div>
  );
  return (
    <div className={css.review}>
      <RecordHeader
        crumbs={[
          { label: 'Version History', to: at },
          { label: 'Results', to: results },
          { label: `Transaction ${transaction_id}` },
        ]}
        title={`Review transaction ${transaction_id}`}
        facts={[writer, showDateTime(version.created_at, zone), version.organization_name]}
      />
      {isBlocked && (
        <Banner tone="error">
          {blocked_count === 1 ? blocked_by.map((one) => reasonOf(one, zone)) : 'The items below block this rollback.'}{' '}
          Nothing can be rolled back.
        </Banner>
      )}
      {version.import_id && !isBlocked && (
        <Banner tone="info">This transaction is an import. Rolling it back undoes the import.</Banner>
      )}
      {blocked_count > 1 && (
        <Section title="Blocking items">
          <ul className={css.reasons}>
            {blocked_by.map((one) => (
              <li key={`${one.item_type} ${one.item_id} ${one.reason}`}>{reasonOf(one, zone)}</li>
            ))}
            {blocked_count > blocked_by.length && <li>And {blocked_count - blocked_by.length} more.</li>}
          </ul>
        </Section>
      )}
      <Items version={version} />
      <Side>
        <SideCard title="In this transaction">
          <Pairs
            facts={[
              ...shownEvents
                .filter((event) => event_counts[event] > 0)
                .map((event) => ({ label: events[event].label, value: event_counts[event].toLocaleString('en-US') })),
              { label: 'Blocking items', value: blocked_count.toLocaleString('en-US') },
            ]}
          />
        </SideCard>
        <SideCard title="Visibility">
          <p>The history of each record shows the rollback with your name. No one is notified.</p>
        </SideCard>
      </Side>
      {foot}
      {isAsked && <Ask version={version} items={items} onClose={() => setAsked(false)} />}
    </div>
  );
};

/** Asks once more, and starts the rollback. */
const Ask = ({ version, items, onClose }: { version: ReviewedVersion; items: string; onClose: () => void }) => {
  const start = useWrite(versionRoutes.rollBack);
  const navigate = useNavigate();
  const [address] = useSearchParams();
  return (
    <ConfirmWrite
      title={`Roll back transaction ${version.transaction_id}`}
      verb={`Roll back ${items}`}
      danger
      write={async () => {
        const { id } = await start.mutateAsync({ sent: { body: { transaction_id: version.transaction_id } } });
        navigate(`${at}/rollback/success?${addressOf(searchedIn(address))}&rollback=${id}&version=${version.id}`);
      }}
      onClose={onClose}
    >
      <p>
        In {version.organization_name}, everything in this transaction goes back to how it was before, or nothing
        changes. Values that history doesn’t keep, such as the last 4 of SSN, stay the same.
      </p>
    </ConfirmWrite>
  );
};

/** What the transaction wrote, a page at a time. */
const Items = ({ version }: { version: ReviewedVersion }) => {
  const [event, setEvent] = useState<Event | null>(null);
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useRouteQuery(
    versionRoutes.related,
    { params: { id: version.id, page }, query: event ? { event } : {} },
    { placeholderData: keepPreviousData },
  );
  const choose = (chosen: Event | null) => {
    setEvent(chosen);
    setPage(1);
  };
  const { event_counts } = version;
  const blockedOf = ({ item_type, item_id }: RelatedItem) =>
    version.blocked_by.find((one) => one.changed_at && one.item_type === item_type && one.item_id === item_id);
  return (
    <Section>
      <div className={css.head}>
        <h2>{counted(version.related_count, 'related item')}</h2>
        <div className={css.filters}>
          <FilterChip pressed={event === null} onClick={() => choose(null)}>
            All {version.related_count.toLocaleString('en-US')}
          </FilterChip>
          {shownEvents
            .filter((one) => event_counts[one] > 0)
            .map((one) => (
              <FilterChip key={one} pressed={event === one} onClick={() => choose(one)}>
                {events[one].label} {event_counts[one].toLocaleString('en-US')}
              </FilterChip>
            ))}
        </div>
      </div>
      {error && (
        <LoadFailed title="Could not load the items." helper={whyNotLoaded(error)} onRetry={() => void refetch()} />
      )}
      {!error && (
        <DataTable<RelatedItem>
          label="Related items"
          columns={[
            {
              key: 'item',
              title: 'Item',
              cell: ({ item_type, item_id, item_name }) => (
                <>
                  {item_name}
                  <div className={words.small}>
                    {typeName(item_type)} {item_id}
                  </div>
                </>
              ),
            },
            {
              key: 'event',
              title: 'Event',
              phone: 'end',
              cell: (one) => {
                const { label, tone, icon } = events[one.event];
                return (
                  <StatusBadge tone={tone} icon={icon}>
                    {label}
                  </StatusBadge>
                );
              },
            },
            {
              key: 'changes',
              title: 'Effect of the rollback',
              cell: (one) => <Lines item={one} blocked={blockedOf(one)} />,
            },
          ]}
          rows={data?.data ?? version.related_items}
          rowKey={({ item_type, item_id }) => `${item_type} ${item_id}`}
        />
      )}
      <Pager page={page} pages={data?.metadata.total_pages ?? 1} onPage={setPage} />
    </Section>
  );
};

/** What the rollback makes of a record, line by line, or that it was changed since. */
const Lines = ({ item, blocked }: { item: RelatedItem; blocked: RollbackBlocker | undefined }) => {
  const { event, shown, kept, item_type } = item;
  const zone = useZone();
  if (blocked)
    return (
      <span className={css.blocked}>
        <Icon of={IconAlertCircle} size="s" />
        Changed again on {showDateTime(blocked.changed_at as string, zone)}
      </span>
    );
  const said = (value: RelatedItem['shown'][number]['was']) =>
    value === null ? 'blank' : typeof value === 'string' ? value : showDateTime(value.at, zone);
  if (event === 'destroy') return 'Restored with the same ID';
  if (event === 'create') return item_type === 'Client' ? 'Archived' : 'Deleted';
  return (
    <div className={css.lines}>
      {shown.map(({ label, was, is }) => (
        <span key={label}>
          {label} from <del>{said(is)}</del> to {said(was)}
        </span>
      ))}
      {kept.length > 0 && <span>Unchanged: {kept.join(', ')}</span>}
      {shown.length + kept.length === 0 && 'Goes back to how it was'}
    </div>
  );
};
