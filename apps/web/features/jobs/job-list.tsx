import { IconStack2 } from '@tabler/icons-react';
import { useState } from 'react';
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
import { useJobs } from './use-jobs.ts';

const filters = [
  { label: 'All', state: null, nothing: 'Nothing was done in the background within the last 90 days.' },
  { label: 'Under way', state: ['enqueued', 'running'], nothing: 'Nothing is under way.' },
  { label: 'Failed', state: ['failed'], nothing: 'Nothing has failed.' },
];

/** What is done in the background: how far it is, how it ended, and again when it failed. Refreshes by itself. */
export const JobList = <J extends Job>({
  title,
  routes,
  timeZone,
  before = [],
}: {
  title: string;
  routes: { page: RouteSpec; retry: RouteSpec };
  timeZone: string;
  before?: Column<J>[];
}) => {
  const [label, setLabel] = useState('All');
  const { state, nothing } = filters.find((one) => one.label === label) as (typeof filters)[number];
  const { jobs, total, status, error, isStale, more, loadingMore, onMore, onRetry } = useJobs<J>(routes.page, {
    ...(state ? { filters: { state } } : {}),
  });
  useTitle(title);
  return (
    <Page>
      <RecordHeader title={title} facts={['Kept for 90 days', 'Refreshes by itself']} />
      {isStale && (
        <Banner action={{ label: 'Retry', onClick: onRetry }}>Could not refresh. What is here may be old.</Banner>
      )}
      <Section>
        <fieldset className={css.head}>
          <legend className={hidden.text}>Show</legend>
          {filters.map((one) => (
            <FilterChip key={one.label} pressed={one.label === label} onClick={() => setLabel(one.label)}>
              {one.label}
            </FilterChip>
          ))}
        </fieldset>
        {status === 'loading' && <ListSkeleton label="Loading jobs" />}
        {status === 'failed' && (
          <LoadFailed title="Could not load jobs." helper={whyNotLoaded(error)} onRetry={onRetry} />
        )}
        {status === 'ready' &&
          (jobs.length === 0 ? (
            <EmptyState
              icon={IconStack2}
              title={nothing}
              helper="Copies of forms with their responses, recalculations and extended permissions are worked on here."
            />
          ) : (
            <>
              <JobTable jobs={jobs} retry={routes.retry} timeZone={timeZone} before={before} />
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
    </Page>
  );
};
