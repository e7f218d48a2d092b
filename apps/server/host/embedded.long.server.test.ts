import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startEmbedded } from './embedded.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'hearth-embedded-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const postmasterPid = () => Number(readFileSync(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
const runs = () => existsSync(path.join(dataDir, 'postgres/postmaster.pid'));

async function ask<Row>(url: string, sql: string): Promise<Row[]> {
  const client = new Client(url);
  await client.connect();
  try {
    return (await client.query(sql)).rows as Row[];
  } finally {
    await client.end();
  }
}

/** Another server process on the same folder, which prints its address, then waits for a word to do `then`. */
async function otherServer(then = '', env = {}): Promise<{ process: ChildProcess; url: string }> {
  const script = `
    const { startEmbedded } = await import('#server/host/embedded.ts');
    const embedded = await startEmbedded(process.env.FOLDER);
    console.log(embedded.url);
    process.stdin.once('data', async () => { ${then} });`;
  const child = spawn(process.execPath, ['-e', script], { env: { PATH: process.env.PATH, FOLDER: dataDir, ...env } });
  let complaint = '';
  child.stderr.on('data', (text) => {
    complaint += text;
  });
  const line: string | null = await Promise.race([
    once(child.stdout, 'data').then(String),
    once(child, 'exit').then(() => null),
  ]);
  if (!line) throw new Error(complaint);
  return { process: child, url: line.trim() };
}

describe('startEmbedded', () => {
  test('refuses a folder that another PostgreSQL wrote', async () => {
    const first = await startEmbedded(dataDir);
    await first.stop();
    writeFileSync(path.join(dataDir, 'postgres/PG_VERSION'), '19\n');
    await expect(startEmbedded(dataDir)).rejects.toThrow(/written by PostgreSQL 19.*comes with PostgreSQL 18/);
  });

  test('refuses a folder that holds no database', async () => {
    mkdirSync(path.join(dataDir, 'postgres'));
    await expect(startEmbedded(dataDir)).rejects.toThrow(/holds no database/);
  });

  test('refuses a password that is not the database’s', async () => {
    const first = await startEmbedded(dataDir);
    try {
      writeFileSync(path.join(dataDir, 'postgres.password'), 'another');
      await expect(startEmbedded(dataDir)).rejects.toThrow(/postgres\.password does not open/);
    } finally {
      await first.stop();
    }
  });

  test('tells why a damaged database does not start', async () => {
    const first = await startEmbedded(dataDir);
    await first.stop();
    rmSync(path.join(dataDir, 'postgres/global/pg_control'));
    await expect(startEmbedded(dataDir)).rejects.toThrow(/did not start: .*postgres\.log/);
  });

  test('asks for a password, also from this machine', async () => {
    const embedded = await startEmbedded(dataDir);
    try {
      const guess = new URL(embedded.url);
      guess.password = 'guess';
      await expect(ask(guess.href, 'select 1')).rejects.toThrow(/password authentication failed/);
      expect(statSync(path.join(dataDir, 'postgres.password')).mode & 0o777).toBe(0o600);
    } finally {
      await embedded.stop();
    }
  });

  test('sorts and splits names as people do, and keeps what was written', async () => {
    const first = await startEmbedded(dataDir);
    await ask(
      first.url,
      `create table names as select unnest(array['Zoe', 'Ábel', 'Abel', 'Bela']) as name; create extension pg_trgm`,
    );
    await first.stop();
    expect(runs()).toBe(false);

    const second = await startEmbedded(dataDir);
    try {
      const names = await ask<{ name: string }>(second.url, 'select name from names order by name');
      expect(names.map(({ name }) => name)).toEqual(['Abel', 'Ábel', 'Bela', 'Zoe']);
      expect(await ask(second.url, `select show_trgm('李') <> '{}' as found`)).toEqual([{ found: true }]);
      expect(await ask(second.url, 'show fsync')).toEqual([{ fsync: 'on' }]);
    } finally {
      await second.stop();
    }
  });

  test('takes over what a killed server left running, and stops it', async () => {
    const other = await otherServer();
    const pid = postmasterPid();
    other.process.kill('SIGKILL');
    await once(other.process, 'exit');

    const embedded = await startEmbedded(dataDir);
    expect(postmasterPid()).toBe(pid);
    expect(embedded.url).toBe(other.url);
    await embedded.stop();
    await embedded.stop();
    expect(runs()).toBe(false);
  });

  test('is left running for another server that uses it', async () => {
    const other = await otherServer('await embedded.stop(); process.exit()');
    const embedded = await startEmbedded(dataDir);
    await embedded.stop();
    expect(await ask(other.url, 'select 1 as one')).toEqual([{ one: 1 }]);

    other.process.stdin!.write('stop');
    await once(other.process, 'exit');
    expect(runs()).toBe(false);
  });

  test('stops when an uncaught exception ends the server', async () => {
    const other = await otherServer(`setTimeout(() => { throw 'on purpose'; })`);
    other.process.stdin!.write('throw');
    expect(await once(other.process, 'exit')).toEqual([1, null]);
    await expect.poll(runs).toBe(false);
  });

  test('starts when its lock file names a process of somebody else', async () => {
    const first = await startEmbedded(dataDir);
    const lock = readFileSync(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8');
    await first.stop();
    writeFileSync(path.join(dataDir, 'postgres/postmaster.pid'), lock.replace(/^\d+/, String(process.ppid)));
    const second = await startEmbedded(dataDir);
    await second.stop();
  });

  test.runIf(process.platform === 'linux' && process.getuid?.() === 0)(
    'runs as nobody where root may not make a user namespace',
    async () => {
      const first = await startEmbedded(dataDir);
      await ask(first.url, 'create table kept (id int)');
      await first.stop();

      const other = await otherServer('await embedded.stop(); process.exit()', { PATH: '/nowhere' });
      expect(statSync(`/proc/${postmasterPid()}`).uid).toBe(65534);
      expect(await ask(other.url, 'select * from kept')).toEqual([]);
      other.process.stdin!.write('stop');
      await once(other.process, 'exit');
      expect(runs()).toBe(false);
    },
  );

  test.runIf(process.getuid?.() === 0)('runs as the owner of the data folder when root starts it', async () => {
    chownSync(dataDir, 1, 1); // daemon
    const embedded = await startEmbedded(dataDir);
    expect(await ask(embedded.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(statSync(path.join(dataDir, 'postgres')).uid).toBe(1);
    await embedded.stop();
  });
});
