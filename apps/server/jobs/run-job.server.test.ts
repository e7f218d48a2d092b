import type { JobHelpers } from 'graphile-worker';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openMailer } from '#server/kit/mail/mailer.ts';
import { startServer } from '#tests/server/harness.ts';
import type { TestOrganization } from '#tests/server/people.ts';
import { sweep } from '../maintenance/jobs/sweep.ts';
import { resumeJobs } from './resume-jobs.ts';
import { type Job, JobFailed, runJob } from './run-job.ts';

const server = await startServer();
const services = { ...server.services, mailer: openMailer(server.services.config) };

let organization: TestOrganization;
beforeEach(async () => {
  organization = await server.newOrganization();
});
afterEach(() => vi.restoreAllMocks());

type Row = { state: string; run: number; lost: number; done: number; total: number | null; error: string | null };

const insert = async (columns: object = {}): Promise<number> => {
  const stored = { kind: 'recalculate', payload: { form_id: 1 }, requester_id: organization.owner.id, ...columns };
  const [row] = await server.query<{ id: string }>(
    `insert into jobs (organization_id, kind, payload, requester_id, user_id, state, run, lost, alive_at, created_at)
     select $1, kind, payload, requester_id, requester_id, coalesce(state, 'enqueued'), coalesce(run, 1), coalesce(lost, 0),
            coalesce(alive_at, now()), coalesce(created_at, now())
       from jsonb_populate_record(null::jobs, $2) returning id`,
    [organization.id, JSON.stringify(stored)],
  );
  return Number(row?.id);
};
const read = async (id: number): Promise<Row> =>
  (await server.query<Row>('select state, run, lost, done, total, error from jobs where id = $1', [id]))[0] as Row;

const at = (attempts: number) => ({ job: { attempts, max_attempts: 5 } }) as JobHelpers;
const run = (id: number, work: Job<'recalculate'>['work'], { attempts = 1, queued = 1 } = {}) =>
  runJob<'recalculate'>(services, { work, unfinished: 'Half of it was done.' })(
    { organization_id: organization.id, job_id: id, run: queued },
    at(attempts),
  );

describe('a run of a job', () => {
  test.each([{ state: 'succeeded' }, { state: 'failed' }, { state: 'running' }, { state: 'enqueued', run: 2 }])(
    'does nothing when the row says otherwise: %o',
    async (columns) => {
      const id = await insert(columns);
      const before = await read(id);
      const work = vi.fn();
      await run(id, work);
      expect(work).not.toHaveBeenCalled();
      expect(await read(id)).toEqual(before);
    },
  );

  test('is seen while it goes on, and when it is over', async () => {
    const id = await insert();
    await run(id, async (_, payload, { progress, finish: __, ...run }) => {
      expect(payload).toEqual({ form_id: 1 });
      expect(run).toEqual({
        organization_id: organization.id,
        job_id: id,
        user_id: organization.owner.id,
        impersonator_id: null,
      });
      progress(3, 10);
      await expect.poll(() => read(id)).toMatchObject({ state: 'running', done: 3, total: 10 });
      progress(10);
    });
    expect(await read(id)).toMatchObject({ state: 'succeeded', done: 10, total: 10, error: null });
  });

  test('is taken on once, however often the queue hands it out', async () => {
    const id = await insert();
    const work = vi.fn(async () => {});
    await Promise.all([run(id, work), run(id, work), run(id, work)]);
    expect(work).toHaveBeenCalledOnce();
  });

  test('that failed waits for the next attempt, and has failed after the last, in a sentence for people', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    const id = await insert();
    const fails = async () => {
      throw new Error('invalid input syntax for type numeric: "Ana Ruiz"');
    };
    await expect(run(id, fails)).rejects.toThrow('numeric');
    expect(await read(id)).toMatchObject({ state: 'enqueued', error: null });
    await expect(run(id, fails, { attempts: 5 })).resolves.toBeUndefined();
    expect(await read(id)).toMatchObject({
      state: 'failed',
      error: 'Half of it was done. Run it again. If that doesn’t help, tell your administrator.',
    });
    expect(logged).toHaveBeenCalledOnce();
  });

  test('that no other attempt would change has failed at once, and says why', async () => {
    const id = await insert();
    await run(id, async () => {
      throw new JobFailed('You may not.');
    });
    expect(await read(id)).toMatchObject({ state: 'failed', error: 'You may not.' });
  });

  test('may end together with its work, and not when another run counts by now: then nothing of it is kept', async () => {
    const scope = { organization_id: organization.id };
    const ending: Job<'recalculate'>['work'] = ({ database }, _, { finish }) =>
      database.inOrganization(scope, (tx) => finish(tx, 4));
    const id = await insert();
    await run(id, ending);
    expect(await read(id)).toMatchObject({ state: 'succeeded', done: 4, total: 4 });
    const other = await insert();
    const late = run(other, async (...given) => {
      await server.query('update jobs set run = 2 where id = $1', [other]);
      await ending(...given);
    });
    await expect(late).rejects.toThrow('Another run');
    expect(await read(other)).toMatchObject({ run: 2, done: 0 });
  });

  test('says nothing any more once another run counts', async () => {
    const id = await insert();
    await run(id, async (_, __, { progress }) => {
      await server.query(`update jobs set run = 2, state = 'enqueued' where id = $1`, [id]);
      progress(5, 5);
    });
    expect(await read(id)).toMatchObject({ state: 'enqueued', run: 2, done: 0 });
  });
});

describe('a job whose worker has died', () => {
  const long_ago = new Date(Date.now() - 3 * 60_000).toISOString();
  const queued = (id: number) =>
    server.query(
      `select 1 from graphile_worker._private_jobs where (payload ->> 'job_id')::bigint = $1 and payload ->> 'run' = '2'`,
      [id],
    );

  test('is left alone while it may be alive', async () => {
    const id = await insert({ state: 'running' });
    await resumeJobs(services);
    expect(await read(id)).toMatchObject({ state: 'running', run: 1 });
  });

  test('is run again, once, whoever finds it', async () => {
    // The form is not there, so the run itself is quick, should another file's worker take it.
    const id = await insert({ state: 'running', alive_at: long_ago });
    await Promise.all([resumeJobs(services), resumeJobs(services), resumeJobs(services)]);
    expect(await read(id)).toMatchObject({ run: 2 });
    await expect
      .poll(async () => {
        await server.drainJobs();
        return read(id);
      })
      .toMatchObject({ state: 'succeeded', run: 2, lost: 0 });
    await expect.poll(() => queued(id)).toEqual([]);
  });

  test('three times in a row has failed, and says so', async () => {
    const id = await insert({ state: 'running', alive_at: long_ago, lost: 2 });
    await resumeJobs(services);
    expect(await read(id)).toMatchObject({ state: 'failed', run: 2, error: expect.stringContaining('three times') });
    await expect.poll(() => queued(id)).toEqual([]);
  });
});

test('jobs are kept for 90 days', async () => {
  const days = (count: number) => new Date(Date.now() - count * 86_400_000).toISOString();
  const [kept, gone] = [
    await insert({ state: 'succeeded', created_at: days(89) }),
    await insert({ state: 'failed', created_at: days(91) }),
  ];
  await sweep(services);
  expect(await read(kept)).toBeDefined();
  expect(await read(gone)).toBeUndefined();
});
