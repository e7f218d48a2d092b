import { IconHeartHandshake, IconRefresh } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { inSentences } from '#contract/kit/in-sentences.ts';
import type { Answer } from '#contract/kit/route.ts';
import { pendingStatus, referralSystemRoutes } from '#contract/resources/referral-system.ts';
import { useMay, useMember, useZone } from '#web/access/account.tsx';
import { places } from '#web/access/places.ts';
import { showDateTime, todayIn } from '#web/kit/formats.ts';
import { useRouteQuery } from '#web/kit/queries.ts';
import { useTitle } from '#web/kit/title.ts';
import { whyNotLoaded } from '#web/kit/why-not-loaded.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import { DateField } from '#web/ui/date-field.tsx';
import { formatDate } from '#web/ui/dates.ts';
import { EmptyState, LoadFailed } from '#web/ui/empty-state.tsx';
import { FilterChip } from '#web/ui/filter-chip.tsx';
import layout from '#web/ui/layout.module.css';
import { Page } from '#web/ui/page.tsx';
import { RecordHeader } from '#web/ui/record-header.tsx';
import { Section } from '#web/ui/section.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { ListSkeleton } from '#web/ui/skeleton.tsx';
import words from '#web/ui/words.module.css';
import css from './referrals.module.css';
import { ReferralStatus } from './status.tsx';
import { useRefresh } from './use-refresh.ts';

type Referral = Answer<typeof referralSystemRoutes.referrals>['data'][number];
type ReferralFilters = { begin_date: string | null; end_date: string | null; from: string | null; to: string | null };

const { title, at } = places.referrals;

/** So many days back the list begins. */
const daysBack = 50;
const before = (day: string, days: number) => new Date(Date.parse(day) - days * 86_400_000).toISOString().slice(0, 10);

const groups = (ours: string): { key: string; label: string; holds: (one: Referral) => boolean }[] => [
  { key: 'all', label: 'All', holds: () => true },
  { key: 'waiting', label: 'Not Synced', holds: ({ referral_status }) => referral_status === null },
  { key: 'pending', label: 'Pending', holds: ({ referral_status }) => referral_status === pendingStatus },
  { key: 'in', label: 'To us', holds: ({ to_organization }) => to_organization === ours },
];

const namesIn = (rows: readonly Referral[], key: 'from_organization' | 'to_organization', chosen: string | null) =>
  [...new Set([...rows.map((one) => one[key]), chosen].filter((name) => name !== null))]
    .toSorted((a, b) => a.localeCompare(b))
    .map((name) => ({ value: name, label: name }));

const queryOf = ({ begin_date, end_date, from, to }: ReferralFilters) => ({
  ...(begin_date ? { begin_date } : {}),
  ...(end_date ? { end_date } : {}),
  ...(from ? { from_organization: from } : {}),
  ...(to ? { to_organization: to } : {}),
});

/** What DTD knows of referrals, and what waits to be sent; what was made here, while DTD cannot be asked. */
const useReferrals = (filters: ReferralFilters) => {
  const query = queryOf(filters);
  const isWrong = filters.begin_date !== null && filters.end_date !== null && filters.begin_date > filters.end_date;
  const now = useRouteQuery(
    referralSystemRoutes.referrals,
    { query },
    { enabled: !isWrong, placeholderData: keepPreviousData, retry: false },
  );
  const known = useRouteQuery(referralSystemRoutes.known, { query }, { enabled: now.isError, retry: false });
  const isDown = now.isError && known.data !== undefined;
  return { now, known, isDown, isWrong, rows: isDown ? known.data.data : now.isError ? undefined : now.data?.data };
};

