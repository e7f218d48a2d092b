import { IconRefresh } from '@tabler/icons-react';
import type { z } from 'zod';
import { type health as healthShape, maintenanceRoutes } from '#contract/resources/maintenance.ts';
import { useZone } from '#web/access/account.tsx';
import { counted, showDateTime } from '#web/kit/formats.ts';
import { useRouteQuery } from '#web/kit/queries.ts';
import { useTitle } from '#web/kit/title.ts';
import { Button } from '#web/ui/button.tsx';
import { formatDateTime } from '#web/ui/dates.ts';
import { Pairs } from '#web/ui/description-list.tsx';
import { LoadFailed } from '#web/ui/empty-state.tsx';
import { formatBytes } from '#web/ui/file-drop.tsx';
import layout from '#web/ui/layout.module.css';
import { Page } from '#web/ui/page.tsx';
import { RecordHeader } from '#web/ui/record-header.tsx';
import { Section } from '#web/ui/section.tsx';
import { RecordSkeleton } from '#web/ui/skeleton.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import words from '#web/ui/words.module.css';
import css from './dashboard.module.css';
import { Refresh } from './refresh.tsx';

type Health = z.output<typeof healthShape>;
type Fact = { label: string; value: string };

/** Each part with what is to be known of it. */
const partsOf = ({ database, queue, mail, storage, backup }: Health, zone: string) =>
  [
    {
      title: 'Database',
      ...database,
      facts: [
        { label: 'Size', value: formatBytes(database.size) },
        { label: 'Connections', value: `${database.connections} of ${database.connections_at_most}` },
      ],
    },
    {
      title: 'Queue',
      ...queue,
      facts: [
        { label: 'Due', value: String(queue.due) },
        { label: 'Running', value: String(queue.running) },
        { label: 'Failed jobs, 7 days', value: String(queue.failed_jobs) },
        { label: 'Worker last seen', value: formatDateTime(queue.worker_seen_at, zone) },
      ],
    },
    {
      title: 'Email',
      ...mail,
      facts: [
        { label: 'Waiting', value: String(mail.waiting) },
        { label: 'Failed today', value: String(mail.failed_today) },
      ],
    },
    {
      title: 'Storage',
      ...storage,
      facts: [
        { label: 'Files', value: formatBytes(storage.bytes) },
        { label: 'Free on this disk', value: storage.free === null ? 'Unknown' : formatBytes(storage.free) },
      ],
    },
    { title: 'Backup', ...backup, facts: [{ label: 'Last backup', value: formatDateTime(backup.made_at, zone) }] },
  ] satisfies { title: string; ok: boolean; message: string; facts: Fact[] }[];

const HealthSection = () => {
  const zone = useZone();
  const { data, isError, isFetching, refetch } = useRouteQuery(
    maintenanceRoutes.health,
    {},
    { refetchInterval: 60_000 },
  );
  if (isError)
    return <LoadFailed title="Could not load the health of the installation." onRetry={() => void refetch()} />;
  if (!data) return <RecordSkeleton label="Loading health" />;
  const faults = partsOf(data, zone).filter(({ ok }) => !ok);
  return (
    <Section
      title="Health"
      note={`${faults.length === 0 ? 'No problems' : counted(faults.length, 'problem')}, checked ${showDateTime(data.checked_at, zone)}`}
      action={
        <Button size="small" icon={IconRefresh} busy={isFetching} onClick={() => void refetch()}>
          Check again
        </Button>
      }
    >
      <ul className={layout.tiles} aria-label="Health">
        {partsOf(data, zone).map(({ title, ok, message, facts }) => (
          <li key={title} className={css.part}>
            <div className={`${layout.row} ${css.head}`}>
              <h3 className={words.head}>{title}</h3>
              <StatusBadge tone={ok ? 'ok' : 'warn'}>{ok ? 'OK' : 'Needs attention'}</StatusBadge>
            </div>
            <p className={words.small}>{message}</p>
            <Pairs facts={facts} />
          </li>
        ))}
        <li className={css.part}>
          <div className={`${layout.row} ${css.head}`}>
            <h3 className={words.head}>Versions</h3>
          </div>
          <Pairs
            facts={[
              { label: 'Hearth', value: data.versions.product },
              { label: 'PostgreSQL', value: data.versions.postgresql },
              { label: 'Node.js', value: data.versions.node },
            ]}
          />
        </li>
      </ul>
    </Section>
  );
};

/** How the installation does, and what can be done to it. */
export const Dashboard = () => {
  useTitle('Dashboard');
  return (
    <Page>
      <RecordHeader title="Dashboard" facts={['Health and maintenance of the whole installation']} />
      <HealthSection />
      <Refresh />
    </Page>
  );
};
