import type { Readable } from 'node:stream';
import { composed } from '#contract/kit/text.ts';
import { detectType } from './content-type.ts';
import { FileRefused } from './errors.ts';
import type { Accept } from './file-types.ts';
import { randomKey } from './keys.ts';
import { discard } from './spool.ts';
import type { FileStorage } from './storage.ts';

/** A file that is in the storage, as the database keeps it. */
export type ReceivedFile = { key: string; size: number; sha256: string; content_type: string; filename: string };

/**
 * Takes an upload into the storage under a new key. Throws FileTooLarge as soon as more than `maxBytes` have come,
 * FileRefused when the content is not what `accept` takes (everything on the allow-list unless given) or does not
 * agree with the name, StorageFull or StorageUnavailable. After an error nothing of the upload is kept.
 */
export async function receiveFile(
  storage: FileStorage,
  upload: Readable,
  { filename, maxBytes, accept }: { filename: string; maxBytes: number; accept?: Accept },
): Promise<ReceivedFile> {
  const name = safeFilename(filename);
  const spooled = await storage.spool(upload, maxBytes);
  try {
    const detected = await detectType(spooled, name, accept);
    if (detected.refusal !== undefined) throw new FileRefused(detected.refusal);
    const { content_type } = detected;
    const key = randomKey();
    const { size, sha256 } = await storage.put(key, spooled, content_type);
    return { key, size, sha256, content_type, filename: name };
  } catch (error) {
    await discard(spooled.path);
    throw error;
  }
}

/**
 * The name of an upload without folders, control characters and marks that turn the direction of writing (they make
 * "exe.txt" of "txt.exe"), at most 255 characters with its extension kept; "file" when nothing is left.
 */
export function safeFilename(filename: string): string {
  const name = composed(filename)
    .replace(/[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu, '')
    .split(/[/\\]/)
    .at(-1)!
    .replace(/^[\s.]+|[\s.]+$/g, '');
  const characters = [...name];
  if (characters.length <= 255) return name || 'file';
  const ending = /\.[^.\s]{1,10}$/.exec(name)?.[0] ?? '';
  return characters.slice(0, 255 - ending.length).join('') + ending;
}
