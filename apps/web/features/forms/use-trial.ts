import { useEffect, useMemo, useState } from 'react';
import type { FormDefinition } from '#forms/definition/form-definition.ts';
import { administratorScope, responseScope } from '#forms/logic/scopes.ts';
import { useMember } from '#web/access/account.tsx';
import type { FormRecord } from '#web/forms/definition/form-record.ts';
import type { Filling } from '#web/forms/filling/filling.ts';
import { useFilling } from '#web/forms/filling/use-filling.ts';
import type { Entry } from './draft.ts';

/**
 * Answers that are tried out on a form while it is edited: its fields as they are now, the rules and calculations as
 * they are stored. Rules that ask for a person or a response see none, and what is tried out is not checked.
 */
export const useTrial = (stored: FormRecord | undefined, entries: readonly Entry[]): Filling => {
  const { account, organization } = useMember();
  const { time_zone } = organization;
  const form = useMemo(
    () =>
      ({
        id: stored?.id ?? 0,
        name: '',
        form_fields: entries.map((entry, position) => ({ ...entry, position })),
        logic: stored?.logic ?? [],
        calculations: stored?.calculations ?? [],
      }) as unknown as FormDefinition,
    [stored, entries],
  );
  const [scopes] = useState(() => ({
    administrator: administratorScope(account, account.role, []),
    client: null,
    response: responseScope(null, time_zone),
  }));
  const filling = useFilling({ form, stored: null, timeZone: time_zone, scopes });
  useEffect(() => filling.changeForm(form), [filling, form]);
  return useMemo(() => ({ ...filling, check: () => {} }), [filling]);
};
