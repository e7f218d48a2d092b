import { Logger, type Runner, run, type TaskList } from 'graphile-worker';
import type { Services } from '../kit/handlers.ts';
import type { openMailer } from '../kit/mail/mailer.ts';
import { apiKeyMail, findEndingApiKeys } from './api-key-warnings.ts';
import { applyExtendedPermissions } from './apply-extended-permissions.ts';
import { copyResponses } from './copy-responses.ts';
import { emailChangeMail, emailChangeNotice } from './email-change-mails.ts';
import { fillSlots } from './fill-slots.ts';
import { invitationMail } from './invitation-mail.ts';
import { passwordResetMail } from './password-reset-mail.ts';
import { recalculate } from './recalculate.ts';
import { sealAuditLogs } from './seal-audit.ts';
import { sweep } from './sweep.ts';

export type JobServices = Services & { mailer: ReturnType<typeof openMailer> };

/** What each job does, by its name. */
export const tasks = (services: JobServices): TaskList => ({
  invitation_mail: (payload) => invitationMail(services, payload as never),
  password_reset_mail: (payload) => passwordResetMail(services, payload as never),
  email_change_mail: (payload) => emailChangeMail(services, payload as never),
  email_change_notice: (payload) => emailChangeNotice(services, payload as never),
  apply_extended_permissions: (payload) => applyExtendedPermissions(services, payload as never),
  find_ending_api_keys: () => findEndingApiKeys(services),
  api_key_mail: (payload) => apiKeyMail(services, payload as never),
  recalculate: (payload) => recalculate(services, payload as never),
  copy_responses: (payload) => copyResponses(services, payload as never),
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
