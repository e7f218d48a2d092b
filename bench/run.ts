/**
 * Measures the calls that everything else stands on, each against a bare handler with the same SQL in the same run.
 *
 *   node bench/run.ts                       100,000 clients, 1,000,000 responses, 200 small organisations
 *   node bench/run.ts --scale 0.1           a tenth of it
 *   node bench/run.ts --seconds 3           shorter runs
 *
 * The data set is kept under .cache/bench and built once a scale.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { runMigrations } from 'graphile-worker';
import pg from 'pg';
import { startSession } from '#server/access/sessions.ts';
import { openTokens } from '#server/access/tokens.ts';
import { buildServer } from '#server/http/server.ts';
import { readConfig } from '#server/kit/config.ts';
import { openDatabase } from '#server/kit/db.ts';
import { startEmbedded } from '#server/kit/embedded.ts';
import { openStorage } from '#server/kit/files/storage.ts';
import { migrate } from '#server/kit/migrate.ts';
import { buildDataset, doubleTheOthers, type Size } from './dataset.ts';
import { type Call, type Load, load } from './load.ts';
import { recorded } from './record.ts';
import { replay, type Scenario } from './scenario.ts';

const { values: options } = parseArgs({
  options: { scale: { type: 'string', default: '1' }, seconds: { type: 'string', default: '8' } },
});
const scale = Number(options.scale);
const seconds = Number(options.seconds);
const size: Size = { clients: 100_000 * scale, responses: 1_000_000 * scale, organizations: Math.ceil(200 * scale) };
const connections = 8;

const folder = path.resolve('.cache/bench');
mkdirSync(folder, { recursive: true });
const config = readConfig({ DATA_DIR: folder, NODE_ENV: 'test', DEMO: '0' });
const embedded = await startEmbedded(folder);
const name = `bench_${String(scale).replace('.', '_')}`;
const sql = async <T extends pg.QueryResultRow>(url: string, text: string, values: unknown[] = []): Promise<T[]> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<T>(text, values)).rows;
  } finally {
    await client.end();
  }
};
const children: ChildProcess[] = [];
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

const url = new URL(embedded.url);
url.pathname = `/${name}`;
const migrationUrl = url.href;
const [known] = await sql(embedded.url, 'select 1 from pg_database where datname = $1', [name]);
if (!known) await sql(embedded.url, `create database ${name}`);
const urls = await migrate(migrationUrl, { secret: config.secret, directory: 'db/migrations' });
await runMigrations({ connectionString: migrationUrl });
const [filled] = await sql(migrationUrl, `select 1 from organizations where slug = 'big'`);
if (!filled) {
  console.log(`Building ${size.clients} clients and ${size.responses} responses …`);
  const from = performance.now();
  await buildDataset(migrationUrl, size);
  console.log(`Built in ${((performance.now() - from) / 1000).toFixed(0)} s`);
}

// Two people: one with the entity privilege, one with 10,000 record grants instead.
const [big] = await sql<{ id: number; first: number; last: number; form: number }>(
  migrationUrl,
  `select o.id::int, (select min(id) from clients where organization_id = o.id)::int as first,
          (select max(id) from clients where organization_id = o.id)::int as last,
          (select min(id) from forms where organization_id = o.id)::int as form
     from organizations o where slug = 'big'`,
);
if (!big) throw new Error('The data set is not there');
const person = async (email: string, privileges: object): Promise<number> => {
  const [user] = await sql<{ id: number }>(
    migrationUrl,
    `insert into users (email, first_name, last_name) values ($1, 'Bench', 'Person')
     on conflict (email) do update set first_name = 'Bench' returning id::int`,
    [email],
  );
  const id = user?.id as number;
  await sql(
    migrationUrl,
    `insert into confidentiality_agreements (user_id, version, statements) values ($1, 1, '{}') on conflict do nothing`,
    [id],
  );
  await sql(migrationUrl, `insert into memberships (organization_id, id) values ($1, $2) on conflict do nothing`, [
    big.id,
    id,
  ]);
  await sql(
    migrationUrl,
    `with g as (insert into permission_groups (organization_id, name, privileges) values ($1, $2, $3)
                on conflict (organization_id, name) do update set privileges = excluded.privileges returning id)
     insert into membership_permission_groups (organization_id, membership_id, permission_group_id)
     select $1, $4, id from g on conflict do nothing`,
    [big.id, email, JSON.stringify(privileges), id],
  );
  return id;
};
const everyone = await person('entity@example.org', {
  clients: ['read', 'write'],
  client_forms: ['read', 'write'],
  forms: ['use'],
});
const granted = await person('granted@example.org', { notes: ['read'] });
await sql(
  migrationUrl,
  `insert into record_permissions (organization_id, entity, record_id, user_id, actions)
   select $1, 'clients', id, $2, '{read}' from clients where organization_id = $1 and id % 10 = 0
   on conflict do nothing`,
  [big.id, granted],
);
await sql(migrationUrl, 'vacuum analyze record_permissions');

const tokens = openTokens(config.secret);
const database = openDatabase(urls);
const tokenOf = (id: number) => database.transaction(({ tx }) => startSession(tx, tokens, id));
const [entityToken, grantedToken] = [await tokenOf(everyone), await tokenOf(granted)];
const app = await buildServer({ config, database, storage: openStorage(config) });

const fields = await sql<{ id: number; field_type: string }>(
  migrationUrl,
  'select id::int, field_type from fields where organization_id = $1 order by id',
  [big.id],
);
const answerOf: Record<string, unknown> = {
  'select-one': 'option_2',
  number: 1234,
  'freeform-short': 'spoke by phone, will come again on Monday',
  date: '2026-03-14',
  'select-many': ['option_1', 'option_3'],
  checkbox: true,
};
const answers = fields.map(({ id, field_type }) => ({ field_id: id, value: answerOf[field_type] }));
const stored = JSON.stringify(Object.fromEntries(answers.map(({ field_id, value }) => [field_id, value])));

const names = await sql<{ last_name: string }>(
  migrationUrl,
  `select distinct lower(substr(last_name, 2, 3)) as last_name from clients where organization_id = $1 order by 1 limit 500`,
  [big.id],
);
const threes = names.map(({ last_name }) => last_name);
const root = '/api/organization/big';
const anyClient = (index: number) => big.first + ((index * 7919) % (big.last - big.first));
const someResponses = await sql<{ id: number; client_id: number }>(
  migrationUrl,
  'select id::int, client_id::int from responses where organization_id = $1 order by id limit 5000',
  [big.id],
);
const anyResponse = (index: number) =>
  someResponses[(index * 7919) % someResponses.length] as (typeof someResponses)[number];

type Measured = {
  title: string;
  token: string;
  user: number;
  /** What varies: the value for a call, and the one that stood in the recorded call. */
  vary: (index: number) => string;
  call: (varied: string, index: number) => Call;
  goal: number;
  /** Instead of the recorded statements. */
  statements?: Scenario['statements'];
};

