import { sql } from 'kysely';
import { fieldSettings } from '#forms/definition/field-settings.ts';
import { usableFields } from '#server/access/scopes.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import { refuse } from '#server/kit/problem.ts';

/** A field of a form as it is sent. */
export type Entry = {
  field_id: number;
  is_required?: boolean;
  is_quick_view?: boolean;
  is_locked?: boolean;
  position?: number;
  settings?: Record<string, unknown>;
  parameters_mapping?: Record<string, number>;
};

/**
 * Refuses fields that stand twice, are not the organisation's or not for the caller to put on a form (R27), parameters
 * from elsewhere, and unknown settings. What is on the form already may stay.
 */
export const checkEntries = async (
  { tx, caller }: MemberContext,
  form_id: number | undefined,
  entries: Entry[],
): Promise<void> => {
  const known = await tx
    .selectFrom('fields')
    .select('id')
    .where('organization_id', '=', caller.organization.id)
    .where('id', '=', sql<number>`any(${entries.map(({ field_id }) => field_id)}::bigint[])`)
    .where((eb) =>
      eb.or([
        usableFields(caller)(eb) ?? sql<boolean>`true`,
        eb.exists(
          eb
            .selectFrom('form_fields')
            .select('form_fields.id')
            .where('form_fields.organization_id', '=', caller.organization.id)
            .where('form_fields.form_id', '=', form_id ?? 0)
            .whereRef('form_fields.field_id', '=', 'fields.id'),
        ),
      ]),
    )
    .execute();
  const exists = new Set(known.map(({ id }) => id));
  refuse(
    entries.flatMap(({ field_id, settings, parameters_mapping = {} }, index) => {
      const path = `form_fields.${index}`;
      if (!exists.has(field_id)) return [{ path: `${path}.field_id`, message: 'Choose a field of this organization' }];
      if (entries.findIndex((one) => one.field_id === field_id) < index)
        return [{ path: 'form_fields', message: 'A field may be on a form only once' }];
      const mapped = Object.entries(parameters_mapping)
        .filter(([, source]) => !entries.some((one) => one.field_id === source))
        .map(([name]) => ({ path: `${path}.parameters_mapping.${name}`, message: 'Choose a field of this form' }));
      const checked = fieldSettings.safeParse(settings ?? {});
      if (checked.success) return mapped;
      const wrong = checked.error.issues.map((issue) => ({
        path: [path, 'settings', ...issue.path].join('.'),
        message: issue.code === 'unrecognized_keys' ? `Remove ${issue.keys.join(', ')}` : issue.message,
      }));
      return [...mapped, ...wrong];
    }),
  );
};

/**
 * The entries with their locks. Only a superuser locks a field of a form, unlocks it or takes it away (R34); what is
 * sent without a word about it keeps its lock.
 */
export const withLocks = async ({ tx, caller }: MemberContext, form_id: number | undefined, entries: Entry[]) => {
  const rows =
    form_id === undefined
      ? []
      : await tx
          .selectFrom('form_fields')
          .select('field_id')
          .where('organization_id', '=', caller.organization.id)
          .where('form_id', '=', form_id)
          .where('is_locked', '=', true)
          .execute();
  const locked = new Set(rows.map(({ field_id }) => field_id));
  const kept = entries.map((entry) => ({ ...entry, is_locked: entry.is_locked ?? locked.has(entry.field_id) }));
  if (caller.is_superuser) return kept;
  const gone = [...locked].some((id) => !entries.some(({ field_id }) => field_id === id));
  refuse([
    ...(gone ? [{ path: 'form_fields', message: 'Only the platform team can remove a locked field' }] : []),
    ...kept.flatMap(({ field_id, is_locked }, index) =>
      is_locked === locked.has(field_id)
        ? []
        : [{ path: `form_fields.${index}.is_locked`, message: 'Only the platform team can lock or unlock a field' }],
    ),
  ]);
  return kept;
};

/** Makes these the form's fields, in this order. Entries that stay keep their id; only what differs is written. */
export const saveEntries = async ({ tx, caller }: MemberContext, form_id: number, entries: Entry[]): Promise<void> => {
  const organization_id = caller.organization.id;
  const ordered = entries
    .map((entry, index) => ({ ...entry, position: entry.position ?? index }))
    .toSorted((a, b) => a.position - b.position);
  await tx
    .deleteFrom('form_fields')
    .where('organization_id', '=', organization_id)
    .where('form_id', '=', form_id)
    .where('field_id', '!=', sql<number>`all(${ordered.map(({ field_id }) => field_id)}::bigint[])`)
    .execute();
  const rows = ordered.map((entry, position) => ({
    organization_id,
    form_id,
    field_id: entry.field_id,
    position,
    is_required: entry.is_required ?? true,
    is_quick_view: entry.is_quick_view ?? false,
    is_locked: entry.is_locked ?? false,
    settings: JSON.stringify(entry.settings ?? {}),
    parameters_mapping: JSON.stringify(entry.parameters_mapping ?? {}),
  }));
  await tx
    .insertInto('form_fields')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'form_id', 'field_id']).doUpdateSet((eb) => ({
        position: eb.ref('excluded.position'),
        is_required: eb.ref('excluded.is_required'),
        is_quick_view: eb.ref('excluded.is_quick_view'),
        is_locked: eb.ref('excluded.is_locked'),
        settings: eb.ref('excluded.settings'),
        parameters_mapping: eb.ref('excluded.parameters_mapping'),
      })),
    )
    .execute();
};
