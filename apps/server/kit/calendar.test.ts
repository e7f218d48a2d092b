import { expect, test } from 'vitest';
import { timeWithZone } from './calendar.ts';

test.each([
  ['America/Los_Angeles', '2026-11-27T14:22:00.000Z', '11/27/2026 06:22 AM Pacific Time'],
  // Whether the clocks are put forward is part of the time, not of the zone's name.
  ['America/Los_Angeles', '2026-07-01T13:22:00.000Z', '07/01/2026 06:22 AM Pacific Time'],
  ['America/New_York', '2026-11-27T05:00:00.000Z', '11/27/2026 12:00 AM Eastern Time'],
  ['UTC', '2026-11-27T14:22:00.000Z', '11/27/2026 02:22 PM UTC'],
])('a time for who reads it elsewhere names its zone: %s', (zone, moment, shown) => {
  expect(timeWithZone(moment, zone)).toBe(shown);
});
