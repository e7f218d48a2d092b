import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../kit/config.ts';
import { Problem } from '../kit/problem.ts';
import { pagePolicy } from './security-headers.ts';

const built = path.join(path.dirname(fileURLToPath(import.meta.url)), '../../../dist/web');

/** Serves the web application: its files, and its one page for every address that is not a file. */
export const web = async (app: FastifyInstance, { baseDomain }: Config): Promise<void> => {
  const page = await readFile(path.join(built, 'index.html'), 'utf8').catch(() => null);
  if (page) {
    await app.register(fastifyStatic, {
      root: path.join(built, 'assets'),
      prefix: '/assets/',
      immutable: true,
      maxAge: '365d',
      preCompressed: true,
    });
  }
  app.setNotFoundHandler(async (request, reply) => {
    if (request.url.startsWith('/api/') || !page || (request.method !== 'GET' && request.method !== 'HEAD'))
      throw new Problem('not_found');
    if (request.url.startsWith('/assets/')) throw new Problem('not_found');
    const nonce = randomBytes(16).toString('base64');
    reply
      .headers({ 'cache-control': 'no-store', 'content-security-policy': pagePolicy(nonce) })
      .type('text/html; charset=utf-8');
    return page.replaceAll('__NONCE__', nonce).replaceAll('__BASE_DOMAIN__', baseDomain);
  });
};
