import { sql } from 'kysely';
import { runCalculations } from '#forms/calculations/run.ts';
import { dayIn } from '#forms/logic/scopes.ts';
import { type FormDefinition, formDefinitions } from '../forms/definitions.ts';
import { storedResults } from '../forms/save.ts';
import type { JobServices } from './worker.ts';

const batch = 500;

/**
 * Works out the calculations of a form again for all its responses, after an equation has changed (R50). It may run
 * twice, and beside people who save: each batch is locked while it is worked out.
 */
export const recalculate = async (
  { database }: JobServices,
  { organization_id, form_id }: { organization_id: number; form_id: number },
): Promise<void> => {
  let last = 0;
  for (;;) {
    const read = await database.inOrganization({ organization_id }, async (tx) => {
      const [{ time_zone }, definitions] = await Promise.all([
        tx.selectFrom('organizations').select('time_zone').where('id', '=', organization_id).executeTakeFirstOrThrow(),
        formDefinitions(tx, organization_id, [form_id]),
      ]);
      const form = definitions.get(form_id) as FormDefinition | undefined;
      if (!form) return [];
      const rows = await tx
        .selectFrom('responses')
        .select(['id', 'answers'])
        .where('organization_id', '=', organization_id)
        .where('form_id', '=', form_id)
        .where('id', '>', last)
        .orderBy('id')
        .limit(batch)
        .forUpdate()
        .execute();
      const now = new Date().toISOString();
      const clock = { today: dayIn(now, time_zone), now, timeZone: time_zone };
      const results = rows.map(({ answers }) => {
        const stored = answers as Record<string, unknown>;
        return storedResults(
          form,
          runCalculations(form.calculations, (id) => stored[id] ?? null, clock),
        );
      });
      await sql`
        update responses set calculation_results = result.value::jsonb
          from unnest(${rows.map(({ id }) => id)}::bigint[], ${results}::text[]) as result (id, value)
         where organization_id = ${organization_id} and responses.id = result.id`.execute(tx);
      return rows;
    });
    if (read.length < batch) return;
    last = read.at(-1)?.id ?? last;
  }
};
