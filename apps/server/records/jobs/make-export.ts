import { sql } from 'kysely';
import { heldRights } from '#server/access/held-rights.ts';
import { memberNow, organizationWith } from '#server/access/members.ts';
import { exporting, noteConsents } from '#server/forms/export-consents.ts';
import type { ExportRow, ExportSubject } from '#server/forms/exports.ts';
import { daysKept } from '#server/forms/exports.ts';
import type { JobServices } from '#server/jobs/job-services.ts';
import { type FinishedRun, type Job, JobFailed, type JobMail, type Run } from '#server/jobs/run-job.ts';
import type { Tx } from '#server/kit/db.ts';
import { randomKey } from '#server/kit/files/keys.ts';
import type { SpooledFile } from '#server/kit/files/spool.ts';
import { keepToQuota } from '#server/kit/files/store-file.ts';
import type { Member } from '#server/kit/handlers.ts';
import { Problem } from '#server/kit/problem.ts';
import type { HeldRights } from '#server/schema/json-columns.ts';

/** The file that an export comes to, whole on the local disk. */
export type ExportFile = { spooled: SpooledFile; filename: string; content_type: string; count: number };
type ExportContext = { tx: Tx; caller: Member; row: ExportRow };
/** What is read in the transaction, and what is done with it afterwards with no connection held. */
export type Make = (services: JobServices, making: ExportContext, run: Run) => Promise<() => Promise<ExportFile>>;

const full = 'Your organization has used up its space for files. Free some space, then run this again.';
const lost = 'The person who requested it no longer has permission.';

/** The export, and who asked for it as the caller that they are at this moment. */
const loadExport = async (tx: Tx, { organization_id }: Run, export_id: number) => {
  const row = await tx.selectFrom('exports').selectAll().where('id', '=', export_id).executeTakeFirst();
  // Taken away meanwhile, or made by an earlier run.
  if (!row || row.state === 'succeeded') return null;
  const organization = await organizationWith(tx, organization_id);
  const caller = await memberNow(tx, organization, row.user_id);
  if (!caller) throw new JobFailed(lost);
  const exporter = await exporting({ tx, caller }, row.subject_type as ExportSubject);
  await noteConsents(tx, exporter, row);
  return { tx, caller: exporter, row, made_with: await heldRights(tx, caller) };
};

const isRefusal = (error: unknown) =>
  error instanceof Problem && (error.code === 'forbidden' || error.code === 'not_found');

/** Keeps what was made and ends the job with it: both, or neither. */
const keep = async (
  { database, storage, config }: JobServices,
  run: Run,
  made: ExportFile & { export_id: number; made_with: HeldRights },
) => {
  const { organization_id } = run;
  const { export_id, made_with, filename, content_type, spooled, count } = made;
  const { size, sha256 } = spooled;
  const storage_key = randomKey();
  // Committed by itself, so that the content is taken away when nothing comes to name it.
  await database.transaction(({ tx }) => tx.insertInto('begun_contents').values({ storage_key }).execute());
  await storage.put(storage_key, spooled, content_type);
  const naming = database.inOrganization({ organization_id }, async (tx) => {
    await run.finish(tx, count);
    await tx
      .updateTable('exports')
      .set({
        state: 'succeeded',
        storage_key,
        filename,
        content_type,
        size,
        sha256,
        made_with: JSON.stringify(made_with),
      })
      .where('id', '=', export_id)
      .execute();
    await keepToQuota(tx, config, organization_id);
  });
  await naming.catch(async (error: unknown) => {
    if (!(error instanceof Problem && error.code === 'quota_full')) throw error;
    await storage.remove(storage_key);
    throw new JobFailed(full);
  });
};

/** Where an export is fetched: at its form or report, or by its own number. */
const pages: Record<Exclude<ExportSubject, 'organizations'>, string> = {
  forms: 'download_form_export',
  internal_forms: 'download_form_export',
  public_forms: 'download_form_export',
  report_definitions: 'download_report_export',
  clients: 'download_export',
  notes: 'download_export',
  households: 'download_export',
  versions: 'download_export',
};
const pageOf = ({ subject_type, record_id, id }: { subject_type: string; record_id: number; id: number }): string => {
  const page = pages[subject_type as keyof typeof pages];
  return `/organization/${page}/${page === 'download_export' ? id : `${record_id}/${id}`}`;
};

/** Says that a file is ready; null for one that wasn't made, which the bell tells. */
const write = async (tx: Tx, { export_id }: { export_id: number }, { state }: FinishedRun): Promise<JobMail | null> => {
  const row = await tx
    .selectFrom('exports')
    .select(['id', 'subject_type', 'record_id', 'filename'])
    .where('id', '=', export_id)
    .executeTakeFirst();
  if (!row || state === 'failed') return null;
  // That of a whole organization is the platform team's.
  const isOnPlatform = row.subject_type === 'organizations';
  return {
    subject: 'Your export is ready',
    paragraphs: [
      `${row.filename} is ready. Sign in to download it. No one else can.`,
      `The file is kept for ${daysKept} days.`,
    ],
    action: { label: 'Download file', path: isOnPlatform ? `/admin/organizations/${row.record_id}` : pageOf(row) },
    isOnPlatform,
    footer: 'You’re receiving this email because you requested the export.',
  };
};

/**
 * A job that makes a file under the rights of who asked for it, whoever runs it again. A run that was interrupted leaves
 * nothing, and the next one makes the file anew; it is kept and told of once.
 */
export const exportJob = (
  make: Make,
): Job<'prepare_files' | 'export_report' | 'export_records' | 'organization_export'> => ({
  unfinished: 'The file wasn’t created.',
  mail: { write, isAlwaysSent: true },
  work: async (services, { export_id }, run) => {
    const { organization_id } = run;
    const ready = await services.database
      .inOrganization({ organization_id }, async (tx) => {
        const making = await loadExport(tx, run, export_id);
        return making && { finish: await make(services, making, run), made_with: making.made_with };
      })
      .catch((error: unknown) => {
        throw isRefusal(error) ? new JobFailed(lost) : error;
      });
    if (ready) await keep(services, run, { export_id, made_with: ready.made_with, ...(await ready.finish()) });
  },
  failed: async ({ database }, { export_id }, { organization_id }) => {
    await database.inOrganization({ organization_id }, (tx) =>
      tx
        .updateTable('exports')
        .set({ state: 'failed' })
        .where('id', '=', export_id)
        .where('state', '=', 'enqueued')
        .execute(),
    );
  },
});

/** Takes away what was kept for long enough, with its content. */
export const sweepExports = async ({ database, storage }: JobServices): Promise<void> => {
  const over = sql<boolean>`created_at <= now() - ${sql.raw(`interval '${daysKept} days'`)}`;
  const rows = await database.adminTransaction(({ tx }) =>
    tx.selectFrom('exports').select(['organization_id', 'id', 'storage_key']).where(over).execute(),
  );
  for (const { organization_id, id, storage_key } of rows) {
    if (storage_key) await storage.remove(storage_key);
    await database.inOrganization({ organization_id }, (tx) => tx.deleteFrom('exports').where('id', '=', id).execute());
  }
};
