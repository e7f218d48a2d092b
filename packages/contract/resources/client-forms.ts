import { z } from 'zod';
import { storedRules } from '#forms/definition/rule.ts';
import { fieldTypeNames } from '#forms/field-types/field-type.ts';
import type { FileParts } from '../kit/file-parts.ts';
import { listOf, listQuery, personName } from '../kit/list.ts';
import { namedBy } from '../kit/named-entries.ts';
import { recordActions } from '../kit/privileges.ts';
import { listRoutes, removal, stamps } from '../kit/resource.ts';
import { id, route } from '../kit/route.ts';
import { moment, timestamp } from '../kit/text.ts';
import { calculation, calculationResult } from './calculations.ts';
import { formField } from './forms.ts';
import { startedJob } from './jobs.ts';
import { referral } from './referral-system.ts';

/** Where answers are searched for a text, so many of the newest responses to a form are looked through. */
export const maxSearched = 10_000;

const givenAnswer = z.strictObject({
  field_id: id,
  value: z.unknown(),
  /** The rules of the form that empty a field once have done so before this was given: it stands. */
  settled: z.boolean().optional(),
});
/** Answers as they are sent: what is not named stays as it is. */
export const givenAnswers = namedBy(z.array(givenAnswer).max(1000), { name: 'field_id', value: 'value' });
/** The names of the file parts that answers may come with. */
export const answerFiles = {
  name: /^answers\[\d+\]$/,
  accepts: 'documents, pictures, sound and video for the field with this ID',
  repeated: true,
} satisfies FileParts;

/** An answer as it is shown: what was stored, and how it reads. */
export const answer = z.object({
  field_id: id,
  /** The form-field entry that asks it; null when the field is no longer on the form. */
  id: id.nullable(),
  name: z.string(),
  value: z.unknown(),
  display_value: z.string(),
  field_type: z.enum(fieldTypeNames),
  metadata: z.record(z.string(), z.unknown()),
  is_quick_view: z.boolean(),
});

/** What the caller can do with a response: reading, changing and deleting it, as the server decides it. */
export const allowedActions = z.array(z.enum(recordActions));

/** One filling in of a form for a person. */
export const clientForm = z.object({
  ...stamps.shape,
  form_id: id,
  form_name: z.string(),
  client_id: id,
  administrator_id: id.nullable(),
  completed_at: timestamp,
  created_by: personName.nullable(),
  updated_by: personName.nullable(),
  answers: z.array(answer),
  calculation_results: z.array(calculationResult),
  /** The referral that it is in the external system; null where it is none. */
  referral: referral.nullable(),
  /** Without `read`, as of what somebody just recorded with a restricted form, no answers and no results are shown. */
  actions: allowedActions,
});

/** What is needed to ask what a form asks. */
export const formToFill = z.object({
  id,
  name: z.string(),
  active: z.boolean(),
  form_fields: z.array(formField),
  logic: storedRules,
  calculations: z.array(calculation),
});

/** What is needed to change an answer: the response with the form as it stands today. */
const editable = clientForm.extend({ form: formToFill });

export const clientFormGroup = z.object({
  id,
  name: z.string(),
  active: z.boolean(),
  count: z.int(),
  last_administered_at: timestamp,
  last_administered_by: personName.nullable(),
});

/** What paper shows of any response: what its form asks today, in its order, without what its rules hide. */
export const printedParts = z.object({
  /** How often the form was saved, and when last. */
  form_version: z.object({ number: z.int(), at: timestamp }),
  parts: z.array(
    answer.pick({ field_id: true, name: true, field_type: true, value: true, display_value: true }).extend({
      /** What a presentation says, as markdown. */
      content: z.string().nullable(),
    }),
  ),
});

/** A response as paper shows it. */
const printed = clientForm.omit({ answers: true, referral: true, actions: true }).extend(printedParts.shape);

