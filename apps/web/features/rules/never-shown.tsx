import type { FormField } from '#forms/definition/form-definition.ts';
import type { Rule } from '#forms/definition/rule.ts';
import { type NeverShownField, neverShown } from '#forms/logic/never-shown.ts';
import { Banner } from '#web/ui/banner.tsx';
import { neverShownWords } from './never-shown-words.ts';

type RuledForm = { form_fields: FormField[]; logic: Rule[] };

/**
 * Says which questions can never appear, and what to check; nothing where there are none.
 * @param place of the rule in `logic` whose questions alone count; left out for all of the form's
 */
export const NeverShownBanner = ({ form, place }: { form: RuledForm; place?: number }) => {
  const isMeant = ({ rules }: NeverShownField) => place === undefined || rules.includes(place);
  const found = neverShown(form).filter(isMeant);
  return found.length > 0 && <Banner>{neverShownWords(found, form)}</Banner>;
};
