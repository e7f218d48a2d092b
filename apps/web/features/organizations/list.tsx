import { IconPlayerPause } from '@tabler/icons-react';
import { hostOf } from '#web/access/host.ts';
import { MasterDetail } from '#web/screens/master-detail.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { organizations } from './organization.ts';

/** All organizations of the platform, and one of them beside the list. */
export const List = () => (
  <MasterDetail
    of={organizations}
    hint="Each organization has its own address, people and records."
    searchHint="Name or address"
    item={({ name, slug, owner_name, suspended_at }) => ({
      title: name,
      fact: hostOf(slug),
      badges:
        suspended_at !== null ? (
          <StatusBadge tone="warn" icon={IconPlayerPause}>
            Suspended
          </StatusBadge>
        ) : (
          owner_name === null && <StatusBadge tone="pending">Invited</StatusBadge>
        ),
    })}
  />
);
