import { sql } from 'kysely';
import { memberNow, organizationWith } from '#server/access/members.ts';
import type { JobServices } from '#server/jobs/job-services.ts';
import { type Job, JobFailed, type Run } from '#server/jobs/run-job.ts';
import type { Tx } from '#server/kit/db.ts';
import { rowsOf, TableRefused } from '#server/kit/tables/table-file.ts';
import type { Counts, TableRow } from '#server/schema/json-columns.ts';
import type { ImportContext } from '../importing.ts';
import { countsInWords, logged } from '../log.ts';
import { batchesAfter, ChangedMeanwhile, checkAll, none, writeBatch } from '../run-import.ts';
import type { ImportRow } from '../stored.ts';
import { transactionId } from '../transaction-id.ts';
import { undoImport } from '../undo-import.ts';
import { bellOfFailure, mailOfImport } from './import-news.ts';
import { begun, dropFile, failedWith, note, nothing, planned, storedErrors } from './import-state.ts';

const changed = `${nothing} While the file was written, something in it was changed elsewhere. Check the file again.`;
const takenBack = 'Data already written was removed, except where someone changed it since.';
const takenOver = 'Another run of this import goes on with it';

const sentenceOf = ({ failed }: Counts) =>
  `${failed === 1 ? '1 row has' : `${failed.toLocaleString('en-US')} rows have`} errors. ${nothing}`;

type RunRequester = Pick<Run, 'organization_id' | 'user_id' | 'impersonator_id'>;
/** An import under way: for whom, and the rows of its file. */
type StartedImport = { services: JobServices; run: RunRequester; row: ImportRow; rows: () => AsyncIterable<TableRow> };

const scopeOf = ({ organization_id, user_id, impersonator_id }: RunRequester) => ({
  organization_id,
  user_id,
  impersonator_id,
  inBulk: true,
});

const rowsIn = ({ database, storage }: JobServices, { organization_id, file_id, format }: ImportRow) =>
  async function* rows() {
    if (!format) throw new Error('A file that is no table is refused when it is sent, and not imported');
    const { storage_key } = await database.inOrganization({ organization_id }, (tx) =>
      tx.selectFrom('files').select('storage_key').where('id', '=', file_id).executeTakeFirstOrThrow(),
    );
    yield* rowsOf(await storage.get(storage_key), format, organization_id);
  };

/**
 * Checks the whole file. Ends a dry run, and an import with errors, of which nothing is written: throws JobFailed.
 * @returns whether it is to be written
 */
const checkedWhole = async (begun: StartedImport, progress: (done: number) => void): Promise<boolean> => {
  const { services, run, row, rows } = begun;
  const { database, storage, keys } = services;
  const scope = scopeOf(run);
  const importing = { organization_id: row.organization_id, import_id: row.id };
  const { caller, plan } = await database.inOrganization(scope, (tx) => planned(tx, row, run.user_id));
  const within = <T>(work: (context: ImportContext) => Promise<T>) =>
    database.inOrganization(scope, (tx) => work({ tx, caller, keys }));
  const { counts, errors, findings } = await checkAll({ ...plan, rows, progress }, { storage, within });
  if (!row.dry_run && counts.failed === 0) return true;
  const keep = errors && (await storedErrors(services, row, { errors, caller }));
  await database.inOrganization(scope, async (tx) => {
    const ended = row.dry_run
      ? { state: 'mapped', log: logged(run.user_id, `Checked: ${countsInWords(counts)}`) }
      : failedWith(sentenceOf(counts), run.user_id);
    const error_file_id = keep ? await keep(tx) : null;
    await note(tx, importing, {
      ...ended,
      counts: JSON.stringify(counts),
      findings: JSON.stringify(findings),
      error_file_id,
    });
  });
  await dropFile(services, row);
  if (!row.dry_run) throw new JobFailed(sentenceOf(counts));
  return false;
};

/** How many rows of a file are written, what they came to, and by which number history names it; null where nothing was changed. */
type WriteResult = { rows: number; counts: Counts; transaction_id: number | null };

const isAny = ({ created, updated, deleted }: Counts) => created + updated + deleted > 0;

/** Notes how much of the file is written. Throws when another run has written since: nothing of this batch is kept then. */
const noteWritten = async (tx: Tx, { id }: ImportRow, { before, now }: Record<'before' | 'now', WriteResult>) => {
  const { rows: rows_written, counts, transaction_id } = now;
  const { numUpdatedRows } = await tx
    .updateTable('imports')
    .set({ rows_written, counts: JSON.stringify(counts), transaction_id })
    .where('id', '=', id)
    .where('state', '=', 'enqueued')
    .where('rows_written', '=', before.rows)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw new Error(takenOver);
};

/**
 * Writes what is left of a file that was checked, some hundred rows in each transaction, with the rights that who asked for it
 * has then: nobody waits long for a record that it changes, and all of it has one number in history.
 */
