import { sql } from 'kysely';
import type { Field, FieldOption } from '#forms/field-types/field-type.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import { Problem } from '#server/kit/problem.ts';
import type { Row } from '#server/kit/rows.ts';

/** The responses that hold an answer to a field, whichever form asked it. */
const answered = ({ tx, caller }: MemberContext, field_id: number) =>
  tx
    .selectFrom('responses')
    .where('organization_id', '=', caller.organization.id)
    .where(sql<boolean>`jsonb_exists(answers, ${String(field_id)})`);

/** What an answered field is cannot change: its answers would no longer fit (R45). */
export const refuseUsed = async (context: MemberContext, before: Row<'fields'>, field: Field): Promise<void> => {
  const changed = (['field_type', 'data_type'] as const).filter((key) => before[key] !== field[key]);
  if (changed.length === 0) return;
  const { count } = await answered(context, before.id)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (count === 0) return;
  const message = `This field has ${count.toLocaleString('en-US')} ${count === 1 ? 'answer' : 'answers'}. Create a new field instead.`;
  throw new Problem('invalid', Object.fromEntries(changed.map((key) => [key, [message]])));
};

/** Removed options that somebody chose stay, hidden, so that old answers keep their words (R45). */
export const keepUsedOptions = async (
  context: MemberContext,
  before: Row<'fields'>,
  field: Field,
): Promise<FieldOption[]> => {
  const removed = (before.field_options as FieldOption[]).filter(
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
