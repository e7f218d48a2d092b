import type { Owner } from '../kit/db.ts';
import type { Services } from '../kit/handlers.ts';
import type { openMailer } from '../kit/mail/mailer.ts';

/** What the machine lends to jobs. */
export type JobServices = Services & { mailer: ReturnType<typeof openMailer>; owner: Owner };
