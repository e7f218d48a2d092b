import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { runMigrations } from 'graphile-worker';
import pg from 'pg';
import { startSession } from '#server/access/sessions.ts';
import { openTokens } from '#server/access/tokens.ts';
import { readConfig } from '#server/host/config.ts';
import { startEmbedded } from '#server/host/embedded.ts';
import { migrate } from '#server/host/migrate.ts';
import { openDatabase } from '#server/kit/db.ts';
import { openKeyring } from '#server/kit/keyring.ts';
import { buildDataset, type Size } from './dataset.ts';

/** Runs one statement as the role that migrates. */
export const query = async <T extends pg.QueryResultRow>(
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<T[]> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<T>(text, values)).rows;
  } finally {
    await client.end();
  }
};

/** The database of this size, made and filled when it is not there yet, and everything open that the measures need. */
export const openInstallation = async (scale: number | string, size: Size) => {
  const folder = path.resolve('.cache/bench');
  mkdirSync(folder, { recursive: true });
  const config = readConfig({ DATA_DIR: folder, NODE_ENV: 'test', DEMO: '0' });
  const embedded = await startEmbedded(folder);
  const name = `bench_${String(scale).replace('.', '_')}`;
  const url = new URL(embedded.url);
  url.pathname = `/${name}`;
  const [known] = await query(embedded.url, 'select 1 from pg_database where datname = $1', [name]);
  if (!known) await query(embedded.url, `create database ${name}`);
  const urls = await migrate(url.href, { ...config, directory: 'db/migrations' });
  await runMigrations({ connectionString: url.href });
  const database = openDatabase(urls);
  const keys = await openKeyring(database, config);
  const [filled] = await query(url.href, `select 1 from organizations where slug = 'big'`);
  if (!filled) {
    console.log(`Building ${size.clients} clients and ${size.responses} responses …`);
    const from = performance.now();
    await buildDataset(url.href, size, keys);
    console.log(`Built in ${((performance.now() - from) / 1000).toFixed(0)} s`);
  }
  const tokens = openTokens(keys);
  return {
    folder,
    config,
    database,
    keys,
    migrationUrl: url.href,
    appUrl: urls.appUrl,
    tokenOf: (user: number) => database.transaction(({ tx }) => startSession(tx, tokens, { user_id: user })),
    close: async () => {
      keys.close();
      await database.end();
      await embedded.stop();
    },
  };
};
export type Installation = Awaited<ReturnType<typeof openInstallation>>;

export type Big = { id: number; first: number; last: number; form: number };

/** The big organization, the range of its people's ids, and one of its forms. */
export const bigOrganization = async ({ migrationUrl }: Installation): Promise<Big> => {
  const [big] = await query<Big>(
    migrationUrl,
    `select o.id::int, (select min(id) from clients where organization_id = o.id)::int as first,
            (select max(id) from clients where organization_id = o.id)::int as last,
            (select min(id) from forms where organization_id = o.id)::int as form
       from organizations o where slug = 'big'`,
  );
  if (!big) throw new Error('The data set is not there');
  return big;
};

/** A member of the big organization with these privileges, by a group of their own. */
export const person = async (
  { migrationUrl }: Installation,
  big: Big,
  { email, privileges }: { email: string; privileges: object },
) => {
  const [user] = await query<{ id: number }>(
    migrationUrl,
    `insert into users (email, first_name, last_name) values ($1, 'Bench', 'Person')
     on conflict (email) do update set first_name = 'Bench' returning id::float8 as id`,
    [email],
  );
  const id = user?.id as number;
  await query(
    migrationUrl,
    `insert into confidentiality_agreements (user_id, version, statements) values ($1, 1, '{}') on conflict do nothing`,
    [id],
  );
  await query(
    migrationUrl,
    'insert into memberships (organization_id, id, accepted_at) values ($1, $2, now()) on conflict do nothing',
    [big.id, id],
  );
  await query(
    migrationUrl,
    `with g as (insert into permission_groups (organization_id, name, privileges) values ($1, $2, $3)
                on conflict (organization_id, name) do update set privileges = excluded.privileges returning id)
     insert into membership_permission_groups (organization_id, membership_id, permission_group_id)
     select $1, $4, id from g on conflict do nothing`,
    [big.id, email, JSON.stringify(privileges), id],
  );
  return id;
};

/** A tenth of the clients is granted to the person: ten of each hundred, so that they have responses of every form. */
export const grantEveryTenth = async ({ migrationUrl }: Installation, big: Big, user: number): Promise<void> => {
  await query(migrationUrl, 'delete from record_permissions where organization_id = $1 and user_id = $2', [
    big.id,
    user,
  ]);
  await query(
    migrationUrl,
    `insert into record_permissions (organization_id, entity, record_id, user_id, actions)
     select $1, 'clients', id, $2, '{read}' from clients where organization_id = $1 and id / 10 % 10 = 0`,
    [big.id, user],
  );
  await query(migrationUrl, 'vacuum analyze record_permissions');
};
