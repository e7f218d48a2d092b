import { sql } from 'kysely';
import type { HandlerResult } from '#contract/kit/route.ts';
import type { fieldRoutes } from '#contract/resources/fields.ts';
import { idsIn, inNotification } from '#forms/definition/references.ts';
import type { Field, FieldOption } from '#forms/field-types/field-type.ts';
import { visibleForms, visibleInternalRecords, visibleResponses } from '#server/access/scopes.ts';
import { assignSlots } from '#server/forms/slots.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import { Problem, refuse } from '#server/kit/problem.ts';
import { among, ofOrganization, type Row } from '#server/kit/rows.ts';

/** The responses that hold an answer to a field, whichever form asked it. */
const answered = ({ tx, caller }: MemberContext, field_id: number) =>
  ofOrganization(tx, 'responses', caller).where(sql<boolean>`jsonb_exists(answers, ${String(field_id)})`);

/** How many responses hold an answer to a field, and how many of them the caller may see. */
const countAnswers = (context: MemberContext, field_id: number): Promise<{ all: number; visible: number }> => {
  const seen = [visibleResponses, visibleInternalRecords].map((scope) => scope(context.caller, 'read'));
  return answered(context, field_id)
    .select((eb) => {
      const visible = eb.or(seen);
      const count = eb.fn.countAll<number>();
      return [count.as('all'), count.filterWhere(visible).as('visible')];
    })
    .executeTakeFirstOrThrow();
};

/** The forms that a field stands on, by name. */
const formsWith = ({ tx, caller }: MemberContext, { id }: Row<'fields'>) =>
  ofOrganization(tx, 'forms', caller)
    .select(['forms.id', 'forms.name'])
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('form_fields')
          .select('form_fields.id')
          .whereRef('form_fields.form_id', '=', 'forms.id')
          .where('form_fields.field_id', '=', id),
      ),
    )
    .orderBy('forms.sort_name');

/**
 * The rules of forms that speak of a field, by their names, as `rulesAbout` tells them. A field may be on any number of
 * forms: they are not read for it.
 */
