import { sql } from 'kysely';
import type { MessageState } from '#contract/resources/notifications.ts';
import {
  visibleForms,
  visibleInternalRecords,
  visiblePublicInstances,
  visibleResponses,
} from '#server/access/scopes.ts';
import type { NotifiedRecord } from '#server/forms/firing.ts';
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
import { countToday, mostToOneAddress, overAddressLimit } from '#server/notifying/mail-channel.ts';

type Message = Row<'notification_messages'>;

/** The record of a message, as it is named among all that messages are about. */
const nameOf = ({ record_type, record_id }: Pick<Message, 'record_type' | 'record_id'>) =>
  `${record_type} ${record_id}`;

/** The records of these messages that the caller may read: what a message tells of others is not shown to them. */
const readable = async ({ tx, caller }: MemberContext, messages: Message[]): Promise<Set<string>> => {
  const byType = Map.groupBy(messages, ({ record_type }) => record_type as NotifiedRecord['type']);
  const scopes = {
    client_forms: visibleResponses,
    internal_forms: visibleInternalRecords,
    public_forms: visiblePublicInstances,
  };
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
              .where(scopes[record_type](caller, 'read'))
              .execute();
      return rows.map(({ id }) => nameOf({ record_type, record_id: id }));
    }),
  );
  return new Set(found.flat());
};

const withheld = { subject: '', body: '', is_personal: true, is_withheld: true };

/** Messages as the caller may see them. */
export const presentMessages = async (context: MemberContext, messages: Message[]) => {
  const personal = messages.filter(({ is_personal }) => is_personal);
  const open = personal.length > 0 && !context.caller.everything ? await readable(context, personal) : null;
  return messages.map(({ recipient, ...row }) => ({
    ...row,
    is_withheld: false,
    ...(row.is_personal && open && !open.has(nameOf(row)) ? withheld : {}),
    record_type: row.record_type as NotifiedRecord['type'],
    notifiable: { email: recipient },
    state: row.state as MessageState,
  }));
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
    conditions: [condition('form_id', '=', form.id), filters?.state ? condition('state', '=', filters.state) : always],
    order: {},
    usual: ['created_at desc', 'id desc'],
  };
  const { rows, metadata } = await pageRows(context.tx, listing, { page, page_size });
  return { data: await presentMessages(context, rows), metadata };
};

/**
 * Has a message sent once more. Throws conflict while it waits to be sent anyway. An address that was refused before is
 * tried again.
 */
export const resend = async (context: MemberContext, form: { id: number }, id: number) => {
  const { tx, caller, enqueue } = context;
  const { organization } = caller;
  const where = conditionOn('notification_messages')('form_id', '=', form.id);
  const row = await findRow(tx, 'notification_messages', { organization_id: organization.id, id, where });
  const counted = await countToday(tx, organization, [row.recipient]);
  if ((counted.get(row.recipient) ?? 0) >= mostToOneAddress)
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
    .where('organization_id', '=', organization.id)
    .where('id', '=', id)
    .where('lock_version', '=', row.lock_version)
    .where('state', '!=', 'queued')
    .returningAll()
    .executeTakeFirst();
  if (!queued) throw new Problem('conflict', { base: ['This email waits to be sent already'] });
  await tx
    .deleteFrom('bounced_addresses')
    .where('organization_id', '=', organization.id)
    .where('address', '=', row.recipient)
    .execute();
  await enqueue('send_messages', {});
  const [shown] = await presentMessages(context, [queued]);
  return shown as NonNullable<typeof shown>;
};
