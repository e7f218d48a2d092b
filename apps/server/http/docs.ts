import { createRequire } from 'node:module';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

const assets = path.dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Hearth API</title>
    <link rel="stylesheet" href="/api/docs/assets/swagger-ui.css" />
  </head>
  <body>
    <div id="api"></div>
    <script src="/api/docs/assets/swagger-ui-bundle.js"></script>
    <script src="/api/docs/start.js"></script>
  </body>
</html>`;

// The viewer shows descriptions as HTML: ours are paragraphs, and nothing else becomes any.
const start = `window.trustedTypes?.createPolicy('default', {
  createHTML: (html) => (/^([^<]|<\\/?p>)*$/.test(html) ? html : null),
});
window.ui = SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#api', deepLinking: true });`;

// The viewer writes style elements of its own; nothing else on this page is less strict than elsewhere.
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "font-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types default dompurify',
].join('; ');

/** The API's documentation for people, at /api/docs. */
export const docs = async (app: FastifyInstance): Promise<void> => {
  app.get('/api/docs', async (_, reply) =>
    reply.header('content-security-policy', policy).type('text/html; charset=utf-8').send(page),
  );
  app.get('/api/docs/start.js', async (_, reply) => reply.type('text/javascript').send(start));
  await app.register(fastifyStatic, { root: assets, prefix: '/api/docs/assets/', decorateReply: false });
};
