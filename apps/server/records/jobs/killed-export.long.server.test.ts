import { mkdtempSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { unzipSync } from 'fflate';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { jobRoutes } from '#contract/resources/jobs.ts';
import { responseDownloadRoutes as routes } from '#contract/resources/response-downloads.ts';
import { resumeJobs } from '#server/jobs/resume-jobs.ts';
import { listOutbox } from '#server/kit/mail/outbox.ts';
import { sweepContents } from '#server/maintenance/jobs/sweep-contents.ts';
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
  const dataDir = mkdtempSync(path.join(database.dataDir, 'killed-'));
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
const kill = async ({ process: child, ended }: Product) => {
  child.kill('SIGKILL');
  await ended;
};
const until = async (isSo: () => Promise<boolean>) => {
  for (let tries = 0; tries < 1500; tries++) {
    if (await isSo()) return;
    await sleep(20);
  }
  const jobs = await server.query('select kind, state, run, lost, error from jobs');
  throw new Error(`It did not come to that: ${JSON.stringify(jobs)} ${workers.at(-1)?.output()}`);
};
/** Two minutes later another worker takes the job. */
const resume = async () => {
  await server.query(`update jobs set alive_at = now() - interval '3 minutes' where state = 'running'`);
  await resumeJobs(server.services as Parameters<typeof resumeJobs>[0]);
};
const filesIn = async (folder: string) =>
  (await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])).filter((one) => one.isFile());

/** As the platform team is told. */
const workersThatRun = async () =>
  (await server.call(jobRoutes.platformSummary, { as: await server.newSuperuser() })).workers;

test('a worker counts from when it is connected until it ends, however that comes', async () => {
  expect(await workersThatRun()).toBe(0);
  const one = await startWorker();
  await until(async () => (await workersThatRun()) === 1);
  const other = await startWorker();
  await until(async () => (await workersThatRun()) === 2);
  await kill(one);
  await until(async () => (await workersThatRun()) === 1);
  await kill(other);
  await until(async () => (await workersThatRun()) === 0);
});

test('a worker killed while it writes, and one killed before it names what it stored, double nothing and leave nothing', async () => {
  const organization = await server.newOrganization();
  const make = formMakers(server, organization);
  const form = await make.form('Intake', { Goal: {} });
  const ana = await make.person();
  await server.query(
    `do $$ begin
       set local session_replication_role = replica;
       insert into responses (organization_id, form_id, client_id, completed_at, answers)
       select ${organization.id}, ${form.id}, ${ana}, now(), jsonb_build_object('${form.ids.Goal}', repeat('Goal ', 20))
         from generate_series(1, 100000);
     end $$`,
  );
  const { id } = await server.call(routes.prepare, { as: organization.owner, params: { id: form.id } });
  const folder = path.join(server.services.config.dataDir, 'files');
  const stored = async () => (await filesIn(folder)).filter(({ parentPath }) => !parentPath.endsWith('incoming'));

  const first = await startWorker();
  await until(async () => (await filesIn(path.join(folder, 'incoming'))).length > 0);
  await kill(first);
  expect(await stored()).toEqual([]);

  // The second one stores the file, and waits for the row in which it is to be named.
  const holding = new pg.Client(database.url);
  await holding.connect();
  await holding.query('begin');
  await holding.query('select 1 from exports where id = $1 for update', [id]);
  await resume();
  const second = await startWorker();
  await until(async () => (await stored()).length === 1);
  await kill(second);
  await holding.query('rollback');
  await holding.end();

  await resume();
  await startWorker();
  const shown = () => server.call(routes.prepared, { as: organization.owner, params: { form_id: form.id, id } });
  await until(async () => (await shown()).state === 'succeeded');
  await until(async () => {
    const [mails] = await server.query<{ count: string }>(
      `select count(*) from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
        where t.identifier = 'job_mail'`,
    );
    return Number(mails?.count) === 0;
  });

  const mails = (await listOutbox(server.services.config.dataDir)).filter(({ to }) => to === organization.owner.email);
  expect(mails).toHaveLength(1);

  const kept = await server.query<{ storage_key: string; size: string }>('select storage_key, size from exports');
  expect(kept).toHaveLength(1);
  const total = await server.query<{ bytes: string }>('select bytes from file_totals where organization_id = $1', [
    organization.id,
  ]);
  expect(total).toEqual([{ bytes: kept[0]?.size }]);
  const ticket = (await shown()).url?.split('/').at(-1);
  const { bytes } = await server.send(routes.exported, { org: organization, params: { ticket } });
  const [table] = Object.values(unzipSync(bytes));
  expect(
    Buffer.from(table ?? [])
      .toString()
      .split('\r\n'),
  ).toHaveLength(100_002);

  // What the dead left is taken away an hour later: the file that nobody names, and what lies half written.
  await server.query(`update begun_contents set begun_at = now() - interval '2 hours'`);
  await sweepContents(server.services as Parameters<typeof sweepContents>[0]);
  expect((await stored()).map(({ name }) => name)).toEqual([expect.stringContaining(String(kept[0]?.storage_key))]);
});
