import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { WebhookEvent } from '#contract/resources/webhooks.ts';
import type { Tx } from '../kit/db.ts';
import { enqueueIn } from '../kit/enqueue.ts';
import type { Member, Stranger } from '../kit/handlers.ts';

/** What happened to a record of people or responses. */
export type RecordEvent = {
  event: WebhookEvent;
  record_type: 'clients' | 'client_forms' | 'internal_forms' | 'public_forms';
  /** The record as it is now, or was when it was deleted. */
  row: { id: number; lock_version: number; form_id?: number };
};

/**
 * Has the organization's webhooks told what happened, after the commit. Ids alone are written down: what they may be
 * told of is asked when it is sent. Where no webhook waits for this event, nothing is written.
 */
export const tellWebhooks = async (
  { tx, caller }: { tx: Tx; caller: Member | Stranger },
  { event, record_type, row }: RecordEvent,
): Promise<void> => {
  const organization_id = caller.organization.id;
  const waiting = await tx
    .selectFrom('webhooks')
    .select('id')
    .where('active', '=', true)
    .where(sql<boolean>`${event} = any(events)`)
    .execute();
  if (waiting.length === 0) return;
  const told = {
    organization_id,
    event,
    record_type,
    record_id: row.id,
    form_id: row.form_id ?? null,
    record_version: row.lock_version,
    api_credential_id: 'api_credential_id' in caller ? caller.api_credential_id : null,
  };
  // Sent without waiting, as the answer is made meanwhile: if it fails, the commit does, and nothing is saved.
  tx.insertInto('webhook_deliveries')
    .values(waiting.map(({ id }) => ({ ...told, webhook_id: id, message_id: randomUUID() })))
    .execute()
    .catch(() => {});
  enqueueIn(tx)('send_webhooks', {}).catch(() => {});
};
