import { randomBytes } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import type { Config } from '#server/kit/config.ts';
import type { Head } from '../public-forms/routes/public-forms/head.ts';

/** Whether an address is that of a public form, which strangers open: whatever stands behind it, the page is the same. */
export const isPublicPage = (url: string): boolean => /^\/public_forms\/[^/]/.test(url);

/** The key of the form that an address may open; null for others. */
export const keyIn = (url: string): string | null =>
  /^\/public_forms\/([\w-]{16,64})\/?(?:\?|$)/.exec(url)?.[1] ?? null;

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  _: '&#95;',
};
/** Text within HTML. An underline is escaped too, so that no text is taken for one of the page's own marks. */
const escaped = (text: string): string => text.replace(/[&<>"'_]/g, (letter) => escapes[letter] as string);

/**
 * A page that has its form fetched beside its scripts, not after them. What stands above the questions is drawn already,
 * as the script draws it again, over a block that stands in for the questions: the classes are those of visitors.module.css, which keep their names in the build.
 * @param head null for a form that is not open
 */
export const withForm = (page: string, key: string, head: Head | null): string => {
  const preload = `<link rel="preload" as="fetch" crossorigin href="/api/public/public_forms/${key}">`;
  const preloading = page.replace('</head>', () => `${preload}</head>`);
  if (!head) return preloading;
  const { name, description, organization } = head;
  const logo = organization.logo
    ? `<img src="${escaped(organization.logo)}" alt="" height="28" class="visitors-logo">`
    : '';
  const drawn =
    `<div class="visitors-page"><header class="visitors-header"><div class="visitors-brand">${logo}${escaped(organization.name)}</div></header>` +
    `<main class="visitors-main"><h1>${escaped(name)}</h1>` +
    `${description ? `<p class="visitors-description">${escaped(description)}</p>` : ''}` +
    '<div class="visitors-loading" role="status" aria-label="Loading the form"></div></main></div>';
  return preloading
    .replace(/<title>.*?<\/title>/, () => `<title>${escaped(`${name} · ${organization.name}`)}</title>`)
    .replace('<div id="root"></div>', () => `<div id="root"></div><div id="drawn">${drawn}</div>`);
};

type PageOptions = Pick<Config, 'baseDomain' | 'tiles'> & { policy: (nonce: string, tiles: Config['tiles']) => string };

/**
 * Sends a page, under a policy and with a nonce that are this answer's own.
 * @param tiles where the maps of the page come from, which stands in it and in its policy
 */
export const sendPage = (
  reply: FastifyReply,
  page: string,
  { baseDomain, tiles, policy }: PageOptions,
): FastifyReply => {
  const nonce = randomBytes(16).toString('base64');
  const shown = tiles ? escaped(`${tiles.url} ${tiles.attribution}`) : '';
  return reply
    .headers({ 'cache-control': 'no-store', vary: 'accept-encoding', 'content-security-policy': policy(nonce, tiles) })
    .type('text/html; charset=utf-8')
    .send(
      page
        .replaceAll('__NONCE__', nonce)
        .replaceAll('__BASE_DOMAIN__', baseDomain)
        .replace('__TILES__', () => shown),
    );
};
