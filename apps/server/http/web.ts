import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { Config } from '#server/kit/config.ts';
import { compression } from '../kit/compression.ts';
import { Problem } from '../kit/problem.ts';
import type { Head } from '../public-forms/routes/public-forms/head.ts';
import { isPublicPage, keyIn, sendPage, withForm } from './page.ts';
import { pagePolicy } from './security-headers.ts';

const built = path.join(path.dirname(fileURLToPath(import.meta.url)), '../../../dist/web');

/** What stands above the questions of the form that a link opens on a host; null for one that is not open. */
type HeadOf = (link: { host: string | undefined; access_key: string }) => Promise<Head | null>;

/** The origin where the organization of a host is now, when it has another one than that. */
type MovedTo = (host: string | undefined) => Promise<string | null>;

/**
 * Serves the web application: its files, as they were compressed when it was built, and its one page for every address
 * that is neither a file nor the API's; public forms have a page of their own.
 */
export const web = async (
  app: FastifyInstance,
  { baseDomain, tiles, webSources = false }: Pick<Config, 'baseDomain' | 'tiles'> & Partial<Pick<Config, 'webSources'>>,
  {
    folder = built,
    headOf = async () => null,
    movedTo = async () => null,
  }: { folder?: string; headOf?: HeadOf; movedTo?: MovedTo } = {},
): Promise<void> => {
  app.setNotFoundHandler(() => {
    throw new Problem('not_found');
  });
  if (webSources) return (await import('./web-sources.ts')).webOfSources(app, { baseDomain, tiles });
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
    const elsewhere = await movedTo(request.headers.host);
    if (elsewhere) return reply.header('cache-control', 'no-store').redirect(`${elsewhere}${request.url}`, 302);
    const given = { baseDomain, policy: pagePolicy };
    if (!publicPage || !isPublicPage(request.url)) return sendPage(reply, page, { ...given, tiles });
    const key = keyIn(request.url);
    const shown = key
      ? withForm(publicPage, key, await headOf({ host: request.headers.host, access_key: key }))
      : publicPage;
    // There is no map for strangers: their page asks nobody else.
    return sendPage(reply, shown, { ...given, tiles: null });
  });
};
