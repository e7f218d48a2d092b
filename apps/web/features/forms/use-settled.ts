import { useMemo } from 'react';
import type { Answers } from '#forms/answers/evaluate.ts';
import { displayCalculation } from '#forms/calculations/show.ts';
import type { FormDefinition } from '#forms/definition/form-definition.ts';
import { administratorScope, responseScope } from '#forms/logic/scopes.ts';
import { settle } from '#forms/logic/settle.ts';
import { useMember } from '#web/kit/account.tsx';
import { useClock } from './clock.ts';
import type { Entry, FormRecord } from './draft.ts';

/**
 * What the rules and calculations of a stored form make of answers that are tried out, with the fields as they are being
 * edited. Rules that ask for a person or a response see none.
 */
export const useSettled = (stored: FormRecord | undefined, entries: readonly Entry[], answers: Answers) => {
  const { account } = useMember();
  const clock = useClock();
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: the moment of the last change will do
  return useMemo(() => {
    const settled = settle(
      form,
      answers,
      {},
      {
        ...clock,
        scopes: {
          administrator: administratorScope(account, account.role, []),
          client: null,
          response: responseScope(null, clock.timeZone),
        },
      },
    );
    const results = form.calculations.map((one) => ({
      label: one.name,
      value: displayCalculation(one, settled.calculations.get(one.id) ?? null),
    }));
    return { ...settled, results };
  }, [form, answers]);
};
