import { IconPencilOff, IconShare, IconWorld } from '@tabler/icons-react';
import type { z } from 'zod';
import type { listedForm } from '#contract/resources/forms.ts';
import { StatusBadge } from '#web/ui/status-badge.tsx';

/** What sets a form apart: that it is internal, another organization's, public or inactive. */
export const FormBadges = ({
  form: { form_type, is_public, active, shared_by },
}: {
  form: Pick<z.output<typeof listedForm>, 'form_type' | 'is_public' | 'active' | 'shared_by'>;
}) => (
  <>
    {form_type === 'internal' && <StatusBadge>Internal</StatusBadge>}
    {shared_by && (
      <StatusBadge tone="info" icon={IconShare}>
        Shared
      </StatusBadge>
    )}
    {is_public && <StatusBadge icon={IconWorld}>Public</StatusBadge>}
    {!active && <StatusBadge icon={IconPencilOff}>Inactive</StatusBadge>}
  </>
);
