import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { verifyWebhook, WebhookRefused } from './index.ts';

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const other = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;
const body = JSON.stringify({
  type: 'test',
  timestamp: '2026-11-23T04:00:00.000Z',
  organization: 'demo',
  data: null,
});

const mark = (by: string, { id = 'one', time = now(), text = body } = {}) => {
  const key = Buffer.from(by.slice('whsec_'.length), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${time}.${text}`).digest('base64')}`;
};
const now = (seconds = 0) => String(Math.floor(Date.now() / 1000) + seconds);
const headers = (more: Record<string, string | undefined> = {}) => ({
  'webhook-id': 'one',
  'webhook-timestamp': now(),
  'webhook-signature': mark(secret),
  ...more,
});
const refused = (given: Record<string, string | undefined>, text = body, by = secret) =>
  expect(verifyWebhook(by, given, text)).rejects.toThrow(WebhookRefused);

describe('a message is refused', () => {
  test.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'])('without %s', (name) =>
    refused(headers({ [name]: undefined })),
  );
  test('that was altered, in its text, its id or its time', async () => {
    await refused(headers(), body.replace('demo', 'memo'));
    await refused(headers({ 'webhook-id': 'two' }));
    await refused(headers({ 'webhook-timestamp': now(-5) }));
  });
  test('that is older than five minutes, or comes from later', async () => {
    for (const time of [now(-301), now(302), 'soon', ''])
      await refused(headers({ 'webhook-timestamp': time, 'webhook-signature': mark(secret, { time }) }));
  });
  test.each(['', 'v1,', 'v2,AAAA', 'v1,%%%', mark(other), mark(secret).replace('v1,', 'v1a,')])(
    'signed by "%s"',
    (one) => refused(headers({ 'webhook-signature': one })),
  );
  test('with a secret that is none', () => refused(headers(), body, 'hearth_é'));
});

describe('a message is believed', () => {
  test('with its id and what it tells, whichever way the headers come', async () => {
    expect(await verifyWebhook(secret, headers(), body)).toEqual({ ...JSON.parse(body), id: 'one' });
    expect(await verifyWebhook(secret, new Headers(headers()), body)).toMatchObject({ id: 'one' });
  });
  test('with either secret while one replaces the other', async () => {
    const both = headers({ 'webhook-signature': `${mark(other)} ${mark(secret)}` });
    for (const one of [secret, other]) expect(await verifyWebhook(one, both, body)).toMatchObject({ type: 'test' });
  });
});
