import type { HandlerResult } from '#contract/kit/route.ts';
import type { formRoutes } from '#contract/resources/forms.ts';
import { plainScope, visibleInternalRecords, visibleReports, visibleResponses } from '#server/access/scopes.ts';
import { type FormDefinition, formDefinitions } from '#server/forms/definitions.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import { ofOrganization, type Row } from '#server/kit/rows.ts';

/** The sequences with a form, of those that the caller may see, by name. */
export const sequencesWith = ({ tx, caller }: MemberContext, form_id: number) =>
  ofOrganization(tx, 'sequences', caller)
    .innerJoin('sequence_forms', (join) =>
      join
        .onRef('sequence_forms.organization_id', '=', 'sequences.organization_id')
        .onRef('sequence_forms.sequence_id', '=', 'sequences.id'),
    )
    .select(['sequences.id', 'sequences.name'])
    .where('sequence_forms.form_id', '=', form_id)
    .where(plainScope('sequences')(caller, 'read'))
    .orderBy('sequences.sort_name')
    .execute();

/** The reports that speak of a form, of those that the caller may see, by name. */
export const reportsWith = ({ tx, caller }: MemberContext, form_id: number) =>
  ofOrganization(tx, 'report_definitions', caller)
    .select(['id', 'name'])
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('report_forms')
          .select('report_forms.id')
          .whereRef('report_forms.report_definition_id', '=', 'report_definitions.id')
          .where('report_forms.form_id', '=', form_id),
      ),
    )
    .where(visibleReports(caller, 'read'))
    .orderBy('sort_name')
    .execute();

/** How many responses of a form the caller may see. */
export const countResponses = async (
  { tx, caller }: MemberContext,
  { id, form_type }: Pick<Row<'forms'>, 'id' | 'form_type'>,
): Promise<number> => {
  const visible = form_type === 'internal' ? visibleInternalRecords : visibleResponses;
  const { count } = await ofOrganization(tx, 'responses', caller)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('form_id', '=', id)
    .where(visible(caller, 'read'))
    .executeTakeFirstOrThrow();
  return count;
};

/** What a change to a form touches. */
export const usesOf = async (
  context: MemberContext,
  form: Row<'forms'>,
): Promise<HandlerResult<typeof formRoutes.uses>> => {
  const { tx, caller } = context;
  const organization_id = caller.organization.id;
  const [response_count, definitions, sequences, { count: notifications }] = await Promise.all([
    countResponses(context, form),
    formDefinitions(tx, organization_id, [form.id]),
    sequencesWith(context, form.id),
    ofOrganization(tx, 'notification_definitions', caller)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('form_id', '=', form.id)
      .executeTakeFirstOrThrow(),
  ]);
  const { logic, calculations } = definitions.get(form.id) as FormDefinition;
  return {
    response_count,
    forms: [],
    rules: logic.map(({ name }) => name),
    calculations: calculations.map(({ name }) => name),
    notifications,
    sequences,
    public_forms: 0,
  };
};
