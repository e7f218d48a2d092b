import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { runMigrations } from 'graphile-worker';
import pg from 'pg';
import { startSession } from '#server/access/sessions.ts';
import { openTokens } from '#server/access/tokens.ts';
import { startEmbedded } from '#server/host/embedded.ts';
import { migrate } from '#server/host/migrate.ts';
import { openDatabase, type Tx } from '#server/kit/db.ts';
import { openKeyring } from '#server/kit/keyring.ts';
import { healthy, startProduct } from '#tests/server/product.ts';

/** What the system says of a process; nothing where it does not say. */
const said = (pid: number, file: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
};
/** What a process has in memory, in MB; 0 where the system does not say. */
export const memoryOf = (pid: number): number => Number(/VmRSS:\s+(\d+)/.exec(said(pid, 'status'))?.[1] ?? 0) / 1024;

/** For how many milliseconds a process, and those of its children that have ended, have had a processor. */
export const processorTime = (pid: number): number =>
  said(pid, 'stat')
    .replace(/^.*\) /, '')
    .split(' ')
    .slice(11, 15)
    .reduce((sum, ticks) => sum + Number(ticks) * 10, 0);
/** The same of a PostgreSQL with all its processes. */
const databaseTime = (postmaster: number): number =>
  said(postmaster, `task/${postmaster}/children`)
    .split(' ')
    .filter(Boolean)
    .reduce((sum, child) => sum + processorTime(Number(child)), processorTime(postmaster));

/**
 * The product for one measure: an empty database of its own in `.cache`, which goes when it is closed. What is measured
 * is started with `serve`, in a process of its own, behind a proxy that tells from where each call comes.
 */
export const openProduct = async (name: string) => {
  const folder = path.resolve('.cache', name);
  rmSync(folder, { recursive: true, force: true });
  const embedded = await startEmbedded(folder);
  const secret = 'the secret of this measure';
  const urls = await migrate(embedded.url, { secret, directory: 'db/migrations' });
  await runMigrations({ connectionString: embedded.url });
  const pool = new pg.Pool({ connectionString: embedded.url });
  const database = openDatabase(urls);
  const keys = await openKeyring(database, { secret });
  const query = async <T extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<T[]> =>
    (await pool.query<T>(text, values)).rows;

  const [started] = await query<{ pid: string }>(`select split_part(pg_read_file('postmaster.pid'), E'\n', 1) as pid`);
  const postmaster = Number(started?.pid);

  /** An organization; answers its id, its owner's id and a token of the owner. */
  const organization = async (slug: string) => {
    const one = async (text: string, values: unknown[]) => Number((await query<{ id: number }>(text, values))[0]?.id);
    const owner = await one(
      `insert into users (email, first_name, last_name) values ($1, 'Bench', 'Owner') returning id`,
      [`${slug}@example.org`],
    );
    const id = await one('insert into organizations (name, slug, owner_id) values ($1, $1, $2) returning id', [
      slug,
      owner,
    ]);
    await query(`insert into memberships (organization_id, id, role, accepted_at) values ($1, $2, 'orgadmin', now())`, [
      id,
      owner,
    ]);
    await query(
      `insert into confidentiality_agreements (user_id, version, statements)
       select $1, coalesce(max(version), 0), '{}' from confidentiality_statements`,
      [owner],
    );
    const token = await database.transaction(({ tx }) => startSession(tx, openTokens(keys), { user_id: owner }));
    return { id, slug, owner, token };
  };

  const stops: (() => Promise<unknown>)[] = [];
  const serve = async (settings: Record<string, string> = {}) => {
    const product = await startProduct({
      NODE_ENV: 'production',
      ROLE: 'web',
      DATABASE_URL: embedded.url,
      DATA_DIR: folder,
      SECRET: secret,
      SMTP_URL: 'smtp://127.0.0.1:1',
      TRUSTED_PROXIES: '127.0.0.1',
      ...settings,
    });
    stops.push(() => {
      product.process.kill();
      return product.ended;
    });
    await healthy(product);
    const own = product.process.pid as number;
    const memory = () => memoryOf(own);
    /** For how many milliseconds server and database have had a processor. */
    const worked = () => ({ server: processorTime(own), database: databaseTime(postmaster) });
    /** Ends it as a failing machine does. */
    const kill = () => {
      product.process.kill('SIGKILL');
      return product.ended;
    };
    return { origin: product.address, port: product.port, memory, worked, kill };
  };

  const close = async () => {
    for (const stop of stops) await stop();
    keys.close();
    await database.end();
    await pool.end();
    await embedded.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  const transaction = <T>(work: (tx: Tx) => Promise<T>) => database.transaction(({ tx }) => work(tx));
  return { keys, query, transaction, organization, serve, close };
};
