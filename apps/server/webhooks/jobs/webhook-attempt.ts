import { createHmac } from 'node:crypto';
import type { WebhookMessage } from '#contract/resources/webhooks.ts';
import { webhookSecrets } from '#server/access/webhook-secrets.ts';
import type { JobServices } from '#server/jobs/job-services.ts';
import type { Organization } from '#server/kit/handlers.ts';
import { isTrustedFor } from '#server/kit/outgoing/allowed-origins.ts';
import { ask, CallFailed } from '#server/kit/outgoing/connect.ts';
import type { Row } from '#server/kit/rows.ts';

type Webhook = Row<'webhooks'>;

/** A delivery with what it says, and to whom. */
type OutgoingDelivery = {
  organization: Organization;
  webhook: Webhook;
  delivery: Pick<Row<'webhook_deliveries'>, 'message_id'>;
  message: WebhookMessage;
};

/** What receivers check: a mark of the id, the time and the text, by each secret that counts at this moment. */
const signatures = ({ keys }: JobServices, webhook: Webhook, text: string): string => {
  const { secret, former } = webhookSecrets(keys, webhook);
  const isFormerGood = webhook.former_secret_until !== null && Date.parse(webhook.former_secret_until) > Date.now();
  return [secret, ...(former && isFormerGood ? [former] : [])]
    .map((one) => Buffer.from(one.replace(/^whsec_/, ''), 'base64'))
    .map((key) => `v1,${createHmac('sha256', key).update(text).digest('base64')}`)
    .join(' ');
};

/** What became of an attempt. */
export type AttemptOutcome = { status: number | null; reason: string | null };

const inWords = (status: number): string | null => {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400
    ? 'The server redirected to another address'
    : `The server answered with the status ${status}`;
};

/** Sends a message. Of the answer its status is read, and nothing else. */
export const attempt = async (
  services: JobServices,
  taken: OutgoingDelivery,
  time = 10_000,
): Promise<AttemptOutcome> => {
  const { organization, webhook, delivery, message } = taken;
  const url = new URL(webhook.url);
  const isTrusted = isTrustedFor(services.config.webhookHosts, organization, url);
  const body = JSON.stringify(message);
  const seconds = String(Math.floor(Date.now() / 1000));
  const headers = {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    'user-agent': 'Hearth',
    'webhook-id': delivery.message_id,
    'webhook-timestamp': seconds,
    'webhook-signature': signatures(services, webhook, `${delivery.message_id}.${seconds}.${body}`),
  };
  try {
    if (url.protocol !== 'https:' && !isTrusted) throw new CallFailed('The address must start with https://');
    const request = { method: 'POST', headers, body, isTrusted, time } as const;
    const status = await ask(url, request, ({ statusCode = 0 }) => statusCode);
    return { status, reason: inWords(status) };
  } catch (error) {
    if (error instanceof CallFailed) return { status: null, reason: error.message };
    throw error;
  }
};
