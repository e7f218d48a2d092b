import type { z } from 'zod';
import type { Download } from '#contract/kit/route.ts';
import { type dataImportTypes, type ImportType, type importParts, importTypes } from '#contract/resources/imports.ts';
import { accountName } from '#server/access/member-names.ts';
import type { Tx } from '#server/kit/db.ts';
import { fileHeaders } from '#server/kit/files/serve.ts';
import type { FileStorage } from '#server/kit/files/storage.ts';
import type { Later } from '#server/kit/handlers.ts';
import { Problem } from '#server/kit/problem.ts';
import { among, type Row } from '#server/kit/rows.ts';
import type { Importer } from './importing.ts';

export type ImportRow = Row<'imports'>;
type AnyType = ImportType | (typeof dataImportTypes)[number];

/** Whether an organization imports by itself; else the platform team does for it. */
export const isOwn = (type: string): type is ImportType => (importTypes as readonly string[]).includes(type);

export const typeOf = ({ type }: Pick<ImportRow, 'type'>) => type as AnyType;

type SerializedImport = z.input<z.ZodObject<typeof importParts>>;

/** What both kinds of import show, in the order of the rows. `addressOf` is where a file of one is fetched. */
export const serializeImports = async (
  tx: Tx,
  rows: ImportRow[],
  addressOf: (row: ImportRow, file: 'input' | 'errors') => string,
): Promise<SerializedImport[]> => {
  const people = await tx
    .selectFrom('users')
    .select(['id', accountName('users').as('name')])
    .where('id', '=', among(rows.map(({ created_by_id }) => created_by_id)))
    .execute();
  return rows.map((row) => ({
    id: row.id,
    state: row.state as SerializedImport['state'],
    number_of_records: row.number_of_records,
    administrator_name: people.find(({ id }) => id === row.created_by_id)?.name ?? null,
    input_url: addressOf(row, 'input'),
    input_filename: row.input_filename,
    error_url: row.error_file_id === null ? null : addressOf(row, 'errors'),
    errors: row.errors,
    preview: row.preview,
    counts: row.counts,
    transaction_id: row.transaction_id,
    undone_at: row.undone_at,
    undo_state: row.undo_state as SerializedImport['undo_state'],
    kept: row.kept,
    created_at: row.created_at,
    updated_at: row.updated_at,
    lock_version: row.lock_version,
    finished_at: row.finished_at,
  }));
};

/** A file of an import, fetched after the transaction; not_found when there is none. */
export const fileOfImport = async (
  { tx, storage }: { tx: Tx; storage: FileStorage },
  { organization_id }: ImportRow,
  file_id: number | null,
): Promise<Later<Download>> => {
  const file = await tx
    .selectFrom('files')
    .selectAll()
    .where('organization_id', '=', organization_id)
    .where('id', '=', file_id ?? 0)
    .executeTakeFirst();
  if (!file) throw new Problem('not_found');
  return async () => ({ headers: fileHeaders(file), body: await storage.get(file.storage_key) });
};

/** What a row of the database says an import does. */
export type Plan = { header: readonly string[]; importing: () => Importer };
