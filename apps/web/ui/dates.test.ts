import { describe, expect, it } from 'vitest';
import { formatAgo, formatDate, formatDateTime, formatZone, formatZonedDateTime, readDate } from './dates.ts';

const today = new Date(2026, 10, 21);

describe('readDate', () => {
  it.each([
    'tomorrow',
    'Foo 4 1985',
    '13321985',
    '1985',
    '13/01/2020',
    '02/30/2020',
    '02/29/2023',
    '0/1/2020',
    '3/4-1985',
    '1985/03/04',
    '03/04/198',
  ])('does not read %s', (text) => {
    expect(readDate(text, { today })).toEqual({ value: null, problem: 'Enter a date like 03/14/1985' });
  });

  it.each([
    ['', null],
    ['  ', null],
    ['03/04/1985', '1985-03-04'],
    ['3/4/85', '1985-03-04'],
    ['03-04-1985', '1985-03-04'],
    ['3.4.1985', '1985-03-04'],
    ['1985-03-04', '1985-03-04'],
    ['1985-3-4', '1985-03-04'],
    [' 02/29/2024 ', '2024-02-29'],
    ['1/1/30', '2030-01-01'],
    ['11/21/46', '2046-11-21'],
    ['11/22/46', '1946-11-22'],
    ['01/01/0099', '0099-01-01'],
    ['11/23', '2026-11-23'],
    ['11232026', '2026-11-23'],
    ['112326', '2026-11-23'],
    ['20261123', '2026-11-23'],
    ['Nov 23 2026', '2026-11-23'],
    ['november 23rd, 2026', '2026-11-23'],
    ['23 Nov 2026', '2026-11-23'],
    ['Nov. 23', '2026-11-23'],
    ['Today', '2026-11-21'],
  ])('reads %j as %s', (text, value) => {
    expect(readDate(text, { today })).toEqual({ value });
  });

  it.each([
    ['11/21/26', '2026-11-21'],
    ['11/22/26', '1926-11-22'],
    ['1/1/30', '1930-01-01'],
    ['5/5/04', '2004-05-05'],
    ['11/23', '2025-11-23'],
    ['11/21', '2026-11-21'],
  ])('reads %j as %s when it lies in the past', (text, value) => {
    expect(readDate(text, { past: true, today })).toEqual({ value });
  });
});

describe('formats', () => {
  it('writes a date without shifting it, and none as Never', () => {
    expect(formatDate('1985-03-04')).toBe('03/04/1985');
    expect(formatDate(null)).toBe('Never');
  });

  it('writes an instant in the zone of the reader', () => {
    expect(formatDateTime('2026-11-18T00:05:00.000Z', 'UTC')).toBe('11/18/26 12:05 AM');
    expect(formatDateTime('2026-11-18T00:05:00.000Z', 'America/Los_Angeles')).toBe('11/17/26 04:05 PM');
    expect(formatDateTime(undefined)).toBe('Never');
  });

  it('names a time zone as people call it, with its place, or as it calls itself', () => {
    expect(formatZone('America/Los_Angeles')).toBe('Pacific Time (Los Angeles)');
    expect(formatZone('America/Indiana/Indianapolis')).toBe('Eastern Time (Indianapolis)');
    expect(formatZone('UTC')).toBe('UTC');
  });

  it('writes a time with its zone for paper', () => {
    expect(formatZonedDateTime('2026-11-27T14:22:00Z', 'America/Los_Angeles')).toBe('11/27/26 06:22 AM Pacific Time');
    expect(formatZonedDateTime('2026-11-27T14:22:00Z', 'UTC')).toBe('11/27/26 02:22 PM UTC');
    expect(formatZonedDateTime(null, 'UTC')).toBe('Never');
  });

  it('writes an age for a week, and then none', () => {
    const now = Date.parse('2026-11-21T10:00:00Z');
    expect(formatAgo('2026-11-21T09:59:30Z', now)).toBe('just now');
    expect(formatAgo('2026-11-21T09:30:00Z', now)).toBe('30 min ago');
    expect(formatAgo('2026-11-21T07:00:00Z', now)).toBe('3 h ago');
    expect(formatAgo('2026-11-15T10:00:01Z', now)).toBe('5 d ago');
    expect(formatAgo('2026-11-14T10:00:00Z', now)).toBeNull();
    expect(formatAgo('2026-11-22T10:00:00Z', now)).toBeNull();
  });
});
