import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { jobRoutes } from '#contract/resources/jobs.ts';
import layout from '#web/ui/layout.module.css';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import hidden from '#web/ui/visually-hidden.module.css';
import words from '#web/ui/words.module.css';
import { countOf, isUnderWay, type Job, states, titleOf } from './job.ts';
import css from './jobs.module.css';
import { RetryJob } from './retry-job.tsx';
import { useJobs } from './use-jobs.ts';

/**
 * What was loaded before a job ended may still stand on the screen when the job has ended less than this many
 * milliseconds ago. Answers count as fresh for two minutes; the rest is for clocks that differ.
 */
const lately = 600_000;

/**
 * Whether a job was asked for or under way while this screen was open; when it ends, what it worked for is loaded
 * afresh. That is also done, once, for one that ended shortly before the screen learned of it.
 * @param job the newest one; null when there is none, undefined until that is known
 */
const useWatched = (job: Job | null | undefined): boolean => {
  const cache = useQueryClient();
  /** Jobs up to this number were over when the screen was opened. */
  const [over, setOver] = useState<number>();
  const id = job?.id ?? 0;
  const isRunning = job != null && isUnderWay(job);
  const isKnown = job !== undefined;
  useEffect(() => {
    if (isKnown) setOver((before = id) => (isRunning && before >= id ? id - 1 : before));
  }, [isKnown, isRunning, id]);
  const isWatched = over !== undefined && id > over;
  const finished = job?.finished_at ?? null;
  useEffect(() => {
    if (!isRunning && (isWatched || (finished !== null && Date.now() - Date.parse(finished) < lately)))
      void cache.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== jobRoutes.page.path });
  }, [cache, isWatched, isRunning, finished]);
  return isWatched;
};

/** The newest job about a record, as a line on its screen: while it is under way, when it ends, and when it has failed. */
export const RecordJobs = ({ type, id }: { type: Job['record']['type']; id: number }) => {
  const { jobs, status } = useJobs<Job>(jobRoutes.page, { filters: { record: { type, id } }, pageSize: 1 });
  const job = jobs[0] ?? null;
  const isWatched = useWatched(status === 'ready' ? job : undefined);
  return (
    <div className={css.place}>
      <div role="status" className={hidden.text}>
        {job && isWatched && `${titleOf(job)}: ${states[job.state].label}`}
      </div>
      {job && (isWatched || isUnderWay(job) || job.state === 'failed') && <Line job={job} />}
    </div>
  );
};

const Line = ({ job }: { job: Job }) => {
  const { label, ...look } = states[job.state];
  const count = countOf(job);
  return (
    <section className={css.notice} aria-label="Background work" data-print="hide">
      <div className={`${layout.row} ${css.row}`}>
        <StatusBadge {...look}>{label}</StatusBadge>
        <span>{titleOf(job)}</span>
        {job.state === 'running' && (
          <span className={css.bar}>
            <ProgressBar label={`Progress of “${titleOf(job)}”`} {...job.progress} />
          </span>
        )}
        {job.state !== 'failed' && <span className={words.small}>{count}</span>}
        <Link className={css.end} to="/organization/jobs">
          Background work
        </Link>
      </div>
      {job.state === 'failed' && (
        <div className={`${layout.row} ${css.row}`}>
          <p className={css.error}>{job.error}</p>
          <RetryJob job={job} route={jobRoutes.retry} />
        </div>
      )}
    </section>
  );
};
