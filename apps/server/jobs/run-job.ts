import type { Task } from 'graphile-worker';
import { sql } from 'kysely';
import type { Tx } from '../kit/db.ts';
import { enqueueIn, type QueuedRun } from '../kit/enqueue.ts';
import type { Jobs } from '../schema/background-work.ts';
import type { JobServices } from './job-services.ts';
import { tellOfJob } from './tell-of-job.ts';

/** Ends a job as failed, without another attempt. The message is a sentence for people: no names of clients, no answers. */
export class JobFailed extends Error {}

const stopped = (by: string) => new JobFailed(`${by} stopped it.`);

/** A run of a job: where, and with whose rights. */
export type Run = {
  organization_id: number;
  job_id: number;
  user_id: number;
  impersonator_id: number | null;
  /**
   * Says how many records are done, and once they were counted, of how many. Never waits. @throws JobFailed once somebody
   * had the job stopped
   */
  progress: (done: number, total?: number) => void;
  /**
   * Says in the transaction of the work itself that the job is over, so that no other run does it again. Throws when
   * another run counts by now: then nothing of the transaction is kept.
   */
  finish: (tx: Tx, done: number) => Promise<void>;
};

/** A run that is over: `done` records of it, or the sentence that says why it failed. */
export type FinishedRun = Pick<Run, 'organization_id' | 'job_id' | 'user_id'> & {
  state: string;
  done: number;
  error: string | null;
  created_at: string;
  time_zone: string;
};

/** An email about a job: sentences without names of people. */
export type JobMail = {
  subject: string;
  paragraphs: string[];
  action: { label: string; path: string };
  /** Whether the path leads to the platform rather than to the organization. */
  isOnPlatform?: boolean;
  footer: string;
};

export type Job<K extends keyof Jobs> = {
  /** May run twice, and must then have the same effect. Throws JobFailed for what no other attempt would change. */
  work: (services: JobServices, payload: Jobs[K], run: Run) => Promise<void>;
  /** Set for what the platform team does with an organization that is suspended; all else waits until it is not. */
  whileSuspended?: true;
  /** What people find when it has failed: one sentence. */
  unfinished: string;
  /** What the bell tells who had it done, where they wait for that: one sentence. That it failed is told in any case. */
  finished?: string;
  /** What the bell says when it has failed, and where that leads, where `unfinished` alone doesn't say which one it was. */
  tells?: (
    services: JobServices,
    payload: Jobs[K],
    run: Omit<Run, 'progress' | 'finish'>,
  ) => Promise<{ text: string; url: string } | null>;
  /** The email about a run that is over. Its words are null when there is none to send. */
  mail?: {
    write: (tx: Tx, payload: Jobs[K], run: FinishedRun) => Promise<JobMail | null>;
    /** Also to people who don't want emails about jobs. */
    isAlwaysSent?: true;
  };
  /** What follows when it has failed for good. May happen twice. */
  failed?: (services: JobServices, payload: Jobs[K], run: Omit<Run, 'progress' | 'finish'>) => Promise<void>;
};

type QueuedJob = QueuedRun & { organization_id: number };

/** How often a worker says that it is at it, in milliseconds; the row takes it for dead after two minutes. */
const beat = 15_000;

/** Takes the run on. Null when another run counts by now, when it is over, or when a living worker has it. */
const claim = ({ database }: JobServices, { organization_id, job_id, run }: QueuedJob) =>
  database.inOrganization({ organization_id }, (tx) =>
    tx
      .updateTable('jobs')
      .set({ state: 'running', alive_at: sql<string>`now()`, done: 0, total: null, error: null })
      .where('id', '=', job_id)
      .where('run', '=', run)
      .where((eb) =>
        eb.or([
          eb('state', '=', 'enqueued'),
          eb.and([eb('state', '=', 'running'), eb('alive_at', '<', sql<string>`now() - interval '2 minutes'`)]),
        ]),
      )
      .returning(['kind', 'payload', 'user_id', 'impersonator_id', 'stopped_by'])
      .executeTakeFirst(),
  );

type FinalState = 'failed' | 'succeeded';
type RunNote = {
  state?: 'enqueued' | FinalState;
  done?: number;
  total?: number;
  error?: string;
  lost?: number;
  /** Runs in the same transaction, if the row was still this run's. */
  follows?: (tx: Tx) => Promise<void>;
};
const isFinal = (state: string | undefined) => state === 'failed' || state === 'succeeded';

