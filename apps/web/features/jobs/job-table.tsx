import { Link } from 'react-router';
import type { RouteSpec } from '#contract/kit/route.ts';
import { showDateTime } from '#web/kit/formats.ts';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import layout from '#web/ui/layout.module.css';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import words from '#web/ui/words.module.css';
import { countOf, type Job, states, titleOf } from './job.ts';
import css from './jobs.module.css';
import { RetryJob } from './retry-job.tsx';
import { StopJob } from './stop-job.tsx';

type Routes = { retry: RouteSpec; stop?: RouteSpec };

/** How far a job is, what came of it, or why it failed and how to go on. */
const Outcome = ({ job, routes: { retry, stop } }: { job: Job; routes: Routes }) => {
  const count = countOf(job);
  if (job.state === 'failed')
    return (
      <div className={css.failed}>
        <p>
          {job.error} <code className={words.small}>Job {job.id}</code>
        </p>
        <RetryJob job={job} route={retry} />
      </div>
    );
  if (job.state === 'succeeded') return <span className={words.small}>{count}</span>;
  return (
    <div className={`${layout.row} ${css.underWay}`}>
      {job.state === 'running' ? (
        <div className={css.running}>
          <ProgressBar label={`Progress of “${titleOf(job)}”`} {...job.progress} />
          {count && <span className={words.small}>{count}</span>}
        </div>
      ) : (
        <span className={words.small}>Starts when a worker is free</span>
      )}
      {job.is_stopping ? <span className={words.small}>Stopping</span> : stop && <StopJob job={job} route={stop} />}
    </div>
  );
};

/** Screens of what jobs work for; those of other addresses are reached by their links alone. */
const Title = ({ job }: { job: Job }) => {
  const { result_url } = job;
  if (result_url === null) return titleOf(job);
  const { origin, pathname } = new URL(result_url);
  return origin === location.origin ? (
    <Link to={pathname}>{titleOf(job)}</Link>
  ) : (
    <a href={result_url}>{titleOf(job)}</a>
  );
};

/** The word and the look of how something stands. */
export const stateBadge = ({ state }: Pick<Job, 'state'>) => {
  const { label, ...look } = states[state];
  return <StatusBadge {...look}>{label}</StatusBadge>;
};

/**
 * Jobs under each other; on a phone each is a card.
 * @param before columns after the title that one of the lists alone has
 */
export const JobTable = <J extends Job>({
  jobs,
  routes,
  timeZone,
  before = [],
}: {
  jobs: J[];
  routes: Routes;
  timeZone: string;
  before?: Column<J>[];
}) => (
  <DataTable<J>
    label="Jobs"
    widthsKey="jobs"
    rows={jobs}
    rowKey={({ id }) => id}
    columns={[
      { key: 'job', title: 'Job', cell: (job) => <Title job={job} /> },
      ...before,
      { key: 'requester', title: 'Requested by', cell: ({ requester }) => requester.name ?? '—' },
      {
        key: 'state',
        title: 'State',
        phone: 'end',
        cell: stateBadge,
      },
      { key: 'progress', title: 'Progress', cell: (job) => <Outcome job={job} routes={routes} /> },
      { key: 'created_at', title: 'Requested', cell: ({ created_at }) => showDateTime(created_at, timeZone) },
    ]}
  />
);