const writtenRest = async (
  { services: { database, keys }, run, row, rows }: StartedImport,
  progress: (done: number) => void,
): Promise<WriteResult> => {
  let written: WriteResult = {
    rows: row.rows_written,
    counts: row.rows_written > 0 && row.counts ? row.counts : none(),
    transaction_id: row.transaction_id,
  };
  for await (const batch of batchesAfter(rows(), row.rows_written)) {
    const before = written;
    const scope = { ...scopeOf(run), transaction_id: before.transaction_id };
    written = await database.inOrganization(scope, async (tx) => {
      const { caller, plan } = await planned(tx, row, run.user_id);
      const { counts } = before;
      const all = await writeBatch({ tx, caller, keys }, plan.importing(), { rows: batch.rows, counts });
      const now = { rows: batch.reached, counts: all, transaction_id: isAny(all) ? await transactionId(tx) : null };
      await noteWritten(tx, row, { before, now });
      return now;
    });
    progress(batch.reached);
  }
  return written;
};

/**
 * Checks a file as a whole, and then writes it: what a run that died has written stands, and the next one goes on behind it.
 * Nobody is notified of what is written.
 */
const work: Job<'import'>['work'] = async (services, { import_id }, run) => {
  const { database, keys } = services;
  const importing = { organization_id: run.organization_id, import_id };
  const row = await database.inOrganization(scopeOf(run), (tx) => begun(tx, importing));
  if (!row) return;
  const total = row.number_of_records ?? 0;
  run.progress(0, total);
  // The first half is checking, unless nothing is written.
  const share = row.dry_run ? 1 : 0.5;
  const progress = (from: number) => (done: number) => run.progress(Math.floor(from + done * share));
  const one = { services, run, row, rows: rowsIn(services, row) };
  if (row.rows_written === 0 && !(await checkedWhole(one, progress(0)))) return;
  const { counts, transaction_id } = await writtenRest(one, progress(total * share));
  await database.inOrganization(scopeOf(run), async (tx) => {
    const { caller, plan } = await planned(tx, row, run.user_id);
    await plan.importing().finish?.({ tx, caller, keys });
    await note(tx, importing, {
      state: 'succeeded',
      log: logged(run.user_id, `Succeeded: ${countsInWords(counts)}`),
      counts: JSON.stringify(counts),
      error_file_id: null,
      transaction_id,
      finished_at: sql<string>`now()`,
    });
    await run.finish(tx, total);
  });
  await dropFile(services, row);
};

/** Takes back what was written of an import that cannot be finished, in one transaction with the word that it has failed. */
const failWholly = async (
  { database, keys }: JobServices,
  { import_id }: { import_id: number },
  { run: { organization_id, user_id, impersonator_id }, sentence }: { run: RunRequester; sentence: string },
): Promise<void> => {
  await database.inOrganization({ organization_id, user_id, impersonator_id, inBulk: true }, async (tx) => {
    const row = await tx
      .selectFrom('imports')
      .selectAll()
      .where('id', '=', import_id)
      .where('state', '=', 'enqueued')
      .forUpdate()
      .executeTakeFirst();
    if (!row) return;
    const { form_id, transaction_id } = row;
    const organization = await organizationWith(tx, row.organization_id);
    const { owner_id } = organization;
    const caller =
      (await memberNow(tx, organization, user_id)) ?? (owner_id && (await memberNow(tx, organization, owner_id)));
    if (!caller) throw new Error('Nobody is left who could take the import back');
    const { kept } =
      transaction_id === null ? { kept: [] } : await undoImport({ tx, caller, keys }, { form_id, transaction_id });
    await note(
      tx,
      { organization_id, import_id },
      {
        ...failedWith(kept.length > 0 ? sentence.replace(nothing, takenBack) : sentence, user_id),
        ...(row.rows_written > 0 ? { counts: null } : {}),
        rows_written: 0,
        transaction_id: null,
        kept: JSON.stringify(kept),
      },
    );
  });
};

/** Writes on the import why it failed, beside the job that says the same. */
const failing: Job<'import'>['work'] = async (services, payload, run) => {
  try {
    await work(services, payload, run);
  } catch (error) {
    const sentence =
      error instanceof JobFailed
        ? error.message
        : error instanceof TableRefused
          ? error.message
          : error instanceof ChangedMeanwhile
            ? changed
            : null;
    if (sentence === null) throw error;
    await failWholly(services, payload, { run, sentence });
    throw new JobFailed(sentence);
  }
};

export const importFile: Job<'import'> = {
  work: failing,
  unfinished: nothing,
  failed: (services, payload, run) => failWholly(services, payload, { run, sentence: `${nothing} Start it again.` }),
  tells: bellOfFailure,
  mail: { write: mailOfImport },
};
