// Over 300 lines: every edge of a window, with the clock changes of several zones.
import { describe, expect, test } from 'vitest';
import { isOpen, nextChange, normalTime, type PublishWindow, takesLate, weekOf } from './window.ts';

const always: PublishWindow = {
  is_active: true,
  published_at: '2020-01-01T00:00:00.000Z',
  expired_at: null,
  dow: [],
  time_start: null,
  time_end: null,
};

const newYork = 'America/New_York';
const losAngeles = 'America/Los_Angeles';

/**
 * Worked out by hand, with a calendar and the rules of the zones: 2026-11-22 is a Sunday. Each line is a moment in UTC,
 * what the clock on the wall shows there, and whether the form is open.
 */
const table: {
  about: string;
  zone: string;
  window: Partial<PublishWindow>;
  cases: [at: string, wall: string, open: 0 | 1][];
}[] = [
  {
    about: 'always, from its start to its end',
    zone: newYork,
    window: { published_at: '2026-06-01T13:00:00.000Z', expired_at: '2026-06-30T21:00:00.000Z' },
    cases: [
      ['2026-05-31T13:00:00.000Z', 'the day before', 0],
      ['2026-06-01T12:59:59.999Z', 'a thousandth before', 0],
      ['2026-06-01T13:00:00.000Z', 'at the start', 1],
      ['2026-06-15T03:00:00.000Z', 'between, at night', 1],
      ['2026-06-30T20:59:59.999Z', 'a thousandth before the end', 1],
      ['2026-06-30T21:00:00.000Z', 'at the end', 0],
      ['2026-07-01T21:00:00.000Z', 'the day after', 0],
    ],
  },
  {
    about: 'not published',
    zone: newYork,
    window: { published_at: null },
    cases: [['2026-06-15T15:00:00.000Z', 'Mon 11:00', 0]],
  },
  {
    about: 'switched off',
    zone: newYork,
    window: { is_active: false },
    cases: [['2026-06-15T15:00:00.000Z', 'Mon 11:00', 0]],
  },
  {
    about: '09:00 AM to 05:00 PM in summer (UTC-4)',
    zone: newYork,
    window: { time_start: '09:00 AM', time_end: '05:00 PM' },
    cases: [
      ['2026-06-15T12:59:59.999Z', 'Mon 08:59', 0],
      ['2026-06-15T13:00:00.000Z', 'Mon 09:00', 1],
      ['2026-06-15T16:30:00.000Z', 'Mon 12:30', 1],
      ['2026-06-15T20:59:59.999Z', 'Mon 16:59', 1],
      ['2026-06-15T21:00:00.000Z', 'Mon 17:00', 0],
      ['2026-06-16T04:00:00.000Z', 'Tue 00:00', 0],
      ['2026-06-21T13:00:00.000Z', 'Sun 09:00', 1],
    ],
  },
  {
    about: '09:00 AM to 05:00 PM in winter (UTC-5)',
    zone: newYork,
    window: { time_start: '09:00 AM', time_end: '05:00 PM' },
    cases: [
      ['2026-01-12T13:00:00.000Z', 'Mon 08:00', 0],
      ['2026-01-12T13:59:59.999Z', 'Mon 08:59', 0],
      ['2026-01-12T14:00:00.000Z', 'Mon 09:00', 1],
      ['2026-01-12T21:59:59.999Z', 'Mon 16:59', 1],
      ['2026-01-12T22:00:00.000Z', 'Mon 17:00', 0],
    ],
  },
  {
    about: 'Monday and Thursday all day',
    zone: losAngeles,
    window: { dow: [1, 4] },
    cases: [
      ['2026-11-16T07:59:59.999Z', 'Sun 23:59', 0],
      ['2026-11-16T08:00:00.000Z', 'Mon 00:00', 1],
      ['2026-11-17T07:59:59.999Z', 'Mon 23:59', 1],
      ['2026-11-17T08:00:00.000Z', 'Tue 00:00', 0],
      ['2026-11-18T20:00:00.000Z', 'Wed 12:00', 0],
      ['2026-11-19T08:00:00.000Z', 'Thu 00:00', 1],
      ['2026-11-20T07:59:59.999Z', 'Thu 23:59', 1],
      ['2026-11-20T08:00:00.000Z', 'Fri 00:00', 0],
      ['2026-11-22T20:00:00.000Z', 'Sun 12:00', 0],
    ],
  },
  {
    about: 'on Sundays from 09:00 AM to 12:00 PM',
    zone: losAngeles,
    window: { dow: [0], time_start: '09:00 AM', time_end: '12:00 PM' },
    cases: [
      ['2026-11-22T16:59:59.999Z', 'Sun 08:59', 0],
      ['2026-11-22T17:00:00.000Z', 'Sun 09:00', 1],
      ['2026-11-22T19:59:59.999Z', 'Sun 11:59', 1],
      ['2026-11-22T20:00:00.000Z', 'Sun 12:00', 0],
      ['2026-11-23T18:00:00.000Z', 'Mon 10:00', 0],
    ],
  },
  {
    about: 'Friday and Saturday nights, 08:00 PM to 06:00 AM',
    zone: losAngeles,
    window: { dow: [5, 6], time_start: '08:00 PM', time_end: '06:00 AM' },
    cases: [
      ['2026-11-20T10:00:00.000Z', 'Fri 02:00, of Thursday', 0],
      ['2026-11-21T03:59:59.999Z', 'Fri 19:59', 0],
      ['2026-11-21T04:00:00.000Z', 'Fri 20:00', 1],
      ['2026-11-21T07:59:59.999Z', 'Fri 23:59', 1],
      ['2026-11-21T08:00:00.000Z', 'Sat 00:00', 1],
      ['2026-11-21T13:59:59.999Z', 'Sat 05:59', 1],
      ['2026-11-21T14:00:00.000Z', 'Sat 06:00', 0],
      ['2026-11-21T20:00:00.000Z', 'Sat 12:00', 0],
      ['2026-11-22T04:00:00.000Z', 'Sat 20:00', 1],
      ['2026-11-22T13:59:59.999Z', 'Sun 05:59, of Saturday', 1],
      ['2026-11-22T14:00:00.000Z', 'Sun 06:00', 0],
      ['2026-11-23T04:00:00.000Z', 'Sun 20:00', 0],
      ['2026-11-23T10:00:00.000Z', 'Mon 02:00', 0],
    ],
  },
  {
    about: 'every night, 10:00 PM to 02:00 AM',
    zone: 'Europe/London',
    window: { time_start: '10:00 PM', time_end: '02:00 AM' },
    cases: [
      ['2026-01-12T21:59:59.999Z', 'Mon 21:59', 0],
      ['2026-01-12T22:00:00.000Z', 'Mon 22:00', 1],
      ['2026-01-13T01:59:59.999Z', 'Tue 01:59', 1],
      ['2026-01-13T02:00:00.000Z', 'Tue 02:00', 0],
      ['2026-06-15T20:59:59.999Z', 'Mon 21:59 BST', 0],
      ['2026-06-15T21:00:00.000Z', 'Mon 22:00 BST', 1],
      ['2026-06-16T00:59:59.999Z', 'Tue 01:59 BST', 1],
      ['2026-06-16T01:00:00.000Z', 'Tue 02:00 BST', 0],
    ],
  },
  {
    about: 'from 06:00 PM with no end: to midnight',
    zone: newYork,
    window: { time_start: '06:00 PM' },
    cases: [
      ['2026-01-12T22:59:59.999Z', 'Mon 17:59', 0],
      ['2026-01-12T23:00:00.000Z', 'Mon 18:00', 1],
      ['2026-01-13T04:59:59.999Z', 'Mon 23:59', 1],
      ['2026-01-13T05:00:00.000Z', 'Tue 00:00', 0],
    ],
  },
  {
    about: 'to 08:00 AM with no beginning: from midnight',
    zone: newYork,
    window: { time_end: '08:00 AM' },
    cases: [
      ['2026-01-12T04:59:59.999Z', 'Sun 23:59', 0],
      ['2026-01-12T05:00:00.000Z', 'Mon 00:00', 1],
      ['2026-01-12T12:59:59.999Z', 'Mon 07:59', 1],
      ['2026-01-12T13:00:00.000Z', 'Mon 08:00', 0],
    ],
  },
  {
    about: 'Tuesday from 09:00 AM to 09:00 AM: a day and a night',
    zone: newYork,
    window: { dow: [2], time_start: '09:00 AM', time_end: '09:00 AM' },
    cases: [
      ['2026-01-13T13:59:59.999Z', 'Tue 08:59', 0],
      ['2026-01-13T14:00:00.000Z', 'Tue 09:00', 1],
      ['2026-01-14T13:59:59.999Z', 'Wed 08:59', 1],
      ['2026-01-14T14:00:00.000Z', 'Wed 09:00', 0],
    ],
  },
  {
    about: 'ending at 12:00 AM, which is the end of its own day',
    zone: newYork,
    window: { dow: [1], time_start: '06:00 PM', time_end: '12:00 AM' },
    cases: [
      ['2026-01-12T23:00:00.000Z', 'Mon 18:00', 1],
      ['2026-01-13T04:59:59.999Z', 'Mon 23:59', 1],
      ['2026-01-13T05:00:00.000Z', 'Tue 00:00', 0],
      ['2026-01-13T23:00:00.000Z', 'Tue 18:00', 0],
    ],
  },
  {
    about: 'the clocks go forward at 02:00 on Sunday 2026-03-08: 02:30 AM to 05:00 AM',
    zone: newYork,
    window: { time_start: '02:30 AM', time_end: '05:00 AM' },
    cases: [
      ['2026-03-07T07:29:59.999Z', 'Sat 02:29 EST', 0],
      ['2026-03-07T07:30:00.000Z', 'Sat 02:30 EST', 1],
      ['2026-03-08T06:59:59.999Z', 'Sun 01:59 EST', 0],
      ['2026-03-08T07:00:00.000Z', 'Sun 03:00 EDT', 1],
      ['2026-03-08T08:59:59.999Z', 'Sun 04:59 EDT', 1],
      ['2026-03-08T09:00:00.000Z', 'Sun 05:00 EDT', 0],
      ['2026-03-09T06:29:59.999Z', 'Mon 02:29 EDT', 0],
      ['2026-03-09T06:30:00.000Z', 'Mon 02:30 EDT', 1],
    ],
  },
  {
    about: 'in the hour that is skipped: never on that day',
    zone: newYork,
    window: { dow: [0], time_start: '02:00 AM', time_end: '03:00 AM' },
    cases: [
      ['2026-03-01T07:30:00.000Z', 'Sun 02:30 EST', 1],
      ['2026-03-08T06:59:59.999Z', 'Sun 01:59 EST', 0],
      ['2026-03-08T07:00:00.000Z', 'Sun 03:00 EDT', 0],
      ['2026-03-15T06:30:00.000Z', 'Sun 02:30 EDT', 1],
    ],
  },
  {
    about: 'the clocks go back at 02:00 on Sunday 2026-11-01: 01:15 AM to 01:45 AM comes twice',
    zone: newYork,
    window: { time_start: '01:15 AM', time_end: '01:45 AM' },
    cases: [
      ['2026-11-01T05:14:59.999Z', 'Sun 01:14 EDT', 0],
      ['2026-11-01T05:15:00.000Z', 'Sun 01:15 EDT', 1],
      ['2026-11-01T05:45:00.000Z', 'Sun 01:45 EDT', 0],
      ['2026-11-01T06:00:00.000Z', 'Sun 01:00 EST', 0],
      ['2026-11-01T06:15:00.000Z', 'Sun 01:15 EST', 1],
      ['2026-11-01T06:44:59.999Z', 'Sun 01:44 EST', 1],
      ['2026-11-01T06:45:00.000Z', 'Sun 01:45 EST', 0],
    ],
  },
  {
    about: 'over a night of 25 hours: Saturday 08:00 PM to 06:00 AM',
    zone: losAngeles,
    window: { dow: [6], time_start: '08:00 PM', time_end: '06:00 AM' },
    cases: [
      ['2026-11-01T02:59:59.999Z', 'Sat 19:59 PDT', 0],
      ['2026-11-01T03:00:00.000Z', 'Sat 20:00 PDT', 1],
      ['2026-11-01T08:30:00.000Z', 'Sun 01:30 PDT', 1],
      ['2026-11-01T09:30:00.000Z', 'Sun 01:30 PST', 1],
      ['2026-11-01T13:59:59.999Z', 'Sun 05:59 PST', 1],
      ['2026-11-01T14:00:00.000Z', 'Sun 06:00 PST', 0],
    ],
  },
  {
    about: 'Sunday all day, when it has 23 hours (London, 2026-03-29) and 25 (2026-10-25)',
    zone: 'Europe/London',
    window: { dow: [0] },
    cases: [
      ['2026-03-28T23:59:59.999Z', 'Sat 23:59 GMT', 0],
      ['2026-03-29T00:00:00.000Z', 'Sun 00:00 GMT', 1],
      ['2026-03-29T22:59:59.999Z', 'Sun 23:59 BST', 1],
      ['2026-03-29T23:00:00.000Z', 'Mon 00:00 BST', 0],
      ['2026-10-24T22:59:59.999Z', 'Sat 23:59 BST', 0],
      ['2026-10-24T23:00:00.000Z', 'Sun 00:00 BST', 1],
      ['2026-10-25T23:59:59.999Z', 'Sun 23:59 GMT', 1],
      ['2026-10-26T00:00:00.000Z', 'Mon 00:00 GMT', 0],
    ],
  },
  {
    about: 'zones of half and quarter hours: 09:00 AM to 05:00 PM in Kolkata (UTC+5:30)',
    zone: 'Asia/Kolkata',
    window: { time_start: '09:00 AM', time_end: '05:00 PM' },
    cases: [
      ['2026-06-15T03:29:59.999Z', 'Mon 08:59', 0],
      ['2026-06-15T03:30:00.000Z', 'Mon 09:00', 1],
      ['2026-06-15T11:29:59.999Z', 'Mon 16:59', 1],
      ['2026-06-15T11:30:00.000Z', 'Mon 17:00', 0],
    ],
  },
  {
    about: '09:00 AM to 05:00 PM in Kathmandu (UTC+5:45)',
    zone: 'Asia/Kathmandu',
    window: { time_start: '09:00 AM', time_end: '05:00 PM' },
    cases: [
      ['2026-06-15T03:14:59.999Z', 'Mon 08:59', 0],
      ['2026-06-15T03:15:00.000Z', 'Mon 09:00', 1],
      ['2026-06-15T11:15:00.000Z', 'Mon 17:00', 0],
    ],
  },
  {
    about: 'Monday on the far side of the world: Kiritimati (UTC+14)',
    zone: 'Pacific/Kiritimati',
    window: { dow: [1] },
    cases: [
      ['2026-11-15T09:59:59.999Z', 'Sun 23:59', 0],
      ['2026-11-15T10:00:00.000Z', 'Mon 00:00', 1],
      ['2026-11-16T09:59:59.999Z', 'Mon 23:59', 1],
      ['2026-11-16T10:00:00.000Z', 'Tue 00:00', 0],
    ],
  },
  {
    about: 'Monday in Honolulu (UTC-10)',
    zone: 'Pacific/Honolulu',
    window: { dow: [1] },
    cases: [
      ['2026-11-16T09:59:59.999Z', 'Sun 23:59', 0],
      ['2026-11-16T10:00:00.000Z', 'Mon 00:00', 1],
      ['2026-11-17T09:59:59.999Z', 'Mon 23:59', 1],
      ['2026-11-17T10:00:00.000Z', 'Tue 00:00', 0],
    ],
  },
  {
    about: 'where there is no summer time: Phoenix (UTC-7) from 09:00 AM',
    zone: 'America/Phoenix',
    window: { time_start: '09:00 AM', time_end: '10:00 AM' },
    cases: [
      ['2026-01-12T16:00:00.000Z', 'Mon 09:00', 1],
      ['2026-01-12T17:00:00.000Z', 'Mon 10:00', 0],
      ['2026-06-15T15:59:59.999Z', 'Mon 08:59', 0],
      ['2026-06-15T16:00:00.000Z', 'Mon 09:00', 1],
    ],
  },
  {
    about: 'south of the equator: Sydney goes back at 03:00 on 2026-04-05 and forward at 02:00 on 2026-10-04',
    zone: 'Australia/Sydney',
    window: { time_start: '09:00 AM', time_end: '05:00 PM' },
    cases: [
      ['2026-04-03T21:59:59.999Z', 'Sat 08:59 AEDT', 0],
      ['2026-04-03T22:00:00.000Z', 'Sat 09:00 AEDT', 1],
      ['2026-04-04T22:30:00.000Z', 'Sun 08:30 AEST', 0],
      ['2026-04-04T23:00:00.000Z', 'Sun 09:00 AEST', 1],
      ['2026-04-05T07:00:00.000Z', 'Sun 17:00 AEST', 0],
      ['2026-10-03T21:59:59.999Z', 'Sun 08:59 AEDT', 0],
      ['2026-10-03T22:00:00.000Z', 'Sun 09:00 AEDT', 1],
      ['2026-10-04T06:00:00.000Z', 'Sun 17:00 AEDT', 0],
    ],
  },
  {
    about: 'half an hour of summer time: Lord Howe goes from UTC+11 to UTC+10:30 on 2026-04-05',
    zone: 'Australia/Lord_Howe',
    window: { time_start: '09:00 AM', time_end: '05:00 PM' },
    cases: [
      ['2026-04-03T22:00:00.000Z', 'Sat 09:00', 1],
      ['2026-04-04T22:29:59.999Z', 'Sun 08:59', 0],
      ['2026-04-04T22:30:00.000Z', 'Sun 09:00', 1],
    ],
  },
];

