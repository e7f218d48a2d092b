import { sql } from 'kysely';
import { pinnedMessageRoutes } from '#contract/resources/pinned-messages.ts';
import { visiblePermissionGroups } from '#server/access/scopes.ts';
import { findFor } from '#server/kit/crud.ts';
import { implement, type MemberContext } from '#server/kit/handlers.ts';
import { findRow, insertRow, type Row, removeRow, updateRow, type Where } from '#server/kit/rows.ts';

type Message = Row<'pinned_messages'>;

const present = async (rows: Message[], { tx, caller }: MemberContext) => {
  const ids = [...new Set(rows.map(({ permission_group_id }) => permission_group_id))];
  const groups = await tx
    .selectFrom('permission_groups')
    .select(['id', 'name'])
    .where('organization_id', '=', caller.organization.id)
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute();
  return rows.map(({ permission_group_id, ...row }) => ({
    ...row,
    expired: row.expired_at !== null && Date.parse(row.expired_at) <= Date.now(),
    permission_group: groups.find(({ id }) => id === permission_group_id) as { id: number; name: string },
  }));
};

const shown = async (row: Message, context: MemberContext) => (await present([row], context))[0] as never;

/** The group of the path, when the caller may do with it what the route asks for. */
const groupOf = ({ permission_group_id }: { permission_group_id: number }, context: MemberContext) =>
  findFor({ table: 'permission_groups', scope: visiblePermissionGroups }, permission_group_id, context);

const ofGroup =
  (id: number): Where<'pinned_messages'> =>
  (eb) =>
    eb('permission_group_id', '=', id);

/** Messages of the groups that the caller is in, and of those that they may read. */
const readable =
  (context: MemberContext): Where<'pinned_messages'> =>
  (eb) => {
    const { caller } = context;
    const read = visiblePermissionGroups(caller, 'read');
    const mine = caller.principals.filter((principal) => principal < 0).map((principal) => -principal);
    return eb.or([
      eb('permission_group_id', '=', sql<number>`any(${mine}::bigint[])`),
      eb.exists(
        eb
          .selectFrom('permission_groups')
          .select('permission_groups.id')
          .where('permission_groups.organization_id', '=', caller.organization.id)
          .whereRef('permission_groups.id', '=', 'pinned_messages.permission_group_id')
          .where((inner) => read(inner as never) ?? sql<boolean>`true`),
      ),
    ]);
  };

/** The messages pinned for permission groups. */
export const pinnedMessagesFeature = implement(pinnedMessageRoutes, {
  list: async ({ params }, context) => {
    const group = await groupOf(params, context);
    const rows = await context.tx
      .selectFrom('pinned_messages')
      .selectAll()
      .where('organization_id', '=', group.organization_id)
      .where('permission_group_id', '=', group.id)
      .orderBy('id', 'desc')
      .execute();
    return { data: await present(rows, context) };
  },
  create: async ({ params, body }, context) => {
    const { organization_id, id } = await groupOf(params, context);
    const row = await insertRow(context.tx, 'pinned_messages', organization_id, { ...body, permission_group_id: id });
    return shown(row, context);
  },
  update: async ({ params, body: { lock_version, ...changes } }, context) => {
    const group = await groupOf(params, context);
    const before = await findRow(context.tx, 'pinned_messages', group.organization_id, params.id, ofGroup(group.id));
    return shown(await updateRow(context.tx, 'pinned_messages', before, lock_version, changes), context);
  },
  remove: async ({ params, body }, context) => {
    const group = await groupOf(params, context);
    const row = await findRow(context.tx, 'pinned_messages', group.organization_id, params.id, ofGroup(group.id));
    await removeRow(context.tx, 'pinned_messages', row, body?.lock_version);
  },
  show: async ({ params }, context) =>
    shown(
      await findRow(context.tx, 'pinned_messages', context.caller.organization.id, params.id, readable(context)),
      context,
    ),
});
