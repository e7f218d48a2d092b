import type { HandlerResult } from '#contract/kit/route.ts';
import type { formRoutes } from '#contract/resources/forms.ts';
import { visibleInternalRecords, visibleResponses } from '#server/access/scopes.ts';
import { type FormDefinition, formDefinitions } from '#server/forms/definitions.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import { ofOrganization, type Row } from '#server/kit/rows.ts';
import { type Use, usesOf } from '#server/records/uses.ts';

const named = ({ id, name }: Use) => ({ id, name: name ?? '' });

/** What uses a form, of what the caller can see, kind by kind. */
const visibleUses = async (context: MemberContext, form_id: number, kinds?: Use['kind'][]) => {
  const uses = await usesOf(context, [{ thing: 'form', id: form_id }], kinds);
  const visible = Map.groupBy(
    uses.filter((one) => one.visible),
    ({ kind }) => kind,
  );
  return (kind: Use['kind']) => (visible.get(kind) ?? []).map(named);
};

/** The sequences and reports with a form, of those that the caller can see, by name. */
export const sequencesAndReports = async (context: MemberContext, form_id: number) => {
  const of = await visibleUses(context, form_id, ['sequence', 'report']);
  return { sequences: of('sequence'), reports: of('report') };
};

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

/** What a change to a form touches: all that it consists of, and what uses it. */
export const impactOf = async (
  context: MemberContext,
  form: Row<'forms'>,
): Promise<HandlerResult<typeof formRoutes.uses>> => {
  const { tx, caller } = context;
  const organization_id = caller.organization.id;
  const countOf = (table: 'notification_definitions' | 'publish_settings') =>
    ofOrganization(tx, table, caller)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('form_id', '=', form.id);
  const [response_count, definitions, of, { count: notifications }, { count: public_forms }] = await Promise.all([
    countResponses(context, form),
    formDefinitions(tx, organization_id, [form.id]),
    visibleUses(context, form.id),
    countOf('notification_definitions').executeTakeFirstOrThrow(),
    countOf('publish_settings').where('removed_at', 'is', null).executeTakeFirstOrThrow(),
  ]);
  const { logic, calculations } = definitions.get(form.id) as FormDefinition;
  return {
    response_count,
    forms: of('form'),
    fields: of('field'),
    rules: logic.map(({ name }) => name),
    calculations: calculations.map(({ name }) => name),
    notifications,
    reports: of('report'),
    sequences: of('sequence'),
    public_forms,
  };
};
