import { randomBytes, randomInt } from 'node:crypto';
import { runMigrations } from 'graphile-worker';
import { Client } from 'pg';
import { inject } from 'vitest';
import { migrate } from '#server/host/migrate.ts';
import type { TestDatabase } from './database.ts';

/** One statement, as whoever the address says. */
export const run = async <Row>(address: string, sql: string, values: unknown[] = []): Promise<Row[]> => {
  const client = new Client(address);
  await client.connect();
  try {
    return (await client.query(sql, values)).rows as Row[];
  } finally {
    await client.end();
  }
};

/**
 * The server keeps the definitions of forms in memory until their version changes. Test files share that memory, so that
 * a second database begins to count where no other does.
 */
export const keepVersionsApart = (url: string) =>
  run(url, `alter sequence kit.definition_versions restart with ${randomInt(1_000_000, 2 ** 40)}`);

/** A migrated database of a test's own beside the shared one, and how to take it away. */
export const ownDatabase = async (
  directory = 'db/migrations',
): Promise<TestDatabase & { drop: () => Promise<void> }> => {
  const shared = inject('database');
  const name = `own_${randomBytes(4).toString('hex')}`;
  await run(shared.url, `create database ${name}`);
  const url = Object.assign(new URL(shared.url), { pathname: name }).href;
  const urls = await migrate(url, { secret: shared.secret, directory });
  await runMigrations({ connectionString: url });
  await keepVersionsApart(url);
  const drop = async () => {
    await run(shared.url, `drop database ${name} with (force)`);
    await run(shared.url, `drop role ${name}_app`);
    await run(shared.url, `drop role ${name}_admin`);
  };
  return { ...shared, url, ...urls, drop };
};
