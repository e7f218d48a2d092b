import { Navigate } from 'react-router';
import { useAccountQuery, useMay } from '#web/access/account.tsx';
import { organizationSlug } from '#web/access/host.ts';
import { demandOf, navigation } from './navigation.ts';

const FirstEntry = () => {
  const may = useMay();
  const first = navigation.flatMap(({ entries }) => entries).find((entry) => may(demandOf(entry)));
  return <Navigate to={first?.to ?? '/organization/noaccess'} replace />;
};

/** Where somebody starts: the admin shell, the choice of organization, or the first screen that they may open. */
export const FirstScreen = () => {
  const { data } = useAccountQuery();
  if (organizationSlug === null)
    return <Navigate to={data?.role === 'superuser' ? '/admin/organizations' : '/select_account'} replace />;
  return location.pathname.startsWith('/organization') ? (
    <FirstEntry />
  ) : (
    <Navigate to="/organization/dashboard" replace />
  );
};
