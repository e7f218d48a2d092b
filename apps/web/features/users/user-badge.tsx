import { IconArchive } from '@tabler/icons-react';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { OwnerMark } from './owner-mark.tsx';
import type { User } from './user.ts';

/** What is particular about a member: that they own the organization, left it, or were invited and are not here yet. */
export const UserBadge = ({ user: { owner, archived_at, invitation } }: { user: User }) => {
  if (owner) return <OwnerMark />;
  if (archived_at) return <StatusBadge icon={IconArchive}>Archived</StatusBadge>;
  if (invitation === 'Pending') return <StatusBadge tone="pending">Pending</StatusBadge>;
  if (invitation === 'Expired') return <StatusBadge tone="warn">Expired</StatusBadge>;
  return null;
};
