import type { JobServices } from '#server/jobs/job-services.ts';
import type { InOrganization } from '#server/kit/enqueue.ts';
import { comparePeople, matchColumns } from '../pairs.ts';

/** How many people are compared in one transaction: others who save wait for it. */
const batch = 200;

/**
 * Compares all people of an organization with each other, after many have come at once. It may run twice, and beside people
 * who save.
 */
export const findPairs = async (
  { database, keys }: JobServices,
  { organization_id }: InOrganization<'find_pairs'>,
): Promise<void> => {
  for (let last = 0; ; ) {
    const people = await database.inOrganization({ organization_id }, async (tx) => {
      const rows = await tx
        .selectFrom('clients')
        .select(matchColumns)
        .where('archived_at', 'is', null)
        .where('id', '>', last)
        .orderBy('id')
        .limit(batch)
        .execute();
      await comparePeople({ tx, keys, organization_id }, rows);
      return rows;
    });
    last = people.at(-1)?.id ?? last;
    if (people.length < batch) return;
  }
};
