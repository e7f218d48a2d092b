import { useEffect } from 'react';
import { Outlet } from 'react-router';
import { MemberProvider, useAccountQuery, useOrganizationQuery } from '#web/access/account.tsx';
import { isPlatform, originOf } from '#web/access/host.ts';
import { LoadFailed } from '#web/ui/empty-state.tsx';

/** Around the platform's field and form templates, which are those of an organization of their own. */
export const Templates = () => (isPlatform ? <OfPlatform /> : <ToPlatform />);

const OfPlatform = () => {
  const account = useAccountQuery();
  const organization = useOrganizationQuery();
  // A reload that fails leaves the page as it is: what was typed there must not go with it.
  if (organization.isError && !organization.data)
    return <LoadFailed title="Could not load the templates." onRetry={() => void organization.refetch()} />;
  if (!account.data || !organization.data) return null;
  return (
    <MemberProvider member={{ account: account.data, organization: organization.data }}>
      <Outlet />
    </MemberProvider>
  );
};

/** At the address of an organization, its own fields and forms would stand here. */
const ToPlatform = () => {
  useEffect(() => location.replace(`${originOf(null)}${location.pathname}`), []);
  return null;
};
