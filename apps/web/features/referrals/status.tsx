import { IconCloudOff } from '@tabler/icons-react';
import { pendingStatus } from '#contract/resources/referral-system.ts';
import { StatusBadge, type Tone } from '#web/ui/status-badge.tsx';

/** How a status of DTD's own looks, by its words. */
const toneOf = (status: string): Tone => {
  if (status === pendingStatus) return 'pending';
  if (/declin|reject|refus|cancel|denied/i.test(status)) return 'error';
  return /accept|clos|complet|serv/i.test(status) ? 'ok' : 'neutral';
};

/** The status of a referral. One that was not sent has none. */
export const ReferralStatus = ({ status }: { status: string | null }) =>
  status === null ? (
    <StatusBadge tone="error" icon={IconCloudOff}>
      Not Synced
    </StatusBadge>
  ) : (
    <StatusBadge tone={toneOf(status)}>{status}</StatusBadge>
  );
