import { IconCopy, IconMapPin, IconPin, IconRefresh, IconTrash } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense } from 'react';
import { useNavigate } from 'react-router';
import { permissionGroupRoutes } from '#contract/resources/permission-groups.ts';
import { pinnedMessageRoutes } from '#contract/resources/pinned-messages.ts';
import { useAccessActions } from '#web/access/access-actions.tsx';
import { useMay } from '#web/access/account.tsx';
import { useMayGive } from '#web/access/may-give.ts';
import { useOpened } from '#web/kit/use-opened.ts';
import { DeleteRecord } from '#web/screens/delete-record.tsx';
import type { Action } from '#web/ui/action-menu.tsx';
import { ApplyExtended } from './apply-extended.tsx';
import { CloneGroup } from './clone-group.tsx';
import { type Group, root, type Schema, usersIn } from './group.ts';
import { givesNothing } from './privileges.ts';

const PinnedMessages = lazy(async () => ({ default: (await import('./pinned-messages.tsx')).PinnedMessages }));
const Locations = lazy(async () => ({ default: (await import('./locations.tsx')).Locations }));

/**
 * What can be done with a permission group, each for those who may, and the dialogs for it.
 * `reason` says why something that is listed cannot be done.
 */
export const useGroupActions = (
  group: Group,
  schema: Schema,
): { actions: Action[]; reason: string | null; dialogs: ReactNode } => {
  const { id, name } = group;
  const may = useMay();
  const mayGive = useMayGive();
  const navigate = useNavigate();
  const access = useAccessActions({ type: 'permission_groups', id, name });
  const { opened, open, close } = useOpened<'messages' | 'locations' | 'clone' | 'apply' | 'delete'>();
  const isEmpty = givesNothing(group.record_permission_assignments);
  const mayApply = may(permissionGroupRoutes.applyExtended, id);
  const offered: (Action & { isFor: boolean })[] = [
    {
      label: 'Manage Pinned Messages',
      icon: IconPin,
      isFor: may(pinnedMessageRoutes.list, id),
      onClick: () => open('messages'),
    },
    {
      label: 'Locations',
      icon: IconMapPin,
      isFor: may(permissionGroupRoutes.locations, id),
      onClick: () => open('locations'),
    },
    { label: 'Clone', icon: IconCopy, isFor: may(permissionGroupRoutes.clone), onClick: () => open('clone') },
    {
      label: 'Apply to existing records',
      icon: IconRefresh,
      isFor: mayApply,
      disabled: isEmpty,
      onClick: () => open('apply'),
    },
    {
      label: 'Delete',
      icon: IconTrash,
      danger: true,
      isFor: may(permissionGroupRoutes.remove, id) && mayGive(group),
      onClick: () => open('delete'),
    },
  ];
  const dialogs = (
    <>
      {access.dialogs}
      <Suspense>
        {opened === 'messages' && <PinnedMessages group={group} onClose={close} />}
        {opened === 'locations' && <Locations group={group} onClose={close} />}
      </Suspense>
      {opened === 'clone' && <CloneGroup group={group} onClose={close} />}
      {opened === 'apply' && <ApplyExtended group={group} schema={schema} onClose={close} />}
      {opened === 'delete' && (
        <DeleteRecord
          route={permissionGroupRoutes.remove}
          params={{ id }}
          lockVersion={group.lock_version}
          name={`permission group ${name}`}
          onClose={close}
          onDeleted={() => navigate(root)}
        >
          {group.user_count > 0
            ? `${usersIn(group.user_count)} will lose what it allows. Who is in no other group cannot log in any more.`
            : 'Nobody is in this group.'}
        </DeleteRecord>
      )}
    </>
  );
  return {
    actions: [...access.actions, ...offered.filter(({ isFor }) => isFor).map(({ isFor: _, ...action }) => action)],
    reason:
      mayApply && isEmpty ? 'There is nothing to apply: this group gives no extended permissions on records.' : null,
    dialogs,
  };
};
