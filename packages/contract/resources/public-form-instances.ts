import { z } from 'zod';
import { clientFields } from '#forms/definition/field-settings.ts';
import { storedRules } from '#forms/definition/rule.ts';
import { byColumn, nameColumns } from '#forms/person-columns.ts';
import { listQuery } from '../kit/list.ts';
import { listRoutes, removal, stamps } from '../kit/resource.ts';
import { id, route } from '../kit/route.ts';
import { date, timestamp } from '../kit/text.ts';
import { calculation, calculationResult } from './calculations.ts';
import { allowedActions, answer, answerFiles, printedParts } from './client-forms.ts';
import { duplicate, genders } from './clients.ts';
import { formField } from './forms.ts';
import { keyedAnswers } from './public-forms.ts';

/** The person whose a public response is; null for who may not read that person. */
const linkedClient = z.object({ id, first_name: z.string(), last_name: z.string() }).nullable();

/** Which field of the form stands for what of a person. */
const client_field_mapping = z.partialRecord(z.enum(clientFields), id);

/** What somebody without an account answered to a public form. */
export const publicInstance = z.object({
  ...stamps.shape,
  public_form_id: id,
  form_id: id,
  form_name: z.string(),
  /** What who sent it was told, to ask about it. */
  reference: z.string(),
  /** The language in which it was filled in; null for the form's own. */
  language: z.string().nullable(),
  completed_at: timestamp,
  /** Whether it was told whose it is. */
  linked: z.boolean(),
  client: linkedClient,
  /** The response of that person which was made of it; null for who may not see it. */
  client_form_id: id.nullable(),
  client_field_mapping,
  /** By the id of its field; `position` is the order on the form. */
  answers: z.record(z.string(), answer.extend({ position: z.int() })),
  calculation_results: z.array(calculationResult),
  actions: allowedActions,
  /** Whether the caller may take back whose it is: that deletes the response of the person. */
  may_unlink: z.boolean(),
});

/** With the form as it stands today, to change the answers. */
const editable = publicInstance.extend({
  form: z.object({
    id,
    name: z.string(),
    active: z.boolean(),
    form_fields: z.array(formField),
    logic: storedRules,
    calculations: z.array(calculation),
  }),
});

/** That a public response is somebody's. */
const link = z.object({
  id,
  created_at: timestamp,
  client: linkedClient,
  client_form_id: id.nullable(),
  client_field_mapping,
});

/** A new person as the answers tell of them, for who quickly records one. */
const personInAnswers = z.object({
  ...byColumn(nameColumns, () => z.string().nullable()),
  dob: date.nullable(),
  gender: z.enum(Object.keys(genders) as [keyof typeof genders, ...(keyof typeof genders)[]]).nullable(),
  ssn_suffix: z.string().nullable(),
});

const path = '/organization/:org/public_forms/:public_form_id/public_form_instances';
const flat = '/organization/:org/public_form_instances';
const links = `${flat}/:instance_id/public_form_instance_client_form_links` as const;
const read = { entity: 'public_forms', action: 'read', on: 'record' } as const;
const write = { entity: 'public_forms', action: 'write', on: 'record' } as const;

const { list, page } = listRoutes({
  path,
  access: read,
  summary: 'List the responses to a public form, newest first',
  query: listQuery(z.strictObject({ linked: z.boolean() }).partial(), ['completed_at', 'created_at', 'updated_at']),
  record: publicInstance,
});

export const publicInstanceRoutes = {
  list: route({ ...list, audited: true, heavy: 'searching' }),
  page: route({ ...page, audited: true, heavy: 'searching' }),
  show: route({
    method: 'GET',
    path: `${path}/:id`,
    access: read,
    audited: true,
    summary: 'Show one response to a public form',
    response: publicInstance,
  }),
  edit: route({
    method: 'GET',
    path: `${path}/:id/edit`,
    access: write,
    audited: true,
    summary: 'Show one response to a public form with the form, for editing',
    response: editable,
  }),
  update: route({
    method: 'PUT',
    path: `${path}/:id`,
    access: write,
    summary: 'Change answers; once it’s linked, this changes the person’s response instead',
    body: z.strictObject({ answers: keyedAnswers.optional(), lock_version: z.int().optional() }),
    files: answerFiles,
    response: publicInstance,
  }),
  remove: route({
    method: 'DELETE',
    path: `${path}/:id`,
    access: { entity: 'public_forms', action: 'remove', on: 'record' },
    audited: true,
    summary: 'Delete a response to a public form; the person’s response that was created from it is kept',
    body: removal.optional(),
  }),
  printed: route({
    method: 'GET',
    path: `${path}/:id/printed`,
    access: read,
    audited: true,
    summary: 'Show a response to a public form for printing',
    response: publicInstance.omit({ answers: true, actions: true, may_unlink: true }).extend(printedParts.shape),
  }),
  file: route({
    method: 'GET',
    path: `${path}/:id/files/:file_id`,
    access: read,
    audited: true,
    summary: 'Download a file of a response to a public form',
    download: true,
  }),
  flat: route({
    method: 'GET',
    path: `${flat}/:id`,
    access: read,
    audited: true,
    summary: 'Show one response to any public form',
    response: publicInstance,
  }),
  matches: route({
    method: 'GET',
    path: `${flat}/:instance_id/client_matches`,
    access: write,
    audited: true,
    summary: 'Suggest up to 5 people who may have sent a response, with reasons, and a new person from its answers',
    response: z.object({ person: personInAnswers, data: z.array(duplicate) }),
  }),
  link: route({
    method: 'POST',
    path: links,
    access: write,
    audited: true,
    summary: 'Link a response to a person, who gets a response with its answers',
    body: z.strictObject({
      client_id: id,
      /** What the person's response is to hold instead; what is not named is as it was answered. */
      answers: keyedAnswers.optional(),
    }),
    response: link,
  }),
  showLink: route({
    method: 'GET',
    path: links,
    access: read,
    summary: 'Show the person a response is linked to, or null',
    response: link.nullable(),
  }),
  unlink: route({
    method: 'DELETE',
    path: links,
    access: write,
    audited: true,
    summary: 'Unlink a response from its person and delete the response created from it; refused once that was changed',
  }),
};
