import { z } from 'zod';
import { tableFile } from '../kit/file-parts.ts';
import { listOf, listQuery, pageOf, pageParams } from '../kit/list.ts';
import { id, route } from '../kit/route.ts';
import { timestamp } from '../kit/text.ts';
import { dataImportTypes, importFindings, importParts } from './imports.ts';

/** What becomes of rows without an ID of people who may be there already. */
export const duplicateChoices = ['skip', 'update', 'add'] as const;

/** A column of the file: its number, from 1, and its name. */
const origin = z.object({ id, name: z.string() });
/** Where a column may go: a column of people, a field of the form, or when a response was recorded. */
const destination = z.object({
  id: z.string(),
  name: z.string(),
  data_type: z.string(),
  is_required: z.boolean(),
  position: z.int(),
});
const mapping = z.object({
  destination_id: z.string().max(50),
  /** Null: left alone. */
  origin_id: id.nullable(),
  /** Replaces what is stored, also by nothing; else only what is blank is filled in. */
  force: z.boolean(),
});

/** An import that the platform team does for an organization. */
export const dataImport = z.object({
  ...importParts,
  name: z.string(),
  type: z.enum(dataImportTypes),
  organization_id: id,
  organization_name: z.string(),
  form_id: id.nullable(),
  form_name: z.string().nullable(),
  client_id_column: z.int().nullable(),
  response_id_column: z.int().nullable(),
  duplicates: z.enum(duplicateChoices),
  origins: z.array(origin),
  destinations: z.array(destination),
  mappings: z.array(mapping),
  /** The tool that wrote the file, where its first row tells. */
  tool: z.string().nullable(),
  /** How its columns may be mapped, while they are not. */
  proposal: z
    .object({
      /** The import whose file had the same first row; null where the names of the columns are gone by. */
      as_in: z.string().nullable(),
      client_id_column: id.nullable(),
      response_id_column: id.nullable(),
      /** Where the tool has ids of its own for people. */
      person_column: id.nullable(),
      mappings: z.array(mapping),
    })
    .nullable(),
  /** While it is checked or written: how many rows are done. */
  progress: z.object({ done: z.int(), total: z.int().nullable() }).nullable(),
  /** Whether the newest run only checks, and writes nothing. */
  dry_run: z.boolean(),
  /** What was done with it, the oldest first. */
  log: z.array(z.object({ at: timestamp, what: z.string(), by: z.string().nullable() })),
});

const listed = dataImport.pick({
  id: true,
  updated_at: true,
  lock_version: true,
  name: true,
  type: true,
  state: true,
  organization_id: true,
  organization_name: true,
  input_filename: true,
  number_of_records: true,
  undone_at: true,
  undo_state: true,
  created_at: true,
});

const changes = z.strictObject({
  name: z.string().min(1).max(255).optional(),
  client_id_column: id.nullable().optional(),
  response_id_column: id.nullable().optional(),
  duplicates: z.enum(duplicateChoices).optional(),
  mappings: z
    .array(mapping.extend({ force: z.boolean().optional() }).strict())
    .max(1000)
    .optional(),
  state_transition: z.literal('enqueue', 'Choose enqueue').optional(),
  dry_run: z.boolean().optional(),
  lock_version: z.int().optional(),
});

const path = '/admin/imports';
const one = `${path}/:id` as const;
const query = listQuery(z.strictObject({}), ['name', 'created_at']);
const on = { access: 'superuser', audited: true } as const;

/** Data Imports: files of other systems, mapped to people or to the responses to a form. */
export const dataImportRoutes = {
  list: route({
    method: 'GET',
    path,
    access: 'superuser',
    summary: 'List the imports of all organizations, the newest first',
    query,
    response: listOf(listed),
  }),
  page: route({
    method: 'GET',
    path: `${path}/page/:page`,
    access: 'superuser',
    summary: 'List imports, a page at a time',
    params: pageParams,
    query,
    response: pageOf(listed),
  }),
  show: route({ ...on, method: 'GET', path: one, summary: 'Show one import with its columns', response: dataImport }),
  findings: route({
    ...on,
    method: 'GET',
    path: `${one}/findings`,
    summary: 'Show the findings of a file’s check: errors by kind, and changes by its first updates',
    response: importFindings,
  }),
  create: route({
    ...on,
    method: 'POST',
    path,
    summary: 'Upload a file to import into an organization; the next step maps its columns',
    body: z.strictObject({
      organization_id: id,
      type: z.enum(dataImportTypes, 'Choose people or responses'),
      form_id: id.nullable().optional(),
      name: z.string().max(255).nullable().optional(),
    }),
    files: tableFile,
    response: dataImport,
  }),
  update: route({
    ...on,
    method: 'PUT',
    path: one,
    summary: 'Map the columns of an import, choose another file, check it, or start it',
    body: changes,
    files: tableFile,
    response: dataImport,
  }),
  remove: route({ ...on, method: 'DELETE', path: one, summary: 'Delete an import that is not running' }),
  undo: route({
    ...on,
    method: 'POST',
    path: `${one}/undo`,
    summary: 'Undo an import once, within 30 days; changes made since then are kept and listed',
    response: dataImport,
    status: 202,
  }),
  input: route({
    ...on,
    method: 'GET',
    path: `${one}/input`,
    summary: 'Download the file of an import',
    download: true,
  }),
  errors: route({
    ...on,
    method: 'GET',
    path: `${one}/errors`,
    summary: 'Download the exception log of an import: its rows with errors, one line for each error',
    download: true,
  }),
  forms: route({
    method: 'GET',
    path: '/admin/organizations/:organization_id/forms',
    access: 'superuser',
    summary: 'List the client forms of an organization',
    response: listOf(z.object({ id, name: z.string(), active: z.boolean() })),
  }),
};
