import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { StartError } from '#server/kit/start-error.ts';
import { keptSecret, onDisk, openDataDir } from './disk.ts';
import { chownTree, type PostgresProgram, postgresProgram } from './postgres-program.ts';

/**
 * A running embedded PostgreSQL; `stop` ends it unless another server process uses it, and may be called again.
 * `isShared`: another one used it already.
 */
export type EmbeddedPostgres = { url: string; isShared: boolean; stop: () => Promise<void> };

type Cluster = { folder: string; log: string; password: string; dataDir: string; program: PostgresProgram };
type Postmaster = { pid: number; port: number; runs: () => boolean };

const database = 'hearth';
/** Every server process holds this advisory lock shared, so that the last one can tell that it is the last. */
const inUse = 4_327_842;
const timeoutsMs = { recovery: 120_000, predecessor: 15_000, shutdown: 30_000 };

const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: 100,
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  random_page_cost: 1.1,
  wal_compression: 'on',
  jit: 'off',
  timezone: 'UTC',
  // Errors and statements carry people's data: they are the application's to report, not this log's.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
};

/**
 * Starts the PostgreSQL in `dataDir`/postgres, making it on first use, or takes over one that a killed server left
 * running. Answers its address as superuser. Throws StartError for what the person who starts the server can mend.
 */
export async function startEmbedded(dataDir: string): Promise<EmbeddedPostgres> {
  openDataDir(dataDir);
  const folder = path.join(dataDir, 'postgres');
  const cluster: Cluster = {
    folder,
    dataDir,
    log: path.join(dataDir, 'postgres.log'),
    password: keptSecret(dataDir, 'postgres.password'),
    program: await postgresProgram(statSync(dataDir)),
  };
  if (!existsSync(folder)) initialise(cluster);
  checkFolder(cluster);

  const { postmaster, client } = await openPostmaster(cluster);
  const users = await client.query(`select 1 from pg_locks where locktype = 'advisory' and objid = $1`, [inUse]);
  await client.query('select pg_advisory_lock_shared($1)', [inUse]);
  const known = await client.query('select 1 from pg_database where datname = $1', [database]);
  if (known.rowCount === 0) await client.query(`create database ${database}`);

  // Reached on every way out but a kill, an uncaught exception included.
  const stopAtExit = () => signal(postmaster.pid, 'SIGINT');
  process.once('exit', stopAtExit);
  let stopped: Promise<void> | undefined;
  return {
    url: address(cluster, postmaster.port, database),
    isShared: users.rowCount !== 0,
    stop: () => {
      stopped ??= stopUnlessInUse(cluster, postmaster, client).finally(() => process.off('exit', stopAtExit));
      return stopped;
    },
  };
}

/** Makes the cluster beside its place and moves it there, so that an interrupted start leaves no half-made one. */
function initialise(cluster: Cluster): void {
  const { dataDir, folder, password, program } = cluster;
  onDisk(dataDir, () => {
    const draft = mkdtempSync(path.join(dataDir, 'postgres.new-'));
    try {
      const files = { data: path.join(draft, 'data'), password: path.join(draft, 'password') };
      mkdirSync(files.data, { mode: 0o700 });
      writeFileSync(files.password, password, { mode: 0o600 });
      giveToPostgres(cluster, draft);
      const [command, args, options] = program.initdb([
        `--pgdata=${files.data}`,
        `--pwfile=${files.password}`,
        '--username=postgres',
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        // ICU sorts names as people do (Á beside A); trigrams see letters beyond ASCII only with a UTF-8 ctype.
        '--locale-provider=icu',
        '--icu-locale=und',
        `--locale=${process.platform === 'linux' ? 'C.UTF-8' : 'en_US.UTF-8'}`,
        '--lc-messages=C',
        '--no-instructions',
      ]);
      const made = spawnSync(command, args, { ...options, encoding: 'utf8' });
      if (made.status !== 0) {
        throw new StartError(
          `The database in ${dataDir} could not be created: ${made.error?.message ?? lastLine(made.stderr)}`,
        );
      }
      renameSync(files.data, folder);
    } finally {
      rmSync(draft, { recursive: true, force: true });
    }
  });
}

function checkFolder(cluster: Cluster): void {
  const { folder, program } = cluster;
  const owner = statSync(folder).uid;
  if (owner !== program.owner) {
    if (process.getuid?.() !== 0) {
      throw new StartError(
        `${folder} belongs to another user (id ${owner}). Start Hearth as that user, or choose another DATA_DIR.`,
      );
    }
    if (!runningPostmaster(folder)) giveToPostgres(cluster, folder);
  }
  const version = path.join(folder, 'PG_VERSION');
  if (!existsSync(version)) throw new StartError(`${folder} holds no database. Move that folder away and start again.`);
  const major = readFileSync(version, 'utf8').trim();
  if (major === String(program.major)) return;
  throw new StartError(
    `${folder} was written by PostgreSQL ${major}, but this Hearth comes with PostgreSQL ${program.major}. ` +
      'Start the Hearth that wrote it, or run it with that PostgreSQL and set DATABASE_URL.',
  );
}