const rulesWith = async ({ tx, caller }: MemberContext, form_ids: number[], field_id: number): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select rule ->> 'name' as name
      from forms, jsonb_array_elements(logic) with ordinality as each (rule, place)
     where organization_id = ${caller.organization.id} and id = any(${form_ids}::bigint[])
       and (rule -> 'actions' @> jsonb_build_array(jsonb_build_object('field_id', ${field_id}::bigint))
         or jsonb_path_exists(rule,
           '$.condition.*[*] ? (@.scope == "form" || @.scope == "self").conditions.*[*].field_name ? (@ == $field)',
           jsonb_build_object('field', ${String(field_id)}::text)))
     order by id, place`.execute(tx);
  return rows.map(({ name }) => name);
};

/** The calculations of forms that count with a field, by their names. */
const calculationsWith = async ({ tx, caller }: MemberContext, form_ids: number[], field_id: number) => {
  const rows = await ofOrganization(tx, 'calculations', caller)
    .select('name')
    .where('form_id', '=', among(form_ids))
    .where(sql<boolean>`variables @> ${JSON.stringify([{ record_type: 'Field', record_id: field_id }])}::jsonb`)
    .orderBy('form_id')
    .orderBy('position')
    .orderBy('id')
    .execute();
  return rows.map(({ name }) => name);
};

/** What a change to a field touches, of the forms that the caller may see. */
export const usesOf = async (
  context: MemberContext,
  field: Row<'fields'>,
): Promise<HandlerResult<typeof fieldRoutes.uses>> => {
  const { tx, caller } = context;
  const forms = await formsWith(context, field).where(visibleForms(caller, 'read')).execute();
  const ids = forms.map(({ id }) => id);
  const [{ visible: response_count }, rules, calculations, notifications] = await Promise.all([
    countAnswers(context, field.id),
    rulesWith(context, ids, field.id),
    calculationsWith(context, ids, field.id),
    ofOrganization(tx, 'notification_definitions', caller)
      .select(['conditions', 'recipient_field_ids', 'recipient_group_ids', 'scoped_fields'])
      .where('form_id', '=', among(ids))
      .execute(),
  ]);
  return {
    response_count,
    forms,
    rules,
    calculations,
    notifications: notifications.filter((one) => idsIn(inNotification, one, 'field').has(field.id)).length,
    sequences: [],
    public_forms: 0,
  };
};

/** A field with answers stays as it is also for who may not see them; how many there are they are not told. */
const answersTold = (visible: number) =>
  visible === 0
    ? 'This field has answers that you cannot see.'
    : `This field has ${visible.toLocaleString('en-US')} ${visible === 1 ? 'answer' : 'answers'}.`;

/** A field that is in use stays; what uses it is told by name. So does one that old answers are read by. */
export const refuseInUse = async (field: Row<'fields'>, context: MemberContext): Promise<void> => {
  const { tx, caller } = context;
  const [forms, visible, answers, pickers] = await Promise.all([
    formsWith(context, field).execute(),
    formsWith(context, field).where(visibleForms(caller, 'read')).execute(),
    countAnswers(context, field.id),
    ofOrganization(tx, 'fields', caller).select('name').where('internal_field_id', '=', field.id).execute(),
  ]);
  const names = (list: { name: string }[]) => list.map(({ name }) => name).join(', ');
  const hidden = forms.length - visible.length;
  const named = [
    ...visible.map(({ name }) => name),
    ...(hidden > 0 ? [`${hidden} ${hidden === 1 ? 'form' : 'forms'} that you cannot see`] : []),
  ];
  refuse([
    ...(forms.length > 0
      ? [{ path: 'base', message: `This field is on a form. Remove it there first: ${named.join(', ')}` }]
      : []),
    ...(pickers.length > 0
      ? [{ path: 'base', message: `Other fields show it as their label. Change them first: ${names(pickers)}` }]
      : []),
    ...(forms.length === 0 && answers.all > 0
      ? [{ path: 'base', message: `${answersTold(answers.visible)} It stays, so that they can be read` }]
      : []),
  ]);
};

/** Takes away the typed columns of a field without answers, on forms that it has left. */
export const freeSlots = async (field: Row<'fields'>, { tx }: MemberContext): Promise<void> => {
  await tx.deleteFrom('field_slots').where('field_id', '=', field.id).execute();
};

/** Gives a field of another type than before typed columns again, on the forms that ask it. */
export const assignSlotsOf = async (field: Row<'fields'>, context: MemberContext): Promise<void> => {
  const forms = await ofOrganization(context.tx, 'form_fields', context.caller)
    .select('form_id')
    .where('field_id', '=', field.id)
    .execute();
  for (const { form_id } of forms) await assignSlots(context, form_id);
};

/** What an answered field is cannot change: its answers would no longer fit. */
export const refuseUsed = async (context: MemberContext, before: Row<'fields'>, field: Field): Promise<void> => {
  const changed = (['field_type', 'data_type'] as const).filter((key) => before[key] !== field[key]);
  if (changed.length === 0) return;
  const { all, visible } = await countAnswers(context, before.id);
  if (all === 0) return;
  const message = `${answersTold(visible)} Create a new field instead.`;
  throw new Problem('invalid', Object.fromEntries(changed.map((key) => [key, [message]])));
};

/** Removed options that somebody chose stay, hidden, so that old answers keep their words. */
export const keepUsedOptions = async (
  context: MemberContext,
  before: Row<'fields'>,
  field: Field,
): Promise<FieldOption[]> => {
  const removed = before.field_options.filter(
    ({ value }) => !field.field_options.some((option) => option.value === value),
  );
  if (removed.length === 0) return field.field_options;
  const key = String(before.id);
  const { rows } = await sql<{ value: string }>`
    select distinct chosen.value #>> '{}' as value
      from responses, jsonb_array_elements(
        case jsonb_typeof(answers -> ${key}) when 'array' then answers -> ${key} else jsonb_build_array(answers -> ${key}) end) chosen
     where organization_id = ${context.caller.organization.id} and jsonb_exists(answers, ${key})`.execute(context.tx);
  const used = new Set(rows.map(({ value }) => value));
  const kept = removed.filter(({ value }) => used.has(String(value)));
  return [...field.field_options, ...kept.map((option) => ({ ...option, hidden: true }))].map((option, position) => ({
    ...option,
    position,
  }));
};
