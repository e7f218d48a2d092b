import { IconUserCog } from '@tabler/icons-react';
import { userRoutes } from '#contract/resources/users.ts';
import { MasterDetail } from '#web/kit/master-detail.tsx';
import { InvitationBadge } from './invitation-badge.tsx';
import { OwnerMark } from './owner-mark.tsx';
import { root, type User } from './user.ts';

/** The members of the organisation, by first and then last name, and one of them beside the list. */
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
    item={({ name, email, owner, invitation }) => ({
      title: name,
      fact: email,
      badges: owner ? <OwnerMark /> : <InvitationBadge state={invitation} />,
    })}
  />
);
