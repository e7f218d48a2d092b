import { sql } from 'kysely';
import type { Download } from '#contract/kit/route.ts';
import type { Config } from '../config.ts';
import type { Tx } from '../db.ts';
import type { AnsweringContext, Later, MemberContext } from '../handlers.ts';
import { invalid, Problem } from '../problem.ts';
import type { Content, StoredContent } from './content.ts';
import { FileRefused } from './errors.ts';
import { randomKey } from './keys.ts';
import { fileHeaders } from './serve.ts';
import type { FileStorage } from './storage.ts';

/** For a picture that cannot be drawn: the refusal, at the field that it was chosen in. */
export const refusedAs =
  (path: string) =>
  (error: unknown): never => {
    throw error instanceof FileRefused ? invalid(path, error.message) : error;
  };

/** A picture that was drawn anew when it was stored, on its way to be shown. It is fetched after the transaction. */
export const storedPicture = async (
  { tx, storage }: Pick<MemberContext, 'tx' | 'storage'>,
  { file_id, isPublic = false }: { file_id: number; isPublic?: boolean },
): Promise<Later<Download>> => {
  const file = await tx.selectFrom('files').selectAll().where('id', '=', file_id).executeTakeFirstOrThrow();
  const headers = fileHeaders({ ...file, inline: true, isPublic });
  return async () => ({ headers, body: await storage.get(file.storage_key) });
};

/**
 * Puts content into the storage under a new key.
 * @param begun told the key before anything is stored, so that whatever comes of it can be taken away
 */
export const storeContent = async (
  storage: FileStorage,
  { content, filename, content_type }: Content,
  begun: (storage_key: string) => Promise<void>,
): Promise<StoredContent> => {
  const storage_key = randomKey();
  await begun(storage_key);
  const { size, sha256 } = await storage.put(storage_key, content, content_type);
  return { storage_key, filename, content_type, size, sha256 };
};

const gigabyte = 2 ** 30;

/**
 * Throws quota_full when what the organization keeps is more than it may, with what the transaction has added. Those who
 * add at the same time wait for each other.
 */
export const keepToQuota = async (
  tx: Tx,
  { filesQuota }: Pick<Config, 'filesQuota'>,
  organization_id: number,
): Promise<void> => {
  if (filesQuota === null) return;
  const total = await tx
    .selectFrom('file_totals')
    .select('bytes')
    .where('organization_id', '=', organization_id)
    .executeTakeFirst();
  if ((total?.bytes ?? 0) > filesQuota * gigabyte) throw new Problem('quota_full');
};

/**
 * Adds the rows of contents that are in the storage, and answers them in the same order. Throws quota_full when the
 * organization's files are more than it may have; those who add at the same time wait for each other.
 */
export const keepFiles = async (
  { tx, caller, config, kept }: Pick<AnsweringContext, 'tx' | 'caller' | 'config' | 'kept'>,
  contents: readonly StoredContent[],
) => {
  if (contents.length === 0) return [];
  const organization_id = caller.organization.id;
  const rows = await tx
    .insertInto('files')
    .values(contents.map((content) => ({ organization_id, ...content, created_by_id: caller.person?.id ?? null })))
    .returning(['id', 'storage_key', 'filename', 'content_type', 'size'])
    .execute();
  await keepToQuota(tx, config, organization_id);
  for (const { storage_key } of contents) kept.add(storage_key);
  return contents.map(({ storage_key }) => rows.find((row) => row.storage_key === storage_key)!);
};

/** Deletes rows that `keepFiles` added, because nothing came to name them; their content goes after the request. */
export const dropFiles = async (
  { tx, kept }: Pick<AnsweringContext, 'tx' | 'kept'>,
  file_ids: readonly number[],
): Promise<void> => {
  if (file_ids.length === 0) return;
  const dropped = await tx
    .deleteFrom('files')
    .where('id', '=', sql<number>`any(${file_ids}::bigint[])`)
    .returning('storage_key')
    .execute();
  for (const { storage_key } of dropped) kept.delete(storage_key);
};
