import { sql } from 'kysely';
import type { HandlerResult } from '#contract/kit/route.ts';
import type { fieldRoutes } from '#contract/resources/fields.ts';
import type { Field, FieldOption } from '#forms/field-types/field-type.ts';
import { visibleInternalRecords, visibleResponses } from '#server/access/scopes.ts';
import { assignSlots } from '#server/forms/slots.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import { Problem, refuse } from '#server/kit/problem.ts';
import { ofOrganization, type Row } from '#server/kit/rows.ts';
import { type Use, useIssues, usesOf } from '#server/records/uses.ts';

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

const referenceTo = ({ id }: Pick<Row<'fields'>, 'id'>) => ({ thing: 'field' as const, id });

const named = ({ id, name }: Use) => ({ id, name: name ?? '' });

/** What a change to a field touches, as far as the caller can see it. */
export const impactOf = async (
  context: MemberContext,
  field: Row<'fields'>,
): Promise<HandlerResult<typeof fieldRoutes.uses>> => {
  const [{ visible: response_count }, uses] = await Promise.all([
    countAnswers(context, field.id),
    usesOf(context, [referenceTo(field)]),
  ]);
  const visible = Map.groupBy(
    uses.filter((one) => one.visible),
    ({ kind }) => kind,
  );
  const of = (kind: Use['kind']) => (visible.get(kind) ?? []).map(named);
  const forms = of('form');
  const isOnVisible = ({ kind, form }: Use) => kind === 'notification' && forms.some(({ id }) => id === form?.id);
  return {
    response_count,
    forms,
    fields: of('field'),
    rules: of('rule').map(({ name }) => name),
    calculations: of('calculation').map(({ name }) => name),
    notifications: uses.filter(isOnVisible).length,
    reports: of('report'),
    sequences: [],
    public_forms: 0,
  };
};

/** The reports that use fields, of those that the caller can see, by the fields' IDs. */
export const reportsWith = async (context: MemberContext, fields: readonly Row<'fields'>[]) => {
  const uses = await usesOf(context, fields.map(referenceTo), ['report']);
  const byField = Map.groupBy(
    uses.filter(({ visible }) => visible),
    ({ of }) => of.id,
  );
  return new Map([...byField].map(([id, reports]) => [id, reports.map(named)]));
};

/** A field with answers stays as it is also for who may not see them; how many there are they are not told. */
const answersTold = (visible: number) =>
  visible === 0
    ? 'This field has answers that you can’t see.'
    : `This field has ${visible.toLocaleString('en-US')} ${visible === 1 ? 'answer' : 'answers'}.`;

/** Refuses to delete a field that something uses, or by which old answers are read. @throws invalid */
export const refuseRemoval = async (field: Row<'fields'>, context: MemberContext): Promise<void> => {
  const [uses, answers] = await Promise.all([usesOf(context, [referenceTo(field)]), countAnswers(context, field.id)]);
  const isAsked = uses.some(({ kind }) => kind === 'form');
  refuse([
    ...useIssues('This field', uses),
    ...(!isAsked && answers.all > 0
      ? [{ path: 'base', message: `${answersTold(answers.visible)} It is kept so that the answers can be read.` }]
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

/**
 * Removed options that somebody chose, or that a rule, notification, report or field compares with, stay, hidden: so old
 * answers keep their words, and conditions their meaning.
 */
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
  const options = removed.map(({ value }) => ({ thing: 'option' as const, id: before.id, value: String(value) }));
  const uses = await usesOf(context, options);
  const { rows } = await sql<{ value: string }>`
    select distinct chosen.value #>> '{}' as value
      from responses, jsonb_array_elements(
        case jsonb_typeof(answers -> ${key}) when 'array' then answers -> ${key} else jsonb_build_array(answers -> ${key}) end) chosen
     where organization_id = ${context.caller.organization.id} and jsonb_exists(answers, ${key})`.execute(context.tx);
  const used = new Set([
    ...rows.map(({ value }) => value),
    ...uses.flatMap(({ of }) => (of.thing === 'option' ? [of.value] : [])),
  ]);
  const kept = removed.filter(({ value }) => used.has(String(value)));
  return [...field.field_options, ...kept.map((option) => ({ ...option, hidden: true }))].map((option, position) => ({
    ...option,
    position,
  }));
};
