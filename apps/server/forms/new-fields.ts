import type { MemberContext } from '#server/kit/handlers.ts';
import type { Entry } from './entries.ts';
import { createField } from './fields.ts';

/**
 * Makes the fields that the entries of a form bring along.
 * @returns the entries with the ids of the new fields, and those ids by the numbers that stood for them
 * @throws invalid when a field cannot be made
 */
export const makeFields = async (
  context: MemberContext,
  entries: Entry[],
): Promise<{ entries: Entry[]; fields: ReadonlyMap<number, number> }> => {
  const fields = new Map<number, number>();
  for (const { field_id, field } of entries) if (field) fields.set(field_id, (await createField(context, field)).id);
  const numbered = (id: number) => fields.get(id) ?? id;
  return {
    fields,
    entries: entries.map(({ field: _, parameters_mapping, ...entry }) => ({
      ...entry,
      field_id: numbered(entry.field_id),
      ...(parameters_mapping && {
        parameters_mapping: Object.fromEntries(
          Object.entries(parameters_mapping).map(([name, id]) => [name, numbered(id)]),
        ),
      }),
    })),
  };
};
