import type { RecordType } from '#contract/record-types.ts';
import { noteRoutes, notes } from '#contract/resources/notes.ts';
import { findRecord, historyItem } from '#server/access/record-types.ts';
import { undoableVersions, undoNewestOf } from '#server/history/undo-newest.ts';
import { implement, type MemberContext } from '#server/kit/handlers.ts';
import { among } from '#server/kit/rows.ts';
import { type ServingBelow, under } from '#server/kit/under.ts';

type NotableRecord = { id: number; notable_type: RecordType };
type Params = { notable_type: RecordType; notable_id: number };

/** Finds the record of the path for a caller who can read it: what they can do with notes is another matter. */
const findNotable = async (id: number, context: MemberContext, { notable_type }: Params): Promise<NotableRecord> => {
  await findRecord(context, { record_type: notable_type, record_id: id }, 'read');
  return { id, notable_type };
};

const serving: ServingBelow<typeof notes, 'notes', NotableRecord> = {
  table: 'notes',
  usual: ['id desc'],
  write: ({ body }, { caller }, { before }) => ({
    columns: { body, ...(before ? {} : { user_id: caller.person.id }) },
  }),
  serialize: async (rows, { tx, caller }, { id: notable_id, notable_type }) => {
    const undoable = await undoableVersions(
      { tx, caller },
      'notes',
      rows.map(({ id }) => id),
    );
    const people = await tx
      .selectFrom('users')
      .select(['id', 'first_name', 'last_name'])
      .where('id', '=', among([...new Set(rows.map(({ user_id }) => user_id))]))
      .execute();
    const authors = new Map(people.map(({ id, ...name }) => [id, name]));
    return rows.map(({ client_id, record_type, record_id, ...row }) => ({
      ...row,
      notable_type,
      notable_id,
      user: authors.get(row.user_id) ?? { first_name: null, last_name: null },
      undoable_version_id: undoable.get(row.id) ?? null,
    }));
  },
};

const handlers = under(
  notes,
  {
    key: 'notable_id',
    find: findNotable,
    // Where one record has two addresses, as an internal form has, both show the same notes.
    belongs: ({ id, notable_type }) =>
      notable_type === 'clients' ? { client_id: id } : { record_type: historyItem(notable_type), record_id: id },
  },
  serving,
);

/** What staff write down about records of every type. */
export const notesFeature = implement(noteRoutes, {
  ...handlers,
  undo: async ({ params, body }, context) => {
    const { id } = await handlers.show({ params }, context);
    await undoNewestOf(context, { item_type: 'notes', item_id: id }, body.version_id);
    return handlers.show({ params }, context);
  },
});
