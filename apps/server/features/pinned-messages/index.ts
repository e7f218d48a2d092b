import { pinnedMessageRoutes, pinnedMessages } from '#contract/resources/pinned-messages.ts';
import { visiblePermissionGroups } from '#server/access/scopes.ts';
import { findFor, showRow } from '#server/kit/crud.ts';
import { implement, type MemberContext } from '#server/kit/handlers.ts';
import { among, conditionOn, findRow, ofOrganization, type Row, type Where } from '#server/kit/rows.ts';
import { type ServingBelow, under } from '#server/kit/under.ts';

type Message = Row<'pinned_messages'>;

const present = async (rows: Message[], { tx, caller }: MemberContext) => {
  const ids = [...new Set(rows.map(({ permission_group_id }) => permission_group_id))];
  const groups = await ofOrganization(tx, 'permission_groups', caller)
    .select(['id', 'name'])
    .where('id', '=', among(ids))
    .execute();
  return rows.map(({ permission_group_id, ...row }) => ({
    ...row,
    expired: row.expired_at !== null && Date.parse(row.expired_at) <= Date.now(),
    permission_group: groups.find(({ id }) => id === permission_group_id) as { id: number; name: string },
  }));
};

/** The group of the path, when the caller may do with it what the route asks for. */
const groupOf = (id: number, context: MemberContext) =>
  findFor({ table: 'permission_groups', scope: visiblePermissionGroups }, id, context);

const { or, eb, exists, selectFrom } = conditionOn('pinned_messages');

/** Messages of the groups that the caller is in, and of those that they may read. */
const readable = ({ caller }: MemberContext): Where<'pinned_messages'> => {
  const mine = caller.principals.filter((principal) => principal < 0).map((principal) => -principal);
  return or([
    eb('permission_group_id', '=', among(mine)),
    exists(
      selectFrom('permission_groups')
        .select('permission_groups.id')
        .where('permission_groups.organization_id', '=', caller.organization.id)
        .whereRef('permission_groups.id', '=', 'pinned_messages.permission_group_id')
        .where(visiblePermissionGroups(caller, 'read')),
    ),
  ]);
};

const serving: ServingBelow<typeof pinnedMessages, 'pinned_messages', Row<'permission_groups'>> = {
  table: 'pinned_messages',
  usual: ['id desc'],
  write: (sent) => ({ columns: sent }),
  present,
};

/** The messages pinned for permission groups. */
export const pinnedMessagesFeature = implement(pinnedMessageRoutes, {
  ...under(pinnedMessages, { key: 'permission_group_id', find: groupOf }, serving),
  show: async ({ params }, context) => {
    const organization_id = context.caller.organization.id;
    const sought = { organization_id, id: params.id, where: readable(context) };
    return showRow(serving, await findRow(context.tx, 'pinned_messages', sought), context);
  },
});
