import { Outlet } from 'react-router';
import { useHostQuery } from '#web/access/brand.tsx';
import { organizationSlug } from '#web/access/host.ts';
import { Logo } from '#web/access/logo.tsx';
import { ApiError } from '#web/kit/api.ts';
import { useTitle } from '#web/kit/title.ts';
import { LoadFailed } from '#web/ui/empty-state.tsx';
import { CardPage } from '#web/ui/page.tsx';

/** Lets the screens before sign-in appear where there is an organization, and on the platform's own address. */
export const KnownAddress = () => {
  const { data, error, refetch } = useHostQuery();
  if (organizationSlug === null || data) return <Outlet />;
  if (error instanceof ApiError && error.status === 404) return <UnknownAddress />;
  if (error) return <LoadFailed title="Could not load this page." onRetry={() => void refetch()} />;
  return null;
};

const UnknownAddress = () => {
  useTitle('Not found');
  return (
    <CardPage brand={{ name: 'Hearth', logo: <Logo size={40} /> }} title="Not found">
      <p>
        There is no organization at <b>{location.hostname}</b>. Check the address for typos, or ask the person who gave
        it to you.
      </p>
    </CardPage>
  );
};
