import { IconShieldLock } from '@tabler/icons-react';
import { permissionGroupRoutes } from '#contract/resources/permission-groups.ts';
import { MasterDetail } from '#web/screens/master-detail.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { type Group, root, usersIn } from './group.ts';

/** All permission groups, and one of them beside the list. */
export const GroupList = () => (
  <MasterDetail<Group>
    root={root}
    title="Permission groups"
    resource="permission groups"
    one="permission group"
    icon={IconShieldLock}
    page={permissionGroupRoutes.page}
    create={permissionGroupRoutes.create}
    hint="A permission group says what its users may read, write and remove."
    item={(group) => ({
      title: group.name,
      fact: usersIn(group.user_count),
      badges: group.default && <StatusBadge>Default</StatusBadge>,
    })}
  />
);
