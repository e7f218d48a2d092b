import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { sql } from 'kysely';
import { z } from 'zod';
import { tables } from '#db/tables.ts';
import { asCopied, type Owner, type Tx } from '#server/kit/db.ts';
import { FileMissing } from '#server/kit/files/errors.ts';
import { checkKey } from '#server/kit/files/keys.ts';
import type { FileStorage } from '#server/kit/files/storage.ts';
import { type ZipEntry, zipped } from '#server/kit/files/zip.ts';
import { storedColumns } from './catalogue.ts';
import { type LinesContext, lines, queryRows } from './lines.ts';
import { dataName, manifestName, tableSums } from './manifest.ts';
import {
  type Archive,
  ArchiveRefused,
  checkTable,
  linesOf,
  openArchive,
  readManifest,
  soundly,
  summed,
} from './read-archive.ts';

/** Every table of the product. What it was migrated by is made by migrating. */
export const copiedTables: readonly string[] = [...tables.reference, ...tables.local, ...tables.distributed].filter(
  (table) => table !== 'schema_migrations',
);

const belongs = (name: string) =>
  name === manifestName || copiedTables.some((table) => name === dataName(table)) || /^files\/[0-9a-f]{40}$/.test(name);

const backupSchema = z.object({
  format: z.literal(1),
  made_at: z.string(),
  /** Every migration of the database, with its checksum. */
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  tables: tableSums,
  /** What the next number of each sequence follows. */
  sequences: z.record(z.string(), z.object({ last_value: z.int(), is_called: z.boolean() })),
  /** The checksum of each file by its key; null where the storage had lost it. */
  files: z.record(z.string(), z.string().nullable()),
});
export type Backup = z.infer<typeof backupSchema>;

type BackupContext = { owner: Owner; storage: FileStorage };

const sequencesOf = async (tx: Tx): Promise<Backup['sequences']> => {
  const rows = await queryRows(tx)<{ name: string }>(
    sql`select schemaname || '.' || sequencename as name from pg_sequences where schemaname in ('public', 'kit') order by 1`,
  );
  const sequences: Backup['sequences'] = {};
  for (const { name } of rows) {
    const [now] = await queryRows(tx)<{ last_value: number; is_called: boolean }>(
      sql`select last_value, is_called from ${sql.table(name)}`,
    );
    if (now) sequences[name] = now;
  }
  return sequences;
};

async function* rowsIn(lining: LinesContext): AsyncGenerator<ZipEntry> {
  const { tx } = lining;
  const columns = await storedColumns(tx, copiedTables);
  for (const table of copiedTables) {
    const names = (columns.get(table) ?? []).map(({ name }) => sql.ref(name));
    const statement = sql`
      select to_jsonb(whole_row)::text as line from (select ${sql.join(names)} from ${sql.table(table)}) whole_row`;
    yield { name: dataName(table), content: lines(lining, table, statement), isCompressed: true };
  }
}

/** Passes content on, and notes its checksum at the end. */
async function* noting(content: AsyncIterable<Uint8Array>, note: (sum: string) => void): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  for await (const piece of content) {
    hash.update(piece);
    yield piece;
  }
  note(hash.digest('hex'));
}

async function* filesIn(tx: Tx, storage: FileStorage, files: Backup['files']): AsyncGenerator<ZipEntry> {
  const rows = await queryRows(tx)<{ storage_key: string }>(
    sql`
      select storage_key from files union select storage_key from draft_files
       union select storage_key from exports where storage_key is not null`,
  );
  for (const { storage_key } of rows) {
    const content = await storage.get(storage_key).catch((error: unknown) => {
      if (error instanceof FileMissing) return null;
      throw error;
    });
    files[storage_key] = null;
    const note = (sum: string) => {
      files[storage_key] = sum;
    };
    if (content) yield { name: `files/${storage_key}`, content: noting(content, note), isCompressed: false };
  }
}

