import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { HandlerResult } from '#contract/kit/route.ts';
import type { DeliveryState, webhookRoutes } from '#contract/resources/webhooks.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import { invalid, Problem } from '#server/kit/problem.ts';
import { always, conditionOn, findRow, insertRow, ofOrganization, pageRows, type Row } from '#server/kit/rows.ts';

type Webhook = Row<'webhooks'>;
type SerializedDelivery = HandlerResult<typeof webhookRoutes.resend>;

/** A delivery as its history shows it. Of what the webhook may not be told of, the history tells nothing either. */
const serializeDelivery = (row: Row<'webhook_deliveries'>): SerializedDelivery => ({
  ...row,
  event: row.event as SerializedDelivery['event'],
  state: row.state as DeliveryState,
  record_id: row.state === 'skipped' ? null : row.record_id,
});

const delivery = conditionOn('webhook_deliveries');

type DeliveryQuery = {
  filters?: { state?: DeliveryState | undefined } | undefined;
  page: number;
  page_size?: number | undefined;
};

/** What a webhook was told, the newest first. */
export const pageOfDeliveries = async (
  { tx }: MemberContext,
  { organization_id, id }: Webhook,
  { filters, ...page }: DeliveryQuery,
) => {
  const listing = {
    table: 'webhook_deliveries' as const,
    organization_id,
    conditions: [delivery('webhook_id', '=', id), filters?.state ? delivery('state', '=', filters.state) : always],
    order: {},
    usual: ['created_at desc', 'id desc'],
  };
  const { rows, metadata } = await pageRows(tx, listing, page);
  return { data: rows.map(serializeDelivery), metadata };
};

const checkActive = ({ active }: Webhook): void => {
  if (!active) throw invalid('base', 'This webhook is off. Turn it on first.');
};

/** Has a webhook told of nothing, to see whether it arrives. Throws conflict while another test waits. */
export const sendTest = async (
  { tx, caller, enqueue, accepted }: MemberContext,
  webhook: Webhook,
): Promise<SerializedDelivery> => {
  checkActive(webhook);
  const { organization_id, id } = webhook;
  const waiting = await ofOrganization(tx, 'webhook_deliveries', caller)
    .select('id')
    .where('webhook_id', '=', id)
    .where('event', '=', 'test')
    .where('state', '=', 'queued')
    .executeTakeFirst();
  if (waiting) throw new Problem('conflict', { base: ['A test is already being sent.'] });
  const row = await insertRow(tx, 'webhook_deliveries', {
    organization_id,
    webhook_id: id,
    message_id: randomUUID(),
    event: 'test',
  });
  await enqueue('send_webhooks', {});
  accepted();
  return serializeDelivery(row);
};

/** Has a delivery sent once more. Throws conflict while it waits to be sent anyway. */
export const resend = async (
  { tx, enqueue, accepted }: MemberContext,
  webhook: Webhook,
  id: number,
): Promise<SerializedDelivery> => {
  checkActive(webhook);
  const { organization_id } = webhook;
  const where = delivery('webhook_id', '=', webhook.id);
  const row = await findRow(tx, 'webhook_deliveries', { organization_id, id, where });
  const queued = await tx
    .updateTable('webhook_deliveries')
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
  if (!queued) throw new Problem('conflict', { base: ['This delivery is already waiting to be sent.'] });
  await enqueue('send_webhooks', {});
  accepted();
  return serializeDelivery(queued);
};