const page = (number: number, query = '') => `${root}/clients/page/${number}${query}`;
const measured: Record<string, Measured> = {
  client: {
    title: 'one client',
    token: entityToken,
    user: everyone,
    goal: 0.6,
    vary: (index) => String(anyClient(index)),
    call: (id) => ({ method: 'GET', path: `${root}/clients/${id}` }),
  },
  response: {
    title: 'one response of 30 answers',
    token: entityToken,
    user: everyone,
    goal: 0.6,
    vary: (index) => String(anyResponse(index).id),
    call: (_, index) => ({
      method: 'GET',
      path: `${root}/clients/${anyResponse(index).client_id}/client_forms/${anyResponse(index).id}`,
    }),
  },
  page1: {
    title: 'clients list, page 1',
    token: entityToken,
    user: everyone,
    goal: 0.7,
    vary: () => '-',
    call: () => ({ method: 'GET', path: page(1) }),
  },
  page1000: {
    title: 'clients list, page 1,000',
    token: entityToken,
    user: everyone,
    goal: 0.7,
    vary: () => '-',
    call: () => ({ method: 'GET', path: page(Math.ceil(1000 * scale)) }),
  },
  granted: {
    title: 'clients list, page 1, through 10,000 record grants',
    token: grantedToken,
    user: granted,
    goal: 0.7,
    vary: () => '-',
    call: () => ({ method: 'GET', path: page(1) }),
  },
  search3: {
    title: 'search of 3 letters',
    token: entityToken,
    user: everyone,
    goal: 0.7,
    vary: (index) => `%${threes[index % threes.length]}%`,
    call: (pattern) => ({ method: 'GET', path: page(1, `?query=${pattern.slice(1, -1)}`) }),
  },
  search1: {
    title: 'search of 1 letter',
    token: entityToken,
    user: everyone,
    goal: 0.7,
    vary: (index) => 'bcdefghjklmnoprstvwz'[index % 20] as string,
    call: (letter) => ({ method: 'GET', path: page(1, `?query=${letter}`) }),
  },
  save: {
    title: 'save a response of 30 answers',
    token: entityToken,
    user: everyone,
    goal: 0.5,
    vary: (index) => String(anyClient(index)),
    call: (id) => ({
      method: 'POST',
      path: `${root}/clients/${id}/client_forms`,
      body: { form_id: big.form, answers },
    }),
    statements: [
      {
        text: 'insert into responses (organization_id, form_id, client_id, administrator_id, updated_by_id, answers) values ($1, $2, $3, $4, $4, $5) returning *',
        values: [big.id, big.form, '-1', everyone, stored],
      },
    ],
  },
};

