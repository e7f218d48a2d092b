import { sql } from 'kysely';
import { inEntry, inNotification, renumberedBy } from '#forms/definition/references.ts';
import { mayCopyAnswers } from '#server/forms/copy-rights.ts';
import { createForm } from '#server/forms/create-form.ts';
import { type FormDefinition, formDefinitions } from '#server/forms/definitions.ts';
import { saveEntries } from '#server/forms/entries.ts';
import { numbersByPlace, wholeDefinition, wholeOf } from '#server/forms/whole-form.ts';
import { translationsOf } from '#server/forms/worded.ts';
import { nameOfCopy } from '#server/kit/copy-name.ts';
import type { StartedJob } from '#server/kit/enqueue.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import { invalid, Problem } from '#server/kit/problem.ts';
import { ofOrganization, type Row } from '#server/kit/rows.ts';

/** The slots of the copy are those of the form, so that its responses can be copied as they are. */
const copySlots = async ({ tx }: MemberContext, from: Row<'forms'>, to: number) => {
  await tx.deleteFrom('field_slots').where('form_id', '=', to).execute();
  await sql`
    insert into field_slots (organization_id, form_id, field_id, slot, ready)
    select ${from.organization_id}::bigint, ${to}::bigint, field_id, slot, ready from field_slots
     where organization_id = ${from.organization_id} and form_id = ${from.id}
    returning id`.execute(tx);
};

/**
 * Copies what refers to a form's own fields and calculations beside its rules: its notifications, which are off, and
 * questions that take the earlier answer to this form, which in the copy is that to the copy.
 */
const copyReferring = async (context: MemberContext, from: Row<'forms'>, to: Row<'forms'>): Promise<void> => {
  const { tx, caller } = context;
  const { organization_id } = from;
  const definitions = await formDefinitions(tx, organization_id, [from.id, to.id]);
  const [original, made] = [from, to].map(({ id }) => definitions.get(id) as FormDefinition) as [
    FormDefinition,
    FormDefinition,
  ];
  const renumber = renumberedBy({ form: new Map([[from.id, to.id]]), ...numbersByPlace(original, made) });
  const entries = made.form_fields.map((entry) => inEntry(entry, renumber));
  if (entries.some(({ settings }) => settings.pre_populate?.form_id === to.id))
    await saveEntries(context, to.id, entries);

  const notifications = await ofOrganization(tx, 'notification_definitions', caller)
    .select(['name', 'subject_template', 'body_template', 'conditions', 'recipients', 'notify_recorder'])
    .select(['recipient_field_ids', 'recipient_group_ids', 'scoped_fields'])
    .where('form_id', '=', from.id)
    .orderBy('id')
    .execute();
  if (notifications.length === 0) return;
  await tx
    .insertInto('notification_definitions')
    .values(
      notifications.map((one) => {
        const { conditions, recipients, recipient_field_ids, recipient_group_ids, scoped_fields, ...texts } =
          inNotification(one, renumber);
        return {
          ...texts,
          organization_id,
          form_id: to.id,
          active: false,
          conditions: conditions && JSON.stringify(conditions),
          recipients: JSON.stringify(recipients),
          recipient_field_ids: JSON.stringify(recipient_field_ids),
          recipient_group_ids: JSON.stringify(recipient_group_ids),
          scoped_fields: JSON.stringify(scoped_fields),
        };
      }),
    )
    .execute();
};

/** A copy of what another organization shares is the caller's own: its fields are too, and nothing follows the original. */
const cloneShared = async (context: MemberContext, form: Row<'forms'>) => {
  const whole = wholeOf(form, await wholeDefinition(context.tx, form), new Map());
  const name = await nameOfCopy(context.tx, 'forms', form.name);
  return { copy: await createForm(context, { ...whole, name, restricted: form.restricted }, form.id) };
};

/**
 * A copy of a form on the same fields, with its rules, calculations and notifications, which are off. A copy of a
 * restricted form is restricted with the same list. With its data its responses follow in a job: throws forbidden
 * for who may not see and record responses of everybody.
 */
export const cloneForm = async (
  context: MemberContext,
  form: Row<'forms'>,
  { includeData, isShared }: { includeData: boolean; isShared: boolean },
): Promise<{ copy: Row<'forms'>; job?: StartedJob }> => {
  if (isShared && includeData)
    throw invalid('include_data', 'Responses of a shared form can’t be copied. Copy the form without responses.');
  if (isShared) return cloneShared(context, form);
  const { tx, startJob } = context;
  const { organization_id } = form;
  if (includeData && !(await mayCopyAnswers(context, form))) throw new Problem('forbidden');
  const definitions = await formDefinitions(tx, organization_id, [form.id]);
  const { form_fields, logic, calculations } = definitions.get(form.id) as FormDefinition;
  const copy = await createForm(
    context,
    {
      name: await nameOfCopy(tx, 'forms', form.name),
      description: form.description,
      form_type: form.form_type as 'client' | 'internal',
      active: form.active,
      redirect_url: form.redirect_url,
      restricted: form.restricted,
      translations: await translationsOf(tx, form),
      form_fields: form_fields.map(
        ({ field_id, is_required, is_quick_view, is_locked, position, settings, parameters_mapping }) => ({
          field_id,
          is_required,
          is_quick_view,
          is_locked,
          position,
          settings,
          parameters_mapping,
        }),
      ),
      logic,
      calculations: calculations.map(
        ({ id, name, equation, calculation_type, calculation_subtype, display_unit, variables, formatter }) => ({
          id,
          name,
          equation,
          calculation_type,
          calculation_subtype,
          display_unit,
          variables,
          formatter,
        }),
      ),
    },
    form.id,
  );
  await copyReferring(context, form, copy);
  if (form.restricted)
    await sql`
      insert into record_permissions (organization_id, entity, record_id, user_id, permission_group_id, actions)
      select ${organization_id}::bigint, entity, ${copy.id}::bigint, user_id, permission_group_id, actions from record_permissions
       where organization_id = ${organization_id} and entity = 'forms' and record_id = ${form.id}
      returning id`.execute(tx);
  if (!includeData) return { copy };
  await copySlots(context, form, copy.id);
  const job = await startJob('copy_responses', { form_id: form.id, copy_id: copy.id });
  context.accepted();
  return { copy, job };
};
