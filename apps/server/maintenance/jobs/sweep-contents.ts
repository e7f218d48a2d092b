import { sql } from 'kysely';
import type { JobServices } from '#server/jobs/job-services.ts';

const among = (keys: string[]) => sql<string>`any(${keys}::text[])`;

/** So many are looked at together. */
const batch = 500;

/**
 * Takes away content that no file, export or draft names: what a request had stored when its process died, or could not
 * take away itself. A request is over long before an hour has passed, so whatever is to name the content names it by then.
 * Drafts end in many ways, so that their content is asked about again every hour.
 */
export const sweepContents = async ({ database, storage }: JobServices): Promise<void> => {
  for (;;) {
    const { begun, over, left } = await database.adminTransaction(async ({ tx }) => {
      const rows = await tx
        .selectFrom('begun_contents')
        .select('storage_key')
        .where(sql<boolean>`begun_at < now() - interval '1 hour'`)
        .orderBy('begun_at')
        .limit(batch)
        .execute();
      const begun = rows.map(({ storage_key }) => storage_key);
      const [files, exports, drafted] = await Promise.all(
        (['files', 'exports', 'draft_files'] as const).map(async (table) => {
          const named = tx.selectFrom(table).select('storage_key').where('storage_key', '=', among(begun));
          return new Set((await named.execute()).map(({ storage_key }) => storage_key as string));
        }),
      );
      await tx
        .updateTable('begun_contents')
        .set({ begun_at: sql<string>`now()` })
        .where('storage_key', '=', among([...drafted!]))
        .execute();
      const over = new Set(begun).difference(drafted!);
      return { begun, over, left: over.difference(files!).difference(exports!) };
    });
    for (const key of left) await storage.remove(key);
    await database.adminTransaction(({ tx }) =>
      tx
        .deleteFrom('begun_contents')
        .where('storage_key', '=', among([...over]))
        .execute(),
    );
    if (begun.length < batch) return;
  }
};
