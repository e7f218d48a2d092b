import { IconUserCog } from '@tabler/icons-react';
import { userRoutes } from '#contract/resources/users.ts';
import { MasterDetail } from '#web/screens/master-detail.tsx';
import { root, type User } from './user.ts';
import { UserBadge } from './user-badge.tsx';

/** The members of the organization, by first and then last name, and one of them beside the list. */
export const UserList = () => (
  <MasterDetail<User>
    root={root}
    title="Users"
    resource="users"
    one="user"
    icon={IconUserCog}
    page={userRoutes.page}
    create={userRoutes.create}
    hint="Users are the people who work here. Each is invited by e-mail."
    searchHint="Name or e-mail"
    filters={[{ key: 'archived', label: 'Archived' }]}
    item={(user) => ({ title: user.name, fact: user.email, badges: <UserBadge user={user} /> })}
  />
);
