import type { z } from 'zod';
import { type WebhookEvent, type webhook, type webhookDelivery, webhookEvents } from '#contract/resources/webhooks.ts';
import type { Tone } from '#web/ui/status-badge.tsx';

export type Webhook = z.output<typeof webhook>;
export type Delivery = z.output<typeof webhookDelivery>;

/** What happened, in words. */
export const eventLabels: Record<WebhookEvent | 'test', string> = {
  client_created: 'Person added',
  client_updated: 'Person changed',
  client_archived: 'Person deleted',
  client_form_created: 'Response recorded',
  client_form_updated: 'Response changed',
  client_form_deleted: 'Response deleted',
  public_form_submitted: 'Public form submitted',
  internal_record_created: 'Resource record added',
  internal_record_updated: 'Resource record changed',
  internal_record_deleted: 'Resource record deleted',
  test: 'Test',
};

/** The events of a webhook in one line: their words while they are few. */
export const eventsInWords = ({ events }: Webhook): string => {
  if (events.length === webhookEvents.length) return 'All events';
  return events.length > 3 ? `${events.length} events` : events.map((event) => eventLabels[event]).join(', ');
};

/** How a webhook does. */
export const stateOf = ({ active, failing_since, switched_off_reason }: Webhook): { tone: Tone; word: string } => {
  if (!active) return { tone: switched_off_reason ? 'error' : 'neutral', word: 'Off' };
  return failing_since ? { tone: 'warn', word: 'Failing' } : { tone: 'ok', word: 'On' };
};
