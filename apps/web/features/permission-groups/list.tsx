import { MasterDetail } from '#web/screens/master-detail.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { permissionGroups, usersIn } from './group.ts';

/** All permission groups, and one of them beside the list. */
export const List = () => (
  <MasterDetail
    of={permissionGroups}
    hint="A permission group sets what its users can read, write and remove."
    item={(group) => ({
      title: group.name,
      fact: usersIn(group.user_count),
      badges: group.default && <StatusBadge>Default</StatusBadge>,
    })}
  />
);