/** What is open only because somebody may have begun: a moment, and whether it is still taken. */
const late: { about: string; zone: string; window: Partial<PublishWindow>; cases: [at: string, taken: 0 | 1][] }[] = [
  {
    about: 'after 05:00 PM',
    zone: newYork,
    window: { time_start: '09:00 AM', time_end: '05:00 PM' },
    cases: [
      ['2026-01-12T13:59:59.999Z', 0],
      ['2026-01-12T15:00:00.000Z', 1],
      ['2026-01-12T22:00:00.000Z', 1],
      ['2026-01-12T22:59:59.999Z', 1],
      ['2026-01-12T23:00:00.000Z', 0],
    ],
  },
  {
    about: 'after the end',
    zone: newYork,
    window: { expired_at: '2026-06-30T21:00:30.500Z' },
    cases: [
      ['2026-06-30T22:00:30.499Z', 1],
      ['2026-06-30T22:00:30.500Z', 0],
    ],
  },
  {
    about: 'on the day after the weekday, over midnight',
    zone: losAngeles,
    window: { dow: [1] },
    cases: [
      ['2026-11-17T08:59:59.999Z', 1],
      ['2026-11-17T09:00:00.000Z', 0],
    ],
  },
];

const changes: {
  about: string;
  zone: string;
  window: Partial<PublishWindow>;
  after: string;
  next: [string, boolean] | null;
}[] = [
  { about: 'never changes by itself', zone: newYork, window: {}, after: '2026-06-15T15:00:00.000Z', next: null },
  {
    about: 'is not published',
    zone: newYork,
    window: { published_at: null },
    after: '2026-06-15T15:00:00.000Z',
    next: null,
  },
  {
    about: 'is switched off',
    zone: newYork,
    window: { is_active: false, time_end: '05:00 PM' },
    after: '2026-06-15T15:00:00.000Z',
    next: null,
  },
  {
    about: 'is over',
    zone: newYork,
    window: { expired_at: '2026-01-01T00:00:00.000Z' },
    after: '2026-06-15T15:00:00.000Z',
    next: null,
  },
  {
    about: 'opens at its start',
    zone: newYork,
    window: { published_at: '2027-03-01T14:00:00.000Z' },
    after: '2026-06-15T15:00:00.000Z',
    next: ['2027-03-01T14:00:00.000Z', true],
  },
  {
    about: 'opens on the first weekday after its start',
    zone: newYork,
    window: { published_at: '2027-03-01T14:00:00.000Z', dow: [3], time_start: '09:00 AM' },
    after: '2026-06-15T15:00:00.000Z',
    next: ['2027-03-03T14:00:00.000Z', true],
  },
  {
    about: 'closes at its end',
    zone: newYork,
    window: { expired_at: '2026-06-30T21:00:00.000Z' },
    after: '2026-06-15T15:00:00.000Z',
    next: ['2026-06-30T21:00:00.000Z', false],
  },
  {
    about: 'closes in the evening',
    zone: newYork,
    window: { time_start: '09:00 AM', time_end: '05:00 PM' },
    after: '2026-06-15T15:00:00.000Z',
    next: ['2026-06-15T21:00:00.000Z', false],
  },
  {
    about: 'opens in the morning, an hour earlier in UTC once the clocks go forward',
    zone: newYork,
    window: { time_start: '09:00 AM', time_end: '05:00 PM' },
    after: '2026-03-07T23:00:00.000Z',
    next: ['2026-03-08T13:00:00.000Z', true],
  },
  {
    about: 'opens on Friday night',
    zone: losAngeles,
    window: { dow: [5, 6], time_start: '08:00 PM', time_end: '06:00 AM' },
    after: '2026-11-22T18:00:00.000Z',
    next: ['2026-11-28T04:00:00.000Z', true],
  },
  {
    about: 'closes on Sunday morning',
    zone: losAngeles,
    window: { dow: [5, 6], time_start: '08:00 PM', time_end: '06:00 AM' },
    after: '2026-11-22T04:00:00.000Z',
    next: ['2026-11-22T14:00:00.000Z', false],
  },
  {
    about: 'stays open over midnight on neighbouring days',
    zone: losAngeles,
    window: { dow: [1, 2] },
    after: '2026-11-16T20:00:00.000Z',
    next: ['2026-11-18T08:00:00.000Z', false],
  },
  {
    about: 'opens when the clocks jump over its beginning',
    zone: newYork,
    window: { time_start: '02:30 AM', time_end: '05:00 AM' },
    after: '2026-03-08T06:00:00.000Z',
    next: ['2026-03-08T07:00:00.000Z', true],
  },
  {
    about: 'opens again when the hour comes twice',
    zone: newYork,
    window: { time_start: '01:15 AM', time_end: '01:45 AM' },
    after: '2026-11-01T05:50:00.000Z',
    next: ['2026-11-01T06:15:00.000Z', true],
  },
];

