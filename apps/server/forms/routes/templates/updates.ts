import { sql } from 'kysely';
import { templateUpdateRoutes } from '#contract/resources/template-updates.ts';
import { isSame } from '#forms/updates/copied-form.ts';
import { holds } from '#server/access/demands.ts';
import { visibleForms } from '#server/access/scopes.ts';
import { numbersAfter, rewriteForm } from '#server/forms/follow-form.ts';
import { reachShared } from '#server/forms/sharing.ts';
import { findFor } from '#server/kit/crud.ts';
import { implement, type NeighborContext } from '#server/kit/handlers.ts';
import { Problem } from '#server/kit/problem.ts';
import { ofOrganization } from '#server/kit/rows.ts';
import { refuseRemovedInUse } from '#server/records/uses.ts';
import { compareWithTemplates, type TemplateComparison } from './compare.ts';
import { copiesOfFields, keepCopies, templatesOrganization } from './origins.ts';

const isLeft = ({ origin, state }: TemplateComparison): boolean => origin.passed === state;

/** The update of a form, which the caller may change; undefined while it is as its template. */
const updateOf = async (context: NeighborContext, id: number): Promise<TemplateComparison | undefined> =>
  (await compareWithTemplates(context, [await findFor({ table: 'forms', scope: visibleForms }, id, context)]))[0];

/** Holds a form until the transaction ends, so that two who take its update at once take it once. */
const hold = ({ tx, caller }: NeighborContext, id: number) =>
  ofOrganization(tx, 'forms', caller).select('id').where('id', '=', id).forUpdate().execute();

/** Refuses who may not change the fields that an update changes. @throws forbidden */
const demandFields = ({ caller }: NeighborContext, { here, after }: TemplateComparison): void => {
  const fields = ({ form_fields }: TemplateComparison['here']) =>
    new Map(form_fields.map((one) => [one.field_id, one.field]));
  const now = fields(here);
  if ([...fields(after)].every(([id, field]) => isSame(field, now.get(id)))) return;
  if (holds(caller, { entity: 'fields', action: 'write' })) return;
  throw new Problem('forbidden', {
    base: ['This update changes fields. Ask someone who can change fields to accept it.'],
  });
};

const take = async (context: NeighborContext, update: TemplateComparison): Promise<void> => {
  const { tx, caller } = context;
  const { form, origin, template, here, there, after } = update;
  demandFields(context, update);
  const kept = new Set(after.calculations.map(({ id }) => id));
  const removed = here.calculations.filter(({ id }) => !kept.has(id));
  await refuseRemovedInUse(
    context,
    removed.map(({ id, name }) => ({ id, name, path: 'base' })),
  );
  const got = await rewriteForm(context, { form_id: form.id, wanted: after, isSent: false });
  const before = origin.numbers;
  const now = numbersAfter(template, there, got);
  // What the template asks no more keeps its number: asked again, it is the same question.
  const numbers = {
    fields: { ...before.fields, ...now.fields },
    calculations: { ...before.calculations, ...now.calculations },
  };
  await tx
    .updateTable('template_forms')
    .set({
      numbers: JSON.stringify(numbers),
      taken: JSON.stringify(template),
      taken_at: sql<string>`now()`,
      passed: null,
    })
    .where('form_id', '=', form.id)
    .execute();
  const known = new Map(Object.entries(before.fields).map(([id, copy]) => [Number(id), copy]));
  const templates = await templatesOrganization(context);
  await context.beside(templates.id, () =>
    keepCopies(context, { templates, organization: caller.organization }, copiesOfFields(now, known)),
  );
  await reachShared(context, form.id);
};

const leave = async ({ tx }: NeighborContext, { form, state }: TemplateComparison): Promise<void> => {
  await tx.updateTable('template_forms').set({ passed: state }).where('form_id', '=', form.id).execute();
};

/** What the platform changed in templates, for the organizations that have copies: offered, never done by itself. */
export const templateUpdatesFeature = implement(templateUpdateRoutes, {
  offered: async (_, context) => {
    const { tx, caller } = context;
    const forms = await ofOrganization(tx, 'forms', caller)
      .innerJoin('template_forms', (join) =>
        join
          .onRef('template_forms.form_id', '=', 'forms.id')
          .on('template_forms.organization_id', '=', caller.organization.id),
      )
      .selectAll('forms')
      .where(visibleForms(caller, 'write'))
      .orderBy('forms.sort_name')
      .orderBy('forms.id')
      .execute();
    const updates = await compareWithTemplates(context, forms);
    return {
      data: updates
        .filter((update) => !isLeft(update))
        .map(({ form, differences }) => ({
          form_id: form.id,
          form_name: form.name,
          field_ids: differences.flatMap(({ part, key }) =>
            part === 'question' && Number(key) > 0 ? [Number(key)] : [],
          ),
          count: differences.length,
        })),
    };
  },
  show: async ({ params }, context) => {
    const update = await updateOf({ ...context, action: 'write' }, params.id);
    if (!update) return { update: null };
    const { version, template_name, origin, differences } = update;
    return { update: { version, template_name, taken_at: origin.taken_at, is_left: isLeft(update), differences } };
  },
  decide: async ({ params, body: { version, decision } }, context) => {
    await findFor({ table: 'forms', scope: visibleForms }, params.id, context);
    await hold(context, params.id);
    const update = await updateOf(context, params.id);
    if (!update)
      throw new Problem('conflict', {
        base: ['This update is no longer available: someone accepted it, or the template was changed back.'],
      });
    if (update.version !== version)
      throw new Problem('conflict', {
        base: ['The template or your form changed since you opened this. Review the changes again, then decide.'],
      });
    await (decision === 'take' ? take : leave)(context, update);
    return { form_id: params.id, decision };
  },
});
