import { Logger, type Runner, run, type Task, type TaskList } from 'graphile-worker';
import type { JobKind } from '#contract/resources/jobs.ts';
import { accountInvitationMail } from './accounts/jobs/account-invitation-mail.ts';
import { apiKeyMail, findEndingApiKeys } from './accounts/jobs/api-key-warnings.ts';
import { applyExtendedPermissions } from './accounts/jobs/apply-extended-permissions.ts';
import { emailChangeMail, emailChangeNotice } from './accounts/jobs/email-change-mails.ts';
import { impersonationNotice } from './accounts/jobs/impersonation-notice.ts';
import { invitationMail } from './accounts/jobs/invitation-mail.ts';
import { passwordResetMail } from './accounts/jobs/password-reset-mail.ts';
import { securityNotice } from './accounts/jobs/security-notice.ts';
import { affiliationMail } from './affiliations/jobs/affiliation-mail.ts';
import { findChangedShares, shareForms } from './affiliations/jobs/share-forms.ts';
import { fillSlots } from './forms/jobs/fill-slots.ts';
import { orderChoices } from './forms/jobs/order-choices.ts';
import { recalculateJob } from './forms/jobs/recalculate.ts';
import { rollback } from './history/jobs/roll-back.ts';
import { importFile } from './imports/jobs/import.ts';
import { undoImported } from './imports/jobs/undo-import.ts';
import { jobMail } from './jobs/job-mail.ts';
import type { JobServices } from './jobs/job-services.ts';
import { keepingPlaces } from './jobs/places.ts';
import { resumeJobs, resumeWaiting } from './jobs/resume-jobs.ts';
import { type Job, runJob } from './jobs/run-job.ts';
import { waitingRun, waitingTask } from './jobs/while-suspended.ts';
import type { InOrganization } from './kit/enqueue.ts';
import { MailRefused } from './kit/mail/mailer.ts';
import { asWorker } from './kit/workers.ts';
import { countUsage, countUsages } from './maintenance/jobs/count-usage.ts';
import { nightlyBuildRefresh } from './maintenance/jobs/nightly-build-refresh.ts';
import { sealAuditLogs } from './maintenance/jobs/seal-audit.ts';
import { sweep } from './maintenance/jobs/sweep.ts';
import { sweepContents } from './maintenance/jobs/sweep-contents.ts';
import { digestMail, findDueDigests } from './notifications/jobs/digests.ts';
import { fireNotifications } from './notifications/jobs/fire-notifications.ts';
import { messageLimitMail } from './notifications/jobs/message-limit-mail.ts';
import { findDueMessages, sendMessages } from './notifications/jobs/send-messages.ts';
import { eraseOrganizationTask, goOnErasing } from './organizations/jobs/erase-organization.ts';
import { organizationExport } from './organizations/jobs/organization-export.ts';
import { goOnRestoring, restoreOrganizationTask } from './organizations/jobs/restore-organization.ts';
import { findPairs } from './people/jobs/find-pairs.ts';
import { mergeClients } from './people/jobs/merge-clients.ts';
import { refillNames } from './people/jobs/refill-names.ts';
import { settleAllHouseholds } from './people/jobs/settle-households.ts';
import { publicDraftMail } from './public-forms/jobs/public-draft-mail.ts';
import { exportRecords } from './records/jobs/export-records.ts';
import { sweepExports } from './records/jobs/make-export.ts';
import {
  beginPolling,
  findDueReferrals,
  pollReferralsOf,
  refreshReferrals,
  sendDueReferrals,
} from './referrals/jobs/refresh-referrals.ts';
import { exportReport } from './reports/jobs/export-report.ts';
import { refreshReport } from './reports/jobs/refresh-report.ts';
import { copyResponses } from './responses/jobs/copy-responses.ts';
import { duplicateResponse } from './responses/jobs/duplicate-response.ts';
import { prepareFiles } from './responses/jobs/prepare-files.ts';
import { refreshRecords } from './responses/jobs/refresh-records.ts';
import { retention, startRetention } from './retention/jobs/retention.ts';
import type { Jobs, Tasks } from './schema/background-work.ts';
import { changeCalendar, gatherAgain, gatherRecords, moveDataGroups } from './trees/jobs/gather-records.ts';
import { findDueWebhooks, sendWebhooks } from './webhooks/jobs/send-webhooks.ts';

type TaskHandler<K extends keyof Tasks> = (services: JobServices, payload: InOrganization<K>) => Promise<void>;

/** What each job does that people have done, by its kind. */
const jobsByKind: { [K in keyof Jobs]: Job<K> } = {
  recalculate: recalculateJob,
  copy_responses: copyResponses,
  duplicate_response: duplicateResponse,
  apply_extended_permissions: applyExtendedPermissions,
  merge_clients: mergeClients,
  gather_records: gatherRecords,
  refresh_records: refreshRecords,
  refresh_report: refreshReport,
  refresh_referrals: refreshReferrals,
  prepare_files: prepareFiles,
  export_report: exportReport,
  export_records: exportRecords,
  import: importFile,
  undo_import: undoImported,
  organization_export: organizationExport,
  rollback,
  retention,
} satisfies Record<JobKind, unknown>;

