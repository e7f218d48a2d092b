import { runCalculations } from '#forms/calculations/run.ts';
import { dayIn } from '#forms/logic/scopes.ts';
import type { Job } from '#server/jobs/run-job.ts';
import { storeResults } from '#server/responses/rows.ts';
import { storedResults } from '#server/responses/values.ts';
import { formDefinitions } from '../definitions.ts';
import { inBatches } from './in-batches.ts';

/**
 * Works out the calculations of a form again for all its responses, after an equation has changed. It may run
 * twice, and beside people who save.
 */
const work: Job<'recalculate'>['work'] = (services, { form_id }, { organization_id, progress }) =>
  inBatches(services, { organization_id, form_id, progress }, async (tx, responses) => {
    const [{ time_zone }, definitions] = await Promise.all([
      tx.selectFrom('organizations').select('time_zone').where('id', '=', organization_id).executeTakeFirstOrThrow(),
      formDefinitions(tx, organization_id, [form_id]),
    ]);
    const form = definitions.get(form_id);
    if (!form) return;
    const now = new Date().toISOString();
    const clock = { today: dayIn(now, time_zone), now, timeZone: time_zone };
    const results = responses.map(({ id, answers }) => ({
      id,
      result: storedResults(
        form,
        runCalculations(form.calculations, (field_id) => answers[field_id] ?? null, clock),
      ),
    }));
    await storeResults({ tx, organization_id }, results);
  });

export const recalculate: Job<'recalculate'> = {
  work,
  unfinished: 'Some responses may still hold the results from before the change.',
};
