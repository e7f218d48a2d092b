/**
 * Measures the calls that everything else stands on, each against a bare handler with the same SQL in the same run.
 *
 *   node bench/run.ts                       100,000 clients, 1,000,000 responses, 200 small organizations
 *   node bench/run.ts --scale 0.1           a tenth of it
 *   node bench/run.ts --seconds 3           shorter runs
 *
 * The data set is kept under .cache/bench and built once a scale.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { buildServer } from '#server/http/server.ts';
import { openStorage } from '#server/kit/files/storage.ts';
import { type BenchmarkCase, callsOf, scenariosOf } from './calls.ts';
import { doubleTheOthers, type Size } from './dataset.ts';
import { bigOrganization, grantEveryTenth, openInstallation, person } from './installation.ts';
import { load } from './load.ts';
import { replay, type Scenario } from './scenario.ts';

const { values: options } = parseArgs({
  options: { scale: { type: 'string', default: '1' }, seconds: { type: 'string', default: '8' } },
});
const scale = Number(options.scale);
const seconds = Number(options.seconds);
const size: Size = { clients: 100_000 * scale, responses: 1_000_000 * scale, organizations: Math.ceil(200 * scale) };
const connections = 8;

const installation = await openInstallation(scale, size);
const { folder, config, database, keys, migrationUrl, appUrl, tokenOf } = installation;
const big = await bigOrganization(installation);
const entity = await person(installation, big, {
  email: 'entity@example.org',
  privileges: { clients: ['read', 'write'], client_forms: ['read', 'write'], forms: ['use'] },
});
const granted = await person(installation, big, { email: 'granted@example.org', privileges: { notes: ['read'] } });
await grantEveryTenth(installation, big, granted);
const measured = await callsOf(installation, big, {
  scale,
  entity: { token: await tokenOf(entity), user: entity },
  granted: { token: await tokenOf(granted), user: granted },
});
const app = await buildServer({ config, database, storage: openStorage(config), keys });
const scenarios = await scenariosOf(app, measured);
await app.close();
const scenarioOf = (key: string) => scenarios[key] as Scenario;
const settingsOf = (user: number) => `set local app.organization_id = ${big.id};set local app.user_id = ${user}`;

const children: ChildProcess[] = [];
/** Starts a process and waits until it answers at an address. */
const started = (args: string[], env: Record<string, string>, ready: string): Promise<ChildProcess> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    children.push(child);
    child.once('exit', (code) => reject(new Error(`${args[0]} ended with ${code}`)));
    const ask = () =>
      fetch(ready).then(
        () => resolve(child),
        () => setTimeout(ask, 100),
      );
    ask();
  });

const hearth = 'http://127.0.0.1:4310';
const server = await started(
  ['apps/server/main.ts'],
  {
    DATABASE_URL: migrationUrl,
    DATA_DIR: folder,
    SECRET: config.secret,
    PORT: '4310',
    ROLE: 'web',
    NODE_ENV: 'production',
    DEMO: '0',
    SMTP_URL: 'smtp://127.0.0.1:1',
  },
  `${hearth}/api/health`,
);
const bare = { [entity]: '4311', [granted]: '4312' };
for (const [user, port] of Object.entries(bare)) {
  const file = path.join(folder, `scenarios-${port}.json`);
  writeFileSync(file, JSON.stringify({ url: appUrl, settings: settingsOf(Number(user)), scenarios }));
  await started(['bench/bare-server.ts', file, port], {}, `http://127.0.0.1:${port}/none/0`);
}

const hearthLoad = (one: BenchmarkCase, count = connections, time = seconds) =>
  load(
    { origin: hearth, headers: { authorization: `Bearer ${one.token}`, host: 'big.localhost' } },
    (index) => one.call(one.vary(index), index),
    { connections: count, seconds: time },
  );
const bareLoad = (key: string, one: BenchmarkCase) =>
  load(
    { origin: `http://127.0.0.1:${bare[one.user]}` },
    (index) => ({ method: 'GET', path: `/${key}/${encodeURIComponent(one.vary(index))}` }),
    { connections, seconds },
  );

type Part = (statement: Scenario['statements'][number]) => boolean;

type Repetition = {
  url: string;
  /** Whether to go on after so many times. */
  goOn: (count: number) => boolean;
  part?: Part | undefined;
};

