import { randomBytes } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import type { Config } from '../kit/config.ts';

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
