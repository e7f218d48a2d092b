import { IconCircleDot, IconCopy, IconPencilOff } from '@tabler/icons-react';
import { StatusBadge } from '#web/ui/status-badge.tsx';

type PersonStatus = { active: boolean; dod: string | null; has_duplicates?: boolean };

/**
 * Whether a person is served, and whether they have died. In a list, `quiet`, what is out of the ordinary, and whether there
 * are possible duplicates.
 */
export const PersonBadges = ({ person, quiet }: { person: PersonStatus; quiet?: boolean }) => (
  <>
    {quiet && person.has_duplicates && (
      <StatusBadge tone="warn" icon={IconCopy}>
        Duplicate
      </StatusBadge>
    )}
    {person.dod && <StatusBadge icon={IconCircleDot}>Deceased</StatusBadge>}
    {!person.active && !(quiet && person.dod) && <StatusBadge icon={IconPencilOff}>Inactive</StatusBadge>}
    {person.active && !quiet && !person.dod && <StatusBadge tone="ok">Active</StatusBadge>}
  </>
);
