import type { z } from 'zod';
import type { forms } from '#contract/resources/forms.ts';

/** A form as the server sends it. */
export type FormRecord = z.output<typeof forms.record>;

/** What a form is for, to choose from. */
export const formUses = [
  { value: 'client', label: 'Client' },
  { value: 'internal', label: 'Internal' },
];
