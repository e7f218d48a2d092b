import type { Readable } from 'node:stream';
import type { SpooledFile } from './spool.ts';

/** Where spooled content is kept for good: a folder of the local disk, or a bucket. */
export type Store = {
  /** Keeps the content under the key, whole or not at all; it may take the spooled file away. */
  keep(key: string, spooled: SpooledFile, contentType: string): Promise<void>;
  get(key: string): Promise<Readable>;
  remove(key: string): Promise<void>;
  exists(key: string): Promise<boolean>;
};
