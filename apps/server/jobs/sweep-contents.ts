import { sql } from 'kysely';
import type { JobServices } from './job-services.ts';

const among = (keys: string[]) => sql<string>`any(${keys}::text[])`;

/** So many are looked at together. */
const batch = 500;

/**
 * Takes away content that no file or export names: what a request had stored when its process died, or could not take away itself.
 * A request is over long before an hour has passed, so whatever is to name the content names it by then.
 */
export const sweepContents = async ({ database, storage }: JobServices): Promise<void> => {
  for (;;) {
    const { begun, left } = await database.adminTransaction(async ({ tx }) => {
      const rows = await tx
        .selectFrom('begun_contents')
        .select('storage_key')
        .where(sql<boolean>`begun_at < now() - interval '1 hour'`)
        .orderBy('begun_at')
        .limit(batch)
        .execute();
      const begun = rows.map(({ storage_key }) => storage_key);
      const [files, exports] = await Promise.all(
        (['files', 'exports'] as const).map((table) =>
          tx.selectFrom(table).select('storage_key').where('storage_key', '=', among(begun)).execute(),
        ),
      );
      const named = [...(files ?? []), ...(exports ?? [])];
      return { begun, left: new Set(begun).difference(new Set(named.map(({ storage_key }) => storage_key))) };
    });
    for (const key of left) await storage.remove(key);
    await database.adminTransaction(({ tx }) =>
      tx.deleteFrom('begun_contents').where('storage_key', '=', among(begun)).execute(),
    );
    if (begun.length < batch) return;
  }
};
