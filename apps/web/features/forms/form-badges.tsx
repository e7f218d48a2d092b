import { IconPencilOff, IconWorld } from '@tabler/icons-react';
import type { z } from 'zod';
import type { listedForm } from '#contract/resources/forms.ts';
import { StatusBadge } from '#web/ui/status-badge.tsx';

/** What sets a form apart: that it is internal, that it is public, that it is inactive. */
export const FormBadges = ({
  form: { form_type, is_public, active },
}: {
  form: Pick<z.output<typeof listedForm>, 'form_type' | 'is_public' | 'active'>;
}) => (
  <>
    {form_type === 'internal' && <StatusBadge>Internal</StatusBadge>}
    {is_public && <StatusBadge icon={IconWorld}>Public</StatusBadge>}
    {!active && <StatusBadge icon={IconPencilOff}>Inactive</StatusBadge>}
  </>
);
