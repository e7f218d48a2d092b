import { describe, expect, test } from 'vitest';
import { readAllowedOrigin } from './allowed-origins.ts';

describe('an allowed origin', () => {
  test.each([
    '*',
    '*.example.org',
    'example.org/path',
    'example.org?',
    'example.org#',
    'ana:secret@example.org',
    'https://ana@example.org',
    'http://example.org/path',
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
});
