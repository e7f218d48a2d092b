import { sql } from 'kysely';
import type { Issue } from '#contract/kit/issues.ts';
import { fillable } from '#server/access/scopes.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import { among, ofOrganization } from '#server/kit/rows.ts';

/** A form of a sequence as it is sent. */
export type Entry = { id: number; position?: number | undefined };

/**
 * Forms that stand twice, and those that are not active client forms which the caller may see or use. What is in the
 * sequence already may stay.
 */
export const formIssues = async (
  { tx, caller }: MemberContext,
  sequence_id: number | undefined,
  entries: Entry[],
): Promise<Issue[]> => {
  const known = await ofOrganization(tx, 'forms', caller)
    .select('id')
    .where('id', '=', among(entries.map(({ id }) => id)))
    .where((eb) =>
      eb.or([
        eb.and([eb('active', '=', true), eb('form_type', '=', 'client'), fillable(caller)]),
        eb.exists(
          eb
            .selectFrom('sequence_forms')
            .select('sequence_forms.id')
            .where('sequence_forms.sequence_id', '=', sequence_id ?? 0)
            .whereRef('sequence_forms.form_id', '=', 'forms.id'),
        ),
      ]),
    )
    .execute();
  const open = new Set(known.map(({ id }) => id));
  return entries.flatMap(({ id }, index) => {
    if (!open.has(id)) return [{ path: `forms.${index}.id`, message: 'Choose an active client form' }];
    if (entries.findIndex((one) => one.id === id) < index)
      return [{ path: 'forms', message: 'A form can be in a sequence only once' }];
    return [];
  });
};

/** Makes these the sequence's forms, in this order, numbered from 0. */
export const saveForms = async (
  { tx, caller }: MemberContext,
  sequence_id: number,
  entries: Entry[],
): Promise<void> => {
  const organization_id = caller.organization.id;
  const ordered = entries
    .map(({ id, position }, index) => ({ id, position: position ?? index }))
    .toSorted((a, b) => a.position - b.position);
  await tx
    .deleteFrom('sequence_forms')
    .where('sequence_id', '=', sequence_id)
    .where('form_id', '!=', sql<number>`all(${ordered.map(({ id }) => id)}::bigint[])`)
    .execute();
  await tx
    .insertInto('sequence_forms')
    .values(ordered.map(({ id: form_id }, position) => ({ organization_id, sequence_id, form_id, position })))
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'sequence_id', 'form_id'])
        .doUpdateSet((eb) => ({ position: eb.ref('excluded.position') })),
    )
    .execute();
};

/** The forms of sequences in their order, by sequence. */
export const formsOf = async ({ tx, caller }: MemberContext, sequence_ids: number[]) => {
  const rows = await ofOrganization(tx, 'sequence_forms', caller)
    .innerJoin('forms', (join) =>
      join
        .onRef('forms.organization_id', '=', 'sequence_forms.organization_id')
        .onRef('forms.id', '=', 'sequence_forms.form_id'),
    )
    .select(['sequence_forms.sequence_id', 'sequence_forms.position', 'forms.id', 'forms.name', 'forms.active'])
    .select((eb) =>
      eb
        .and([fillable(caller)])
        .$castTo<boolean>()
        .as('fillable'),
    )
    .where('sequence_forms.sequence_id', '=', among(sequence_ids))
    .orderBy('sequence_forms.position')
    .execute();
  return Map.groupBy(rows, ({ sequence_id }) => sequence_id);
};
