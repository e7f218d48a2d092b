import type { Slot } from '#forms/field-types/field-type.ts';
import { fieldType } from '#forms/field-types/index.ts';
import { formDefinitions } from '#server/forms/definitions.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import { among, deleteOf, ofOrganization } from '#server/kit/rows.ts';

/** The typed columns of response_slots: the letter of each kind, and how many there are. */
const columns: Record<Slot, [letter: string, count: number]> = {
  boolean: ['b', 16],
  timestamp: ['d', 16],
  number: ['n', 32],
  text: ['s', 32],
  text_array: ['m', 16],
};

/**
 * Notes which fields a form asks, and gives each a typed column while there are free ones; a field without one is read
 * from jsonb, until a later call finds one for it. Where there are answers already, a job fills the column before reports may use it. A field that leaves the
 * form stays noted, so that old answers stay readable, unless nothing was answered yet.
 */
export const assignSlots = async (context: MemberContext, form_id: number): Promise<void> => {
  const { tx, caller, enqueue } = context;
  const organization_id = caller.organization.id;
  const entries = (await formDefinitions(tx, organization_id, [form_id])).get(form_id)?.form_fields ?? [];
  const taken = await ofOrganization(tx, 'field_slots', caller)
    .select(['field_id', 'slot'])
    .where('form_id', '=', form_id)
    .execute();
  const left = taken.filter(({ field_id }) => !entries.some((one) => one.field_id === field_id));
  const used = new Set(taken.map(({ slot }) => slot));
  const added: { field_id: number; slot: string | null }[] = [];
  for (const { field_id, field_type } of entries) {
    const known = taken.find((one) => one.field_id === field_id);
    if (known && known.slot !== null) continue;
    const slot = freeColumn(fieldType(field_type).slot, used);
    if (known && slot === null) continue;
    used.add(slot);
    added.push({ field_id, slot });
  }
  if (added.length === 0 && left.length === 0) return;
  const answered = await ofOrganization(tx, 'responses', caller)
    .select('id')
    .where('form_id', '=', form_id)
    .limit(1)
    .executeTakeFirst();
  // Rows are replaced, not updated: inserts and deletes tell the definitions in memory.
  const gone = [...(answered ? [] : left), ...added].map(({ field_id }) => field_id);
  if (gone.length > 0)
    await deleteOf(tx, 'field_slots', organization_id)
      .where('form_id', '=', form_id)
      .where('field_id', '=', among(gone))
      .execute();
  if (added.length === 0) return;
  await tx
    .insertInto('field_slots')
    .values(added.map((one) => ({ ...one, organization_id, form_id, ready: !answered || one.slot === null })))
    .execute();
  if (answered && added.some(({ slot }) => slot !== null)) await enqueue('fill_slots', { form_id });
};

/** The first free typed column of a kind; null when there is none. */
const freeColumn = (kind: Slot | null, used: ReadonlySet<string | null>): string | null => {
  if (!kind) return null;
  const [letter, count] = columns[kind];
  const all = Array.from({ length: count }, (_, index) => `${letter}${String(index + 1).padStart(2, '0')}`);
  return all.find((one) => !used.has(one)) ?? null;
};
