import { sql } from 'kysely';
import type { VisitorContext } from '#server/kit/handlers.ts';
import { messageIn } from '#server/notifications/message-ids.ts';

const gone = 'The email bounced: this address doesn’t exist';
const returned = 'The email bounced: the recipient’s server didn’t accept it';

/** The report stands before the mail that it quotes. Whoever got a mail may send whatever they like: no more of it is read. */
const reportWithin = 64 * 1024;

/** What a report of delivery says for good, as RFC 3464 has it: `5.1.1`; null for delays and whatever is no such report. */
const finalStatusOf = async (message: string): Promise<string | null> => {
  const { default: PostalMime } = await import('postal-mime');
  const { attachments } = await PostalMime.parse(message.slice(0, reportWithin), {
    attachmentEncoding: 'utf8',
  }).catch(() => ({
    attachments: [],
  }));
  const report = attachments.find(({ mimeType }) => mimeType === 'message/delivery-status');
  if (typeof report?.content !== 'string' || !/^Action:\s*failed\s*$/im.test(report.content)) return null;
  return /^Status:\s*(5\.\d{1,3}\.\d{1,3})\b/im.exec(report.content)?.[1] ?? null;
};

/**
 * Takes a mail that came back: its message has failed, and where there is no such address nothing more is sent there.
 * @returns whether it was about a message that was sent from here, and final
 */
export const noteBounce = async ({ tx, keys, enter }: VisitorContext, message: string): Promise<boolean> => {
  const named = messageIn(keys, message);
  const status = named && (await finalStatusOf(message));
  if (!status) return false;
  const { organization_id, id, lock_version } = named;
  enter(organization_id);
  const isOfAddress = status.startsWith('5.1.');
  const noted = await tx
    .updateTable('notification_messages')
    .set({ state: 'failed', reason: isOfAddress ? gone : returned, updated_at: sql<string>`now()` })
    .where('id', '=', id)
    .where('lock_version', '=', lock_version)
    .where('state', '=', 'sent')
    .returning('recipient')
    .executeTakeFirst();
  if (noted && isOfAddress)
    await tx
      .insertInto('bounced_addresses')
      .values({ organization_id, address: noted.recipient, reason: gone })
      .onConflict((conflict) => conflict.columns(['organization_id', 'address']).doNothing())
      .execute();
  return noted !== undefined;
};
