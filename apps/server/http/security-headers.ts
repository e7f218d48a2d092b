import type { FastifyInstance } from 'fastify';
import type { Config, Tiles } from '#server/kit/config.ts';

/**
 * The policy of the web application's page.
 * @param nonce lets the page's own style elements pass
 * @param tiles the only other server that pictures may come from, where the operator named one for maps
 */
export const pagePolicy = (nonce: string, tiles?: Tiles | null): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' blob: data:${tiles ? ` ${new URL(tiles.url).origin}` : ''}`,
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "object-src 'none'",
    "require-trusted-types-for 'script'",
    // Ours (web/page-policy.ts), and those of the two libraries that set HTML by themselves.
    'trusted-types default dompurify ProseMirrorClipboard',
  ].join('; ');

/**
 * The same while the web application is served from its sources: what Vite writes into the page, to reload it hot, is a
 * script of the page too.
 */
export const pagePolicyOfSources = (nonce: string, tiles?: Tiles | null): string =>
  pagePolicy(nonce, tiles).replace("script-src 'self'", `script-src 'self' 'nonce-${nonce}'`);

/** The headers of every answer; a route that needs a policy of its own sets it. */
export const securityHeaders = (app: FastifyInstance, { production }: Config): void => {
  const headers = {
    // What is not a page loads nothing.
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(self), geolocation=(), microphone=()',
    ...(production ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  };
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers);
    // What was seen in a session does not stay in the browser's cache for the next.
    if (request.method === 'DELETE' && request.url.startsWith('/api/auth_token'))
      reply.header('clear-site-data', '"cache"');
    done();
  });
};
