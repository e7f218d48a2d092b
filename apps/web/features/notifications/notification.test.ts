import { describe, expect, test } from 'vitest';
import { type Definition, differs, draftOf, sentOf, valuesOf } from './notification.ts';

const events = [
  { name: 'client_form_created' as const, label: 'Response recorded' },
  { name: 'client_form_updated' as const, label: 'Response changed' },
];
const metadata = { events, placeholders: [], groups: [], answers_allowed: false };
const stored: Definition = {
  id: 7,
  created_at: '2026-11-21T10:00:00.000Z',
  updated_at: '2026-11-21T10:00:00.000Z',
  lock_version: 3,
  owner_id: 5,
  owner_type: 'forms',
  name: 'client_form_updated',
  active: true,
  subject_template: '{{form_name}} changed',
  body_template: 'See {{record_url}}',
  conditions: '{"or": [{"scope": "form", "conditions": {"or": [{"op": "TRUE", "field_name": "12"}]}}]}',
  recipients: [{ name: 'Dana', email: 'dana@example.org', delivery_types: ['email'] }],
  recipient_field_ids: [12],
  recipient_group_ids: [],
  notify_recorder: false,
  scoped_fields: [13],
};

test('FO-92 a new notification is about the first event, and has nothing else', () => {
  expect(sentOf(draftOf(metadata))).toEqual({
    name: 'client_form_created',
    active: true,
    subject_template: '',
    body_template: '',
    conditions: null,
    recipients: [],
    recipient_field_ids: [],
    recipient_group_ids: [],
    notify_recorder: false,
    scoped_fields: [],
  });
});

describe('FO-93 a stored notification differs', () => {
  const values = valuesOf(stored);

  test('not as it was opened, nor by what the text editor escapes', () => {
    expect(differs(values, valuesOf(stored))).toBe(false);
    expect(differs({ ...values, body_template: 'See {{record\\_url}}\n' }, values)).toBe(false);
    expect(JSON.parse(sentOf(values).conditions as string)).toEqual(JSON.parse(stored.conditions as string));
  });

  test.each([
    { active: false },
    { subject_template: 'Changed' },
    { body_template: 'See' },
    { conditions: null },
    { recipients: [] },
    { recipient_text: 'priya@example.org' },
    { recipient_field_ids: [] },
    { recipient_group_ids: [4] },
    { notify_recorder: true },
    { scoped_fields: [] },
  ])('by %j', (change) => {
    expect(differs({ ...values, ...change }, values)).toBe(true);
  });
});

test('one answer counts for changes alone', () => {
  const values = valuesOf(stored);
  expect(sentOf(values).scoped_fields).toEqual([13]);
  expect(sentOf({ ...values, name: 'client_form_created' }).scoped_fields).toEqual([]);
});
