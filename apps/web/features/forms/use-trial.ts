import { useEffect, useMemo, useState } from 'react';
import type { FormDefinition } from '#forms/definition/form-definition.ts';
import { administratorScope, responseScope } from '#forms/logic/scopes.ts';
import { useMember } from '#web/access/account.tsx';
import type { EditedForm } from '#web/forms/definition/edited-form.ts';
import type { Filling } from '#web/forms/filling/filling.ts';
import { useFilling } from '#web/forms/filling/use-filling.ts';

/**
 * Answers that are tried out on a form while it is edited: its fields, rules and calculations as they are now. Rules that ask for a person or a response see none, and what is tried out is not checked.
 */
export const useTrial = (edited: EditedForm): Filling => {
  const { account, organization } = useMember();
  const { time_zone } = organization;
  const form = useMemo((): FormDefinition => ({ ...edited, id: edited.id ?? 0, name: '' }), [edited]);
  const [scopes] = useState(() => ({
    administrator: administratorScope(account, account.role, []),
    client: null,
    response: responseScope(null, time_zone),
  }));
  const filling = useFilling({ form, stored: null, organization, scopes });
  useEffect(() => filling.changeForm(form), [filling, form]);
  return useMemo(() => ({ ...filling, check: () => {} }), [filling]);
};
