import { IconArchive, IconStar } from '@tabler/icons-react';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import type { PlatformUser } from './platform-user.ts';

/** What is to be known of an account at a glance: of the platform team, archived everywhere, or not used yet. */
export const UserBadge = ({ user }: { user: Pick<PlatformUser, 'role' | 'archived' | 'accepted'> }) => {
  if (user.role === 'superuser')
    return (
      <StatusBadge tone="info" icon={IconStar}>
        Superuser
      </StatusBadge>
    );
  if (user.archived) return <StatusBadge icon={IconArchive}>Archived</StatusBadge>;
  return user.accepted ? null : <StatusBadge tone="pending">Invited</StatusBadge>;
};
