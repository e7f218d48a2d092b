import { sql } from 'kysely';
import { among, ofOrganization } from '#server/kit/rows.ts';
import { type ColumnOf, describedSheet } from '#server/kit/sheets/described.ts';
import { type CallerContext, peopleIds, type RecordFile, readRows } from './record-file.ts';

type Note = {
  id: number;
  client_id: number;
  first_name: string;
  last_name: string;
  body: string;
  user_id: number;
  created_at: string;
  updated_at: string;
};
type NoteRow = Note & { author: string };

const columns: ColumnOf<NoteRow>[] = [
  { label: 'Client ID', kind: 'number', meaning: 'The ID of the person', of: ({ client_id }) => client_id },
  { label: 'First Name', kind: 'text', meaning: 'The first name of the person', of: ({ first_name }) => first_name },
  { label: 'Last Name', kind: 'text', meaning: 'The last name of the person', of: ({ last_name }) => last_name },
  { label: 'Note ID', kind: 'number', meaning: 'The ID of the note', of: ({ id }) => id },
  { label: 'Note', kind: 'text', meaning: 'The text of the note', of: ({ body }) => body },
  { label: 'Written By', kind: 'text', meaning: 'The user who wrote the note', of: ({ author }) => author },
  {
    label: 'Time Recorded',
    kind: 'timestamp',
    meaning: 'The time the note was written',
    of: ({ created_at }) => created_at,
  },
  {
    label: 'Time Changed',
    kind: 'timestamp',
    meaning: 'The time the note was last changed',
    of: ({ updated_at }) => updated_at,
  },
];

/** What users are called, by their ids. */
export const namesOfUsers = async (
  { tx }: Pick<CallerContext, 'tx'>,
  ids: readonly (number | null)[],
): Promise<(id: number | null) => string> => {
  const users = await tx
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name'])
    .where('id', '=', among([...new Set(ids)]))
    .execute();
  const names = new Map(
    users.map(({ id, first_name, last_name }) => [id, [first_name, last_name].filter(Boolean).join(' ')]),
  );
  return (id) => (id === null ? '' : (names.get(id) ?? ''));
};

/** The notes on people as a table, person by person, the oldest first. */
export const notes: RecordFile = {
  name: 'Notes',
  columns,
  sheet: async (context, query) => {
    const { tx, caller } = context;
    const ids = await peopleIds(context, query, 'read');
    const statement = ofOrganization(tx, 'notes', caller)
      .innerJoin('clients', (join) =>
        join.onRef('clients.organization_id', '=', 'notes.organization_id').onRef('clients.id', '=', 'notes.client_id'),
      )
      .where('notes.client_id', 'in', ids)
      .select(['notes.id', 'notes.client_id', 'clients.first_name', 'clients.last_name', 'notes.body', 'notes.user_id'])
      .select(['notes.created_at', 'notes.updated_at'])
      .orderBy('notes.client_id')
      .orderBy('notes.id');
    const rows = readRows(context, sql`${statement}`, async (some: Note[]) => {
      const nameOf = await namesOfUsers(
        context,
        some.map(({ user_id }) => user_id),
      );
      return some.map((note) => ({ ...note, author: nameOf(note.user_id) }));
    });
    return describedSheet('Notes', columns, rows);
  },
};
