import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runMigrations } from 'graphile-worker';
import type { TestProject } from 'vitest/node';
import { connect } from '#server/host/connect.ts';
import { startEmbedded } from '#server/host/embedded.ts';
import { migrate } from '#server/host/migrate.ts';
import { judgeKept } from './statements/report.ts';

/** A database of the one PostgreSQL of all server tests: migrated, and each address with what its role may do. */
export type TestDatabase = {
  /** As superuser. */
  url: string;
  /** Bound by row-level security. */
  appUrl: string;
  /** Past row-level security. */
  adminUrl: string;
  /** What the passwords of the two roles follow from. */
  secret: string;
  /** A folder for files, gone after the run. */
  dataDir: string;
};

declare module 'vitest' {
  interface ProvidedContext {
    database: TestDatabase;
  }
}

/** Stops PostgreSQL from waiting for the disk: this cluster is deleted after the run. */
const skipDurability = async (url: string) => {
  const client = await connect(url);
  for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes'])
    await client.query(`alter system set ${setting} = off`);
  await client.query('select pg_reload_conf()');
  await client.end();
};

/**
 * Throws what is wrong with the statements that the server sent. No test fails by it, so that it's also left in the file
 * `REFUSED_FILE`, for whoever tells in the end what failed.
 */
const refuse = (statements: readonly string[]): void => {
  if (statements.length === 0) return;
  const { REFUSED_FILE } = process.env;
  if (REFUSED_FILE) writeFileSync(REFUSED_FILE, JSON.stringify(statements));
  const count = `Statements of the server that a database of several machines would refuse: ${statements.length}`;
  throw new Error([count, ...statements].join('\n\n'));
};

/** Against a server that somebody has, such as a cluster, with TEST_DATABASE_URL: its database must be new, and stays. */
const given = process.env.TEST_DATABASE_URL;

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'hearth-test-'));
  const secret = 'the secret of the tests';
  const { url, stop } = given ? { url: given, stop: async () => {} } : await startEmbedded(dataDir);
  const tearDown = async () => {
    await stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    if (!given) await skipDurability(url);
    const urls = await migrate(url, { secret, directory: 'db/migrations' });
    await runMigrations({ connectionString: url });
    project.provide('database', { url, ...urls, secret, dataDir });
  } catch (error) {
    await tearDown();
    throw error;
  }
  return async () => {
    try {
      refuse(await judgeKept(dataDir));
    } finally {
      await tearDown();
    }
  };
}
