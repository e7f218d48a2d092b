import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { Config } from '#server/kit/config.ts';
import type { Head } from '../features/public-forms/head.ts';
import { compression } from '../kit/compression.ts';
import { Problem } from '../kit/problem.ts';
import { isPublicPage, keyIn, sendPage, withForm } from './page.ts';
import { pagePolicy } from './security-headers.ts';

const built = path.join(path.dirname(fileURLToPath(import.meta.url)), '../../../dist/web');

/** What stands above the questions of the form that a link opens on a host; null for one that is not open. */
type HeadOf = (link: { host: string | undefined; access_key: string }) => Promise<Head | null>;

/**
 * Serves the web application: its files, as they were compressed when it was built, and its one page for every address
 * that is neither a file nor the API's; public forms have a page of their own.
 */
export const web = async (
  app: FastifyInstance,
  { baseDomain, webSources = false }: Pick<Config, 'baseDomain'> & Partial<Pick<Config, 'webSources'>>,
  { folder = built, headOf = async () => null }: { folder?: string; headOf?: HeadOf } = {},
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
    const key = keyIn(request.url);
    const shown =
      !publicPage || !isPublicPage(request.url)
        ? page
        : key
          ? withForm(publicPage, key, await headOf({ host: request.headers.host, access_key: key }))
          : publicPage;
    return sendPage(reply, shown, { baseDomain, policy: pagePolicy });
  });
};
