import { z } from 'zod';
import { listQuery, personName } from '../kit/list.ts';
import { listRoutes, stamps } from '../kit/resource.ts';
import { id, route } from '../kit/route.ts';
import { calculationResult } from './calculations.ts';
import { answer, answerFiles, givenAnswers } from './client-forms.ts';

/** An internal form as the Resources area lists it. */
export const internalForm = z.object({
  ...stamps.shape,
  name: z.string(),
  description: z.string().nullable(),
  active: z.boolean(),
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

const forms = '/organization/:org/internal_forms';
const records = `${forms}/:form_id/records` as const;
const read = { entity: 'internal_forms', action: 'read', on: 'record' } as const;
const formsQuery = listQuery(z.strictObject({ active: z.boolean() }).partial(), ['name', 'created_at', 'updated_at']);
const recordsQuery = listQuery(z.strictObject({}), ['title', 'created_at', 'updated_at']);

const ofForm = listRoutes({
  path: records,
  access: read,
  summary: 'List the records of an internal form',
  query: recordsQuery,
  record: internalRecord,
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
  records: ofForm.list,
  recordsPage: ofForm.page,
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
    access: { entity: 'internal_forms', action: 'write', on: 'record' },
    summary: 'Add a record to an active internal form',
    body: z.strictObject({ answers: givenAnswers }),
    files: answerFiles,
    repeatedFiles: true,
    response: internalRecord,
  }),
  recordFile: route({
    method: 'GET',
    path: `${records}/:id/files/:file_id`,
    access: read,
    summary: 'A file of a record',
    download: true,
  }),
};
