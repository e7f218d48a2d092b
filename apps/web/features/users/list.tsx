import { MasterDetail } from '#web/screens/master-detail.tsx';
import { users } from './user.ts';
import { UserBadge } from './user-badge.tsx';

/** The members of the organization, by first and then last name, and one of them beside the list. */
export const List = () => (
  <MasterDetail
    of={users}
    hint="Users are the people who work here. Each is invited by email."
    searchHint="Name or email"
    filters={[{ key: 'archived', label: 'Archived' }]}
    item={(user) => ({ title: user.name, fact: user.email, badges: <UserBadge user={user} /> })}
  />
);
