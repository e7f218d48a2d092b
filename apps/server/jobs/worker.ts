import { Logger, type Runner, run, type Task, type TaskList } from 'graphile-worker';
import type { JobKind } from '#contract/resources/jobs.ts';
import type { InOrganization, Jobs, Tasks } from '../kit/enqueue.ts';
import { MailRefused } from '../kit/mail/mailer.ts';
import { asWorker } from '../kit/workers.ts';
import { accountInvitationMail } from './account-invitation-mail.ts';
import { affiliationMail } from './affiliation-mail.ts';
import { apiKeyMail, findEndingApiKeys } from './api-key-warnings.ts';
import { applyExtendedPermissions } from './apply-extended-permissions.ts';
import { copyMail, copyResponses } from './copy-responses.ts';
import { countUsage, countUsages } from './count-usage.ts';
import { digestMail, findDueDigests } from './digests.ts';
import { duplicateMail, duplicateResponse } from './duplicate-response.ts';
import { emailChangeMail, emailChangeNotice } from './email-change-mails.ts';
import { eraseOrganizationTask, goOnErasing } from './erase-organization.ts';
import { exportRecords } from './export-records.ts';
import { exportReport } from './export-report.ts';
import { fillSlots } from './fill-slots.ts';
import { findPairs } from './find-pairs.ts';
import { fireNotifications } from './fire-notifications.ts';
import { gatherAgain, gatherRecords, moveDataGroups } from './gather-records.ts';
import { impersonationNotice } from './impersonation-notice.ts';
import { importFile } from './import.ts';
import { invitationMail } from './invitation-mail.ts';
import type { JobServices } from './job-services.ts';
import { exportMail, sweepExports } from './make-export.ts';
import { mergeClients, mergeMail } from './merge-clients.ts';
import { messageLimitMail } from './message-limit-mail.ts';
import { nightlyBuildRefresh } from './nightly-build-refresh.ts';
import { organizationExport } from './organization-export.ts';
import { passwordResetMail } from './password-reset-mail.ts';
import { prepareFiles } from './prepare-files.ts';
import { publicDraftMail } from './public-draft-mail.ts';
import { recalculate } from './recalculate.ts';
import { refreshRecords } from './refresh-records.ts';
import {
  beginPolling,
  findDueReferrals,
  pollReferralsOf,
  refreshReferrals,
  sendDueReferrals,
} from './refresh-referrals.ts';
import { refreshReport } from './refresh-report.ts';
import { goOnRestoring, restoreOrganizationTask } from './restore-organization.ts';
import { resumeJobs, resumeWaiting } from './resume-jobs.ts';
import { retention, startRetention } from './retention.ts';
import { rollback } from './roll-back.ts';
import { type Job, runJob } from './run-job.ts';
import { sealAuditLogs } from './seal-audit.ts';
import { securityNotice } from './security-notice.ts';
import { findDueMessages, sendMessages } from './send-messages.ts';
import { findDueWebhooks, sendWebhooks } from './send-webhooks.ts';
import { findChangedShares, shareForms } from './share-forms.ts';
import { sweep } from './sweep.ts';
import { sweepContents } from './sweep-contents.ts';
import { undoImported } from './undo-import.ts';
import { waitingRun, waitingTask } from './while-suspended.ts';

type TaskHandler<K extends keyof Tasks> = (services: JobServices, payload: InOrganization<K>) => Promise<void>;

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
  copy_mail: copyMail,
  public_draft_mail: publicDraftMail,
  merge_mail: mergeMail,
  duplicate_mail: duplicateMail,
  fill_slots: fillSlots,
  find_pairs: findPairs,
  gather_again: gatherAgain,
  fire_notifications: fireNotifications,
  send_messages: sendMessages,
  send_webhooks: sendWebhooks,
  message_limit_mail: messageLimitMail,
  export_mail: exportMail,
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

/** What each job does that people have done, by its kind. */
const jobsByKind: { [K in keyof Jobs]: Job<K> } = {
  recalculate,
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

/** What follows when a job of a kind has failed for good. */
export const failedOf = (kind: string) => (jobsByKind as Record<string, Job<keyof Jobs>>)[kind]?.failed;

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
  resume_jobs: { work: (services: JobServices) => resumeJobs(services, failedOf), at: '* * * * *' },
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
 * Runs jobs until it is stopped. Any number of workers may run beside one database; each job runs in one of them.
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
    crontab: Object.entries(atTimes)
      .map(([name, { at }]) => `${at} ${name}`)
      .join('\n'),
    gracefulShutdownAbortTimeout: 25_000,
  });
