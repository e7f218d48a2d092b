import { StatusBadge } from '#web/ui/status-badge.tsx';
import type { User } from './user.ts';

/** How far an invitation is, until it is accepted. */
export const InvitationBadge = ({ state }: { state: User['invitation'] }) => {
  if (state === 'Pending') return <StatusBadge tone="pending">Pending</StatusBadge>;
  if (state === 'Expired') return <StatusBadge tone="warn">Expired</StatusBadge>;
  return null;
};
