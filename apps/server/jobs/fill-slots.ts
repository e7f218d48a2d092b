import { sql } from 'kysely';
import type { FieldTypeName } from '#forms/field-types/field-type.ts';
import { fieldType } from '#forms/field-types/index.ts';
import type { InOrganization } from '../kit/enqueue.ts';
import { inBatches } from './in-batches.ts';
import type { JobServices } from './job-services.ts';

declare module '../kit/enqueue.ts' {
  interface Tasks {
    fill_slots: { form_id: number };
  }
}

/** Fills the typed columns that a form got after it had been answered, and then lets reports use them. */
export const fillSlots = async (
  services: JobServices,
  { organization_id, form_id }: InOrganization<'fill_slots'>,
): Promise<void> => {
  const { database } = services;
  const inOrganization = <T>(work: Parameters<typeof database.inOrganization<T>>[1]) =>
    database.inOrganization({ organization_id }, work);
  const slots = await inOrganization((tx) =>
    tx
      .selectFrom('field_slots')
      .innerJoin('fields', (join) =>
        join
          .onRef('fields.organization_id', '=', 'field_slots.organization_id')
          .onRef('fields.id', '=', 'field_slots.field_id'),
      )
      .select(['field_slots.field_id', 'field_slots.slot', 'fields.field_type'])
      .where('field_slots.organization_id', '=', organization_id)
      .where('field_slots.form_id', '=', form_id)
      .where('ready', '=', false)
      .execute(),
  );
  if (slots.length === 0) return;
  await inBatches(services, { organization_id, form_id }, async (tx, responses) => {
    for (const { id, answers } of responses) {
      const values = slots.map(({ field_id, slot, field_type }) => {
        const value = answers[field_id] ?? null;
        return [slot, value === null ? null : fieldType(field_type as FieldTypeName).slotValue(value)];
      });
      await tx
        .updateTable('response_slots')
        .set(Object.fromEntries(values))
        .where('organization_id', '=', organization_id)
        .where('form_id', '=', form_id)
        .where('id', '=', id)
        .execute();
    }
  });
  await inOrganization((tx) =>
    tx
      .updateTable('field_slots')
      .set({ ready: true })
      .where('organization_id', '=', organization_id)
      .where('form_id', '=', form_id)
      .where('field_id', '=', sql<number>`any(${slots.map(({ field_id }) => field_id)}::bigint[])`)
      .execute(),
  );
};
