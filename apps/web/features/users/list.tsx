import { permissionGroupRoutes } from '#contract/resources/permission-groups.ts';
import { useMay } from '#web/access/account.tsx';
import { useAnswer } from '#web/kit/answers.ts';
import { MasterDetail } from '#web/screens/master-detail.tsx';
import { users } from './user.ts';
import { UserBadge } from './user-badge.tsx';

/** The members of the organization, by first and then last name, and one of them beside the list. */
export const List = () => {
  const mayKnowGroups = useMay()(permissionGroupRoutes.list);
  const { data } = useAnswer(permissionGroupRoutes.list, {}, { enabled: mayKnowGroups });
  const names = new Map(data?.data.map(({ id, name }) => [id, name]));
  return (
    <MasterDetail
      of={users}
      hint="Users are the people who work here. Each is invited by e-mail."
      searchHint="Name or e-mail"
      filters={[{ key: 'archived', label: 'Archived' }]}
      item={(user) => {
        const groups = user.permission_group_ids.flatMap((id) => names.get(id) ?? []);
        return {
          title: user.name,
          fact: groups.length > 0 ? `${groups.join(', ')} · ${user.email}` : user.email,
          badges: <UserBadge user={user} />,
        };
      }}
    />
  );
};
