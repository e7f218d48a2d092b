import { IconCircleCheck, IconRefresh } from '@tabler/icons-react';
import { useParams } from 'react-router';
import type { Answer } from '#contract/kit/route.ts';
import { organizationRestoreRoutes } from '#contract/resources/life-cycles.ts';
import { hostOf } from '#web/access/host.ts';
import { places } from '#web/access/places.ts';
import { capital } from '#web/kit/formats.ts';
import { useRouteQuery } from '#web/kit/queries.ts';
import { useTitle } from '#web/kit/title.ts';
import { whyNotLoaded } from '#web/kit/why-not-loaded.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { DescriptionList } from '#web/ui/description-list.tsx';
import { LoadFailed } from '#web/ui/empty-state.tsx';
import { ErrorSummary } from '#web/ui/error-summary.tsx';
import { Page } from '#web/ui/page.tsx';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import { RecordHeader } from '#web/ui/record-header.tsx';
import { Section } from '#web/ui/section.tsx';
import { RecordSkeleton } from '#web/ui/skeleton.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';

type Restore = Answer<typeof organizationRestoreRoutes.show>;

/** How often it is asked how far it is, in milliseconds. */
const pause = 2000;
const isOpen = ({ state }: Restore) => state === 'enqueued' || state === 'running';

/** A restore: how far it is, and then what came of it. */
export const RestorePage = () => {
  const id = Number(useParams().id);
  const { data, error, refetch } = useRouteQuery(
    organizationRestoreRoutes.show,
    { params: { id } },
    { refetchInterval: ({ state }) => (state.data && isOpen(state.data as Restore) ? pause : false) },
  );
  useTitle(data && `Restore of ${data.name}`, 'Restore');
  if (data) return <Shown restore={data} />;
  if (error)
    return (
      <LoadFailed title="Could not load this restore." helper={whyNotLoaded(error)} onRetry={() => void refetch()} />
    );
  return <RecordSkeleton label="Loading restore" />;
};

const badges = {
  enqueued: <StatusBadge tone="pending">Waiting</StatusBadge>,
  running: (
    <StatusBadge tone="info" icon={IconRefresh}>
      Running
    </StatusBadge>
  ),
  succeeded: (
    <StatusBadge tone="ok" icon={IconCircleCheck}>
      Restored
    </StatusBadge>
  ),
  failed: <StatusBadge tone="error">Failed</StatusBadge>,
};

const number = (value: number) => value.toLocaleString('en-US');

const Shown = ({ restore }: { restore: Restore }) => {
  const { name, slug, state, progress, errors, organization_id } = restore;
  return (
    <Page>
      <RecordHeader
        crumbs={[{ label: 'Organizations', to: places.organizations.at }, { label: `Restore of ${name}` }]}
        title={`Restore of ${name}`}
        badge={badges[state]}
        facts={[<code key="host">{hostOf(slug)}</code>]}
        primary={
          organization_id && (
            <ButtonLink to={`${places.organizations.at}/${organization_id}`}>Open organization</ButtonLink>
          )
        }
      />
      {errors.length > 0 && (
        <Section>
          <ErrorSummary errors={errors.map((message) => ({ message }))} attempt={0} />
        </Section>
      )}
      {isOpen(restore) && (
        <Section title="Progress">
          <div role="status">
            <ProgressBar label="Restore" {...progress} />
            <p>
              {progress.total === null
                ? 'Checking the archive first. Nothing is written until that finishes.'
                : `${number(progress.done)} of ${number(progress.total)} records. You can leave this page.`}
            </p>
          </div>
        </Section>
      )}
      {state === 'succeeded' && <Report {...restore} />}
    </Page>
  );
};

/** How many rows of each table; nothing where there are none. */
const Counts = ({ title, rows }: { title: string; rows: Record<string, number> }) => {
  const facts = Object.entries(rows)
    .filter(([, count]) => count > 0)
    .map(([table, count]) => ({ label: capital(table.replaceAll('_', ' ')), value: number(count) }));
  return (
    facts.length > 0 && (
      <Section title={title}>
        <DescriptionList facts={facts} />
      </Section>
    )
  );
};

const Report = ({ counts, mapped }: Restore) => (
  <>
    <Section title="Accounts, links and files">
      <DescriptionList
        facts={[
          { label: 'Accounts found here', value: number(mapped.accounts_found) },
          { label: 'New accounts', value: number(mapped.accounts_made) },
          { label: 'Members invited', value: number(mapped.members_invited) },
          { label: 'New links to public forms', value: number(mapped.access_keys_made) },
          { label: 'Files without content', value: number(mapped.files_missing) },
        ]}
      />
    </Section>
    <Counts title="Restored records by table" rows={counts} />
    <Counts title="Not restored" rows={mapped.left_behind} />
  </>
);
