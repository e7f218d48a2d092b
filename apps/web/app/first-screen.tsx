import { Navigate } from 'react-router';
import { useAccountQuery, useMay, useMember } from '#web/access/account.tsx';
import { organizationSlug } from '#web/access/host.ts';
import { menuOf } from './navigation.ts';

/** The first screen of an organization: the first entry of the menu, unless no screen is open to somebody. */
export const FirstEntry = () => {
  const [group] = menuOf(useMember(), useMay());
  return <Navigate to={group?.entries[0]?.to ?? '/organization/noaccess'} replace />;
};

/** Where somebody starts: the admin shell, the choice of organization, or the first screen that they may open. */
export const FirstScreen = () => {
  const { data } = useAccountQuery();
  if (organizationSlug === null)
    return <Navigate to={data?.role === 'superuser' ? '/admin/organizations' : '/select_account'} replace />;
  return <Navigate to="/organization" replace />;
};