/** Writes to the row of a run in a transaction of its own, so that it is seen while the work goes on; reads who had it stopped. */
const noteOn = (
  { database }: JobServices,
  { organization_id, job_id, run }: QueuedJob,
  { follows, ...columns }: RunNote,
) =>
  database.inOrganization({ organization_id }, async (tx) => {
    const noted = await tx
      .updateTable('jobs')
      .set({
        ...columns,
        alive_at: sql<string>`now()`,
        ...(isFinal(columns.state) && { finished_at: sql<string>`now()` }),
      })
      .where('id', '=', job_id)
      .where('run', '=', run)
      .where('state', '=', 'running')
      .returning('stopped_by')
      .executeTakeFirst();
    if (noted) await follows?.(tx);
    return noted;
  });

/** Has an email written about a run that is over, where its kind has one. */
export const enqueueMail = async (
  tx: Tx,
  job: { mail?: unknown } | undefined,
  { job_id, run }: QueuedRun,
): Promise<void> => {
  if (job?.mail) await enqueueIn(tx)('job_mail', { job_id, run });
};

/** @see Run.finish */
const finishing =
  (job: { mail?: unknown }, { job_id, run }: QueuedJob): Run['finish'] =>
  async (tx, done) => {
    const { numUpdatedRows } = await tx
      .updateTable('jobs')
      .set({ state: 'succeeded', done, total: done, lost: 0, finished_at: new Date().toISOString() })
      .where('id', '=', job_id)
      .where('run', '=', run)
      .where('state', '=', 'running')
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) throw new Error(`Another run of job ${job_id} counts by now`);
    await enqueueMail(tx, job, { job_id, run });
  };

/**
 * A job as the queue runs it: the row says that it is running, how far it is, and how it ended. While the queue will try
 * again by itself the row waits; it has failed when the last attempt has, or at once by JobFailed.
 */
export const runJob =
  <K extends keyof Jobs>(services: JobServices, kind: Job<K>): Task =>
  async (payload, { job: { attempts, max_attempts } }) => {
    const { work, unfinished, finished, failed, tells } = kind;
    const queued = payload as QueuedJob;
    const job = await claim(services, queued);
    if (!job) return;
    const given = job.payload as Jobs[K];
    let noting: Promise<unknown> = Promise.resolve();
    let reached = {};
    let { stopped_by } = job;
    const note = () => {
      // One after the other, so that none overtakes another; each writes the newest.
      noting = noting
        .then(async () => {
          stopped_by = (await noteOn(services, queued, reached))?.stopped_by ?? null;
        })
        .catch(() => {});
    };
    const pulse = setInterval(note, beat);
    const progress = (done: number, total?: number) => {
      if (stopped_by) throw stopped(stopped_by);
      reached = { ...reached, done, ...(total !== undefined && { total }) };
      note();
    };
    const { user_id, impersonator_id } = job;
    const { organization_id, job_id } = queued;
    const run = { organization_id, job_id, user_id, impersonator_id };
    const tell = (told: { text: string; url?: string }) =>
      tellOfJob(services, { ...queued, user_id }, told).catch((error: unknown) => console.error('[jobs]', error));
    const fail = async (error: string) => {
      await noteOn(services, queued, { state: 'failed', error });
      await failed?.(services, given, run);
      await services.database.inOrganization({ organization_id }, (tx) => enqueueMail(tx, kind, queued));
      await tell((await tells?.(services, given, run)) ?? { text: unfinished });
    };
    try {
      if (stopped_by) throw stopped(stopped_by);
      await work(services, given, { ...run, progress, finish: finishing(kind, queued) });
    } catch (error) {
      clearInterval(pulse);
      await noting;
      if (error instanceof JobFailed) return await fail(error.message);
      if (attempts < max_attempts) {
        await noteOn(services, queued, { state: 'enqueued' });
        throw error;
      }
      console.error(`[jobs] ${job.kind} ${queued.job_id} has failed`, error);
      return await fail(`${unfinished} Run it again. If that doesn’t help, tell your administrator.`);
    } finally {
      clearInterval(pulse);
    }
    await noting;
    await noteOn(services, queued, {
      state: 'succeeded',
      lost: 0,
      follows: (tx) => enqueueMail(tx, kind, queued),
    });
    if (finished) await tell({ text: finished });
  };
