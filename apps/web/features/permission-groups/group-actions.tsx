import { IconCopy, IconMapPin, IconPin, IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { permissionGroupRoutes } from '#contract/resources/permission-groups.ts';
import { pinnedMessageRoutes } from '#contract/resources/pinned-messages.ts';
import { useMay } from '#web/access/account.tsx';
import { overlay } from '#web/parts/lazy.tsx';
import { useAccess } from '#web/screens/record-screen.tsx';
import type { Action } from '#web/ui/action-menu.tsx';
import { useOpened } from '#web/ui/use-opened.ts';
import { ApplyExtended } from './apply-extended.tsx';
import { CloneGroup } from './clone-group.tsx';
import { type Group, permissionGroups, type Schema } from './group.ts';
import { givesNothing } from './privileges.ts';

const PinnedMessages = overlay('Pinned messages', async () => (await import('./pinned-messages.tsx')).PinnedMessages);
const Locations = overlay('Locations', async () => (await import('./locations.tsx')).Locations);

/** What can be done with a permission group, each for those who may, and the dialogs for it. */
export const useGroupActions = (group: Group, schema: Schema): { actions: Action[]; dialogs: ReactNode } => {
  const { id } = group;
  const may = useMay();
  const access = useAccess(permissionGroups, group);
  const { opened, open, close } = useOpened<'messages' | 'locations' | 'clone' | 'apply'>();
  const isEmpty = givesNothing(group.record_permission_assignments);
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
      isFor: may(permissionGroupRoutes.applyExtended, id),
      ...(isEmpty ? { disabled: true, hint: 'This group has no extended permissions to apply.' } : {}),
      onClick: () => open('apply'),
    },
  ];
  const dialogs = (
    <>
      {access.dialogs}
      {opened === 'messages' && <PinnedMessages group={group} onClose={close} />}
      {opened === 'locations' && <Locations group={group} onClose={close} />}
      {opened === 'clone' && <CloneGroup group={group} onClose={close} />}
      {opened === 'apply' && <ApplyExtended group={group} schema={schema} onClose={close} />}
    </>
  );
  return {
    actions: [...access.actions, ...offered.filter(({ isFor }) => isFor).map(({ isFor: _, ...action }) => action)],
    dialogs,
  };
};
