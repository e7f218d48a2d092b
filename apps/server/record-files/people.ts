import { type Gender, genders } from '#contract/resources/clients.ts';
import { everyRow, type Row } from '#server/kit/rows.ts';
import { type ColumnOf, describedSheet } from '#server/kit/sheets/described.ts';
import { peopleOrder } from '#server/people/listing.ts';
import { peopleOf, type RecordFile } from './record-file.ts';

type Client = Row<'clients'>;

/** What a file says of people. The last 4 of SSN are not in it: they are told on request, one by one. */
const columns: ColumnOf<Client>[] = [
  { label: 'Client ID', kind: 'number', meaning: 'The ID of the person', of: ({ id }) => id },
  { label: 'First Name', kind: 'text', meaning: 'Their first name', of: ({ first_name }) => first_name },
  { label: 'Middle Name', kind: 'text', meaning: 'Their middle name', of: ({ middle_name }) => middle_name },
  { label: 'Last Name', kind: 'text', meaning: 'Their last name', of: ({ last_name }) => last_name },
  { label: 'Date of Birth', kind: 'date', meaning: 'When they were born', of: ({ dob }) => dob },
  {
    label: 'Gender',
    kind: 'text',
    meaning: `One of ${Object.values(genders).join(', ')}`,
    of: ({ gender }) => genders[gender as Gender],
  },
  {
    label: 'Active',
    kind: 'text',
    meaning: 'true while they are served, false afterwards',
    of: ({ active }) => String(active),
  },
  { label: 'Date Deceased', kind: 'date', meaning: 'When they died', of: ({ dod }) => dod },
  {
    label: 'Time Recorded',
    kind: 'timestamp',
    meaning: 'When the person was recorded',
    of: ({ created_at }) => created_at,
  },
  {
    label: 'Time Changed',
    kind: 'timestamp',
    meaning: 'When the record of the person was last changed',
    of: ({ updated_at }) => updated_at,
  },
];

/** People as a table, in the order of their list. */
export const people: RecordFile = {
  name: 'People',
  columns,
  sheet: async (context, query) => {
    const { by, usual } = peopleOrder;
    const organization_id = context.caller.organization.id;
    const conditions = await peopleOf(context, query, 'write');
    const rows = everyRow(
      context.tx,
      { table: 'clients', organization_id, conditions, source: null, order: by, usual },
      query.sort,
    );
    return describedSheet('People', columns, rows);
  },
};
