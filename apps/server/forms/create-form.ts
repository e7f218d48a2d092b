import type { Calculation } from '#forms/definition/calculation.ts';
import { inRule, inTranslations, inVariables, renumberedBy } from '#forms/definition/references.ts';
import type { Rule } from '#forms/definition/rule.ts';
import type { Translations } from '#forms/translation/translations.ts';
import { holds } from '#server/access/demands.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import { Problem, refuse } from '#server/kit/problem.ts';
import { insertRow } from '#server/kit/rows.ts';
import { type Entry, entryIssues, saveEntries } from './entries.ts';
import { makeFields } from './new-fields.ts';
import { checkReferences, inRuleOrder } from './rules.ts';
import { assignSlots } from './slots.ts';

/** Refuses who may not make the fields that a file of a form brings. */
export const demandFields = ({ caller }: Pick<MemberContext, 'caller'>): void => {
  if (!holds(caller, { entity: 'fields', action: 'write' })) throw new Problem('forbidden');
};

/**
 * A form with all that belongs to it. An entry with a `field` gets a new field; its `field_id` is then any number by
 * which rules and calculations speak of it, as the id of a calculation is.
 */
export type WholeForm = {
  name: string;
  description: string | null;
  form_type: 'client' | 'internal';
  active: boolean;
  redirect_url?: string | null;
  restricted?: boolean;
  form_fields: Entry[];
  logic: Rule[];
  calculations: Omit<Calculation, 'position'>[];
  /** What it says in other languages. Their keys speak of fields as the entries do. */
  translations: { language: string; texts: Translations }[];
};

/**
 * Adds a whole form. Throws everything that is wrong with its fields, entries and rules.
 * @param from the form whose fields may be asked again, also by who may not put them on a form otherwise
 */
export const createForm = async (
  context: MemberContext,
  { form_fields, logic, calculations, translations, ...columns }: WholeForm,
  from?: number,
) => {
  const { tx, caller } = context;
  const organization_id = caller.organization.id;
  const { entries, fields } = await makeFields(context, form_fields);
  const form = await insertRow(tx, 'forms', { organization_id, ...columns });
  refuse(await entryIssues(context, { form_id: from ?? form.id, entries, isCopy: true }));
  await saveEntries(context, form.id, entries);
  await assignSlots(context, form.id);

  // All of them get their ids first: a calculation may use one that comes after it.
  const results = new Map<number, number>();
  for (const [position, { id, variables: _, formatter, ...calculation }] of calculations.entries()) {
    const columns = {
      organization_id,
      ...calculation,
      form_id: form.id,
      position,
      formatter: JSON.stringify(formatter),
    };
    results.set(id, (await insertRow(tx, 'calculations', columns)).id);
  }
  const renumber = renumberedBy({ field: fields, calculation: results });
  for (const { id, variables } of calculations)
    await tx
      .updateTable('calculations')
      .set({ variables: JSON.stringify(inVariables(variables, renumber)) })
      .where('organization_id', '=', organization_id)
      .where('id', '=', results.get(id) as number)
      .execute();
  if (translations.length > 0)
    await tx
      .insertInto('form_translations')
      .values(
        translations.map(({ language, texts }) => ({
          organization_id,
          form_id: form.id,
          language,
          texts: JSON.stringify(inTranslations(texts, renumber)),
        })),
      )
      .execute();
  const rules = inRuleOrder(logic.map((rule) => inRule(rule, renumber)));
  const saved =
    rules.length === 0
      ? form
      : await tx
          .updateTable('forms')
          .set({ logic: JSON.stringify(rules) })
          .where('organization_id', '=', organization_id)
          .where('id', '=', form.id)
          .returningAll()
          .executeTakeFirstOrThrow();
  await checkReferences(context, form.id, true);
  return saved;
};
