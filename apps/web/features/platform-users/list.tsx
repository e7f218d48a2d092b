import { organizationRoutes } from '#contract/resources/organizations.ts';
import { useRouteQuery } from '#web/kit/queries.ts';
import { MasterDetail } from '#web/screens/master-detail.tsx';
import { listNameOf, platformUsers } from './platform-user.ts';
import { UserBadge } from './user-badge.tsx';

/** Everybody who has an account, and one of them beside the list. */
export const List = () => {
  const { data } = useRouteQuery(organizationRoutes.list, { query: {} });
  const organizations = (data?.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
  return (
    <MasterDetail
      of={platformUsers}
      hint="Users are the people who work in organizations, and the platform team."
      searchHint="Name, email or organization"
      filters={[
        { key: 'superusers', label: 'Superusers' },
        { key: 'archived', label: 'Archived' },
      ]}
      choices={[{ key: 'organization_id', label: 'Organization', options: organizations }]}
      item={(user) => ({
        title: listNameOf(user),
        fact: user.organization_names.join(', ') || user.email,
        badges: <UserBadge user={user} />,
      })}
    />
  );
};
