import { useMemo } from 'react';
import { displayCalculation } from '#forms/calculations/show.ts';
import type { Answers } from '#forms/definition/answer.ts';
import type { FormDefinition } from '#forms/definition/form-definition.ts';
import { administratorScope, responseScope } from '#forms/logic/scopes.ts';
import { type Moments, type Settled, settle } from '#forms/logic/settle.ts';
import { useMember } from '#web/access/account.tsx';
import { useClock } from './clock.ts';
import type { Entry, FormRecord } from './draft.ts';

/** Answers that are tried out, and the fields that were answered by hand. */
export type Trial = { answers: Answers; answered: ReadonlySet<number> };
/** Before anything was answered. */
export const noTrial: Trial = { answers: {}, answered: new Set() };

const nobody: ReadonlySet<number> = new Set();

/** The answers with what rules filled in and emptied. */
const withWritten = (answers: Answers, { written }: Settled): Answers => ({
  ...answers,
  ...Object.fromEntries([...written].map(([id, { value }]) => [id, value])),
});

/**
 * What the rules and calculations of a stored form make of answers that are tried out, with the fields as they are being
 * edited. Rules that ask for a person or a response see none.
 */
export const useSettled = (stored: FormRecord | undefined, entries: readonly Entry[], trial: Trial) => {
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
    const { answered } = trial;
    const scopes = {
      administrator: administratorScope(account, account.role, []),
      client: null,
      response: responseScope(null, clock.timeZone),
    };
    const run = (answers: Answers, moments?: Moments) => settle(form, answers, {}, { ...clock, scopes }, moments);
    const settled = run(trial.answers, trial === noTrial ? { before: null, answered, standing: nobody } : undefined);
    const answers = withWritten(trial.answers, settled);
    /** The trial once another answer was given: rules whose conditions became true fill in and empty fields. */
    const next = (field_id: number, value: unknown): Trial => {
      const given = { ...answers, [field_id]: value };
      const by = new Set([...answered, field_id]);
      return {
        answers: withWritten(given, run(given, { before: settled.outcomes, answered: by, standing: nobody })),
        answered: by,
      };
    };
    const results = form.calculations.map((one) => ({
      label: one.name,
      value: displayCalculation(one, settled.calculations.get(one.id) ?? null),
    }));
    return { settled, answers, results, next };
  }, [form, trial]);
};
