/**
 * Measures an organization as a whole: exported, restored into a new one, and that one erased, with the memory of the
 * process while it works.
 *
 *   node bench/life-cycles.ts                100,000 people, 1,000,000 responses, each with its history
 *   node bench/life-cycles.ts --scale 0.1    a tenth of it
 */
import { parseArgs } from 'node:util';
import pg from 'pg';
import type { JobServices } from '#server/jobs/job-services.ts';
import { openOwner } from '#server/kit/db.ts';
import { openStorage } from '#server/kit/files/storage.ts';
import { eraseOrganizationTask } from '#server/organizations/jobs/erase-organization.ts';
import { restoreOrganizationTask } from '#server/organizations/jobs/restore-organization.ts';
import { writeArchive } from '#server/organizations/write-archive.ts';
import { bigOrganization, openInstallation, person, query } from './installation.ts';

const { values: options } = parseArgs({ options: { scale: { type: 'string', default: '1' } } });
const scale = Number(options.scale);
const size = { clients: 100_000 * scale, responses: 1_000_000 * scale, organizations: 1 };
const installation = await openInstallation(`life_${options.scale}`, size);
const { config, database, keys, migrationUrl } = installation;
const big = await bigOrganization(installation);
const user = await person(installation, big, { email: 'owner@example.org', privileges: {} });
const storage = openStorage(config);
const owner = openOwner(migrationUrl);
const mailer = { send: async () => ({ id: '' }), close: () => {} };
const services: JobServices = { config, database, storage, keys, owner, mailer };

/** History as the product would have written it: a version for each person and response. */
const addHistory = async () => {
  const client = new pg.Client({ connectionString: migrationUrl });
  await client.connect();
  await client.query(`set synchronous_commit = off`);
  for (const [table, type, values] of [
    ['clients', 'clients', `jsonb_build_object('first_name', first_name, 'last_name', last_name, 'dob', dob)`],
    ['responses', 'client_forms', `jsonb_build_object('answers', answers)`],
  ])
    await client.query(
      `insert into versions (organization_id, transaction_id, item_type, item_id, event, new_values, user_id, created_at)
       select organization_id, nextval('kit.transaction_ids'), '${type}', id, 'create', ${values}, ${user}, created_at
         from ${table} where organization_id = ${big.id}`,
    );
  await client.query('vacuum analyze versions');
  await client.end();
};
const [known] = await query(
  migrationUrl,
  `select 1 from versions where organization_id = $1 and item_type = 'client_forms' limit 1`,
  [big.id],
);
if (!known) await addHistory();

const megabytes = (bytes: number) => `${Math.round(bytes / 2 ** 20)} MB`;
const measured = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
  const before = process.memoryUsage().rss;
  let most = before;
  const looking = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss);
  }, 100);
  const from = performance.now();
  const result = await work();
  clearInterval(looking);
  const seconds = ((performance.now() - from) / 1000).toFixed(0);
  console.log(`| ${name} | ${seconds} s | ${megabytes(before)} | ${megabytes(most)} |`);
  return result;
};

console.log('| what | time | memory before | at most |\n| --- | --- | --- | --- |');
const { spooled, rows } = await measured('export', () => writeArchive(services, big.id, () => {}));
const storage_key = 'a'.repeat(40);
const bytes = spooled.size;
await storage.put(storage_key, spooled, 'application/zip');
const [made] = await query<{ id: number }>(
  migrationUrl,
  `insert into exports (organization_id, subject_type, subject_id, record_id, user_id, state, filename, content_type, storage_key, sha256)
   values ($1, 'organizations', $1, $1, $2, 'succeeded', 'archive.zip', 'application/zip', $3, $4) returning id::float8 as id`,
  [big.id, user, storage_key, spooled.sha256],
);
const [asked] = await query<{ id: number }>(
  migrationUrl,
  `insert into organization_restores (export_organization_id, export_id, name, slug, owner_email, requested_by_id)
   values ($1, $2, 'Back', $3, 'owner@example.org', $4) returning id::float8 as id`,
  [big.id, made?.id, `back-${Date.now().toString(36)}`, user],
);
await measured('restore', () => restoreOrganizationTask(services, { restore_id: asked?.id as number }));
const [ended] = await query<{ state: string; errors: string[]; id: number }>(
  migrationUrl,
  'select state, errors, made_organization_id::float8 as id from organization_restores where id = $1',
  [asked?.id],
);
if (ended?.state !== 'succeeded') throw new Error(`The restore ended as ${ended?.state}: ${ended?.errors}`);
const [certificate] = await query<{ id: number }>(
  migrationUrl,
  `insert into erasure_certificates (erased_organization_id, organization_name, slug, erased_by_id, erased_by)
   values ($1, 'Back', 'back', $2, 'Bench') returning id::float8 as id`,
  [ended.id, user],
);
const erasing = { organization_id: ended.id, certificate_id: certificate?.id as number };
await measured('erase', () => eraseOrganizationTask(services, erasing));
console.log(`\n${rows.toLocaleString('en-US')} rows, an archive of ${megabytes(bytes)}`);
await query(migrationUrl, 'delete from exports where organization_id = $1', [big.id]);
await storage.remove(storage_key);
await query(migrationUrl, 'vacuum');
await owner.end();
await installation.close();
