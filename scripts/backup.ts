/**
 * The whole installation in one file, and back. Works with the same environment as the product.
 * Run: npm run backup -- FOLDER [--keep DAYS] | npm run restore -- FILE
 */

import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readConfig } from '#server/host/config.ts';
import { type Connection, connect } from '#server/host/connect.ts';
import { startEmbedded } from '#server/host/embedded.ts';
import { migrate } from '#server/host/migrate.ts';
import type { Config } from '#server/kit/config.ts';
import { openOwner } from '#server/kit/db.ts';
import { openStorage } from '#server/kit/files/storage.ts';
import { unwraps } from '#server/kit/keyring.ts';
import { StartError } from '#server/kit/start-error.ts';
import { type Backup, openBackup, restoreBackup, writeBackup } from '#server/organizations/backup.ts';
import { ArchiveRefused, rowsOf } from '#server/organizations/read-archive.ts';

const usage = `npm run backup -- FOLDER                 writes every table and every file to one file there
npm run backup -- FOLDER --keep DAYS     and deletes older backups there
npm run restore -- FILE                  restores a backup into an empty database and storage`;

const migrations = path.join(import.meta.dirname, '../db/migrations');
const nameOf = (at: Date) => `hearth-backup-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z.zip`;
const isBackup = (name: string) => /^hearth-backup-[\dTZ-]+\.zip$/.test(name);

type Installation = { url: string; config: Config };

/** Runs `work` on the database at hand. */
const withDatabase = async (work: (installation: Installation) => Promise<void>) => {
  const config = readConfig(process.env);
  if (config.databaseUrl) return work({ url: config.databaseUrl, config });
  const embedded = await startEmbedded(config.dataDir);
  await work({ url: embedded.url, config }).finally(embedded.stop);
};

const removeOld = (folder: string, days: number) => {
  const oldest = Date.now() - days * 86_400_000;
  for (const name of readdirSync(folder).filter(isBackup)) {
    const file = path.join(folder, name);
    if (statSync(file).mtimeMs >= oldest) continue;
    rmSync(file);
    console.log(`Deleted ${name}, which was older than ${days} days.`);
  }
};

const backUp = async ({ url, config }: Installation, folder: string, days: number | null) => {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, nameOf(new Date()));
  const owner = openOwner(url);
  try {
    const { tables, rows, files, bytes } = await writeBackup({ owner, storage: openStorage(config) }, file);
    console.log(`${file}: ${rows} rows of ${tables} tables, ${files} files, ${Math.ceil(bytes / 2 ** 20)} MB`);
  } finally {
    await owner.end();
  }
  if (days !== null) removeOld(folder, days);
};

/** Refuses a database that somebody uses, or that holds anything. */
const checkEmpty = async (client: Connection) => {
  const { rows } = await client.query<{ tables: number }>(
    `select count(*)::int as tables from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
  );
  if (rows[0]?.tables)
    throw new StartError('The database is not empty. Restore into an empty one. Nothing was changed.');
};

/** Refuses a backup of migrations that are not those of this version. */
const checkMigrations = ({ migrations: applied }: Backup) => {
  for (const { name, checksum } of applied) {
    const sum = (content: Buffer) => createHash('sha256').update(content).digest('hex');
    if (!/^\d{4}-[a-z0-9-]+\.sql$/.test(name) || !readdirSync(migrations).includes(name))
      throw new StartError(
        `The backup was made by a newer version of Hearth: it has ${name}. Restore it with that version.`,
      );
    if (sum(readFileSync(path.join(migrations, name))) !== checksum)
      throw new StartError(
        `The backup was made by a different build of Hearth: its migration ${name} is different. Restore it with that build.`,
      );
  }
};

/** The migrations of the backup alone: later ones are applied by the next start. */
const migrateAsFarAs = async ({ url, config }: Installation, backup: Backup) => {
  const directory = mkdtempSync(path.join(tmpdir(), 'hearth-migrations-'));
  try {
    for (const { name } of backup.migrations) copyFileSync(path.join(migrations, name), path.join(directory, name));
    await migrate(url, { ...config, directory });
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
};

/** Opens a backup before anything is started or made for it. */
const opened = async (file: string) => {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile())
    throw new StartError(`There is no file ${file}. Check the path, then try again.`);
  return openBackup(file);
};

const restore = async (installation: Installation, { archive, backup }: Awaited<ReturnType<typeof opened>>) => {
  const { url, config } = installation;
  const owner = openOwner(url);
  try {
    checkMigrations(backup);
    for await (const key of rowsOf<{ id: number; use: string; wrapped: string }>(archive, 'encryption_keys'))
      unwraps(config, { ...key, wrapped: Buffer.from(key.wrapped.slice(2), 'hex') });
    const client = await connect(url);
    await checkEmpty(client).finally(() => client.end());
    await migrateAsFarAs(installation, backup);
    await restoreBackup({ owner, storage: openStorage(config) }, { archive, backup });
    const rows = Object.values(backup.tables).reduce((sum, one) => sum + one.rows, 0);
    console.log(`Restored as of ${backup.made_at}: ${rows} rows, ${Object.keys(backup.files).length} files.`);
  } finally {
    await owner.end();
  }
};

const run = async ([verb, place, ...rest]: string[]) => {
  if (verb === 'restore' && place && rest.length === 0) {
    const found = await opened(path.resolve(place));
    return withDatabase((installation) => restore(installation, found)).finally(() => found.archive.close());
  }
  const [flag, days = '', ...more] = rest;
  const isKeeping = flag === '--keep' && /^[1-9]\d{0,3}$/.test(days) && more.length === 0;
  if (verb !== 'backup' || !place || (rest.length > 0 && !isKeeping)) throw new StartError(usage);
  return withDatabase((installation) => backUp(installation, path.resolve(place), isKeeping ? Number(days) : null));
};

await run(process.argv.slice(2)).catch((error) => {
  console.error(error instanceof StartError || error instanceof ArchiveRefused ? error.message : error);
  process.exitCode = 1;
});
