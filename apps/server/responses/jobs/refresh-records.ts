import { formDefinitions } from '#server/forms/definitions.ts';
import { inBatches } from '#server/forms/jobs/in-batches.ts';
import type { Job } from '#server/jobs/run-job.ts';
import { storeTitles } from '../rows.ts';
import { updateSlots } from '../slots.ts';
import { titleOf } from '../values.ts';

/** Builds again, from the answers, the titles that pickers read and the typed columns that reports read. */
const work: Job<'refresh_records'>['work'] = (services, { form_id }, { organization_id, progress }) =>
  inBatches(services, { organization_id, form_id, progress }, async (tx, responses) => {
    const form = (await formDefinitions(tx, organization_id, [form_id])).get(form_id);
    if (!form) return;
    const writing = { tx, organization_id };
    await storeTitles(
      writing,
      responses.map(({ id, answers }) => ({ id, title: titleOf(form, answers) })),
    );
    await updateSlots(writing, form, responses);
  });

export const refreshRecords: Job<'refresh_records'> = {
  work,
  unfinished: 'Some records may still be found by their former titles.',
};
