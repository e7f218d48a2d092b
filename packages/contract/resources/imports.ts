import { z } from 'zod';
import { tableFile } from '../kit/file-parts.ts';
import { listOf } from '../kit/list.ts';
import { stamps } from '../kit/resource.ts';
import { id, route } from '../kit/route.ts';
import { timestamp } from '../kit/text.ts';

/** What an organization's own import does with the responses to a form. */
export const importTypes = ['bulk_update', 'delete_client', 'delete_public', 'internal'] as const;
export type ImportType = (typeof importTypes)[number];

/** What the platform team imports: people, or responses to a form. */
export const dataImportTypes = ['client', 'form'] as const;
export type DataImportType = (typeof dataImportTypes)[number];

export const importStates = ['unmapped', 'mapped', 'enqueued', 'failed', 'succeeded'] as const;

/** Rows of the file by what becomes of them; of one that failed, by what would have: nothing of it is written. */
export const importCounts = z.object({
  created: z.int(),
  updated: z.int(),
  deleted: z.int(),
  unchanged: z.int(),
  failed: z.int(),
});

/** A record that was changed after the import and stayed as it is when the import was undone. */
export const keptItem = z.object({ item_type: z.string(), item_id: id });

/** What both kinds of import carry. */
export const importParts = {
  ...stamps.shape,
  state: z.enum(importStates),
  number_of_records: z.int().nullable(),
  /** Who chose the file. */
  administrator_name: z.string().nullable(),
  input_url: z.string(),
  input_filename: z.string(),
  /** The rows with errors, as CSV; null while there are none. */
  error_url: z.string().nullable(),
  /** What is wrong with the file as a whole, and what is to be known of it. */
  errors: z.record(z.string(), z.array(z.string())),
  /** The first rows, cell by cell. */
  preview: z.array(z.array(z.string())),
  /** Null until the file was checked as a whole. */
  counts: importCounts.nullable(),
  /** By which history names what was written. */
  transaction_id: z.int().nullable(),
  /** When it was undone; null until that is done. */
  undone_at: timestamp.nullable(),
  /** How far its undo is; null while nobody asked for it. */
  undo_state: z.enum(['running', 'done', 'failed']).nullable(),
  kept: z.array(keptItem),
  finished_at: timestamp.nullable(),
};

/** What the check of a whole file found: shown to who may open the file, as far as they may see it at that moment. */
export const importFindings = z.object({
  /** Errors by what they are about, the most frequent first. */
  kinds: z.array(z.object({ what: z.string(), count: z.int() })),
  /** The first errors of the file; its error file has all. */
  errors: z.array(
    z.object({ row: z.int(), column: z.string(), value: z.string(), message: z.string(), what: z.string() }),
  ),
  /** What the first rows that change something would change: as it is now, and as it would be then. */
  changes: z.array(
    z.object({
      row: z.int(),
      item_id: id,
      values: z.array(z.object({ field: z.string(), now: z.string().nullable(), planned: z.string().nullable() })),
    }),
  ),
});

/** A file with which an organization changes or deletes many responses to a form at once. */
export const responseImport = z.object({
  ...importParts,
  type: z.enum(importTypes),
  form_id: id,
  /** Whether the caller may undo it: the owner, and whoever ran it. */
  may_undo: z.boolean(),
});

/** Days after which an import cannot be undone any more. */
export const undoDays = 30;

const path = '/organization/:org/forms/:form_id/imports';
const one = `${path}/:id` as const;

/**
 * Imports and batch deletes of the responses to a form: the file is checked as a whole, and either all of it is written or
 * nothing. Each needs write on what it changes, and remove where it deletes.
 */
export const importRoutes = {
  list: route({
    method: 'GET',
    path,
    access: 'member',
    summary: 'List the imports of a form, the newest first',
    response: listOf(responseImport),
  }),
  show: route({ method: 'GET', path: one, access: 'member', summary: 'Show one import', response: responseImport }),
  findings: route({
    method: 'GET',
    path: `${one}/findings`,
    access: 'member',
    audited: true,
    summary: 'Show the findings of a file’s check: errors by kind, and changes by its first updates',
    response: importFindings,
  }),
  create: route({
    method: 'POST',
    path,
    access: 'member',
    audited: true,
    summary: 'Verify a file, without importing it: a download of the form, or the IDs of responses to delete',
    body: z.strictObject({ type: z.enum(importTypes, 'Choose the purpose of the file') }),
    files: tableFile,
    response: responseImport,
  }),
  run: route({
    method: 'PUT',
    path: one,
    access: 'member',
    audited: true,
    summary: 'Import a verified file, delete the responses it lists, or only check it',
    body: z.strictObject({ dry_run: z.boolean().optional() }).optional(),
    response: responseImport,
  }),
  undo: route({
    method: 'POST',
    path: `${one}/undo`,
    access: 'member',
    audited: true,
    summary:
      'Undo an import once, within 30 days, as the owner or the person who ran it; changes made since then are kept and listed',
    response: responseImport,
    status: 202,
  }),
  input: route({
    method: 'GET',
    path: `${one}/input`,
    access: 'member',
    audited: true,
    summary: 'Download the file of an import',
    download: true,
  }),
  errors: route({
    method: 'GET',
    path: `${one}/errors`,
    access: 'member',
    audited: true,
    summary: 'Download the rows of an import with errors, one line for each error',
    download: true,
  }),
};
