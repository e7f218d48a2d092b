import { IconCircleDot, IconPencilOff } from '@tabler/icons-react';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import type { Person } from './person.ts';

/** Whether a person is served, and whether they have died. In a list, `quiet`, the one that is out of the ordinary. */
export const PersonBadges = ({ person: { active, dod }, quiet }: { person: Person; quiet?: boolean }) => (
  <>
    {dod && <StatusBadge icon={IconCircleDot}>Deceased</StatusBadge>}
    {!active && !(quiet && dod) && <StatusBadge icon={IconPencilOff}>Inactive</StatusBadge>}
    {active && !quiet && !dod && <StatusBadge tone="ok">Active</StatusBadge>}
  </>
);
