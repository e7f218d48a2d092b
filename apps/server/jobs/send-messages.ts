import { sql } from 'kysely';
import { isSuspended } from '#server/access/suspension.ts';
import type { Tx } from '#server/kit/db.ts';
import { enqueueIn, type InOrganization } from '#server/kit/enqueue.ts';
import { type Mail, MailRefused, MailTemporary } from '#server/kit/mail/mailer.ts';
import { markdownHtml, markdownText } from '#server/kit/mail/markdown.ts';
import { laidOut } from '#server/kit/mail/template.ts';
import type { Row } from '#server/kit/rows.ts';
import { messageIdOf } from '#server/notifying/message-ids.ts';
import { whyNot } from '#server/notifying/still.ts';
import type { JobServices } from './job-services.ts';
import { turnsOf } from './turns-of.ts';

type Message = Row<'notification_messages'>;

/** In minutes: after which a message is tried again whose failure may pass. After the last it has failed. */
const retries = [1, 5, 30, 120, 720];

/** In minutes: so long nobody else tries a message that is being tried, in case its process dies. */
const patience = 5;

/** How many messages of an organization are on their way at once: mostly one waits for the mail server. */
const lanes = 4;

type Pace = { retries?: readonly number[]; unit?: '1 minute' | '1 millisecond' };

/** What was learned of a message, and the columns to keep of it. */
type Outcome = { state: 'queued' | 'sent' | 'failed'; reason: string | null; again?: number };

const ofMessage = (tx: Tx, { organization_id, id }: Pick<Message, 'organization_id' | 'id'>) =>
  tx.updateTable('notification_messages').where('organization_id', '=', organization_id).where('id', '=', id);

/** Takes the message that has waited longest, so that nobody else tries it meanwhile; null when none waits. */
const take = async (tx: Tx, organization_id: number): Promise<Message | null> => {
  const due = await tx
    .selectFrom('notification_messages')
    .select('id')
    .where('organization_id', '=', organization_id)
    .where('state', '=', 'queued')
    .where('due_at', '<=', sql<string>`now()`)
    .orderBy('due_at')
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!due) return null;
  return ofMessage(tx, { organization_id, id: due.id })
    .set({
      attempts: sql<number>`attempts + 1`,
      due_at: sql<string>`now() + make_interval(mins => ${patience}::integer)`,
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
    const message = await take(tx, organization_id);
    if (!message) return null;
    const reason = await whyNot(tx, message);
    if (reason !== null) {
      await ofMessage(tx, message).set({ state: 'skipped', reason, updated_at: sql<string>`now()` }).execute();
      return { message, mail: null };
    }
    return { message, mail: await mailOf(tx, message, { keys }) };
  });

const refusedAddress = 'The mail server says that this address does not exist';
const inWords = (error: MailRefused | MailTemporary): string => {
  if (error instanceof MailRefused) return error.isOfAddress ? refusedAddress : 'The mail server refused this email';
  return error.isOfServer ? 'The mail server cannot be reached' : 'The mail server does not take this email now';
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
  { outcome, error, unit }: { outcome: Outcome; error: unknown; unit: string },
) => {
  const { organization_id, recipient } = message;
  const { state, reason, again = 0 } = outcome;
  await ofMessage(tx, message)
    // Somebody may have it sent again meanwhile: then this is not the message that was tried.
    .where('lock_version', '=', message.lock_version)
    .set({
      state,
      reason,
      due_at: sql<string>`now() + ${again}::float8 * ${unit}::interval`,
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

/**
 * Sends what is due of an organization, one after the other, until nothing is. As soon as the mail server cannot be
 * reached, the rest waits as it is: it would only be tried in vain.
 */
const drain = async (services: JobServices, organization_id: number, pace: Pace): Promise<void> => {
  const { database, mailer } = services;
  for (;;) {
    const taken = await next(services, organization_id);
    if (!taken) return;
    const { message, mail } = taken;
    if (!mail) continue;
    const error: unknown = await mailer.send(mail).then(
      () => null,
      (cause: unknown) => cause,
    );
    const outcome = outcomeOf(error, message.attempts, pace.retries ?? retries);
    await database.inOrganization({ organization_id }, (tx) =>
      keep(tx, message, { outcome, error, unit: pace.unit ?? '1 minute' }),
    );
    if (error instanceof MailTemporary && error.isOfServer) return;
  }
};

const turns = turnsOf();

/**
 * Sends the messages of an organization that are due.
 * @param pace how long messages wait that failed, for tests
 */
export const sendMessages = (
  services: JobServices,
  { organization_id }: InOrganization<'send_messages'>,
  pace: Pace = {},
): Promise<void> =>
  turns(organization_id, () =>
    Promise.all(Array.from({ length: lanes }, () => drain(services, organization_id, pace))),
  );

/**
 * Has messages sent that are due, wherever they are: those that failed, and those whose process died. Those of a suspended
 * organization wait.
 */
export const findDueMessages = async ({ database }: JobServices): Promise<void> => {
  const waiting = await database.adminTransaction(({ tx }) =>
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
  for (const { organization_id } of waiting)
    await database.inOrganization({ organization_id }, (tx) => enqueueIn(tx)('send_messages', {}));
};
