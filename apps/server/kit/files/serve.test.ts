import { describe, expect, test } from 'vitest';
import { fileHeaders } from './serve.ts';

describe('fileHeaders', () => {
  test('keeps the name inside its header, whatever it holds', () => {
    const headers = fileHeaders({ filename: '../../x\r\nSet-Cookie: a="b"; %\ud800', content_type: 'text/plain' });
    for (const value of Object.values(headers)) expect(value).toMatch(/^[\x20-\x7e]+$/);
    expect(headers['content-disposition']).toBe(
      `attachment; filename="../../x__Set-Cookie: a=_b__ __"; filename*=UTF-8''..%2F..%2Fx%0D%0ASet-Cookie%3A%20a%3D%22b%22%3B%20%25%EF%BF%BD`,
    );
  });

  test('names the file in its own letters', () => {
    const headers = fileHeaders({ filename: 'Zoë’s (1).pdf', content_type: 'application/pdf' });
    expect(headers['content-disposition']).toBe(
      `attachment; filename="Zo__s (1).pdf"; filename*=UTF-8''Zo%C3%AB%E2%80%99s%20%281%29.pdf`,
    );
  });

  test.each([
    ['image/webp', 'inline'],
    ['image/svg+xml', 'attachment'],
    ['text/html', 'attachment'],
    ['application/pdf', 'attachment'],
  ])('%s asked for inline is sent as %s, and cannot run', (content_type, disposition) => {
    const headers = fileHeaders({ filename: 'a', content_type, inline: true });
    expect(headers['content-disposition']).toMatch(new RegExp(`^${disposition};`));
    expect(headers['content-security-policy']).toBe("sandbox; default-src 'none'");
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  test('browsers keep what is public, and nothing else', () => {
    const kept = (more: object) => fileHeaders({ filename: 'a', content_type: 'image/webp', ...more })['cache-control'];
    expect(kept({})).toBe('private, no-store');
    expect(kept({ inline: true })).toBe('private, no-store');
    expect(kept({ inline: true, isPublic: true })).toBe('private, max-age=300');
  });

  test('a type that is none is sent as bytes', () => {
    expect(fileHeaders({ filename: 'a', content_type: 'text/html\r\nX: y' })['content-type']).toBe(
      'application/octet-stream',
    );
  });
});
