const SHOWN_INLINE = ['image/webp', 'image/jpeg', 'image/png'];

/**
 * The headers under which a stored file is sent: nothing in it can run, whatever it holds, and its name is text only.
 * `inline` is for pictures that `reencodeImage` drew; of another type they are sent as an attachment all the same. Browsers
 * keep only what is public, which has another address after each change.
 */
export function fileHeaders({
  filename,
  content_type,
  inline = false,
  isPublic = false,
}: {
  filename: string;
  content_type: string;
  inline?: boolean;
  isPublic?: boolean;
}): Record<string, string> {
  const shown = inline && SHOWN_INLINE.includes(content_type);
  const isPlain = /^[a-z]+\/[a-z0-9.+-]+$/.test(content_type);
  const type = content_type.startsWith('text/') ? `${content_type}; charset=utf-8` : content_type;
  return {
    'content-type': isPlain ? type : 'application/octet-stream',
    'content-disposition': `${shown ? 'inline' : 'attachment'}; ${namedBoth(filename)}`,
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
    'cache-control': isPublic ? 'private, max-age=300' : 'private, no-store',
  };
}

/** The name twice (RFC 6266): in ASCII for old readers, and whole in percent-encoded UTF-8 (RFC 5987). */
function namedBoth(filename: string): string {
  const name = filename.toWellFormed();
  const ascii = name.replace(/[^\x20-\x7e]|["\\%;]/gu, '_');
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  return `filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
