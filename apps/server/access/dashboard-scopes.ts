import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import type { DB } from '../kit/db.ts';
import type { Member } from '../kit/handlers.ts';
import { always, among, conditionOn, type Where } from '../kit/rows.ts';
import { groupsOf, holds } from './demands.ts';
import { type AccessScope, ownSteps, recordsOf, visiblePermissionGroups, visibleReports } from './scopes.ts';

const { exists, selectFrom, and } = expressionBuilder<DB, never>();

const ofMessages = conditionOn('pinned_messages');

/** The messages pinned for the groups that the caller is in. */
const ofOwnGroups = (caller: Member): Where<'pinned_messages'> =>
  ofMessages('pinned_messages.permission_group_id', '=', among(groupsOf(caller)));

const lasts: Where<'pinned_messages'> = ofMessages.or([
  ofMessages('pinned_messages.expired_at', 'is', null),
  ofMessages('pinned_messages.expired_at', '>', sql<string>`now()`),
]);

/** Those of them that are shown: they have not expired. */
export const ownPinnedMessages = (caller: Member): Where<'pinned_messages'> => and([ofOwnGroups(caller), lasts]);

/** The messages that the caller may read: those of the groups that they are in, and of those that they may read. */
export const visiblePinnedMessages = (caller: Member): Where<'pinned_messages'> =>
  ofMessages.or([
    ofOwnGroups(caller),
    exists(
      selectFrom('permission_groups')
        .select('permission_groups.id')
        .where('permission_groups.id', '=', sql.ref<number>('pinned_messages.permission_group_id'))
        .where(visiblePermissionGroups(caller, 'read')),
    ),
  ]);

const widgets = conditionOn('dashboard_widgets');
const ofDashboards = recordsOf<'dashboard_widgets'>(ownSteps('dashboards', 'dashboard_widgets.id'));

/** Whether a widget shows a report or a message that meets a condition. */
const shows = (table: 'report_definitions' | 'pinned_messages', caller: Member, where: Expression<SqlBool>) =>
  exists(
    selectFrom(table)
      .select(`${table}.id`)
      .where(`${table}.organization_id`, '=', caller.organization.id)
      .where(
        `${table}.id`,
        '=',
        sql.ref<number>(
          table === 'pinned_messages'
            ? 'dashboard_widgets.pinned_message_id'
            : 'dashboard_widgets.report_definition_id',
        ),
      )
      .where(where),
  );

/**
 * What stands on the dashboard for the caller: what they may read, and for who arranges it everything, so that they see
 * that something stands there. A message that is over is there for nobody.
 */
export const visibleWidgets: AccessScope<'dashboard_widgets'> = (caller, action) => {
  const arranges = holds(caller, { entity: 'dashboards', action: 'write' });
  return and([
    ofDashboards(caller, action),
    widgets.or([
      widgets('dashboard_widgets.pinned_message_id', 'is', null),
      shows('pinned_messages', caller, arranges ? lasts : ownPinnedMessages(caller)),
    ]),
    arranges
      ? always
      : widgets.or([
          widgets('dashboard_widgets.report_definition_id', 'is', null),
          shows('report_definitions', caller, visibleReports(caller, 'read')),
        ]),
  ]);
};
