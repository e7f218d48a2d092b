import { z } from 'zod';
import { id, route } from '../kit/route.ts';
import { date, timestamp } from '../kit/text.ts';
import { leftOut } from './consents.ts';

/** What is said to who may not take responses out of the organization. */
export const noExport = 'You do not have the necessary permissions to access this feature.';

const day = z
  .literal('')
  .transform(() => undefined)
  .or(date)
  .optional();

/** Days in the time zone of the organization, both included. */
const range = { start_date: day, end_date: day };
const inOrder = <T extends { start_date?: string | undefined; end_date?: string | undefined }>({
  start_date,
  end_date,
}: T) => !start_date || !end_date || start_date <= end_date;
const reversed = { path: ['end_date'], message: 'Choose a last day that isn’t before the first' };

const days = z.strictObject(range).refine(inOrder, reversed);
const query = z
  .strictObject({
    /** 0: the first row alone, 1: every row. */
    include_data: z
      .enum(['0', '1'], 'Choose 0 or 1. Files are prepared in a job, and an email says when they are ready.')
      .optional(),
    ...range,
  })
  .refine(inOrder, reversed);

const types = {
  forms: { access: 'member', of: 'the responses of a form' },
  internal_forms: {
    access: { entity: 'internal_forms', action: 'read', on: 'record' },
    of: 'the records of an internal form',
  },
  public_forms: {
    access: { entity: 'public_forms', action: 'read', on: 'record' },
    of: 'the responses to a public form',
  },
} as const;
type Type = keyof typeof types;

const at = <T extends Type>(type: T) => `/organization/:org/${type}/:id` as const;

/** A file that is made in the background for who asked for it, and kept for seven days. */
export const preparedExport = z.object({
  id,
  state: z.enum(['enqueued', 'succeeded', 'failed']),
  /** Where the file is, without a token for five minutes; null until it is there. */
  url: z.string().nullable(),
  filename: z.string().nullable(),
  expires_at: timestamp,
});
/** An export as the call answers that asks for it. */
export const begunExport = z.object({ id, state: z.literal('enqueued') });

/** What is said to who may not have all files sent. */
export const noPreparing = "You don't have permissions to initiate the export.";

/** What a download would hold. */
const outline = z.object({
  responses: z.int(),
  /** Of so many people; null where there are none. */
  people: z.int().nullable(),
  /** How many files stand in the answers. */
  files: z.int(),
  columns: z.array(z.string()),
  filename: z.string(),
  /** Who has not agreed to it, where the organization requires that and there is somebody. */
  left_out: leftOut.optional(),
});

/** The routes of one type of record. Who may not write its responses is refused with `noExport`. */
const routesOf = <T extends Type>(type: T) => {
  const { access, of } = types[type] as (typeof types)[T];
  return {
    csv: route({
      method: 'GET',
      path: `${at(type)}.csv`,
      access,
      heavy: true,
      audited: true,
      summary: `Download ${of} as CSV`,
      query,
      download: true,
    }),
    xlsx: route({
      method: 'GET',
      path: `${at(type)}.xlsx`,
      access,
      heavy: true,
      audited: true,
      summary: `Download ${of} as a workbook, with column descriptions`,
      query,
      download: true,
    }),
    outline: route({
      method: 'GET',
      path: `${at(type)}/download_outline`,
      access,
      summary: `Preview a download of ${of}`,
      query: days,
      response: outline,
    }),
    prepare: route({
      method: 'POST',
      path: `${at(type)}/prepare_files`,
      access,
      audited: true,
      summary: `Prepare a ZIP file of ${of} with all files, as the owner`,
      query: days,
      response: begunExport,
      status: 202,
    }),
    dictionary: route({
      method: 'GET',
      path: `${at(type)}/dictionary.csv`,
      access,
      summary: `Describe the columns of a download of ${of}`,
      download: true,
    }),
  };
};

const { csv, xlsx, outline: outlineOf, dictionary, prepare } = routesOf('forms');
const prepared = '/organization/:org/forms/:form_id/prepare_files/:id';
const internal = routesOf('internal_forms');
const ofPublic = routesOf('public_forms');

/** Responses as files: those that the caller may read. */
export const responseDownloadRoutes = {
  csv,
  xlsx,
  outline: outlineOf,
  dictionary,
  prepare,
  prepared: route({
    method: 'GET',
    path: prepared,
    access: 'member',
    audited: true,
    summary: 'Show an export of a form to the person who requested it',
    response: preparedExport,
  }),
  removePrepared: route({
    method: 'DELETE',
    path: prepared,
    access: 'member',
    summary: 'Delete an export of a form before it expires',
  }),
  /** What `url` of an export leads to. */
  exported: route({
    method: 'GET',
    path: '/public/exports/:ticket',
    access: 'public',
    params: { ticket: z.string().max(200) },
    summary: 'Download the file of an export, with its sealed address',
    download: true,
  }),
  internalPrepare: internal.prepare,
  publicPrepare: ofPublic.prepare,
  internalCsv: internal.csv,
  internalXlsx: internal.xlsx,
  internalOutline: internal.outline,
  internalDictionary: internal.dictionary,
  publicCsv: ofPublic.csv,
  publicXlsx: ofPublic.xlsx,
  publicOutline: ofPublic.outline,
  publicDictionary: ofPublic.dictionary,
};