const settingsOf = (user: number) => `set local app.organization_id = ${big.id};set local app.user_id = ${user}`;
const scenarios: Record<string, Scenario> = {};
for (const [key, one] of Object.entries(measured)) {
  if (one.statements) {
    scenarios[key] = { statements: one.statements, sentinel: '-1' };
    continue;
  }
  const varied = one.vary(0);
  const { method, path: address } = one.call(varied, 0);
  const headers = { authorization: `Bearer ${one.token}`, host: 'big.localhost' };
  await app.inject({ method, url: address, headers });
  const statements = await recorded(async () => {
    const answer = await app.inject({ method, url: address, headers });
    if (answer.statusCode >= 300) throw new Error(`${key}: ${answer.statusCode} ${answer.body}`);
  });
  scenarios[key] = { statements, sentinel: varied };
}

const hearth = 'http://127.0.0.1:4310';
const bare = 'http://127.0.0.1:4311';
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
const bareOf = async (user: number, port: string) => {
  const file = path.join(folder, `scenarios-${port}.json`);
  writeFileSync(file, JSON.stringify({ url: urls.appUrl, settings: settingsOf(user), scenarios }));
  await started(['bench/bare-server.ts', file, port], {}, `http://127.0.0.1:${port}/none/0`);
};
await bareOf(everyone, '4311');
await bareOf(granted, '4312');

const headersOf = (one: Measured) => ({ authorization: `Bearer ${one.token}`, host: 'big.localhost' });
const hearthLoad = (one: Measured, count = connections, time = seconds) =>
  load(hearth, headersOf(one), (index) => one.call(one.vary(index), index), { connections: count, seconds: time });
const bareLoad = (key: string, one: Measured) =>
  load(
    one.user === granted ? 'http://127.0.0.1:4312' : bare,
    {},
    (index) => ({ method: 'GET', path: `/${key}/${encodeURIComponent(one.vary(index))}` }),
    { connections, seconds },
  );

/** The statements alone, in a loop over so many connections. */
const loop = async (key: string, one: Measured, address = urls.appUrl, time = seconds) => {
  const times: number[] = [];
  let index = 0;
  const from = performance.now();
  const until = from + time * 1000;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const client = new pg.Client({ connectionString: address, pipeline: true });
      await client.connect();
      while (performance.now() < until) {
        const at = performance.now();
        await replay(client, settingsOf(one.user), scenarios[key] as Scenario, one.vary(index++));
        times.push(performance.now() - at);
      }
      await client.end();
    }),
  );
  times.sort((a, b) => a - b);
  return {
    perSecond: times.length / ((performance.now() - from) / 1000),
    p95: times[Math.floor(times.length * 0.95)] ?? 0,
  };
};

