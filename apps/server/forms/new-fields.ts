import { inEntry, renumberedBy } from '#forms/definition/references.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import type { Entry } from './entries.ts';
import { createField, saveNumbers } from './fields.ts';

/**
 * Makes the fields that the entries of a form bring along.
 * @returns the entries with the ids of the new fields, and those ids by the numbers that stood for them
 * @throws invalid when a field cannot be made
 */
export const makeFields = async (
  context: MemberContext,
  entries: Entry[],
): Promise<{ entries: Entry[]; fields: ReadonlyMap<number, number> }> => {
  const made = new Map<number, Awaited<ReturnType<typeof createField>>>();
  for (const { field_id, field } of entries) if (field) made.set(field_id, await createField(context, field));
  const fields = await saveNumbers(context, made);
  const renumber = renumberedBy({ field: fields });
  return { fields, entries: entries.map(({ field: _, ...entry }) => inEntry(entry, renumber)) };
};
