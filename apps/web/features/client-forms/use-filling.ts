import { useState } from 'react';
import type { z } from 'zod';
import type { formField } from '#contract/resources/forms.ts';
import type { Answers } from '#forms/answers/evaluate.ts';
import type { FormDefinition } from '#forms/definition/form-definition.ts';
import { useMember } from '#web/kit/account.tsx';
import { todayIn } from '#web/kit/formats.ts';
import { createFilling } from './filling.ts';

/** A form as the server sends it. Its settings were checked when it was saved. */
export type FilledForm = { id: number; name: string; form_fields: z.output<typeof formField>[] };

/**
 * The answers of a form that is filled in on this screen.
 * @param stored what the response has already
 */
export const useFilling = (form: FilledForm, stored: Answers) => {
  const { time_zone } = useMember().organization;
  const [filling] = useState(() =>
    createFilling(form as FormDefinition, stored, () => ({
      today: todayIn(time_zone),
      now: new Date().toISOString(),
      timeZone: time_zone,
    })),
  );
  return filling;
};
