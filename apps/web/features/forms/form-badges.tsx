import { IconPencilOff } from '@tabler/icons-react';
import type { z } from 'zod';
import type { listedForm } from '#contract/resources/forms.ts';
import { StatusBadge } from '#web/ui/status-badge.tsx';

/** What sets a form apart: that it is internal, that it is inactive. */
export const FormBadges = ({
  form: { form_type, active },
}: {
  form: Pick<z.output<typeof listedForm>, 'form_type' | 'active'>;
}) => (
  <>
    {form_type === 'internal' && <StatusBadge>Internal</StatusBadge>}
    {!active && <StatusBadge icon={IconPencilOff}>Inactive</StatusBadge>}
  </>
);
