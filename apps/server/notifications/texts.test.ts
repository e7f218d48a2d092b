import { expect, test } from 'vitest';
import { exampleForm } from '#forms/testing.ts';
import type { Subject } from './subject.ts';
import { textAbout } from './texts.ts';

test('a time in a notification names the zone of the organization', () => {
  const subject = {
    organization: { slug: 'demo', name: 'Harborvale', time_zone: 'America/Los_Angeles', allow_answers_in_email: false },
    form: { ...exampleForm(), form_type: 'client' },
    record: { type: 'client_forms', id: 1 },
    response: { id: 1, client_id: 7, answers: {}, completed_at: '2026-11-27T14:22:00.000Z' },
  } as unknown as Subject;
  const template = { subject_template: 'Recorded {{completed_at}}', body_template: 'At {{completed_at}}' };
  const config = { publicUrl: 'http://localhost:3000' } as unknown as Parameters<typeof textAbout>[2]['config'];
  const { subject: line, body } = textAbout(template, subject, { config, mayRead: false });
  expect(line).toBe('Recorded 11/27/2026 06:22 AM Pacific Time');
  expect(body.replaceAll('\\', '')).toBe('At 11/27/2026 06:22 AM Pacific Time');
});
