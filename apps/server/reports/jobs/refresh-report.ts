import { sql } from 'kysely';
import { memberNow, organizationWith } from '#server/access/members.ts';
import { visibleReports } from '#server/access/scopes.ts';
import type { JobServices } from '#server/jobs/job-services.ts';
import { type Job, JobFailed, type Run } from '#server/jobs/run-job.ts';
import type { Tx } from '#server/kit/db.ts';
import { Problem } from '#server/kit/problem.ts';
import { refreshTime } from '../refreshes.ts';
import { reportOf } from '../run.ts';
import { definitionOf, type ReportRow } from '../stored.ts';

type ReportReference = { report_definition_id: number } & Pick<Run, 'organization_id'>;

const tooLong = 'The report took too long. Narrow it with a date filter.';

/** Notes how a refresh has ended: with an error, or worked out now. */
const ended = async (tx: Tx, { report_definition_id }: ReportReference, error: string | null) => {
  await tx
    .updateTable('report_refreshes')
    .set({ requested_at: null, error, ...(error === null && { refreshed_at: sql<string>`now()` }) })
    .where('report_definition_id', '=', report_definition_id)
    .execute();
};

const endedApart = ({ database }: JobServices, refreshing: ReportReference, error: string) =>
  database.inOrganization({ organization_id: refreshing.organization_id }, (tx) => ended(tx, refreshing, error));

/** The report, and who asked for it as the caller that they are at this moment; null when they may not read it any more. */
const asked = async (
  tx: Tx,
  { organization_id, report_definition_id, user_id }: ReportReference & Pick<Run, 'user_id'>,
) => {
  const organization = await organizationWith(tx, organization_id);
  const caller = await memberNow(tx, organization, user_id);
  if (!caller) return null;
  const row = await tx
    .selectFrom('report_definitions')
    .selectAll()
    .where('id', '=', report_definition_id)
    .where(visibleReports(caller, 'read'))
    .executeTakeFirst();
  return row ? { caller, row: row as ReportRow } : null;
};

/** Works a report out with the rights of who asked for it, for ten minutes at most, and notes when that was. */
const work: Job<'refresh_report'>['work'] = async (services, { report_definition_id }, run) => {
  const { database, keys } = services;
  const { organization_id, user_id, impersonator_id } = run;
  const refreshing = { organization_id, report_definition_id };
  try {
    await database.inOrganization({ organization_id, user_id, impersonator_id }, async (tx) => {
      const found = await asked(tx, { ...refreshing, user_id });
      if (!found) throw new JobFailed('The person who requested it can no longer read this report.');
      const report = await reportOf({ tx, caller: found.caller, keys }, definitionOf(found.row), { isKept: true });
      await sql`set local statement_timeout = ${sql.raw(`'${refreshTime.minutes}min'`)}`.execute(tx);
      await report.page({ page: 1, page_size: 1 });
      await ended(tx, refreshing, null);
    });
  } catch (error) {
    const failure = error instanceof Problem && error.code === 'too_slow' ? new JobFailed(tooLong) : error;
    if (failure instanceof JobFailed) await endedApart(services, refreshing, failure.message);
    throw failure;
  }
};

const unfinished = 'The report was not refreshed.';

export const refreshReport: Job<'refresh_report'> = {
  work,
  unfinished,
  failed: (services, { report_definition_id }, { organization_id }) =>
    endedApart(services, { organization_id, report_definition_id }, unfinished),
};
