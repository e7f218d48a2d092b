import { IconStack2 } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { RouteSpec } from '#contract/kit/route.ts';
import { useTitle } from '#web/kit/title.ts';
import { whyNotLoaded } from '#web/kit/why-not-loaded.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import type { Column } from '#web/ui/data-table.tsx';
import { EmptyState, LoadFailed } from '#web/ui/empty-state.tsx';
import { FilterChip } from '#web/ui/filter-chip.tsx';
import { Page } from '#web/ui/page.tsx';
import { RecordHeader } from '#web/ui/record-header.tsx';
import { Section } from '#web/ui/section.tsx';
import { ListSkeleton } from '#web/ui/skeleton.tsx';
import hidden from '#web/ui/visually-hidden.module.css';
import words from '#web/ui/words.module.css';
import type { Job } from './job.ts';
import { JobTable } from './job-table.tsx';
import css from './jobs.module.css';
import { type Counts, useJobs } from './use-jobs.ts';

type Filter = { label: string; state: Job['state'][] | null; nothing: string };

const all: Filter = {
  label: 'All',
  state: null,
  nothing: 'No background work in the last 90 days',
};
const failed: Filter = { label: 'Failed', state: ['failed'], nothing: 'No failed jobs' };
const fewFilters: Filter[] = [
  all,
  { label: 'In progress', state: ['enqueued', 'running'], nothing: 'No jobs in progress' },
  failed,
];
/** For who looks after all organizations. */
export const allFilters: Filter[] = [
  all,
  { label: 'Running', state: ['running'], nothing: 'No running jobs' },
  { label: 'Waiting', state: ['enqueued'], nothing: 'No waiting jobs' },
  failed,
  { label: 'Succeeded', state: ['succeeded'], nothing: 'No completed jobs' },
];

const countedIn = (counts: Counts, states: Job['state'][]): string =>
  states.reduce((sum, state) => sum + counts[state], 0).toLocaleString('en-US');

/** What is done in the background: how far it is, how it ended, and again when it failed. Refreshes by itself. */
export const JobList = <J extends Job>({
  title,
  routes,
  timeZone,
  before = [],
  filters = fewFilters,
  query,
  narrowed,
  head,
  tools,
  children,
}: {
  title: string;
  routes: { page: RouteSpec; retry: RouteSpec; stop?: RouteSpec };
  timeZone: string;
  before?: Column<J>[];
  filters?: readonly Filter[];
  /** The words that are searched for. */
  query?: string;
  /** What else is asked for beside the state. */
  narrowed?: Record<string, string | number>;
  /** Above the list. */
  head?: ReactNode;
  /** Beside the filters. */
  tools?: ReactNode;
  /** Below the list. */
  children?: ReactNode;
}) => {
  const [label, setLabel] = useState('All');
  const { state, nothing } = filters.find((one) => one.label === label) as Filter;
  const asked = { ...narrowed, ...(state && { state }) };
  const { jobs, counts, total, status, error, isStale, more, loadingMore, onMore, onRetry } = useJobs<J>(routes.page, {
    ...(Object.keys(asked).length > 0 && { filters: asked }),
    ...(query && { query }),
  });
  useTitle(title);
  return (
    <Page>
      <RecordHeader title={title} facts={['Kept for 90 days', 'Refreshes automatically']} />
      {isStale && (
        <Banner action={{ label: 'Retry', onClick: onRetry }}>Could not refresh. This list may be out of date.</Banner>
      )}
      {head}
      <Section>
        <fieldset className={css.head}>
          <legend className={hidden.text}>Show</legend>
          {filters.map((one) => (
            <FilterChip key={one.label} pressed={one.label === label} onClick={() => setLabel(one.label)}>
              {one.label}
              {counts && one.state && ` ${countedIn(counts, one.state)}`}
            </FilterChip>
          ))}
          {tools}
        </fieldset>
        {status === 'loading' && <ListSkeleton label="Loading jobs" />}
        {status === 'failed' && (
          <LoadFailed title="Could not load jobs." helper={whyNotLoaded(error)} onRetry={onRetry} />
        )}
        {status === 'ready' &&
          (jobs.length === 0 ? (
            <EmptyState
              icon={IconStack2}
              title={query || Object.keys(narrowed ?? {}).length > 0 ? 'No jobs match' : nothing}
              helper="Long tasks, such as exports, imports and recalculations, appear here."
            />
          ) : (
            <>
              <JobTable jobs={jobs} routes={routes} timeZone={timeZone} before={before} />
              {more && (
                <div className={css.foot}>
                  <Button busy={loadingMore} onClick={onMore}>
                    Show more
                  </Button>
                  <span className={words.small}>
                    {jobs.length.toLocaleString('en-US')} of {total.toLocaleString('en-US')}
                  </span>
                </div>
              )}
            </>
          ))}
      </Section>
      {children}
    </Page>
  );
};
