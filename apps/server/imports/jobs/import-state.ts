import { sql } from 'kysely';
import { memberNow, organizationWith } from '#server/access/members.ts';
import type { JobServices } from '#server/jobs/job-services.ts';
import { JobFailed, type Run } from '#server/jobs/run-job.ts';
import type { Tx } from '#server/kit/db.ts';
import type { SpooledFile } from '#server/kit/files/spool.ts';
import { keepFiles, storeContent } from '#server/kit/files/store-file.ts';
import type { Member } from '#server/kit/handlers.ts';
import { Problem } from '#server/kit/problem.ts';
import { logged } from '../log.ts';
import { demandImport, formForImport, ownPlan } from '../plans.ts';
import { platformPlan } from '../platform-plans.ts';
import { type ImportRow, isOwn, type Plan, typeOf } from '../stored.ts';

/** Which import. */
export type ImportReference = Pick<Run, 'organization_id'> & { import_id: number };

/** What people are told of an import that failed. */
export const nothing = 'Nothing was written.';
const mayNot = `${nothing} The person who started it no longer has permission, or the form was deleted.`;
/** Says in a transaction how a run has ended. */
export const note = (tx: Tx, { import_id }: ImportReference, columns: Partial<ImportProgress>) =>
  tx
    .updateTable('imports')
    .set({ ...columns, updated_at: sql<string>`now()`, lock_version: sql<number>`lock_version + 1` })
    .where('id', '=', import_id)
    .execute();
type ImportProgress = {
  state: string;
  log: ReturnType<typeof logged>;
  errors: string;
  counts: string | null;
  findings: string;
  rows_written: number;
  kept: string;
  error_file_id: number | null;
  transaction_id: number | null;
  finished_at: ReturnType<typeof sql<string>>;
};

/** The columns of an import that has failed, and why. */
export const failedWith = (sentence: string, user_id: number) => ({
  state: 'failed',
  log: logged(user_id, `Failed: ${sentence}`),
  errors: JSON.stringify({ base: [sentence] }),
  finished_at: sql<string>`now()`,
});

/** The import, claimed for this run; null when it is over already. */
export const begun = async (tx: Tx, { import_id }: ImportReference): Promise<ImportRow | null> =>
  (await tx
    .updateTable('imports')
    .set({ state: 'enqueued' })
    .where('id', '=', import_id)
    .where('state', 'in', ['enqueued', 'failed'])
    .returningAll()
    .executeTakeFirst()) ?? null;

/** Who imports, as they may at this moment, and what the import does. Throws JobFailed when they may not any more. */
export const planned = async (tx: Tx, row: ImportRow, user_id: number): Promise<{ caller: Member; plan: Plan }> => {
  const organization = await organizationWith(tx, row.organization_id);
  const caller = await memberNow(tx, organization, user_id);
  const type = typeOf(row);
  if (!caller || (!isOwn(type) && caller.role !== 'superuser')) throw new JobFailed(mayNot);
  try {
    if (!isOwn(type)) return { caller, plan: await platformPlan({ tx, caller }, row) };
    demandImport(caller, type);
    return { caller, plan: ownPlan(await formForImport({ tx, caller }, row.form_id as number), row) };
  } catch (error) {
    throw error instanceof Problem ? new JobFailed(mayNot) : error;
  }
};

/** Stores the file of errors; what is returned keeps it with an import. */
export const storedErrors = async (
  { storage, database, config }: JobServices,
  row: ImportRow,
  { errors, caller }: { errors: SpooledFile; caller: Member },
) => {
  const filename = `${row.input_filename.replace(/\.\w+$/, '')}_errors.csv`;
  const content = { content: errors, filename, content_type: 'text/csv' };
  const stored = await storeContent(storage, content, async (storage_key) => {
    await database.transaction(({ tx }) => tx.insertInto('begun_contents').values({ storage_key }).execute());
  });
  return async (tx: Tx) => {
    const [file] = await keepFiles({ tx, caller, config, kept: new Set() }, [stored]);
    return file?.id ?? null;
  };
};

/** Takes the error file of an earlier run away, once no row names it any more. */
export const dropFile = async ({ database, storage }: JobServices, { organization_id, error_file_id }: ImportRow) => {
  if (error_file_id === null) return;
  const dropped = await database.inOrganization({ organization_id }, (tx) =>
    tx.deleteFrom('files').where('id', '=', error_file_id).returning('storage_key').execute(),
  );
  for (const { storage_key } of dropped) await storage.remove(storage_key);
};
