import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { Config } from '#server/kit/config.ts';
import { compression } from '../kit/compression.ts';
import { Problem } from '../kit/problem.ts';
import { isPublicPage, sendPage, withForm } from './page.ts';
import { pagePolicy } from './security-headers.ts';

const built = path.join(path.dirname(fileURLToPath(import.meta.url)), '../../../dist/web');

/**
 * Serves the web application: its files, as they were compressed when it was built, and its one page for every address
 * that is neither a file nor the API's; public forms have a page of their own.
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
  const [page, publicPage] = await Promise.all(
    ['index.html', 'visitors.html'].map((name) => readFile(path.join(folder, name), 'utf8').catch(() => null)),
  );
  if (!page) return;
  await app.register(fastifyStatic, {
    root: path.join(folder, 'assets'),
    prefix: '/assets/',
    immutable: true,
    maxAge: '365d',
    preCompressed: true,
  });
  app.get('/*', { compress: compression }, async (request, reply) => {
    if (/^\/(api|assets)\//.test(request.url)) throw new Problem('not_found');
    const shown = isPublicPage(request.url) && publicPage ? withForm(publicPage, request.url) : page;
    return sendPage(reply, shown, { baseDomain, policy: pagePolicy });
  });
};
