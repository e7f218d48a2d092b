import { z } from 'zod';
import { route } from '../kit/route.ts';
import { type RecordFileKind, recordFileDemands } from '../record-file-kinds.ts';
import { type RecordType, recordTypes } from '../record-types.ts';
import { clients } from './clients.ts';
import { leftOut } from './consents.ts';
import { preparedExport } from './response-downloads.ts';

/** An id that stands in an address as text. */
const written = (message: string) =>
  z
    .string()
    .regex(/^[1-9]\d{0,15}$/, message)
    .transform(Number)
    .optional();

/** The people of a list, as it is searched, filtered and sorted; or one of them. */
const ofPeople = clients.query.omit({ page_size: true }).extend({ client_id: written('Choose a person') });

/** What is said to who asks for the history of a record by half of its name. */
const halfNamed = { path: ['record_id'], message: 'Choose a record by its type and its ID' };

/** Those of a list of people, or of one record of any type. */
const ofRecords = ofPeople
  .omit({ client_id: true })
  .extend({
    record_type: z
      .enum(Object.keys(recordTypes) as [RecordType, ...RecordType[]], 'Choose a type of record')
      .optional(),
    record_id: written('Choose a record'),
  })
  .refine(({ record_type, record_id }) => (record_type === undefined) === (record_id === undefined), halfNamed);

/** What is written in a file besides responses and reports, and what of it. */
const kinds = {
  clients: {
    of: 'the people of a list, without details that are shown only on request',
    access: recordFileDemands.clients,
    query: ofPeople,
  },
  notes: {
    of: 'the notes on people',
    access: recordFileDemands.notes,
    query: ofPeople,
  },
  households: {
    of: 'current and former members of people’s households',
    access: recordFileDemands.households,
    query: ofPeople,
  },
  versions: {
    of: 'changes of people or of one record, field by field',
    access: 'member',
    query: ofRecords,
  },
} as const;

const routesOf = <K extends RecordFileKind>(kind: K) => {
  const { of, access, query } = kinds[kind] as (typeof kinds)[K];
  const at = `/organization/:org/${kind}` as const;
  return {
    csv: route({
      method: 'GET',
      access,
      download: true,
      path: `${at}.csv`,
      heavy: true,
      audited: true,
      summary: `Download ${of} as CSV; more than 200,000 rows answer 202, and an email says when the file is ready`,
      query,
    }),
    xlsx: route({
      method: 'GET',
      access,
      download: true,
      path: `${at}.xlsx`,
      heavy: true,
      audited: true,
      summary: `Download ${of} as a workbook, with column descriptions; more than 200,000 rows answer 202, and an email says when the file is ready`,
      query,
    }),
    dictionary: route({
      method: 'GET',
      access,
      download: true,
      path: `${at}/dictionary.csv`,
      summary: `Describe the columns of a file of ${of}`,
    }),
  };
};

/** The routes of each file. */
export const routesOfFiles = {
  clients: routesOf('clients'),
  notes: routesOf('notes'),
  households: routesOf('households'),
  versions: routesOf('versions'),
};
const { clients: people, notes, households, versions } = routesOfFiles;

/** Records as files: those that the caller may read and change. */
export const recordFileRoutes = {
  clientsCsv: people.csv,
  clientsXlsx: people.xlsx,
  clientsDictionary: people.dictionary,
  notesCsv: notes.csv,
  notesXlsx: notes.xlsx,
  notesDictionary: notes.dictionary,
  householdsCsv: households.csv,
  householdsXlsx: households.xlsx,
  householdsDictionary: households.dictionary,
  versionsCsv: versions.csv,
  versionsXlsx: versions.xlsx,
  versionsDictionary: versions.dictionary,
  exported: route({
    method: 'GET',
    path: '/organization/:org/exports/:id',
    access: 'member',
    audited: true,
    summary: 'Show an export of records that was too large to download immediately, to the person who requested it',
    response: preparedExport,
  }),
  leftOut: route({
    method: 'GET',
    path: '/organization/:org/clients/left_out',
    access: { entity: 'clients', action: 'read', on: 'any' },
    summary: 'Count the people in a list who are left out of files because they haven’t agreed, or null',
    query: ofPeople,
    response: z.object({ left_out: leftOut.nullable() }),
  }),
};
export type RecordFileQuery = Partial<z.output<typeof ofPeople> & z.output<typeof ofRecords>>;
