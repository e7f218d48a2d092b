import { sql } from 'kysely';
import type { JobServices } from '#server/jobs/job-services.ts';
import type { InOrganization } from '#server/kit/enqueue.ts';
import { among } from '#server/kit/rows.ts';

/** So many people are looked at in one transaction. */
const batch = 500;
/** Names with something else than Latin letters: all others are searched by as before. */
const beyondLatin = '[^ -~À-ɏ]';

/**
 * Fills what people are searched by again, where it may follow from their names in another way than when it was stored. It may
 * run twice, and beside people who save. No history is written, and nobody's version changes.
 */
export const refillNames = async (
  { database }: JobServices,
  { organization_id }: InOrganization<'refill_names'>,
): Promise<void> => {
  for (let after: number | undefined = 0; after !== undefined; ) {
    const last: number = after;
    after = await database.inOrganization({ organization_id }, async (tx) => {
      const rows = await tx
        .selectFrom('clients')
        .select('id')
        .select(sql<boolean>`search_name ~ ${beyondLatin}`.as('isOther'))
        .where('id', '>', last)
        .orderBy('id')
        .limit(batch)
        .execute();
      const others = rows.filter(({ isOther }) => isOther).map(({ id }) => id);
      if (others.length > 0)
        await tx
          .updateTable('clients')
          .set((eb) => ({ first_name: eb.ref('first_name') }))
          .where('id', '=', among(others))
          .execute();
      return rows.at(-1)?.id;
    });
  }
};
