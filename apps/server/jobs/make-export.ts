import { sql } from 'kysely';
import { memberNow, organizationWith } from '../access/members.ts';
import { exporting, noteConsents } from '../forms/export-consents.ts';
import type { ExportRow, ExportSubject } from '../forms/exports.ts';
import { daysKept } from '../forms/exports.ts';
import type { Tx } from '../kit/db.ts';
import { enqueueIn, type InOrganization } from '../kit/enqueue.ts';
import { randomKey } from '../kit/files/keys.ts';
import type { Spooled } from '../kit/files/spool.ts';
import { keepToQuota } from '../kit/files/store-file.ts';
import type { Member } from '../kit/handlers.ts';
import { systemMail } from '../kit/mail/template.ts';
import { originOf } from '../kit/origins.ts';
import { Problem } from '../kit/problem.ts';
import type { JobServices } from './job-services.ts';
import { type Job, JobFailed, type Run } from './run-job.ts';

declare module '../kit/enqueue.ts' {
  interface Tasks {
    export_mail: { export_id: number };
  }
}

/** The file that an export comes to, whole on the local disk. */
export type Made = { spooled: Spooled; filename: string; content_type: string; count: number };
type Making = { tx: Tx; caller: Member; row: ExportRow };
/** What is read in the transaction, and what is done with it afterwards with no connection held. */
export type Make = (services: JobServices, making: Making, run: Run) => Promise<() => Promise<Made>>;

const full = 'Your organization’s space for files is used up. Free some of it, then run this again.';
const lost = 'Who asked for it may not have this any more.';

/** The export, and who asked for it as the caller that they are at this moment. */
const asked = async (tx: Tx, { organization_id }: Run, export_id: number) => {
  const row = await tx
    .selectFrom('exports')
    .selectAll()
    .where('organization_id', '=', organization_id)
    .where('id', '=', export_id)
    .executeTakeFirst();
  // Taken away meanwhile, or made by an earlier run.
  if (!row || row.state === 'succeeded') return null;
  const organization = await organizationWith(tx, organization_id);
  const caller = await memberNow(tx, organization, row.user_id);
  if (!caller) throw new JobFailed(lost);
  const exporter = await exporting({ tx, caller }, row.subject_type as ExportSubject);
  await noteConsents(tx, exporter, row);
  return { tx, caller: exporter, row };
};

const isRefusal = (error: unknown) =>
  error instanceof Problem && (error.code === 'forbidden' || error.code === 'not_found');

/** Keeps what was made, ends the job with it and has who asked told: all of it, or none. */
const keep = async ({ database, storage, config }: JobServices, run: Run, made: Made & { export_id: number }) => {
  const { organization_id } = run;
  const { export_id, filename, content_type, spooled, count } = made;
  const storage_key = randomKey();
  // Committed by itself, so that the content is taken away when nothing comes to name it.
  await database.transaction(({ tx }) => tx.insertInto('begun_contents').values({ storage_key }).execute());
  await storage.put(storage_key, spooled, content_type);
  const naming = database.inOrganization({ organization_id }, async (tx) => {
    await run.finish(tx, count);
    await tx
      .updateTable('exports')
      .set({ state: 'succeeded', storage_key, filename, content_type, size: spooled.size, sha256: spooled.sha256 })
      .where('organization_id', '=', organization_id)
      .where('id', '=', export_id)
      .execute();
    await keepToQuota(tx, config, organization_id);
    await enqueueIn(tx)('export_mail', { export_id });
  });
  await naming.catch(async (error: unknown) => {
    if (!(error instanceof Problem && error.code === 'quota_full')) throw error;
    await storage.remove(storage_key);
    throw new JobFailed(full);
  });
};

/**
 * A job that makes a file under the rights of who asked for it, whoever runs it again. A run that was interrupted leaves
 * nothing, and the next one makes the file anew; it is kept and told of once.
 */
export const exportJob = (
  make: Make,
): Job<'prepare_files' | 'export_report' | 'export_records' | 'organization_export'> => ({
  unfinished: 'The file was not made.',
  work: async (services, { export_id }, run) => {
    const { organization_id } = run;
    const ready = await services.database
      .inOrganization({ organization_id }, async (tx) => {
        const making = await asked(tx, run, export_id);
        return making && make(services, making, run);
      })
      .catch((error: unknown) => {
        throw isRefusal(error) ? new JobFailed(lost) : error;
      });
    if (ready) await keep(services, run, { export_id, ...(await ready()) });
  },
  failed: async ({ database }, { export_id }, { organization_id }) => {
    await database.inOrganization({ organization_id }, (tx) =>
      tx
        .updateTable('exports')
        .set({ state: 'failed' })
        .where('organization_id', '=', organization_id)
        .where('id', '=', export_id)
        .where('state', '=', 'enqueued')
        .execute(),
    );
  },
});

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
  return `organization/${page}/${page === 'download_export' ? id : `${record_id}/${id}`}`;
};

/** Tells who asked for an export that it is there. */
export const exportMail = async (
  { database, mailer, config }: JobServices,
  { organization_id, export_id }: InOrganization<'export_mail'>,
): Promise<void> => {
  const row = await database.inOrganization({ organization_id }, (tx) =>
    tx
      .selectFrom('exports')
      .innerJoin('organizations', 'organizations.id', 'exports.organization_id')
      .innerJoin('users', 'users.id', 'exports.user_id')
      .select(['exports.id', 'subject_type', 'record_id', 'filename', 'slug', 'users.email'])
      .where('exports.organization_id', '=', organization_id)
      .where('exports.id', '=', export_id)
      .executeTakeFirst(),
  );
  if (!row) return;
  // That of a whole organization is the platform team's.
  const isWhole = row.subject_type === 'organizations';
  const origin = originOf(config, isWhole ? null : row.slug);
  await mailer.send({
    id: `export-${organization_id}-${export_id}`,
    ...systemMail({
      to: row.email,
      subject: 'Your export is ready',
      paragraphs: [
        `${row.filename} is there. Sign in to download it; nobody else can.`,
        `It is kept for ${daysKept} days.`,
      ],
      action: {
        label: 'Download it',
        url: `${origin}/${isWhole ? `admin/organizations/${row.record_id}` : pageOf(row)}`,
      },
      footer: 'You get this mail because you asked for the export.',
    }),
  });
};

/** Takes away what was kept for long enough, with its content. */
export const sweepExports = async ({ database, storage }: JobServices): Promise<void> => {
  const over = sql<boolean>`created_at <= now() - ${sql.raw(`interval '${daysKept} days'`)}`;
  const rows = await database.adminTransaction(({ tx }) =>
    tx.selectFrom('exports').select(['organization_id', 'id', 'storage_key']).where(over).execute(),
  );
  for (const { organization_id, id, storage_key } of rows) {
    if (storage_key) await storage.remove(storage_key);
    await database.inOrganization({ organization_id }, (tx) =>
      tx.deleteFrom('exports').where('organization_id', '=', organization_id).where('id', '=', id).execute(),
    );
  }
};
