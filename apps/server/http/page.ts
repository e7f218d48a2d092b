import { randomBytes } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import type { Config } from '#server/kit/config.ts';

/** Whether an address is that of a public form, which strangers open: whatever stands behind it, the page is the same. */
export const isPublicPage = (url: string): boolean => /^\/public_forms\/[^/]/.test(url);

/** A page that has its form fetched beside its scripts, not after them, where the address may name one that is open. */
export const withForm = (page: string, url: string): string => {
  const key = /^\/public_forms\/([\w-]{16,64})\/?(?:\?|$)/.exec(url)?.[1];
  const preload = `<link rel="preload" as="fetch" crossorigin href="/api/public/public_forms/${key}">`;
  return key ? page.replace('</head>', `${preload}</head>`) : page;
};

/** Sends a page, under a policy and with a nonce that are this answer's own. */
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
