import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { openDisk } from './disk.ts';
import { checkKey } from './keys.ts';
import { openS3 } from './s3.ts';
import { discard, type SpooledFile, setDown, spool, sweepSpooled } from './spool.ts';

/** Every method may throw StorageFull or StorageUnavailable, and TypeError for a key that is none. */
export type FileStorage = {
  /** Takes content onto the local disk, to be looked at before it is `put`; throws FileTooLarge beyond `maxBytes`. */
  spool(content: Buffer | Readable, maxBytes?: number): Promise<SpooledFile>;
  /**
   * Puts content on the local disk on its way to somebody, and answers where it is: whoever calls this takes it away.
   * It is not forced to the disk itself, as nothing is lost with it.
   */
  setDown(content: AsyncIterable<Uint8Array>): Promise<string>;
  /** Stores content under a key of `randomKey`, whole or not at all. A spooled file is used up by it. */
  put(
    key: string,
    content: Buffer | Readable | SpooledFile,
    contentType: string,
  ): Promise<{ size: number; sha256: string }>;
  /** The content as a stream; throws FileMissing. */
  get(key: string): Promise<Readable>;
  /** Takes the file away; one that is not there is no error. */
  remove(key: string): Promise<void>;
  exists(key: string): Promise<boolean>;
  /** Takes away what a server that was killed had spooled on this machine. */
  sweep(): Promise<void>;
};

/**
 * The storage that the configuration names: `filesUrl` is `s3://bucket?endpoint=…&region=…`, or null for the folder
 * `files` in `dataDir`. Throws TypeError for a URL that is not of this form. Nothing is opened before the first call.
 */
export function openStorage({ filesUrl, dataDir }: { filesUrl: string | null; dataDir: string }): FileStorage {
  const folder = join(dataDir, 'files');
  const incoming = join(folder, 'incoming');
  const store = filesUrl === null ? openDisk(folder) : openS3(filesUrl);
  return {
    spool: (content, maxBytes) => spool(incoming, content, maxBytes),
    setDown: (content) => setDown(incoming, content),
    sweep: () => sweepSpooled(incoming),
    async put(key, content, contentType) {
      checkKey(key);
      const spooled = isSpooled(content) ? content : await spool(incoming, content);
      try {
        await store.keep(key, spooled, contentType);
      } finally {
        await discard(spooled.path);
      }
      return { size: spooled.size, sha256: spooled.sha256 };
    },
    async get(key) {
      checkKey(key);
      return store.get(key);
    },
    async remove(key) {
      checkKey(key);
      await store.remove(key);
    },
    async exists(key) {
      checkKey(key);
      return store.exists(key);
    },
  };
}

function isSpooled(content: Buffer | Readable | SpooledFile): content is SpooledFile {
  return 'sha256' in content;
}
