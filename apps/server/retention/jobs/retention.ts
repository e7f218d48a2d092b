import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { JobServices } from '#server/jobs/job-services.ts';
import { type Job, JobFailed } from '#server/jobs/run-job.ts';
import { note } from '#server/kit/audit.ts';
import { NotAllowed, type Tx } from '#server/kit/db.ts';
import { startJobIn } from '#server/kit/enqueue.ts';
import { byBell } from '#server/notifications/bell-channel.ts';
import { datedNow, hasOld } from '../old.ts';
import { runRetention } from '../run.ts';

type Ran = NonNullable<Awaited<ReturnType<typeof runRetention>>>;

const counted = (count: number, one: string, many: string) =>
  count === 0 ? [] : [`${count.toLocaleString('en-US')} ${count === 1 ? one : many}`];

/** What a run did, in a sentence without names: "Deleted by its rule: 1,204 responses, 31 files." */
const told = ({ subject, records, responses, notes, files, deleted_before }: Ran): string => {
  const [one, many] = {
    responses: ['response', 'responses'],
    archived_clients: ['archived person', 'archived people'],
    audit_events: ['audit log entry', 'audit log entries'],
  }[subject] as [string, string];
  const parts = [
    ...counted(records, one, many),
    ...(subject === 'responses' ? [] : counted(responses, 'response', 'responses')),
    ...counted(notes, 'note', 'notes'),
    ...counted(files, 'file', 'files'),
    ...counted(deleted_before, 'history of a deleted response', 'histories of deleted responses'),
  ];
  return `Deleted by a retention rule: ${parts.join(', ') || 'nothing'}.`;
};

/** Notes a run in the audit log, and tells the owner and who switched the rule on what went. */
const tell = async (tx: Tx, run: Ran, user_id: number): Promise<void> => {
  const { owner_id } = await tx
    .selectFrom('organizations')
    .select('owner_id')
    .where('id', '=', run.organization_id)
    .executeTakeFirstOrThrow();
  await byBell(tx, {
    organization_id: run.organization_id,
    kind: 'job',
    event_id: randomUUID(),
    about: null,
    user_ids: [user_id, ...(owner_id === null ? [] : [owner_id])],
    text: told(run),
    url: `/organization/retention/${run.retention_rule_id}`,
  });
  await note(tx, {
    operation: `retention of ${run.subject}`,
    result: 'ok',
    organization_id: run.organization_id,
    user_id,
    impersonator_id: null,
    record_id: run.id,
    address: 'the server',
    request_id: randomUUID(),
  });
};

const work: Job<'retention'>['work'] = async (
  services,
  { retention_rule_id },
  { organization_id, user_id, progress },
) => {
  const where = { ...services, organization_id, rule_id: retention_rule_id };
  const over = async (tx: Tx, run: Ran) => {
    if (run.records + run.responses + run.deleted_before > 0) await tell(tx, run, user_id);
  };
  await runRetention(where, { progress, over }).catch((error: unknown) => {
    throw error instanceof NotAllowed ? new JobFailed(error.message) : error;
  });
};

/** Deletes what a rule says, with what is left of an earlier run. */
export const retention: Job<'retention'> = {
  work,
  unfinished: 'A retention rule didn’t delete all old data.',
};

/** Starts the rules whose time has come and that have something to delete, each in the name of who switched it on. */
export const startRetention = async ({ database }: JobServices): Promise<void> => {
  const rules = await database.adminTransaction(({ tx }) =>
    tx
      .selectFrom('retention_rules')
      .selectAll()
      .where('state', '=', 'on')
      .where('starts_at', '<=', sql<string>`now()`)
      .execute(),
  );
  for (const rule of rules) {
    const { organization_id, confirmed_by_id: user_id } = rule;
    await database.inOrganization({ organization_id, user_id }, async (tx) => {
      const underWay = await tx
        .selectFrom('jobs')
        .select('id')
        .where('kind', '=', 'retention')
        .where('state', 'in', ['enqueued', 'running'])
        .where(sql<boolean>`(payload ->> 'retention_rule_id')::bigint = ${rule.id}`)
        .executeTakeFirst();
      if (underWay || !(await hasOld(tx, await datedNow(tx, rule)))) return;
      await startJobIn(tx)('retention', { retention_rule_id: rule.id });
    });
  }
};