describe('the window in which a form is open', () => {
  test('is told for 150 moments and more that were worked out by hand', () => {
    const count = [table, late].flat().reduce((sum, { cases }) => sum + cases.length, changes.length);
    expect(count).toBeGreaterThanOrEqual(150);
  });

  describe.each(table)('$about', ({ zone, window, cases }) => {
    test.each(cases)('%s (%s): %i', (at, _, open) => {
      expect(isOpen({ ...always, ...window }, zone, at)).toBe(open === 1);
    });
  });

  describe.each(late)('takes what was begun, $about', ({ zone, window, cases }) => {
    test.each(cases)('%s: %i', (at, taken) => {
      expect(takesLate({ ...always, ...window }, zone, at)).toBe(taken === 1);
    });
  });

  test.each(changes)('$about', ({ zone, window, after, next }) => {
    const found = nextChange({ ...always, ...window }, zone, after);
    expect(found && [found.at, found.opens]).toEqual(next);
  });
});

describe('a time of day', () => {
  test.each(['', 'noon', '25', '9:60', '13pm', '0am', '9 o’clock', '-1'])('is none: %s', (text) => {
    expect(normalTime(text)).toBe(null);
  });

  test.each([
    ['9', '09:00 AM'],
    ['9am', '09:00 AM'],
    ['09:00 AM', '09:00 AM'],
    ['17:00', '05:00 PM'],
    ['5 p.m.', '05:00 PM'],
    ['12am', '12:00 AM'],
    ['12 PM', '12:00 PM'],
    ['0:15', '12:15 AM'],
    ['23:59', '11:59 PM'],
  ])('%s is kept as %s', (text, time) => {
    expect(normalTime(text)).toBe(time);
  });
});

describe('the hours of a week', () => {
  const hours = (window: Partial<PublishWindow>) =>
    weekOf({ ...always, ...window }).map((day) => day.map(({ from, to }) => `${from / 60}-${to / 60}`).join(' '));

  test('are whole days without times', () => {
    expect(hours({})).toEqual(Array(7).fill('0-24'));
    expect(hours({ dow: [1] })).toEqual(['', '0-24', '', '', '', '', '']);
  });

  test('are those of each weekday, to the next morning overnight', () => {
    expect(hours({ dow: [1, 4], time_start: '09:00 AM' })).toEqual(['', '9-24', '', '', '9-24', '', '']);
    expect(hours({ dow: [5, 6], time_start: '08:00 PM', time_end: '06:00 AM' })).toEqual([
      '0-6',
      '',
      '',
      '',
      '',
      '20-24',
      '0-6 20-24',
    ]);
  });
});
