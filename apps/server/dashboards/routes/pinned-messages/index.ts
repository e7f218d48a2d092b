import { pinnedMessageRoutes, pinnedMessages } from '#contract/resources/pinned-messages.ts';
import { ownPinnedMessages, visiblePinnedMessages } from '#server/access/dashboard-scopes.ts';
import { serializeMessages } from '#server/access/pinned-messages.ts';
import { visiblePermissionGroups } from '#server/access/scopes.ts';
import { findFor, showRow } from '#server/kit/crud.ts';
import { implement, type MemberContext } from '#server/kit/handlers.ts';
import { findRow, ofOrganization, type Row } from '#server/kit/rows.ts';
import { type ServingBelow, under } from '#server/kit/under.ts';

/** The group of the path, when the caller may do with it what the route asks for. */
const groupOf = (id: number, context: MemberContext) =>
  findFor({ table: 'permission_groups', scope: visiblePermissionGroups }, id, context);

const serving: ServingBelow<typeof pinnedMessages, 'pinned_messages', Row<'permission_groups'>> = {
  table: 'pinned_messages',
  usual: ['id desc'],
  write: (sent) => ({ columns: sent }),
  serialize: serializeMessages,
};

/** So many of one's own are shown at once. */
const maxOwn = 100;

/** The messages pinned for permission groups. */
export const pinnedMessagesFeature = implement(pinnedMessageRoutes, {
  ...under(pinnedMessages, { key: 'permission_group_id', find: groupOf }, serving),
  show: async ({ params }, context) => {
    const organization_id = context.caller.organization.id;
    const sought = { organization_id, id: params.id, where: visiblePinnedMessages(context.caller) };
    return showRow({ serialize: serializeMessages }, await findRow(context.tx, 'pinned_messages', sought), context);
  },
  mine: async (_, context) => {
    const rows = await ofOrganization(context.tx, 'pinned_messages', context.caller)
      .selectAll()
      .where(ownPinnedMessages(context.caller))
      .orderBy('id', 'desc')
      .limit(maxOwn)
      .execute();
    return { data: await serializeMessages(rows, context) };
  },
});
