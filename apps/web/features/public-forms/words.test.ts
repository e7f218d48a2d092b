import { describe, expect, test } from 'vitest';
import { changeInWords, countsInWords, type PublishSetting } from './words.ts';

const setting: PublishSetting = {
  id: 1,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  lock_version: 1,
  form_id: 2,
  published_at: '2026-01-01T00:00:00.000Z',
  expired_at: null,
  dow: [],
  time_start: null,
  time_end: null,
  translate: false,
  is_active: true,
  access_key: 'k',
  link: 'https://demo.example.org/public_forms/k',
  status: 'active',
  next_change: null,
  time_zone: 'America/Los_Angeles',
};
const now = new Date('2026-11-21T18:42:00.000Z');
const next = (at: string, opens: boolean) => ({ ...setting, next_change: { at, opens } });

describe('a publish setting in words', () => {
  test('tells what happens next, in the zone of the organization', () => {
    expect(changeInWords(next('2026-11-22T06:00:00.000Z', false), true, now)).toBe('Closes today at 10:00 PM');
    expect(changeInWords(next('2026-11-23T17:00:00.000Z', true), true, now)).toBe('Opens Monday 11/23/2026 at 9:00 AM');
    expect(changeInWords(setting, true, now)).toBe('Open with no end date');
    expect(changeInWords(setting, false, now)).toBe('The form is inactive, so no one can fill it in');
    expect(changeInWords({ ...setting, is_active: false, status: 'inactive' }, true, now)).toBe('Turned off');
    expect(changeInWords({ ...setting, status: 'not_published' }, true, now)).toBe('No start date');
    const ended = { ...setting, status: 'inactive' as const, expired_at: '2026-10-01T06:59:00.000Z' };
    expect(changeInWords(ended, true, now)).toBe('Ended Wednesday 09/30/2026 at 11:59 PM. It won’t open again');
  });
});

test('how many came, and how many wait', () => {
  expect(countsInWords({ response_count: 1, unlinked_count: 0 })).toBe('1 response, all linked');
  expect(countsInWords({ response_count: 1212, unlinked_count: 3 })).toBe('1,212 responses, 3 not linked');
});
