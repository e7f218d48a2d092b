import { noteRoutes, notes } from '#contract/resources/notes.ts';
import { visibleClients } from '#server/access/scopes.ts';
import { findFor } from '#server/kit/crud.ts';
import { implement, type MemberContext } from '#server/kit/handlers.ts';
import { among, type Row } from '#server/kit/rows.ts';
import { type ServingBelow, under } from '#server/kit/under.ts';
import { undoableVersions, undoNewestOf } from '#server/rollback/undo-newest.ts';

/** The person of the path, when the caller may read them: what they may do with notes is another matter. */
const personOf = (id: number, context: MemberContext) =>
  findFor({ table: 'clients', scope: visibleClients }, id, { ...context, action: 'read' });

const serving: ServingBelow<typeof notes, 'notes', Row<'clients'>> = {
  table: 'notes',
  usual: ['id desc'],
  write: ({ body }, { caller }, { before }) => ({
    columns: { body, ...(before ? {} : { user_id: caller.person.id }) },
  }),
  present: async (rows, { tx, caller }) => {
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
    return rows.map(({ client_id, ...row }) => ({
      ...row,
      notable_type: 'clients' as const,
      notable_id: client_id,
      user: authors.get(row.user_id) ?? { first_name: null, last_name: null },
      undoable_version_id: undoable.get(row.id) ?? null,
    }));
  },
};

const handlers = under(notes, { key: 'client_id', find: personOf }, serving);

/** What staff write down about people. */
export const notesFeature = implement(noteRoutes, {
  ...handlers,
  undo: async ({ params, body }, context) => {
    const { id } = await handlers.show({ params }, context);
    await undoNewestOf(context, { item_type: 'notes', item_id: id }, body.version_id);
    return handlers.show({ params }, context);
  },
});
