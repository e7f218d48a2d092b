import { type WebhookMessage, webhookMessage } from '#contract/resources/webhooks.ts';

/** Why a message is not believed: a sentence for who looks after the receiver. */
export class WebhookRefused extends Error {
  override name = 'WebhookRefused';
}

/** The headers of a request, as `fetch` has them, or as Node has: names in small letters. */
export type WebhookHeaders =
  | { get: (name: string) => string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

const headerOf = (headers: WebhookHeaders, name: string): string => {
  const value = typeof headers.get === 'function' ? headers.get(name) : (headers as Record<string, unknown>)[name];
  if (typeof value === 'string' && value) return value;
  throw new WebhookRefused(`The header ${name} is missing`);
};

/** A message may be so old, in seconds: who kept one cannot send it again for longer. */
const tolerance = 5 * 60;

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));

const keyOf = (secret: string) => {
  const [, base64] = /^(?:whsec_)?([A-Za-z0-9+/]+=*)$/.exec(secret) ?? [];
  if (!base64) throw new WebhookRefused('The secret isn’t valid: it must begin with whsec_');
  return crypto.subtle.importKey('raw', bytesOf(base64), { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
};

const isMark = (one: string) => /^v1,[A-Za-z0-9+/]+=*$/.test(one);

/**
 * Checks that a message came from Hearth, and came now. It may come more than once, each time with the same `id`: keep
 * those that were dealt with.
 * @param secret as it was shown when the webhook was added, or its secret was replaced
 * @param body the body as it came, byte for byte: not parsed and written again
 * @throws WebhookRefused for what was altered, is older than five minutes, or was signed with another secret
 */
export const verifyWebhook = async (
  secret: string,
  headers: WebhookHeaders,
  body: string,
): Promise<WebhookMessage & { id: string }> => {
  const [id, time, marks] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    headerOf(headers, name),
  ) as [string, string, string];
  if (!/^\d{1,12}$/.test(time) || Math.abs(Date.now() / 1000 - Number(time)) > tolerance)
    throw new WebhookRefused('The message is too old, or the clocks differ by more than five minutes');
  const key = await keyOf(secret);
  const signed = new TextEncoder().encode(`${id}.${time}.${body}`);
  const checked = await Promise.all(
    marks
      .split(' ')
      .filter(isMark)
      .map((mark) => crypto.subtle.verify('HMAC', key, bytesOf(mark.slice('v1,'.length)), signed)),
  );
  if (!checked.includes(true)) throw new WebhookRefused('The message was not signed with this secret, or was altered');
  return { ...webhookMessage.parse(JSON.parse(body)), id };
};
