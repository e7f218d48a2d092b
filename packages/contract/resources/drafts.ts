import { z } from 'zod';
import { listOf } from '../kit/list.ts';
import { draftKey, id, route } from '../kit/route.ts';
import { timestamp } from '../kit/text.ts';
import { type RecordType, recordTypes } from '../record-types.ts';

/** What a draft is for, by what is being filled in or edited. */
export const draftSubjects = {
  newClient: 'clients.new',
  client: (id: number) => `clients.${id}`,
  /** A response to a form that is new for a person. */
  newResponse: (client_id: number, form_id: number) => `clients.${client_id}.forms.${form_id}`,
  response: (id: number) => `client_forms.${id}`,
  newRecord: (form_id: number) => `internal_forms.${form_id}.records.new`,
  internalRecord: (id: number) => `internal_records.${id}`,
  publicInstance: (id: number) => `public_form_instances.${id}`,
  newForm: 'forms.new',
  form: (id: number) => `forms.${id}`,
  newReport: 'report_definitions.new',
  report: (id: number) => `report_definitions.${id}`,
  /** A note that is new on a record. */
  newNote: (record_type: RecordType, record_id: number) => `notes.${record_type}.${record_id}`,
} as const;

/** What has a form of its own. */
type RecordKind = 'clients' | 'forms' | 'report_definitions';
/** What holds answers and is there already. */
type ResponseKind = 'client_forms' | 'internal_records' | 'public_form_instances';

/** A subject in its parts. The record's id is null where it is a new one. */
export type DraftSubject =
  | { kind: RecordKind; id: number | null }
  | { kind: ResponseKind | 'new_record'; id: number }
  | { kind: 'new_response'; client_id: number; form_id: number }
  | { kind: 'new_note'; record_type: RecordType; record_id: number };

const patterns = {
  record: /^(clients|forms|report_definitions)\.(new|[1-9]\d{0,15})$/,
  response: /^(client_forms|internal_records|public_form_instances)\.([1-9]\d{0,15})$/,
  newRecord: /^internal_forms\.([1-9]\d{0,15})\.records\.new$/,
  newNote: /^notes\.([a-z_]{1,30})\.([1-9]\d{0,15})$/,
  newResponse: /^clients\.([1-9]\d{0,15})\.forms\.([1-9]\d{0,15})$/,
};

/** The parts of a subject; null when it is none. */
export const draftSubjectOf = (subject: string): DraftSubject | null => {
  const [, kind, record] = patterns.record.exec(subject) ?? [];
  if (kind && record) return { kind: kind as RecordKind, id: record === 'new' ? null : Number(record) };
  const [, type, response] = patterns.response.exec(subject) ?? [];
  if (response) return { kind: type as ResponseKind, id: Number(response) };
  const [, recordsOf] = patterns.newRecord.exec(subject) ?? [];
  if (recordsOf) return { kind: 'new_record', id: Number(recordsOf) };
  const [, noted, record_id] = patterns.newNote.exec(subject) ?? [];
  if (noted && Object.hasOwn(recordTypes, noted))
    return { kind: 'new_note', record_type: noted as RecordType, record_id: Number(record_id) };
  const [, client_id, form_id] = patterns.newResponse.exec(subject) ?? [];
  return client_id ? { kind: 'new_response', client_id: Number(client_id), form_id: Number(form_id) } : null;
};

const subject = z
  .string()
  .max(60)
  .refine((value) => draftSubjectOf(value) !== null, 'Enter the subject of the draft, such as clients.new');

/** Made on the screen that types it: it tells the drafts of two devices, or of two tabs, apart. */
const key = z.string().regex(draftKey, 'Use a key of 16 to 64 letters, digits and hyphens');

/** The most that a draft may hold, in bytes. */
export const maxDraftSize = 700_000;

/** How many files a draft may hold. */
export const maxDraftFiles = 20;
/** How large the files of all of one's drafts in an organization may be together, in bytes. */
export const maxDraftFilesSize = 200 * 1024 * 1024;

const draft = z.object({
  key,
  saved_at: timestamp,
  /** When it is forgotten. */
  kept_until: timestamp,
  /** What was typed, as the screen wrote it down; null while the caller may not do what it is for. */
  content: z.string().nullable(),
});
export type Draft = z.output<typeof draft>;

const access = 'member';

/** What is typed and not saved yet. Everybody has their own; who acts for somebody neither sees nor writes any. */
export const draftRoutes = {
  list: route({
    method: 'GET',
    path: '/organization/:org/drafts',
    access,
    summary: 'List the caller’s drafts for one subject, newest first',
    query: z.strictObject({ subject }),
    response: listOf(draft).extend({
      /** Why their content is not shown, in a sentence; null when it is. */
      withheld: z.string().nullable(),
    }),
  }),
  save: route({
    method: 'PUT',
    path: '/organization/:org/drafts/:key',
    access,
    summary: 'Save a draft for 30 days, or until its subject is saved',
    params: { key },
    body: z.strictObject({
      subject,
      /** JSON of an object. It is a text, so that nothing in it is trimmed. */
      content: z.string(),
      /** Counts the changes on the screen: an older content that arrives late is not taken. */
      revision: z.int().positive().max(2_147_483_647),
      /** The draft that this one goes on with: it ends, and its files come along. */
      replaces: key.optional(),
      /** Files of it that are chosen no more: they go. */
      removes: z.array(id).max(maxDraftFiles).optional(),
    }),
    /** `saved_at` is null when there is an end of it already: what it was for was saved, or it was discarded. */
    response: z.object({ saved_at: timestamp.nullable() }),
  }),
  remove: route({
    method: 'DELETE',
    path: '/organization/:org/drafts/:key',
    access,
    summary: 'Discard a draft',
    params: { key },
  }),
  addFile: route({
    method: 'POST',
    path: '/organization/:org/drafts/:key/files',
    access,
    summary: 'Add a file to a draft; it is deleted with the draft',
    params: { key },
    body: z.strictObject({}),
    files: { name: /^file$/, accepts: 'any type of file that attachments allow' },
    response: z.object({ id }),
  }),
  file: route({
    method: 'GET',
    path: '/organization/:org/drafts/:key/files/:id',
    access,
    summary: 'Download a file of the caller’s draft',
    params: { key },
    download: true,
  }),
  deviceSecrets: route({
    method: 'GET',
    path: '/organization/:org/drafts/device_secrets',
    access,
    secret: true,
    summary: 'List the secrets that encrypt the caller’s drafts on offline devices, newest first',
    response: listOf(z.object({ id, secret: z.string() })),
  }),
};
