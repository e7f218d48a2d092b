import { formatDate } from '#forms/calendar.ts';
import type { JobServices } from '#server/jobs/job-services.ts';
import type { FinishedRun, JobMail } from '#server/jobs/run-job.ts';
import { todayIn } from '#server/kit/calendar.ts';
import type { Tx } from '#server/kit/db.ts';
import { countsInWords } from '../log.ts';
import { isOwn, typeOf } from '../stored.ts';
import { nothing } from './import-state.ts';

type Which = { organization_id: number; import_id: number };

const findImport = (tx: Tx, { organization_id, import_id }: Which) =>
  tx
    .selectFrom('imports')
    .leftJoin('forms', (join) =>
      join.on('forms.organization_id', '=', organization_id).onRef('forms.id', '=', 'imports.form_id'),
    )
    .select(['imports.type', 'state', 'input_filename', 'imports.form_id', 'forms.name as form_name'])
    .select(['counts', 'errors', 'number_of_records', 'dry_run'])
    .where('imports.id', '=', import_id)
    .executeTakeFirst();
type ImportDetails = NonNullable<Awaited<ReturnType<typeof findImport>>>;

/** Says why an import failed: how many of its rows have errors, or what stands on it. */
const whyFailed = ({ counts, number_of_records, errors }: ImportDetails): string => {
  const failed = counts?.failed ?? 0;
  const rows = (number_of_records ?? 0).toLocaleString('en-US');
  if (failed > 0) return `${failed.toLocaleString('en-US')} of ${rows} rows have errors. ${nothing}`;
  return errors.base?.[0] ?? nothing;
};

/** Leads to the log of the form's imports; null for what the platform team imports. */
const logOf = ({ type, form_id }: ImportDetails): string | null =>
  isOwn(typeOf({ type })) ? `/organization/forms/${form_id}#import-log` : null;

/** What the bell tells of an import that failed: of which file into which form, and why. */
export const bellOfFailure = (
  { database }: JobServices,
  { import_id }: { import_id: number },
  { organization_id }: { organization_id: number },
): Promise<{ text: string; url: string } | null> =>
  database.inOrganization({ organization_id }, async (tx) => {
    const found = await findImport(tx, { organization_id, import_id });
    const url = found && logOf(found);
    if (!found || !url) return null;
    const { input_filename, form_name } = found;
    return { text: `The import of ${input_filename} into ${form_name} failed. ${whyFailed(found)}`, url };
  });

/**
 * Says how an import ended, without a name of anybody or anything; null for a check, which is read where it was asked
 * for.
 */
export const mailOfImport = async (
  tx: Tx,
  { import_id }: { import_id: number },
  { organization_id, state, created_at, time_zone }: FinishedRun,
): Promise<JobMail | null> => {
  const found = await findImport(tx, { organization_id, import_id });
  if (!found || found.dry_run) return null;
  const date = formatDate(todayIn(time_zone, new Date(created_at)));
  const { counts } = found;
  const outcome =
    state === 'succeeded' && counts
      ? `has finished: ${countsInWords(counts)}.`
      : // What stands on the import may quote the file, which stays out of emails.
        `failed. ${whyFailed({ ...found, errors: {} })}`;
  const log = logOf(found);
  return {
    subject: state === 'succeeded' ? 'The import you started has finished' : 'The import you started failed',
    paragraphs: [`The import you started on ${date} ${outcome}`],
    action: { label: 'Open the log', path: log ?? `/admin/imports/${import_id}` },
    isOnPlatform: log === null,
    footer: 'You’re receiving this email because you started the import.',
  };
};
