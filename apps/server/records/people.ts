import { type Gender, genders } from '#contract/resources/clients.ts';
import { openColumns, type PersonKeyOf } from '#forms/person-columns.ts';
import { everyRow, type Row } from '#server/kit/rows.ts';
import { type ColumnOf, describedSheet } from '#server/kit/sheets/described.ts';
import { peopleOrder } from '#server/people/listing.ts';
import { peopleOf, type RecordFile } from './record-file.ts';

type Client = Row<'clients'>;

/** How values that aren't text or dates are written. */
const written: Record<PersonKeyOf<'choice' | 'boolean'>, (client: Client) => string> = {
  gender: ({ gender }) => genders[gender as Gender],
  active: ({ active }) => String(active),
};

/** "Date of birth" as files head their columns: "Date of Birth". */
const heading = (label: string) => label.replace(/\b(?!of\b)[a-z]/g, (letter) => letter.toUpperCase());

/** What a file says of people. The last 4 of SSN are not in it: they are told on request, one by one. */
const columns: ColumnOf<Client>[] = [
  { label: 'Client ID', kind: 'number', meaning: 'The ID of the person', of: ({ id }) => id },
  ...openColumns.map(({ key, label, kind, meaning }): ColumnOf<Client> => {
    const of = key === 'gender' || key === 'active' ? written[key] : (client: Client) => client[key];
    return { label: heading(label), kind: kind === 'date' ? 'date' : 'text', meaning, of };
  }),
  {
    label: 'Time Recorded',
    kind: 'timestamp',
    meaning: 'The time the person was recorded',
    of: ({ created_at }) => created_at,
  },
  {
    label: 'Time Changed',
    kind: 'timestamp',
    meaning: 'The time the record was last changed',
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
