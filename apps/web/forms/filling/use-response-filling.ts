import { useState } from 'react';
import type { z } from 'zod';
import type { clientForm } from '#contract/resources/client-forms.ts';
import type { Answers } from '#forms/definition/answer.ts';
import { administratorScope, clientScope, responseScope } from '#forms/logic/scopes.ts';
import { useMember } from '#web/access/account.tsx';
import { definitionOf, type FilledForm, keptOf, useFilling } from './use-filling.ts';

type Person = Parameters<typeof clientScope>[0];
type SavedResponse = Pick<
  z.output<typeof clientForm>,
  'created_at' | 'updated_at' | 'completed_at' | 'administrator_id' | 'updated_by' | 'calculation_results'
>;

const savedOf = ({ created_at, updated_at, completed_at, administrator_id, updated_by }: SavedResponse) => ({
  created_at,
  updated_at,
  completed_at,
  created_by: administrator_id,
  updated_by: updated_by?.id ?? null,
});

/** The answers of a form that is filled in, whose rules see the response, and the person whom it is about. */
export const useResponseFilling = ({
  form,
  person,
  stored = null,
  response = null,
}: {
  form: FilledForm;
  /** Null where it is about nobody: a record of an internal form. */
  person: Person | null;
  /** What the response has already. */
  stored?: Answers | null;
  /** Null for a new one. */
  response?: SavedResponse | null;
}) => {
  const { account, organization } = useMember();
  const { time_zone } = organization;
  const [scopes] = useState(() => ({
    administrator: administratorScope(account, organization.role, organization.permission_group_ids),
    client: person && clientScope(person, time_zone),
    response: responseScope(response && savedOf(response), time_zone),
  }));
  const recordedAt = response?.created_at ?? null;
  const definition = definitionOf(form);
  const kept = response && stored ? keptOf(definition, stored, response.calculation_results) : undefined;
  return useFilling({ form: definition, stored, organization, scopes, recordedAt, kept });
};