function giveToPostgres({ dataDir, program }: Cluster, folder: string): void {
  if (process.getuid?.() !== 0) return;
  chownTree(folder, program.owner);
  // "nobody" must get through a data folder that is root's.
  if (statSync(dataDir).uid !== program.owner) chmodSync(dataDir, 0o711);
}

/** A connection to the cluster's postmaster: the one that runs already, else a new one. */
async function openPostmaster(cluster: Cluster): Promise<{ postmaster: Postmaster; client: Client }> {
  const deadline = Date.now() + timeoutsMs.predecessor;
  for (;;) {
    const running = runningPostmaster(cluster.folder);
    const postmaster = running ?? (await launch(cluster));
    const client = await untilReady(cluster, postmaster);
    if (client) return { postmaster, client };

    // It ended instead. One that was shutting down has made room now; what is left of a killed one soon will.
    const reason = lastLine(readFileSync(cluster.log, 'utf8'));
    const inTheWay = running || /lock file|shared memory block/.test(reason);
    if (!inTheWay || Date.now() > deadline) {
      throw new StartError(`The database in ${cluster.dataDir} did not start: ${reason} (more in ${cluster.log})`);
    }
    await sleep(200);
  }
}

/** The postmaster named in the cluster's lock file, if it is alive. */
function runningPostmaster(folder: string): Postmaster | null {
  const file = path.join(folder, 'postmaster.pid');
  if (!existsSync(file)) return null;
  const [pid, , , port] = readFileSync(file, 'utf8').split('\n').map(Number);
  if (!pid || !signal(pid, 0)) return null;
  const runs = () => existsSync(file) && signal(pid, 0) && worksIn(folder, pid);
  if (!worksIn(folder, pid)) {
    // Its number went to another program, after a restart of the machine. PostgreSQL would take that for itself.
    rmSync(file);
    return null;
  }
  return port ? { pid, port, runs } : null;
}

async function launch({ dataDir, folder, log, program }: Cluster): Promise<Postmaster> {
  const port = await freePort();
  const flags = Object.entries({ ...settings, port }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const [command, args, options] = program.postgres(['-D', folder, ...flags]);
  const output = onDisk(dataDir, () => openSync(log, 'w', 0o600));
  // Detached: Ctrl-C in a terminal is for the server, which stops PostgreSQL when its own work is done.
  const child = spawn(command, args, { ...options, detached: true, stdio: ['ignore', output, output] });
  closeSync(output);
  child.unref();
  const failure = new Promise<Error>((resolve) => child.once('error', resolve));
  if (!child.pid) throw new StartError(`PostgreSQL could not be run: ${(await failure).message}`);
  return { pid: child.pid, port, runs: () => child.exitCode === null && child.signalCode === null };
}

/** A connection once the postmaster takes one, or null when it ended. */
async function untilReady(cluster: Cluster, { pid, port, runs }: Postmaster): Promise<Client | null> {
  const deadline = Date.now() + timeoutsMs.recovery;
  while (runs()) {
    const client = new Client({ connectionString: address(cluster, port, 'postgres'), connectionTimeoutMillis: 5000 });
    // A connection that breaks later is noticed by whoever uses the database; here it must not end the process.
    client.on('error', () => {});
    try {
      await client.connect();
      return client;
    } catch (error) {
      await client.end().catch(() => {});
      if ((error as { code?: string }).code === '28P01') {
        throw new StartError(
          `${cluster.dataDir}/postgres.password does not open the database beside it. Put the original file back.`,
        );
      }
      if (Date.now() > deadline) {
        throw new StartError(
          `The database in ${cluster.dataDir} does not answer (process ${pid}). Check ${cluster.log}.`,
        );
      }
    }
    await sleep(50);
  }
  return null;
}

async function stopUnlessInUse(cluster: Cluster, { pid, runs }: Postmaster, client: Client): Promise<void> {
  const last = await client
    .query<{ last: boolean }>('select pg_advisory_unlock_shared($1), pg_try_advisory_lock($1) as last', [inUse])
    .then(
      ({ rows }) => rows[0]?.last,
      () => true,
    );
  await client.end().catch(() => {});
  if (!last) return;
  signal(pid, 'SIGINT');
  const deadline = Date.now() + timeoutsMs.shutdown;
  while (runs()) {
    if (Date.now() > deadline) throw new Error(`PostgreSQL (process ${pid}) doesn’t stop. Check ${cluster.log}`);
    await sleep(20);
  }
}

function address({ password }: Cluster, port: number, name: string): string {
  return `postgres://postgres:${password}@127.0.0.1:${port}/${name}`;
}

/** Whether there was a process to take the signal. */
function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}

/** Whether the process is in that folder, where a postmaster always is. Only Linux tells; elsewhere it is taken so. */
function worksIn(folder: string, pid: number): boolean {
  if (process.platform !== 'linux') return true;
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(folder);
  } catch {
    return false;
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = net.createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as net.AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

/** What a PostgreSQL program complained of last, without its time and level. */
function lastLine(output: string): string {
  const lines = output
    .trim()
    .split('\n')
    .filter((line) => /FATAL|PANIC|error:/.test(line));
  return (lines.at(-1) ?? output.trim().split('\n').at(-1) ?? '').replace(/^.*?(FATAL|PANIC|error):\s*/, '');
}
