import { inOptionOrder } from '#forms/field-types/choices.ts';
import type { JobServices } from '#server/jobs/job-services.ts';
import type { InOrganization } from '#server/kit/enqueue.ts';
import { storeAnswers } from '#server/responses/rows.ts';
import { updateSlots } from '#server/responses/slots.ts';
import { formDefinitions } from '../definitions.ts';
import { inBatches } from './in-batches.ts';

/**
 * Puts the stored answers to a question with several choices in the order of its options, on every form that asks or
 * asked it. Nobody changed an answer: no version is counted, and history tells nothing. It may run twice, and beside
 * people who save.
 */
export const orderChoices = async (
  services: JobServices,
  { organization_id, field_id }: InOrganization<'order_choices'>,
): Promise<void> => {
  const forms = await services.database.inOrganization({ organization_id }, (tx) =>
    tx.selectFrom('field_slots').select('form_id').where('field_id', '=', field_id).execute(),
  );
  for (const { form_id } of forms)
    await inBatches(services, { organization_id, form_id, field_id }, async (tx, responses) => {
      const form = (await formDefinitions(tx, organization_id, [form_id])).get(form_id);
      const asked = [...(form?.form_fields ?? []), ...(form?.former_fields ?? [])];
      const field = asked.find((one) => one.field_id === field_id)?.field;
      if (!form || !field) return;
      const moved = responses.flatMap(({ id, answers }) => {
        const chosen = answers[field_id];
        if (!Array.isArray(chosen)) return [];
        const ordered = inOptionOrder(field, chosen);
        return ordered.every((value, place) => value === chosen[place])
          ? []
          : [{ id, answers: { ...answers, [field_id]: ordered } }];
      });
      if (moved.length === 0) return;
      await storeAnswers({ tx }, moved);
      await updateSlots({ tx, organization_id }, form, moved);
    });
};
