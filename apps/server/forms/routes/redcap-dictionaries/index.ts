import { redcapDictionaryRoutes } from '#contract/resources/redcap-dictionaries.ts';
import type { InstrumentForm } from '#forms/redcap/read.ts';
import { createForm, demandFields } from '#server/forms/create-form.ts';
import { implement, type MemberContext, type PrepareContext, prepared } from '#server/kit/handlers.ts';
import { chooseDictionary, readForms } from './dictionary.ts';

const admit = async (_: unknown, context: MemberContext) => demandFields(context);
const prepare = async (_: unknown, { files, caller }: PrepareContext) => {
  const [file] = files.get('input') ?? [];
  return file ? readForms(file, caller.organization.id) : null;
};

/** What was read; who may not have it read, or sent nothing, is told so. */
const readOf = (context: MemberContext, read: InstrumentForm[] | null): InstrumentForm[] => {
  demandFields(context);
  if (!read) throw chooseDictionary();
  return read;
};

const outcomeOf = ({ form, questions, mapped, remarks }: InstrumentForm, form_id: number | null) => ({
  name: form.name,
  form_id,
  questions,
  mapped,
  rules: form.logic.length,
  calculations: form.calculations.length,
  remarks,
});

/** Forms of the instruments of REDCap projects. */
export const redcapDictionariesFeature = implement(redcapDictionaryRoutes, {
  check: prepared({
    admit,
    prepare,
    handle: async (_, context, read) => ({ forms: readOf(context, read).map((one) => outcomeOf(one, null)) }),
  }),
  import: prepared({
    admit,
    prepare,
    handle: async (_, context, read) => {
      const forms = [];
      for (const one of readOf(context, read)) {
        const { id } = await createForm(context, { ...one.form, form_type: 'client', active: false });
        forms.push(outcomeOf(one, id));
      }
      return { forms };
    },
  }),
});
