import type { HandlerInput } from '#contract/kit/route.ts';
import { publicFormRoutes } from '#contract/resources/public-forms.ts';
import { attempted, limits } from '#server/access/rate-limits.ts';
import { visiblePublicForms } from '#server/access/scopes.ts';
import { newStart, startOf } from '#server/access/start-tokens.ts';
import { prepareAnswerFiles } from '#server/forms/answers.ts';
import { type FormDefinition, formDefinitions } from '#server/forms/definitions.ts';
import { implement, type MemberContext, prepared, type VisitorContext } from '#server/kit/handlers.ts';
import { networkOf } from '#server/kit/networks.ts';
import { among, ofOrganization } from '#server/kit/rows.ts';
import { keep, resume } from './drafts.ts';
import { settingHandlers, standing } from './settings.ts';
import { strangersForm, toldRules } from './strangers-form.ts';
import { admitUpload, submit } from './submit.ts';
import { definitionOf, isOpenNow, isOpenStill, unavailable, visited } from './visitors.ts';
import { languagesOf, words } from './words.ts';

/** So many responses came by each publish setting, how many of them are nobody's yet, and when the last one came. */
const countsOf = async ({ tx, caller }: MemberContext, ids: number[]) => {
  const rows = await ofOrganization(tx, 'responses', caller)
    .select((eb) => [
      'public_form_id',
      eb.fn.countAll<number>().as('response_count'),
      eb.fn
        .countAll<number>()
        .filterWhere((one) =>
          one.not(
            one.exists(
              one
                .selectFrom('public_form_links')
                .select('public_form_links.id')
                .whereRef('public_form_links.instance_id', '=', 'responses.id'),
            ),
          ),
        )
        .as('unlinked_count'),
      eb.fn.max('completed_at').as('last_response_at'),
    ])
    .where('public_form_id', '=', among(ids))
    .where('public_form_id', 'is not', null)
    .groupBy('public_form_id')
    .execute();
  return new Map(rows.map((row) => [row.public_form_id, row]));
};

/** The publish settings whose responses the caller may see, those of one form together; gone ones while any are left. */
const all = async (_: unknown, context: MemberContext) => {
  const { tx, caller } = context;
  const settings = await ofOrganization(tx, 'publish_settings', caller)
    .innerJoin('forms', (join) =>
      join
        .onRef('forms.organization_id', '=', 'publish_settings.organization_id')
        .onRef('forms.id', '=', 'publish_settings.form_id'),
    )
    .selectAll('publish_settings')
    .select(['forms.name', 'forms.active'])
    .where(visiblePublicForms(caller, 'read'))
    .orderBy('forms.sort_name')
    .orderBy('publish_settings.form_id')
    .orderBy('publish_settings.id')
    .execute();
  const counts = await countsOf(
    context,
    settings.map(({ id }) => id),
  );
  const forms = await formDefinitions(tx, caller.organization.id, [...new Set(settings.map(({ form_id }) => form_id))]);
  const data = settings
    .filter(({ id, removed_at }) => removed_at === null || counts.has(id))
    .map(({ removed_at, active, ...setting }) => {
      const count = counts.get(setting.id);
      const { form_fields } = forms.get(setting.form_id) as FormDefinition;
      const timeZone = caller.organization.time_zone;
      return {
        ...setting,
        ...standing({ ...setting, removed_at }, { isActive: active && removed_at === null, timeZone }),
        removed: removed_at !== null,
        response_count: count?.response_count ?? 0,
        unlinked_count: count?.unlinked_count ?? 0,
        last_response_at: count?.last_response_at ? new Date(count.last_response_at).toISOString() : null,
        fields: form_fields.map(({ is_quick_view, field: { id, name, field_type } }) => ({
          id,
          name,
          field_type,
          is_quick_view,
        })),
      };
    });
  return { data };
};

type Opening = HandlerInput<typeof publicFormRoutes.open>;

const open = async ({ params, query }: Opening, context: VisitorContext) => {
  // Before anything is looked up, so that every refusal takes the same steps.
  await attempted(context.tx, limits.publicOpen, `${networkOf(context.address)} ${context.host}`);
  const place = await visited(context, params.access_key);
  const { setting, form, organization, logo } = place;
  const reference = { organization_id: setting.organization_id, public_form_id: setting.id };
  const begun = query.start_token;
  const isBegun = begun !== undefined && startOf(context.keys, reference, begun) !== null;
  if (!(isBegun ? isOpenStill(place) : isOpenNow(place))) throw unavailable();
  const { form_fields, logic, calculations } = strangersForm(await definitionOf(context, place));
  return {
    ...setting,
    name: form.name,
    description: form.description,
    organization: {
      name: organization.name,
      logo,
      time_zone: organization.time_zone,
      week_starts_on: organization.week_starts_on,
      fiscal_year_start_month: organization.fiscal_year_start_month,
    },
    fields: form_fields,
    logic: toldRules(logic),
    // What is worked out decides what is asked; what it is called is for staff.
    calculations: calculations.map((one) => ({ ...one, name: '' })),
    languages: await languagesOf(context, place),
    start_token: isBegun ? begun : newStart(context.keys, reference),
  };
};

/** Where and when forms are open to everybody, and what strangers do there. */
export const publicFormsFeature = implement(publicFormRoutes, {
  ...settingHandlers,
  all,
  open,
  words,
  submit: prepared({
    admit: admitUpload,
    prepare: (_, preparing) => prepareAnswerFiles(preparing),
    handle: submit,
  }),
  keep,
  resume,
});
