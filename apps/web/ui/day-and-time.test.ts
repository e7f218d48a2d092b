import { expect, test } from 'vitest';
import { dayAndTimeOf, momentOf, timeOptions } from './day-and-time.ts';

test('no day is never', () => {
  expect(momentOf({ date: null, time: '09:00' }, 'America/Chicago')).toBeNull();
  expect(dayAndTimeOf(null, 'America/Chicago')).toEqual({ date: null, time: null });
});

test('a day and a time are those of the time zone', () => {
  expect(momentOf({ date: '2026-12-01', time: '09:00' }, 'America/Chicago')).toBe('2026-12-01T15:00:00.000Z');
  expect(momentOf({ date: '2026-07-01', time: '09:00' }, 'America/Chicago')).toBe('2026-07-01T14:00:00.000Z');
  expect(dayAndTimeOf('2026-12-01T15:00:00.000Z', 'Pacific/Kiritimati')).toEqual({ date: '2026-12-02', time: '05:00' });
});

test('every quarter of an hour comes back as it went, also where the clocks change', () => {
  for (const zone of ['America/Chicago', 'Pacific/Kiritimati', 'America/St_Johns', 'Asia/Kathmandu'])
    for (const date of ['2026-03-07', '2026-03-09', '2026-11-01', '2026-11-02', '2026-12-31'])
      for (const { value: time } of timeOptions(null))
        expect(dayAndTimeOf(momentOf({ date, time }, zone), zone)).toEqual({ date, time });
});

test('an hour that the clocks leave out is the one after it', () => {
  expect(momentOf({ date: '2026-03-08', time: '02:30' }, 'America/Chicago')).toBe('2026-03-08T08:30:00.000Z');
});

test('times are 15 minutes apart, and one that was set elsewhere stays', () => {
  expect(timeOptions(null)).toHaveLength(96);
  expect(timeOptions(null)[37]).toEqual({ value: '09:15', label: '09:15 AM' });
  expect(timeOptions('12:07').map(({ label }) => label)).toContain('12:07 PM');
});
