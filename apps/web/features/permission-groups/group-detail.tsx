import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { permissionGroupRoutes } from '#contract/resources/permission-groups.ts';
import { Can, useMay } from '#web/kit/account.tsx';
import { DeleteRecord } from '#web/kit/delete-record.tsx';
import { RecordSummary } from '#web/kit/history.tsx';
import { Side } from '#web/kit/master-detail.tsx';
import { useTitle } from '#web/kit/title.ts';
import { useRecord } from '#web/kit/use-record.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { RecordHeader } from '#web/ui/record-header.tsx';
import { RecordSkeleton } from '#web/ui/skeleton.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { root, usersIn, useSchema } from './group.ts';
import { Matrices } from './matrix.tsx';
import { Members } from './members.tsx';

/** One permission group, for reading: what it allows, and who is in it. */
export const GroupDetail = () => {
  const id = Number(useParams().id);
  const { data: group } = useRecord(permissionGroupRoutes.show, { id }, root);
  const { data: schema } = useSchema();
  const [isDeleting, setDeleting] = useState(false);
  const navigate = useNavigate();
  const may = useMay();
  useTitle(group?.name, 'Permission groups');
  if (!group || !schema) return <RecordSkeleton label="Loading permission group" />;
  return (
    <>
      <RecordHeader
        crumbs={[{ label: 'Permission groups', to: root }, { label: group.name }]}
        title={group.name}
        badge={group.default && <StatusBadge>Default</StatusBadge>}
        facts={[usersIn(group.user_count), ...(group.default ? ['Applies to all new users'] : [])]}
        primary={
          <Can do={permissionGroupRoutes.update} on={id}>
            <ButtonLink to={`${root}/${id}/edit`} icon={IconPencil}>
              Edit
            </ButtonLink>
          </Can>
        }
        actions={
          may(permissionGroupRoutes.remove, id)
            ? [{ label: 'Delete', icon: IconTrash, danger: true, onClick: () => setDeleting(true) }]
            : []
        }
      />
      <Matrices schema={schema} privileges={group.privileges} extended={group.record_permission_assignments} />
      <Side>
        <Members users={group.users} />
        <RecordSummary type="permission_groups" id={id} />
      </Side>
      {isDeleting && (
        <DeleteRecord
          route={permissionGroupRoutes.remove}
          params={{ id }}
          lockVersion={group.lock_version}
          name={`permission group ${group.name}`}
          onClose={() => setDeleting(false)}
          onDeleted={() => navigate(root)}
        >
          {group.user_count > 0
            ? `${usersIn(group.user_count)} will lose what it allows. Who is in no other group cannot log in any more.`
            : 'Nobody is in this group.'}
        </DeleteRecord>
      )}
    </>
  );
};
