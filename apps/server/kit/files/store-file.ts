import type { Download } from '#contract/kit/route.ts';
import type { MemberContext } from '../handlers.ts';
import { invalid } from '../problem.ts';
import { FileRefused } from './errors.ts';
import { randomKey } from './keys.ts';
import { fileHeaders } from './serve.ts';
import type { Spooled } from './spool.ts';

/** For a picture that cannot be drawn: the refusal, at the field that it was chosen in. */
export const refusedAs =
  (path: string) =>
  (error: unknown): never => {
    throw error instanceof FileRefused ? invalid(path, error.message) : error;
  };

/** A picture that was drawn anew when it was stored, on its way to be shown. */
export const storedPicture = async (
  { tx, storage }: Pick<MemberContext, 'tx' | 'storage'>,
  organization_id: number,
  file_id: number,
): Promise<Download> => {
  const file = await tx
    .selectFrom('files')
    .selectAll()
    .where('organization_id', '=', organization_id)
    .where('id', '=', file_id)
    .executeTakeFirstOrThrow();
  return { headers: fileHeaders({ ...file, inline: true }), body: await storage.get(file.storage_key) };
};

/** Stores content that was checked before, and its row. When the request fails, the content goes again. */
export const storeFile = async (
  { tx, caller, storage, onFailure }: MemberContext,
  content: Buffer | Spooled,
  { filename, content_type }: { filename: string; content_type: string },
) => {
  const storage_key = randomKey();
  onFailure(() => storage.remove(storage_key));
  const { size, sha256 } = await storage.put(storage_key, content, content_type);
  return tx
    .insertInto('files')
    .values({
      organization_id: caller.organization.id,
      storage_key,
      filename,
      content_type,
      size,
      sha256,
      created_by_id: caller.person.id,
    })
    .returning(['id', 'filename', 'content_type', 'size'])
    .executeTakeFirstOrThrow();
};
