import { sql } from 'kysely';
import { isSuspended } from '#server/access/suspension.ts';
import { enqueueInEach } from '#server/jobs/enqueue-in-each.ts';
import type { JobServices } from '#server/jobs/job-services.ts';
import type { Tx } from '#server/kit/db.ts';
import type { InOrganization } from '#server/kit/enqueue.ts';
import { type Mail, MailRefused, MailTemporary } from '#server/kit/mail/mailer.ts';
import { markdownHtml, markdownText } from '#server/kit/mail/markdown.ts';
import { laidOut } from '#server/kit/mail/template.ts';
import { type DelayUnit, drain, later, type Outbox, oneAtATime, retryDelays } from '#server/kit/outbox.ts';
import type { Row } from '#server/kit/rows.ts';
import { messageIdOf } from '#server/notifications/message-ids.ts';
import { whyNot } from '#server/notifications/still.ts';

type Message = Row<'notification_messages'>;

/** In minutes: so long nobody else tries a message that is being tried. */
const heldFor = 5;

/** How many messages of an organization are on their way at once: mostly one waits for the mail server. */
const lanes = 4;

type Pace = { retries?: readonly number[]; unit?: DelayUnit };

/** What was learned of a message, and the columns to keep of it. */
type Outcome = { state: 'queued' | 'sent' | 'failed'; reason: string | null; again?: number };

const ofMessage = (tx: Tx, { id }: Pick<Message, 'id'>) => tx.updateTable('notification_messages').where('id', '=', id);

/** Takes the message that has waited longest, so that nobody else tries it meanwhile; null when none waits. */
const take = async (tx: Tx): Promise<Message | null> => {
  const due = await tx
    .selectFrom('notification_messages')
    .select('id')
    .where('state', '=', 'queued')
    .where('due_at', '<=', sql<string>`now()`)
    .orderBy('due_at')
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!due) return null;
  return ofMessage(tx, due)
    .set({
      attempts: sql<number>`attempts + 1`,
      due_at: later(heldFor),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
};

const mailOf = async (tx: Tx, message: Message, { keys }: Pick<JobServices, 'keys'>): Promise<Mail> => {
  const { organization_id, recipient, subject, body } = message;
  const { name, mail_sender, mail_reply_to } = await tx
    .selectFrom('organizations')
    .select(['name', 'mail_sender', 'mail_reply_to'])
    .where('id', '=', organization_id)
    .executeTakeFirstOrThrow();
  return {
    id: messageIdOf(keys, message),
    to: recipient,
    ...laidOut({
      subject,
      text: markdownText(body),
      html: markdownHtml(body),
      footer: `Sent by ${name} with Hearth.`,
    }),
    sender: mail_sender ?? name,
    reply_to: mail_reply_to,
  };
};

/** Takes the next message and makes its mail; none while the organization is suspended. One that must not be sent any more is marked so, and left. */
const next = ({ database, keys }: JobServices, organization_id: number) =>
  database.inOrganization({ organization_id }, async (tx) => {
    if (await isSuspended(tx, organization_id)) return null;
    const message = await take(tx);
    if (!message) return null;
    const reason = await whyNot(tx, message);
    if (reason !== null) {
      await ofMessage(tx, message).set({ state: 'skipped', reason, updated_at: sql<string>`now()` }).execute();
      return 'skipped';
    }
    return { message, mail: await mailOf(tx, message, { keys }) };
  });

type DueMessage = Exclude<Awaited<ReturnType<typeof next>>, 'skipped' | null>;

const refusedAddress = 'The mail server says this address doesn’t exist';
const inWords = (error: MailRefused | MailTemporary): string => {
  if (error instanceof MailRefused) return error.isOfAddress ? refusedAddress : 'The mail server refused this email';
  return error.isOfServer ? 'Could not reach the mail server' : 'The mail server isn’t accepting this email right now';
};

const outcomeOf = (error: unknown, attempts: number, delays: readonly number[]): Outcome => {
  if (error === null) return { state: 'sent', reason: null };
  if (error instanceof MailRefused) return { state: 'failed', reason: inWords(error) };
  if (!(error instanceof MailTemporary)) throw error;
  const again = delays[attempts - 1];
  return again === undefined
    ? { state: 'failed', reason: inWords(error) }
    : { state: 'queued', reason: inWords(error), again };
};

/** Keeps what became of a message, and an address that does not exist, so that nothing more is sent there. */
const keep = async (
  tx: Tx,
  message: Message,
  { outcome, error, unit }: { outcome: Outcome; error: unknown; unit: DelayUnit | undefined },
) => {
  const { organization_id, recipient } = message;
  const { state, reason, again = 0 } = outcome;
  await ofMessage(tx, message)
    // Somebody may have it sent again meanwhile: then this is not the message that was tried.
    .where('lock_version', '=', message.lock_version)
    .set({
      state,
      reason,
      due_at: later(again, unit),
      updated_at: sql<string>`now()`,
      ...(state === 'sent' ? { sent_at: sql<string>`now()` } : {}),
    })
    .execute();
  if (error instanceof MailRefused && error.isOfAddress)
    await tx
      .insertInto('bounced_addresses')
      .values({ organization_id, address: recipient, reason: refusedAddress })
      .onConflict((conflict) => conflict.columns(['organization_id', 'address']).doNothing())
      .execute();
};

/** The messages of an organization. A message has failed after the last delay, or at once when it was refused for good. */
const outboxOf = (services: JobServices, organization_id: number, pace: Pace): Outbox<DueMessage, unknown> => ({
  take: () => next(services, organization_id),
  send: ({ mail }) =>
    services.mailer.send(mail).then(
      () => null,
      (error: unknown) => error,
    ),
  keep: ({ message }, error) => {
    const outcome = outcomeOf(error, message.attempts, pace.retries ?? retryDelays);
    return services.database.inOrganization({ organization_id }, (tx) =>
      keep(tx, message, { outcome, error, unit: pace.unit }),
    );
  },
  isDown: (error) => error instanceof MailTemporary && error.isOfServer,
});

const inTurn = oneAtATime();

/**
 * Sends the messages of an organization that are due.
 * @param pace how long messages wait that failed, for tests
 */
export const sendMessages = (
  services: JobServices,
  { organization_id }: InOrganization<'send_messages'>,
  pace: Pace = {},
): Promise<void> => inTurn(organization_id, () => drain(outboxOf(services, organization_id, pace), { lanes }));

/**
 * Has messages sent that are due, wherever they are: those that failed, and those whose process died. Those of a suspended
 * organization wait.
 */
export const findDueMessages = async (services: JobServices): Promise<void> => {
  const waiting = await services.database.adminTransaction(({ tx }) =>
    tx
      .selectFrom('notification_messages')
      .innerJoin('organizations', 'organizations.id', 'notification_messages.organization_id')
      .select('organization_id')
      .distinct()
      .where('state', '=', 'queued')
      .where('due_at', '<=', sql<string>`now()`)
      .where('suspended_at', 'is', null)
      .execute(),
  );
  await enqueueInEach(services, waiting, (enqueue) => enqueue('send_messages', {}));
};
