import { sql } from 'kysely';
import type { Tx } from '#server/kit/db.ts';
import { randomKey } from '#server/kit/files/keys.ts';
import type { Services } from '#server/kit/handlers.ts';
import { fileName, type Manifest } from './manifest.ts';
import { type Archive, rowsOf } from './read-archive.ts';

/** Files that nothing names which comes back: what was imported, and what was wrong with it. */
const filesOfImports = async (archive: Archive): Promise<Set<number>> => {
  const ids = new Set<number>();
  for await (const row of rowsOf<{ file_id: number; error_file_id: number | null }>(archive, 'imports'))
    for (const id of [row.file_id, row.error_file_id]) if (id !== null) ids.add(id);
  return ids;
};

/** So many keys are noted together. */
const batch = 200;

/**
 * Puts the content of the archive's files into the storage. It goes again by itself when no row comes to name it.
 * @returns where each is, by the file
 */
export const putContents = async (
  { database, storage }: Pick<Services, 'database' | 'storage'>,
  { archive, manifest }: { archive: Archive; manifest: Manifest },
): Promise<Map<number, string>> => {
  const contents = new Map<number, string>();
  const left = await filesOfImports(archive);
  const missing = new Set(manifest.files.missing);
  const some: { id: number; content_type: string }[] = [];
  const put = async () => {
    const keyed = some.splice(0).map((file) => ({ ...file, storage_key: randomKey() }));
    if (keyed.length === 0) return;
    await database.transaction(({ tx }) =>
      tx
        .insertInto('begun_contents')
        .values(keyed.map(({ storage_key }) => ({ storage_key })))
        .execute(),
    );
    for (const { id, content_type, storage_key } of keyed) {
      if (!missing.has(id)) await storage.put(storage_key, await archive.open(fileName(id)), content_type);
      contents.set(id, storage_key);
    }
  };
  for await (const file of rowsOf<{ id: number; content_type: string }>(archive, 'files')) {
    if (left.has(file.id)) continue;
    some.push(file);
    if (some.length >= batch) await put();
  }
  await put();
  return contents;
};

/** Says that content is wanted still, so that it is not taken for left behind while rows are written. */
export const wantContents = async (tx: Tx, keys: readonly string[]): Promise<void> => {
  await sql`update begun_contents set begun_at = now() where storage_key = any(${keys}::text[])`.execute(tx);
};
