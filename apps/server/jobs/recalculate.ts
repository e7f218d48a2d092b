import { sql } from 'kysely';
import { runCalculations } from '#forms/calculations/run.ts';
import { dayIn } from '#forms/logic/scopes.ts';
import { formDefinitions } from '../forms/definitions.ts';
import { storedResults } from '../forms/save.ts';
import { inBatches } from './in-batches.ts';
import type { Job } from './run-job.ts';

declare module '../kit/enqueue.ts' {
  interface Jobs {
    recalculate: { form_id: number };
  }
}

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
    const results = responses.map(({ answers }) =>
      storedResults(
        form,
        runCalculations(form.calculations, (id) => answers[id] ?? null, clock),
      ),
    );
    await sql`
      update responses set calculation_results = result.value::jsonb
        from unnest(${responses.map(({ id }) => id)}::bigint[], ${results}::text[]) as result (id, value)
       where organization_id = ${organization_id} and responses.id = result.id`.execute(tx);
  });

export const recalculate: Job<'recalculate'> = {
  work,
  unfinished: 'Some responses may still hold the results from before the change.',
};
