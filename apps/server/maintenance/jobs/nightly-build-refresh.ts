import { sql } from 'kysely';
import { fillSlots } from '#server/forms/jobs/fill-slots.ts';
import type { JobServices } from '#server/jobs/job-services.ts';
import type { Tasks } from '#server/schema/background-work.ts';
import { countUsage } from './count-usage.ts';

type Columns = { done?: number; total?: number; finished_at?: ReturnType<typeof sql<string>>; error?: string };

/** Writes to the row of a run that goes on, and says that it does. @returns whether it does */
const note = async ({ database }: JobServices, run_id: number, columns: Columns): Promise<boolean> => {
  const { numUpdatedRows } = await database.adminTransaction(({ tx }) =>
    tx
      .updateTable('maintenance_runs')
      .set({ ...columns, alive_at: sql<string>`now()` })
      .where('id', '=', run_id)
      .where('finished_at', 'is', null)
      .executeTakeFirstOrThrow(),
  );
  return numUpdatedRows > 0n;
};

/** Fills the typed columns of all forms of an organization anew from the answers; reports read the answers meanwhile. */
const refresh = async (services: JobServices, organization_id: number): Promise<void> => {
  const forms = await services.database.inOrganization({ organization_id }, async (tx) => {
    const slots = await tx
      .updateTable('field_slots')
      .set({ ready: false })
      .where('slot', 'is not', null)
      .returning('form_id')
      .execute();
    return new Set(slots.map(({ form_id }) => form_id));
  });
  for (const form_id of forms) await fillSlots(services, { organization_id, form_id });
  await countUsage(services, { organization_id });
};

/** Makes what reports read anew, of one organization after the other, and says how far it is and how it ended. */
export const nightlyBuildRefresh = async (
  services: JobServices,
  { run_id }: Tasks['nightly_build_refresh'],
): Promise<void> => {
  const organizations = await services.database.adminTransaction(({ tx }) =>
    tx.selectFrom('organizations').select('id').orderBy('id').execute(),
  );
  if (!(await note(services, run_id, { total: organizations.length, done: 0 }))) return;
  const pulse = setInterval(() => void note(services, run_id, {}).catch(() => {}), 60_000);
  try {
    for (const [index, { id }] of organizations.entries()) {
      await refresh(services, id);
      if (!(await note(services, run_id, { done: index + 1 }))) return;
    }
    await note(services, run_id, { finished_at: sql<string>`now()` });
  } catch (error) {
    console.error(`[jobs] The refresh ${run_id} has failed`, error);
    await note(services, run_id, { finished_at: sql<string>`now()`, error: 'The refresh stopped before it finished.' });
  } finally {
    clearInterval(pulse);
  }
};
