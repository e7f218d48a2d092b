import { sql } from 'kysely';
import type { MessageState } from '#contract/resources/notifications.ts';
import { listedMessages, messageScopes } from '#server/access/notification-messages.ts';
import { visibleForms } from '#server/access/scopes.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import { invalid, Problem } from '#server/kit/problem.ts';
import {
  always,
  among,
  conditionOn,
  findRow,
  type Listing,
  ofOrganization,
  pageRows,
  type Row,
} from '#server/kit/rows.ts';
import { countToday, maxToOneAddress, overAddressLimit } from '#server/notifications/mail-channel.ts';
import type { NotifiedRecord } from '#server/schema/background-work.ts';

type Message = Row<'notification_messages'>;

/** The record of a message, as it is named among all that messages are about. */
const nameOf = ({ record_type, record_id }: Pick<Message, 'record_type' | 'record_id'>) =>
  `${record_type} ${record_id}`;

/** The records of these messages that the caller may read: what a message tells of others is not shown to them. */
const readable = async ({ tx, caller }: MemberContext, messages: Message[]): Promise<Set<string>> => {
  const byType = Map.groupBy(messages, ({ record_type }) => record_type as NotifiedRecord['type']);
  const found = await Promise.all(
    [...byType].map(async ([record_type, about]) => {
      const ids = among(about.map(({ record_id }) => record_id));
      const rows =
        record_type === 'forms'
          ? await ofOrganization(tx, 'forms', caller)
              .select('id')
              .where('id', '=', ids)
              .where(visibleForms(caller, 'read'))
              .execute()
          : await ofOrganization(tx, 'responses', caller)
              .select('id')
              .where('id', '=', ids)
              .where(messageScopes[record_type](caller, 'read'))
              .execute();
      return rows.map(({ id }) => nameOf({ record_type, record_id: id }));
    }),
  );
  return new Set(found.flat());
};

const withheld = { subject: '', body: '', record_id: null, is_personal: true, is_withheld: true };

/** Messages as the caller may see them. */
export const serializeMessages = async (context: MemberContext, messages: Message[]) => {
  const about = messages.filter(({ record_id }) => record_id !== null);
  const open = about.length > 0 && !context.caller.everything ? await readable(context, about) : null;
  return messages.map(({ recipient, ...row }) => {
    const isWithheld = open !== null && row.record_id !== null && !open.has(nameOf(row));
    return {
      ...row,
      is_withheld: false,
      ...(isWithheld ? withheld : {}),
      record_type: row.record_type as NotifiedRecord['type'],
      // An address that belongs to no member may be an answer.
      notifiable: { email: isWithheld && row.user_id === null ? '' : recipient },
      state: row.state as MessageState,
    };
  });
};

type Search = {
  page: number;
  page_size?: number | undefined;
  filters?: { state?: MessageState | undefined } | undefined;
};

/** The messages of a form, the newest first. */
export const pageOfMessages = async (context: MemberContext, form: { id: number }, search: Search) => {
  const { page, page_size, filters } = search;
  const condition = conditionOn('notification_messages');
  const listing: Listing<'notification_messages'> = {
    table: 'notification_messages',
    organization_id: context.caller.organization.id,
    conditions: [
      condition('form_id', '=', form.id),
      filters?.state ? condition('state', '=', filters.state) : always,
      listedMessages(context.caller),
    ],
    order: {},
    usual: ['created_at desc', 'id desc'],
  };
  const { rows, metadata } = await pageRows(context.tx, listing, { page, page_size });
  return { data: await serializeMessages(context, rows), metadata };
};

/**
 * Has a message sent once more. Throws conflict while it waits to be sent anyway. An address that was refused before is
 * tried again.
 */
export const resend = async (context: MemberContext, form: { id: number }, id: number) => {
  const { tx, caller, enqueue } = context;
  const { organization } = caller;
  const message = conditionOn('notification_messages');
  // What was skipped for its author's sake was written to nobody.
  const where = message.and([message('form_id', '=', form.id), message('recipient', '!=', '')]);
  const row = await findRow(tx, 'notification_messages', { organization_id: organization.id, id, where });
  const counted = await countToday(tx, organization, [row.recipient]);
  if ((counted.get(row.recipient) ?? 0) >= maxToOneAddress)
    throw invalid('base', `${overAddressLimit}: send it again tomorrow`);
  const queued = await tx
    .updateTable('notification_messages')
    .set({
      state: 'queued',
      reason: null,
      attempts: 0,
      due_at: sql<string>`now()`,
      updated_at: sql<string>`now()`,
      lock_version: row.lock_version + 1,
    })
    .where('id', '=', id)
    .where('lock_version', '=', row.lock_version)
    .where('state', '!=', 'queued')
    .returningAll()
    .executeTakeFirst();
  if (!queued) throw new Problem('conflict', { base: ['This email is already waiting to be sent.'] });
  await tx.deleteFrom('bounced_addresses').where('address', '=', row.recipient).execute();
  await enqueue('send_messages', {});
  const [shown] = await serializeMessages(context, [queued]);
  return shown as NonNullable<typeof shown>;
};
