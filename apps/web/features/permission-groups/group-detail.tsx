import { IconPencil } from '@tabler/icons-react';
import { useParams } from 'react-router';
import { permissionGroupRoutes } from '#contract/resources/permission-groups.ts';
import { Can } from '#web/access/account.tsx';
import { useMayGive } from '#web/access/may-give.ts';
import { useTitle } from '#web/kit/title.ts';
import { useRecord } from '#web/kit/use-record.ts';
import { RecordSummary } from '#web/screens/history.tsx';
import { Side } from '#web/screens/master-detail.tsx';
import { RecordNotices } from '#web/screens/record-notices.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { RecordHeader } from '#web/ui/record-header.tsx';
import { ActionList, SideCard } from '#web/ui/side-card.tsx';
import { RecordSkeleton } from '#web/ui/skeleton.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import css from './dialogs.module.css';
import { type Group, root, type Schema, usersIn, useSchema } from './group.ts';
import { useGroupActions } from './group-actions.tsx';
import { Matrices } from './matrix.tsx';
import { Members } from './members.tsx';

/** One permission group, for reading: what it allows, and who is in it. */
export const GroupDetail = () => {
  const id = Number(useParams().id);
  const { data: group } = useRecord(permissionGroupRoutes.show, { id }, root);
  const { data: schema } = useSchema();
  useTitle(group?.name, 'Permission groups');
  if (!group || !schema) return <RecordSkeleton label="Loading permission group" />;
  return <Detail key={id} group={group} schema={schema} />;
};

const Detail = ({ group, schema }: { group: Group; schema: Schema }) => {
  const { id, name } = group;
  const { actions, reason, dialogs } = useGroupActions(group, schema);
  const mayGive = useMayGive();
  return (
    <>
      <RecordHeader
        crumbs={[{ label: 'Permission groups', to: root }, { label: name }]}
        title={name}
        badge={group.default && <StatusBadge>Default</StatusBadge>}
        facts={[usersIn(group.user_count), ...(group.default ? ['Applies to all new users'] : [])]}
        primary={
          mayGive(group) && (
            <Can do={permissionGroupRoutes.update} on={id}>
              <ButtonLink to={`${root}/${id}/edit`} icon={IconPencil}>
                Edit
              </ButtonLink>
            </Can>
          )
        }
        actions={actions.map((action) => ({ ...action, apart: action.danger ?? false }))}
      />
      <RecordNotices type="permission_groups" id={id} />
      <Matrices schema={schema} privileges={group.privileges} extended={group.record_permission_assignments} />
      <Side>
        {actions.length > 0 && (
          <SideCard title="Actions">
            <ActionList actions={actions} />
            {reason && <p className={css.muted}>{reason}</p>}
          </SideCard>
        )}
        <Members users={group.users} />
        <RecordSummary type="permission_groups" id={id} />
      </Side>
      {dialogs}
    </>
  );
};
