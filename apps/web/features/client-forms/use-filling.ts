import { useState } from 'react';
import type { z } from 'zod';
import type { forms } from '#contract/resources/forms.ts';
import type { Answers } from '#forms/definition/answer.ts';
import type { FormDefinition } from '#forms/definition/form-definition.ts';
import { administratorScope, clientScope, responseScope } from '#forms/logic/scopes.ts';
import { useMember } from '#web/access/account.tsx';
import { todayIn } from '#web/kit/formats.ts';
import { createFilling } from './filling.ts';
import type { Instance } from './form-groups.tsx';
import type { Person } from './person.ts';

/** A form as the server sends it. Its settings were checked when it was saved. */
export type FilledForm = Pick<z.output<typeof forms.record>, 'id' | 'name' | 'form_fields' | 'logic' | 'calculations'>;

type Saved = Pick<Instance, 'created_at' | 'updated_at' | 'completed_at' | 'administrator_id' | 'updated_by'>;

const savedOf = ({ created_at, updated_at, completed_at, administrator_id, updated_by }: Saved) => ({
  created_at,
  updated_at,
  completed_at,
  created_by: administrator_id,
  updated_by: updated_by?.id ?? null,
});

/**
 * The answers of a form that is filled in on this screen.
 * @param person whom it is about, @param stored what the response has already, @param response when it is saved; null for a new one
 */
export const useFilling = (form: FilledForm, person: Person, stored: Answers | null, response: Saved | null = null) => {
  const { account, organization } = useMember();
  const { time_zone } = organization;
  const [scopes] = useState(() => ({
    administrator: administratorScope(account, organization.role, organization.permission_group_ids),
    client: clientScope(person, time_zone),
    response: responseScope(response && savedOf(response), time_zone),
  }));
  const [filling] = useState(() =>
    createFilling(form as unknown as FormDefinition, stored, () => ({
      today: todayIn(time_zone),
      now: new Date().toISOString(),
      timeZone: time_zone,
      scopes,
    })),
  );
  return filling;
};
