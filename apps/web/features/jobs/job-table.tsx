import { Link } from 'react-router';
import type { RouteSpec } from '#contract/kit/route.ts';
import { showDateTime } from '#web/kit/formats.ts';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import words from '#web/ui/words.module.css';
import { countOf, type Job, states, titleOf } from './job.ts';
import css from './jobs.module.css';
import { RetryJob } from './retry-job.tsx';

/** How far a job is, what came of it, or why it failed and how to go on. */
const Outcome = ({ job, retry }: { job: Job; retry: RouteSpec }) => {
  const count = countOf(job);
  if (job.state === 'failed')
    return (
      <div className={css.failed}>
        <p>{job.error}</p>
        <RetryJob job={job} route={retry} />
      </div>
    );
  if (job.state === 'running')
    return (
      <div className={css.running}>
        <ProgressBar label={`Progress of “${titleOf(job)}”`} {...job.progress} />
        {count && <span className={words.small}>{count}</span>}
      </div>
    );
  return <span className={words.small}>{job.state === 'enqueued' ? 'Begins when a worker is free' : count}</span>;
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

/**
 * Jobs under each other; on a phone each is a card.
 * @param before columns after the title that one of the lists alone has
 */
export const JobTable = <J extends Job>({
  jobs,
  retry,
  timeZone,
  before = [],
}: {
  jobs: J[];
  retry: RouteSpec;
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
      { key: 'requester', title: 'Asked for by', cell: ({ requester }) => requester.name ?? '—' },
      {
        key: 'state',
        title: 'State',
        phone: 'end',
        cell: ({ state }) => {
          const { label, ...look } = states[state];
          return <StatusBadge {...look}>{label}</StatusBadge>;
        },
      },
      { key: 'progress', title: 'Progress', cell: (job) => <Outcome job={job} retry={retry} /> },
      { key: 'created_at', title: 'Asked for', cell: ({ created_at }) => showDateTime(created_at, timeZone) },
    ]}
  />
);