/** One call after the other, for what the database itself takes. */
const alone = async (key: string, one: Measured, address = urls.appUrl) => {
  const client = new pg.Client({ connectionString: address, pipeline: true });
  await client.connect();
  const times: number[] = [];
  for (let index = 0; index < 300; index++) {
    const at = performance.now();
    await replay(client, settingsOf(one.user), scenarios[key] as Scenario, one.vary(index));
    if (index >= 20) times.push(performance.now() - at);
  }
  await client.end();
  times.sort((a, b) => a - b);
  return { p50: times[Math.floor(times.length * 0.5)] ?? 0, p95: times[Math.floor(times.length * 0.95)] ?? 0 };
};

const round = (value: number, digits = 0) =>
  value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
const rows: string[][] = [];
const results: Record<string, Load> = {};
for (const [key, one] of Object.entries(measured)) {
  await hearthLoad(one, connections, 1);
  const ours = await hearthLoad(one);
  const theirs = await bareLoad(key, one);
  const looped = await loop(key, one);
  const single = key === 'save' ? null : await alone(key, one);
  results[key] = ours;
  if (ours.failures) console.error(`${key}: ${ours.failures} calls failed`);
  const ratio = ours.perSecond / theirs.perSecond;
  rows.push([
    one.title,
    round(ours.perSecond),
    round(theirs.perSecond),
    ratio.toFixed(2),
    `≥ ${one.goal}`,
    ratio >= one.goal ? 'yes' : 'NO',
    round(looped.perSecond),
    single ? round(single.p95, 1) : '–',
    round(ours.p50, 1),
    round(ours.p99, 1),
  ]);
  console.log(rows.at(-1)?.join(' | '));
}

const further: string[][] = [];
const wide = await hearthLoad(measured.client as Measured, 32);
further.push(['p99 / p50 at 32 connections, one client', (wide.p99 / wide.p50).toFixed(1), '< 5']);
const far =
  (await alone('page1000', measured.page1000 as Measured)).p50 / (await alone('page1', measured.page1 as Measured)).p50;
further.push(['page 1,000 / page 1, in the database', far.toFixed(2), '≤ 3']);
for (const key of ['client', 'page1'] as const) {
  const one = measured[key] as Measured;
  const secured = (await alone(key, one)).p50;
  const unsecured = (await alone(key, one, migrationUrl)).p50;
  further.push([`row-level security on / off, ${one.title}`, (secured / unsecured).toFixed(2), '≤ 1.1']);
}
const viaGrants =
  (await alone('granted', measured.granted as Measured)).p50 / (await alone('page1', measured.page1 as Measured)).p50;
further.push(['page 1 through 10,000 grants / through the entity privilege', viaGrants.toFixed(2), '≤ 1.5']);
const status = readFileSync(`/proc/${server.pid}/status`, 'utf8');
further.push([
  'resident memory of the server under load, MB',
  round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024),
  '< 300',
]);
console.log('Doubling the other organisations …');
const before = Object.fromEntries(await Promise.all(['client'].map(async (key) => [key, 0])));
for (const key of ['client', 'page1', 'search3'] as const)
  before[key] = (await alone(key, measured[key] as Measured)).p50;
await doubleTheOthers(migrationUrl, size);
for (const key of ['client', 'page1', 'search3'] as const) {
  const after = (await alone(key, measured[key] as Measured)).p50;
  further.push([
    `${measured[key]?.title}, after / before the others doubled`,
    (after / (before[key] as number)).toFixed(2),
    '≤ 1.2',
  ]);
}
await sql(migrationUrl, `select 1`);

const table = (head: string[], body: string[][]) =>
  [
    `| ${head.join(' | ')} |`,
    `|${head.map(() => '---').join('|')}|`,
    ...body.map((row) => `| ${row.join(' | ')} |`),
  ].join('\n');
const text = [
  table(
    [
      'call',
      'Hearth, 1/s',
      'bare handler, 1/s',
      'ratio',
      'goal',
      'reached',
      'SQL in a loop, 1/s',
      'SQL alone p95, ms',
      'p50, ms',
      'p99, ms',
    ],
    rows,
  ),
  '',
  table(['figure', 'measured', 'goal'], further),
].join('\n');
console.log(`\n${text}`);
writeFileSync(path.join(folder, 'results.md'), `${text}\n`);

for (const child of children) {
  child.removeAllListeners('exit');
  child.kill();
}
await app.close();
await database.end();
await embedded.stop();
process.exit(0);