/** Writes whole or not at all: what was interrupted has another name. */
const written = async (file: string, content: AsyncIterable<Uint8Array>): Promise<number> => {
  const draft = `${file}.part`;
  try {
    await pipeline(Readable.from(content, { objectMode: false }), createWriteStream(draft, { mode: 0o600 }));
    const handle = await open(draft);
    try {
      await handle.sync();
      await rename(draft, file);
      return (await handle.stat()).size;
    } finally {
      await handle.close();
    }
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
};

/**
 * Copies every table as it is at one moment, and every file, into one ZIP file, beside the running product. That it was
 * made is noted in `backups`.
 */
export const writeBackup = async (
  { owner, storage }: BackupContext,
  file: string,
): Promise<{ tables: number; rows: number; files: number; bytes: number }> => {
  const made = await owner.transaction(async ({ tx }) => {
    await sql`set transaction isolation level repeatable read, read only`.execute(tx);
    const backup: Backup = {
      format: 1,
      made_at: new Date().toISOString(),
      migrations: await queryRows(tx)(
        sql`select name, checksum from public.schema_migrations order by name collate "C"`,
      ),
      tables: {},
      sequences: {},
      files: {},
    };
    async function* entries(): AsyncGenerator<ZipEntry> {
      yield* rowsIn({ tx, tables: backup.tables, wrote: () => {} });
      yield* filesIn(tx, storage, backup.files);
      // After the rows: a number that was drawn meanwhile is not drawn again.
      backup.sequences = await sequencesOf(tx);
      yield { name: manifestName, content: [Buffer.from(JSON.stringify(backup))], isCompressed: true };
    }
    const bytes = await written(file, zipped(entries()));
    const rows = Object.values(backup.tables).reduce((sum, one) => sum + one.rows, 0);
    return { tables: copiedTables.length, rows, files: Object.keys(backup.files).length, bytes };
  });
  await owner.transaction(({ tx }) => tx.insertInto('backups').values(made).execute());
  return made;
};

/** Opens a backup and looks at all of it. Throws ArchiveRefused for one that is damaged, or is none. */
export const openBackup = async (file: string): Promise<{ archive: Archive; backup: Backup }> => {
  const archive = await openArchive(file, belongs);
  try {
    return { archive, backup: await soundly(() => checkBackup(archive)) };
  } catch (error) {
    archive.close();
    throw error;
  }
};

const checkBackup = async (archive: Archive): Promise<Backup> => {
  const parsed = backupSchema.safeParse(await readManifest(archive));
  if (!parsed.success) throw new ArchiveRefused('This version of Hearth can’t read this backup.');
  const backup = parsed.data;
  for (const [table, said] of Object.entries(backup.tables)) await checkTable(archive, table, said);
  for (const [key, sum] of Object.entries(backup.files))
    if (sum !== null && sum !== (await summed((await archive.open(`files/${key}`)) as AsyncIterable<Buffer>)))
      throw new ArchiveRefused(`The backup is damaged: the checksum of files/${key} is wrong. Use another backup.`);
  return backup;
};

/**
 * Fills a database that was migrated as far as the backup, and nothing else, and the storage. All rows are written in one
 * transaction.
 */
export const restoreBackup = async (
  { owner, storage }: BackupContext,
  { archive, backup }: { archive: Archive; backup: Backup },
): Promise<void> => {
  for (const [key, sum] of Object.entries(backup.files)) {
    checkKey(key);
    if (sum !== null) await storage.put(key, await archive.open(`files/${key}`), 'application/octet-stream');
  }
  await owner.transaction(async ({ tx }) => {
    await asCopied(tx);
    // What migrations brought along stands in the backup too, as it became.
    await sql`truncate ${sql.join(copiedTables.map((table) => sql.table(table)))}`.execute(tx);
    const columns = await storedColumns(tx, copiedTables);
    for (const table of copiedTables) {
      const names = (columns.get(table) ?? []).map(({ name }) => name);
      const named = sql.join(names.map((name) => sql.ref(name)));
      const values = sql.join(names.map((name) => sql.ref(`r.${name}`)));
      for await (const some of linesOf(archive, table))
        await sql`
          insert into ${sql.table(table)} (${named}) overriding system value
          select ${values} from jsonb_populate_recordset(null::${sql.table(table)}, ${`[${some.join(',')}]`}::jsonb) r`.execute(
          tx,
        );
    }
    for (const [name, { last_value, is_called }] of Object.entries(backup.sequences))
      await sql`select setval(${name}::regclass, ${last_value}::bigint, ${is_called})`.execute(tx);
  });
};
