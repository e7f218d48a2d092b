import { describe, expect, test } from 'vitest';
import type { Credential } from './credential.ts';
import { addressesStatus, consentStatus, credentialsStatus, webhooksStatus } from './statuses.ts';
import type { Webhook } from './webhook.ts';

// A Friday.
const now = Date.parse('2026-11-27T18:00:00Z');
const zone = 'America/Los_Angeles';
const webhook = (active: boolean, failing_since: string | null = null, switched_off_reason: string | null = null) =>
  ({ active, failing_since, switched_off_reason }) as Webhook;
const credential = (expires_at: string) => ({ expires_at, expired: Date.parse(expires_at) <= now }) as Credential;

describe('the status of webhooks', () => {
  test('says that there is none', () => {
    expect(webhooksStatus([], zone, now)).toBe('None yet');
  });

  test('counts those that fail since the first of them, and those that are off', () => {
    expect(webhooksStatus([webhook(true)], zone, now)).toBe('1 webhook');
    const failing = [webhook(true, '2026-11-25T20:00:00Z'), webhook(true, '2026-11-24T20:00:00Z'), webhook(true)];
    expect(webhooksStatus(failing, zone, now)).toBe('3 webhooks, 2 failing, the first since Tuesday');
    const off = [webhook(false, '2026-11-24T20:00:00Z'), webhook(true)];
    expect(webhooksStatus(off, zone, now)).toBe('2 webhooks, 1 off');
    const byHearth = webhook(false, null, 'No delivery for 3 days.');
    expect(webhooksStatus([byHearth, ...off], zone, now)).toBe('3 webhooks, 1 turned off automatically, 1 off');
  });

  test.each([
    // Thursday night at the organization.
    ['2026-11-27T07:00:00Z', 'Thursday'],
    ['2026-11-27T09:00:00Z', 'today'],
    ['2026-11-20T20:00:00Z', '11/20/2026'],
  ])('says since when by the day of the organization: %s', (moment, words) => {
    expect(webhooksStatus([webhook(true, moment)], zone, now)).toBe(`1 webhook, 1 failing since ${words}`);
  });
});

test('the status of API keys tells those that expired and those that soon will', () => {
  expect(credentialsStatus([], now)).toBe('None yet');
  const keys = ['2027-02-01T00:00:00Z', '2026-12-01T00:00:00Z', '2026-11-01T00:00:00Z'].map(credential);
  expect(credentialsStatus(keys.slice(0, 1), now)).toBe('1 API key');
  expect(credentialsStatus(keys, now)).toBe('3 API keys, 1 expired, 1 expiring soon');
  // Loaded before it expired.
  expect(credentialsStatus([{ ...keys[2]!, expired: false }], now)).toBe('1 API key, 1 expired');
});

test('the status of consent and addresses', () => {
  expect(consentStatus([{ required: false }])).toBe('Not required');
  expect(consentStatus([{ required: true }, { required: false }])).toBe('Required for 1 of 2 purposes');
  const service = { service: 'places.example.org', enabled: true, asks_for_key: true, api_key_set: false };
  expect(addressesStatus(service)).toBe('places.example.org needs a key');
  expect(addressesStatus({ ...service, api_key_set: true })).toBe('From places.example.org');
  expect(addressesStatus({ ...service, enabled: false })).toBe('From addresses you’ve used');
});
