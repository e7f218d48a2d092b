import { z } from 'zod';
import { listQuery, pageOf, pageParams, personName } from '../kit/list.ts';
import { listRoutes, removal, stamps } from '../kit/resource.ts';
import { id, route } from '../kit/route.ts';
import { timestamp } from '../kit/text.ts';
import { calculationResult } from './calculations.ts';
import { answer, answerFiles, formToFill, givenAnswers, printedParts } from './client-forms.ts';
import { startedJob } from './jobs.ts';

/** An internal form as the Resources area lists it. */
export const internalForm = z.object({
  ...stamps.shape,
  name: z.string(),
  description: z.string().nullable(),
  active: z.boolean(),
  record_count: z.int(),
  /** The forms on which its records are picked, of those that the caller may see. */
  picked_on: z.array(z.object({ id, name: z.string() })),
  /** When what pickers and reports read of its records was last asked to be built again. */
  refreshed_at: timestamp.nullable(),
});

/** One record of an internal form. */
export const internalRecord = z.object({
  ...stamps.shape,
  form_id: id,
  form_name: z.string(),
  /** What names it in lists and pickers: the answer to the first Preview Field. */
  title: z.string().nullable(),
  created_by: personName.nullable(),
  updated_by: personName.nullable(),
  answers: z.array(answer),
  calculation_results: z.array(calculationResult),
});

/** A response that holds a record, of those that the caller may see. */
const recordUse = z.object({
  /** Of the response. */
  id,
  form_id: id,
  form_name: z.string(),
  /** The question that it answers. */
  field_name: z.string(),
  /** The person of the response; null when it is itself a record. */
  client_id: id.nullable(),
  name: z.string(),
  completed_at: timestamp,
});

const forms = '/organization/:org/internal_forms';
const records = `${forms}/:form_id/records` as const;
const read = { entity: 'internal_forms', action: 'read', on: 'record' } as const;
const formsQuery = listQuery(z.strictObject({ active: z.boolean() }).partial(), ['name', 'created_at', 'updated_at']);
const recordsQuery = listQuery(z.strictObject({}), ['title', 'created_at', 'updated_at']);
const usesQuery = recordsQuery.pick({ page_size: true });
const write = { entity: 'internal_forms', action: 'write', on: 'record' } as const;

const ofForm = listRoutes({
  path: records,
  access: read,
  summary: 'List the records of an internal form',
  query: recordsQuery,
  record: internalRecord,
});

const anywhere = listRoutes({
  path: '/organization/:org/internal_records',
  access: { entity: 'internal_forms', action: 'read', on: 'any' },
  summary: 'Search the records of all internal forms that the caller can see, by title',
  query: recordsQuery,
  record: z.object({ id, form_id: id, form_name: z.string(), title: z.string().nullable() }),
});

/** Internal forms hold the organization's own lists. Who may see a form under internal_forms sees its records. */
export const internalFormRoutes = {
  ...listRoutes({
    path: forms,
    access: { entity: 'internal_forms', action: 'read', on: 'any' },
    summary: 'List the internal forms',
    query: formsQuery,
    record: internalForm,
  }),
  show: route({
    method: 'GET',
    path: `${forms}/:id`,
    access: read,
    summary: 'Show one internal form',
    response: internalForm,
  }),
  refresh: route({
    method: 'PUT',
    path: `${forms}/:id`,
    access: write,
    summary: 'Rebuild the data that pickers and reports read from the records, at most once a minute',
    body: z.strictObject({}),
    response: internalForm.extend({ job: startedJob }),
    status: 202,
  }),
  toFill: route({
    method: 'GET',
    path: `${forms}/:id/questions`,
    access: write,
    summary: 'Show an internal form with everything needed to fill in a record',
    response: formToFill.extend({ description: z.string().nullable() }),
  }),
  records: route({ ...ofForm.list, heavy: 'searching' }),
  recordsPage: route({ ...ofForm.page, heavy: 'searching' }),
  showRecord: route({
    method: 'GET',
    path: `${records}/:id`,
    access: read,
    summary: 'Show one record of an internal form',
    response: internalRecord,
  }),
  createRecord: route({
    method: 'POST',
    path: records,
    access: write,
    summary: 'Add a record to an active internal form',
    body: z.strictObject({ answers: givenAnswers }),
    files: answerFiles,
    response: internalRecord,
  }),
  updateRecord: route({
    method: 'PUT',
    path: `${records}/:id`,
    access: write,
    summary: 'Change answers of a record; answers that aren’t sent are kept',
    body: z.strictObject({ answers: givenAnswers.optional(), lock_version: z.int().optional() }),
    files: answerFiles,
    response: internalRecord,
  }),
  removeRecord: route({
    method: 'DELETE',
    path: `${records}/:id`,
    access: { entity: 'internal_forms', action: 'remove', on: 'record' },
    audited: true,
    summary: 'Delete a record that no response uses',
    body: removal.optional(),
  }),
  recordUses: route({
    method: 'GET',
    path: `${records}/:id/uses/page/:page`,
    access: read,
    summary: 'List the responses with this record that the caller can see, newest first',
    params: pageParams,
    query: usesQuery,
    response: pageOf(recordUse),
  }),
  download: route({
    method: 'GET',
    path: `${records}/:id/download`,
    access: read,
    summary: 'Download the attachment of a record, or several in a ZIP file',
    download: true,
  }),
  printedRecord: route({
    method: 'GET',
    path: `${records}/:id/printed`,
    access: read,
    summary: 'Show a record for printing: its visible questions, answered or not, and the texts between them',
    response: internalRecord.omit({ answers: true }).extend(printedParts.shape),
  }),
  anyRecords: anywhere.page,
  recordFile: route({
    method: 'GET',
    path: `${records}/:id/files/:file_id`,
    access: read,
    summary: 'Download a file of a record',
    download: true,
  }),
};
