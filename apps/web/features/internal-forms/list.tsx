import { IconPencilOff } from '@tabler/icons-react';
import { counted } from '#web/kit/formats.ts';
import { MasterDetail } from '#web/screens/master-detail.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { type InternalForm, internalForms } from './internal-form.ts';

/** Inactive forms keep their records, and take no new ones. */
export const InactiveBadge = ({ active }: Pick<InternalForm, 'active'>) =>
  !active && <StatusBadge icon={IconPencilOff}>Inactive</StatusBadge>;

/** All internal forms, and the records of one beside the list. */
export const List = () => (
  <MasterDetail
    of={internalForms}
    hint="An internal form is a list your organization keeps, such as shelters or interpreters. Create one in Forms."
    item={({ name, active, record_count, picked_on }: InternalForm) => ({
      title: name,
      fact: [
        counted(record_count, 'record'),
        ...(picked_on.length > 0 ? [`used on ${counted(picked_on.length, 'form')}`] : []),
      ].join(' · '),
      badges: <InactiveBadge active={active} />,
    })}
  />
);