/** A response is duplicated for so many people at once. */
export const maxCopies = 200;

const path = '/organization/:org/clients/:client_id/client_forms';
const query = listQuery(z.strictObject({ form_id: id }).partial(), ['completed_at', 'created_at', 'updated_at']);

const { list, page } = listRoutes({
  path,
  access: { entity: 'client_forms', action: 'read', on: 'any' },
  summary: 'List the responses of a person',
  query,
  record: clientForm,
});

export const clientFormRoutes = {
  groups: route({
    method: 'GET',
    path: '/organization/:org/clients/:client_id/client_form_groups',
    access: { entity: 'client_forms', action: 'read', on: 'any' },
    summary: 'List the forms recorded for a person, with the number and last date of their responses',
    response: listOf(clientFormGroup),
  }),
  list: route({ ...list, audited: true }),
  page: route({ ...page, audited: true }),
  show: route({
    method: 'GET',
    path: `${path}/:id`,
    access: { entity: 'client_forms', action: 'read', on: 'record' },
    audited: true,
    summary: 'Show one response',
    response: clientForm,
  }),
  edit: route({
    method: 'GET',
    path: `${path}/:id/edit`,
    access: { entity: 'client_forms', action: 'write', on: 'record' },
    audited: true,
    summary: 'Show one response with its form, for editing',
    response: editable,
  }),
  create: route({
    method: 'POST',
    path,
    access: { entity: 'client_forms', action: 'write', on: 'entity' },
    summary: 'Record a response to an active form',
    body: z.strictObject({ form_id: id, answers: givenAnswers }),
    files: answerFiles,
    response: clientForm,
  }),
  update: route({
    method: 'PUT',
    path: `${path}/:id`,
    access: { entity: 'client_forms', action: 'write', on: 'record' },
    summary: 'Change answers; answers that aren’t sent are kept',
    body: z.strictObject({
      answers: givenAnswers.optional(),
      completed_at: moment.optional(),
      form_id: id.optional(),
      lock_version: z.int().optional(),
    }),
    files: answerFiles,
    response: clientForm,
  }),
  remove: route({
    method: 'DELETE',
    path: `${path}/:id`,
    access: { entity: 'client_forms', action: 'remove', on: 'record' },
    audited: true,
    summary: 'Delete a response',
    body: removal.optional(),
  }),
  validate: route({
    method: 'POST',
    path: '/organization/:org/clients/:client_id/client_forms_validator',
    access: { entity: 'client_forms', action: 'write', on: 'entity' },
    summary: 'Check answers against a form without saving them',
    body: z.strictObject({ form_id: id, answers: givenAnswers }),
    response: z.object({ valid: z.literal(true) }),
    status: 200,
  }),
  printed: route({
    method: 'GET',
    path: `${path}/:id/printed`,
    access: { entity: 'client_forms', action: 'read', on: 'record' },
    audited: true,
    summary: 'Show a response for printing: its visible questions, answered or not, and the texts between them',
    response: printed,
  }),
  clone: route({
    method: 'POST',
    path: '/organization/:org/client_forms/:id/clone',
    access: { entity: 'client_forms', action: 'write', on: 'any' },
    summary: 'Duplicate a response: immediately for the same person, in a job for others; without signatures',
    body: z.strictObject({
      /** Nobody stands for the person of the response. */
      clients_ids: z.array(id).max(maxCopies, `Choose at most ${maxCopies} people`),
    }),
    response: z.object({
      /** The copy; of copies that follow in a job, the response that they are made of. */
      id,
      type: z.literal('client_forms').default('client_forms'),
      form_id: id,
      client_id: id,
      job: startedJob.optional(),
    }),
  }),
  file: route({
    method: 'GET',
    path: `${path}/:id/files/:file_id`,
    access: { entity: 'client_forms', action: 'read', on: 'record' },
    audited: true,
    summary: 'Download a file of a response',
    download: true,
  }),
};
