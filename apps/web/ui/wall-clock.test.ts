import { describe, expect, test } from 'vitest';
import { momentAt, wallClockOf } from './wall-clock.ts';

const chicago = 'America/Chicago';

describe('clocks of a time zone', () => {
  test.each([
    ['2026-01-15T12:00:00.000Z', chicago, '2026-01-15T06:00'],
    ['2026-07-15T04:59:59.999Z', chicago, '2026-07-14T23:59'],
    ['2026-07-15T05:00:00.000Z', chicago, '2026-07-15T00:00'],
    ['2026-07-15T18:30:00.000Z', 'Asia/Kolkata', '2026-07-16T00:00'],
    ['1957-06-02T12:00:00.000Z', 'UTC', '1957-06-02T12:00'],
  ])('show %s in %s as %s, and back', (moment, zone, wall) => {
    expect(wallClockOf(moment, zone)).toBe(wall);
    expect(wallClockOf(momentAt(wall, zone), zone)).toBe(wall);
  });

  test('show the hour before they are put back twice, of which the first is taken', () => {
    expect(wallClockOf('2026-11-01T06:30:00.000Z', chicago)).toBe('2026-11-01T01:30');
    expect(wallClockOf('2026-11-01T07:30:00.000Z', chicago)).toBe('2026-11-01T01:30');
    expect(momentAt('2026-11-01T01:30', chicago)).toBe('2026-11-01T06:30:00.000Z');
  });

  test('leave out an hour when they are put forward, which is read by the clock before', () => {
    expect(momentAt('2026-03-08T02:30', chicago)).toBe('2026-03-08T08:30:00.000Z');
    expect(wallClockOf('2026-03-08T08:30:00.000Z', chicago)).toBe('2026-03-08T03:30');
  });
});
