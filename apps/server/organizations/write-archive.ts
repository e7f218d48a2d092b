import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { knownAs } from '#server/access/member-names.ts';
import type { Owner, Tx } from '#server/kit/db.ts';
import { FileMissing } from '#server/kit/files/errors.ts';
import type { SpooledFile } from '#server/kit/files/spool.ts';
import { type ZipEntry, zipped } from '#server/kit/files/zip.ts';
import type { Services } from '#server/kit/handlers.ts';
import { among } from '#server/kit/rows.ts';
import { newestMigration, storedColumns } from './catalogue.ts';
import { type LinesContext, lines, queryRows } from './lines.ts';
import { dataName, fileName, format, type Manifest, manifestName, sealedManifest } from './manifest.ts';
import { accountColumns, archivedTables, secretColumns } from './tables.ts';

type ArchiveContext = LinesContext & Pick<Services, 'storage' | 'keys'> & { organization_id: number };

/** Every account that the rows of the organization name. */
const accountsOf = async ({ tx, organization_id }: ArchiveContext): Promise<number[]> => {
  const ids = new Set<number>();
  for (const [table, columns] of Object.entries(accountColumns))
    for (const column of columns) {
      const one = column === 'smart_creators' ? sql`unnest(${sql.ref(column)})` : sql.ref(column);
      const rows = await queryRows(tx)<{ id: number | null }>(
        sql`select distinct ${one} as id from ${sql.table(table)} where organization_id = ${organization_id}`,
      );
      for (const { id } of rows) if (id !== null) ids.add(id);
    }
  return [...ids];
};

/** What of the organization's own row comes along. */
const organizationOf = async ({ tx, organization_id }: ArchiveContext) =>
  tx
    .selectFrom('organizations')
    .select([
      'id',
      'name',
      'slug',
      'time_zone',
      'week_starts_on',
      'fiscal_year_start_month',
      'pricing_tier_id',
      'logo_file_id',
      'small_numbers_below',
      'allow_unknown',
      'consent_required',
      'consent_wording',
      'allow_answers_in_email',
      'mail_sender',
      'mail_reply_to',
      'daily_message_limit',
      'created_at',
    ])
    .where('id', '=', organization_id)
    .executeTakeFirstOrThrow();

async function* tablesIn(writing: ArchiveContext): AsyncGenerator<ZipEntry> {
  const { tx, organization_id } = writing;
  const columns = await storedColumns(tx, archivedTables);
  for (const table of archivedTables) {
    const kept = (columns.get(table) ?? [])
      .map(({ name }) => name)
      .filter((name) => name !== 'organization_id' && !secretColumns[table]?.includes(name));
    // Those of one change together, so that they get one number again.
    const order = table === 'versions' ? sql` order by transaction_id, id` : sql``;
    const statement = sql`
      select to_jsonb(whole_row)::text as line
        from (select ${sql.join(kept.map((name) => sql.ref(name)))} from ${sql.table(table)}
               where organization_id = ${organization_id}${order}) whole_row`;
    yield { name: dataName(table), content: lines(writing, table, statement), isCompressed: true };
  }
  const accounts = await accountsOf(writing);
  const people = sql`
    select to_jsonb(whole_row)::text as line
      from (select named.id, named.email, known.first_name, known.last_name, named.time_zone
              from users named, lateral ${knownAs(organization_id, 'named.id')} known
             where named.id = ${among(accounts)} order by named.id) whole_row`;
  yield { name: dataName('users'), content: lines(writing, 'users', people), isCompressed: true };
}

/** So many files are looked up together. */
const batch = 500;

async function* filesIn(
  { tx, organization_id, storage }: ArchiveContext,
  files: Manifest['files'],
): AsyncGenerator<ZipEntry> {
  for (let after = 0; ; ) {
    const some = await tx
      .selectFrom('files')
      .select(['id', 'storage_key'])
      .where('organization_id', '=', organization_id)
      .where('id', '>', after)
      .orderBy('id')
      .limit(batch)
      .execute();
    for (const { id, storage_key } of some) {
      const content = await storage.get(storage_key).catch((error: unknown) => {
        if (error instanceof FileMissing) return null;
        throw error;
      });
      files.count += 1;
      if (content) yield { name: fileName(id), content, isCompressed: false };
      else files.missing.push(id);
    }
    if (some.length < batch) return;
    after = some.at(-1)?.id as number;
  }
}

/** How many rows there are to write. */
const countRows = async (tx: Tx, organization_id: number): Promise<number> => {
  let total = 0;
  for (const table of archivedTables) {
    const [row] = await queryRows(tx)<{ count: number }>(
      sql`select count(*) as count from ${sql.table(table)} where organization_id = ${organization_id}`,
    );
    total += row?.count ?? 0;
  }
  return total;
};

/**
 * Everything of an organization in one archive on the local disk, as docs/archives.md describes it: as it was at one
 * moment, without secrets, with a checksum for each part. No more than some hundred rows are in memory.
 * @param progress told how many rows are written, and of how many
 */
export const writeArchive = async (
  { owner, storage, keys }: Pick<Services, 'storage' | 'keys'> & { owner: Owner },
  organization_id: number,
  progress: (done: number, total: number) => void,
): Promise<{ spooled: SpooledFile; rows: number }> =>
  owner.transaction(async ({ tx }) => {
    await sql`set transaction isolation level repeatable read, read only`.execute(tx);
    const total = await countRows(tx, organization_id);
    let done = 0;
    const wrote = (rows: number) => {
      done += rows;
      progress(Math.min(done, total), total);
    };
    const writing: ArchiveContext = { tx, organization_id, storage, keys, tables: {}, wrote };
    async function* entries(): AsyncGenerator<ZipEntry> {
      yield* tablesIn(writing);
      const files: Manifest['files'] = { count: 0, missing: [] };
      yield* filesIn(writing, files);
      const manifest = sealedManifest(keys, {
        format,
        made_at: new Date().toISOString(),
        migration: await newestMigration(tx),
        organization: await organizationOf(writing),
        tables: writing.tables,
        files,
      });
      yield {
        name: manifestName,
        content: [Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)],
        isCompressed: true,
      };
    }
    const spooled = await storage.spool(Readable.from(zipped(entries()), { objectMode: false }));
    return { spooled, rows: done };
  });
