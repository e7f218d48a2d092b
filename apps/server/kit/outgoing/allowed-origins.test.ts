import { describe, expect, test } from 'vitest';
import { type AllowedOrigin, allowedFor, isAllowed, readAllowedOrigin } from './allowed-origins.ts';

describe('an allowed origin', () => {
  test.each([
    '*',
    '*.example.org',
    'example.org/a%2fb',
    'example.org/a\\b',
    'Demo@example.org',
    'demo@',
    '@example.org',
    'demo@ana@example.org',
    'example.org?',
    'example.org#',
    'ana:secret@example.org',
    'https://ana@example.org',
    'http://example.org/path?a',
    'ftp://example.org',
    'example.org:70000',
    'two words',
  ])('is not %s', (entry) => {
    expect(readAllowedOrigin(entry)).toBeNull();
  });

  test.each([
    ['Options.Example.org', 'https://options.example.org', false],
    ['example.org:443', 'https://example.org', false],
    ['example.org:8443', 'https://example.org:8443', false],
    ['0x7f.1', 'https://127.0.0.1', false],
    ['[2606:4700::1]:8443', 'https://[2606:4700::1]:8443', false],
    ['http://127.0.0.1:4555', 'http://127.0.0.1:4555', true],
    ['https://options.internal/', 'https://options.internal', true],
  ])('%s is %s', (entry, origin, isTrusted) => {
    expect(readAllowedOrigin(entry)).toEqual({ origin, isTrusted });
  });

  test.each([
    ['example.org/path', { origin: 'https://example.org', isTrusted: false, path: '/path' }],
    ['http://10.0.0.5:8080/a/../lists/', { origin: 'http://10.0.0.5:8080', isTrusted: true, path: '/lists' }],
    ['demo@example.org', { origin: 'https://example.org', isTrusted: false, slug: 'demo' }],
    [
      'north-side@http://10.0.0.5/lists',
      { origin: 'http://10.0.0.5', isTrusted: true, path: '/lists', slug: 'north-side' },
    ],
  ])('%s says where, and for whom', (entry, expected) => {
    expect(readAllowedOrigin(entry)).toEqual(expected);
  });
});

describe('an entry with a path', () => {
  const entry = readAllowedOrigin('http://10.0.0.5:8080/lists') as AllowedOrigin;
  test.each([
    'http://10.0.0.5:8080/',
    'http://10.0.0.5:8080/listsecret',
    'http://10.0.0.5:8080/lists/../admin',
    'http://10.0.0.5:8080/lists/%2e%2e/admin',
    'http://10.0.0.5:8080/lists/..%2fadmin',
    'http://10.0.0.5:8080/lists/..%5Cadmin',
    'http://10.0.0.5:8080/lists\\..\\admin',
    'http://10.0.0.5/lists/a',
    'https://10.0.0.5:8080/lists/a',
  ])('does not let %s be asked', (address) => {
    expect(isAllowed(new URL(address), entry)).toBe(false);
  });
  test.each([
    'http://10.0.0.5:8080/lists',
    'http://10.0.0.5:8080/lists/a?b=/..%2f',
    'http://10.0.0.5:8080/x/../lists/',
  ])('lets %s be asked', (address) => {
    expect(isAllowed(new URL(address), entry)).toBe(true);
  });
});

test('an entry with a slug holds for that organization alone', () => {
  const list = ['example.org', 'demo@example.com'].map((one) => readAllowedOrigin(one) as AllowedOrigin);
  expect(allowedFor(list, { slug: 'demo' })).toEqual(list);
  expect(allowedFor(list, { slug: 'demo2' })).toEqual(list.slice(0, 1));
});
