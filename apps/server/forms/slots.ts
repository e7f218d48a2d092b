import type { Slot } from '#forms/field-types/field-type.ts';
import { fieldType } from '#forms/field-types/index.ts';
import { formDefinitions } from '#server/forms/definitions.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import { ofOrganization } from '#server/kit/rows.ts';

/** The typed columns of response_slots: the letter of each kind, and how many there are. */
const columns: Record<Slot, [letter: string, count: number]> = {
  boolean: ['b', 16],
  timestamp: ['d', 16],
  number: ['n', 32],
  text: ['s', 32],
  text_array: ['m', 16],
};

/**
 * Gives each field of a form a typed column while there are free ones; a field without one is read from jsonb. Where
 * there are answers already, a job fills the column before reports may use it. A field that left the form gives its
 * column back only when nothing was answered, so that old answers stay readable.
 */
export const assignSlots = async (context: MemberContext, form_id: number): Promise<void> => {
  const { tx, caller, enqueue } = context;
  const organization_id = caller.organization.id;
  const entries = (await formDefinitions(tx, organization_id, [form_id])).get(form_id)?.form_fields ?? [];
  const taken = await ofOrganization(tx, 'field_slots', caller)
    .select(['field_id', 'slot'])
    .where('form_id', '=', form_id)
    .execute();
  const used = new Set(taken.map(({ slot }) => slot));
  const added = [];
  for (const { field_id, field_type } of entries) {
    const { slot: kind } = fieldType(field_type);
    if (!kind || taken.some((one) => one.field_id === field_id)) continue;
    const [letter, count] = columns[kind];
    const slot = Array.from({ length: count }, (_, index) => `${letter}${String(index + 1).padStart(2, '0')}`).find(
      (one) => !used.has(one),
    );
    if (!slot) continue;
    used.add(slot);
    added.push({ organization_id, form_id, field_id, slot });
  }
  if (added.length === 0) return;
  const answered = await ofOrganization(tx, 'responses', caller)
    .select('id')
    .where('form_id', '=', form_id)
    .limit(1)
    .executeTakeFirst();
  await tx
    .insertInto('field_slots')
    .values(added.map((one) => ({ ...one, ready: !answered })))
    .execute();
  if (answered) await enqueue('fill_slots', { form_id });
};
