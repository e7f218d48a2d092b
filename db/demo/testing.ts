import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { migrate } from '#server/host/migrate.ts';
import { type Database, openDatabase } from '#server/kit/db.ts';
import { type FileStorage, openStorage } from '#server/kit/files/storage.ts';
import { type Keyring, openKeyring } from '#server/kit/keyring.ts';
import type { TestDatabase } from '#tests/database.ts';
import { keepVersionsApart } from '#tests/own-database.ts';
import { shared } from '#tests/shared-database.ts';

const run = async (address: string, statement: string) => {
  const client = new Client(address);
  await client.connect();
  await client.query(statement).finally(() => client.end());
};

export type Home = {
  database: Database;
  storage: FileStorage;
  /** What a test server needs to serve it. */
  on: TestDatabase;
  keys: Keyring;
  another: () => Database;
  drop: () => Promise<void>;
};

/** A migrated database without any organization but the templates, and how to take it away again. */
export const emptyDatabase = async (): Promise<Home> => {
  const name = `demo-${randomBytes(4).toString('hex')}`;
  await run(shared.url, `create database "${name}"`);
  const url = Object.assign(new URL(shared.url), { pathname: name }).href;
  const urls = await migrate(url, { secret: shared.secret, directory: 'db/migrations' });
  await keepVersionsApart(url);
  const storage = openStorage({ filesUrl: null, dataDir: shared.dataDir });
  const opened: Database[] = [];
  const another = () => {
    const database = openDatabase(urls);
    opened.push(database);
    return database;
  };
  const database = another();
  const keys = await openKeyring(database, shared);
  const drop = async () => {
    keys.close();
    await Promise.all(opened.map((database) => database.end()));
    await run(shared.url, `drop database "${name}" with (force)`);
    await run(shared.url, `drop role "${name}_app"; drop role "${name}_admin"`);
  };
  return { database: another(), storage, keys, on: { ...shared, url, ...urls }, another, drop };
};