/** The referrals of an organization, by dates and organizations. */
export const Referrals = () => {
  useTitle(title);
  const { organization } = useMember();
  const may = useMay();
  const zone = useZone();
  const today = todayIn(organization.time_zone);
  const [filters, setFilters] = useState<ReferralFilters>({
    begin_date: before(today, daysBack),
    end_date: today,
    from: null,
    to: null,
  });
  const [group, setGroup] = useState('all');
  const { now, known, isDown, isWrong, rows } = useReferrals(filters);
  const { refresh, isBusy, failure } = useRefresh();
  const all = groups(organization.name);
  const shown = rows?.filter((all.find(({ key }) => key === group) ?? all[0])!.holds);
  return (
    <Page>
      <RecordHeader
        title={title}
        primary={
          may(referralSystemRoutes.refresh) && (
            <Button icon={IconRefresh} busy={isBusy} onClick={() => void refresh()}>
              Refresh
            </Button>
          )
        }
      />
      {(isDown || failure) && (
        <Banner tone="error" action={{ label: 'Retry', onClick: () => void now.refetch() }}>
          {failure ?? whyNotLoaded(now.error)}{' '}
          {isDown && (
            <span className={words.small}>
              Referrals made here
              {known.data?.polled_at ? `, as of ${showDateTime(known.data.polled_at, zone)}` : ''}
            </span>
          )}
        </Banner>
      )}
      <Section>
        <search className={`${layout.row} ${css.filters}`} aria-label="Referrals">
          {(['begin_date', 'end_date'] as const).map((key) => (
            <DateField
              key={key}
              id={key}
              label={key === 'begin_date' ? 'From' : 'To'}
              value={filters[key]}
              onChange={(day) => setFilters({ ...filters, [key]: day })}
              error={isWrong && key === 'begin_date' ? 'Choose a day that isn’t after To' : null}
            />
          ))}
          {(['from', 'to'] as const).map((key) => (
            <SelectField
              key={key}
              id={`${key}_organization`}
              label={key === 'from' ? 'From organization' : 'To organization'}
              placeholder="Any"
              options={namesIn(rows ?? [], `${key}_organization`, filters[key])}
              value={filters[key]}
              onChange={(name) => setFilters({ ...filters, [key]: name })}
            />
          ))}
          {rows && (
            <div className={css.chips}>
              {all.map(({ key, label, holds }) => (
                <FilterChip key={key} pressed={group === key} onClick={() => setGroup(key)}>
                  {`${label} ${rows.filter(holds).length}`}
                </FilterChip>
              ))}
            </div>
          )}
        </search>
        {now.isPending && !isWrong && <ListSkeleton label="Loading referrals" />}
        {now.isError && known.isError && (
          <LoadFailed
            title="Could not load the referrals."
            helper={whyNotLoaded(now.error)}
            onRetry={() => void now.refetch()}
          />
        )}
        {shown?.length === 0 && (
          <EmptyState icon={IconHeartHandshake} title="There are currently no referrals to display." />
        )}
        {shown && shown.length > 0 && <Table rows={shown} />}
      </Section>
    </Page>
  );
};

const responseOf = ({ client_id, client_form_id }: Referral) =>
  client_form_id === null ? null : `${places.clients.at}/${client_id}/client_forms/${client_form_id}`;

const Table = ({ rows }: { rows: Referral[] }) => {
  const zone = useZone();
  return (
    <DataTable<Referral & { key: number }>
      label={title}
      widthsKey={at}
      rows={rows.map((row, key) => ({ ...row, key }))}
      rowKey={({ key }) => key}
      columns={[
        {
          key: 'referred',
          title: 'Referred',
          cell: (one) => {
            const to = responseOf(one);
            const day = formatDate(one.referral_date);
            return to ? <Link to={to}>{day}</Link> : day;
          },
        },
        {
          key: 'person',
          title: 'Person',
          cell: ({ client_id, client_name }) =>
            client_id && <Link to={`${places.clients.at}/${client_id}`}>{client_name}</Link>,
        },
        { key: 'service', title: 'Service', cell: ({ service_type }) => service_type },
        { key: 'to', title: 'To', cell: ({ to_organization }) => to_organization },
        {
          key: 'reason',
          title: 'Reason',
          cell: ({ referral_reason, from_organization, client_id }) =>
            inSentences([
              ...(referral_reason ? [referral_reason] : []),
              ...(client_id === null && from_organization ? [`From ${from_organization}`] : []),
            ]),
        },
        {
          key: 'status',
          title: 'Status',
          phone: 'end',
          cell: ({ referral_status }) => <ReferralStatus status={referral_status} />,
        },
        {
          key: 'updated',
          title: 'Updated',
          cell: ({ status_updated_at }) => (status_updated_at ? showDateTime(status_updated_at, zone) : 'Never'),
        },
      ]}
    />
  );
};
