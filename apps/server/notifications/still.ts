import { membersOf } from '#server/access/members.ts';
import { authorLostAccess } from '#server/access/notification-messages.ts';
import type { Tx } from '#server/kit/db.ts';
import type { Row } from '#server/kit/rows.ts';
import type { NotifiedRecord } from '#server/schema/background-work.ts';
import { canAuthorRead } from './author.ts';
import { readersOf } from './readers.ts';
import { archived, bounced } from './recipients.ts';
import { subjectOf } from './subject.ts';

type Message = Row<'notification_messages'>;

const isArchived = async (tx: Tx, { user_id }: Message): Promise<boolean> => {
  const membership = await tx
    .selectFrom('memberships')
    .select('archived_at')
    .where('id', '=', user_id)
    .executeTakeFirst();
  return !membership || membership.archived_at !== null;
};

const isBounced = async (tx: Tx, { recipient }: Message): Promise<boolean> =>
  (await tx.selectFrom('bounced_addresses').select('address').where('address', '=', recipient).executeTakeFirst()) !==
  undefined;

const subjectOfMessage = (tx: Tx, { organization_id, form_id, record_type, record_id }: Message) =>
  subjectOf(tx, {
    organization_id,
    form_id,
    record: { type: record_type as NotifiedRecord['type'], id: record_id ?? form_id },
  });

/**
 * Returns whether the author of a message can still read its record. The message names its author itself: its
 * notification may have been deleted, or saved by somebody else.
 */
const isAuthorAllowed = async (tx: Tx, message: Message): Promise<boolean> => {
  const subject = await subjectOfMessage(tx, message);
  return subject !== null && canAuthorRead(tx, message, subject);
};

/** Whether a member may read the record of a message at this moment. */
const mayRead = async (tx: Tx, message: Message) => {
  const { user_id } = message;
  const subject = await subjectOfMessage(tx, message);
  if (!subject || user_id === null) return false;
  const members = await membersOf(tx, subject.organization, { id: user_id });
  return (await readersOf(tx, subject, members)).has(user_id);
};

/**
 * Why a message that waits must not be sent any more; null when it may. Between the event and the sending its reader may
 * have left, lost access to the record, or the organization may have stopped sending answers.
 */
export const whyNot = async (tx: Tx, message: Message): Promise<string | null> => {
  if (await isBounced(tx, message)) return bounced;
  if (message.user_id !== null && (await isArchived(tx, message))) return archived;
  if (!(await isAuthorAllowed(tx, message))) return authorLostAccess;
  if (message.was_readable && message.user_id !== null && !(await mayRead(tx, message)))
    return 'The recipient no longer has access to this record';
  if (!message.is_personal) return null;
  const { allow_answers_in_email } = await tx
    .selectFrom('organizations')
    .select('allow_answers_in_email')
    .where('id', '=', message.organization_id)
    .executeTakeFirstOrThrow();
  return allow_answers_in_email ? null : 'This organization no longer sends answers by email';
};
