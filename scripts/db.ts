/**
 * The database at hand: the one of DATABASE_URL, else the embedded one in DATA_DIR, which is started when it does not
 * run. Works beside the running product, with the same environment.
 * Run: npm run db -- url | console | types | reset | migrate | spread | move
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { runMigrations } from 'graphile-worker';
import { escapeIdentifier } from 'pg';
import { reasonsAgainst } from '#server/host/cluster.ts';
import { readConfig } from '#server/host/config.ts';
import { type Connection, connect } from '#server/host/connect.ts';
import { rolesOf } from '#server/host/database-roles.ts';
import { startEmbedded } from '#server/host/embedded.ts';
import { inTurn, migrate, pendingMigrations } from '#server/host/migrate.ts';
import { type Move, moveOrganization } from '#server/host/move.ts';
import { isSpread, isUsed, stepsToSpread } from '#server/host/spread.ts';
import type { Config } from '#server/kit/config.ts';
import { StartError } from '#server/kit/start-error.ts';
import { typesFile, typesOf } from './database-types.ts';

const usage = `npm run db -- url          prints the address of the database
npm run db -- console      opens psql on it and passes further arguments on
npm run db -- migrate      applies pending migrations
npm run db -- types        writes ${typesFile} from the migrations
npm run db -- reset        deletes everything in it; --yes skips the question
npm run db -- spread       distributes the tables of a cluster over its machines; --yes skips the question
npm run db -- move <slug> <host:port>
                           moves an organization to another machine of the cluster;
                           --still blocks its users until it is done`;

const directory = path.join(import.meta.dirname, '../db/migrations');

type Database = { url: string; config: Config; isShared: boolean };

/** Runs `work` on the database at hand. */
const withDatabase = async (work: (database: Database) => Promise<void>) => {
  const config = readConfig(process.env);
  if (config.databaseUrl) return work({ url: config.databaseUrl, config, isShared: true });
  const embedded = await startEmbedded(config.dataDir);
  await work({ ...embedded, config }).finally(embedded.stop);
};

const databaseName = async (client: Connection): Promise<string> =>
  (await client.query<{ name: string }>('select current_database() as name')).rows[0]?.name ?? '';

const untilInterrupted = () =>
  new Promise<void>((resolve) => {
    // The handlers alone do not keep the process.
    const awake = setInterval(() => {}, 60_000);
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.once(signal, () => {
        clearInterval(awake);
        resolve();
      });
  });

const printUrl = ({ url, isShared }: Database) => {
  console.log(url);
  if (isShared) return Promise.resolve();
  console.error('The database was not running. It runs until you press Ctrl-C here.');
  return untilInterrupted();
};

const openConsole = async ({ url }: Database, ...args: string[]) => {
  // The password goes by the environment: what stands in arguments, every program on the machine can read.
  const address = new URL(url);
  const PGPASSWORD = decodeURIComponent(address.password);
  address.password = '';
  // Ctrl-C is for psql, which ends a statement with it.
  process.on('SIGINT', () => {});
  const env = { ...process.env, PGPASSWORD };
  const { error, status } = spawnSync('psql', [address.href, ...args], { stdio: 'inherit', env });
  if (error) {
    throw new StartError(
      'There is no psql on this machine. Install it (Debian: apt-get install postgresql-client), ' +
        'or open the address of "npm run db -- url" in a program of your own.',
    );
  }
  process.exitCode = status ?? 1;
};

const applyMigrations = async ({ url, config }: Database) => {
  const client = await connect(url);
  const names = () =>
    client
      .query<{ name: string }>('select name from public.schema_migrations order by name')
      .then(({ rows }) => rows.map(({ name }) => name))
      .catch(() => []);
  try {
    const before = new Set(await names());
    await migrate(url, { ...config, directory });
    await runMigrations({ connectionString: url });
    const added = (await names()).filter((name) => !before.has(name));
    console.log(added.length > 0 ? `Applied ${added.join(', ')}.` : 'The database is up to date.');
  } finally {
    await client.end();
  }
};

/** From a database of its own that is gone afterwards: what is in the one at hand does not matter. */
const writeTypes = async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'hearth-types-'));
  const embedded = await startEmbedded(dataDir);
  try {
    await migrate(embedded.url, { secret: 'of a database that is thrown away', secretBefore: null, directory });
    writeFileSync(path.join(import.meta.dirname, '..', typesFile), await typesOf(embedded.url));
  } finally {
    await embedded.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
  console.log(`Wrote ${typesFile}.`);
};

