import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Client, escapeIdentifier } from 'pg';
import { ensureKeys, type Secrets } from '#server/kit/keyring.ts';
import { StartError } from '#server/kit/start-error.ts';
import { beginOn } from './cluster.ts';
import { connect } from './connect.ts';
import { ensureRoles } from './database-roles.ts';
import { firstSpread, spreadNew } from './spread.ts';
import { statementsOf } from './statements.ts';

type Migration = { name: string; sql: string; checksum: string };

/** Held while migrating, so that processes which start together take turns. */
export const turn = 4_327_843;

/** Does what changes how the database lies while nobody else does; others wait. */
export const inTurn = async <T>(client: Client, work: () => Promise<T>): Promise<T> => {
  await client.query('select pg_advisory_lock($1)', [turn]);
  try {
    return await work();
  } finally {
    await client.query('select pg_advisory_unlock($1)', [turn]);
  }
};

/** The names of the migrations in `directory` that the database lacks. Throws StartError as migrate() does. */
export const pendingMigrations = async (client: Client, directory: string): Promise<string[]> =>
  (await pending(client, readMigrations(directory))).map(({ name }) => name);

/**
 * Brings the database at `migrationUrl` up to the migrations in `directory` (NNNN-name.sql, in order, each in a
 * transaction of its own, once), on a cluster spreads the tables over its machines, and answers the addresses of the two
 * roles that serve requests. In migrations `:app`
 * and `:admin` stand for the names of these roles. Several processes may call it at the same time. Throws StartError
 * when the database cannot be reached, is too old, gives too few rights, holds migrations that are not these, or keys
 * that the secret does not unwrap.
 */
export async function migrate(
  migrationUrl: string,
  { directory, ...secrets }: Secrets & { directory: string },
): Promise<{ appUrl: string; adminUrl: string }> {
  const migrations = readMigrations(directory);
  const client = await connect(migrationUrl);
  try {
    await checkServer(client);
    await client.query('select pg_advisory_lock($1)', [turn]);
    const { app, admin } = await ensureRoles(client, migrationUrl, await ensureKeys(client, secrets));
    const names = { app: app.name, admin: admin.name };
    for (const migration of await pending(client, migrations)) {
      await apply(client, migration, names);
      if (migration.name >= firstSpread) await spreadNew(client, Object.values(names));
    }
    await spreadNew(client, Object.values(names));
    return { appUrl: app.url, adminUrl: admin.url };
  } finally {
    await client.end();
  }
}

/** Why a PostgreSQL of this version cannot be used, or null when it can. */
export function tooOld(versionNumber: number, version: string): string | null {
  return versionNumber >= 150_000 ? null : `Hearth needs PostgreSQL 15 or newer; this is ${version}.`;
}

async function checkServer(client: Client): Promise<void> {
  const { rows } = await client.query<{ number: number; version: string; mayMigrate: boolean }>(
    `select current_setting('server_version_num')::int as number,
            split_part(current_setting('server_version'), ' ', 1) as version,
            rolsuper or (rolbypassrls and rolcreaterole) as "mayMigrate"
     from pg_roles where rolname = current_user`,
  );
  const { number, version, mayMigrate } = rows[0]!;
  const problem = tooOld(number, version);
  if (problem) throw new StartError(problem);
  if (!mayMigrate) {
    throw new StartError(
      `The role ${client.user} in DATABASE_URL has too few rights. Run this as a superuser, then start again: ` +
        `alter role ${escapeIdentifier(client.user ?? '')} bypassrls createrole;`,
    );
  }
}

function readMigrations(directory: string): Migration[] {
  const names = readdirSync(directory)
    .filter((name) => name.endsWith('.sql'))
    .sort();
  const numbers = new Set<string>();
  return names.map((name) => {
    const number = /^(\d{4})-[a-z0-9-]+\.sql$/.exec(name)?.[1];
    if (!number) throw new StartError(`${name} isn’t a valid name for a migration. Name it like 0001-clients.sql.`);
    if (numbers.has(number))
      throw new StartError(`Two migrations have the number ${number}. Give the later one the next free number.`);
    numbers.add(number);
    const sql = readFileSync(path.join(directory, name), 'utf8');
    return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
  });
}

/** The migrations still to apply, after a look at those that the database has seen. */
async function pending(client: Client, migrations: Migration[]): Promise<Migration[]> {
  await client.query(
    `create table if not exists public.schema_migrations (
       name text primary key, checksum text not null, applied_at timestamptz not null default now())`,
  );
  const { rows: applied } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from public.schema_migrations order by name collate "C"',
  );
  for (const { name, checksum } of applied) {
    const migration = migrations.find((one) => one.name === name);
    if (!migration) {
      throw new StartError(
        `The database was written by a newer version of Hearth: it has ${name}. Start that version, or restore a backup.`,
      );
    }
    if (migration.checksum !== checksum) {
      throw new StartError(
        `${name} was changed after it was applied. Restore the file, and put the change into a new migration.`,
      );
    }
  }
  const last = applied.at(-1)?.name ?? '';
  const left = migrations.filter(({ name }) => !applied.some((one) => one.name === name));
  const late = left.find(({ name }) => name < last);
  if (late)
    throw new StartError(`${late.name} comes before ${last}, which is applied already. Give it the next free number.`);
  return left;
}

async function apply(
  client: Client,
  { name, sql, checksum }: Migration,
  roles: Record<'app' | 'admin', string>,
): Promise<void> {
  const text = sql.replace(/(?<![:\w]):(app|admin)\b/g, (_, role: 'app' | 'admin') => escapeIdentifier(roles[role]));
  const failed = (error: unknown, line?: number) =>
    // The connection is closed next, which rolls back.
    new StartError(
      `The migration ${name} failed${line === undefined ? '' : ` in line ${line}`}: ${(error as Error).message}. None of its changes were kept.`,
      { cause: error },
    );
  try {
    await beginOn(client);
    for (const statement of statementsOf(text))
      await client.query(statement.sql).catch((error) => {
        const { position } = error as { position?: string };
        const before = position ? statement.sql.slice(0, Number(position)).split('\n').length - 1 : 0;
        throw failed(error, statement.line + before);
      });
    await client.query('insert into public.schema_migrations (name, checksum) values ($1, $2)', [name, checksum]);
    await client.query('commit');
  } catch (error) {
    throw error instanceof StartError ? error : failed(error);
  }
}
