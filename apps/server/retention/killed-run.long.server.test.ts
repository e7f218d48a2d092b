import { mkdtempSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { noticeRoutes } from '#contract/resources/notices.ts';
import { retentionRoutes } from '#contract/resources/retention.ts';
import { resumeJobs } from '#server/jobs/resume-jobs.ts';
import { startRetention } from '#server/retention/jobs/retention.ts';
import type { TestDatabase } from '#tests/database.ts';
import { ownDatabase } from '#tests/own-database.ts';
import { formMakers } from '#tests/server/form-makers.ts';
import { openServer, type TestServer } from '#tests/server/harness.ts';
import { type Product, startProduct } from '#tests/server/product.ts';

// A database and a folder of its own, so that only the workers of this test take its jobs.
let database: TestDatabase & { drop: () => Promise<void> };
let server: TestServer;
const workers: Product[] = [];
beforeAll(async () => {
  database = await ownDatabase();
  const dataDir = mkdtempSync(path.join(database.dataDir, 'killed-run-'));
  server = await openServer({ on: { ...database, dataDir } });
});
afterAll(async () => {
  for (const { process } of workers) process.kill('SIGKILL');
  await server?.close();
  await database?.drop();
});

const startWorker = async () => {
  const { dataDir } = server.services.config;
  const settings = { ROLE: 'worker', NODE_ENV: 'development', DATABASE_URL: database.url, SECRET: database.secret };
  const worker = await startProduct({ ...settings, DATA_DIR: dataDir });
  workers.push(worker);
  return worker;
};
const until = async (isSo: () => Promise<boolean>) => {
  for (let tries = 0; tries < 1500; tries++) {
    if (await isSo()) return;
    await sleep(20);
  }
  const jobs = await server.query('select kind, state, run, lost, error from jobs');
  throw new Error(`It did not come to that: ${JSON.stringify(jobs)} ${workers.at(-1)?.output()}`);
};
/** Those that are named, and those that only lie there. */
const contents = async () => {
  const folder = path.join(server.services.config.dataDir, 'files');
  return (await readdir(folder, { recursive: true, withFileTypes: true })).filter((one) => one.isFile()).length;
};

/** Lets a worker come no further than to where the run counts this many records, until it is let go on. */
const stopAt = async (records: number) => {
  await server.query(
    `create function public.wait_there() returns trigger language plpgsql as $$
       begin perform pg_advisory_xact_lock(731); return new; end $$;
     create trigger wait_there before update on retention_runs for each row
       when (new.records = ${records} or new.finished_at is not null and ${records} = 0)
       execute function public.wait_there()`,
  );
  const holding = new pg.Client(database.url);
  await holding.connect();
  await holding.query('select pg_advisory_lock(731)');
  return {
    isThere: async () => (await server.query('select 1 from pg_locks where objid = 731 and not granted')).length > 0,
    goOn: async () => {
      await server.query('drop trigger wait_there on retention_runs; drop function public.wait_there');
      await holding.end();
    },
  };
};

/** A worker that is killed where it comes to; two minutes later its job is there to be taken. */
const dieAt = async (records: number) => {
  const stop = await stopAt(records);
  const worker = await startWorker();
  await until(stop.isThere);
  worker.process.kill('SIGKILL');
  await worker.ended;
  // What it had begun is no more before somebody else goes on.
  await server.query(
    `select pg_terminate_backend(pid) from pg_locks where objid = 731 and not granted and locktype = 'advisory'`,
  );
  await until(async () => !(await stop.isThere()));
  await stop.goOn();
  await server.query(`update jobs set alive_at = now() - interval '3 minutes' where state = 'running'`);
  await resumeJobs(server.services as Parameters<typeof resumeJobs>[0]);
};

test('workers that die within a step and before the end leave a run that another one ends: each goes once and is counted once', async () => {
  const organization = await server.newOrganization();
  const { owner: as, id: organization_id } = organization;
  const make = formMakers(server, organization);
  const form = await make.form('Intake', { Story: {}, Paper: { field_type: 'attachment' } });
  const client_id = await make.person();
  const record = async (words: string) =>
    (
      await make.record(
        form,
        { Story: words },
        { client_id, files: { Paper: new File([words], 'paper.txt', { type: 'text/plain' }) } },
      )
    ).id;
  const going = [await record('one'), await record('two'), await record('three')];
  const stays = await record('four');
  await server.query(`update responses set completed_at = now() - interval '3 years' where id = any($1)`, [going]);
  // Two full steps, and what is left.
  await server.query(
    `insert into responses (organization_id, form_id, client_id, completed_at, answers)
     select organization_id, form_id, client_id, now() - interval '4 years', '{}' from responses, generate_series(1, 597)
      where organization_id = $1 and id = $2`,
    [organization_id, stays],
  );
  const rule = await server.call(retentionRoutes.create, {
    as,
    body: { subject: 'responses', form_id: form.id, amount: 2, unit: 'years', counted_from: 'recorded' },
  });
  await server.call(retentionRoutes.switchOn, {
    as,
    params: rule,
    body: { count: 600, lock_version: rule.lock_version },
  });
  await server.query(
    `update retention_rules set starts_at = now() - interval '1 hour', confirmed_at = now() - interval '8 days'`,
  );
  await startRetention(server.services as Parameters<typeof startRetention>[0]);
  const left = async () =>
    (await server.query<{ id: string }>('select id from responses where organization_id = $1', [organization_id])).map(
      ({ id }) => Number(id),
    );
  const runs = () => server.query('select records, files, finished_at is not null as over from retention_runs');

  await dieAt(500);
  expect(await left(), 'the step in which it died is as if it had not begun').toHaveLength(351);
  const [{ files }] = (await runs()) as [{ files: number }];
  expect(await runs()).toEqual([{ records: 250, files, over: false }]);

  await dieAt(0);
  expect(await left()).toEqual([stays]);
  expect(await runs(), 'all is done but said').toEqual([{ records: 600, files: 3, over: false }]);
  const told = async () =>
    (await server.call(noticeRoutes.page, { as, params: { page: 1 } })).data.flatMap(({ text }) =>
      text.startsWith('Deleted by') ? [text] : [],
    );
  expect(await told()).toEqual([]);

  await startWorker();
  await until(async () => (await server.query(`select 1 from jobs where state = 'succeeded'`)).length === 1);
  expect(await left()).toEqual([stays]);
  expect(await runs()).toEqual([{ records: 600, files: 3, over: true }]);
  expect(await told()).toEqual(['Deleted by a retention rule: 600 responses, 3 files.']);
  expect(
    await server.query(`select 1 from audit_events where operation = 'retention of responses' and result = 'ok'`),
  ).toHaveLength(1);
  expect(await contents()).toBe(1);
});
