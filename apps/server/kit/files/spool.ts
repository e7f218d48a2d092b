import { createHash } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { FileTooLarge, StorageFull, StorageUnavailable } from './errors.ts';
import { randomKey } from './keys.ts';

/** Content that is whole on the local disk, with its size and hash counted while it was written. */
export type SpooledFile = { path: string; size: number; sha256: string };

/**
 * Writes content to a new private file in `folder` and on to the disk itself.
 * Throws FileTooLarge as soon as more than `maxBytes` have come, StorageFull or StorageUnavailable when the disk
 * refuses, and whatever the stream itself throws. After an error nothing is left of the file.
 */
export async function spool(folder: string, content: Buffer | Readable, maxBytes = Infinity): Promise<SpooledFile> {
  const hash = createHash('sha256');
  let size = 0;
  const chunks: Buffer[] | AsyncIterable<Buffer> = Buffer.isBuffer(content) ? [content] : content;
  const looking = async function* () {
    for await (const chunk of chunks) {
      size += chunk.length;
      if (size > maxBytes) throw new FileTooLarge(maxBytes);
      hash.update(chunk);
      yield chunk;
    }
  };
  try {
    const path = await setDown(folder, looking(), (file) => file.sync());
    return { path, size, sha256: hash.digest('hex') };
  } catch (error) {
    if (!Buffer.isBuffer(content)) content.destroy();
    throw error;
  }
}

/**
 * Writes content to a new private file in `folder` and answers its path. Throws as `spool` does, and leaves nothing then.
 * @param end what is done with the file before it is closed
 */
export async function setDown(
  folder: string,
  content: AsyncIterable<Uint8Array>,
  end: (file: FileHandle) => Promise<void> = async () => {},
): Promise<string> {
  const path = join(folder, randomKey());
  try {
    await onDisk(() => mkdir(folder, { recursive: true, mode: 0o700 }));
    const file = await onDisk(() => open(path, 'wx', 0o600));
    try {
      for await (const chunk of content) await onDisk(() => file.writeFile(chunk));
      await onDisk(() => end(file));
    } finally {
      await file.close();
    }
    return path;
  } catch (error) {
    await discard(path);
    throw error;
  }
}

/** Takes a spooled file away if it is still there. The disk's refusal is kept quiet: what led here is told instead. */
export async function discard(path: string): Promise<void> {
  await rm(path, { force: true }).catch(() => undefined);
}

/** A request is over long before its spooled files are this old, in milliseconds. */
const oldest = 60 * 60 * 1000;

/** Takes away what a killed server left in `folder`; what other processes of this machine work with is younger. */
export async function sweepSpooled(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    if (found?.isFile() && Date.now() - found.mtimeMs > oldest) await discard(path);
  }
}

/** Runs work on the local disk and turns what the system refuses into StorageFull or StorageUnavailable. */
export async function onDisk<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    if (code === 'ENOSPC' || code === 'EDQUOT') throw new StorageFull('The disk for files is full.', { cause });
    throw new StorageUnavailable(`The disk for files does not answer as it should: ${message}`, { cause });
  }
}
