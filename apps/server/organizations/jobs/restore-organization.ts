import { sql } from 'kysely';
import type { JobServices } from '#server/jobs/job-services.ts';
import { NotAllowed, type Tx, type UnscopedTx } from '#server/kit/db.ts';
import type { InOrganization } from '#server/kit/enqueue.ts';
import { FileMissing } from '#server/kit/files/errors.ts';
import { discard } from '#server/kit/files/spool.ts';
import { newestMigration, storedColumns } from '../catalogue.ts';
import { putContents, wantContents } from '../contents.ts';
import { ArchiveRefused, checkArchive, openArchive } from '../read-archive.ts';
import { restoreOrganization } from '../restore.ts';
import { seldom } from '../seldom.ts';
import { archivedTables } from '../tables.ts';

/** Runs that may end with their process; then the restore is taken for what ends it. */
const maxRuns = 3;
/** One restore is done by one process at a time. */
const turn = 4_327_846;

const expired = 'Export has expired.';
const changed =
  'The archive is damaged: it changed after the export. Nothing was restored. Export the organization again.';

const restoreRow = (tx: Tx, id: number) =>
  tx
    .selectFrom('organization_restores')
    .selectAll()
    .where('id', '=', id)
    .where('state', 'in', ['enqueued', 'running'])
    .executeTakeFirst();
type RestoreRow = NonNullable<Awaited<ReturnType<typeof restoreRow>>>;

/** Takes the archive onto the local disk, if it is the one that was made. */
const fetchArchive = async ({ storage }: JobServices, tx: Tx, row: RestoreRow): Promise<string> => {
  const made = await tx
    .selectFrom('exports')
    .select(['storage_key', 'sha256'])
    .where('organization_id', '=', row.export_organization_id)
    .where('id', '=', row.export_id)
    .executeTakeFirst();
  if (!made?.storage_key) throw new ArchiveRefused(expired);
  const content = await storage.get(made.storage_key).catch((error: unknown) => {
    throw error instanceof FileMissing ? new ArchiveRefused(expired) : error;
  });
  const spooled = await storage.spool(content);
  if (spooled.sha256 === made.sha256) return spooled.path;
  await discard(spooled.path);
  throw new ArchiveRefused(changed);
};

const note = ({ database }: JobServices, id: number, columns: { done?: number; total?: number; runs?: number }) =>
  database.adminTransaction(({ tx }) =>
    tx
      .updateTable('organization_restores')
      .set({ ...columns, state: 'running' })
      .where('id', '=', id)
      .where('state', 'in', ['enqueued', 'running'])
      .execute(),
  );

/** All of it in one transaction: what fails in the middle was never there. */
const restore = async (services: JobServices, opening: UnscopedTx, row: RestoreRow): Promise<void> => {
  const { tx } = opening;
  const path = await fetchArchive(services, tx, row);
  let contents = new Map<number, string>();
  try {
    const archive = await openArchive(path);
    try {
      const columns = await storedColumns(tx, archivedTables);
      const here = { ...services, columns, migration: await newestMigration(tx) };
      const manifest = await checkArchive(archive, { ...here, organization_id: row.export_organization_id });
      contents = await putContents(services, { archive, manifest });
      await services.database.adminTransaction(({ tx }) => wantContents(tx, [...contents.values()]));
      const total = Object.values(manifest.tables).reduce((sum, { rows }) => sum + rows, 0);
      let done = 0;
      const tell = seldom(() => void note(services, row.id, { done, total }).catch(() => {}));
      const wrote = (rows: number) => {
        done += rows;
        tell();
      };
      const made = await restoreOrganization(opening, row, {
        ...services,
        archive,
        manifest,
        columns,
        contents,
        wrote,
      });
      await tx
        .updateTable('organization_restores')
        .set({
          state: 'succeeded',
          made_organization_id: made.organization_id,
          counts: JSON.stringify(made.counts),
          mapped: JSON.stringify(made.mapped),
          done: total,
          total,
          // The database's own now() is when the transaction began.
          finished_at: new Date().toISOString(),
        })
        .where('id', '=', row.id)
        .execute();
    } finally {
      archive.close();
    }
  } catch (error) {
    for (const key of contents.values()) await services.storage.remove(key);
    throw error;
  } finally {
    await discard(path);
  }
};

/** Why it failed, as a sentence for people. */
const reasonOf = (error: unknown): string => {
  if (error instanceof ArchiveRefused || error instanceof NotAllowed) return error.message;
  const { constraint, message } = error as { constraint?: string; message?: string };
  if (constraint === 'organizations_slug_taken') return 'This address is now taken. Choose another.';
  // What else the database tells of its error are rows.
  console.error(`[jobs] A restore has failed: ${message}`);
  return 'Nothing was restored. Try again. If that doesn’t help, check the server’s log.';
};

const fail = ({ database }: JobServices, id: number, reason: string) =>
  database.adminTransaction(({ tx }) =>
    tx
      .updateTable('organization_restores')
      .set({ state: 'failed', errors: JSON.stringify([reason]), finished_at: sql<string>`now()` })
      .where('id', '=', id)
      .where('state', 'in', ['enqueued', 'running'])
      .execute(),
  );

/** Restores an organization, unless it is over or somebody is at it. How it ended stands in its row. */
export const restoreOrganizationTask = async (
  services: JobServices,
  { restore_id }: Pick<InOrganization<'restore_organization'>, 'restore_id'>,
): Promise<void> => {
  try {
    await services.owner.transaction(async (opening) => {
      const { tx } = opening;
      const { rows } = await sql<{ mine: boolean }>`
        select pg_try_advisory_xact_lock(${sql.lit(turn)}, ${restore_id}::integer) as mine`.execute(tx);
      const row = rows[0]?.mine ? await restoreRow(tx, restore_id) : undefined;
      if (!row) return;
      if (row.runs >= maxRuns)
        throw new ArchiveRefused('It was interrupted three times before it finished. Nothing was restored.');
      await note(services, restore_id, { runs: row.runs + 1 });
      await restore(services, opening, row);
    });
  } catch (error) {
    await fail(services, restore_id, reasonOf(error));
  }
};

/** Goes on with what was interrupted; what somebody is at is left to them. */
export const goOnRestoring = async (services: JobServices): Promise<void> => {
  const open = await services.database.adminTransaction(({ tx }) =>
    tx.selectFrom('organization_restores').select('id').where('state', 'in', ['enqueued', 'running']).execute(),
  );
  for (const { id } of open) await restoreOrganizationTask(services, { restore_id: id });
};
