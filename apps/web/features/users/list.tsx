import { permissionGroupRoutes } from '#contract/resources/permission-groups.ts';
import { useMay } from '#web/access/account.tsx';
import { useRouteQuery } from '#web/kit/queries.ts';
import { MasterDetail } from '#web/screens/master-detail.tsx';
import { type User, users } from './user.ts';
import { UserBadge } from './user-badge.tsx';

/** The members of the organization, by first and then last name, and one of them beside the list. */
export const List = () => {
  const mayKnowGroups = useMay()(permissionGroupRoutes.list);
  const { data } = useRouteQuery(permissionGroupRoutes.list, {}, { enabled: mayKnowGroups });
  const names = new Map(data?.data.map(({ id, name }) => [id, name]));
  const factOf = ({ permission_group_ids, email }: User) => {
    const groups = permission_group_ids.flatMap((id) => names.get(id) ?? []);
    return groups.length > 0 ? `${groups.join(', ')} · ${email}` : email;
  };
  return (
    <MasterDetail
      of={users}
      hint="Users are the people who work here. You invite them by email."
      searchHint="Name or email"
      filters={[{ key: 'archived', label: 'Archived' }]}
      item={(user) => ({ title: user.name, fact: factOf(user), badges: <UserBadge user={user} /> })}
    />
  );
};