/** The job of a kind; undefined for a kind that there is no longer. */
export const jobOf = (kind: string): Job<keyof Jobs> | undefined =>
  (jobsByKind as Record<string, Job<keyof Jobs>>)[kind];

/** What each task does, by its name. One that can be added and is not in here does not compile. */
const tasksByName: { [K in keyof Tasks]: TaskHandler<K> } = {
  invitation_mail: invitationMail,
  account_invitation_mail: accountInvitationMail,
  password_reset_mail: passwordResetMail,
  email_change_mail: emailChangeMail,
  email_change_notice: emailChangeNotice,
  api_key_mail: apiKeyMail,
  impersonation_notice: impersonationNotice,
  security_notice: securityNotice,
  public_draft_mail: publicDraftMail,
  job_mail: jobMail(jobOf),
  fill_slots: fillSlots,
  order_choices: orderChoices,
  find_pairs: findPairs,
  settle_households: settleAllHouseholds,
  refill_names: refillNames,
  gather_again: gatherAgain,
  change_calendar: changeCalendar,
  fire_notifications: fireNotifications,
  send_messages: sendMessages,
  send_webhooks: sendWebhooks,
  message_limit_mail: messageLimitMail,
  digest_mail: digestMail,
  affiliation_mail: affiliationMail,
  share_forms: shareForms,
  send_referrals: sendDueReferrals,
  poll_referrals: pollReferralsOf,
  resume_waiting: resumeWaiting,
  restore_organization: restoreOrganizationTask,
  erase_organization: eraseOrganizationTask,
  count_usage: countUsage,
  nightly_build_refresh: nightlyBuildRefresh,
};

/** What is done at its times. */
const atTimes = {
  sweep: { work: sweep, at: '17 * * * *' },
  sweep_contents: { work: sweepContents, at: '23 * * * *' },
  sweep_exports: { work: sweepExports, at: '29 * * * *' },
  find_ending_api_keys: { work: findEndingApiKeys, at: '41 * * * *' },
  seal_audit: { work: sealAuditLogs, at: '*/10 * * * *' },
  find_due_messages: { work: findDueMessages, at: '* * * * *' },
  find_due_referrals: { work: findDueReferrals, at: '* * * * *' },
  begin_polling: { work: beginPolling, at: '0 2 * * *' },
  find_due_webhooks: { work: findDueWebhooks, at: '* * * * *' },
  find_changed_shares: { work: findChangedShares, at: '* * * * *' },
  find_due_digests: { work: (services: JobServices) => findDueDigests(services), at: '*/10 * * * *' },
  move_data_groups: { work: moveDataGroups, at: '*/10 * * * *' },
  go_on_restoring: { work: goOnRestoring, at: '* * * * *' },
  go_on_erasing: { work: goOnErasing, at: '* * * * *' },
  start_retention: { work: startRetention, at: '40 2 * * *' },
  count_usages: { work: countUsages, at: '10 3 * * *' },
  resume_jobs: { work: (services: JobServices) => resumeJobs(services, jobOf), at: '* * * * *' },
};

/** A mail that was refused for good is over; whatever else failed, the queue tries again. */
const unlessRefused =
  (services: JobServices, handler: TaskHandler<never>): Task =>
  async (payload) => {
    try {
      await handler(services, payload as never);
    } catch (error) {
      if (!(error instanceof MailRefused)) throw error;
      console.error(`[jobs] ${error.message}`);
    }
  };

const mapped = <T>(entries: Record<string, T>, task: (entry: T) => Task): TaskList =>
  Object.fromEntries(Object.entries(entries).map(([name, entry]) => [name, task(entry)]));

/** All that the queue runs, by its names. */
export const tasks = (services: JobServices): TaskList => ({
  ...mapped(tasksByName as Record<string, TaskHandler<never>>, (handler) =>
    waitingTask(services, unlessRefused(services, handler)),
  ),
  ...mapped(jobsByKind as Record<string, Job<keyof Jobs>>, (job) => {
    const run = runJob(services, job);
    return job.whileSuspended ? run : waitingRun(services, run);
  }),
  ...mapped(
    atTimes,
    ({ work }) =>
      () =>
        work(services),
  ),
});

const quiet = new Logger(() => (level, message) => {
  if (level === 'error') console.error(`[jobs] ${message}`);
});

/**
 * Runs jobs until it is stopped. Any number of workers may run beside one database; each job runs in one of them. Its
 * places are shared out by organization.
 * @param queueUrl the migration role's address: the queue belongs to it
 */
export const startWorker = (queueUrl: string, services: JobServices): Promise<Runner> =>
  run({
    connectionString: asWorker(queueUrl),
    concurrency: 4,
    noHandleSignals: true,
    pollInterval: 1000,
    maxPoolSize: 5,
    logger: quiet,
    taskList: tasks(services),
    ...keepingPlaces(),
    crontab: Object.entries(atTimes)
      .map(([name, { at }]) => `${at} ${name}`)
      .join('\n'),
    gracefulShutdownAbortTimeout: 25_000,
  });
