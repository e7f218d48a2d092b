import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clientRoutes } from '#contract/resources/clients.ts';
import { migrate } from '#server/host/migrate.ts';
import { newWorld, type World } from '#tests/conformance/world.ts';
import { keepVersionsApart, ownDatabase, run } from '#tests/own-database.ts';
import { openServer, type TestServer } from '#tests/server/harness.ts';
import { shared } from '#tests/shared-database.ts';
import { copiedTables } from './backup.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'hearth-backups-'));
let own: Awaited<ReturnType<typeof ownDatabase>>;
let server: TestServer;
let world: World;
/** A backup of `own`, and an empty database. */
let file: string;
const empty = `empty_${randomBytes(4).toString('hex')}`;
const emptyUrl = Object.assign(new URL(shared.url), { pathname: empty }).href;

const command = (verb: string, env: Record<string, string>, ...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/backup.ts', verb, ...args], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH ?? '', SECRET: shared.secret, ...env } as NodeJS.ProcessEnv,
  });
  return { status, output: stdout + stderr };
};

beforeAll(async () => {
  own = await ownDatabase();
  server = await openServer({ on: own });
  world = await newWorld(server, 'Kept');
  await run(shared.url, `create database ${empty}`);
});
afterAll(async () => {
  await server.close();
  await own.drop();
  await run(shared.url, `drop database if exists ${empty} with (force)`);
  for (const role of ['app', 'admin']) await run(shared.url, `drop role if exists ${empty}_${role}`);
  rmSync(folder, { recursive: true, force: true });
});

test.each([[[]], [['backup']], [['restore', 'a', 'b']], [['backup', 'a', '--keep']], [['backup', 'a', '--keep', '0']]])(
  'npm run backup does not know %j',
  ([verb = '', ...args]) => {
    expect(command(verb, {}, ...args)).toMatchObject({ status: 1, output: expect.stringMatching(/^npm run backup/) });
  },
);

test('the installation is copied into one file beside the running product, and those before it go in time', async () => {
  const old = path.join(folder, 'hearth-backup-2020-01-01T00-00-00Z.zip');
  for (const name of [old, path.join(folder, 'notes.zip')]) {
    writeFileSync(name, '');
    utimesSync(name, 0, 0);
  }
  const env = { DATABASE_URL: own.url, DATA_DIR: own.dataDir };
  expect(command('backup', env, folder, '--keep', '35')).toMatchObject({ status: 0 });
  const names = readdirSync(folder);
  expect(names).toContain('notes.zip');
  expect(names.filter((name) => name.startsWith('hearth-backup-'))).toEqual([
    expect.stringMatching(/^hearth-backup-2\d{3}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.zip$/),
  ]);
  file = path.join(folder, names.find((name) => name.startsWith('hearth-backup-')) as string);
  const noted = await run<{ tables: number; is_new: boolean }>(
    own.url,
    "select tables, made_at > now() - interval '1 minute' as is_new from backups",
  );
  expect(noted).toEqual([{ tables: copiedTables.length, is_new: true }]);
});

test('a backup that is damaged is not restored, nor into a database that holds anything, nor with another SECRET', async () => {
  const whole = readFileSync(file);
  const damaged = path.join(folder, 'damaged.zip');
  writeFileSync(damaged, Buffer.from(whole).fill(whole.readUInt8(500) ^ 255, 500, 501));
  const env = { DATABASE_URL: emptyUrl, DATA_DIR: path.join(folder, 'data') };
  expect(command('restore', env, damaged)).toMatchObject({ status: 1, output: expect.stringMatching(/damaged/) });
  expect(command('restore', { ...env, SECRET: 'another secret than that' }, file)).toMatchObject({
    status: 1,
    output: expect.stringMatching(/SECRET doesn’t match/),
  });
  expect(command('restore', { ...env, DATABASE_URL: own.url }, file)).toMatchObject({
    status: 1,
    output: expect.stringMatching(/^The database is not empty/),
  });
  const tables = await run(emptyUrl, `select 1 from pg_class where relnamespace = 'public'::regnamespace`);
  expect(tables, 'nothing was written').toEqual([]);
});

test('a path that leads to no file is named, and nothing is made for it', async () => {
  const data = path.join(folder, 'never');
  const missing = path.join(folder, 'hearth-backup-2026.zip');
  for (const wrong of [missing, folder])
    expect(command('restore', { DATA_DIR: data }, wrong)).toEqual({
      status: 1,
      output: `There is no file ${wrong}. Check the path, then try again.\n`,
    });
  expect(existsSync(data)).toBe(false);
});

/** The rows of a table, as one checksum. */
const sumOf = async (url: string, table: string) => {
  const [row] = await run<{ rows: number; sum: string }>(
    url,
    `select count(*)::int as rows, md5(string_agg(line, '' order by line)) as sum from (select to_jsonb(t)::text as line from ${table} t) lines`,
  );
  return row;
};

test('restored into an empty database, every row, file and number is as it was, and the product goes on', async () => {
  const dataDir = path.join(folder, 'data');
  const env = { DATABASE_URL: emptyUrl, DATA_DIR: dataDir };
  expect(command('restore', env, file)).toMatchObject({ status: 0, output: expect.stringMatching(/^Restored as of/) });
  // That it was copied is noted afterwards; roles log in by keys that are this database's from its next start on.
  for (const table of copiedTables.filter((name) => name !== 'backups')) {
    const before = await sumOf(own.url, table);
    expect(await sumOf(emptyUrl, table), table).toEqual(before);
  }
  const sequences = `select schemaname, sequencename, last_value from pg_sequences where schemaname in ('public', 'kit') order by 1, 2`;
  const numbers = async (url: string) =>
    (await run<{ sequencename: string }>(url, sequences)).filter(
      ({ sequencename }) => sequencename !== 'backups_id_seq',
    );
  expect(await numbers(emptyUrl)).toEqual(await numbers(own.url));

  const urls = await migrate(emptyUrl, { secret: shared.secret, directory: 'db/migrations' });
  await keepVersionsApart(emptyUrl);
  const there = await openServer({ on: { ...own, url: emptyUrl, ...urls, dataDir } });
  try {
    const asked = { as: world.owner, params: { id: world.client.id } };
    expect(await there.call(clientRoutes.show, asked)).toEqual(await server.call(clientRoutes.show, asked));
    const keys = await run<{ storage_key: string }>(
      emptyUrl,
      'select storage_key from files union all select storage_key from draft_files',
    );
    expect(keys.length).toBeGreaterThan(3);
    for (const { storage_key } of keys) {
      const [one, other] = await Promise.all([server, there].map(({ services }) => services.storage.get(storage_key)));
      expect((await buffer(one as never)).equals(await buffer(other as never))).toBe(true);
    }
  } finally {
    await there.close();
  }
});
