import { Logger, type Runner, run, type Task, type TaskList } from 'graphile-worker';
import type { Services } from '../kit/handlers.ts';
import { MailRefused, type openMailer } from '../kit/mail/mailer.ts';
import { apiKeyMail, findEndingApiKeys } from './api-key-warnings.ts';
import { applyExtendedPermissions } from './apply-extended-permissions.ts';
import { copyResponses } from './copy-responses.ts';
import { emailChangeMail, emailChangeNotice } from './email-change-mails.ts';
import { fillSlots } from './fill-slots.ts';
import { impersonationNotice } from './impersonation-notice.ts';
import { invitationMail } from './invitation-mail.ts';
import { passwordResetMail } from './password-reset-mail.ts';
import { recalculate } from './recalculate.ts';
import { sealAuditLogs } from './seal-audit.ts';
import { securityNotice } from './security-notice.ts';
import { sweep } from './sweep.ts';

export type JobServices = Services & { mailer: ReturnType<typeof openMailer> };

type Mailing = (services: JobServices, payload: never) => Promise<void>;

/** The jobs that end with a mail, by their names. */
const mails: Record<string, Mailing> = {
  invitation_mail: invitationMail,
  password_reset_mail: passwordResetMail,
  email_change_mail: emailChangeMail,
  email_change_notice: emailChangeNotice,
  api_key_mail: apiKeyMail,
  impersonation_notice: impersonationNotice,
  security_notice: securityNotice,
  copy_responses: copyResponses,
};

/** A mail that was refused for good is over; whatever else failed, the queue tries again. */
const unlessRefused =
  (services: JobServices, mail: Mailing): Task =>
  async (payload) => {
    try {
      await mail(services, payload as never);
    } catch (error) {
      if (!(error instanceof MailRefused)) throw error;
      console.error(`[jobs] ${error.message}`);
    }
  };

/** What each job does, by its name. */
export const tasks = (services: JobServices): TaskList => ({
  ...Object.fromEntries(Object.entries(mails).map(([name, mail]) => [name, unlessRefused(services, mail)])),
  apply_extended_permissions: (payload) => applyExtendedPermissions(services, payload as never),
  find_ending_api_keys: () => findEndingApiKeys(services),
  recalculate: (payload) => recalculate(services, payload as never),
  fill_slots: (payload) => fillSlots(services, payload as never),
  seal_audit: () => sealAuditLogs(services),
  sweep: () => sweep(services),
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
    connectionString: queueUrl,
    concurrency: 4,
    noHandleSignals: true,
    pollInterval: 1000,
    maxPoolSize: 5,
    logger: quiet,
    taskList: tasks(services),
    crontab: '17 * * * * sweep\n41 * * * * find_ending_api_keys\n*/10 * * * * seal_audit',
    gracefulShutdownAbortTimeout: 25_000,
  });
