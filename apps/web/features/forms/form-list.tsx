import type { ComponentType } from 'react';
import { isPlatform } from '#web/access/host.ts';
import { useOfferedUpdates } from '#web/forms/offered-updates.ts';
import { counted } from '#web/kit/formats.ts';
import { MasterDetail } from '#web/screens/master-detail.tsx';
import { useTreeChoice } from '#web/trees/tree-choice.ts';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { forms } from './form.ts';
import { FormBadges } from './form-badges.tsx';

/** All forms, and one of them beside the list. @param tools of other features */
export const FormList = ({ tools }: { tools: ComponentType[] }) => {
  const updated = useOfferedUpdates();
  return (
    <MasterDetail
      of={forms}
      tools={tools.map((Tool, index) => <Tool key={index} />)}
      choices={useTreeChoice('category')}
      filters={[
        { key: 'internal', label: 'Internal', asks: { form_type: 'internal' } },
        { key: 'inactive', label: 'Inactive', asks: { active: false } },
        ...(isPlatform ? [] : [{ key: 'shared', label: 'Shared with us' }]),
      ]}
      hint="A form is a set of questions."
      item={(form) => ({
        title: form.name,
        fact: [counted(form.field_ids.length, 'field'), form.shared_by?.name].filter(Boolean).join(' · '),
        badges: (
          <>
            {updated.has(form.id) && <StatusBadge tone="info">Update available</StatusBadge>}
            <FormBadges form={form} />
          </>
        ),
      })}
    />
  );
};
