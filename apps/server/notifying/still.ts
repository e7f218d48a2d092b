import { membersOf } from '#server/access/members.ts';
import type { NotifiedRecord } from '#server/forms/firing.ts';
import type { Tx } from '#server/kit/db.ts';
import type { Row } from '#server/kit/rows.ts';
import { readersOf } from './readers.ts';
import { archived, bounced } from './recipients.ts';
import { subjectOf } from './subject.ts';

type Message = Row<'notification_messages'>;

const isArchived = async (tx: Tx, { organization_id, user_id }: Message): Promise<boolean> => {
  const membership = await tx
    .selectFrom('memberships')
    .select('archived_at')
    .where('organization_id', '=', organization_id)
    .where('id', '=', user_id)
    .executeTakeFirst();
  return !membership || membership.archived_at !== null;
};

const isBounced = async (tx: Tx, { organization_id, recipient }: Message): Promise<boolean> =>
  (await tx
    .selectFrom('bounced_addresses')
    .select('address')
    .where('organization_id', '=', organization_id)
    .where('address', '=', recipient)
    .executeTakeFirst()) !== undefined;

/** Whether a member may read the record of a message at this moment. */
const mayRead = async (tx: Tx, { organization_id, form_id, record_type, record_id, user_id }: Message) => {
  const record = { type: record_type as NotifiedRecord['type'], id: record_id ?? form_id };
  const subject = await subjectOf(tx, { organization_id, form_id, record });
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
  if (message.was_readable && message.user_id !== null && !(await mayRead(tx, message)))
    return 'The recipient may not read this record any more';
  if (!message.is_personal) return null;
  const { allow_answers_in_email } = await tx
    .selectFrom('organizations')
    .select('allow_answers_in_email')
    .where('id', '=', message.organization_id)
    .executeTakeFirstOrThrow();
  return allow_answers_in_email ? null : 'Answers are not sent by email in this organization any more';
};
