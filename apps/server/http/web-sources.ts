import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createServer, type ViteDevServer } from 'vite';
import type { Config } from '#server/kit/config.ts';
import { compression } from '../kit/compression.ts';
import { Problem } from '../kit/problem.ts';
import { isPublicPage, sendPage } from './page.ts';
import { pagePolicyOfSources } from './security-headers.ts';

const root = path.join(import.meta.dirname, '../../..');

/**
 * Vite's client waits for a server that starts again in a worker made of a blob, which trusted types refuse. Without
 * such workers it waits in the page.
 */
const noSharedWorker = { tag: 'script', children: 'delete window.SharedWorker', injectTo: 'head-prepend' } as const;

/**
 * Serves the web application from its sources: the page, the headers and the origin are those of the built one, but for
 * the scripts that Vite writes into the page. A changed screen is replaced in the open page.
 */
export const webOfSources = async (
  app: FastifyInstance,
  { baseDomain, tiles }: Pick<Config, 'baseDomain' | 'tiles'>,
): Promise<void> => {
  const vite = await createServer({
    root: path.join(root, 'apps/web'),
    configFile: path.join(root, 'vite.config.ts'),
    cacheDir: path.join(root, '.cache/vite'),
    appType: 'custom',
    clearScreen: false,
    logLevel: 'warn',
    html: { cspNonce: '__NONCE__' },
    plugins: [{ name: 'no-shared-worker', transformIndexHtml: () => [noSharedWorker] }],
    server: {
      middlewareMode: true,
      ws: { server: app.server },
      allowedHosts: [`.${baseDomain}`],
      cors: false,
      // Not what else lies in the folder: data/ holds secrets and people's files.
      fs: { allow: ['apps/web', 'packages', 'node_modules', '.cache/vite'].map((part) => path.join(root, part)) },
    },
  });
  app.addHook('preClose', () => vite.close());
  app.get('/*', { compress: compression }, async (request, reply) => {
    if (/^\/api\//.test(request.url)) throw new Problem('not_found');
    if (await isAnswered(vite, request, reply)) return reply.hijack();
    const isPublic = isPublicPage(request.url);
    const name = isPublic ? 'visitors.html' : 'index.html';
    const source = await readFile(path.join(root, 'apps/web', name), 'utf8');
    const page = await vite.transformIndexHtml(`/${name}`, source);
    return sendPage(reply, page, { baseDomain, tiles: isPublic ? null : tiles, policy: pagePolicyOfSources });
  });
};

/** Lets Vite answer, when the address is one of its files. */
const isAnswered = (vite: ViteDevServer, { raw: request }: FastifyRequest, reply: FastifyReply): Promise<boolean> =>
  new Promise((resolve, reject) => {
    for (const [name, value] of Object.entries(reply.getHeaders())) if (value) reply.raw.setHeader(name, value);
    reply.raw.once('close', () => resolve(true));
    vite.middlewares(request, reply.raw, (error?: unknown) => (error ? reject(error) : resolve(false)));
  });
