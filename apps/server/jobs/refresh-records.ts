import { sql } from 'kysely';
import { formDefinitions } from '../forms/definitions.ts';
import { slotValues, titleOf } from '../forms/save.ts';
import { inBatches } from './in-batches.ts';
import type { Job } from './run-job.ts';

declare module '../kit/enqueue.ts' {
  interface Jobs {
    refresh_records: { form_id: number };
  }
}

/** Builds again, from the answers, the titles that pickers read and the typed columns that reports read. */
const work: Job<'refresh_records'>['work'] = (services, { form_id }, { organization_id, progress }) =>
  inBatches(services, { organization_id, form_id, progress }, async (tx, responses) => {
    const form = (await formDefinitions(tx, organization_id, [form_id])).get(form_id);
    if (!form) return;
    const ids = responses.map(({ id }) => id);
    const titles = responses.map(({ answers }) => titleOf(form, answers));
    await sql`
      update responses set title = built.title
        from unnest(${ids}::bigint[], ${titles}::text[]) as built (id, title)
       where organization_id = ${organization_id} and responses.id = built.id
         and responses.title is distinct from built.title`.execute(tx);
    if (form.slots.length === 0) return;
    for (const { id, answers } of responses)
      await tx
        .updateTable('response_slots')
        .set(Object.fromEntries(slotValues(form, answers).map(({ slot, value }) => [slot, value])))
        .where('organization_id', '=', organization_id)
        .where('form_id', '=', form_id)
        .where('id', '=', id)
        .execute();
  });

export const refreshRecords: Job<'refresh_records'> = {
  work,
  unfinished: 'Some records may still be found by what they were called before.',
};
