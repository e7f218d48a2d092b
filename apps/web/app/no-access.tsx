import { IconLockAccess } from '@tabler/icons-react';
import { useTitle } from '#web/kit/title.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';

/** For a member who holds no privilege at all. */
export const NoAccess = () => {
  useTitle('No access');
  return (
    <EmptyState
      heading="h1"
      icon={IconLockAccess}
      title="You don't have permission to access this account. Contact your organization owner if you believe this is an error."
    />
  );
};
