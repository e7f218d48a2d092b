import { sql } from 'kysely';
import type { JobServices } from '#server/jobs/job-services.ts';
import { todayIn } from '#server/kit/calendar.ts';
import type { InOrganization } from '#server/kit/enqueue.ts';
import { endPlaces, settleHouseholds } from '../households/places.ts';

/** So many places or households are written in one transaction. */
const batch = 50;

/**
 * Ends the places that archived people still have from before archiving ended them, and gives a head to every household that
 * has none. It may run twice, and beside people who save.
 */
export const settleAllHouseholds = async (
  { database }: JobServices,
  { organization_id }: InOrganization<'settle_households'>,
): Promise<void> => {
  const caller = { organization: { id: organization_id } };
  const inSteps = async (step: (after: number) => Promise<number | undefined>) => {
    for (let after: number | undefined = 0; after !== undefined; ) after = await step(after);
  };
  await inSteps((after) =>
    database.inOrganization({ organization_id }, async (tx) => {
      const { time_zone } = await tx
        .selectFrom('organizations')
        .select('time_zone')
        .where('id', '=', organization_id)
        .executeTakeFirstOrThrow();
      const rows = await tx
        .selectFrom('household_members')
        .innerJoin('clients', 'clients.id', 'household_members.client_id')
        .select(['household_members.id', 'clients.archived_at'])
        .where('household_members.ended_on', 'is', null)
        .where('household_members.id', '>', after)
        .where('clients.archived_at', 'is not', null)
        .orderBy('household_members.id')
        .limit(batch)
        .execute();
      for (const { id, archived_at } of rows) {
        const on = todayIn(time_zone, new Date(archived_at as string));
        await endPlaces({ tx, caller }, { ids: [id], on, by: 'archiving' });
      }
      return rows.at(-1)?.id;
    }),
  );
  await inSteps((after) =>
    database.inOrganization({ organization_id }, async (tx) => {
      const rows = await tx
        .selectFrom('household_members')
        .select('household_id as id')
        .where('ended_on', 'is', null)
        .where('household_id', '>', after)
        .groupBy('household_id')
        .having(sql<boolean>`not bool_or(is_head and client_id is not null)`)
        .orderBy('household_id')
        .limit(batch)
        .execute();
      const ids = rows.map(({ id }) => id);
      await settleHouseholds({ tx, caller }, ids);
      return ids.at(-1);
    }),
  );
};
