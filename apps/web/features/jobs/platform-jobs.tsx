import { type ComponentProps, useState } from 'react';
import type { z } from 'zod';
import { jobKinds, jobRoutes } from '#contract/resources/jobs.ts';
import { organizationRoutes } from '#contract/resources/organizations.ts';
import { useZone } from '#web/access/account.tsx';
import { showDateTime } from '#web/kit/formats.ts';
import { useRouteQuery } from '#web/kit/queries.ts';
import { Banner } from '#web/ui/banner.tsx';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { PlainFacts } from '#web/ui/description-list.tsx';
import { LoadFailed } from '#web/ui/empty-state.tsx';
import layout from '#web/ui/layout.module.css';
import { NativeSelect } from '#web/ui/native-select.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import { Section } from '#web/ui/section.tsx';
import { kindNames, type PlatformJob } from './job.ts';
import { allFilters, JobList } from './job-list.tsx';
import { stateBadge } from './job-table.tsx';
import css from './jobs.module.css';

type Summary = z.output<typeof jobRoutes.platformSummary.response>;
type LifeCycle = Summary['life_cycles'][number];

/** "41 s", "3 min", "2 h". */
const passed = (since: string | null): string => {
  if (since === null) return '—';
  const seconds = Math.max(0, Math.round((Date.now() - Date.parse(since)) / 1000));
  if (seconds < 120) return `${seconds} s`;
  return seconds < 7200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`;
};

const Figures = ({
  summary: { running, waiting, failed, succeeded, waiting_since, workers },
}: {
  summary: Summary;
}) => (
  <Section>
    <PlainFacts
      className={css.figures}
      facts={[
        ['Running', running.toLocaleString('en-US')],
        ['Waiting', waiting.toLocaleString('en-US')],
        ['Failed in 7 days', failed.toLocaleString('en-US')],
        ['Longest wait', passed(waiting_since)],
        ['Completed in 24 hours', succeeded.toLocaleString('en-US')],
        ['Workers', workers.toLocaleString('en-US')],
      ]}
    />
  </Section>
);

/** What the list is narrowed by: it says so itself. */
const Choice = (props: ComponentProps<typeof NativeSelect>) => <NativeSelect {...props} labelHidden />;

const lifeCycleTitles = { restore: 'Restore', erasure: 'Erase' };

const lifeCycleColumns = (timeZone: string): Column<LifeCycle>[] => [
  { key: 'job', title: 'Job', cell: ({ kind, organization_name }) => `${lifeCycleTitles[kind]} ${organization_name}` },
  { key: 'requester', title: 'Requested by', cell: ({ requester_name }) => requester_name ?? '—' },
  {
    key: 'state',
    title: 'State',
    phone: 'end',
    cell: stateBadge,
  },
  {
    key: 'progress',
    title: 'Progress',
    cell: ({ error, progress: { done, total } }) =>
      error ?? `${done.toLocaleString('en-US')}${total === null ? '' : ` of ${total.toLocaleString('en-US')}`} rows`,
  },
  { key: 'created_at', title: 'Requested', cell: ({ created_at }) => showDateTime(created_at, timeZone) },
];

/** What is done in the background in all organizations, and with organizations as a whole. */
export const PlatformJobs = () => {
  const timeZone = useZone();
  const [query, search] = useState('');
  const [kind, setKind] = useState<string | null>(null);
  const [organization, setOrganization] = useState<string | null>(null);
  const { data: summary, isError, refetch } = useRouteQuery(jobRoutes.platformSummary, {}, { refetchInterval: 15_000 });
  const organizations = useRouteQuery(organizationRoutes.list, {
    query: { sort: JSON.stringify([{ field: 'name', order: 'asc' }]) },
  });
  return (
    <JobList<PlatformJob>
      title="Jobs"
      routes={{ page: jobRoutes.platformPage, retry: jobRoutes.platformRetry, stop: jobRoutes.platformStop }}
      timeZone={timeZone}
      before={[{ key: 'organization', title: 'Organization', cell: ({ organization: { name } }) => name }]}
      filters={allFilters}
      query={query}
      narrowed={{ ...(kind && { kind }), ...(organization && { organization_id: Number(organization) }) }}
      head={
        <>
          {summary?.workers === 0 && <Banner>No worker is running. Waiting jobs start when a worker does.</Banner>}
          {summary && <Figures summary={summary} />}
          {isError && !summary && <LoadFailed title="Could not count the jobs." onRetry={() => void refetch()} />}
        </>
      }
      tools={
        <div className={`${layout.row} ${css.choices}`}>
          <Choice
            label="Kind"
            blank="All kinds"
            value={kind}
            onChange={setKind}
            options={jobKinds.map((value) => ({ value, label: kindNames[value] }))}
          />
          <Choice
            label="Organization"
            blank="All organizations"
            value={organization}
            onChange={setOrganization}
            options={(organizations.data?.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
          />
          <div>
            <SearchBox
              value={query}
              onSearch={search}
              label="Search jobs"
              placeholder="Person, organization or number"
            />
          </div>
        </div>
      }
    >
      {summary && summary.life_cycles.length > 0 && (
        <Section title="Whole organizations" note="Restores and erasures in the last 90 days">
          <DataTable
            label="Whole organizations"
            widthsKey="life-cycles"
            columns={lifeCycleColumns(timeZone)}
            rows={summary.life_cycles}
            rowKey={({ kind: what, id }) => `${what} ${id}`}
          />
        </Section>
      )}
    </JobList>
  );
};
