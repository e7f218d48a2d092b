import { expect, test } from 'vitest';
import { arrivalOf } from './arrival.ts';

test.each([
  ['//evil.example/login', '/'],
  ['/\\evil.example', '/'],
  ['https://evil.example', '/'],
  ['javascript:alert(1)', '/'],
  [42, '/'],
  ['/organization/clients/12?inactive=1', '/organization/clients/12?inactive=1'],
])('signing in after %s leads to %s', (from, to) => {
  expect(arrivalOf({ from }).from).toBe(to);
});

test('without a state it leads to the first screen and tells nothing', () => {
  expect(arrivalOf(null)).toEqual({ from: '/', notice: null });
});

test('tells who was signed out in another tab that what they typed is kept', () => {
  expect(arrivalOf({ signedOut: true }).notice).toContain('kept as drafts');
});

test('tells of a session that timed out', () => {
  expect(arrivalOf({ timedOut: true }).notice).toContain('30 minutes without activity');
});
