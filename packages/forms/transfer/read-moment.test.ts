import { describe, expect, test } from 'vitest';
import { readMoment, saysMoment, splitLabel } from './read-moment.ts';

describe('a moment is read', () => {
  test.each([
    ['2026-11-20T09:30:00.000Z', '2026-11-20T09:30:00.000Z'],
    ['2026-11-20T09:30:00+02:00', '2026-11-20T07:30:00.000Z'],
    ['11/20/2026 09:30', '2026-11-20T14:30:00.000Z'],
    ['20.11.2026 9:30 PM', '2026-11-21T02:30:00.000Z'],
    ['2026-07-01 09:30', '2026-07-01T13:30:00.000Z'],
    ['11/20/2026', '2026-11-20T17:00:00.000Z'],
  ])('%s in New York', (cell, value) => {
    expect(readMoment(cell, 'America/New_York')).toEqual({ value });
  });

  test.each(['T', ' ', '1', '1 '])(
    'of the longest cell that there may be, of "%s", is read at once',
    (part) => {
      expect(readMoment(`1${part.repeat(65_000 / part.length)}x`, 'UTC').message).toBeTruthy();
    },
    1000,
  );

  test.each(['2026-13-01T09:30:00Z', 'yesterday', '11/20/2026 26:00'])('not of %s', (cell) => {
    expect(readMoment(cell, 'UTC').message).toBeTruthy();
  });
});

describe('what the clocks of Los Angeles showed never, or twice, is told', () => {
  test.each([
    ['3/8/2026 2:30', 'The clocks were set forward on 2026-03-08, and 02:30 was skipped. Write another time.'],
    [
      '2026-11-01 01:30:00',
      'The clocks were set back on 2026-11-01, and 01:30 came twice. Write 2026-11-01T01:30-07:00 or 2026-11-01T01:30-08:00.',
    ],
  ])('%s', (cell, message) => {
    expect(readMoment(cell, 'America/Los_Angeles')).toEqual({ message });
  });

  test.each([
    ['3/8/2026 1:59', '2026-03-08T09:59:00.000Z'],
    ['3/8/2026 3:00', '2026-03-08T10:00:00.000Z'],
    ['11/1/2026 0:59', '2026-11-01T07:59:00.000Z'],
    ['11/1/2026 2:00', '2026-11-01T10:00:00.000Z'],
    ['2026-11-01T01:30-07:00', '2026-11-01T08:30:00.000Z'],
    ['2026-11-01 01:30:15-08:00', '2026-11-01T09:30:15.000Z'],
    ['1/15/2024 22:00', '2024-01-16T06:00:00.000Z'],
    ['2024-01-15 22:00:07.125', '2024-01-16T06:00:07.125Z'],
    ['1/15/2024 0:00', '2024-01-15T08:00:00.000Z'],
    ['1/15/2024 12:00:00 AM', '2024-01-15T08:00:00.000Z'],
  ])('%s is %s', (cell, value) => {
    expect(readMoment(cell, 'America/Los_Angeles')).toEqual({ value });
  });
});

describe('a moment that is stored', () => {
  const stored = '2026-11-01T09:30:15.987Z';
  test.each([
    '2026-11-01T09:30:15.987Z',
    '2026-11-01T09:30:15Z',
    '2026-11-01 01:30:15.987',
    '2026-11-01 01:30:15',
    '2026-11-01 01:30:16',
    '11/1/2026 1:30',
    '11/1/2026 1:30:15 AM',
    '11/1/2026',
  ])('is told by %s', (cell) => {
    expect(saysMoment(cell, 'America/Los_Angeles', stored)).toBe(true);
  });

  test.each(['2026-11-01T09:30:15.986Z', '2026-11-01 01:30:17', '11/1/2026 1:31', '11/1/2026 9:30', '10/31/2026', 'x'])(
    'is not told by %s',
    (cell) => {
      expect(saysMoment(cell, 'America/Los_Angeles', stored)).toBe(false);
    },
  );
});

test('a zone stands behind the name of a column', () => {
  expect(splitLabel('Time Recorded (America/New_York)')).toEqual({ label: 'Time Recorded', zone: 'America/New_York' });
  expect(splitLabel('Time Recorded (UTC)')).toEqual({ label: 'Time Recorded', zone: 'UTC' });
  for (const label of ['Time Recorded', 'Income (monthly)', 'Day (1)', 'Arrived (Cuba)', 'Sum (a/b)'])
    expect(splitLabel(label)).toEqual({ label, zone: null });
});
