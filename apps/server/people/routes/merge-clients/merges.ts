import { mergeRoutes } from '#contract/resources/merges.ts';
import { visibleClients } from '#server/access/scopes.ts';
import { findFor } from '#server/kit/crud.ts';
import { implement, type MemberContext } from '#server/kit/handlers.ts';
import { Problem } from '#server/kit/problem.ts';
import { among, findRow, ofOrganization, type Row } from '#server/kit/rows.ts';
import type { Undo } from '#server/kit/undo.ts';
import { undoMerge } from '#server/people/merging/undo.ts';
import { previewMerge } from './preview.ts';

const personOf = (id: number, context: MemberContext) =>
  findFor({ table: 'clients', scope: visibleClients }, id, { ...context, action: 'read' });

const serialize = async (rows: Row<'merges'>[], { tx }: MemberContext) => {
  const people = await tx
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name'])
    .where('id', '=', among(rows.flatMap(({ user_id, undone_by_id }) => [user_id, undone_by_id])))
    .execute();
  const person = (id: number) => people.find((one) => one.id === id) ?? { id, first_name: null, last_name: null };
  return rows.map(({ user_id, undone_by_id, client_ids, ...row }) => ({
    ...row,
    client_ids,
    user: person(user_id),
    undone_by: undone_by_id === null ? null : person(undone_by_id),
  }));
};

/** Takes a merge back that is the newest change of its master: all that came by it, as its own route does. */
export const undoMergeChange: Undo = {
  restores: () => true,
  undo: async ({ id: master_id, was }, { tx, caller, keys }) => {
    const id = Number(
      Object.keys(was)
        .find((key) => key.startsWith('merge.'))
        ?.slice('merge.'.length),
    );
    const organization_id = caller.organization.id;
    await undoMerge(tx, { organization_id, master_id, id, user_id: caller.person.id }, keys);
  },
};

/** The merges into a person: what they would do, those that were done, and undoing them. */
export const mergesFeature = implement(
  mergeRoutes,
  {
    preview: previewMerge,
    list: async ({ params }, context) => {
      const { id } = await personOf(params.client_id, context);
      const rows = await ofOrganization(context.tx, 'merges', context.caller)
        .selectAll()
        .where('master_client_id', '=', id)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .execute();
      return { data: await serialize(rows, context) };
    },
    undo: async ({ params }, context) => {
      const { tx, caller, keys } = context;
      const { id: master_id } = await personOf(params.client_id, context);
      if (!caller.everything) throw new Problem('forbidden');
      const organization_id = caller.organization.id;
      await undoMerge(tx, { organization_id, master_id, id: params.id, user_id: caller.person.id }, keys);
      const row = await findRow(tx, 'merges', { organization_id, id: params.id });
      const [shown] = await serialize([row], context);
      return shown as NonNullable<typeof shown>;
    },
  },
  {
    people_stay_merged: [
      'base',
      'This person was merged into another while you were editing. Open that person and try again.',
    ],
  },
);