const reset = async ({ url, config }: Database, ...args: string[]) => {
  const name = decodeURIComponent(new URL(url).pathname.slice(1));
  // A database is not dropped from within.
  const client = await connect(Object.assign(new URL(url), { pathname: 'postgres' }).href);
  try {
    const { rowCount } = await client.query('select from pg_stat_activity where datname = $1', [name]);
    if (rowCount)
      throw new StartError(`The database "${name}" is in use. Stop Hearth and all other connections first.`);
    const folders = ['files', 'outbox'].map((folder) => path.join(config.dataDir, folder));
    console.log(
      `This deletes everything in the database "${name}" of ${new URL(url).host}, and ${folders.join(' and ')}.`,
    );
    if (!args.includes('--yes') && !(await confirms(name))) throw new StartError('Nothing was deleted.');
    await client.query(`drop database ${escapeIdentifier(name)}`);
    await client.query(`create database ${escapeIdentifier(name)}`);
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  } finally {
    await client.end();
  }
  console.log('Deleted. The next start creates a new database.');
};

/** Shows what is left to do, and does it. Nobody may write meanwhile: copied rows are no writing, so that triggers rest. */
const spread = async ({ url }: Database, ...args: string[]) => {
  const client = await connect(url);
  try {
    const reasons = await reasonsAgainst(client);
    if (reasons.length > 0) throw new StartError(reasons.join('\n'));
    const roles = rolesOf(await databaseName(client));
    await inTurn(client, async () => {
      const lacking = await pendingMigrations(client, directory);
      if (lacking.length > 0)
        throw new StartError('The database has pending migrations. Run "npm run db -- migrate" first.');
      const steps = await stepsToSpread(client, roles);
      if (steps.length === 0) return console.log('Every table is already distributed.');
      const { rowCount } = await client.query('select from pg_stat_activity where usename = any($1)', [roles]);
      if (rowCount && (await isUsed(client)))
        throw new StartError('Hearth is running on this database. Stop all its processes first.');
      console.log(`Steps:\n${steps.map(({ says }) => `  ${says}`).join('\n')}`);
      if (!args.includes('--yes') && !(await confirms(await databaseName(client))))
        throw new StartError('Nothing was done.');
      for (const { says, run } of steps) {
        const started = performance.now();
        await run();
        console.log(`${says} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
      }
    });
  } finally {
    await client.end();
  }
};

const move = async ({ url }: Database, { slug, place, isStill }: Move) => {
  const client = await connect(url);
  try {
    if (!(await isSpread(client)))
      throw new StartError('This database is on one machine. Run "npm run db -- spread" first.');
    await inTurn(client, async () => {
      const compared = await moveOrganization(client, { slug, place, isStill }, console.log);
      const rows = compared.reduce((sum, one) => sum + one.rows, 0);
      const written = compared.filter(({ different }) => different > 0);
      console.log(`${slug} is on ${place}. Compared ${rows} rows of ${compared.length} tables.`);
      for (const { table, different } of written)
        console.log(`  ${different} of ${table} were changed or deleted by users during the move`);
      if (written.length === 0) console.log('  All rows are the same.');
    });
  } finally {
    await client.end();
  }
};

const confirms = async (name: string): Promise<boolean> => {
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  const ended = new Promise<null>((resolve) => lines.once('close', () => resolve(null)));
  const answer = await Promise.race([lines.question(`Type ${name} to continue: `), ended]);
  lines.close();
  return answer?.trim() === name;
};

const run = async ([verb = '', ...args]: string[]) => {
  if (verb === 'console') return withDatabase((database) => openConsole(database, ...args));
  if (verb === 'move') {
    const [slug, place, ...rest] = args.filter((arg) => arg !== '--still');
    if (!slug || !place || rest.length > 0) throw new StartError(usage);
    return withDatabase((database) => move(database, { slug, place, isStill: args.includes('--still') }));
  }
  const mayFollow = verb === 'reset' || verb === 'spread' ? ['--yes'] : [];
  if (args.some((arg) => !mayFollow.includes(arg))) throw new StartError(usage);
  if (verb === 'url') return withDatabase(printUrl);
  if (verb === 'migrate') return withDatabase(applyMigrations);
  if (verb === 'types') return writeTypes();
  if (verb === 'spread') return withDatabase((database) => spread(database, ...args));
  if (verb !== 'reset') throw new StartError(usage);
  if (process.env.NODE_ENV === 'production')
    throw new StartError('NODE_ENV is production: the database can’t be reset there.');
  return withDatabase((database) => reset(database, ...args));
};

await run(process.argv.slice(2)).catch((error) => {
  console.error(error instanceof StartError ? error.message : error);
  process.exitCode = 1;
});
