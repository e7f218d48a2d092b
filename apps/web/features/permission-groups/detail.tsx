import { useMayGive } from '#web/access/may-give.ts';
import { detailOf, RecordScreen } from '#web/screens/record-screen.tsx';
import { RecordSkeleton } from '#web/ui/skeleton.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { type Group, permissionGroups, type Schema, usersIn, useSchema } from './group.ts';
import { useGroupActions } from './group-actions.tsx';
import { Matrices } from './matrix.tsx';
import { Members } from './members.tsx';

const GroupScreen = ({ group, schema }: { group: Group; schema: Schema }) => {
  const { actions, dialogs } = useGroupActions(group, schema);
  const isGivable = useMayGive()(group);
  return (
    <RecordScreen
      of={permissionGroups}
      record={group}
      badge={group.default && <StatusBadge>Default</StatusBadge>}
      facts={[usersIn(group.user_count), ...(group.default ? ['Applies to all new users'] : [])]}
      edit={isGivable ? undefined : null}
      deleting={isGivable && consequenceOf(group)}
      actions={actions}
      dialogs={dialogs}
      cards={<Members users={group.users} />}
    >
      <Matrices schema={schema} privileges={group.privileges} extended={group.record_permission_assignments} />
    </RecordScreen>
  );
};

const consequenceOf = ({ user_count }: Group) =>
  user_count > 0
    ? `${usersIn(user_count)} will lose the access of this group. Users without another group won’t be able to sign in.`
    : 'This group has no members.';

/** One permission group, for reading: what it allows, and who is in it. */
export const Detail = detailOf(permissionGroups, ({ record }) => {
  const { data: schema } = useSchema();
  return schema ? <GroupScreen group={record} schema={schema} /> : <RecordSkeleton label="Loading permission group" />;
});
