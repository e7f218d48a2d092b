import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { compression } from '../kit/compression.ts';
import type { Config } from '../kit/config.ts';
import { Problem } from '../kit/problem.ts';
import { pagePolicy } from './security-headers.ts';

const built = path.join(path.dirname(fileURLToPath(import.meta.url)), '../../../dist/web');

/**
 * Serves the web application: its files, as they were compressed when it was built, and its one page for every address
 * that is neither a file nor the API's.
 */
export const web = async (
  app: FastifyInstance,
  { baseDomain, webSources = false }: Pick<Config, 'baseDomain'> & Partial<Pick<Config, 'webSources'>>,
  folder = built,
): Promise<void> => {
  app.setNotFoundHandler(() => {
    throw new Problem('not_found');
  });
  if (webSources) return (await import('./web-sources.ts')).webOfSources(app, { baseDomain });
  const page = await readFile(path.join(folder, 'index.html'), 'utf8').catch(() => null);
  if (page === null) return;
  await app.register(fastifyStatic, {
    root: path.join(folder, 'assets'),
    prefix: '/assets/',
    immutable: true,
    maxAge: '365d',
    preCompressed: true,
  });
  app.get('/*', { compress: compression }, async (request, reply) => {
    if (/^\/(api|assets)\//.test(request.url)) throw new Problem('not_found');
    return sendPage(reply, page, { baseDomain, policy: pagePolicy });
  });
};

/** Sends the one page, under a policy and with a nonce that are this answer's own. */
export const sendPage = (
  reply: FastifyReply,
  page: string,
  { baseDomain, policy }: Pick<Config, 'baseDomain'> & { policy: (nonce: string) => string },
): FastifyReply => {
  const nonce = randomBytes(16).toString('base64');
  return reply
    .headers({ 'cache-control': 'no-store', vary: 'accept-encoding', 'content-security-policy': policy(nonce) })
    .type('text/html; charset=utf-8')
    .send(page.replaceAll('__NONCE__', nonce).replaceAll('__BASE_DOMAIN__', baseDomain));
};