/** Runs the statements of a call, or some of them, again and again on one connection; answers milliseconds. */
const repeat = async (key: string, one: BenchmarkCase, { url, goOn, part = () => true }: Repetition) => {
  const scenario = { ...scenarioOf(key), statements: scenarioOf(key).statements.filter(part) };
  const client = new pg.Client({ connectionString: url, pipeline: true });
  await client.connect();
  const times: number[] = [];
  for (let index = 0; goOn(index); index++) {
    const from = performance.now();
    await replay(client, scenario, { settings: settingsOf(one.user), actual: one.vary(index) });
    times.push(performance.now() - from);
  }
  await client.end();
  return times;
};

/** How many times a second the statements run on so many connections, without a server between. */
const loop = async (key: string, one: BenchmarkCase) => {
  const until = performance.now() + seconds * 1000;
  const all = await Promise.all(
    Array.from({ length: connections }, () => repeat(key, one, { url: appUrl, goOn: () => performance.now() < until })),
  );
  return all.flat().length / seconds;
};

/** What the database itself takes, one call after the other. */
const alone = async (key: string, url = appUrl, part?: Part) => {
  const times = (await repeat(key, measured[key] as BenchmarkCase, { url, goOn: (count) => count < 300, part })).slice(
    20,
  );
  times.sort((a, b) => a - b);
  return { p50: times[Math.floor(times.length * 0.5)] ?? 0, p95: times[Math.floor(times.length * 0.95)] ?? 0 };
};

const round = (value: number, digits = 0) =>
  value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });

const rows: string[][] = [];
for (const [key, one] of Object.entries(measured)) {
  await hearthLoad(one, connections, 1);
  const ours = await hearthLoad(one);
  const theirs = await bareLoad(key, one);
  const looped = await loop(key, one);
  const p95 = key === 'save' ? '–' : round((await alone(key)).p95, 1);
  if (ours.failures + theirs.failures) console.error(`${key}: ${ours.failures} and ${theirs.failures} calls failed`);
  const ratio = ours.perSecond / theirs.perSecond;
  rows.push([
    one.title,
    round(ours.perSecond),
    round(theirs.perSecond),
    ratio.toFixed(2),
    `≥ ${one.goal}`,
    ratio >= one.goal ? 'yes' : 'no',
    round(looped),
    p95,
    round(ours.p50, 1),
    round(ours.p99, 1),
  ]);
  console.log(rows.at(-1)?.join(' | '));
}

const further: string[][] = [];
const wide = await hearthLoad(measured.client as BenchmarkCase, 32);
further.push(['p99 / p50 at 32 connections, one client', (wide.p99 / wide.p50).toFixed(1), '< 5']);
const near = (await alone('page1')).p50;
further.push(['page 1,000 / page 1, in the database', ((await alone('page1000')).p50 / near).toFixed(2), '≤ 3']);
for (const key of ['client', 'page1'])
  further.push([
    `row-level security on / off, ${measured[key]?.title}`,
    ((await alone(key)).p50 / (await alone(key, migrationUrl)).p50).toFixed(2),
    '≤ 1.1',
  ]);
const isCount: Part = ({ text }) => text.includes('count(');
const isPage: Part = (statement) => !isCount(statement);
for (const [what, of, key, part] of [
  ['a page', 'page1', 'granted', isPage],
  ['a count', 'page1', 'granted', isCount],
  ['a search', 'search3', 'granted3', undefined],
] as const)
  further.push([
    `${what} of people through 10,000 grants / through the entity privilege`,
    ((await alone(key, appUrl, part)).p50 / (await alone(of, appUrl, part)).p50).toFixed(2),
    '≤ 1.5',
  ]);
const status = readFileSync(`/proc/${server.pid}/status`, 'utf8');
further.push([
  'resident memory of the server under load, MB',
  round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024),
  '< 300',
]);
const before: Record<string, number> = {};
for (const key of ['client', 'page1', 'search3']) before[key] = (await alone(key)).p50;
console.log('Doubling the other organizations …');
await doubleTheOthers(migrationUrl, size, keys);
for (const [key, was] of Object.entries(before))
  further.push([
    `${measured[key]?.title}, after / before the others doubled`,
    ((await alone(key)).p50 / was).toFixed(2),
    '≤ 1.2',
  ]);

const table = (head: string[], body: string[][]) =>
  [head, head.map(() => '---'), ...body].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
const head = ['call', 'Hearth, 1/s', 'bare handler, 1/s', 'ratio', 'goal', 'reached', 'SQL in a loop, 1/s'];
const text = [
  table([...head, 'SQL alone p95, ms', 'p50, ms', 'p99, ms'], rows),
  table(['figure', 'measured', 'goal'], further),
].join('\n\n');
console.log(`\n${text}`);
writeFileSync(path.join(folder, 'results.md'), `${text}\n`);

for (const child of children) {
  child.removeAllListeners('exit');
  child.kill();
}
await installation.close();
