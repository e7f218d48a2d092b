import type { SpooledFile } from './spool.ts';

/** Content that was checked, with the name and type that it is kept under. */
export type Content = { content: Buffer | SpooledFile; filename: string; content_type: string };

/** Content that is in the storage, as the row that names it says. */
export type StoredContent = {
  storage_key: string;
  filename: string;
  content_type: string;
  size: number;
  sha256: string;
};
