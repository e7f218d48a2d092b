import { formRoutes } from '#contract/resources/forms.ts';
import type { Rule } from '#forms/definition/rule.ts';
import { useWrite } from '#web/kit/use-record.ts';
import { numbered } from './rule-draft.ts';

/** Saves the whole list of a form's rules, in its order. Throws ApiError as `call` does. */
export const useSaveRules = (id: number) => {
  const { mutateAsync } = useWrite(formRoutes.update);
  return (rules: readonly Rule[], lock_version: number) =>
    mutateAsync({ sent: { params: { id }, body: { logic: numbered(rules), lock_version } } });
};
