import { Navigate } from 'react-router';
import { useAccountQuery, useMay, useMember } from '#web/access/account.tsx';
import { organizationSlug } from '#web/access/host.ts';
import { navigation, opens } from './navigation.ts';

/** The first screen of an organization that somebody may open: the dashboard, unless they may not read it. */
export const FirstEntry = () => {
  const may = useMay();
  const member = useMember();
  const first = navigation.flatMap(({ entries }) => entries).find((entry) => opens(entry, member, may));
  return <Navigate to={first?.to ?? '/organization/noaccess'} replace />;
};

/** Where somebody starts: the admin shell, the choice of organization, or the first screen that they may open. */
export const FirstScreen = () => {
  const { data } = useAccountQuery();
  if (organizationSlug === null)
    return <Navigate to={data?.role === 'superuser' ? '/admin/organizations' : '/select_account'} replace />;
  return <Navigate to="/organization" replace />;
};
