import { createReadStream } from 'node:fs';
import type { StoredContent } from '#server/kit/files/content.ts';
import { safeFilename } from '#server/kit/files/safe-filename.ts';
import type { PrepareContext } from '#server/kit/handlers.ts';
import {
  contentOf,
  formatOf,
  rowsOf,
  type TableContent,
  type TableLimits,
  TableRefused,
} from '#server/kit/tables/table-file.ts';
import type { TableFormat } from '#server/schema/json-columns.ts';
import { isKnown } from './expected-table.ts';

/** A file that was stored, and what was read of it: its table, or why it is none. */
export type Upload = {
  stored: StoredContent;
  format: TableFormat | null;
  content: TableContent | null;
  refusal: string | null;
};

/**
 * Stores the file that came as `input` and reads it to its end; null when none came.
 * @param by who waits in turn, where several want workbooks read
 */
export const readUpload = async (
  { files, store }: Pick<PrepareContext, 'files' | 'store'>,
  { anyEncoding, limits, by }: { anyEncoding: boolean; limits: TableLimits; by: unknown },
): Promise<Upload | null> => {
  const [file] = files.get('input') ?? [];
  if (!file) return null;
  const filename = safeFilename(file.filename);
  const read = await formatOf({ ...file, filename }, { anyEncoding, isKnown })
    .then(async (format) => {
      const content = await contentOf(rowsOf(createReadStream(file.spooled.path), format, by), limits);
      return { format, content, refusal: null };
    })
    .catch((error: unknown) => {
      if (!(error instanceof TableRefused)) throw error;
      return { format: null, content: null, refusal: error.message };
    });
  const content_type = read.format?.kind === 'csv' ? 'text/csv' : 'application/octet-stream';
  return { ...read, stored: await store({ content: file.spooled, filename, content_type }) };
};

/** The columns of an import that say which file it is and what was read of it. */
export const uploadColumns = ({ stored, format, content }: Upload, file_id: number) => ({
  file_id,
  input_filename: stored.filename,
  sha256: stored.sha256,
  format: format && JSON.stringify(format),
  header: JSON.stringify(content?.header ?? []),
  number_of_records: content?.number_of_records ?? null,
  preview: JSON.stringify(content?.preview ?? []),
});
