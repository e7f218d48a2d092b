import { sql } from 'kysely';
import type { Tx } from '#server/kit/db.ts';
import { enqueueIn } from '#server/kit/enqueue.ts';
import type { Organization } from '#server/kit/handlers.ts';
import type { Channel } from './fired.ts';
import type { ResolvedRecipient } from './recipients.ts';

/** In a day, to one address. */
export const maxToOneAddress = 100;
export const overAddressLimit = `Daily limit of ${maxToOneAddress} messages`;
const overLimit = (limit: number) => `Daily limit of ${limit.toLocaleString('en-US')} messages of the organization`;

/** Of the day's limit, when the owner is told. */
const warnedAt = 0.8;

/** In minutes: an update that nothing narrows is told of once in so long, for each record. */
const pause = 10;

/** Whether a message counts for the day's limits: those that were not sent cost nothing. */
const counts = sql<boolean>`state <> 'skipped'`;
const today = ({ time_zone }: Pick<Organization, 'time_zone'>) =>
  sql<string>`(date_trunc('day', now() at time zone ${time_zone}::text) at time zone ${time_zone}::text)`;

/** How many messages were written today, to each of these addresses. */
export const countToday = async (
  tx: Tx,
  organization: Organization,
  addresses: string[],
): Promise<Map<string, number>> => {
  const rows = await tx
    .selectFrom('notification_messages')
    .select((eb) => ['recipient', eb.fn.countAll<number>().as('count')])
    .where('recipient', 'in', addresses)
    .where('created_at', '>=', today(organization))
    .where(counts)
    .groupBy('recipient')
    .execute();
  return new Map(rows.map(({ recipient, count }) => [recipient, count]));
};

const countAllToday = async (tx: Tx, organization: Organization): Promise<number> => {
  const { count } = await tx
    .selectFrom('notification_messages')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('created_at', '>=', today(organization))
    .where(counts)
    .executeTakeFirstOrThrow();
  return count;
};

const limitOf = async (tx: Tx, { id }: Organization): Promise<number> => {
  const { daily_message_limit } = await tx
    .selectFrom('organizations')
    .select('daily_message_limit')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return daily_message_limit;
};

/** Has the owner told, once a day, that most of what may be sent is sent. */
const warn = async (tx: Tx, organization: Organization, { sent, limit }: { sent: number; limit: number }) => {
  if (sent < limit * warnedAt) return;
  const told = await tx
    .insertInto('message_warnings')
    .values({
      organization_id: organization.id,
      day: sql<string>`(now() at time zone ${organization.time_zone}::text)::date`,
    })
    .onConflict((conflict) => conflict.columns(['organization_id', 'day']).doNothing())
    .returning('day')
    .executeTakeFirst();
  if (told) await enqueueIn(tx)('message_limit_mail', { day: told.day, sent, limit });
};

type NotificationKey = { organization_id: number; definition_id: number; record_id: number; event_id: string };

/** Whether this notification told of this record a few minutes ago, and may not do so again yet. */
export const isPaused = async (tx: Tx, { definition_id, record_id, event_id }: NotificationKey): Promise<boolean> => {
  const last = await tx
    .selectFrom('notification_messages')
    .select('id')
    .where('notification_definition_id', '=', definition_id)
    .where('record_id', '=', record_id)
    .where('created_at', '>', sql<string>`now() - make_interval(mins => ${pause}::integer)`)
    .where('event_id', '!=', event_id)
    .limit(1)
    .executeTakeFirst();
  return last !== undefined;
};

/**
 * Writes a message for each recipient into the queue, with what it says; those that are not sent are written with the
 * reason. What was written of the same event before stays as it is. Firings of an organization take turns.
 */
export const byMail: Channel = async (tx, fired) => {
  const { organization, recipients, mailing, record } = fired;
  if (recipients.length === 0) return;
  const [toEach, all, limit] = await Promise.all([
    countToday(
      tx,
      organization,
      recipients.map(({ email }) => email),
    ),
    countAllToday(tx, organization),
    limitOf(tx, organization),
  ]);
  let sent = all;
  const reasonFor = ({ email, skipped }: ResolvedRecipient): string | null => {
    if (skipped !== null) return skipped;
    if ((toEach.get(email) ?? 0) >= maxToOneAddress) return overAddressLimit;
    if (sent >= limit) return overLimit(limit);
    sent += 1;
    return null;
  };
  const rows = recipients.map((one) => {
    const reason = reasonFor(one);
    return {
      organization_id: organization.id,
      form_id: fired.form_id,
      notification_definition_id: fired.definition_id,
      author_id: fired.author_id,
      event_id: fired.event_id,
      record_type: record.type,
      record_id: record.id,
      recipient: one.email,
      user_id: one.user_id,
      was_readable: one.mayRead,
      ...(one.mayRead ? mailing.whole : mailing.withoutAnswers),
      state: reason === null ? 'queued' : 'skipped',
      reason,
    };
  });
  await tx
    .insertInto('notification_messages')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'event_id', 'notification_definition_id', 'recipient']).doNothing(),
    )
    .execute();
  await warn(tx, organization, { sent, limit });
  if (sent > all) await enqueueIn(tx)('send_messages', {});
};
