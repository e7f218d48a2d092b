import { sql } from 'kysely';
import type { JobServices } from '#server/jobs/job-services.ts';
import type { InOrganization } from '#server/kit/enqueue.ts';
import { updateSlots } from '#server/responses/slots.ts';
import type { FieldSlot } from '#server/responses/values.ts';
import { inBatches } from './in-batches.ts';

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
      .where('field_slots.form_id', '=', form_id)
      .where('ready', '=', false)
      .where('slot', 'is not', null)
      .execute(),
  );
  if (slots.length === 0) return;
  const form = { id: form_id, slots: slots as FieldSlot[] };
  await inBatches(services, { organization_id, form_id }, (tx, responses) =>
    updateSlots({ tx, organization_id }, form, responses),
  );
  await inOrganization((tx) =>
    tx
      .updateTable('field_slots')
      .set({ ready: true })
      .where('form_id', '=', form_id)
      .where('field_id', '=', sql<number>`any(${slots.map(({ field_id }) => field_id)}::bigint[])`)
      .execute(),
  );
};
