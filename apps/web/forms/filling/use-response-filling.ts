import { useState } from 'react';
import type { Answers } from '#forms/definition/answer.ts';
import { administratorScope, clientScope, responseScope } from '#forms/logic/scopes.ts';
import { useMember } from '#web/access/account.tsx';
import { definitionOf, type FilledForm, useFilling } from '#web/forms/filling/use-filling.ts';
import type { Instance } from './form-groups.tsx';
import type { Person } from './person.ts';

type Saved = Pick<Instance, 'created_at' | 'updated_at' | 'completed_at' | 'administrator_id' | 'updated_by'>;

const savedOf = ({ created_at, updated_at, completed_at, administrator_id, updated_by }: Saved) => ({
  created_at,
  updated_at,
  completed_at,
  created_by: administrator_id,
  updated_by: updated_by?.id ?? null,
});

/** The answers of a form that is filled in for a person, whose rules see the person and the response. */
export const useClientFilling = ({
  form,
  person,
  stored = null,
  response = null,
}: {
  form: FilledForm;
  person: Person;
  /** What the response has already. */
  stored?: Answers | null;
  /** Null for a new one. */
  response?: Saved | null;
}) => {
  const { account, organization } = useMember();
  const { time_zone } = organization;
  const [scopes] = useState(() => ({
    administrator: administratorScope(account, organization.role, organization.permission_group_ids),
    client: clientScope(person, time_zone),
    response: responseScope(response && savedOf(response), time_zone),
  }));
  return useFilling({ form: definitionOf(form), stored, timeZone: time_zone, scopes });
};
